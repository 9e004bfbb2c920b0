import { describe, expect, test } from '@jest/globals';
import { dayCount, formatIsoDate } from '../../../../src/calendar/calendar-date';
import type { HttpRequest } from '../../../../src/employer-api/ports';
import { SHIFT_FULFILMENT_REPORT } from '../../../../src/employer-api/shift-report';
import { fetchDays } from '../../../../src/reports/fetching/fetch-days';
import { rowNotes } from '../../../../src/reports/fetching/kept-rows';
import { askedDays, dailyReport, days } from '../../../support/daily-report';
import { Fetching, failureOf } from '../../../support/fetching';
import { CONNECTION, RANGE, RECORD, reportAnswer } from '../../../support/sample-report';
import { serialOf } from '../../../support/shift-records';
import { answer, type StubAnswer } from '../../../support/stub-transport';

/* Today is 10 March 2026. */

const FEBRUARY = days('2026-02-01', '2026-02-28');
const daysOf = ({ rows }: { readonly rows: readonly (readonly unknown[])[] }) =>
  rows.map(([day]) => formatIsoDate(day as number));

/** Refuses spans of more days with a status; the extra day at both ends doesn't count. */
function atMost(most: number, status: number) {
  return (request: HttpRequest): StubAnswer =>
    dayCount(askedDays(request)) - 2 > most ? answer(status) : dailyReport(request);
}

/** Has `count` shifts on each day, and sends no more than `limit` records. */
function limited(count: number, limit: number) {
  return (request: HttpRequest): StubAnswer => {
    const { from, to } = askedDays(request);
    const shifts = [];
    for (let day = from; day <= to; day += 1)
      for (let at = 0; at < count; at += 1)
        shifts.push({ ...RECORD, SHIFT_DATE: formatIsoDate(day), SHIFT_ID: day * 10_000 + at });
    return reportAnswer(shifts.slice(0, limit));
  };
}

describe('whole months', () => {
  test('thirty formulas over thirty days of one month are one request', () => {
    const fetching = new Fetching([dailyReport]);
    for (let day = FEBRUARY.from; day <= FEBRUARY.to; day += 1)
      expect(daysOf(fetching.cell({ from: day, to: day }))).toEqual([formatIsoDate(day)]);
    expect(fetching.asked).toEqual(['2026-01-31 to 2026-03-01']);
  });

  test.each([
    ['an earlier month', FEBRUARY, ['2026-01-31 to 2026-03-01']],
    ['this month, as far as tomorrow', RANGE, ['2026-02-28 to 2026-03-12']],
    [
      'days to come, as far as they are wanted',
      days('2026-03-01', '2026-03-20'),
      ['2026-02-28 to 2026-03-21'],
    ],
    [
      'two months',
      days('2026-01-31', '2026-02-01'),
      ['2025-12-31 to 2026-02-01', '2026-01-31 to 2026-03-01'],
    ],
  ])('%s, with one day further at both ends', (_, range, asked) => {
    const fetching = new Fetching([dailyReport]);
    expect(fetching.cell(range).rows).toHaveLength(dayCount(range));
    expect(fetching.asked).toEqual(asked);
  });

  test('a service that leaves out the last day, or counts days by another clock, changes nothing', () => {
    const exclusive = (request: HttpRequest) => {
      const { from, to } = askedDays(request);
      const shifts = [];
      for (let day = from; day < to; day += 1) shifts.push({ ...RECORD, SHIFT_DATE: formatIsoDate(day) });
      return reportAnswer(shifts);
    };
    const fetching = new Fetching([exclusive]);
    expect(daysOf(fetching.cell(days('2026-02-28', '2026-02-28')))).toEqual(['2026-02-28']);
  });

  test('rows are fresh for 15 minutes, for days that were asked for', () => {
    const fetching = new Fetching([dailyReport]);
    fetching.cell();
    fetching.clock.advance(899);
    fetching.cell();
    expect(fetching.asked).toHaveLength(1);
    fetching.cell(days('2026-03-01', '2026-03-15'));
    expect(fetching.asked).toHaveLength(2);
    fetching.clock.advance(901);
    fetching.cell();
    expect(fetching.asked).toHaveLength(3);
  });

  test('records come in one order, and those without a day are counted', () => {
    const shift = (SHIFT_DATE: unknown, VENUE_NAME: string, SHIFT_ID: number) => ({
      ...RECORD,
      SHIFT_DATE,
      VENUE_NAME,
      SHIFT_ID,
    });
    const shifts = [
      shift('2026-03-03', 'b', 1),
      shift(null, 'x', 9),
      shift('2026-03-02', 'é', 3),
      shift('2026-03-02', 'z', 2),
      shift('2026-03-02', 'z', 1),
    ];
    const read = new Fetching([reportAnswer(shifts)]).cell();
    expect(read.rows.map((row) => [row[1], row[17]])).toEqual([
      ['z', 1],
      ['z', 2],
      ['é', 3],
      ['b', 1],
    ]);
    expect(rowNotes(read)).toEqual(['1 record without a day left out']);
    expect(new Fetching([reportAnswer(shifts.reverse())]).cell().rows).toEqual(read.rows);
  });

  test('more months than a formula has time for are refused before any request', () => {
    const fetching = new Fetching([dailyReport]);
    expect(failureOf(() => fetching.cell(days('2024-01-01', '2025-09-30')))).toMatchObject({
      code: 'too_many_requests',
      message: 'These dates need 21 requests, too many for a formula. Make a saved report in the sidebar.',
    });
    expect(fetching.transport.tokenRequests).toEqual([]);
    expect(fetching.cell(days('2024-01-01', '2025-08-31')).rows).toHaveLength(609);
  });
});

