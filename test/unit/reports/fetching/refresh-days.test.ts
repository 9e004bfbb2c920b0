import { describe, expect, test } from '@jest/globals';
import { describeRange } from '../../../../src/calendar/calendar-date';
import { askedDays, dailyReport, days } from '../../../support/daily-report';
import { Fetching, failureOf } from '../../../support/fetching';
import { idsOf, RefreshingDays } from '../../../support/refreshing-days';
import { answer } from '../../../support/stub-transport';

const WEEK = days('2026-03-01', '2026-03-07');
const YEAR = days('2025-03-10', '2026-03-09');
/** Seven months, the first and the last in part. */
const MONTHS = days('2025-09-15', '2026-03-05');

function refreshing(range = WEEK, fetching = new Fetching([dailyReport])): RefreshingDays {
  return new RefreshingDays(fetching, range);
}

const asked = ({ fetching }: RefreshingDays) =>
  fetching.transport.reportRequests.map((one) => describeRange(askedDays(one)));

/** The serial numbers of a range: a daily report's SHIFT_IDs. */
const daysOf = ({ from, to }: typeof WEEK) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe('up to 31 days', () => {
  test('are asked for exactly, in one request, one look and two writes of the cache', () => {
    const one = refreshing();
    const result = one.run();
    expect(result).toMatchObject({ kind: 'complete', report: { range: WEEK } });
    expect(asked(one)).toEqual(['2026-03-01 to 2026-03-07']);
    expect(one.fetching.cache.calls).toEqual({ getAll: 1, putAll: 2, remove: 0 });
    expect([one.fetching.lock.waits.length, one.paceWrites]).toEqual([1, 0]);
  });

  test('are asked for whatever is kept from before the refresh began', () => {
    const one = refreshing();
    one.run();
    one.fetching.clock.advance(1);
    one.again();
    one.run();
    expect(asked(one)).toHaveLength(2);
  });

  test('do not wait for others who ask for them', () => {
    const one = refreshing();
    const { request } = one.fetching.requestKeys(WEEK);
    const claim = { by: 'a cell', until: one.fetching.clock.now() + 17_000 };
    one.fetching.cache.entries.set(request, JSON.stringify({ claim }));
    expect(one.run().kind).toBe('complete');
    expect(one.fetching.clock.pauses).toEqual([]);
  });

  test('are there for formulas afterwards', () => {
    const one = refreshing();
    one.run();
    expect(one.fetching.cell(WEEK).rows).toHaveLength(7);
    expect(asked(one)).toHaveLength(1);
  });
});

describe('more days', () => {
  test('are asked for by whole months, one at first and then five at a time, and cut to the days wanted', () => {
    const one = refreshing(MONTHS);
    const report = one.untilComplete();
    expect(asked(one).slice(0, 3)).toEqual([
      '2025-09-01 to 2025-09-30',
      '2025-10-01 to 2025-10-31',
      '2025-11-01 to 2025-11-30',
    ]);
    expect(one.fetching.transport.batches).toEqual([1, 5, 1]);
    expect(idsOf(report)).toEqual(daysOf(MONTHS));
  });

  test('are asked for five at a time at once where a month was answered before', () => {
    const one = refreshing(MONTHS);
    one.untilComplete();
    one.fetching.transport.batches.length = 0;
    one.fetching.clock.advance(60);
    one.again();
    one.untilComplete();
    expect([one.fetching.transport.batches, one.paceWrites]).toEqual([[5, 2], 2]);
  });

  test.each([
    ['first', 1, { days: 16, ofDays: 172, rows: 30, windows: 1, ofWindows: 7 }],
    ['second', 6, { days: 167, ofDays: 172, rows: 181, windows: 6, ofWindows: 7 }],
  ])('tell how far they are after the %s group', (_, answers, progress) => {
    let count = 0;
    const service = new Fetching([(request) => (++count > answers ? answer(503) : dailyReport(request))]);
    const result = refreshing(MONTHS, service).run();
    expect(result).toEqual({ kind: 'unfinished', progress, cause: expect.anything(), newest: undefined });
    expect(result).toMatchObject({ cause: { code: 'unreachable', detail: { status: 503 } } });
  });

  test('share their months with formulas, which then ask for nothing', () => {
    const one = refreshing(MONTHS);
    one.untilComplete();
    const { getAll } = one.fetching.cache.calls;
    expect(one.fetching.cell(MONTHS).rows).toHaveLength(172);
    expect([asked(one).length, one.fetching.cache.calls.getAll - getAll]).toEqual([7, 1]);
  });

  test('take over months that a formula asked for since the refresh began', () => {
    const one = refreshing(MONTHS);
    one.fetching.clock.advance(5);
    one.fetching.cell(days('2025-10-01', '2026-01-31'));
    one.untilComplete();
    expect([asked(one).length, new Set(asked(one)).size]).toEqual([7, 7]);
  });

  test('leave months that others ask for to them', () => {
    const one = refreshing(MONTHS);
    const { clock, cache } = one.fetching;
    const october = one.fetching.requestKeys(days('2025-10-01', '2025-10-31')).request;
    cache.entries.set(october, JSON.stringify({ claim: { by: 'a cell', until: clock.now() + 17_000 } }));
    clock.duringSleep = () => {
      clock.duringSleep = () => undefined;
      cache.entries.delete(october);
      one.fetching.cell(days('2025-10-01', '2025-10-31'));
    };
    const report = one.untilComplete();
    expect(idsOf(report)).toEqual(daysOf(MONTHS));
    expect(asked(one).filter((range) => range === '2025-10-01 to 2025-10-31')).toHaveLength(1);
  });

  test('wait for nobody where nothing that others fetch is new enough', () => {
    const one = refreshing(MONTHS);
    one.since = Number.POSITIVE_INFINITY;
    const { clock, cache } = one.fetching;
    const october = one.fetching.requestKeys(days('2025-10-01', '2025-10-31')).request;
    cache.entries.set(october, JSON.stringify({ claim: { by: 'a cell', until: clock.now() + 17_000 } }));
    expect([one.run().kind, clock.pauses]).toEqual(['complete', []]);
  });

  test('ask themselves when the others never come back', () => {
    const one = refreshing(MONTHS);
    const { clock, cache } = one.fetching;
    const october = one.fetching.requestKeys(days('2025-10-01', '2025-10-31')).request;
    cache.entries.set(october, JSON.stringify({ claim: { by: 'a cell', until: clock.now() + 17_000 } }));
    expect(idsOf(one.untilComplete())).toEqual(daysOf(MONTHS));
    expect(one.runs).toBe(1);
  });
});

