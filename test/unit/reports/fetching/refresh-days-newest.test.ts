import { describe, expect, test } from '@jest/globals';
import { describeRange } from '../../../../src/calendar/calendar-date';
import { formatPace, NEW_PACE } from '../../../../src/reports/fetching/pace';
import { askedDays, dailyReport, days } from '../../../support/daily-report';
import { Fetching, failureOf } from '../../../support/fetching';
import { idsOf, RefreshingDays } from '../../../support/refreshing-days';
import { CONNECTION } from '../../../support/sample-report';
import { answer, type StubAnswer } from '../../../support/stub-transport';

/* Days of which the last ones are enough: those that a table keeps and reads again once a month. */

const MONTHS = days('2025-01-15', '2026-03-05');
const ENOUGH = days('2026-02-23', '2026-03-05');

function refreshing(answers: ConstructorParameters<typeof Fetching>[0], seconds = 0): RefreshingDays {
  return new RefreshingDays(new Fetching(answers, seconds), MONTHS, CONNECTION, ENOUGH);
}

const asked = ({ fetching }: RefreshingDays) =>
  fetching.transport.reportRequests.map((one) => describeRange(askedDays(one)));

/** The service, except for windows with a day of December. */
const withoutDecember =
  (status: number) =>
  (request: Parameters<typeof dailyReport>[0]): StubAnswer => {
    const { from, to } = askedDays(request);
    const december = days('2025-12-01', '2025-12-31');
    return from <= december.to && to >= december.from ? answer(status) : dailyReport(request);
  };

describe('days of which the last are enough', () => {
  test('are asked for from the newest month on', () => {
    const one = refreshing([dailyReport]);
    expect(one.run().kind).toBe('complete');
    expect(asked(one).slice(0, 3)).toEqual([
      '2026-03-01 to 2026-03-31',
      '2026-02-01 to 2026-02-28',
      '2026-01-01 to 2026-01-31',
    ]);
    expect(asked(one)).toHaveLength(15);
  });

  test.each([422, 504])('come as far back as the service gives them: %i for December', (status) => {
    const result = refreshing([withoutDecember(status)]).run();
    if (result.kind !== 'unfinished' || !result.newest) throw new Error('The newest days did not come.');
    expect(result.newest.range.to).toBe(MONTHS.to);
    expect(result.newest.range.from).toBeGreaterThan(days('2025-12-01', '2025-12-01').from);
    expect(result.newest.range.from).toBeLessThanOrEqual(ENOUGH.from);
    expect(idsOf(result.newest)).toHaveLength(MONTHS.to - result.newest.range.from + 1);
    expect(result.cause?.detail.status).toBe(status);
  });

  test('come without the others where the time is up', () => {
    const result = refreshing([dailyReport], 9).run('sidebar');
    expect(result).toMatchObject({ kind: 'unfinished', newest: { range: days('2025-05-01', '2026-03-05') } });
  });

  test('are asked for again by each run, of what is kept no other day', () => {
    const one = refreshing([dailyReport], 9);
    one.run('sidebar');
    const before = asked(one).length;
    one.fetching.clock.advance(3600);

    const result = one.run();

    expect(result).toMatchObject({ kind: 'complete', report: { range: MONTHS } });
    if (result.kind !== 'complete') throw new Error('It is not complete.');
    expect(idsOf(result.report)).toHaveLength(MONTHS.to - MONTHS.from + 1);
    expect(asked(one).slice(before)).toEqual([
      '2026-03-01 to 2026-03-31',
      '2026-02-23 to 2026-02-28',
      '2025-04-01 to 2025-04-30',
      '2025-03-01 to 2025-03-31',
      '2025-02-01 to 2025-02-28',
      '2025-01-01 to 2025-01-31',
    ]);
  });

  test('come together with kept days of their month, each asked for once', () => {
    const early = days('2026-02-10', '2026-02-10').from;
    let service: typeof dailyReport | typeof earlyIsLate = earlyIsLate;
    function earlyIsLate(request: Parameters<typeof dailyReport>[0]): StubAnswer {
      return askedDays(request).from < early ? answer(504) : dailyReport(request);
    }
    const one = refreshing([(request) => service(request)]);
    one.keptPace = formatPace({ ...NEW_PACE, days: 9, tooLong: 10, growAfter: 16 });
    expect(one.run().kind).toBe('unfinished');
    const before = asked(one).length;
    one.fetching.clock.advance(3600);
    service = dailyReport;

    expect(one.run()).toMatchObject({ kind: 'complete', report: { range: MONTHS } });
    const again = asked(one).slice(before);
    expect(new Set(again).size).toBe(again.length);
  });

  test('are counted month by month where windows are shorter', () => {
    const one = refreshing([withoutDecember(504)]);
    one.keptPace = formatPace({ ...NEW_PACE, days: 9, tooLong: 10, growAfter: 16 });

    const result = one.run('sidebar');

    if (result.kind !== 'unfinished') throw new Error('December came.');
    const { days: had, ofDays, windows, ofWindows } = result.progress;
    // Four for each month, two for half of January 2025: 9 + 9 + 9 and the rest.
    expect([had < ofDays, ofWindows]).toEqual([true, windows + 46]);
  });

  test.each([
    [504, 'upstream_timeout'],
    [429, 'rate_limited'],
  ])('are no news without an answer, whatever an earlier run has fetched: %i', (status, code) => {
    const answers = [withoutDecember(504)];
    const one = refreshing([(request) => (answers[0] ?? dailyReport)(request)]);
    expect(one.run()).toMatchObject({ kind: 'unfinished', newest: { range: { to: MONTHS.to } } });
    one.fetching.clock.advance(3600);
    answers[0] = () => answer(status);

    expect(failureOf(() => one.run()).code).toBe(code);
  });

  test('fail where they do not come themselves, or access is refused', () => {
    const february = (request: Parameters<typeof dailyReport>[0]) =>
      askedDays(request).to >= ENOUGH.from ? answer(422) : dailyReport(request);
    expect(failureOf(() => refreshing([february]).run()).code).toBe('request_refused');
    expect(failureOf(() => refreshing([withoutDecember(403)]).run()).code).toBe('wrong_employer');
  });
});
