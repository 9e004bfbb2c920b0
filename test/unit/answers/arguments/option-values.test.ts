import { describe, expect, test } from '@jest/globals';
import { readOptions } from '../../../../src/answers/arguments/options';
import type { ShiftValue } from '../../../../src/employer-api/shift-report';
import { ALL, CONTEXT, read, said, sentence } from './option-scene';

describe('values', () => {
  test.each<[unknown[], Record<string, unknown>]>([
    [['limit', 10], { limit: 10 }],
    [['max', '10'], { limit: 10 }],
    [['limit', 1], { limit: 1 }],
    [['decimals', 0], { decimals: 0 }],
    [['decimals', 10], { decimals: 10 }],
    [['headers', 'no'], { headers: false }],
    [['limit', ' 10 '], { limit: 10 }],
    [['top', '10,0'], { limit: 10 }],
    [['headers', false], { headers: false }],
    [['totals', 'YES'], { totals: true }],
    [['notes', 'FALSE'], { notes: false }],
    [['evidence', true], { evidence: true }],
    [['As_Of', 'true'], { asOf: true }],
    [['percent', 'Fraction'], { percent: 'fraction' }],
    [['percent', '0 - 100'], {}],
    [['empty', 'n/a'], { empty: 'n/a' }],
    [['empty', 0], { empty: '0' }],
    [['empty', true], { empty: 'TRUE' }],
    [['empty', 'x'.repeat(60_000)], { empty: `${'x'.repeat(49_998)}…` }],
    [['dates', 'text'], { dates: 'text' }],
    [['incomplete', 'hide'], { incomplete: 'hide' }],
    [['basis', 'posted'], { basis: { denominator: 'SHIFTS_POSTED' } }],
    [['basis', 'SHIFTS_BOOKED'], { basis: { denominator: 'SHIFTS_BOOKED' } }],
    [['basis', 'True Demand'], { basis: { denominator: 'TRUE_DEMAND' } }],
    [['basis', 'demand'], { basis: { denominator: 'TRUE_DEMAND' } }],
    [['basis', 'worked+no-shows'], { basis: { denominator: 'WORKED_AND_NO_SHOWS' } }],
    [
      ['basis', 'Worked + No Shows/posted'],
      { basis: { numerator: 'WORKED_AND_NO_SHOWS', denominator: 'SHIFTS_POSTED' } },
    ],
    [
      ['basis', 'unfilled / SHIFTS_POSTED'],
      { basis: { numerator: 'SHIFTS_UNFILLED', denominator: 'SHIFTS_POSTED' } },
    ],
    [['basis', 'auto'], {}],
    [['if failed', 'error'], { ifFailed: 'error' }],
    [['if failed', 'last'], {}],
    [['week-starts', 'mon'], { weekStarts: 1 }],
    [['weekstarts', 'SATUR'], { weekStarts: 6 }],
  ])('%.60p are read', (args, expected) => {
    expect(said(read(...args))).toEqual(expected);
  });

  test('nothing given leaves every default', () => {
    expect(read()).toEqual({
      columns: undefined,
      groupBy: undefined,
      measures: undefined,
      filters: [],
      sort: [],
      limit: undefined,
      headers: true,
      totals: false,
      notes: true,
      percent: '0-100',
      decimals: 1,
      empty: null,
      dates: 'date',
      incomplete: undefined,
      basis: undefined,
      evidence: false,
      asOf: false,
      ifFailed: 'last',
      weekStarts: undefined,
      words: false,
    });
  });
});

