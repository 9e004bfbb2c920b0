import { describe, expect, test } from '@jest/globals';
import {
  describeBasis,
  type FigureFacts,
  groupNotes,
  isIncomplete,
  supportOf,
} from '../../../../src/answers/tables/notes';
import type { Basis, Support } from '../../../../src/figures/basis';
import type { Figure, FigureRequest } from '../../../../src/figures/figure';
import type { Group } from '../../../../src/figures/group-figures';
import { serialOf } from '../../../support/shift-records';
import {
  facts,
  figure,
  group,
  measure,
  TODAY,
  WORKED_OF_BOOKED,
  WORKED_OF_POSTED,
  worked,
  workedOf,
} from './sample-figures';

/** A count by the words of its measure. */
const count = (words: string): FigureRequest => ({ measure: measure(words), basis: undefined });
const COUNT = count('no shows');
const HOURS_WORKED: FigureRequest = { measure: measure('hours worked %'), basis: undefined };
const CHOSEN_OF_TWO: Basis = { kind: 'chosen', survivors: [WORKED_OF_POSTED, WORKED_OF_BOOKED] };
const TOTAL = { keys: [] };

/** `worked %` of posted, which a person chose and so many rows follow. */
function chosen(agree: number, of: number, ...others: readonly Support[]): FigureRequest {
  const survivors = [{ ...WORKED_OF_POSTED, agree, of }, ...others];
  return { measure: measure('worked %'), basis: { kind: 'chosen', survivors } };
}

/** `worked %` of posted from June 2026 on, of booked before. */
const CHANGING: FigureRequest = {
  measure: measure('worked %'),
  basis: {
    kind: 'assumed',
    survivors: [WORKED_OF_POSTED, WORKED_OF_BOOKED],
    changesOn: serialOf('2026-06-01'),
  },
};

/** `worked %` of booked, as rows of a refresh settled. */
const REFRESHED: FigureRequest = {
  measure: measure('worked %'),
  basis: { kind: 'settled', survivors: [{ ...WORKED_OF_BOOKED, ofRefresh: true }] },
};

/** `worked %` of posted, assumed, with so many rows for it. */
function assumed(agree: number, of: number, ...others: readonly Support[]): FigureRequest {
  const survivors = [{ ...WORKED_OF_POSTED, agree, of }, ...others];
  return { measure: measure('worked %'), basis: { kind: 'assumed', survivors } };
}

