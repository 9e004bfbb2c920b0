import { describe, expect, test } from '@jest/globals';
import { dailyReport, days } from '../../../support/daily-report';
import { Fetching, failureOf } from '../../../support/fetching';
import { CONNECTION, RECORD, reportAnswer } from '../../../support/sample-report';
import { answer } from '../../../support/stub-transport';

/* Days of a report that are kept as part of another range: found there, or a miss. */

const MARCH = days('2026-03-01', '2026-03-31');
const WEEK = days('2026-03-09', '2026-03-15');
const YEAR = days('2025-03-01', '2026-02-28');

/** A spreadsheet in which one cell has read some ranges. */
function having(...ranges: readonly (typeof MARCH)[]): Fetching {
  const fetching = new Fetching([dailyReport]);
  for (const range of ranges) fetching.cell(range);
  return fetching;
}

/** How many reports and cache reads one more cell takes, and the days that it shows. */
function costOf(fetching: Fetching, range: typeof MARCH) {
  const before = [fetching.transport.reportRequests.length, fetching.cache.calls.getAll];
  const shown = fetching.cell(range).rows.map(([day]) => day);
  const [requests = 0, reads = 0] = before;
  return {
    requests: fetching.transport.reportRequests.length - requests,
    reads: fetching.cache.calls.getAll - reads,
    days: shown.length === 0 ? [] : [shown[0], shown[shown.length - 1], shown.length],
  };
}

describe('days inside a kept range', () => {
  test('are cut from it: no request, one cache read more', () => {
    expect(costOf(having(MARCH), WEEK)).toEqual({ requests: 0, reads: 2, days: [WEEK.from, WEEK.to, 7] });
  });

  test('are cut from it for any number of formulas', () => {
    const fetching = having(MARCH);
    let requests = 0;
    for (let cell = 0; cell < 200; cell += 1) {
      const from = MARCH.from + (cell % 25);
      requests += costOf(fetching, { from, to: from + (cell % 6) }).requests;
    }
    expect(requests).toBe(0);
  });

  test('are cut from several that follow each other or overlap', () => {
    const fetching = having(days('2026-02-20', '2026-03-10'), days('2026-03-08', '2026-03-20'));
    const range = days('2026-03-01', '2026-03-18');
    expect(costOf(fetching, range)).toEqual({ requests: 0, reads: 2, days: [range.from, range.to, 18] });
  });

  test('are cut from the months of a long range', () => {
    const fetching = having(days('2026-01-10', '2026-03-20'));
    const range = days('2026-01-25', '2026-02-08');
    expect(costOf(fetching, range)).toEqual({ requests: 0, reads: 2, days: [range.from, range.to, 15] });
  });

  test('are asked for where one of them is not kept', () => {
    expect(costOf(having(MARCH), days('2026-03-09', '2026-04-01')).requests).toBe(1);
  });

  test('are asked for once they are 15 minutes old', () => {
    const fetching = having(MARCH);
    fetching.clock.advance(900);
    expect(costOf(fetching, WEEK).requests).toBe(1);
  });

  test('are never another connection’s', () => {
    const fetching = having(MARCH);
    const other = { ...CONNECTION, fingerprint: 'fingerprint-2' };
    fetching.transport.next(answer(403));
    expect(failureOf(() => fetching.cell(WEEK, other)).code).toBe('wrong_employer');
    expect(fetching.cell(WEEK).rows).toHaveLength(7);
  });

  test('are never another report’s', () => {
    const fetching = having(MARCH);
    const kind = { ...fetching.kind, name: 'another' };
    fetching.execution().readSeveral(kind, CONNECTION, [WEEK], () => 'Europe/London');
    expect(fetching.transport.reportRequests).toHaveLength(2);
  });

  test('are not shown while access is refused', () => {
    const fetching = having(MARCH);
    fetching.transport.next(answer(403));
    failureOf(() => fetching.refresh());
    expect(failureOf(() => fetching.cell(WEEK)).code).toBe('wrong_employer');
  });
});

