import { describe, expect, test } from '@jest/globals';
import type { DateRange } from '../../../../src/calendar/calendar-date';
import { SHIFT_FULFILMENT_REPORT as KIND, type ReportKind } from '../../../../src/employer-api/report-kind';
import { SHIFT_FULFILMENT_FIELDS, type ShiftRow } from '../../../../src/employer-api/shift-records';
import { joinSlices as joinAll, type Slice } from '../../../../src/reports/fetching/joined-report';
import type { KeptReport } from '../../../../src/reports/fetching/report-cache';
import { ROW } from '../../../support/sample-report';

const NOON = Date.parse('2026-03-10T12:00:00Z');

/** A row of a day; null is a record without one. */
const row = (day: number | null, id: number | null): ShiftRow => [day, ...ROW.slice(1, 17), id];

function report(
  from: number,
  to: number,
  rows: readonly ShiftRow[],
  changes: Partial<KeptReport> = {},
): KeptReport {
  return {
    range: { from, to },
    fields: SHIFT_FULFILMENT_FIELDS,
    rows,
    generatedAt: '2026-03-10T11:59:00Z',
    fetchedAt: NOON,
    issueCount: 0,
    emptyCount: 0,
    issues: [],
    correlationId: 'c-1',
    zone: 'Europe/London',
    ...changes,
  };
}

const ids = ({ rows }: KeptReport) => rows.map((one) => one[17]);
const slice = (from: number, to: number, of: KeptReport) => ({ from, to, report: of });

/** Slices of one range, joined. */
function joinSlices(kind: ReportKind, range: DateRange, slices: readonly Slice[]) {
  const [joined] = joinAll(kind, [{ range, slices }]);
  if (joined === undefined) throw new Error('Nothing was joined.');
  return joined;
}

describe('one report', () => {
  const whole = report(10, 19, [row(12, 1), row(99, 2), row(null, 3), row(11, 4)]);

  test('shown whole is as the service sent it, a row without a day among it', () => {
    const good = report(10, 19, [row(12, 1), row(null, 3), row(11, 4)]);
    expect(joinSlices(KIND, { from: 10, to: 19 }, [slice(10, 19, good)])).toEqual({
      ...good,
      undated: [],
      outside: [],
      parts: [good],
    });
  });

  test('leaves out and counts rows of days that were not asked for, whole or cut', () => {
    const shown = joinSlices(KIND, { from: 10, to: 19 }, [slice(10, 19, whole)]);
    expect([ids(shown), shown.outside]).toEqual([[1, 3, 4], [row(99, 2)]]);
    const cut = joinSlices(KIND, { from: 11, to: 19 }, [slice(11, 19, whole)]);
    expect([ids(cut), cut.outside]).toEqual([[1, 4], [row(99, 2)]]);
  });

  test('cut to some days leaves out and counts rows without a day', () => {
    const { undated } = joinSlices(KIND, { from: 11, to: 12 }, [slice(11, 12, whole)]);
    expect(undated).toEqual([row(null, 3)]);
  });

  test('around newer days leaves out its rows without a day and counts them once', () => {
    const newer = report(13, 15, [row(14, 7), row(null, 8)], { fetchedAt: NOON + 1 });
    const joined = joinSlices(KIND, { from: 10, to: 19 }, [
      slice(10, 12, whole),
      slice(13, 15, newer),
      slice(16, 19, whole),
    ]);
    expect([ids(joined), joined.undated, joined.outside]).toEqual([
      [1, 4, 7, 8],
      [row(null, 3)],
      [row(99, 2)],
    ]);
    expect(joined.parts).toEqual([whole, newer]);
  });

  test('leaves out no row whose day another answer shows', () => {
    const [first, second] = [report(10, 14, [row(12, 1), row(16, 2)]), report(15, 19, [row(16, 2)])];
    const { outside } = joinSlices(KIND, { from: 10, to: 19 }, [slice(10, 14, first), slice(15, 19, second)]);
    expect(outside).toEqual([]);
  });

  test('asked for with days more shows none of these, and counts none as left out', () => {
    const wide = report(10, 19, [row(9, 1), row(12, 2), row(20, 3), row(21, 4)], {
      asked: { from: 9, to: 21 },
    });
    const joined = joinSlices(KIND, { from: 10, to: 19 }, [slice(10, 19, wide)]);
    expect([ids(joined), joined.outside]).toEqual([[2], []]);
  });

  test('that has no field for days is shown as it is', () => {
    const { dayField, idField, ...kind } = KIND;
    const joined = joinSlices(kind, { from: 10, to: 19 }, [slice(10, 19, whole)]);
    expect([ids(joined), joined.undated, joined.outside]).toEqual([[1, 2, 3, 4], [], []]);
  });

  test('cut to some days has the rows of these days alone, in the order of the service', () => {
    const cut = joinSlices(KIND, { from: 11, to: 12 }, [slice(11, 12, whole)]);
    expect([ids(cut), cut.range]).toEqual([[1, 4], { from: 11, to: 12 }]);
  });

  test('in two slices counts its issues once', () => {
    const doubtful = report(10, 19, [row(12, 1)], { issueCount: 2, emptyCount: 1, issues: ['a', 'b'] });
    const joined = joinSlices(KIND, { from: 10, to: 18 }, [slice(10, 12, doubtful), slice(13, 18, doubtful)]);
    expect([joined.issueCount, joined.emptyCount, joined.issues]).toEqual([2, 1, ['a', 'b']]);
  });
});

