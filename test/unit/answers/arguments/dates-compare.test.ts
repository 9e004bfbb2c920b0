import { describe, expect, test } from '@jest/globals';
import { readComparedRanges } from '../../../../src/answers/arguments/cells';
import { type DateRange, formatIsoDate } from '../../../../src/calendar/calendar-date';
import { dateContext } from './date-context';

type DateArguments = Parameters<typeof readComparedRanges>[0];

const show = ({ from, to }: DateRange) => `${formatIsoDate(from)} ${formatIsoDate(to)}`;

function compared(earlier: DateArguments, later: DateArguments, context = dateContext()): string[] {
  const { before, after } = readComparedRanges(earlier, later, context);
  return [show(before), show(after)];
}

const NONE: DateArguments = [undefined, ''];

function unended(day: string): string {
  const rest = 'without one it reaches through today, into the second';
  return `Give the last day of the first period: ${rest}. ("${day}")`;
}

/** On Wednesday 2025-07-09, weeks from Monday. */
describe('two periods to compare', () => {
  test.each<[string, DateArguments, DateArguments, string, string]>([
    ['all blank', NONE, NONE, '2025-06-25 2025-07-01', '2025-07-02 2025-07-08'],
    ['MTD', NONE, ['MTD', ''], '2025-06-01 2025-06-09', '2025-07-01 2025-07-09'],
    ['one month twice', NONE, ['2025-03', '2025-03'], '2025-02-01 2025-02-28', '2025-03-01 2025-03-31'],
    ['two months', NONE, ['2025-02', '2025-03'], '2024-12-04 2025-01-31', '2025-02-01 2025-03-31'],
    ['a day alone', NONE, [-7, ''], '2025-06-24 2025-07-01', '2025-07-02 2025-07-09'],
    ['both given', ['2025-05', ''], ['2025-06', ''], '2025-05-01 2025-05-31', '2025-06-01 2025-06-30'],
    ['the earlier given', ['2025-Q1', ''], NONE, '2025-01-01 2025-03-31', '2025-07-02 2025-07-08'],
    [
      'the earlier a day alone, before days to come',
      ['2025-07-02', ''],
      ['next week', ''],
      '2025-07-02 2025-07-09',
      '2025-07-14 2025-07-20',
    ],
    [
      'the earlier a day alone, after the other',
      ['2025-07-02', ''],
      ['2025-06', ''],
      '2025-07-02 2025-07-09',
      '2025-06-01 2025-06-30',
    ],
    [
      'a period alone that shares days with the other',
      ['2025-06', ''],
      ['2025-06-15', '2025-07-02'],
      '2025-06-01 2025-06-30',
      '2025-06-15 2025-07-02',
    ],
    [
      'days in common, by their ends',
      ['2025-06-01', '2025-06-30'],
      ['2025-06-15', '2025-07-02'],
      '2025-06-01 2025-06-30',
      '2025-06-15 2025-07-02',
    ],
  ])('%s', (_title, earlier, later, before, after) => {
    expect(compared(earlier, later)).toEqual([before, after]);
  });

  test.each<[DateArguments, DateArguments, string]>([
    [['', '2025-06-30'], ['2025-07-01', '2025-07-08'], 'Give the first day as well.'],
    [NONE, ['', 'last week'], 'Give the first day as well.'],
    [NONE, ['1990', ''], 'Give dates from 1990 to 2100.'],
    [['lst week', ''], NONE, 'Unknown period "lst week". Did you mean "last week"?'],
    [['2025-06-02', ''], ['last week', ''], unended('2025-06-02')],
    [['2025-06-02', ''], NONE, unended('2025-06-02')],
    [[-7, ''], ['today', ''], unended('2025-07-02')],
    [['2025-07-02', ''], ['2025-06-01', '2025-07-02'], unended('2025-07-02')],
  ])('%j and %j: %s', (earlier, later, sentence) => {
    expect(() => compared(earlier, later)).toThrow(sentence);
  });
});
