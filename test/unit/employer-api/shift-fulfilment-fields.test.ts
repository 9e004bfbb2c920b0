import { describe, expect, test } from '@jest/globals';
import { SHIFT_FULFILMENT_FIELDS } from '../../../src/employer-api/shift-records';

/** Written from the table in section 2.2 of the specification; percentages are its decimals on a 0 to 100 scale. */
const SPECIFIED = [
  ['SHIFT_DATE', 'date'],
  ['VENUE_NAME', 'text'],
  ['AREA_NAME', 'text'],
  ['JOB_TITLE', 'text'],
  ['SHIFTS_POSTED', 'integer'],
  ['SHIFTS_BOOKED', 'integer'],
  ['SHIFTS_BOOKED_PERCENTAGE', 'percentage'],
  ['SHIFTS_UNFILLED', 'integer'],
  ['SHIFTS_UNFILLED_PERCENTAGE', 'percentage'],
  ['SHIFTS_WORKED', 'integer'],
  ['SHIFTS_WORKED_PERCENTAGE', 'percentage'],
  ['NO_SHOWS', 'integer'],
  ['NO_SHOWS_PERCENTAGE', 'percentage'],
  ['HOURS_SCHEDULED', 'decimal'],
  ['HOURS_WORKED', 'decimal'],
  ['TRUE_DEMAND', 'integer'],
  ['TRUE_FULFILMENT_PERCENTAGE', 'percentage'],
  ['SHIFT_ID', 'integer'],
];

describe('the fields of a shift record', () => {
  test('are the 18 of the specification, in its order, of its types', () => {
    expect(SHIFT_FULFILMENT_FIELDS.map(({ name, kind }) => [name, kind])).toEqual(SPECIFIED);
  });
});