describe('what a refresh has fetched', () => {
  test('is shown by a cell for the same days, with one cache read, whatever their number', () => {
    const fetching = new Fetching([dailyReport]);
    fetching.refresh('trigger', YEAR);
    expect(costOf(fetching, YEAR)).toEqual({ requests: 0, reads: 1, days: [YEAR.from, YEAR.to, 365] });
  });

  test('is shown by cells for days inside it', () => {
    const fetching = new Fetching([dailyReport]);
    fetching.refresh('trigger', YEAR);
    expect(costOf(fetching, days('2025-07-01', '2025-11-15')).requests).toBe(0);
    expect(costOf(fetching, days('2025-12-24', '2025-12-26')).requests).toBe(0);
  });

  test('is shown instead of older rows under the days’ own name', () => {
    const fetching = having(WEEK);
    fetching.clock.advance(60);
    fetching.transport.next((request) => dailyReport(request, '2026-03-10T12:00:30Z'));
    fetching.refresh('trigger', MARCH);
    expect(fetching.cell(WEEK).generatedAt).toBe('2026-03-10T12:00:30Z');
    expect(fetching.transport.reportRequests).toHaveLength(2);
  });

  test('is not shown instead of newer ones', () => {
    const fetching = new Fetching([dailyReport]);
    fetching.refresh('trigger', MARCH);
    fetching.clock.advance(900);
    fetching.transport.next((request) => dailyReport(request, '2026-03-10T12:14:59Z'));
    fetching.cell(WEEK);
    expect(costOf(fetching, WEEK)).toMatchObject({ requests: 0, reads: 1 });
    expect(fetching.cell(WEEK).generatedAt).toBe('2026-03-10T12:14:59Z');
  });
});

describe('days that were fetched again as part of other days', () => {
  const TWO_WEEKS = days('2026-03-02', '2026-03-15');
  const [AT_NOON, LATER] = ['2026-03-10T11:59:58Z', '2026-03-10T12:04:58Z'];

  /** Rows of `range` at noon; five minutes later the service has the second week otherwise, and it is refreshed. */
  function refreshedAfter(range: typeof MARCH): Fetching {
    const fetching = having(range);
    fetching.clock.advance(300);
    fetching.transport.next((request) => dailyReport(request, LATER, { SHIFTS_POSTED: 77 }));
    fetching.refresh('trigger', WEEK);
    return fetching;
  }

  /** How many rows of each week show the newer figure. */
  const newerOf = ({ rows }: ReturnType<Fetching['cell']>) => [
    rows.filter(([day, , , , posted]) => Number(day) < WEEK.from && posted === 77).length,
    rows.filter(([day, , , , posted]) => Number(day) >= WEEK.from && posted === 77).length,
  ];

  test('are shown as they are now inside a longer range: one cache read more, no request', () => {
    const fetching = refreshedAfter(TWO_WEEKS);
    expect(costOf(fetching, TWO_WEEKS)).toEqual({
      requests: 0,
      reads: 2,
      days: [TWO_WEEKS.from, TWO_WEEKS.to, 14],
    });
    expect(newerOf(fetching.cell(TWO_WEEKS))).toEqual([0, 7]);
  });

  test('are shown so in a part that reaches from older days into newer ones', () => {
    const fetching = refreshedAfter(TWO_WEEKS);
    const thirteen = { from: TWO_WEEKS.from, to: TWO_WEEKS.to - 1 };
    expect(costOf(fetching, thirteen)).toEqual({
      requests: 0,
      reads: 2,
      days: [thirteen.from, thirteen.to, 13],
    });
    expect(newerOf(fetching.cell(thirteen))).toEqual([0, 6]);
  });

  test('are shown so in the middle of a month, and in months of a long range', () => {
    const month = refreshedAfter(MARCH);
    expect(costOf(month, MARCH)).toEqual({ requests: 0, reads: 2, days: [MARCH.from, MARCH.to, 31] });
    expect(newerOf(month.cell(MARCH))).toEqual([0, 7]);
    const long = days('2026-01-15', '2026-03-20');
    expect(newerOf(refreshedAfter(long).cell(long))).toEqual([0, 7]);
  });

  test('leave the whole as old as its oldest part in use', () => {
    const fetching = refreshedAfter(TWO_WEEKS);
    expect(fetching.cell(TWO_WEEKS).generatedAt).toBe(AT_NOON);
    expect(fetching.cell(days('2026-03-10', '2026-03-12')).generatedAt).toBe(LATER);
  });

  test('leave the whole to be asked for once the oldest part is 15 minutes old', () => {
    const fetching = refreshedAfter(TWO_WEEKS);
    fetching.clock.advance(600);
    expect(costOf(fetching, TWO_WEEKS)).toMatchObject({
      requests: 1,
      days: [TWO_WEEKS.from, TWO_WEEKS.to, 14],
    });
    expect(costOf(fetching, TWO_WEEKS)).toMatchObject({ requests: 0, reads: 1 });
  });

  test('are shown as they were where the newer rows are gone', () => {
    const fetching = refreshedAfter(TWO_WEEKS);
    fetching.cache.entries.delete(fetching.requestKeys(WEEK).report);
    expect(costOf(fetching, TWO_WEEKS)).toEqual({
      requests: 0,
      reads: 2,
      days: [TWO_WEEKS.from, TWO_WEEKS.to, 14],
    });
    expect(newerOf(fetching.cell(TWO_WEEKS))).toEqual([0, 0]);
  });

  test('stand in as they are now when the service is down', () => {
    const fetching = refreshedAfter(TWO_WEEKS);
    fetching.clock.advance(3600);
    fetching.transport.next(undefined);
    const shown = fetching.cell(TWO_WEEKS);
    expect([newerOf(shown), shown.stale?.code]).toEqual([[0, 7], 'unreachable']);
  });

  test('are looked for once where a request is needed all the same', () => {
    const fetching = refreshedAfter(TWO_WEEKS);
    fetching.clock.advance(900);
    // One look, one read of the week, one look under the lock.
    expect(costOf(fetching, TWO_WEEKS)).toMatchObject({ requests: 1, reads: 3 });
  });
});

