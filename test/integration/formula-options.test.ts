import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { FormulaArgument } from '../emulator/values';
import { builtBundle } from '../support/built-bundle';
import { columnOf, oneValue, rowsOf } from '../support/formula-answers';
import { ANN, type Scene, Stage } from '../support/scene';
import type { SentRecord } from '../support/shift-records';
import { RECORDS } from '../support/two-weeks';
import { readFunctionHelp } from '../workbench/function-help';

/* Options in pairs, and what they do to records. */

const stage = new Stage();
let scene: Scene;
beforeAll(async () => {
  scene = await stage.connected();
  await scene.serve(RECORDS);
});

const TWO_WEEKS = ['2026-02-23', '2026-03-08'] as const;
const LONDON = 'Grand Hotel, London';
const posted = (records: readonly SentRecord[]) =>
  records.reduce((sum, record) => sum + Number(record.SHIFTS_POSTED), 0);
const at = (...venues: string[]) =>
  posted(RECORDS.filter(({ VENUE_NAME }) => venues.includes(String(VENUE_NAME))));
const ALL = posted(RECORDS);

/** One of each kind; all of them stand in test/unit/answers/arguments. */
const OPTIONS: readonly (readonly [title: string, args: FormulaArgument[], expected: number])[] = [
  ['a pair in capitals with an underscore', ['VENUE_NAME', LONDON.toUpperCase()], at(LONDON)],
  ['pairs and a range together', ['area', 'bar', 'venue', LONDON, [['weekday', 'Sunday']]], 41],
  ['a range as a list', ['venue', [[LONDON], ['Pier']]], at(LONDON, 'Pier')],
  ['an empty drop-down, which means all', ['venue', ''], ALL],
  ['an argument left out', [undefined, undefined, 'venue', 'Pier'], at('Pier')],
  ['another than this', ['venue', `<>${LONDON}`], at("O'Neill's", 'Pier')],
  ['a percentage with a comma', ['SHIFTS_BOOKED_PERCENTAGE', '<66,8'], 7 * 9],
  ['a date cell', ['SHIFT_DATE', new Date('2026-03-01T00:00:00Z')], 35],
];

describe('an option', () => {
  test.each(OPTIONS)('may be %s', (_, args, expected) => {
    expect(oneValue(scene.call('SHIFT_METRIC', 'posted', ...TWO_WEEKS, ...args))).toBe(expected);
  });

  test('may be in cells: names beside values, changed like any cell', () => {
    const person = scene.book.as(ANN);
    person.enter('Sheet1!A1', 'venue');
    person.enter('Sheet1!B1', 'Pier');
    person.enter('Sheet1!A2', 'weekday');
    person.enter('Sheet1!D1', '=SHIFT_METRIC("posted", "2026-02-23", "2026-03-08", A1:B2)');
    expect(scene.book.cell('Sheet1!D1').value).toBe(at('Pier'));

    person.enter('Sheet1!B2', 'Monday');
    expect(scene.book.cell('Sheet1!D1').value).toBe(12);

    person.enter('Sheet1!B1', '');
    expect(scene.book.cell('Sheet1!D1').value).toBe(20 + 21 + 9 + 9 + 6 + 6);
  });
});

describe('options of the records', () => {
  const records = (...options: FormulaArgument[]) => scene.call('SHIFT_FULFILMENT', ...TWO_WEEKS, ...options);

  test('columns, sort and limit: those asked for, renamed, the largest first, as received where equal', () => {
    const sorted = [...RECORDS].sort((one, other) => Number(other.SHIFTS_POSTED) - Number(one.SHIFTS_POSTED));
    const options = ['columns', [['SHIFT_ID as ID']], 'sort', 'SHIFTS_POSTED desc', 'limit', 20] as const;

    expect(columnOf(records(...options), 'ID')).toEqual(sorted.slice(0, 20).map(({ SHIFT_ID }) => SHIFT_ID));
  });

  test('percent fraction: all five percentages, and nothing else', () => {
    const [row = []] = rowsOf(records('headers', false, 'percent', 'fraction', 'limit', 1));
    const [plain = []] = rowsOf(records('headers', false, 'limit', 1));
    const scaled = row.flatMap((value, index) => (Number(value) === Number(plain[index]) ? [] : [index]));

    expect(scaled.filter((index) => index > 3)).toEqual([6, 8, 10, 12, 16]);
    expect(row[6]).toBeCloseTo(0.85, 12);
  });

  test('week starts: for words in dates', () => {
    const days = (day: string) => [
      ...new Set(
        columnOf(
          scene.call('SHIFT_FULFILMENT', 'last week', undefined, 'dates', 'text', 'week starts', day),
          'SHIFT_DATE',
        ),
      ),
    ];

    expect(days('Monday')).toEqual(
      RECORDS.map(({ SHIFT_DATE }) => SHIFT_DATE).filter(
        (day, index, all) => String(day) >= '2026-03-02' && all.indexOf(day) === index,
      ),
    );
    expect(days('Sunday')[0]).toBe('2026-03-01');
  });
});

describe('the American twins', () => {
  const help = new Map(
    readFunctionHelp(readFileSync(path.resolve(builtBundle(), 'Code.js'), 'utf8')).map((one) => [
      one.name,
      one,
    ]),
  );

  const textsOf = (name: string) => {
    const { description, parameters = [] } = help.get(name) ?? {};
    return [description, ...parameters.map((one) => `${one.name} {${one.type}} ${one.description}`)];
  };

  test.each([
    ['SHIFT_FULFILMENT', 'SHIFT_FULFILLMENT'],
    ['SHIFT_FULFILMENT_AGGREGATED', 'SHIFT_FULFILLMENT_AGGREGATED'],
  ])('%s and %s have equal help and equal results', (british, american) => {
    const args = [
      ...TWO_WEEKS,
      ...(british.endsWith('D') ? ['venue'] : []),
      'sort',
      'SHIFTS_POSTED',
    ] as const;

    expect(textsOf(british)).toHaveLength(british.endsWith('D') ? 6 : 5);
    expect(textsOf(american)).toEqual(textsOf(british));
    expect(scene.call(american, ...args)).toEqual(scene.call(british, ...args));
    expect(rowsOf(scene.call(american, ...args)).length).toBeGreaterThan(3);
  });

  test('every function has help with an example, and no parameter that people cannot name', () => {
    expect([...help.keys()].sort()).toEqual([
      'SHIFT_COMPARE',
      'SHIFT_FULFILLMENT',
      'SHIFT_FULFILLMENT_AGGREGATED',
      'SHIFT_FULFILMENT',
      'SHIFT_FULFILMENT_AGGREGATED',
      'SHIFT_LIST',
      'SHIFT_METRIC',
      'SHIFT_STATUS',
      'SHIFT_TREND',
      'WORKER_TURNOVER',
    ]);
    const names = [...help.values()].flatMap(({ parameters }) => parameters.map(({ name }) => name));
    expect([...new Set(names)].sort()).toEqual([
      'by',
      'from',
      'fromA',
      'fromB',
      'metric',
      'option',
      'refresh',
      'to',
      'toA',
      'toB',
      'value',
      'what',
    ]);
  });
});
