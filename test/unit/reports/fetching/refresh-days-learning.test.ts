import { describe, expect, test } from '@jest/globals';
import { describeRange } from '../../../../src/calendar/calendar-date';
import { askedDays, days, serial } from '../../../support/daily-report';
import { Fetching, failureOf } from '../../../support/fetching';
import { type HiddenLimits, LimitedService } from '../../../support/limited-service';
import { idsOf, RefreshingDays } from '../../../support/refreshing-days';
import { answer, type StubReport } from '../../../support/stub-transport';

const FORTNIGHT = days('2026-02-16', '2026-03-01');
const QUARTER = days('2025-12-01', '2026-02-28');

/** A refresh of a service that has so many records a day. */
function serviceOf(
  limits: HiddenLimits,
  range = FORTNIGHT,
  recordsOn: (day: number) => number = () => 6,
  wrap: (report: LimitedService['report']) => StubReport = (report) => report,
) {
  const fetching = new Fetching([]);
  const service = new LimitedService(fetching.clock, recordsOn, limits);
  fetching.transport.next(wrap(service.report));
  return { service, one: new RefreshingDays(fetching, range) };
}

const asked = ({ fetching }: RefreshingDays) =>
  fetching.transport.reportRequests.map((request) => describeRange(askedDays(request)));

describe('a window that is too long for the service', () => {
  test('is asked for in halves, with the same correlation ID, and kept under the days that came', () => {
    const { one, service } = serviceOf({ days: 8 });
    const report = one.untilComplete();
    expect(asked(one)).toEqual([
      '2026-02-16 to 2026-03-01',
      '2026-02-16 to 2026-02-22',
      '2026-02-23 to 2026-03-01',
    ]);
    expect(idsOf(report)).toEqual(service.idsOf(FORTNIGHT));
    const [whole, half] = one.fetching.transport.reportRequests.map(
      ({ headers }) => headers['X-Correlation-ID'],
    );
    expect(half).toBe(whole);
  });

  test('is asked for in halves from the start the next time', () => {
    const { one } = serviceOf({ days: 8 });
    one.untilComplete();
    one.fetching.clock.advance(60);
    one.again();
    one.untilComplete();
    expect(asked(one).slice(3)).toEqual(['2026-02-16 to 2026-02-22', '2026-02-23 to 2026-03-01']);
  });

  test('is tried as a whole again after some answers, and stays whole where that works', () => {
    const limits = { days: 8 };
    const { one } = serviceOf(limits);
    for (let refresh = 0; refresh < 6; refresh += 1) {
      one.untilComplete();
      one.fetching.clock.advance(60);
      one.again();
      if (refresh === 0) limits.days = 31;
    }
    // Three requests, then three times two, until eight halves were answered.
    expect(asked(one).slice(9)).toEqual(['2026-02-16 to 2026-03-01', '2026-02-16 to 2026-03-01']);
  });

  test.each([400, 413, 422])('may be refused with %i', (daysStatus) => {
    const { one, service } = serviceOf({ days: 8, daysStatus });
    expect(idsOf(one.untilComplete())).toEqual(service.idsOf(FORTNIGHT));
  });

  test('may break the connection', () => {
    const { one, service } = serviceOf({}, FORTNIGHT, undefined, (report) => (request) => {
      const { from, to } = askedDays(request);
      return to - from > 7 ? undefined : report(request);
    });
    expect(idsOf(one.untilComplete())).toEqual(service.idsOf(FORTNIGHT));
  });

  test('that takes longer than a cell waits is halved the next time', () => {
    const { one } = serviceOf({}, FORTNIGHT, undefined, (report) => (request) => {
      one.fetching.clock.advance(16);
      return report(request);
    });
    one.untilComplete();
    expect(asked(one)).toHaveLength(1);
    expect(one.pace).toMatchObject({ days: 0, tooLong: 14 });
  });

  test('leaves the rest of its month together with it for formulas', () => {
    const { one } = serviceOf({ days: 20 }, QUARTER);
    one.untilComplete();
    const requests = asked(one).length;
    const { getAll } = one.fetching.cache.calls;
    expect(one.fetching.cell(QUARTER).rows).toHaveLength(6 * 90);
    expect([asked(one).length, one.fetching.cache.calls.getAll - getAll]).toEqual([requests, 1]);
  });

  test('is not looked for without end: six requests at most for a fortnight that never comes', () => {
    const { one } = serviceOf({}, FORTNIGHT, undefined, () => answer(504));
    expect(failureOf(() => one.run()).code).toBe('upstream_timeout');
    expect(asked(one).length).toBeLessThanOrEqual(6);
    one.fetching.clock.advance(3600);
    failureOf(() => one.run());
    expect(one.pace.tooLong).toBeLessThanOrEqual(4);
  });
});

