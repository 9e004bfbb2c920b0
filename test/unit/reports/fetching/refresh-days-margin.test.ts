import { describe, expect, test } from '@jest/globals';
import { describeRange } from '../../../../src/calendar/calendar-date';
import { formatPace, NEW_PACE } from '../../../../src/reports/fetching/pace';
import { askedDays, days, serial } from '../../../support/daily-report';
import { Fetching } from '../../../support/fetching';
import { type HiddenLimits, LimitedService } from '../../../support/limited-service';
import { idsOf, RefreshingDays } from '../../../support/refreshing-days';

/*
 * A service that takes the days of a request otherwise than SHIFT_DATE says: a refresh finds it out from the answers, and
 * has every record from then on. Today is 10 March 2026.
 */

const WEEK = days('2026-03-02', '2026-03-08');
const QUARTER = days('2025-12-01', '2026-02-28');
const TEN = () => 10;
const LEFT_OUT = expect.stringContaining('left out');

function serviceOf(limits: HiddenLimits, range = WEEK, recordsOn: (day: number) => number = TEN) {
  const fetching = new Fetching([]);
  const service = new LimitedService(fetching.clock, recordsOn, limits);
  fetching.transport.next(service.report);
  return { service, one: new RefreshingDays(fetching, range) };
}

const inOrder = (ids: readonly unknown[]) => [...(ids as number[])].sort((one, other) => one - other);
const asked = ({ fetching }: RefreshingDays) =>
  fetching.transport.reportRequests.map((request) => describeRange(askedDays(request)));

const later = (one: RefreshingDays, seconds = 3600) => {
  one.fetching.clock.advance(seconds);
  one.again();
  return one.untilComplete();
};

describe('a service that leaves out the last day', () => {
  test('is found out by the halves, and asked for one day more', () => {
    const { one, service } = serviceOf({ excludesLastDay: true });
    const { rows, range, issues } = one.untilComplete();
    expect(idsOf({ ...one.untilComplete(), rows })).toEqual(service.idsOf(WEEK));
    expect([range, one.pace]).toMatchObject([WEEK, { before: 0, after: 1 }]);
    expect(issues).not.toContainEqual(LEFT_OUT);
    expect(asked(one).slice(0, 4)).toEqual([
      '2026-03-02 to 2026-03-08',
      '2026-03-02 to 2026-03-05',
      '2026-03-06 to 2026-03-08',
      '2026-03-02 to 2026-03-09',
    ]);
  });

  test('is found out by few records a day as well, and an empty day is asked for once', () => {
    const { one, service } = serviceOf({ excludesLastDay: true }, WEEK, () => 2);
    expect(idsOf(one.untilComplete())).toEqual(service.idsOf(WEEK));
    expect(one.pace).toMatchObject({ before: 0, after: 1 });

    const closed = serviceOf({}, WEEK, (day) => (day === WEEK.to ? 0 : 2)).one;
    closed.untilComplete();
    expect(asked(closed)).toHaveLength(3);
    for (let hour = 0; hour < 3; hour += 1) later(closed);
    expect([asked(closed).length, closed.pace.after]).toEqual([6, 0]);
  });

  test('costs one request from then on, and formulas share the answer', () => {
    const { one, service } = serviceOf({ excludesLastDay: true });
    one.untilComplete();
    const before = asked(one).length;
    expect(idsOf(later(one))).toEqual(service.idsOf(WEEK));
    const cell = () =>
      one.fetching
        .execution()
        .readSeveral(one.fetching.kind, one.connection, [WEEK], () => 'Europe/London', one.pace);
    expect(cell()[0]?.rows).toHaveLength(70);
    expect(asked(one).slice(before)).toEqual(['2026-03-02 to 2026-03-09']);
  });

  test('has every month whole, also where a limit cuts its answers', () => {
    const { one, service } = serviceOf({ excludesLastDay: true, truncatedAt: 250 }, QUARTER);
    expect(idsOf(one.untilComplete())).toEqual(service.idsOf(QUARTER));
    expect(one.pace).toMatchObject({ truncatedAt: 250, after: 1 });
  });

  test('is asked for the days alone again once the day more has records', () => {
    const limits = { excludesLastDay: true };
    const { one, service } = serviceOf(limits);
    one.untilComplete();
    limits.excludesLastDay = false;
    expect(idsOf(later(one))).toEqual(service.idsOf(WEEK));
    expect(one.pace).toMatchObject({ before: 0, after: 0 });
    expect(idsOf(later(one))).toEqual(service.idsOf(WEEK));
    expect(asked(one).slice(-2)).toEqual(['2026-03-02 to 2026-03-09', '2026-03-02 to 2026-03-08']);
  });

  test('may begin to do so on any day: what was kept before is not shown with it', () => {
    const limits = { excludesLastDay: false };
    const { one, service } = serviceOf(limits, QUARTER);
    one.untilComplete();
    limits.excludesLastDay = true;
    expect(idsOf(later(one))).toEqual(service.idsOf(QUARTER));
  });

  test('is found out by a formula where a newer answer lacks a day that another one has', () => {
    const month = days('2026-02-01', '2026-02-28');
    const { one, service } = serviceOf({ excludesLastDay: true }, days('2026-02-08', '2026-02-15'), (day) =>
      (day - month.from) % 7 === 0 ? 1 : 0,
    );
    const { fetching } = one;
    fetching.cell(month);
    fetching.clock.advance(60);
    one.again();
    // So few records give a refresh no reason for doubt.
    expect(idsOf(one.untilComplete())).toHaveLength(1);
    expect(idsOf(fetching.cell(month) as never)).toEqual(service.idsOf(month));
    expect(asked(one)).toEqual([
      '2026-02-01 to 2026-02-28',
      '2026-02-08 to 2026-02-15',
      '2026-02-01 to 2026-03-01',
    ]);
    fetching.cell(month);
    expect(asked(one)).toHaveLength(3);
  });

  test('has a week whole on its first day after', () => {
    const { one, service } = serviceOf({ excludesLastDay: true }, days('2026-03-03', '2026-03-09'));
    expect(idsOf(one.untilComplete())).toEqual(service.idsOf(one.range));
  });
});

