import { beforeAll, describe, expect, test } from '@jest/globals';
import { columnOf, linesOf, rowsOf } from '../support/formula-answers';
import { type Scene, Stage } from '../support/scene';
import { dayAfter, type SentRecord } from '../support/shift-records';
import { groupedBy } from '../support/two-weeks';

/*
 * Thirteen weeks of the service's own records, asked for month by month: every figure is summed again from what the
 * service sent. Its percentages are of posted positions, of booked ones for worked and no-shows, and true fulfilment is
 * worked of demand; some hours are null.
 */

const stage = new Stage();
let scene: Scene;
/** What the service sent for 8 December 2025 to 8 March 2026. */
let sent: SentRecord[];
beforeAll(async () => {
  scene = await stage.connected();
  rowsOf(scene.call('SHIFT_FULFILMENT', 'last 13 weeks'));
  const answers = (await scene.server.requests()).flatMap(({ url, answerBody }) =>
    url.includes('/reports/') ? [JSON.parse(answerBody ?? '') as { report: { shifts: SentRecord[] } }] : [],
  );
  const wanted = answers
    .flatMap(({ report }) => report.shifts)
    .filter(({ SHIFT_DATE: day }) => String(day) >= '2025-12-08' && String(day) <= '2026-03-08');
  // Requests share the days at their ends. Rows come by day, venue, area, job title and ID.
  sent = Array.from(new Map(wanted.map((record) => [record.SHIFT_ID, record])).values()).sort(
    (one, other) => {
      const names = ['SHIFT_DATE', 'VENUE_NAME', 'AREA_NAME', 'JOB_TITLE', 'SHIFT_ID'];
      const name = names.find((field) => one[field] !== other[field]) ?? '';
      return (one[name] as string) < (other[name] as string) ? -1 : 1;
    },
  );
});

const COUNTS = [
  'SHIFTS_POSTED',
  'SHIFTS_BOOKED',
  'SHIFTS_UNFILLED',
  'SHIFTS_WORKED',
  'NO_SHOWS',
  'HOURS_SCHEDULED',
  'HOURS_WORKED',
  'TRUE_DEMAND',
];
const RATES: Readonly<Record<string, readonly [part: string, whole: string]>> = {
  SHIFTS_BOOKED_PERCENTAGE: ['SHIFTS_BOOKED', 'SHIFTS_POSTED'],
  SHIFTS_UNFILLED_PERCENTAGE: ['SHIFTS_UNFILLED', 'SHIFTS_POSTED'],
  SHIFTS_WORKED_PERCENTAGE: ['SHIFTS_WORKED', 'SHIFTS_BOOKED'],
  NO_SHOWS_PERCENTAGE: ['NO_SHOWS', 'SHIFTS_BOOKED'],
  TRUE_FULFILMENT_PERCENTAGE: ['SHIFTS_WORKED', 'TRUE_DEMAND'],
};

const total = (records: readonly SentRecord[], name: string) =>
  records.reduce((sum, record) => sum + Number(record[name] ?? 0), 0);

function byHand(records: readonly SentRecord[]): Record<string, unknown> {
  const counts = COUNTS.map((name) => [name, expect.closeTo(total(records, name), 6)]);
  const rates = Object.entries(RATES).map(([name, [part, whole]]) => {
    const of = total(records, whole);
    return [name, of === 0 ? '' : expect.closeTo((100 * total(records, part)) / of, 9)];
  });
  return Object.fromEntries([...counts, ...rates]);
}

/** The Monday of a day's week. */
function monday(day: string): string {
  return dayAfter(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
}

const ask = (by: string, ...options: (string | number | boolean)[]) =>
  scene.call(
    'SHIFT_FULFILMENT_AGGREGATED',
    'last 13 weeks',
    undefined,
    by,
    'dates',
    'text',
    'decimals',
    10,
    ...options,
  );

describe('thirteen weeks', () => {
  test('are all records of these days and no others, however many requests they took', () => {
    const rows = linesOf(scene.call('SHIFT_FULFILMENT', 'last 13 weeks'));

    expect(sent.length).toBeGreaterThan(2000);
    expect(rows.map(({ SHIFT_ID }) => SHIFT_ID)).toEqual(sent.map(({ SHIFT_ID }) => SHIFT_ID));
  });

  test('have thirteen lines, each the sums of its records', () => {
    const weeks = groupedBy(sent, ({ SHIFT_DATE }) => monday(String(SHIFT_DATE)));
    const lines = linesOf(ask('week'));

    expect(lines.map(({ WEEK }) => WEEK)).toEqual([...weeks.keys()]);
    expect(weeks.size).toBe(13);
    expect(lines).toMatchObject([...weeks.values()].map(byHand));
  });

  test('by venue and month are the sums of their records, whatever the venues are called', () => {
    const groups = groupedBy(sent, (one) => `${one.VENUE_NAME} in ${String(one.SHIFT_DATE).slice(0, 7)}`);
    const lines = linesOf(ask('venue, month'));

    expect(lines.length).toBe(groups.size);
    for (const line of lines) {
      const records = groups.get(`${line.VENUE_NAME} in ${String(line.MONTH).slice(0, 7)}`) ?? [];
      expect(line).toMatchObject(byHand(records));
    }
  });

  test('give a trend of the five largest venues and Other', () => {
    const venues = [...groupedBy(sent, ({ VENUE_NAME }) => String(VENUE_NAME))]
      .sort(([, one], [, other]) => total(other, 'SHIFTS_POSTED') - total(one, 'SHIFTS_POSTED'))
      .map(([name]) => name);
    const trend = scene.call(
      'SHIFT_TREND',
      'booked %',
      'last 13 weeks',
      undefined,
      'week, venue',
      'limit',
      5,
      'decimals',
      10,
    );
    const rest = sent.filter(({ VENUE_NAME }) => !venues.slice(0, 5).includes(String(VENUE_NAME)));
    const others = [...groupedBy(rest, ({ SHIFT_DATE }) => monday(String(SHIFT_DATE))).values()];

    expect(rowsOf(trend)[0]).toEqual(['WEEK', ...venues.slice(0, 5), 'Other']);
    expect(columnOf(trend, 'Other')).toEqual(
      others.map((records) => byHand(records).SHIFTS_BOOKED_PERCENTAGE),
    );
  });

  test('make no request more once they are kept', () => {
    const before = scene.emulator.requests.length;

    ask('weekday');
    scene.call('SHIFT_METRIC', 'no shows', 'last 4 weeks');
    scene.call('SHIFT_COMPARE', 'venue', 'last month', undefined, '2026-03-01', '2026-03-08');

    expect(scene.emulator.requests.length).toBe(before);
  });
});