test('who gets the lock just after another has claimed the connection waits for what that one brings', () => {
  const fetching = new Fetching([dailyReport]);
  const begun = fetching.clock.now();
  const acquire = fetching.lock.acquire.bind(fetching.lock);
  fetching.lock.acquire = (millis) => {
    fetching.lock.acquire = acquire;
    fetching.put('claim', begun + 5000);
    return acquire(millis);
  };
  fetching.cell();
  expect(fetching.asked).toHaveLength(1);
  expect(fetching.clock.now()).toBeGreaterThanOrEqual(begun + 5000);
});

describe('months that are too much', () => {
  test.each([
    [16, 400, ['2026-01-31 to 2026-03-01', '2026-01-31 to 2026-02-15', '2026-02-14 to 2026-03-01']],
    [16, 413, ['2026-01-31 to 2026-03-01', '2026-01-31 to 2026-02-15', '2026-02-14 to 2026-03-01']],
    [16, 504, ['2026-01-31 to 2026-03-01', '2026-01-31 to 2026-02-15', '2026-02-14 to 2026-03-01']],
  ])('for a service that takes %i days (HTTP %i) are asked for in halves', (most, status, asked) => {
    const fetching = new Fetching([atMost(most, status)]);
    expect(fetching.cell(FEBRUARY).rows).toHaveLength(28);
    expect(fetching.asked).toEqual(asked);
  });

  test('are asked for by single days at last, and by those alone that are wanted', () => {
    const fetching = new Fetching([atMost(1, 504)]);
    const { reports } = fetching.fetch(days('2026-02-03', '2026-02-05'));
    expect(daysOf(reports?.[0] as never)).toEqual(['2026-02-03', '2026-02-04', '2026-02-05']);
    expect(fetching.transport.reportRequests.length).toBeLessThanOrEqual(8);
  });

  test('are remembered for a day: the next refresh begins with parts', () => {
    const fetching = new Fetching([atMost(8, 422)]);
    fetching.fetch(FEBRUARY);
    expect(fetching.state.span).toMatchObject({ days: 7 });
    const before = fetching.asked.length;
    fetching.clock.advance(1);
    fetching.fetch(FEBRUARY);
    expect(fetching.asked.length - before).toBe(4);
    fetching.clock.advance(86_401);
    fetching.fetch(FEBRUARY);
    expect(fetching.asked[before + 4]).toBe('2026-01-31 to 2026-03-01');
  });

  test('a refused week is the failure of its month alone, found out by one request at a time', () => {
    const fetching = new Fetching([atMost(0, 400)]);
    expect(fetching.fetch(FEBRUARY).why?.code).toBe('request_refused');
    expect(fetching.transport.batches).toEqual([1, 1, 1]);
    fetching.transport.next(dailyReport);
    expect(fetching.cell(RANGE).rows).toHaveLength(7);
    for (const range of [FEBRUARY, days('2026-01-31', '2026-02-01')])
      expect(failureOf(() => fetching.cell(range)).code).toBe('request_refused');
  });

  test('a service that is down gets one request at a time, and nothing is remembered of it', () => {
    const fetching = new Fetching([answer(504)]);
    fetching.fetch(days('2025-01-01', '2025-12-31'));
    expect(Math.max(...fetching.transport.batches.slice(1))).toBe(1);
    expect(fetching.state.span).toBeUndefined();
  });
});