const NOTES: readonly (readonly [
  title: string,
  group: Partial<Group>,
  facts: Partial<FigureFacts>,
  note: string | null,
])[] = [
  ['all is well', {}, {}, null],
  ['the period is not over', { days: { covered: 3, of: 7 } }, {}, '3 of 7 days'],
  ['the period is complete', { days: { covered: 7, of: 7 } }, {}, null],
  [
    'the period is not over, but shall not be marked',
    { days: { covered: 3, of: 7 } },
    { marksIncomplete: false },
    null,
  ],
  ['records are not over', { unfinished: 1, records: 5 }, {}, '1 of 5 records are not over yet'],
  [
    'records are not over in a period that is not either: said once',
    { days: { covered: 3, of: 7 }, unfinished: 1 },
    {},
    '3 of 7 days',
  ],
  [
    'the definition is not settled',
    { figures: [figure({ min: 71.24, max: 90.46 })] },
    { requests: [worked('assumed')] },
    'worked % is 71.2 to 90.5, by definition',
  ],
  [
    'the definition is not settled, but all give the same at one decimal',
    { figures: [figure({ min: 80, max: 80.049 })] },
    { requests: [worked('assumed')] },
    null,
  ],
  [
    'the definition is not settled, and what they give differs by half a decimal',
    { figures: [figure({ min: 80, max: 80.051 })] },
    { requests: [worked('assumed')] },
    'worked % is 80.0 to 80.1, by definition',
  ],
  [
    'what the definitions give looks the same at one decimal, and is not',
    { figures: [figure({ min: 91.16, max: 91.24 })] },
    { requests: [worked('assumed')] },
    'worked % is 91.16 to 91.24, by definition',
  ],
  [
    'the definition is not settled, but there is no figure',
    { figures: [figure({ value: null, min: null, max: null })] },
    { requests: [worked('assumed')] },
    null,
  ],
  [
    'the rows fit no definition',
    { figures: [figure({ value: null, min: null, max: null })] },
    { requests: [worked('contradicted')] },
    'worked % fits no known definition',
  ],
  ['the definition was chosen', {}, { requests: [workedOf('SHIFTS_POSTED')] }, null],
  [
    'one record has no value',
    { figures: [figure({ skipped: 1 })] },
    {},
    '1 record without a value left out of SHIFTS_WORKED_PERCENTAGE',
  ],
  [
    'two figures leave out as many records: one note',
    { figures: [figure({ skipped: 2 }), figure({ skipped: 2 })] },
    { requests: [worked('settled'), COUNT] },
    '2 records without a value left out of SHIFTS_WORKED_PERCENTAGE, NO_SHOWS',
  ],
  [
    'two figures leave out different numbers of records',
    { figures: [figure({ skipped: 2 }), figure({ skipped: 1 })] },
    { requests: [worked('settled'), COUNT] },
    '2 records without a value left out of SHIFTS_WORKED_PERCENTAGE; 1 record without a value left out of NO_SHOWS',
  ],
  [
    'ten records have 0 of what no shift is without',
    { figures: [figure({ value: 0, n: 10 }), figure({ value: 0, n: 10 })] },
    { requests: [count('posted'), count('true demand')] },
    'all 10 records have 0 in SHIFTS_POSTED, TRUE_DEMAND',
  ],
  [
    'thousands of records have 0',
    { figures: [figure({ value: 0, n: 4000 })] },
    { requests: [count('posted')] },
    'all 4,000 records have 0 in SHIFTS_POSTED',
  ],
  [
    'nine records have 0, which may be chance',
    { figures: [figure({ value: 0, n: 9 })] },
    { requests: [count('posted')] },
    null,
  ],
  [
    'no-shows of ten records are 0',
    { figures: [figure({ value: 0, n: 10 })] },
    { requests: [count('no shows')] },
    null,
  ],
  [
    'booked is 0 though people worked',
    { records: 50, zeroed: [{ field: 'SHIFTS_BOOKED', shownBy: 'SHIFTS_WORKED', records: 3 }] },
    {},
    '3 records have 0 in SHIFTS_BOOKED, but not in SHIFTS_WORKED',
  ],
  [
    'the same in few of the records',
    { records: 60, zeroed: [{ field: 'SHIFTS_BOOKED', shownBy: 'SHIFTS_WORKED', records: 3 }] },
    {},
    null,
  ],
  [
    'the same in two records',
    { records: 2, zeroed: [{ field: 'SHIFTS_BOOKED', shownBy: 'SHIFTS_WORKED', records: 2 }] },
    {},
    null,
  ],
  [
    'the same in a number that the figure does not rest on',
    { records: 50, zeroed: [{ field: 'SHIFTS_BOOKED', shownBy: 'SHIFTS_WORKED', records: 50 }] },
    { requests: [count('no shows')] },
    null,
  ],
  [
    'hours are 0 in all records: said once',
    {
      records: 50,
      zeroed: [{ field: 'HOURS_WORKED', shownBy: 'SHIFTS_WORKED', records: 50 }],
      figures: [figure({ value: 0, n: 50 })],
    },
    { requests: [count('hours worked')] },
    'all 50 records have 0 in HOURS_WORKED',
  ],
  ['the day is not over', { days: { covered: 0, of: 1 } }, {}, 'not over yet'],
  [
    'records came twice',
    { repeated: 2, conflicting: 1 },
    {},
    '2 records came twice and counted once; 1 record with the SHIFT_ID of another one',
  ],
  ['one record came twice', { repeated: 1 }, {}, '1 record came twice and counted once'],
  ['incomplete periods are hidden: not in the line of a group', {}, { hiddenPeriods: 2 }, null],
  [
    'the total counts incomplete periods that are hidden',
    TOTAL,
    { hiddenPeriods: 2 },
    'includes 2 incomplete periods that are hidden',
  ],
  [
    'the total counts one that is hidden',
    TOTAL,
    { hiddenPeriods: 1 },
    'includes 1 incomplete period that is hidden',
  ],
  [
    'records have a numerator and nothing that it is of',
    { figures: [figure({ over: 2 }), figure({ over: 2 })] },
    { requests: [worked('settled'), HOURS_WORKED] },
    '2 records with 0 booked counted in worked %; 2 records with 0 hours scheduled counted in hours worked %',
  ],
  [
    'a denominator was chosen that leaves two numerators: as where it is assumed',
    { figures: [figure({ min: 71.24, max: 90.46 })] },
    { requests: [{ ...worked('assumed'), basis: CHOSEN_OF_TWO }] },
    'worked % is 71.2 to 90.5, by definition',
  ],
  [
    'the definition changes within the days',
    { figures: [figure({ min: 30.8, max: 53.3 })] },
    { requests: [CHANGING] },
    'worked % is 30.8 to 53.3: its definition changes on 2026-06-01',
  ],
  ['a choice fits 90 % of the rows', {}, { requests: [chosen(18, 20)] }, null],
  [
    'a choice fits fewer',
    {},
    { requests: [chosen(17, 20)] },
    'worked % of posted, as chosen: 17 of 20 rows agree',
  ],
  [
    'a choice fits no row, whatever else it leaves open',
    { figures: [figure({ min: 71.24, max: 90.46 })] },
    { requests: [chosen(0, 28, WORKED_OF_BOOKED)] },
    'worked % of posted, as chosen: 0 of 28 rows agree; worked % is 71.2 to 90.5, by definition',
  ],
  [
    'no row agrees with a definition that is only not ruled out',
    {},
    { requests: [assumed(0, 16)] },
    'worked % of posted: 0 of 16 rows agree',
  ],
  [
    'a few rows agree with another one that is left',
    {},
    { requests: [assumed(0, 4, WORKED_OF_BOOKED)] },
    null,
  ],
  ['few rows all agree', {}, { requests: [assumed(3, 3)] }, null],
  [
    'no row can tell of the definition in use',
    {},
    { requests: [assumed(0, 0)] },
    'worked % of posted: no rows to compare',
  ],
  [
    'no row can tell, since all have 0',
    { figures: [figure({ value: 0, min: 0, max: 0 })] },
    { requests: [assumed(0, 0)] },
    null,
  ],
  [
    'by another definition there is nothing to divide by',
    { figures: [figure({ value: 0, min: 0, max: 0, mayBeBlank: true })] },
    { requests: [assumed(3, 3, WORKED_OF_BOOKED)] },
    'worked % may be blank, by definition',
  ],
  [
    'its own records publish something else',
    { figures: [figure({ against: { agree: 1, of: 12 } })] },
    {},
    'worked % of booked: 1 of 12 rows agree',
  ],
  [
    'its own records publish something else than a refresh settled',
    { figures: [figure({ against: { agree: 1, of: 12 } })] },
    { requests: [REFRESHED] },
    'worked % of booked: 1 of 12 rows agree',
  ],
  [
    'records out of nothing publish a percentage all the same',
    { figures: [figure({ over: 3, overAgainst: 2 })] },
    {},
    '2 records with 0 booked still publish worked %; 1 record with 0 booked counted in worked %',
  ],
  [
    'a figure above 100, of which some records publish 100',
    { figures: [figure({ value: 104, capped: 1 })] },
    {},
    '1 record publishes 100 but makes more in worked %',
  ],
  [
    'many records that publish 100 though they make more, whatever the figure is',
    { records: 40, figures: [figure({ value: 97, capped: 12 })] },
    {},
    '12 records publish 100 but make more in worked %',
  ],
  [
    'everything at once: the period, the definition, what is left out',
    { days: { covered: 1, of: 31 }, figures: [figure({ min: 10, max: 20, skipped: 4 })] },
    { requests: [worked('assumed')] },
    '1 of 31 days; worked % is 10.0 to 20.0, by definition; 4 records without a value left out of SHIFTS_WORKED_PERCENTAGE',
  ],
];

