import { describe, expect, test } from '@jest/globals';
import {
  basisText,
  type FigureFacts,
  isIncomplete,
  listNotes,
  requireShown,
} from '../../../../src/answers/tables/figure-columns';
import type { Withheld } from '../../../../src/figures/definitions';
import { type FigureRequest, type Group, isOpen } from '../../../../src/figures/figures';
import { failureOf } from '../../../support/fetching';
import { figure, group, measure, TODAY, worked } from './sample-figures';

const COUNT: FigureRequest = { measure: measure('no shows'), definitions: undefined };
const TOTAL = { keys: [] };
const [OF_TODAY, OVER] = [[TODAY], [TODAY - 1]];
const APART: Withheld = { kind: 'apart', low: 71.24, high: 90.46, isBlank: false };
const OWN: Withheld = { kind: 'own', agree: 3, of: 12 };
const withheld = (why: Withheld) => figure({ value: null, low: null, high: null, why });

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
  [
    'records are not over',
    { rows: [OF_TODAY, OVER, OVER, OVER, OVER] },
    {},
    '1 of 5 records are not over yet',
  ],
  [
    'records are not over in a period that is not either: said once',
    { days: { covered: 3, of: 7 }, rows: [OF_TODAY] },
    {},
    '3 of 7 days',
  ],
  [
    'definitions that are left lie apart',
    { figures: [withheld(APART)] },
    { requests: [worked('two')] },
    'worked % is 71.2% to 90.5%: worked ÷ posted or worked ÷ booked',
  ],
  [
    'no definition is left',
    { figures: [withheld({ kind: 'none' })] },
    { requests: [worked('none')] },
    'worked % fits no known definition',
  ],
  [
    'its own rows disagree',
    { figures: [withheld(OWN)] },
    {},
    'worked % = worked ÷ booked: 3 of 12 rows agree',
  ],
  ['several definitions give the same', {}, { requests: [worked('two')] }, null],
  [
    'one record has no value',
    { figures: [figure({ skipped: 1 })] },
    {},
    '1 record without a value left out of SHIFTS_WORKED_PERCENTAGE',
  ],
  [
    'two figures leave out as many records: one note',
    { figures: [figure({ skipped: 2 }), figure({ skipped: 2 })] },
    { requests: [worked('one'), COUNT] },
    '2 records without a value left out of SHIFTS_WORKED_PERCENTAGE, NO_SHOWS',
  ],
  [
    'two figures leave out different numbers of records',
    { figures: [figure({ skipped: 2 }), figure({ skipped: 1 })] },
    { requests: [worked('one'), COUNT] },
    '2 records without a value left out of SHIFTS_WORKED_PERCENTAGE; 1 record without a value left out of NO_SHOWS',
  ],
  ['the day is not over', { days: { covered: 0, of: 1 } }, {}, 'not over yet'],
  ['incomplete periods are hidden: not in the line of a group', {}, { hidesPeriods: true }, null],
  [
    'the total counts incomplete periods that are hidden',
    TOTAL,
    { hidesPeriods: true },
    'includes incomplete periods that are hidden',
  ],
  [
    'everything at once: the period, why it is blank, what is left out',
    { days: { covered: 1, of: 31 }, figures: [{ ...withheld(OWN), skipped: 4 }] },
    {},
    '1 of 31 days; worked % = worked ÷ booked: 3 of 12 rows agree; 4 records without a value left out of SHIFTS_WORKED_PERCENTAGE',
  ],
];

describe('the notes of a group', () => {
  test.each(NOTES)('where %s', (_, changes, known, note) => {
    const facts = { requests: [worked('one')], today: TODAY, ...known };
    expect(listNotes(group(changes), facts).join('; ') || null).toBe(note);
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

test.each([
  [10, 'worked ÷ booked: 412 of 413 rows agree'],
  [9, 'worked ÷ booked: 412 of 413 rows agree; newest days may still be corrected'],
])('a basis of days until %i days ago: %s', (age, expected) => {
  const mayChange = isOpen({ rows: [[TODAY - 30], [TODAY - age]] }, TODAY);
  expect(basisText(worked('one'), figure(), mayChange)).toBe(expected);
  expect(basisText(COUNT, figure(), mayChange)).toBeNull();
});

describe('a percentage that no line shows', () => {
  const lines = (...figures: ReturnType<typeof figure>[]) => figures.map((one) => group({ figures: [one] }));

  test('is refused with what mends it', () => {
    const refuse = () => requireShown(lines(withheld(APART), figure({ value: null })), [worked('two')]);
    expect(failureOf(refuse).message).toBe(
      'Choose with "basis", "posted" or "booked": worked % is 71.2% to 90.5%.',
    );
  });

  test('is not where a line shows one, or nothing is withheld', () => {
    expect(() => requireShown(lines(withheld(APART), figure()), [worked('two')])).not.toThrow();
    expect(() => requireShown(lines(figure({ value: null })), [worked('one')])).not.toThrow();
    expect(() => requireShown([], [worked('one')])).not.toThrow();
    expect(() => requireShown(lines(figure({ value: null })), [COUNT])).not.toThrow();
  });
});
