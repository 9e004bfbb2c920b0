import { describe, expect, test } from '@jest/globals';
import { type Connection, SAMPLE_ADDRESSES } from '../../../src/employer-api/connection';
import { SHIFT_FULFILMENT_FIELDS, type ShiftRow } from '../../../src/employer-api/shift-report';
import { partsOf, sentRecords } from '../../../src/warehouse/rows';
import { CONNECTION, US_CONNECTION } from '../../support/sample-report';
import { serialOf as day } from '../../support/shift-records';

let lastId = 0;
/** A row with some values by name. */
function row(values: Readonly<Record<string, string | number | null>>): ShiftRow {
  lastId += 1;
  const all: Readonly<Record<string, string | number | null>> = { SHIFT_ID: lastId, ...values };
  return SHIFT_FULFILMENT_FIELDS.map(({ name }) => all[name] ?? null) as unknown as ShiftRow;
}

const SAMPLE = { regionOrigin: SAMPLE_ADDRESSES.regions.US, authOrigin: SAMPLE_ADDRESSES.auth };
const recordsOf = (...rows: readonly ShiftRow[]) => sentRecords(CONNECTION, { rows });

describe('records as JSON', () => {
  test('are arrays of fields in the order of the report, by day', () => {
    const one = row({
      SHIFT_DATE: day('2026-03-01'),
      VENUE_NAME: 'A "quoted" Ü',
      SHIFTS_POSTED: 3,
      HOURS_WORKED: 7.5,
    });
    const second = row({ SHIFT_DATE: day('2026-03-02') });
    const { days } = recordsOf(one, second, one);
    expect([...days.keys()]).toEqual([day('2026-03-01'), day('2026-03-02')]);
    expect(days.get(day('2026-03-01'))).toHaveLength(1);
    const [date, venue, , , posted, ...others] = JSON.parse(
      days.get(day('2026-03-01'))?.[0] ?? '',
    ) as unknown[];
    expect([date, venue, posted]).toEqual(['2026-03-01', 'A "quoted" Ü', 3]);
    expect(others).toContain(7.5);
  });

  test('hold no half characters', () => {
    const { days } = recordsOf(row({ SHIFT_DATE: day('2026-03-01'), VENUE_NAME: 'a\ud800b' }));
    expect(days.get(day('2026-03-01'))?.[0]).toContain('a\ufffdb');
  });

  test('are sent in parts of whole days that fit 10 MB as a request, days without records among them', () => {
    const long = 'é'.repeat(1000);
    const rows = [1, 2, 3].flatMap((number) =>
      Array.from({ length: 2000 }, () => row({ SHIFT_DATE: day(`2026-03-0${number}`), VENUE_NAME: long })),
    );
    const range = { from: day('2026-02-28'), to: day('2026-03-05') };
    const parts = partsOf(recordsOf(...rows), range);
    expect(
      parts.map(({ range: { from, to }, count }) => [from - range.from, to - range.from, count]),
    ).toEqual([
      [0, 2, 4000],
      [3, 5, 2000],
    ]);
    for (const part of parts) expect(Buffer.byteLength(JSON.stringify(part.rows))).toBeLessThan(9_500_000);
    expect(partsOf(recordsOf(), range)).toEqual([{ range, rows: '[]', count: 0 }]);
  });

  test('of a day that does not fit alone are refused by name', () => {
    const rows = Array.from({ length: 1000 }, () =>
      row({ SHIFT_DATE: day('2026-03-01'), VENUE_NAME: 'x'.repeat(10_000) }),
    );
    const range = { from: day('2026-03-01'), to: day('2026-03-01') };
    expect(() => partsOf(recordsOf(...rows), range)).toThrow('those of 2026-03-01 do not fit one request');
  });
});

test.each<[Connection, number | undefined, unknown]>([
  [CONNECTION, 1234, 'UK 1234'],
  [{ ...US_CONNECTION, ...SAMPLE }, 1234, 'SAMPLE US'],
  [CONNECTION, undefined, expect.stringMatching(/^UK \w+$/)],
])('rows are named after %j, employer %s', (owner, employer, expected) => {
  expect(sentRecords(owner, { rows: [], employer })).toMatchObject({ connection: expected });
});