describe('several reports', () => {
  const older = { generatedAt: '2026-03-10T10:00:00Z', fetchedAt: NOON - 7000, correlationId: 'c-old' };
  const join = (...reports: readonly KeptReport[]) =>
    joinSlices(
      KIND,
      { from: 10, to: 29 },
      reports.map((one) => slice(one.range.from, one.range.to, one)),
    );

  test('follow each other in order of days', () => {
    expect(ids(join(report(10, 19, [row(15, 1), row(12, 2)]), report(20, 29, [row(25, 3)])))).toEqual([
      1, 2, 3,
    ]);
  });

  test('are as old as the oldest of them', () => {
    const { generatedAt, fetchedAt, correlationId } = join(report(10, 19, []), report(20, 29, [], older));
    expect({ generatedAt, fetchedAt, correlationId }).toEqual(older);
  });

  test('compare times of different offsets', () => {
    const [first, second] = ['2026-03-10T12:30:00+01:00', '2026-03-10T11:45:00Z'];
    const joined = join(
      report(10, 19, [], { generatedAt: second }),
      report(20, 29, [], { generatedAt: first }),
    );
    expect(joined.generatedAt).toBe(first);
  });

  test('do not say when they were made where one of them does not', () => {
    expect(join(report(10, 19, []), report(20, 29, [], { generatedAt: null })).generatedAt).toBeNull();
  });

  test('add up their issues and name the first 50', () => {
    const doubtful = (from: number, to: number) =>
      report(from, to, [], { issueCount: 40, emptyCount: 4, issues: new Array<string>(40).fill('doubt') });
    const { issueCount, emptyCount, issues } = join(doubtful(10, 19), doubtful(20, 29));
    expect([issueCount, emptyCount, issues.length]).toEqual([80, 8, 50]);
  });

  test('have the time zone that all of them have', () => {
    expect(join(report(10, 19, []), report(20, 29, [])).zone).toBe('Europe/London');
    expect(join(report(10, 19, []), report(20, 29, [], { zone: 'Asia/Kolkata' })).zone).toBeNull();
    expect(join(report(10, 19, []), report(20, 29, [], { zone: null })).zone).toBeNull();
  });

  test('show a record that moved where the newest of them has it', () => {
    const before = report(10, 19, [row(18, 1), row(19, 2)], older);
    const after = report(20, 29, [row(20, 2), row(21, 3)]);
    expect(ids(join(before, after))).toEqual([1, 2, 3]);
    expect(join(before, after).rows[1]?.[0]).toBe(20);
  });

  test('leave out a record that moved out of the days shown', () => {
    const before = report(10, 19, [row(18, 1), row(19, 2)], older);
    const after = report(20, 29, [row(28, 2)]);
    const joined = joinSlices(KIND, { from: 10, to: 22 }, [slice(10, 19, before), slice(20, 22, after)]);
    expect(ids(joined)).toEqual([1]);
  });

  test('that overlap lose no record of the days that the older one shows', () => {
    const before = report(10, 19, [row(12, 1), row(18, 2)], older);
    const after = report(15, 29, [row(18, 2), row(21, 3)]);
    const joined = joinSlices(KIND, { from: 10, to: 29 }, [slice(10, 19, before), slice(20, 29, after)]);
    expect(ids(joined)).toEqual([1, 2, 3]);
  });

  test('keep both where they were made at the same time, and within one answer', () => {
    expect(ids(join(report(10, 19, [row(19, 2), row(19, 2)]), report(20, 29, [row(20, 2)])))).toEqual([
      2, 2, 2,
    ]);
  });

  test('go by the time they were fetched where they do not say when they were made', () => {
    const before = report(10, 19, [row(19, 2)], { generatedAt: null, fetchedAt: NOON - 1 });
    const after = report(20, 29, [row(20, 2)], { generatedAt: null });
    expect(join(before, after).rows.map((one) => one[0])).toEqual([20]);
  });

  test('keep every record without an ID', () => {
    const before = report(10, 19, [row(19, null)], older);
    expect(ids(join(before, report(20, 29, [row(20, null)])))).toEqual([null, null]);
  });
  test('show a record that a newer one has on days that are shown from another', () => {
    // The older answer was fetched last; the other one, made later, has the record too, on a day that is not shown.
    const shown = report(10, 19, [row(12, 1)], { ...older, fetchedAt: NOON });
    const hidden = report(10, 29, [row(13, 1), row(25, 2)], { fetchedAt: NOON - 1 });
    const joined = joinSlices(KIND, { from: 10, to: 29 }, [slice(10, 19, shown), slice(20, 29, hidden)]);
    expect(ids(joined)).toEqual([1, 2]);
  });
});

