import { isRecord } from '../../employer-api/shift-records';

/** One step for each version: what is stored as that version becomes the next one, or nothing where it is no such form. */
export type Migrations = Readonly<Record<number, (stored: Readonly<Record<string, unknown>>) => unknown>>;

/**
 * Takes what is stored step by step to the form of now.
 *
 * @returns What is no record, or one of a version that is not known, as it is: reading it fails.
 */
export function migrate(stored: unknown, steps: Migrations): unknown {
  if (!isRecord(stored)) return stored;
  const step = typeof stored.version === 'number' ? steps[stored.version] : undefined;
  return step === undefined ? stored : migrate(step(stored), steps);
}
