import { describe, expect, test } from '@jest/globals';
import { describeRange } from '../../../../src/calendar/calendar-date';
import type { HttpRequest } from '../../../../src/employer-api/ports';
import { askedDays, dailyReport, days } from '../../../support/daily-report';
import { Fetching, failureOf } from '../../../support/fetching';
import { CONNECTION } from '../../../support/sample-report';
import { answer, type StubAnswer } from '../../../support/stub-transport';

const THREE_MONTHS = days('2026-01-10', '2026-03-05');
const FIVE_MONTHS = days('2025-11-15', '2026-03-05');
const SEVEN_MONTHS = days('2025-09-15', '2026-03-05');

/** A service that answers every month but `month`, which meets these answers one after the other, the last for ever. */
function serviceWith(month: string, ...answers: readonly (StubAnswer | 'report')[]) {
  let count = 0;
  return (request: HttpRequest): StubAnswer => {
    if (!request.url.includes(`from_date=${month}`)) return dailyReport(request);
    const given = answers[Math.min(count, answers.length - 1)];
    count += 1;
    return given === 'report' ? dailyReport(request) : given;
  };
}

const asked = ({ transport }: Fetching) =>
  transport.reportRequests.map((one) => describeRange(askedDays(one)));

describe('more than 31 days', () => {
  test('are asked for by whole months in one call, and cut to the days asked for', () => {
    const fetching = new Fetching([dailyReport]);
    const { rows, range } = fetching.cell(THREE_MONTHS);
    expect(asked(fetching)).toEqual([
      '2026-01-01 to 2026-01-31',
      '2026-02-01 to 2026-02-28',
      '2026-03-01 to 2026-03-31',
    ]);
    expect([fetching.transport.batches, fetching.transport.tokenRequests.length]).toEqual([[3], 1]);
    expect([range, rows.length, rows[0]?.[0], rows[rows.length - 1]?.[0]]).toEqual([
      THREE_MONTHS,
      55,
      THREE_MONTHS.from,
      THREE_MONTHS.to,
    ]);
  });

  test('cost as many cache calls cold as a day does', () => {
    const fetching = new Fetching([dailyReport]);
    fetching.cell(FIVE_MONTHS);
    expect([fetching.cache.calls, fetching.lock.waits]).toEqual([{ getAll: 2, putAll: 2, remove: 0 }, [0]]);
  });

  test('cost one cache read warm', () => {
    const fetching = new Fetching([dailyReport]);
    fetching.cell(FIVE_MONTHS);
    const { getAll, putAll } = fetching.cache.calls;
    expect(fetching.cell(FIVE_MONTHS).rows).toHaveLength(111);
    expect([fetching.cache.calls.getAll - getAll, fetching.cache.calls.putAll - putAll]).toEqual([1, 0]);
    expect(fetching.transport.batches).toEqual([5]);
  });

  test('are asked for five at a time', () => {
    const fetching = new Fetching([dailyReport]);
    expect(fetching.cell(SEVEN_MONTHS).rows).toHaveLength(172);
    expect([fetching.transport.batches, fetching.cache.calls.putAll]).toEqual([[5, 2], 3]);
  });

  test('have a correlation ID for each request', () => {
    const fetching = new Fetching([dailyReport]);
    fetching.cell(THREE_MONTHS);
    const ids = fetching.transport.reportRequests.map(({ headers }) => headers['X-Correlation-ID']);
    expect(new Set(ids).size).toBe(3);
  });

  test('share the months that another range asked for', () => {
    const fetching = new Fetching([dailyReport]);
    fetching.cell(THREE_MONTHS);
    fetching.cell(days('2025-12-31', '2026-02-28'));
    expect(asked(fetching).slice(3)).toEqual(['2025-12-01 to 2025-12-31']);
  });

  test('that need more than 20 requests are refused before anything is called', () => {
    const fetching = new Fetching([dailyReport]);
    expect(failureOf(() => fetching.cell(days('2024-05-31', '2026-03-01')))).toEqual({
      code: 'too_many_requests',
      message: 'These dates need 23 requests, too many for a formula. Make a saved report in the sidebar.',
    });
    expect([fetching.cache.calls.getAll, fetching.transport.tokenRequests.length]).toEqual([0, 0]);
  });

  test('are there without any cache', () => {
    const fetching = new Fetching([dailyReport]);
    fetching.cache.getAll = () => ({});
    expect(fetching.cell(SEVEN_MONTHS).rows).toHaveLength(172);
    expect(fetching.transport.batches).toEqual([5, 2]);
  });
});

