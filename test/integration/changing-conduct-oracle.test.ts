import { describe, expect, test } from '@jest/globals';
import {
  type Change,
  ChangingService,
  drawPlan,
  FIRST_DAY,
  KINDS,
  type Plan,
  textOf,
} from '../conduct/changing-service';
import { Oracle, type Question, type Refreshed, type Shown } from '../conduct/oracle';
import { Trial } from '../conduct/trial';
import { LISTED_TRUTHS, UNLISTED_TRUTHS } from '../simulation/services';
import { SPEC_NAMES } from '../support/spec-fields';

/* What the oracle of the two files beside it, which play services whose conduct changes, takes for wrong and for a sign. */

/** A service of many shifts that does what it says, and changes as told from the first day on. */
function planWith(...changes: readonly Change[]): Plan {
  return {
    seed: 7,
    region: 'UK',
    zone: 'Europe/London',
    rowsPerDay: 12,
    hasClosedSundays: false,
    isHourly: false,
    mostPositions: 12,
    definitions: SPEC_NAMES.filter((name) => name.endsWith('_PERCENTAGE')).flatMap(
      (field) => LISTED_TRUTHS.find((truth) => truth.field === field) ?? [],
    ),
    format: { kind: 'rounded', decimals: 1, rounding: 'half up' },
    zeroOfZero: null,
    periods: ['last 7 days', 'last 28 days', 'last week'],
    changes,
  };
}

const FROM = { by: 'request', day: FIRST_DAY } as const;
const WEEK = { from: FIRST_DAY - 8, to: FIRST_DAY - 2 };
const QUESTION: Question = {
  kind: 'groups',
  days: WEEK,
  by: 'day',
  fields: ['SHIFTS_POSTED', 'SHIFTS_WORKED', 'SHIFTS_WORKED_PERCENTAGE', 'NO_SHOWS_PERCENTAGE'],
  weekStart: 1,
};

/** A service, its oracle, and the records that it sends for the week. */
function served(plan: Plan, now = () => FIRST_DAY * 86_400_000 + 3_600_000) {
  const service = new ChangingService(plan, now);
  const ask = ({ from, to }: typeof WEEK) => {
    const url = `http://uk.test/v1/reporting/me/reports/shift_fulfilment?from_date=${textOf(from)}&to_date=${textOf(to)}`;
    const [answer] = service.exchange([
      { url, method: 'POST', headers: [], body: null, timeoutMillis: 1000 },
    ]);
    if (answer === undefined || 'failure' in answer) throw new Error('There was no answer.');
    const { report } = JSON.parse(Buffer.from(answer.body).toString()) as {
      report: { shifts: Record<string, Shown | null>[] };
    };
    return report.shifts;
  };
  return { oracle: new Oracle(service), records: ask(WEEK), ask };
}

/** What somebody shows who adds up whatever comes, by the definitions that once held, and never says a word. */
function trustingly(records: readonly Record<string, Shown | null>[]): Shown[][] {
  const lines: Shown[][] = [['DAY', ...QUESTION.fields, 'NOTES']];
  for (let day = WEEK.from; day <= WEEK.to; day += 1) {
    const ofDay = records.filter((record) => record.SHIFT_DATE === textOf(day));
    const sum = (name: string) => ofDay.reduce((total, record) => total + Number(record[name] ?? 0), 0);
    const worked = sum('SHIFTS_POSTED') === 0 ? '' : (100 * sum('SHIFTS_WORKED')) / sum('SHIFTS_POSTED');
    const noShows = sum('SHIFTS_BOOKED') === 0 ? '' : (100 * sum('NO_SHOWS')) / sum('SHIFTS_BOOKED');
    lines.push([textOf(day), sum('SHIFTS_POSTED'), sum('SHIFTS_WORKED'), worked, noShows, '']);
  }
  return lines;
}