describe('the notes of a group', () => {
  test.each(NOTES)('where %s', (_, changes, known, note) => {
    expect(groupNotes(group(changes), facts(known), { percent: '0-100', evidence: true })).toBe(note);
  });

  test('write a range on the scale of the column', () => {
    const open = group({ figures: [figure({ min: 71.24, max: 90.46 })] });
    expect(
      groupNotes(open, facts({ requests: [worked('assumed')] }), { percent: 'fraction', evidence: false }),
    ).toBe('worked % is 0.712 to 0.905, by definition');
  });

  test('write a narrow range on the scale of the column with one digit more', () => {
    const open = group({ figures: [figure({ min: 91.16, max: 91.24 })] });
    expect(
      groupNotes(open, facts({ requests: [worked('assumed')] }), { percent: 'fraction', evidence: false }),
    ).toBe('worked % is 0.9116 to 0.9124, by definition');
  });
});

describe('a period', () => {
  test.each([
    [undefined, false],
    [{ covered: 6, of: 7 }, true],
    [{ covered: 0, of: 7 }, true],
    [{ covered: 7, of: 7 }, false],
  ])('that covers %j is incomplete: %p', (days, expected) => {
    expect(isIncomplete(group({ days }))).toBe(expected);
  });
});

const settled: Basis = { kind: 'settled', survivors: [WORKED_OF_BOOKED] };