describe('months that others ask for', () => {
  const START = Date.parse('2026-03-10T12:00:00Z');
  const february = (fetching: Fetching) => fetching.requestKeys(days('2026-02-01', '2026-02-28'));

  test('are left to them, and waited for', () => {
    const fetching = new Fetching([dailyReport]);
    fetching.cell(days('2026-02-01', '2026-02-28'));
    const keys = february(fetching);
    const rows = [...fetching.cache.entries].filter(([key]) => key.startsWith(keys.report));
    for (const [key] of rows) fetching.cache.entries.delete(key);
    fetching.cache.entries.delete(fetching.keys.ranges);
    const claim = { by: 'another', until: START + 17_000 };
    fetching.cache.entries.set(keys.request, JSON.stringify({ claim }));
    fetching.clock.duringSleep = () => {
      for (const [key, value] of rows) fetching.cache.entries.set(key, value);
    };
    expect(fetching.cell(THREE_MONTHS).rows).toHaveLength(55);
    expect(asked(fetching).slice(1)).toEqual(['2026-01-01 to 2026-01-31', '2026-03-01 to 2026-03-31']);
    expect([fetching.clock.pauses, fetching.transport.batches]).toEqual([[250], [1, 2]]);
  });

  test('end the wait with the failure that the others met', () => {
    const fetching = new Fetching([dailyReport]);
    const keys = february(fetching);
    fetching.cache.entries.set(
      keys.request,
      JSON.stringify({ claim: { by: 'another', until: START + 17_000 } }),
    );
    fetching.clock.duringSleep = () => {
      const mark = { code: 'request_refused', until: START + 600_000, seconds: 600, status: 422 };
      fetching.cache.entries.set(keys.request, JSON.stringify({ mark }));
    };
    expect(failureOf(() => fetching.cell(THREE_MONTHS)).code).toBe('request_refused');
    expect([fetching.clock.pauses.length, fetching.transport.batches]).toEqual([1, [2]]);
  });

  test('are taken over when their claim is over', () => {
    const fetching = new Fetching([dailyReport]);
    const claim = { by: 'killed', until: START + 1000 };
    fetching.cache.entries.set(february(fetching).request, JSON.stringify({ claim }));
    expect(fetching.cell(THREE_MONTHS).rows).toHaveLength(55);
    expect(fetching.transport.batches).toEqual([2, 1]);
  });

  test('as one range, in a refresh, are waited for too', () => {
    const fetching = new Fetching([dailyReport]);
    const whole = fetching.requestKeys(THREE_MONTHS);
    const claim = { by: 'refresh', until: START + 60_000 };
    fetching.cache.entries.set(whole.request, JSON.stringify({ claim }));
    expect(failureOf(() => fetching.cell(THREE_MONTHS)).code).toBe('busy');
    expect(fetching.transport.batches).toEqual([]);
  });

  test('are claimed for as long as all batches can take, and never beyond the time of a cell', () => {
    const fetching = new Fetching([dailyReport]);
    const claims: unknown[] = [];
    fetching.transport.whileReporting = () => {
      claims.push(JSON.parse(fetching.cache.entries.get(february(fetching).request) ?? ''));
    };
    fetching.cell(SEVEN_MONTHS);
    expect(claims[0]).toEqual({ claim: { by: 'id-1', until: START + 27_000 } });
  });
});