describe('a service whose days begin at another hour', () => {
  test.each([
    ['later', { otherDays: { every: 5, by: 1 } }],
    ['earlier', { otherDays: { every: 5, by: -1 } }],
    ['later, and that leaves out the last day', { otherDays: { every: 5, by: 1 }, excludesLastDay: true }],
  ] as const)('%s: all records of the days are there, and nothing is said to be left out', (_, limits) => {
    for (const range of [WEEK, QUARTER]) {
      const { one, service } = serviceOf(limits, range);
      const { rows, issues, ...rest } = one.untilComplete();
      expect(inOrder(idsOf({ ...rest, rows, issues }))).toEqual(service.idsOf(range));
      expect(one.pace).toMatchObject({ before: 1, after: 2 });
      expect(issues).not.toContainEqual(LEFT_OUT);
      expect(inOrder(idsOf(later(one)))).toEqual(service.idsOf(range));
    }
  });

  test('costs no request more once that is known', () => {
    const { one } = serviceOf({ otherDays: { every: 5, by: 1 } }, QUARTER);
    one.untilComplete();
    const before = asked(one).length;
    later(one);
    expect(asked(one).slice(before)).toEqual([
      '2025-11-30 to 2026-01-02',
      '2025-12-31 to 2026-02-02',
      '2026-01-31 to 2026-03-02',
    ]);
  });

  test.each([1, -1] as const)('by %i: a formula that nobody told of it shows all records', (by) => {
    const { one, service } = serviceOf({ otherDays: { every: 5, by } }, QUARTER);
    const { rows, outside } = one.fetching.cell(QUARTER);
    expect([inOrder(idsOf({ rows } as never)), outside]).toEqual([service.idsOf(QUARTER), []]);
    const requests = asked(one).length;
    expect([requests, one.fetching.cell(QUARTER).rows.length]).toEqual([6, 900]);
    expect(asked(one)).toHaveLength(requests);
  });

  test('a formula shows what it has where more does not come, and counts the others', () => {
    const { one, service } = serviceOf({ otherDays: { every: 5, by: 1 } }, QUARTER);
    const { report } = service;
    one.fetching.transport.next(report, report, report, () => undefined);
    const { rows, outside } = one.fetching.cell(QUARTER);
    // Those of the last day's end come with a day that nobody asked for; those before the first day are counted.
    expect([rows.length, outside.length]).toEqual([898, 2]);
  });
});

test('an answer with days more that a formula has left is looked at as any other', () => {
  const limits = { otherDays: { every: 5, by: 1 }, excludesLastDay: true, truncatedAt: 250 } as const;
  const { one, service } = serviceOf(limits, WEEK, () => 49);
  one.keptPace = formatPace({ ...NEW_PACE, after: 1 });
  one.fetching
    .execution()
    .readSeveral(one.fetching.kind, one.connection, [WEEK], () => 'Europe/London', one.pace);
  expect(inOrder(idsOf(one.untilComplete()))).toEqual(service.idsOf(WEEK));
});

describe('answers that are cut', () => {
  test.each([
    [500, 514],
    [1000, 1010],
    [1000, 1028],
    [750, 765],
    [1500, 1503],
  ])('at %i of %i are found, however the last day looks', (truncatedAt, all) => {
    const [month, last] = [days('2026-02-01', '2026-02-28'), serial('2026-02-28')];
    const daily = Math.floor(all / 28);
    const { one, service } = serviceOf({ truncatedAt }, month, (day) =>
      day === last ? all - 27 * daily : daily,
    );
    expect(idsOf(one.untilComplete())).toEqual(service.idsOf(month));
  });

  test('are found where a limit is new, though longer answers were whole', () => {
    const limits: { truncatedAt?: number } = {};
    const month = days('2026-02-01', '2026-02-28');
    const { one, service } = serviceOf(limits, month, (day) => (day % 28 === 0 ? 69 : 53));
    expect(one.untilComplete().rows).toHaveLength(1500);
    expect(one.pace.whole).toHaveLength(1);
    limits.truncatedAt = 1000;
    expect(idsOf(later(one))).toEqual(service.idsOf(month));
  });

  test('with the newest days first are found', () => {
    const month = days('2026-02-01', '2026-02-28');
    const { one, service } = serviceOf({ truncatedAt: 777, newestFirst: true }, month, () => 40);
    expect(inOrder(idsOf(one.untilComplete()))).toEqual(service.idsOf(month));
  });
});

describe('an answer of a round number that is whole', () => {
  test('is asked for again once, and not each hour', () => {
    const { one } = serviceOf({}, days('2026-02-01', '2026-02-28'), (day) => (day % 28 === 0 ? 41 : 17));
    expect(one.untilComplete().rows).toHaveLength(500);
    expect(asked(one)).toHaveLength(3);
    for (let hour = 0; hour < 24; hour += 1) later(one);
    expect(asked(one)).toHaveLength(3 + 24);
  });
});