describe('round numbers of records', () => {
  test.each([
    ['a limit of 500', 40, 500, 28 * 40],
    ['no limit, but a round month', 5, 100_000, 28 * 5],
    ['no limit and no round month', 7, 100_000, 28 * 7],
  ])('with %s: every record comes', (_, count, limit, expected) => {
    const read = new Fetching([limited(count, limit)]).fetch(FEBRUARY).reports?.[0];
    expect(read?.rows).toHaveLength(expected);
    expect(new Set(read?.rows.map((row) => row[17])).size).toBe(expected);
    expect(read && rowNotes(read)).toEqual([]);
  });

  test('a day alone that still is round gets a note', () => {
    const day = days('2026-02-03', '2026-02-03');
    const read = new Fetching([limited(600, 500)]).fetch(day).reports?.[0];
    expect(read && rowNotes(read)).toEqual(['500 records came for 3 Feb 2026: there may be more']);
  });
});

/* How often each failure is met, and for how long nobody asks again: test/integration/outcomes.test.ts. */

describe('after a failure', () => {
  test('rows up to six hours old are shown with it; after a refusal of access none are', () => {
    const fetching = new Fetching([dailyReport]);
    fetching.cell();
    fetching.clock.advance(1000);
    fetching.transport.next(answer(503));
    expect(fetching.cell()).toMatchObject({ zone: null, stale: { code: 'unreachable' } });
    fetching.clock.advance(61);
    fetching.transport.next(answer(404));
    expect(failureOf(() => fetching.cell()).code).toBe('not_available');
    fetching.clock.advance(6 * 3600);
    fetching.transport.next(answer(503));
    expect(failureOf(() => fetching.cell()).code).toBe('unreachable');
  });

  test.each([429, 503])(
    'what came of a batch is kept, and a run that may waits for the rest (%i)',
    (status) => {
      const fetching = new Fetching([
        dailyReport,
        dailyReport,
        answer(status, '', { 'retry-after': '20' }),
        dailyReport,
      ]);
      const range = days('2025-12-01', '2026-02-28');
      expect(fetching.fetch(range).why).toBeUndefined();
      expect(fetching.transport.batches).toEqual([3, 1]);
      expect(fetching.clock.pauses).toEqual([20_000]);
    },
  );

  test('a run gives up after three attempts in a row that bring no day, not after three that bring some', () => {
    const limited = answer(429, '', { 'retry-after': '20' });
    const [some, year] = [[dailyReport, dailyReport, limited], days('2025-01-01', '2025-12-31')];
    const helpful = new Fetching([...some, ...some, ...some, ...some, dailyReport]);
    expect(helpful.fetch(year).why).toBeUndefined();
    expect(helpful.clock.pauses.length).toBeGreaterThan(2);
    const vain = new Fetching([dailyReport, limited]);
    expect(vain.fetch(year).why?.code).toBe('rate_limited');
    expect(vain.clock.pauses).toHaveLength(2);
  });

  test('a claim of another is waited for, and taken over when its time is up', () => {
    const fetching = new Fetching([dailyReport]);
    fetching.put('claim', fetching.clock.now() + 3000);
    expect(fetching.cell().rows).toHaveLength(7);
    fetching.clock.advance(1000);
    fetching.put('claim', fetching.clock.now() + 60_000);
    expect(fetching.cell().stale?.code).toBe('busy');
    expect(fetching.asked).toHaveLength(1);
  });

  test('entries that are damaged are as good as missing', () => {
    const fetching = new Fetching([dailyReport]);
    for (const value of [
      '',
      '{',
      'null',
      '[]',
      'x',
      '{"token":{"value":1,"expiresAt":"x"}}',
      '1:zz',
      '99:',
    ]) {
      for (const key of Object.values(fetching.keys)) fetching.cache.entries.set(key, value);
      expect(fetching.cell().rows).toHaveLength(7);
    }
  });
});