describe('a month that fails', () => {
  test('keeps what came of the others: only it is asked for again, in halves', () => {
    const fetching = new Fetching([serviceWith('2026-02', answer(504))]);
    expect(failureOf(() => fetching.cell(THREE_MONTHS)).code).toBe('upstream_timeout');
    fetching.clock.advance(60);
    fetching.transport.next(dailyReport);
    expect(fetching.cell(THREE_MONTHS).rows).toHaveLength(55);
    expect(fetching.transport.batches).toEqual([3, 1, 2]);
  });

  test('is remembered by itself: the service is up', () => {
    const fetching = new Fetching([serviceWith('2026-02', answer(504))]);
    failureOf(() => fetching.cell(THREE_MONTHS));
    const { length } = fetching.transport.reportRequests;
    expect(failureOf(() => fetching.cell(THREE_MONTHS)).code).toBe('upstream_timeout');
    expect(fetching.cell(days('2026-03-03', '2026-03-04')).rows).toHaveLength(2);
    expect([fetching.transport.reportRequests.length - length, fetching.entry('origin')]).toEqual([0, {}]);
  });

  test('with 429 sets a cool-down for everyone', () => {
    const limited = answer(429, '', { 'retry-after': '60' });
    const fetching = new Fetching([serviceWith('2026-02', limited)]);
    expect(failureOf(() => fetching.cell(THREE_MONTHS)).code).toBe('rate_limited');
    expect(failureOf(() => fetching.cell(days('2025-01-01', '2025-01-02'))).code).toBe('rate_limited');
    expect(fetching.transport.batches).toEqual([3]);
    expect(fetching.cell(days('2026-01-03', '2026-01-04')).rows).toHaveLength(2);
  });

  test('with 429 holds everyone while the one who met it pauses, then only it is asked for again', () => {
    const limited = answer(429, '', { 'retry-after': '5' });
    const fetching = new Fetching([serviceWith('2026-02', limited, 'report')]);
    const marks: unknown[] = [];
    fetching.clock.duringSleep = () => marks.push(fetching.entry('credential').mark);
    expect(fetching.cell(THREE_MONTHS).rows).toHaveLength(55);
    expect(marks).toEqual([expect.objectContaining({ code: 'rate_limited', seconds: 5 })]);
    expect([fetching.transport.batches, fetching.entry('credential').mark]).toEqual([[3, 1], undefined]);
  });

  test.each([
    [403, 'wrong_employer'],
    [404, 'not_available'],
  ])('with %i is what the whole fails with, whatever else failed', (status, code) => {
    const service = (request: HttpRequest) => {
      const { from } = askedDays(request);
      return answer(from === days('2026-02-01', '2026-02-01').from ? status : 504);
    };
    const fetching = new Fetching([service]);
    expect(failureOf(() => fetching.cell(THREE_MONTHS)).code).toBe(code);
    expect(fetching.transport.batches).toEqual([3]);
  });

  test('with 403 hides what came of the others', () => {
    const fetching = new Fetching([serviceWith('2026-02', answer(403))]);
    failureOf(() => fetching.cell(THREE_MONTHS));
    fetching.clock.advance(601);
    fetching.transport.next(undefined);
    expect(failureOf(() => fetching.cell(days('2026-03-03', '2026-03-04'))).code).toBe('unreachable');
  });

  test('keeps the batches after it from being sent, and frees their months', () => {
    const fetching = new Fetching([serviceWith('2025-09', answer(422))]);
    expect(failureOf(() => fetching.cell(SEVEN_MONTHS)).code).toBe('request_refused');
    expect(fetching.transport.batches).toEqual([5]);
    expect(fetching.cell(THREE_MONTHS).rows).toHaveLength(55);
    expect([fetching.transport.batches, fetching.clock.pauses]).toEqual([[5, 2], []]);
  });

  test('with 401 costs one fresh token', () => {
    const fetching = new Fetching([serviceWith('2026-02', answer(401), 'report')]);
    expect(fetching.cell(THREE_MONTHS).rows).toHaveLength(55);
    expect([fetching.transport.batches, fetching.transport.tokenRequests.length]).toEqual([[3, 1], 2]);
  });

  test('for want of a token keeps what came of the others', () => {
    const fetching = new Fetching([serviceWith('2026-02', answer(401))]);
    const first = fetching.transport.tokenAnswer;
    fetching.transport.tokenAnswer = (count) => (count === 1 ? first(1) : answer(503));
    expect(failureOf(() => fetching.cell(THREE_MONTHS)).code).toBe('unreachable');
    fetching.clock.advance(30);
    fetching.transport.tokenAnswer = first;
    fetching.transport.next(dailyReport);
    expect(fetching.cell(THREE_MONTHS).rows).toHaveLength(55);
    expect(fetching.transport.batches).toEqual([3, 1]);
  });
});

describe('a service that is probed', () => {
  test('is asked for one month first, and for the others once it answers', () => {
    const fetching = new Fetching([answer(504)]);
    failureOf(() => fetching.refresh('sidebar'));
    fetching.clock.advance(60);
    fetching.transport.next(dailyReport);
    const { length } = fetching.transport.batches;
    expect(fetching.cell(THREE_MONTHS).rows).toHaveLength(55);
    expect(fetching.transport.batches.slice(length)).toEqual([1, 2]);
  });

  test('that still fails is asked no more', () => {
    const fetching = new Fetching([answer(504)]);
    failureOf(() => fetching.refresh('sidebar'));
    fetching.clock.advance(60);
    const { length } = fetching.transport.batches;
    failureOf(() => fetching.cell(THREE_MONTHS));
    expect(fetching.transport.batches.slice(length)).toEqual([1]);
  });
});

test('another report is asked for whole, whatever its length', () => {
  const fetching = new Fetching([dailyReport]);
  const { dayField, idField, ...kind } = fetching.kind;
  fetching.execution().readSeveral(kind, CONNECTION, [FIVE_MONTHS], () => 'Europe/London');
  expect(asked(fetching)).toEqual(['2025-11-15 to 2026-03-05']);
});