function tableOf(records: readonly Record<string, Shown | null>[]): Shown[][] {
  const cell = (record: Record<string, Shown | null>, name: string) => {
    const value = record[name] ?? '';
    return name === 'SHIFT_DATE' ? Date.parse(`${value}T00:00:00Z`) / 86_400_000 + 25_569 : value;
  };
  return [[...SPEC_NAMES], ...records.map((record) => SPEC_NAMES.map((name) => cell(record, name)))];
}

describe('the oracle', () => {
  const listed = LISTED_TRUTHS.find(
    ({ field, denominator }) => field === 'SHIFTS_WORKED_PERCENTAGE' && denominator === 'SHIFTS_BOOKED',
  ) as (typeof LISTED_TRUTHS)[number];
  const unlisted = UNLISTED_TRUTHS.find(
    ({ field }) => field === 'NO_SHOWS_PERCENTAGE',
  ) as (typeof UNLISTED_TRUTHS)[number];
  const lies: readonly Change[] = [
    { kind: 'definition', from: FROM, truth: listed },
    { kind: 'definition unlisted', from: FROM, truth: unlisted },
    { kind: 'exclusive last day', from: FROM },
    { kind: 'days by UTC', from: FROM, offsetHours: -8 },
    { kind: 'cap', from: FROM, size: 50, order: 'oldest first' },
    { kind: 'cap', from: FROM, size: 50, order: 'newest first' },
    { kind: 'erosion', from: FROM, share: 0.5 },
    { kind: 'empty answers', from: FROM },
    { kind: 'field 0', from: FROM, fields: ['SHIFTS_WORKED'] },
  ];

  test.each(lies)('sees through $kind where figures are shown without a word', (lie) => {
    const { oracle, records } = served(planWith(lie));
    expect(oracle.judgeResult(QUESTION, trustingly(records)).verdict).toMatch(/unsigned|silent/);
  });

  const honest: readonly (readonly Change[])[] = [
    [],
    [{ kind: 'rows restated', from: FROM, share: 0.3 }],
    [{ kind: 'rows deleted', from: FROM, share: 0.3 }],
    [{ kind: 'rows moved', from: FROM, share: 0.3 }],
    [{ kind: 'decimals', from: FROM, format: { kind: 'single precision' } }],
    [{ kind: 'IDs absent', from: FROM }],
  ];
  test.each(honest.map((changes) => [changes.map(({ kind }) => kind).join() || 'nothing', changes] as const))(
    'finds figures right where the service tells the truth: %s',
    (_, changes) => {
      const { oracle, records } = served(planWith(...changes));
      expect(oracle.judgeResult(QUESTION, trustingly(records))).toMatchObject({
        verdict: 'right',
        needless: [],
      });
    },
  );

  test('takes a note for a sign, and a range only where the truth lies in it', () => {
    const { oracle, records } = served(planWith({ kind: 'definition', from: FROM, truth: listed }));
    const noted = (note: string) =>
      trustingly(records).map((line, index) => (index === 0 ? line : [...line.slice(0, -1), note]));
    const judge = (note: string) => oracle.judgeResult(QUESTION, noted(note)).verdict;
    expect(judge('worked % is 10.0 to 100.0, by definition')).toBe('signed');
    expect(judge('worked % is 10.0 to 11.0, by definition')).toBe('unsigned');
    expect(judge('3 of 7 days')).toBe('unsigned');
    expect(judge('1,200 of 4,000 records are not over yet')).toBe('unsigned');
  });

  test('takes a last day that is left out for a sign of that day alone', () => {
    const eroded: Change = { kind: 'erosion', from: FROM, share: 0.6 };
    const { oracle, records, ask } = served(planWith({ kind: 'exclusive last day', from: FROM }, eroded));
    const longer = ask({ from: WEEK.from, to: WEEK.to + 1 });
    expect(longer.length).toBeGreaterThan(records.length);
    // Nothing tells of the rows that no answer has.
    expect(oracle.judgeResult(QUESTION, trustingly(longer)).verdict).toBe('silent');
    expect(oracle.judgeResult({ ...QUESTION, isTable: true }, trustingly(longer)).verdict).toBe('silent');
    // Its last day came, and is not shown.
    expect(oracle.judgeResult(QUESTION, trustingly(records)).verdict).toBe('unsigned');
  });

  test('takes zeros for a sign where they contradict what is published beside them', () => {
    // The one day before it differs much from the week.
    const from = { by: 'shift', day: WEEK.from + 1 } as const;
    const judge = (fields: readonly string[]) => {
      const { oracle, records } = served({
        ...planWith({ kind: 'field 0', from, fields }),
        rowsPerDay: 2,
        seed: 11,
      });
      const question = { ...QUESTION, kind: 'metric', fields: ['SHIFTS_WORKED_PERCENTAGE'] } as const;
      const sum = (name: string) => records.reduce((total, record) => total + Number(record[name]), 0);
      return oracle.judgeResult(question, [[(100 * sum('SHIFTS_WORKED')) / sum('SHIFTS_POSTED')]]).verdict;
    };
    const metrics = SPEC_NAMES.slice(4, 17);
    expect(judge(['SHIFTS_WORKED'])).toBe('unsigned');
    expect(judge(metrics.filter((name) => name !== 'SHIFTS_WORKED_PERCENTAGE'))).toBe('unsigned');
    expect(judge(metrics)).toBe('silent');
  });

  test('takes an empty last day for a sign only where there are shifts', () => {
    const eroded: Change = { kind: 'erosion', from: FROM, share: 0.8 };
    const closed = served({ ...planWith(eroded), hasClosedSundays: true });
    expect(closed.oracle.judgeResult(QUESTION, trustingly(closed.records)).verdict).toBe('silent');
    const open = served(planWith({ kind: 'exclusive last day', from: FROM }));
    expect(open.oracle.judgeResult(QUESTION, trustingly(open.records)).verdict).toBe('unsigned');
  });

  test('takes other shifts of a first day for a sign where the answers are of the same time', () => {
    let hours = 1;
    const now = () => FIRST_DAY * 86_400_000 + hours * 3_600_000;
    const byUtc: Change = { kind: 'days by UTC', from: FROM, offsetHours: 1 };
    const seeds = Array.from({ length: 50 }, (_, seed) => seed);
    const verdicts = seeds.map((seed) => {
      const plan = { ...planWith(byUtc), seed, rowsPerDay: 5 };
      const of = (later: number) => {
        hours = 1;
        const { oracle, records, ask } = served(plan, now);
        hours += later;
        ask({ from: WEEK.from - 9, to: WEEK.to + 1 });
        return oracle.judgeResult(QUESTION, trustingly(records)).verdict;
      };
      return `${of(0)}, ${of(3)}`;
    });
    // Where a shift of the day after the week came as well, the answer alone tells.
    expect(new Set(verdicts)).toEqual(new Set(['right, right', 'unsigned, silent', 'unsigned, unsigned']));
  });

  test('takes a last day that is cut off for a sign of other days too', () => {
    const cap: Change = { kind: 'cap', from: FROM, size: 65, order: 'oldest first' };
    const { oracle, records, ask } = served(planWith(cap));
    const last = ask({ from: WEEK.to, to: WEEK.to + 1 });
    const came = [...records.filter(({ SHIFT_DATE }) => SHIFT_DATE !== textOf(WEEK.to)), ...last];
    expect(oracle.judgeResult(QUESTION, trustingly(came)).verdict).toBe('unsigned');
  });

  test('takes a round number for chance where another answer holds the same days', () => {
    const eroded: Change = { kind: 'erosion', from: FROM, share: 0.6 };
    const cap: Change = { kind: 'cap', from: FROM, size: 100, order: 'newest first' };
    const { oracle, records, ask } = served(planWith(eroded, cap));
    const { length } = ask({ from: FIRST_DAY - 30, to: FIRST_DAY - 1 });
    expect([records.length < length, length]).toEqual([true, 100]);
    expect(oracle.judgeResult(QUESTION, trustingly(records)).verdict).toBe('silent');
    // These days begin before those of the other answer.
    const days = { from: WEEK.from - 1, to: WEEK.to };
    expect(oracle.judgeResult({ ...QUESTION, days }, trustingly(records)).verdict).toBe('unsigned');
  });

  const { oracle, records } = served(planWith());
  const whole = tableOf(records);
  const refreshed = (after: Shown[][], more: Partial<Refreshed> = {}): Refreshed => ({
    days: WEEK,
    keepsHistory: false,
    state: 'OK',
    message: '',
    before: whole,
    lastDay: [],
    after,
    ...more,
  });
  const without = (name: string, value: Shown) =>
    whole.map((row, index) =>
      index === 0 ? row : row.map((cell, at) => (SPEC_NAMES[at] === name ? value : cell)),
    );
  test.each<[string, Refreshed, string]>([
    ['the same', refreshed(whole), 'right'],
    ['a column of nothing', refreshed(without('SHIFTS_WORKED', '')), 'unsigned'],
    ['a column of 0', refreshed(without('HOURS_WORKED', 0)), 'unsigned'],
    ['a lost row', refreshed(whole.slice(0, -1)), 'unsigned'],
    ['a lost row that is counted', refreshed(whole.slice(0, -1), { message: '1 removed.' }), 'signed'],
    [
      'a lost row, fewer than before',
      refreshed(whole.slice(0, -1), { message: '1,999 shifts came for 2026-03-02, 2,000 before.' }),
      'signed',
    ],
    [
      'two lost rows, one fewer than before',
      refreshed(whole.slice(0, -2), { message: '19 shifts came, 20 before.' }),
      'unsigned',
    ],
    [
      'most of a few rows, which are counted',
      refreshed(whole.slice(0, 2), { before: whole.slice(0, 5), message: '3 removed.' }),
      'signed',
    ],
    [
      'most rows, which are counted',
      refreshed(whole.slice(0, 2), { before: whole.slice(0, 6), message: '4 removed.' }),
      'unsigned',
    ],
    ['a row that never came', refreshed(whole.slice(0, -1), { before: [] }), 'silent'],
    ['a row twice', refreshed([...whole, whole[1] ?? []]), 'unsigned'],
    [
      'a row of nobody',
      refreshed([...whole, (whole[1] ?? []).map((cell) => (cell === whole[1]?.[17] ? 5 : cell))]),
      'unsigned',
    ],
    ['an empty table', refreshed(whole.slice(0, 1)), 'unsigned'],
    ['a table that was held', refreshed(whole, { state: 'HELD' }), 'signed'],
    ['a held table that has changed', refreshed(whole.slice(0, 9), { state: 'HELD' }), 'unsigned'],
  ])('judges a table: %s', (_, table, verdict) => {
    expect(oracle.judgeTable(table).verdict).toBe(verdict);
  });
});

test('days that move with a change of clock show in the other reports of the same run (seed 900024)', () => {
  // The last week lacks a record of its first day that the last 28 days have; theirs lack one that no answer has.
  const outcomes = new Trial(drawPlan(900_024, 30)).run(18);
  expect(outcomes.filter(({ verdict }) => verdict === 'unsigned')).toEqual([]);
  expect(outcomes.some(({ conduct }) => conduct === 'days by UTC')).toBe(true);
});

test('answers cut at 300 records are noticed though their last day looks whole (seed 5000253)', () => {
  const outcomes = new Trial(drawPlan(5_000_253, 30)).run(22);
  expect(outcomes.filter(({ verdict }) => verdict === 'unsigned')).toEqual([]);
  expect(outcomes.some(({ conduct }) => conduct === 'cap')).toBe(true);
});

test('changes of every kind are drawn', () => {
  const drawn = new Set(
    Array.from({ length: 400 }, (_, index) =>
      drawPlan(20_260_310 + index).changes.map(({ kind }) => kind),
    ).flat(),
  );
  expect(Array.from(drawn).sort()).toEqual([...KINDS].sort());
});
