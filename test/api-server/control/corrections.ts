import type { ShiftRecord } from '../data/shift-record';

/** The records of one employer over some days. */
export interface EmployerRecords {
  readonly employerId: number;
  readonly records: readonly ShiftRecord[];
}

/** What happened to one record between two looks at it. `before` or `after` is null for added and removed ones. */
export interface Correction {
  readonly employerId: number;
  readonly shiftId: number;
  readonly before: ShiftRecord | null;
  readonly after: ShiftRecord | null;
}

/** Lists every record that differs, was added or was removed, employer by employer. */
export function listCorrections(
  before: readonly EmployerRecords[],
  after: readonly EmployerRecords[],
): readonly Correction[] {
  return before.flatMap(({ employerId, records }) => {
    const old = byShiftId(records);
    const now = byShiftId(after.find((other) => other.employerId === employerId)?.records ?? []);
    return [...new Set([...old.keys(), ...now.keys()])]
      .map((shiftId) => ({
        employerId,
        shiftId,
        before: old.get(shiftId) ?? null,
        after: now.get(shiftId) ?? null,
      }))
      .filter((pair) => JSON.stringify(pair.before) !== JSON.stringify(pair.after));
  });
}

function byShiftId(records: readonly ShiftRecord[]): ReadonlyMap<number, ShiftRecord> {
  return new Map(records.map((record) => [record.SHIFT_ID, record]));
}
