import { describe, expect, test } from '@jest/globals';
import { describeRange } from '../../../../src/calendar/date-range';
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

  test('fail where they do not come themselves, or access is refused', () => {
    const february = (request: Parameters<typeof dailyReport>[0]) =>
      askedDays(request).to >= ENOUGH.from ? answer(422) : dailyReport(request);
    expect(failureOf(() => refreshing([february]).run()).code).toBe('request_refused');
    expect(failureOf(() => refreshing([withoutDecember(403)]).run()).code).toBe('wrong_employer');
  });
});