describe('an allowance', () => {
  test('is waited for as the service says, and kept to afterwards', () => {
    const { one, service } = serviceOf({ perMinute: 3 }, days('2025-03-01', '2026-02-28'));
    const report = one.untilComplete();
    expect(idsOf(report)).toEqual(service.idsOf(one.range));
    // Twelve months: one and two of five are answered, three refused; then three a minute, and none refused.
    expect([asked(one).length, one.fetching.transport.batches.slice(0, 3)]).toEqual([15, [1, 5, 3]]);
    expect(one.pace).toMatchObject({ requests: 3, seconds: 60, group: 3 });
  });

  test('that does not say how long to wait is found out by waiting longer and longer', () => {
    const { one, service } = serviceOf(
      { perMinute: 4, saysHowLong: false },
      days('2025-03-01', '2026-02-28'),
    );
    expect(idsOf(one.untilComplete())).toEqual(service.idsOf(one.range));
  });

  test('that is used up holds for everyone until the time is over', () => {
    const { one } = serviceOf({ perMinute: 3 }, days('2025-03-01', '2026-02-28'));
    const failures: unknown[] = [];
    const { clock } = one.fetching;
    clock.duringSleep = () => {
      clock.duringSleep = () => undefined;
      clock.advance(-1);
      failures.push(failureOf(() => one.fetching.cell(days('2024-01-01', '2024-01-02'))).code);
      clock.advance(1);
    };
    one.untilComplete();
    expect(failures).toEqual(['rate_limited']);
  });
});

describe('answers that are cut without a word', () => {
  const unlike = (day: number) => 30 + (day % 7) * 3;

  test.each([
    ['a round number', 1000],
    ['any number', 777],
  ])('at %s of records are found, and all is fetched', (_, truncatedAt) => {
    const { one, service } = serviceOf({ truncatedAt }, QUARTER, unlike);
    expect(idsOf(one.untilComplete())).toEqual(service.idsOf(QUARTER));
    expect(one.pace.truncatedAt).toBe(truncatedAt);
  });

  test('are expected the next time: no window is as long again', () => {
    const { one, service } = serviceOf({ truncatedAt: 777 }, QUARTER, unlike);
    one.untilComplete();
    const first = asked(one).length;
    one.fetching.clock.advance(60);
    one.again();
    one.untilComplete();
    expect(asked(one).length - first).toBeLessThanOrEqual(
      Math.ceil(1.5 * Math.ceil(service.idsOf(QUARTER).length / 777)),
    );
  });

  test('are expected also after one that has exactly as many, all of them', () => {
    const { one } = serviceOf({ truncatedAt: 370 }, QUARTER, () => 37);
    one.untilComplete();
    const other = new RefreshingDays(one.fetching, { from: QUARTER.from, to: QUARTER.from + 9 });
    other.keptPace = one.keptPace;
    one.fetching.clock.advance(3600);
    other.again();
    expect(other.untilComplete().rows).toHaveLength(370);
    expect([one.pace.truncatedAt, other.pace.truncatedAt]).toEqual([370, 370]);
  });

  test('are told where a single day may be cut', () => {
    const { one } = serviceOf({ truncatedAt: 100 }, FORTNIGHT, (day) =>
      day === serial('2026-02-20') ? 130 : 30,
    );
    const { rows, issues } = one.untilComplete();
    expect(rows).toHaveLength(13 * 30 + 100);
    expect(issues).toContain('2026-02-20 has 100 records, the number at which longer answers were cut');
  });

  test('are not looked for again where an answer that looked cut was whole', () => {
    const closing = (day: number) => (day > serial('2026-02-26') ? 0 : 30);
    const { one, service } = serviceOf({}, FORTNIGHT, closing);
    expect(idsOf(one.untilComplete())).toEqual(service.idsOf(FORTNIGHT));
    expect(asked(one)).toHaveLength(3);
    one.fetching.clock.advance(60);
    one.again();
    one.untilComplete();
    const { from, to } = FORTNIGHT;
    expect(asked(one)).toHaveLength(4);
    expect(one.pace.whole).toEqual([
      expect.objectContaining({ from, to, rows: 330 }),
      expect.objectContaining({ from: serial('2026-02-27'), to, rows: 0 }),
    ]);
    one.fetching.clock.advance(32 * 86_400);
    one.again();
    one.untilComplete();
    expect(asked(one)).toHaveLength(7);
  });
});