describe('a run that has no time for all of it', () => {
  const slow = () => refreshing(YEAR, new Fetching([dailyReport], 9));

  test('stops before its deadline and says how far it came', () => {
    const one = slow();
    const startedAt = one.fetching.clock.now();
    expect(one.run('sidebar')).toEqual({
      kind: 'unfinished',
      progress: { days: 328, ofDays: 365, rows: 337, windows: 11, ofWindows: 13 },
    });
    expect(one.fetching.clock.now() - startedAt).toBeLessThanOrEqual(60_000);
  });

  test('is continued by the next one, which asks for the rest alone', () => {
    const one = slow();
    one.run('sidebar');
    const soFar = asked(one).length;
    const report = one.untilComplete('sidebar');
    expect([soFar, asked(one).length, one.runs]).toEqual([11, 13, 2]);
    expect(idsOf(report)).toEqual(daysOf(YEAR));
  });

  test('is continued with what the cache lost asked for again', () => {
    const one = slow();
    one.run('sidebar');
    const { cache } = one.fetching;
    const { report: november } = one.fetching.requestKeys(days('2025-11-01', '2025-11-30'));
    cache.entries.delete(`${november}.1`);
    cache.entries.delete(one.fetching.keys.ranges);
    expect(idsOf(one.untilComplete('sidebar'))).toEqual(daysOf(YEAR));
    expect(asked(one)).toHaveLength(14);
  });

  test('is begun anew when the refresh is', () => {
    const one = slow();
    one.run('sidebar');
    one.fetching.clock.advance(1);
    one.again();
    one.untilComplete();
    expect(asked(one)).toHaveLength(11 + 13);
  });
});

describe('a refresh that fails', () => {
  test.each([
    [403, 'wrong_employer', 1],
    [404, 'not_available', 1],
    [400, 'request_refused', 1],
    [503, 'unreachable', 4],
  ])('%i for a week: %s after %i requests', (status, code, requests) => {
    const one = refreshing(WEEK, new Fetching([answer(status)]));
    expect(failureOf(() => one.run()).code).toBe(code);
    expect(asked(one)).toHaveLength(requests);
  });

  test('for one day is repeated as often as the surface allows', () => {
    const day = days('2026-03-02', '2026-03-02');
    const [bySchedule, byHand] = [504, 504].map(() => refreshing(day, new Fetching([answer(504)])));
    expect(failureOf(() => bySchedule?.run('trigger')).code).toBe('upstream_timeout');
    expect(failureOf(() => byHand?.run('sidebar')).code).toBe('upstream_timeout');
    expect([bySchedule, byHand].map((one) => one && asked(one).length)).toEqual([4, 3]);
  });

  test('after some of the days came leaves the failure to the next run', () => {
    let count = 0;
    const one = refreshing(
      MONTHS,
      new Fetching([(request) => (++count > 6 ? answer(503) : dailyReport(request))]),
    );
    expect(one.run()).toMatchObject({ kind: 'unfinished', progress: { windows: 6 } });
    one.fetching.clock.advance(120);
    expect(failureOf(() => one.run()).code).toBe('unreachable');
  });

  test('for want of access is told at once, whatever came before', () => {
    let count = 0;
    const one = refreshing(
      MONTHS,
      new Fetching([(request) => (++count > 6 ? answer(403) : dailyReport(request))]),
    );
    expect(failureOf(() => one.run()).code).toBe('wrong_employer');
  });

  test('heeds a failure that is remembered, with no request', () => {
    const one = refreshing(WEEK, new Fetching([answer(403)]));
    failureOf(() => one.run());
    expect(failureOf(() => one.run()).code).toBe('wrong_employer');
    expect(asked(one)).toHaveLength(1);
  });
});
