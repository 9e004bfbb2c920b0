import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { KEY_HEADINGS } from '../../../src/contract/fields';
import { SHIFT_FULFILMENT_FIELDS, type ShiftRow } from '../../../src/employer-api/shift-records';
import {
  figureLines,
  MEANINGS,
  nameInTitle,
  shownSum,
  whyBlank,
} from '../../../src/explanations/figure-lines';
import { type Figure, type FigureRequest, groupFigures } from '../../../src/figures/figures';
import { findMeasure, MEASURES, type Measure } from '../../../src/figures/measures';
import { ROW } from '../../support/sample-report';
import { specNamesOf } from '../../support/spec-fields';

const FOUND = {
  left: [{ numerator: 'SHIFTS_WORKED', denominator: 'SHIFTS_BOOKED', agree: 412, of: 413 }],
  by: 'choice',
  scale: 100,
} as const;
const OTHER = { numerator: 'SHIFTS_WORKED', denominator: 'SHIFTS_POSTED', agree: 9, of: 9 } as const;
const TWO = { ...FOUND, left: [...FOUND.left, OTHER], by: 'rows' } as const;

/** `ROW` with other worked and booked positions; its day is 46,083. */
const row = (worked: number | null, booked: number) =>
  ROW.map((value, at) => (at === 9 ? worked : at === 5 ? booked : value));

/** What is said of a figure of all these records, asked on a day, by its labels. */
function told(word: string, rows: readonly ShiftRow[], about: Partial<FigureRequest> = {}, today = 46_200) {
  const request: FigureRequest = { measure: findMeasure(word) as Measure, definitions: undefined, ...about };
  const grouping = { keys: [], range: { from: 46_083, to: 46_083 }, today, weekStart: 1 } as const;
  const { total } = groupFigures(rows, grouping, [request]);
  const figure = total.figures[0] as Figure;
  const { lines, more } = figureLines(request, figure, total, today);
  const said = Object.fromEntries([...lines, ...more].map(({ label, value }) => [label, value]));
  return { value: figure.value, said, why: whyBlank(request, figure) };
}

describe('the figure behind a cell', () => {
  test('of a percentage: definition, evidence, rows, both sums and the interval', () => {
    // 47 of 50: an example of the interval in docs/what-the-figures-mean.md.
    const { value, said } = told('worked %', [row(20, 22), row(27, 28), row(null, 9)], {
      definitions: FOUND,
    });
    expect(value).toBe(94);
    expect(said).toEqual({
      Meaning: 'Share of positions that were worked, from 0 to 100.',
      Definition: '100 × worked ÷ booked, sums over the rows.',
      Basis: 'worked ÷ booked, as chosen: 412 of 413 rows agree',
      'Rows behind it': '3 shift records, 1 without a value and left out',
      'Sum of worked': '47',
      'Sum of booked': '50',
      'Likely range': '83.8% to 97.9% (95%)',
    });
  });

  test('of a count: how it is added up, and the sum; the weekly plan has none', () => {
    expect(told('posted', [row(8, 9), row(7, 9)]).said).toMatchObject({
      Definition: 'Added up over the rows.',
      'Rows behind it': '2 shift records',
      'Sum of posted': '20',
    });
    expect(told('shift records', [row(8, 9), row(7, 9)]).said['Sum of shift records']).toBe('2');
    const { value, said } = told('plan hours', [row(8, 9)], {
      targets: { ofRow: () => Number.NaN, plan: () => 140 },
    });
    expect([value, said.Definition]).toEqual([
      140,
      'The weekly plan of the targets sheet, a seventh for each day that is over.',
    ]);
  });

  const apart = 'worked % is 40.0 to 80.0: worked ÷ booked or worked ÷ posted';
  test.each<[string, readonly ShiftRow[], Partial<FigureRequest>, number, string]>([
    // 4 of 5 booked, 4 of 10 posted.
    ['worked %', [row(4, 5)], { definitions: TWO }, 46_200, apart],
    ['worked %', [row(8, 9)], { definitions: FOUND }, 46_083, 'there is nothing to divide by'],
    ['worked', [row(null, 5)], {}, 46_200, 'none of the records that it counts has a value'],
    ['worked', [], {}, 46_083, 'nothing that it counts is over yet'],
  ])('%s that is blank has its reason', (word, rows, about, today, reason) => {
    const { value, why, said } = told(word, rows, about, today);
    expect([value, why]).toEqual([null, reason]);
    expect(said['Likely range']).toBeUndefined();
    if (about.definitions === TWO) expect(said.Basis).toBe(reason);
    if (about.definitions === FOUND)
      expect(said['Rows behind it']).toBe('1 shift record, 1 not over yet and left out');
  });
});

test.each([
  [12809, '12,809'],
  [-64259.5, '-64,259.5'],
  [1234.5678, '1,234.5678'],
  [0.1 + 0.2, '0.3'],
])('a sum of %d is shown as %s', (value, text) => {
  expect(shownSum(value)).toBe(text);
});

test('a name in a title has up to 80 characters, and is never cut in the middle of one', () => {
  expect(nameInTitle('x'.repeat(80))).toBe('x'.repeat(80));
  expect(nameInTitle(`${'x'.repeat(78)}😀😀`)).toBe(`${'x'.repeat(78)}…`);
});

test('every field, figure and key has a meaning, that of the document where it has one', () => {
  const names = [
    ...SHIFT_FULFILMENT_FIELDS.map(({ name }) => name),
    ...MEASURES.map(({ name }) => name),
    ...Object.values(KEY_HEADINGS),
  ];
  expect(names.filter((name) => MEANINGS[name] === undefined)).toEqual([]);
  const guide = readFileSync(path.resolve('docs/what-the-figures-mean.md'), 'utf8')
    .replace(/\s+/g, ' ')
    .toLowerCase();
  const counts = specNamesOf('integer').filter((name) => name !== 'SHIFT_ID');
  for (const name of [...counts, 'MISSING_PEOPLE', 'HOURS_WORKED_PERCENTAGE']) {
    expect(guide).toContain(MEANINGS[name]?.toLowerCase());
  }
});
