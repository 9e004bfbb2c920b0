/**
 * What a field holds. Specification section 2.2; percentages are on a 0 to 100 scale.
 *
 * `boolean` is no kind of a shift record, but other reports may have it. Its values are 1 and 0.
 */
export type FieldKind = 'date' | 'text' | 'integer' | 'decimal' | 'percentage' | 'boolean';

/** One field of a shift record, under the service's own name. */
export interface Field {
  readonly name: string;
  readonly kind: FieldKind;
}

/** The 18 fields of a shift record, in the documented order: the order of every row and every table. */
export const SHIFT_FULFILMENT_FIELDS: readonly Field[] = [
  { name: 'SHIFT_DATE', kind: 'date' },
  { name: 'VENUE_NAME', kind: 'text' },
  { name: 'AREA_NAME', kind: 'text' },
  { name: 'JOB_TITLE', kind: 'text' },
  { name: 'SHIFTS_POSTED', kind: 'integer' },
  { name: 'SHIFTS_BOOKED', kind: 'integer' },
  { name: 'SHIFTS_BOOKED_PERCENTAGE', kind: 'percentage' },
  { name: 'SHIFTS_UNFILLED', kind: 'integer' },
  { name: 'SHIFTS_UNFILLED_PERCENTAGE', kind: 'percentage' },
  { name: 'SHIFTS_WORKED', kind: 'integer' },
  { name: 'SHIFTS_WORKED_PERCENTAGE', kind: 'percentage' },
  { name: 'NO_SHOWS', kind: 'integer' },
  { name: 'NO_SHOWS_PERCENTAGE', kind: 'percentage' },
  { name: 'HOURS_SCHEDULED', kind: 'decimal' },
  { name: 'HOURS_WORKED', kind: 'decimal' },
  { name: 'TRUE_DEMAND', kind: 'integer' },
  { name: 'TRUE_FULFILMENT_PERCENTAGE', kind: 'percentage' },
  { name: 'SHIFT_ID', kind: 'integer' },
];

/** The position of a field in a row. @throws {RangeError} for a name that no field has: a mistake of ours. */
export function columnOf(field: string): number {
  const column = SHIFT_FULFILMENT_FIELDS.findIndex(({ name }) => name === field);
  if (column < 0) throw new RangeError(`No field is called ${field}.`);
  return column;
}

/** Where the day of a row stands. */
export const DAY_COLUMN = columnOf('SHIFT_DATE');
/** Where the ID of a row stands. */
export const ID_COLUMN = columnOf('SHIFT_ID');
