import { beforeAll, describe, expect, test } from '@jest/globals';
import type { FormulaArgument } from '../emulator/values';
import { ANN, type Scene, Stage } from '../support/scene';

/* What a formula refuses: one plain sentence in the cell, and no request. */

const stage = new Stage();
let scene: Scene;
beforeAll(async () => {
  scene = await stage.open();
  scene.connect();
});

const DATE_HELP = 'Write 2024-12-31, point at a date cell, or use a word such as "last week".';
const RANGE_OF_CELLS = [
  ['2026-03-01', '2026-03-02'],
  ['', ''],
];

const REFUSED: readonly (readonly [title: string, args: FormulaArgument[], sentence: string])[] = [
  ['no first day', ['', '2026-03-02'], 'Give the first day as well.'],
  ['a first day left out', [undefined, '2026-03-02'], 'Give the first day as well.'],
  [
    'days that run backwards',
    ['2026-03-02', '2026-03-01'],
    'The first day, 2026-03-02, is after the last day, 2026-03-01.',
  ],
  [
    'a last day before a period',
    ['last week', '2026-03-01'],
    'The first day, 2026-03-02, is after the last day, 2026-03-01.',
  ],
  ['30 February', ['2024-02-30', '2024-03-01'], `${DATE_HELP} ("2024-02-30")`],
  ['29 February of a common year', ['2025-02-29', '2025-03-01'], `${DATE_HELP} ("2025-02-29")`],
  ['month 13', ['2026-13-01', '2026-03-01'], `${DATE_HELP} ("2026-13-01")`],
  ['day 0', ['2026-03-00', '2026-03-01'], `${DATE_HELP} ("2026-03-00")`],
  ['a date with slashes', ['31/12/2024', '2025-01-01'], `${DATE_HELP} ("31/12/2024")`],
  ['a date that two countries read differently', ['03/04/2026', '2026-04-01'], `${DATE_HELP} ("03/04/2026")`],
  ['a date with dots', ['01.03.2026', '2026-04-01'], `${DATE_HELP} ("01.03.2026")`],
  ['a date without leading zeros', ['2026-3-1', '2026-04-01'], `${DATE_HELP} ("2026-3-1")`],
  ['a date with a time', ['2026-03-01T00:00:00Z', '2026-04-01'], `${DATE_HELP} ("2026-03-01T00:00:00Z")`],
  ['full-width digits', ['２０２６-03-01', '2026-04-01'], `${DATE_HELP} ("２０２６-03-01")`],
  ['TRUE', [true, '2026-03-02'], 'Give a date, not TRUE or FALSE.'],
  ['FALSE as the last day', ['2026-03-01', false], 'Give a date, not TRUE or FALSE.'],
  ['a range of cells', [RANGE_OF_CELLS, '2026-03-02'], 'Point at one cell for each date, not at a range.'],
  ['a row of cells', [[['2026-03-01', '2026-03-02']]], 'Point at one cell for each date, not at a range.'],
  [
    'a whole column',
    ['2026-03-01', [['2026-03-01'], ['2026-03-02']]],
    'Point at one cell for each date, not at a range.',
  ],
  ['zero', [0, '2026-03-02'], '0 is not a date. A reference to an empty cell can give 0. Check the cell.'],
  ['a number far too large', [1e9, '2026-03-02'], `${DATE_HELP} ("1000000000")`],
  ['a number far too small', [-5000, '2026-03-02'], `${DATE_HELP} ("-5000")`],
  ['31 December 1989', [32_873, '2026-03-02'], `${DATE_HELP} ("32873")`],
  ['1 January 2101', ['2026-03-01', 73_416], `${DATE_HELP} ("73416")`],
  ['year 0', ['0000-01-01', '2026-03-02'], 'Give dates from 1990 to 2100.'],
  ['year 9999', ['2026-03-01', '9999-12-31'], 'Give dates from 1990 to 2100.'],
  ['the text #REF!', ['#REF!', '2026-03-02'], `${DATE_HELP} ("#REF!")`],
  ['a misspelt period', ['lst week'], 'Unknown period "lst week". Did you mean "last week"?'],
  ['a word that is none', ['sometime'], `${DATE_HELP} ("sometime")`],
  [
    'an unknown option',
    ['2026-03-01', '2026-03-02', 'format', 'wide'],
    'Unknown option "format". It can be columns, venue, area, role, weekday, sort, limit, headers, percent, empty, dates, as of, if failed, week starts or refresh.',
  ],
  ['a future day alone', ['2026-03-11'], 'The first day, 2026-03-11, is after the last day, 2026-03-10.'],
  ['an offset to come alone', ['+1'], 'The first day, 2026-03-11, is after the last day, 2026-03-10.'],
  ['a year typed as a number', [2025], `${DATE_HELP} ("2025")`],
  ['a fraction of a day', [0.5, '2026-03-02'], `${DATE_HELP} ("0.5")`],
];

