import { describe, expect, test } from '@jest/globals';
import { Presentation } from '../../../../src/answers/tables/answer-table';
import { NO_OPTIONS, present } from './sample-figures';

/** 1 March 2026. */
const FIRST_OF_MARCH = 46_082;

describe('a day', () => {
  test.each([
    ['date', new Date('2026-03-01T00:00:00Z')],
    ['text', '2026-03-01'],
    ['serial', 46_082],
  ] as const)('is shown as a %s where that is asked for', (dates, expected) => {
    expect(present({ dates }).day(FIRST_OF_MARCH)).toEqual(expected);
  });

  test('is midnight in the zone of the spreadsheet', () => {
    const asked: unknown[] = [];
    const midnight = (day: number, zone: string) => {
      asked.push([day, zone]);
      return new Date(0);
    };
    new Presentation(NO_OPTIONS, { midnight }, 'Asia/Kolkata').day(FIRST_OF_MARCH);
    expect(asked).toEqual([[46_082, 'Asia/Kolkata']]);
  });

  test('is made once, however often it is shown', () => {
    let made = 0;
    const midnight = () => {
      made += 1;
      return new Date(0);
    };
    const shown = new Presentation(NO_OPTIONS, { midnight }, 'UTC');
    for (const day of [46_082, 46_083, 46_082, 46_082]) shown.day(day);
    expect(made).toBe(2);
  });
});

describe('a percentage', () => {
  test.each([
    ['0-100', 95, 95],
    ['fraction', 95, 0.95],
    ['fraction', 120, 1.2],
    ['0-100', 66.666_666_666_666_67, 66.6666666667],
    ['0-100', -1e-12, 0],
  ] as const)('on the scale %s: %d is %d', (percent, value, expected) => {
    expect(present({ percent }).percentage(value)).toBe(expected);
  });
});

describe('other values', () => {
  test('nothing is blank, or the text that is asked for', () => {
    expect([present().empty, present({ empty: '–' }).empty]).toEqual([null, '–']);
  });

  test('text goes out without an apostrophe, a leading equals sign included', () => {
    expect(present().text('=Bar & "Grill"')).toBe('=Bar & "Grill"');
  });

  test('a moment is a real date with its time, whatever the option dates says', () => {
    expect(present({ dates: 'text' }).moment('2026-03-10T09:00:05Z')).toEqual(
      new Date('2026-03-10T09:00:05Z'),
    );
  });
});
