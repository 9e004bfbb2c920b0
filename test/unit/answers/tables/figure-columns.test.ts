import { describe, expect, test } from '@jest/globals';
import type { Options } from '../../../../src/answers/arguments/options';
import { AS_OF_COLUMN, planTable } from '../../../../src/answers/tables/answer-table';
import {
  type FigureFacts,
  figureColumns,
  keyColumns,
  NOTES_COLUMN,
  totalNameBeside,
} from '../../../../src/answers/tables/figure-columns';
import type { WeekStart } from '../../../../src/calendar/calendar-date';
import type { FigureRequest, Group } from '../../../../src/figures/figures';
import { facts, figure, group, measure, NO_OPTIONS, present, worked } from './sample-figures';

const RATE = [measure('worked %')];

function shown(
  columns: ReturnType<typeof figureColumns>,
  line: Group,
  known: Partial<FigureFacts> = {},
  options: Partial<Options> = {},
) {
  const layOut = planTable(columns, { ...NO_OPTIONS, ...options });
  return layOut({ lines: [line], last: undefined, facts: facts(known) }, present(options));
}

describe('the columns of keys', () => {
  test('have the service’s names, and show first days of periods as dates', () => {
    const columns = keyColumns(['month', 'weekday', 'role']);
    expect(shown(columns, group({ keys: [46_082, 'Friday', '=Chef'] }))).toEqual([
      ['MONTH', 'WEEKDAY', 'JOB_TITLE'],
      [new Date('2026-03-01T00:00:00Z'), 'Friday', '=Chef'],
    ]);
  });

  test.each<[WeekStart | undefined, string[]]>([
    [undefined, ['Monday', 'Friday', 'Sunday']],
    [7, ['Sunday', 'Monday', 'Friday']],
  ])('sort weekdays as they follow each other, from day %p', (weekStart, expected) => {
    const options = { ...NO_OPTIONS, headers: false, sort: [{ name: 'weekday', descending: false }] };
    const lines = ['Friday', null, 'Monday', 'Sunday'].map((name) => group({ keys: [name] }));
    const layOut = planTable(keyColumns(['weekday']), options);
    const known = facts(weekStart ? { weekStart } : {});
    const table = layOut({ lines, last: undefined, facts: known }, present(options));
    expect(table.flat()).toEqual([...expected, null]);
  });

  test('say Total in the first one of the line that has no keys', () => {
    expect(shown(keyColumns(['week', 'venue', 'area']), group({ keys: [] }))).toEqual([
      ['WEEK', 'VENUE_NAME', 'AREA_NAME'],
      ['Total', null, null],
    ]);
  });

  test.each([
    [['Grand Hotel', 'Pier'], 'Total'],
    [['Grand Hotel', ' total '], 'Total (all)'],
    [[null, 'Totals'], 'Total'],
  ])('call that line otherwise only where one above it is called so: %j', (names, expected) => {
    const totalName = totalNameBeside(names.map((name) => ({ keys: [name, 'Total'] })));
    expect(totalName).toBe(expected);
    expect(shown(keyColumns(['venue']), group({ keys: [] }), { totalName })[1]).toEqual([expected]);
  });

  test('are blank where the service sent no name', () => {
    expect(shown(keyColumns(['venue']), group({ keys: [null] }), {}, { empty: '–' })[1]).toEqual(['–']);
  });
});

describe('the columns of figures', () => {
  test('have the API names, and show counts as they are whatever the scale', () => {
    const columns = figureColumns([measure('posted'), measure('worked %')], false);
    const line = group({ figures: [figure({ value: 50 }), figure({ value: 80 })] });
    expect(shown(columns, line, {}, { percent: 'fraction' })).toEqual([
      ['SHIFTS_POSTED', 'SHIFTS_WORKED_PERCENTAGE'],
      [50, 0.8],
    ]);
  });

  test('show 0 as 0 and nothing known as blank', () => {
    const columns = figureColumns([measure('posted'), measure('worked %')], false);
    const line = group({ figures: [figure({ value: 0 }), figure({ value: null })] });
    expect(shown(columns, line)[1]).toEqual([0, null]);
  });

  test('can be renamed and sorted by every word for them', () => {
    const columns = figureColumns([measure('true fulfilment %')], false);
    const named = [{ name: 'true fulfillment %', heading: 'Fulfilled' }];
    expect(shown(columns, group(), {}, { columns: named })[0]).toEqual(['Fulfilled']);
  });
});

describe('evidence', () => {
  const HEADINGS = ['', '_N', '_LOW', '_HIGH', '_BASIS', '_LIKENESS'];

  test('is five columns behind each rate, and none behind a count', () => {
    const columns = figureColumns([measure('posted'), measure('worked %')], true);
    expect(columns.map(({ name }) => name)).toEqual([
      'SHIFTS_POSTED',
      ...HEADINGS.map((suffix) => `SHIFTS_WORKED_PERCENTAGE${suffix}`),
    ]);
  });

  test('gives positions, interval, basis and likeness; what was not measured is blank', () => {
    const request = { ...worked('one'), likeness: 1.256 };
    const basis = 'worked ÷ booked: 412 of 413 rows agree';
    const shownWith = (one: FigureRequest) =>
      shown(figureColumns(RATE, true), group(), { requests: [one] })[1];
    expect(shownWith(request)).toEqual([80, 10, 49.02, 94.33, basis, 1.26]);
    expect(shownWith(worked('one'))?.[5]).toBeNull();
  });

  test('has everything on one scale but the number of positions', () => {
    const [, line] = shown(figureColumns(RATE, true), group(), {}, { percent: 'fraction' });
    expect(line?.slice(0, 4)).toEqual([0.8, 10, 0.4902, 0.9433]);
  });

  test('says why a percentage is blank', () => {
    const why = { kind: 'own', agree: 3, of: 12 } as const;
    const line = group({ figures: [figure({ value: null, low: null, high: null, why })] });
    expect(shown(figureColumns(RATE, true), line)[1]).toEqual([
      null,
      10,
      null,
      null,
      'worked ÷ booked: 3 of 12 rows agree',
      null,
    ]);
  });
});

describe('the last columns', () => {
  test('NOTES is blank where all is well', () => {
    expect(shown([NOTES_COLUMN], group())).toEqual([['NOTES'], [null]]);
  });

  test('AS_OF is a real date with its time', () => {
    expect(shown([AS_OF_COLUMN], group(), {}, { dates: 'text' })).toEqual([
      ['AS_OF'],
      [new Date('2026-03-10T08:00:00Z')],
    ]);
  });

  test('AS_OF is blank where the service did not say', () => {
    expect(shown([AS_OF_COLUMN], group(), { generatedAt: null })[1]).toEqual([null]);
  });
});