describe('filters', () => {
  test.each<[unknown[], string, ShiftValue[], ShiftValue]>([
    [['venue', 'grand'], 'VENUE_NAME', ['Grand', 'GRAND '], 'Plaza'],
    [['job', 'chef*'], 'JOB_TITLE', ['Chef de partie'], 'Sous-chef'],
    [['venue', [['Grand', '', 'Plaza', '<>Ritz']]], 'VENUE_NAME', ['Grand', 'Plaza'], 'Ritz'],
    [['venue', 'Grand; Plaza'], 'VENUE_NAME', ['Grand; Plaza'], 'Grand'],
    [['area', true], 'AREA_NAME', ['true'], 'false'],
    [['weekday', [['sat', 'sun']]], 'WEEKDAY', [6, 7], 1],
    [['no shows', '>=1'], 'NO_SHOWS', [1, 2], 0],
    [['SHIFTS_WORKED_PERCENTAGE', '>92,4'], 'SHIFTS_WORKED_PERCENTAGE', [92.5], 92.4],
    [['shifts worked %', '>=90%'], 'SHIFTS_WORKED_PERCENTAGE', [90], 0.9],
    [['shift id', 7], 'SHIFT_ID', [7], 77],
    [['HOURS_WORKED', 7.125], 'HOURS_WORKED', [7.125], 7125],
    [['HOURS_WORKED', '>=7.1250'], 'HOURS_WORKED', [7.125, 7.25], 7],
    [['NO_SHOWS', new Date('2026-03-01T00:00:00Z')], 'NO_SHOWS', [46_082], 5],
    [['SHIFT_DATE', new Date('2026-03-01T10:00:00Z')], 'SHIFT_DATE', [46_082], 46_083],
    [['SHIFT_DATE', 46_082], 'SHIFT_DATE', [46_082], 46_081],
    [['date', '>=2026-03-01'], 'SHIFT_DATE', [46_082, 46_083], 46_081],
  ])('%p filter %s', (args, field, fitting, other) => {
    const { filters } = read(...args);
    expect(filters.map((filter) => filter.field)).toEqual([field]);
    expect([...fitting, other].filter((value) => filters[0]?.matches(value))).toEqual(fitting);
  });

  test('ask for the day of a date that is compared, and of no other', () => {
    const asked: Date[] = [];
    const dayOf = (date: Date) => {
      asked.push(date);
      return CONTEXT.dayOf(date);
    };
    const date = new Date('2026-03-01T10:00:00Z');
    readOptions(['venue', 'Grand', 'refresh', date], ALL, { name: 'SHIFT_METRIC', dayOf });
    expect(asked).toEqual([]);
    readOptions(['SHIFT_DATE', date], ALL, { name: 'SHIFT_METRIC', dayOf });
    expect(asked).toEqual([date]);
  });
});

test.each<[unknown[], string]>([
  [['limit', 'ten'], '"limit" must be a whole number of at least 1. ("ten")'],
  [['limit', 0], '"limit" must be a whole number of at least 1. ("0")'],
  [['limit', 2.5], '"limit" must be a whole number of at least 1. ("2.5")'],
  [['limit', '1,000'], '"limit" must be a whole number of at least 1. ("1,000")'],
  [['limit', true], '"limit" must be a whole number of at least 1. ("TRUE")'],
  [['decimals', 11], '"decimals" must be a whole number from 0 to 10. ("11")'],
  [['decimals', -1], '"decimals" must be a whole number from 0 to 10. ("-1")'],
  [['limit', new Date(0)], '"limit" must be a whole number of at least 1. ("a date")'],
  [['limit', [[1, 2]]], '"limit" takes one value, not several.'],
  [['headers', 'maybe'], '"headers" must be TRUE or FALSE. ("maybe")'],
  [['percent', '%'], '"percent" must be "0-100" or "fraction". ("%")'],
  [['dates', 'iso'], '"dates" must be "date", "text" or "serial". ("iso")'],
  [['incomplete', true], '"incomplete" must be "mark", "hide" or "show". ("TRUE")'],
  [['if failed', 'x'], '"if failed" must be "last" or "error". ("x")'],
  [
    ['basis', 'worked'],
    '"basis" must be "posted", "true demand", "booked", "worked + no shows" or "auto", or a pair such as "booked / posted". ("worked")',
  ],
  [['week starts', 'mo'], '"week starts" must be a day, such as "Monday". ("mo")'],
  [['week starts', 1], '"week starts" must be a day, such as "Monday". ("1")'],
  [['empty', new Date(0)], '"empty" must be a short text. ("a date")'],
  [
    ['basis', 'worked / booked / posted'],
    '"basis" must be "posted", "true demand", "booked", "worked + no shows" or "auto", or a pair such as "booked / posted". ("worked / booked / posted")',
  ],
  [
    ['basis', 'demand / posted'],
    '"basis" must be "posted", "true demand", "booked", "worked + no shows" or "auto", or a pair such as "booked / posted". ("demand / posted")',
  ],
  [['NO_SHOWS', '<1,000'], 'Write 1000 without a separator. ("<1,000")'],
  [['NO_SHOWS', ' <> 1.000'], 'Write 1000 without a separator. (" <> 1.000")'],
  [['shift id', '-12.345'], 'Write -12345 without a separator. ("-12.345")'],
  [['HOURS_WORKED', '>7.125'], 'Write 7125 without a separator. (">7.125")'],
  [['NO_SHOWS', 'some'], '"NO_SHOWS" is compared with numbers, such as ">=5". ("some")'],
  [
    ['SHIFT_DATE', '31/12/2024'],
    '"SHIFT_DATE" is compared with dates, such as ">=2024-12-31". ("31/12/2024")',
  ],
  [['weekday', 'mnday'], '"weekday" is compared with day names, such as "Monday" or "<>Sunday". ("mnday")'],
])('%.60p are refused: %s', (args, expected) => {
  expect(sentence(...args)).toBe(expected);
});
