import { describe, expect, test } from '@jest/globals';
import { type DateRange, describeRange, formatIsoDate } from '../../../../src/calendar/calendar-date';
import type { HttpRequest } from '../../../../src/employer-api/ports';
import { askedDays, dailyReport, days } from '../../../support/daily-report';
import { Fetching, failureOf } from '../../../support/fetching';
import { CONNECTION, RECORD, reportBody } from '../../../support/sample-report';
import { answer } from '../../../support/stub-transport';

/* Several ranges in one reading, as two periods that are compared. */

const BEFORE = days('2026-02-23', '2026-03-01');
const AFTER = days('2026-03-02', '2026-03-08');

const asked = ({ transport }: Fetching) =>
  transport.reportRequests.map((one) => describeRange(askedDays(one)));

/** The cache reads that some work takes. */
function readsOf(fetching: Fetching, work: () => unknown): number {
  const { getAll } = fetching.cache.calls;
  work();
  return fetching.cache.calls.getAll - getAll;
}

describe('two ranges', () => {
  test('are asked for together, and come in the order in which they were wanted', () => {
    const fetching = new Fetching([dailyReport]);
    const reports = fetching.cells(AFTER, BEFORE);
    expect(reports.map(({ range, rows }) => [range, rows.map(([day]) => day)])).toEqual([
      [AFTER, [46_083, 46_084, 46_085, 46_086, 46_087, 46_088, 46_089]],
      [BEFORE, [46_076, 46_077, 46_078, 46_079, 46_080, 46_081, 46_082]],
    ]);
    expect([fetching.transport.batches, fetching.transport.tokenRequests.length]).toEqual([[2], 1]);
  });

  test('cost as many cache calls cold as one does', () => {
    const fetching = new Fetching([dailyReport]);
    fetching.cells(BEFORE, AFTER);
    expect([fetching.cache.calls, fetching.lock.waits]).toEqual([{ getAll: 2, putAll: 2, remove: 0 }, [0]]);
  });

  test('cost one cache read warm, and two as parts of a month', () => {
    const fetching = new Fetching([dailyReport]);
    fetching.cells(BEFORE, AFTER);
    expect(readsOf(fetching, () => fetching.cells(BEFORE, AFTER))).toBe(1);
    const month = new Fetching([dailyReport]);
    month.cell(days('2026-02-23', '2026-03-20'));
    expect(readsOf(month, () => month.cells(BEFORE, AFTER))).toBe(2);
    expect(asked(month)).toEqual(['2026-02-23 to 2026-03-20']);
  });

  test('are asked for only where they are not kept', () => {
    const fetching = new Fetching([dailyReport]);
    fetching.cell(BEFORE);
    fetching.cells(BEFORE, AFTER);
    expect(asked(fetching)).toEqual(['2026-02-23 to 2026-03-01', '2026-03-02 to 2026-03-08']);
  });

  test('share the months that both need', () => {
    const fetching = new Fetching([dailyReport]);
    const [before, after] = fetching.cells(
      days('2025-12-10', '2026-01-20'),
      days('2026-01-21', '2026-02-28'),
    );
    expect([before?.rows.length, after?.rows.length]).toEqual([42, 39]);
    expect(fetching.transport.batches).toEqual([3]);
  });

  test('are cut from one request where one holds the other', () => {
    const fetching = new Fetching([dailyReport]);
    const [inner, outer] = fetching.cells(AFTER, days('2026-02-10', '2026-03-20'));
    expect([inner?.rows.length, outer?.rows.length]).toEqual([7, 39]);
    expect(asked(fetching)).toEqual(['2026-02-01 to 2026-02-28', '2026-03-01 to 2026-03-31']);
  });

  test('of a report that cannot be cut are asked for whole, also where they overlap', () => {
    const fetching = new Fetching([dailyReport]);
    const { dayField, idField, ...kind } = fetching.kind;
    const wide = days('2026-02-10', '2026-03-20');
    const read = () =>
      fetching.execution().readSeveral(kind, CONNECTION, [AFTER, wide, AFTER], () => 'Europe/London');
    expect([read(), read()].map((reports) => reports.map(({ rows }) => rows.length))).toEqual([
      [7, 39, 7],
      [7, 39, 7],
    ]);
    expect(asked(fetching)).toEqual(['2026-03-02 to 2026-03-08', '2026-02-10 to 2026-03-20']);
  });

  test('of more than 20 months together are refused before any request', () => {
    const fetching = new Fetching([dailyReport]);
    const work = () => fetching.cells(days('2023-01-01', '2025-12-31'), days('2026-01-01', '2026-01-31'));
    expect(failureOf(work)).toEqual({
      code: 'too_many_requests',
      message: 'These dates need 37 requests, too many for a formula. Make a saved report in the sidebar.',
    });
    expect([fetching.transport.tokenRequests.length, fetching.cache.calls.getAll]).toEqual([0, 0]);
  });
});

describe('a record that moved from one range to the other between two answers', () => {
  const answered = (range: DateRange, generatedAt: string, day: string) => {
    const request = {
      employer_id: 1042,
      from_date: formatIsoDate(range.from),
      to_date: formatIsoDate(range.to),
    };
    const metadata = { employer_id: 1042, generated_at: generatedAt };
    return answer(200, reportBody([{ ...RECORD, SHIFT_DATE: day, SHIFT_ID: 5 }], { request, metadata }));
  };

  test.each([
    ['the later one', '2026-03-10T11:00:00Z', '2026-03-10T11:30:00Z', [0, 1]],
    ['the earlier one', '2026-03-10T11:30:00Z', '2026-03-10T11:00:00Z', [1, 0]],
  ])('is shown in %s where that answer is newer', (_, before, after, counts) => {
    const service = (request: HttpRequest) =>
      askedDays(request).from === BEFORE.from
        ? answered(BEFORE, before, '2026-03-01')
        : answered(AFTER, after, '2026-03-02');
    const fetching = new Fetching([service]);
    const shown = () => fetching.cells(BEFORE, AFTER).map(({ rows }) => rows.length);
    expect([shown(), shown()]).toEqual([counts, counts]);
  });
});

describe('two ranges of which one fails', () => {
  const failing = (request: HttpRequest) =>
    askedDays(request).from === AFTER.from ? answer(422) : dailyReport(request);

  test('fail together, and what came is kept', () => {
    const fetching = new Fetching([failing]);
    expect(failureOf(() => fetching.cells(BEFORE, AFTER)).code).toBe('request_refused');
    expect(fetching.cell(BEFORE).rows).toHaveLength(7);
    expect(fetching.transport.batches).toEqual([2]);
  });

  test('are shown from what is kept of both, with the reason, when it passes', () => {
    const fetching = new Fetching([dailyReport]);
    fetching.cells(BEFORE, AFTER);
    fetching.clock.advance(900);
    fetching.transport.next(undefined);
    const reports = fetching.cells(BEFORE, AFTER);
    expect(reports.map(({ rows, stale, zone }) => [rows.length, stale?.code, zone])).toEqual([
      [7, 'unreachable', null],
      [7, 'unreachable', null],
    ]);
  });

  test('are not shown where one is not kept', () => {
    const fetching = new Fetching([dailyReport]);
    fetching.cell(BEFORE);
    fetching.clock.advance(900);
    fetching.transport.next(undefined);
    expect(failureOf(() => fetching.cells(BEFORE, AFTER)).code).toBe('unreachable');
  });
});