describe('a formula that cannot be answered', () => {
  test.each(REFUSED)('%s: one sentence, no request', (_title, args, sentence) => {
    const result = scene.book.as(ANN).runFormula('SHIFT_FULFILMENT', args);

    expect(result).toEqual({ kind: 'error', message: sentence });
    expect(scene.last.fetches).toBe(0);
  });

  test.each(REFUSED)('%s: the same in the American function', (_title, args) => {
    const person = scene.book.as(ANN);

    expect(person.runFormula('SHIFT_FULFILLMENT', args)).toEqual(person.runFormula('SHIFT_FULFILMENT', args));
  });

  test('a very long text is repeated in part only', () => {
    const result = scene.formula(`x${'y'.repeat(5000)}`, '2026-03-02');

    expect(result.kind === 'error' && result.message.length).toBeLessThan(200);
    expect(scene.last.fetches).toBe(0);
  });

  test('an invalid date from a cell gives a sentence', () => {
    const result = scene.book.as(ANN).runFormula('SHIFT_FULFILMENT', [{ $date: Number.NaN }]);

    expect(result.kind).toBe('error');
    expect(scene.last.fetches).toBe(0);
  });

  test('without a connection it says where to connect, and asks nothing', async () => {
    const fresh = await stage.open();

    const result = fresh.formula('2026-03-01', '2026-03-02');

    expect(result).toEqual({
      kind: 'error',
      message:
        'Connect in the sidebar (Extensions ▸ Shift Reports): this spreadsheet has no saved connection.',
    });
    expect(fresh.emulator.requests).toEqual([]);
  });

  test('no refused formula writes to a store or a sheet', () => {
    const writing = scene.emulator.executions
      .filter(({ kind, fetches }) => kind === 'formula' && fetches === 0)
      .flatMap(({ calls }) => calls)
      .filter(({ method }) => /\.(set|put|delete|insert|remove)/.test(method));

    expect(writing).toEqual([]);
  });
});

test('an empty argument, SHIFT_STAMP and a named cell to wait for change nothing', () => {
  const person = scene.book.as(ANN);
  const DAY = ['2026-03-01', '2026-03-01'];
  const plain = person.runFormula('SHIFT_FULFILMENT', DAY);
  const args = ['', 1_795_305_600_000, 'refresh', 7];

  expect(person.runFormula('SHIFT_FULFILMENT', [...DAY, ...args])).toEqual(plain);
});

test.each<[string, FormulaArgument[]]>([
  ['a number', [46_000.5]],
  ['TRUE', [true]],
  ['a text with =', ['venue=Grand']],
])('%s after the dates is no option: no request', (_title, args) => {
  const result = scene.book.as(ANN).runFormula('SHIFT_FULFILMENT', ['2026-02-01', '2026-02-01', ...args]);

  expect(result.kind === 'error' && result.message).toMatch(/^Unknown option "/);
  expect(scene.last.fetches).toBe(0);
});