describe('a record of a day that its answer was not asked for', () => {
  const later = { generatedAt: '2026-03-10T12:30:00Z', fetchedAt: NOON + 1_800_000 };
  const join = (...reports: readonly KeptReport[]) =>
    joinSlices(
      KIND,
      { from: 10, to: 29 },
      reports.map((one) => slice(one.range.from, one.range.to, one)),
    );
  const shown = (joined: ReturnType<typeof join>) => [ids(joined), joined.outside.map((one) => one[17])];

  test('is shown among those of its day where the answer for that day lacks it', () => {
    const joined = join(report(10, 19, [row(19, 1)]), report(20, 29, [row(19, 2), row(20, 3)]));
    expect(shown(joined)).toEqual([[1, 2, 3], []]);
    expect(shown(join(report(10, 19, [row(19, 1), row(20, 2)]), report(20, 29, [row(20, 3)])))).toEqual([
      [1, 2, 3],
      [],
    ]);
  });

  test('is counted where a newer answer for that day lacks it', () => {
    const joined = join(report(10, 19, [row(19, 1)], later), report(20, 29, [row(19, 2), row(20, 3)]));
    expect(shown(joined)).toEqual([[1, 3], [2]]);
  });

  test('is shown where the answer for that day is older', () => {
    const joined = join(report(10, 19, [row(19, 1)]), report(20, 29, [row(19, 2), row(20, 3)], later));
    expect(shown(joined)).toEqual([[1, 2, 3], []]);
  });

  test('is neither shown again nor counted where the answer for that day has it', () => {
    const changed = [19, 'Another venue', ...ROW.slice(2, 17), 1];
    expect(shown(join(report(10, 19, [row(19, 1)]), report(20, 29, [changed])))).toEqual([[1], []]);
  });

  test('is shown once where two answers have it', () => {
    const joined = join(
      report(10, 14, [row(20, 9), row(11, 1)]),
      report(15, 19, [row(20, 9)]),
      report(20, 29, [row(21, 2)]),
    );
    expect(shown(joined)).toEqual([[1, 9, 2], []]);
  });

  test('is not shown where a newer answer has it on a day of its own', () => {
    const joined = join(report(10, 19, [row(12, 1)], later), report(20, 29, [row(18, 1), row(20, 3)]));
    expect(shown(joined)).toEqual([[1, 3], []]);
    const moved = joinSlices(KIND, { from: 10, to: 29 }, [
      slice(10, 14, report(10, 14, [])),
      slice(15, 19, report(15, 19, [row(12, 1)])),
      slice(20, 29, report(20, 29, [row(25, 1)], later)),
    ]);
    expect(shown(moved)).toEqual([[1], []]);
    expect(moved.rows[0]?.[0]).toBe(25);
  });

  test('is shown instead of an older one of the same ID on another day', () => {
    const moved = joinSlices(KIND, { from: 10, to: 29 }, [
      slice(10, 14, report(10, 14, [])),
      slice(15, 19, report(15, 19, [row(16, 1)])),
      slice(20, 29, report(20, 29, [row(12, 1)], later)),
    ]);
    expect(moved.rows.map((one) => [one[0], one[17]])).toEqual([[12, 1]]);
  });

  test.each([
    ['without an ID', null, null],
    ['of an ID that is used again', 5, 5],
  ])('%s is shown where the answer for its day has none like it', (_, first, second) => {
    const joined = join(
      report(10, 19, [row(11, first), row(12, first)]),
      report(20, 29, [row(19, second), row(21, second)]),
    );
    expect(joined.rows.map((one) => one[0])).toEqual([11, 12, 19, 21]);
    const same = join(report(10, 19, [row(11, first), row(19, first)]), report(20, 29, [row(19, second)]));
    expect([same.rows.length, same.outside]).toEqual([2, []]);
  });

  test('is shown by the range of its day, of several', () => {
    const [before, after] = [report(10, 19, [row(19, 1)]), report(20, 29, [row(19, 2), row(20, 3)])];
    const joined = joinAll(KIND, [
      { range: before.range, slices: [slice(10, 19, before)] },
      { range: after.range, slices: [slice(20, 29, after)] },
    ]);
    expect(joined.map(ids)).toEqual([[1, 2], [3]]);
    expect(joined.flatMap(({ outside }) => outside)).toEqual([]);
  });

  test('is left out where its day is shown without the part that has it', () => {
    const after = report(20, 29, [row(19, 2), row(20, 3)]);
    const joined = joinSlices(KIND, { from: 20, to: 29 }, [slice(20, 29, after)]);
    expect(shown(joined)).toEqual([[3], [2]]);
  });
});

