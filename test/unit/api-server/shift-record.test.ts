import { describe, expect, test } from '@jest/globals';
import { writeReport, writeShiftRecord } from '../../api-server/data/report-json';
import { buildShiftRecord, type ShiftFigures } from '../../api-server/data/shift-record';

const PLACE = {
  day: '2026-11-02',
  venue: 'Grand Hotel, London',
  area: 'Kitchen',
  jobTitle: 'Cook',
  shiftId: 7,
};
const FIGURES: ShiftFigures = {
  posted: 20,
  booked: 16,
  worked: 13,
  noShows: 1,
  demand: 18,
  hoursScheduled: 128,
  hoursWorked: 103.75,
};

describe('buildShiftRecord', () => {
  test('computes the percentages by hand: 16/20, 4/20, 13/16, 1/16, 13/18', () => {
    expect(buildShiftRecord(PLACE, FIGURES)).toEqual({
      SHIFT_DATE: '2026-11-02',
      VENUE_NAME: 'Grand Hotel, London',
      AREA_NAME: 'Kitchen',
      JOB_TITLE: 'Cook',
      SHIFTS_POSTED: 20,
      SHIFTS_BOOKED: 16,
      SHIFTS_BOOKED_PERCENTAGE: 80,
      SHIFTS_UNFILLED: 4,
      SHIFTS_UNFILLED_PERCENTAGE: 20,
      SHIFTS_WORKED: 13,
      SHIFTS_WORKED_PERCENTAGE: 81.3,
      NO_SHOWS: 1,
      NO_SHOWS_PERCENTAGE: 6.3,
      HOURS_SCHEDULED: 128,
      HOURS_WORKED: 103.75,
      TRUE_DEMAND: 18,
      TRUE_FULFILMENT_PERCENTAGE: 72.2,
      SHIFT_ID: 7,
    });
  });

  test('has no percentage of nothing', () => {
    const nobody = { ...FIGURES, posted: 0, booked: 0, worked: 0, noShows: 0, demand: 0 };
    expect(buildShiftRecord(PLACE, nobody)).toMatchObject({
      SHIFTS_BOOKED_PERCENTAGE: null,
      SHIFTS_UNFILLED_PERCENTAGE: null,
      SHIFTS_WORKED_PERCENTAGE: null,
      NO_SHOWS_PERCENTAGE: null,
      TRUE_FULFILMENT_PERCENTAGE: null,
    });
  });

  test('lets fulfilment exceed a hundred when demand was withdrawn late', () => {
    expect(buildShiftRecord(PLACE, { ...FIGURES, demand: 10 }).TRUE_FULFILMENT_PERCENTAGE).toBe(130);
  });
});

describe('writeShiftRecord', () => {
  test('writes the fields in their order, decimals with a point, null as it is', () => {
    const record = buildShiftRecord(PLACE, { ...FIGURES, demand: 0, hoursWorked: null });
    expect(writeShiftRecord(record)).toBe(
      '{"SHIFT_DATE":"2026-11-02","VENUE_NAME":"Grand Hotel, London","AREA_NAME":"Kitchen","JOB_TITLE":"Cook",' +
        '"SHIFTS_POSTED":20,"SHIFTS_BOOKED":16,"SHIFTS_BOOKED_PERCENTAGE":80.0,"SHIFTS_UNFILLED":4,' +
        '"SHIFTS_UNFILLED_PERCENTAGE":20.0,"SHIFTS_WORKED":13,"SHIFTS_WORKED_PERCENTAGE":81.3,"NO_SHOWS":1,' +
        '"NO_SHOWS_PERCENTAGE":6.3,"HOURS_SCHEDULED":128.0,"HOURS_WORKED":null,"TRUE_DEMAND":0,' +
        '"TRUE_FULFILMENT_PERCENTAGE":null,"SHIFT_ID":7}',
    );
  });
});

describe('writeReport', () => {
  test('puts the records between request and metadata', () => {
    expect(writeReport({ request: { a: 1 }, shifts: ['{"x":1.0}', '{}'], metadata: {} })).toBe(
      '{"request":{"a":1},"report":{"shifts":[{"x":1.0},{}]},"metadata":{}}',
    );
  });
});
