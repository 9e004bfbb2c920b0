import { describe, expect, test } from '@jest/globals';
import { splitDates } from '../../../src/sidebar/page/local-dates';

/** A text as a person reads it. Browsers put a narrow space before AM and PM; here it is a plain one. */
function read(text: string, locale: string): string {
  return splitDates(text, locale)
    .map((piece) => piece.text)
    .join('')
    .replace(/\u202f/g, ' ');
}

describe('days and times in a sentence', () => {
  test.each([
    ['en_GB', '412 shifts from 14 Nov 2026 to 20 Nov 2026.'],
    ['en_US', '412 shifts from Nov 14, 2026 to Nov 20, 2026.'],
    ['de_DE', '412 shifts from 14.11.2026 to 20.11.2026.'],
    ['', '412 shifts from 2026-11-14 to 2026-11-20.'],
    ['not a locale', '412 shifts from 2026-11-14 to 2026-11-20.'],
  ])('are written as %s writes them', (locale, written) => {
    expect(read('412 shifts from 2026-11-14 to 2026-11-20.', locale)).toBe(written);
  });

  test.each([
    ['en_GB', '22 Nov 2026, 06:00 to 07:00'],
    ['en_US', 'Nov 22, 2026, 6:00 AM to 7:00 AM'],
    ['', '2026-11-22 06:00 to 07:00'],
  ])('keep the end of a span (%s)', (locale, written) => {
    expect(read('2026-11-22 06:00 to 07:00', locale)).toBe(written);
  });

  test('carry their ISO form, whatever is shown', () => {
    expect(splitDates('Refreshed 2026-11-21 14:05', 'en_GB')).toEqual([
      { kind: 'words', text: 'Refreshed ' },
      { kind: 'moment', text: '21 Nov 2026, 14:05', iso: '2026-11-21T14:05' },
    ]);
  });
});

describe('what only looks like a day', () => {
  test.each([
    ['the name of a sheet', 'Saved \u201cWeek 2026-11-16\u201d.'],
    ['an identifier', '(ref 7f3a-2026-11-21-9c41)'],
    ['a day that does not exist', 'On 2026-04-31 and 2026-13-01.'],
    ['nothing', ''],
  ])('stays as it is: %s', (_, text) => {
    expect(read(text, 'en_GB')).toBe(text);
  });
});
