import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { KEY_HEADINGS } from '../../../src/contract/fields';
import { SHIFT_FULFILMENT_FIELDS, type ShiftRow } from '../../../src/employer-api/shift-report';
import { figureLines, meaningOf, nameInTitle } from '../../../src/explanations/explanation';
import { type Figure, type FigureRequest, figuresBy } from '../../../src/figures/figures';
import {
  besideMeasures,
  findMeasure,
  MEASURES,
  type Measure,
  TARGETED_MEASURES,
} from '../../../src/figures/measures';
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
  const set = {
    rows,
    requests: [request],
    range: { from: 46_083, to: 46_083 },
    today,
    weekStart: 1,
  } as const;
  const { total } = figuresBy(set, []);
  const figure = total.figures[0] as Figure;
  const lines = figureLines(request, figure, total, today, { Again: 'x' });
  return { value: figure.value, said: Object.fromEntries(lines.map(({ label, value: of }) => [label, of])) };
}

describe('the figure behind a cell', () => {
  test('of a percentage: basis, rows, both sums and the interval', () => {
    // 47 of 50: an example of the interval in docs/what-the-figures-mean.md.
    const rows = [row(20, 22), row(27, 28), row(null, 9)];
    const { value, said } = told('worked %', rows, { definitions: FOUND, likeness: 1.04 });
    expect(value).toBe(94);
    expect(said).toEqual({
      'Made of': '47 worked ÷ 50 booked',
      Basis: 'worked ÷ booked, as chosen: 412 of 413 rows agree',
      'Rows behind it': '3 shift records, 1 without a value and left out',
      Again: 'x',
      'Likely range': expect.stringMatching(/^83\.\d% to 9\d\.\d% \(95%\)$/),
    });
    expect(told('worked %', rows, { definitions: FOUND, likeness: 2 }).said['Likely range']).toMatch(
      /, as weeks here vary 2\.0 times as much as by chance alone$/,
    );
    // A range belongs to a group.
    expect(told('worked %', [row(20, 22)], { definitions: FOUND }).said['Likely range']).toBeUndefined();
  });

  test('of a count: its rows and their sum; the weekly plan has none', () => {
    expect(told('posted', [row(8, 9), row(7, 9)]).said).toEqual({
      'Made of': '20 posted',
      'Rows behind it': '2 shift records',
      Again: 'x',
    });
    expect(told('shift records', [row(8, 9), row(7, 9)]).said['Made of']).toBe('2 shift records');
    const plan = { targets: { ofRow: () => Number.NaN, plan: () => 140 } };
    expect(told('plan hours', [row(8, 9)], plan)).toEqual({
      value: 140,
      said: { 'Rows behind it': '1 shift record', Again: 'x' },
    });
  });

  const apart = 'worked % is 40.0% to 80.0%: worked ÷ booked or worked ÷ posted';
  test.each<[string, readonly ShiftRow[], Partial<FigureRequest>, number, object]>([
    // 4 of 5 booked, 4 of 10 posted.
    ['worked %', [row(4, 5)], { definitions: TWO }, 46_200, { Basis: apart }],
    [
      'worked %',
      [row(8, 9)],
      { definitions: FOUND },
      46_083,
      { 'Rows behind it': '1 shift record, 1 not over yet and left out' },
    ],
    [
      'worked',
      [row(null, 5)],
      {},
      46_200,
      { 'Rows behind it': '1 shift record, 1 without a value and left out' },
    ],
    ['worked', [], {}, 46_083, { 'Rows behind it': '0 shift records' }],
  ])('%s that is blank has its reason', (word, rows, about, today, reason) => {
    const { value, said } = told(word, rows, about, today);
    expect(value).toBeNull();
    expect(said).toMatchObject(reason);
    expect(said['Likely range']).toBeUndefined();
  });
});

test('a name in a title has up to 80 characters, and is never cut in the middle of one', () => {
  expect(nameInTitle('x'.repeat(80))).toBe('x'.repeat(80));
  expect(nameInTitle(`${'x'.repeat(78)}😀😀`)).toBe(`${'x'.repeat(78)}…`);
});

test('every field, figure and key has a meaning that its name does not say, in the words of the document', () => {
  const names = [
    ...SHIFT_FULFILMENT_FIELDS.map(({ name }) => name),
    ...MEASURES.map(({ name }) => name),
    ...Object.values(KEY_HEADINGS),
    ...TARGETED_MEASURES.flatMap(besideMeasures).map(({ name }) => name),
  ];
  const plain = ['VENUE_NAME', 'AREA_NAME', 'JOB_TITLE', 'HOURS_WORKED', 'DAY', 'WEEKDAY'];
  expect(names.filter((name) => meaningOf(name).length === 0 && !plain.includes(name))).toEqual([]);
  expect(plain.flatMap((name) => meaningOf(name))).toEqual([]);
  expect(meaningOf('NO_SHOWS_PERCENTAGE')[0]?.value).toBe('Share of positions whose worker didn’t come.');
  expect(meaningOf('SHIFTS_WORKED_PERCENTAGE', FOUND)[0]?.value).toBe(
    'Share of booked positions that were worked.',
  );
  const ofDemand = { ...FOUND, left: [{ ...OTHER, denominator: 'TRUE_DEMAND' }] } as const;
  expect(meaningOf('SHIFTS_WORKED_PERCENTAGE', ofDemand)[0]?.value).toBe(
    'Share of needed positions that were worked.',
  );
  expect(meaningOf('MISSING_PEOPLE')[0]?.value).toMatch(/^People needed minus worked, per record,/);
  expect(meaningOf('WEEK')[0]?.value).toBe('The first day of the week.');
  const guide = readFileSync(path.resolve('docs/what-the-figures-mean.md'), 'utf8')
    .replace(/\s+/g, ' ')
    .toLowerCase();
  const counts = specNamesOf('integer').filter((name) => name !== 'SHIFT_ID');
  for (const name of [...counts, 'MISSING_PEOPLE', 'HOURS_WORKED_PERCENTAGE']) {
    expect(guide).toContain(meaningOf(name)[0]?.value.replace(/\.$/, '').toLowerCase());
  }
});