describe('the basis in words', () => {
  test.each<[string, Basis | undefined, string | null]>([
    ['settled', settled, 'settled, of booked'],
    ['assumed: the first one', { kind: 'assumed', survivors: [WORKED_OF_POSTED] }, 'assumed, of posted'],
    ['contradicted', { kind: 'contradicted', survivors: [] }, 'contradicted'],
    ['chosen', workedOf('SHIFTS_POSTED').basis, 'chosen, of posted'],
    ['none, of a count', undefined, null],
  ])('%s', (_, basis, expected) => {
    expect(describeBasis({ measure: measure('worked %'), basis }, TODAY - 30, TODAY)).toBe(expected);
  });

  test.each([
    [11, 'settled, of booked'],
    [10, 'settled, of booked'],
    [9, 'settled, of booked, provisional'],
    [0, 'settled, of booked, provisional'],
  ])('of days until %d days ago: %s', (age, expected) => {
    expect(describeBasis(worked('settled'), TODAY - age, TODAY)).toBe(expected);
  });

  test('of a figure of our own says what it is of', () => {
    const definition = { numerator: 'HOURS_WORKED', denominator: 'HOURS_SCHEDULED' } as const;
    const basis: Basis = { kind: 'defined', survivors: [{ definition, agree: 0, of: 0 }] };
    expect(describeBasis({ measure: measure('hours worked %'), basis }, TODAY - 30, TODAY)).toBe(
      'defined, of hours scheduled',
    );
  });

  test('names the day on which the definition changes', () => {
    expect(describeBasis(CHANGING, null, TODAY)).toBe('assumed, of posted, changes on 2026-06-01');
  });

  test('says what is counted where that is not the usual', () => {
    const definition = { numerator: 'SHIFTS_BOOKED', denominator: 'TRUE_DEMAND' } as const;
    const survivors = [{ definition, agree: 30, of: 30 }];
    const inWords = (word: string) =>
      describeBasis({ measure: measure(word), basis: { kind: 'settled', survivors } }, null, TODAY);
    expect([inWords('true fulfilment %'), inWords('booked %')]).toEqual([
      'settled, booked of true demand',
      'settled, of true demand',
    ]);
  });

  test('of no figure is nothing', () => {
    expect(describeBasis(undefined, null, TODAY)).toBeNull();
  });

  test('of no days says nothing of how old they are', () => {
    expect(describeBasis(worked('settled'), null, TODAY)).toBe('settled, of booked');
  });
});

describe('records that count something out of 0, or more than all, without evidence', () => {
  const noted = (changes: Partial<Figure>, records: number) =>
    groupNotes(group({ figures: [figure(changes)], records }), facts({ requests: [worked('settled')] }), {
      percent: '0-100',
      evidence: false,
    });

  test.each<[string, Partial<Figure>, number, string | null]>([
    ['a few of many are not noted', { over: 2 }, 20, null],
    [
      'one that raises a figure above 100%',
      { value: 101.6, over: 1 },
      500,
      '1 record with 0 booked counted in worked %',
    ],
    ['more than a twentieth of all', { over: 3 }, 59, '3 records with 0 booked counted in worked %'],
    ['a twentieth of all is not noted', { over: 3 }, 60, null],
    ['a few that publish 100 are not noted', { value: 97, capped: 3 }, 60, null],
    ['more of them are', { value: 97, capped: 4 }, 60, '4 records publish 100 but make more in worked %'],
    ['a figure above 100% without them', { value: 101.6, over: 0 }, 500, null],
  ])('%s', (_, changes, records, expected) => {
    expect(noted(changes, records)).toBe(expected);
  });
});

describe('the support of a basis', () => {
  test.each<[string, Basis | undefined, string | null]>([
    ['rows that agree', settled, '412 of 413 rows agree'],
    ['no rows', workedOf('SHIFTS_POSTED').basis, null],
    ['no survivor', { kind: 'contradicted', survivors: [] }, null],
    ['no basis', undefined, null],
  ])('with %s', (_, basis, expected) => {
    expect(supportOf(basis)).toBe(expected);
  });

  test('stands before what else is to be said', () => {
    expect(supportOf(settled, ['one', 'two'])).toBe('412 of 413 rows agree; one; two');
    expect(supportOf(undefined, ['one'])).toBe('one');
  });
});