/* How often a token is replaced: test/integration/outcomes.test.ts. */

describe('a token that is refused', () => {
  test('although fresh is tried again after 2 seconds: it may count only a moment later', () => {
    const fetching = new Fetching([]);
    const issuedAt = fetching.clock.now();
    fetching.transport.next((request) =>
      fetching.clock.now() < issuedAt + 700 ? answer(401) : dailyReport(request),
    );
    expect(fetching.cell().rows).toHaveLength(7);
    expect([fetching.transport.tokenRequests.length, fetching.clock.pauses]).toEqual([1, [2000]]);
  });

  test('and was replaced by a second client is asked for anew after 5 more', () => {
    const fetching = new Fetching([]);
    fetching.transport.next((request) =>
      request.headers.Authorization === 'Bearer token-1' ? answer(401) : dailyReport(request),
    );
    expect(fetching.cell().rows).toHaveLength(7);
    expect([fetching.transport.tokenRequests.length, fetching.clock.pauses]).toEqual([2, [2000, 5000]]);
  });
});

test('a formula whose time is up before all its months came says that it goes on from there', () => {
  const fetching = new Fetching([dailyReport], 9);
  const range = days('2025-06-01', '2026-01-31');
  expect(failureOf(() => fetching.cell(range)).message).toBe(
    'Try again to go on from here: the service needs more time for so many days.',
  );
  expect(fetching.cell(range).rows).toHaveLength(dayCount(range));
});

describe('a refresh', () => {
  test('uses no row of before it began; a run that goes on uses those since then', () => {
    const fetching = new Fetching([dailyReport]);
    const since = fetching.clock.now();
    fetching.cell(FEBRUARY);
    fetching.clock.advance(1);
    fetching.fetch(FEBRUARY);
    expect(fetching.asked).toHaveLength(2);
    fetching.fetch(FEBRUARY, 'trigger', { since });
    expect(fetching.asked).toHaveLength(2);
  });

  test('without time left asks nobody, and keeps nobody from asking', () => {
    const fetching = new Fetching([dailyReport]);
    const late = fetching.reading('sidebar').fetchingFor();
    fetching.clock.advance(60);
    const about = { kind: SHIFT_FULFILMENT_REPORT, connection: CONNECTION, zone: () => null };
    expect(fetchDays(late, { ...about, ranges: [RANGE] })).toMatchObject({
      missing: [RANGE],
      why: undefined,
    });
    expect(fetching.cache.entries.size).toBe(0);
  });

  test('that has no more time says so, and leaves what came to the next run', () => {
    const fetching = new Fetching([dailyReport], 8);
    const range = { from: serialOf('2021-01-01'), to: serialOf('2025-12-31') };
    const since = fetching.clock.now();
    const first = fetching.fetch(range, 'sidebar');
    expect([first.why, first.reports]).toEqual([undefined, undefined]);
    const left = [first.missing.length];
    for (let run = 0; run < 5; run += 1)
      left.push(fetching.fetch(range, 'sidebar', { since }).missing.length);
    expect(left[left.length - 1]).toBe(0);
  });
});
