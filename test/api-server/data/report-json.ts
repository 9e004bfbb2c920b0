import type { ShiftRecord } from './shift-record';

const DECIMAL_FIELDS: ReadonlySet<string> = new Set([
  'SHIFTS_BOOKED_PERCENTAGE',
  'SHIFTS_UNFILLED_PERCENTAGE',
  'SHIFTS_WORKED_PERCENTAGE',
  'NO_SHOWS_PERCENTAGE',
  'HOURS_SCHEDULED',
  'HOURS_WORKED',
  'TRUE_FULFILMENT_PERCENTAGE',
]);

/**
 * Writes one shift record as JSON text, decimal fields always with a decimal point: `95.0`, not `95`.
 *
 * The specification writes its example that way, and a reader that takes `95.0` for text would not be found out
 * by JavaScript's own `95`.
 */
export function writeShiftRecord(record: ShiftRecord): string {
  const members = Object.entries(record).map(([name, value]) => {
    const isWholeDecimal = DECIMAL_FIELDS.has(name) && Number.isInteger(value);
    return `${JSON.stringify(name)}:${JSON.stringify(value)}${isWholeDecimal ? '.0' : ''}`;
  });
  return `{${members.join(',')}}`;
}

/** The parts of a shift fulfilment answer. Specification section 2.2. */
export interface ReportParts {
  readonly request: unknown;
  readonly metadata: unknown;
  /** The records as JSON text each, so that decimals keep their spelling. */
  readonly shifts: readonly string[];
}

/** Writes a shift fulfilment answer as JSON text. */
export function writeReport({ request, metadata, shifts }: ReportParts): string {
  const report = `{"shifts":[${shifts.join(',')}]}`;
  return `{"request":${JSON.stringify(request)},"report":${report},"metadata":${JSON.stringify(metadata)}}`;
}
