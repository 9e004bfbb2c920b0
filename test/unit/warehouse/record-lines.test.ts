import { describe, expect, test } from '@jest/globals';
import { parseIsoDate } from '../../../src/calendar/calendar-date';
import { SHIFT_FULFILMENT_FIELDS } from '../../../src/employer-api/shift-fulfilment-fields';
import type { ShiftRow, ShiftValue } from '../../../src/employer-api/shift-records';
import { ndjson, recordLines } from '../../../src/warehouse/record-lines';

const day = (text: string) => parseIsoDate(text) as number;
const MARCH = { from: day('2026-03-01'), to: day('2026-03-31') };

/** A row with some fields; the others are blank. */
function row(fields: Record<string, ShiftValue>): ShiftRow {
  const known: Record<string, ShiftValue> = { SHIFT_DATE: day('2026-03-05'), ...fields };
  return SHIFT_FULFILMENT_FIELDS.map(({ name }) => known[name] ?? null);
}

const FRAME = {
  connection: 'UK 1234',
  employer: 1234,
  generatedAt: '2026-03-31T08:00:00.000Z',
  refreshedAt: '2026-03-31T09:00:00.000Z',
};
const SAME = {
  CONNECTION: 'UK 1234',
  EMPLOYER_ID: 1234,
  GENERATED_AT: '2026-03-31T08:00:00.000Z',
  REFRESHED_AT: '2026-03-31T09:00:00.000Z',
};
/** What a reader of newline-delimited JSON finds. */
function sent(rows: readonly ShiftRow[], frame: Parameters<typeof ndjson>[1] = FRAME): unknown[] {
  const text = ndjson(recordLines(rows, MARCH).lines, frame);
  expect(text === '' || text.endsWith('\n')).toBe(true);
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

describe('the lines of records', () => {
  test('have the fields under their names, the day as YYYY-MM-DD, and no blank ones', () => {
    const venue = 'Café "Zum Löwen"\n=1\u2028';
    const fields = { VENUE_NAME: venue, SHIFTS_POSTED: 3, HOURS_WORKED: 7.25, SHIFT_ID: 9 };
    expect(sent([row(fields)])).toEqual([{ ...SAME, SHIFT_DATE: '2026-03-05', ...fields }]);
  });

  test('leave out what is not known of the report', () => {
    const [line] = sent([row({})], { ...FRAME, employer: null, generatedAt: null });
    const { EMPLOYER_ID: _employer, GENERATED_AT: _time, ...known } = SAME;
    expect(line).toEqual({ ...known, SHIFT_DATE: '2026-03-05' });
  });

  test('are in the order of days, without other days; records without a day are counted', () => {
    const days = ['2026-03-09', '2026-02-28', '2026-03-02', '2026-04-01', '2026-03-31'].map((one) =>
      day(one),
    );
    const rows = [...days.map((one) => row({ SHIFT_DATE: one })), row({ SHIFT_DATE: null })];
    const { lines, undated } = recordLines(rows, MARCH);
    expect(lines.map((line) => line.day)).toEqual([day('2026-03-02'), day('2026-03-09'), day('2026-03-31')]);
    expect(undated).toBe(1);
  });

  test('leave out and count values that do not fit a column of 64-bit whole numbers', () => {
    const { lines, misfits } = recordLines(
      [row({ SHIFTS_POSTED: 1.5, NO_SHOWS: 2 ** 60, HOURS_WORKED: 1.5 }), row({ SHIFTS_POSTED: 0.1 })],
      MARCH,
    );
    expect([...misfits]).toEqual([
      ['SHIFTS_POSTED', 2],
      ['NO_SHOWS', 1],
    ]);
    expect(lines[0]?.fields).toBe('"SHIFT_DATE":"2026-03-05","HOURS_WORKED":1.5');
  });

  test('have a record that came twice once, as formulas do, and records without an ID each time', () => {
    const twice = row({ SHIFT_ID: 7, VENUE_NAME: 'Inn' });
    const conflicting = row({ SHIFT_ID: 7, VENUE_NAME: 'Bar' });
    const nameless = row({ VENUE_NAME: 'Inn' });
    const rows = [twice, [...twice], conflicting, nameless, [...nameless]];
    expect(recordLines(rows, MARCH).lines).toHaveLength(4);
  });

  test('hold no half characters, which UTF-8 has none of', () => {
    expect(sent([row({ VENUE_NAME: 'x\ud83d' })])).toMatchObject([{ VENUE_NAME: 'x\ufffd' }]);
  });
});