describe('a list of ranges that does not match what is kept', () => {
  test('costs a request where rows are gone, and its entry is read once', () => {
    const fetching = having(MARCH);
    for (const key of fetching.cache.entries.keys()) {
      if (key.startsWith('report.')) fetching.cache.entries.delete(key);
    }
    expect(costOf(fetching, WEEK)).toEqual({ requests: 1, reads: 3, days: [WEEK.from, WEEK.to, 7] });
  });

  test('costs a request where it is gone', () => {
    const fetching = having(MARCH);
    fetching.cache.entries.delete(fetching.keys.ranges);
    expect(costOf(fetching, WEEK)).toEqual({ requests: 1, reads: 2, days: [WEEK.from, WEEK.to, 7] });
  });

  test('costs a request where it names a time to come', () => {
    const fetching = having(MARCH);
    fetching.clock.advance(-3600);
    expect(costOf(fetching, WEEK).requests).toBe(1);
  });

  test('never shows rows that a part is missing of', () => {
    const fetching = having(MARCH);
    for (const [key, value] of fetching.cache.entries) {
      if (/^report\..*\.1$/.test(key)) fetching.cache.entries.set(key, value.slice(0, -5));
    }
    expect(costOf(fetching, WEEK)).toMatchObject({ requests: 1, days: [WEEK.from, WEEK.to, 7] });
  });

  test('does not name a report that is too large to keep', () => {
    const shifts = Array.from({ length: 3000 }, (_, index) => ({ ...RECORD, SHIFT_ID: index * index }));
    const fetching = new Fetching([reportAnswer(shifts)]);
    // 21 parts: one more than is kept.
    Object.assign(fetching.services, {
      packer: { pack: () => 'x'.repeat(2_000_001), unpack: () => undefined },
    });
    expect(fetching.cell().rows).toHaveLength(3000);
    expect(fetching.cache.entries.get(fetching.keys.ranges)).toBeUndefined();
  });
});