describe('several ranges', () => {
  const older = { generatedAt: '2026-03-10T10:00:00Z', fetchedAt: NOON - 7000, correlationId: 'c-old' };
  const [A, B] = [
    { from: 10, to: 19 },
    { from: 20, to: 29 },
  ];

  test('show a record that moved from one to another where the newest answer has it', () => {
    const before = report(10, 19, [row(18, 1), row(19, 2)], older);
    const after = report(20, 29, [row(20, 2), row(21, 3)]);
    const joined = joinAll(KIND, [
      { range: A, slices: [slice(10, 19, before)] },
      { range: B, slices: [slice(20, 29, after)] },
    ]);
    expect(joined.map(ids)).toEqual([[1], [2, 3]]);
  });

  test('are each as old as their own oldest part', () => {
    const joined = joinAll(KIND, [
      { range: A, slices: [slice(10, 19, report(10, 19, [], older))] },
      { range: B, slices: [slice(20, 29, report(20, 29, []))] },
    ]);
    expect(joined.map(({ generatedAt }) => generatedAt)).toEqual([
      '2026-03-10T10:00:00Z',
      '2026-03-10T11:59:00Z',
    ]);
  });

  test('both show the days that they share', () => {
    const both = report(10, 29, [row(12, 1), row(19, 2), row(25, 3)]);
    const joined = joinAll(KIND, [
      { range: { from: 10, to: 20 }, slices: [slice(10, 20, both)] },
      { range: { from: 19, to: 29 }, slices: [slice(19, 29, both)] },
    ]);
    expect(joined.map(ids)).toEqual([
      [1, 2],
      [2, 3],
    ]);
  });
});
