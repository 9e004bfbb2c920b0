/** What the specification says a field holds; a percentage is a number from 0 to 100. */
export type SpecType = 'date' | 'string' | 'integer' | 'number';

/** The fields of a shift record with their types, copied by hand from section 2.2 of the specification. */
export const SPEC_FIELDS: readonly (readonly [name: string, type: SpecType])[] = [
  ['SHIFT_DATE', 'date'],
  ['VENUE_NAME', 'string'],
  ['AREA_NAME', 'string'],
  ['JOB_TITLE', 'string'],
  ['SHIFTS_POSTED', 'integer'],
  ['SHIFTS_BOOKED', 'integer'],
  ['SHIFTS_BOOKED_PERCENTAGE', 'number'],
  ['SHIFTS_UNFILLED', 'integer'],
  ['SHIFTS_UNFILLED_PERCENTAGE', 'number'],
  ['SHIFTS_WORKED', 'integer'],
  ['SHIFTS_WORKED_PERCENTAGE', 'number'],
  ['NO_SHOWS', 'integer'],
  ['NO_SHOWS_PERCENTAGE', 'number'],
  ['HOURS_SCHEDULED', 'number'],
  ['HOURS_WORKED', 'number'],
  ['TRUE_DEMAND', 'integer'],
  ['TRUE_FULFILMENT_PERCENTAGE', 'number'],
  ['SHIFT_ID', 'integer'],
];

/** The documented names, in their order. */
export const SPEC_NAMES: readonly string[] = SPEC_FIELDS.map(([name]) => name);

/** The documented names of the fields of one type, in their order. */
export function specNamesOf(type: SpecType): string[] {
  return SPEC_FIELDS.filter(([, of]) => of === type).map(([name]) => name);
}

/** 2 March 2026 as the serial number of a cell. */
export const SERIAL_OF_2_MARCH = 46_083;

/** A shift record as documented, on 2 March 2026. */
export const RECORD = {
  SHIFT_DATE: '2026-03-02',
  VENUE_NAME: 'Harbour Hall',
  AREA_NAME: 'Kitchen',
  JOB_TITLE: 'Chef',
  SHIFTS_POSTED: 8,
  SHIFTS_BOOKED: 6,
  SHIFTS_BOOKED_PERCENTAGE: 75,
  SHIFTS_UNFILLED: 2,
  SHIFTS_UNFILLED_PERCENTAGE: 25,
  SHIFTS_WORKED: 5,
  SHIFTS_WORKED_PERCENTAGE: 83.3,
  NO_SHOWS: 1,
  NO_SHOWS_PERCENTAGE: 16.7,
  HOURS_SCHEDULED: 48,
  HOURS_WORKED: 40.5,
  TRUE_DEMAND: 7,
  TRUE_FULFILMENT_PERCENTAGE: 71.4,
  SHIFT_ID: 900_001,
};

/** The cells that a record of 2 March 2026 fills, in the documented order. */
export function cellsOfRecord(record: Readonly<Record<string, string | number>>): (string | number)[] {
  return SPEC_NAMES.map((name) => (name === 'SHIFT_DATE' ? SERIAL_OF_2_MARCH : (record[name] ?? '')));
}

/** Those that `RECORD` fills. */
export const RECORD_CELLS: readonly (string | number)[] = cellsOfRecord(RECORD);

/** `RECORD_CELLS` with some fields filled otherwise. */
export function recordCells(changes: Readonly<Record<string, string | number>>): (string | number)[] {
  return cellsOfRecord({ ...RECORD, ...changes });
}
