import { describe, expect, test } from '@jest/globals';
import { GROUP_KEYS, KEY_HEADINGS } from '../../../src/contract/fields';
import { columnChoices } from '../../../src/contract/reports';
import { SHIFT_FULFILMENT_FIELDS } from '../../../src/employer-api/shift-records';

import { PUBLISHED_MEASURES } from '../../../src/figures/measures';
import { criterionFor, formatColumns, freeSheetName, readColumnPicks } from '../../../src/sidebar/page/forms';

const GROUPED = { report: 'shift_fulfilment_aggregated' as const };

describe('the columns that the page offers', () => {
  test('are those of the script, in its order', () => {
    const fields = SHIFT_FULFILMENT_FIELDS.map(({ name }) => name);
    expect(columnChoices({ report: 'shift_fulfilment', groupBy: 'venue' })).toEqual(fields);
  });

  test.each(GROUP_KEYS.map((key) => [key]))('of groups by %s are its own and the figures', (key) => {
    const figures = PUBLISHED_MEASURES.map(({ name }) => name);
    expect(columnChoices({ ...GROUPED, groupBy: key })).toEqual([KEY_HEADINGS[key], ...figures]);
    expect(columnChoices({ ...GROUPED, groupBy: `year, ${key}` })).toContain('YEAR');
  });

  test('of groups by nothing are by week', () => {
    expect(columnChoices({ ...GROUPED, groupBy: '' })[0]).toBe('WEEK');
  });
});

describe('a choice of columns', () => {
  const HAS = ['SHIFT_DATE', 'VENUE_NAME', 'NO_SHOWS'];

  test('that is blank shows all', () => {
    expect(readColumnPicks(' ', HAS)).toEqual(HAS.map((name) => ({ name, heading: '', isShown: true })));
  });

  test('is listed first, in its order, and the others behind it', () => {
    expect(readColumnPicks('NO_SHOWS as Missed, shift date', HAS)).toEqual([
      { name: 'NO_SHOWS', heading: 'Missed', isShown: true },
      { name: 'SHIFT_DATE', heading: '', isShown: true },
      { name: 'VENUE_NAME', heading: '', isShown: false },
    ]);
  });

  test.each(['SHIFT_DATE as Day, NO_SHOWS', 'VENUE_NAME', 'worked % as Worked, NO_SHOWS', ''])(
    'is written as it was read: %j',
    (text) => {
      const shown = readColumnPicks(text, HAS);
      expect(formatColumns(text === '' ? [] : shown)).toBe(text);
    },
  );
});

describe('names in a filter', () => {
  test.each([
    ['Grand Hotel, London', 'Grand Hotel, London'],
    ['Sum; Bar', 'Sum? Bar'],
    ['two\nlines', 'two?lines'],
    ['>Bar', '>Bar'],
  ])('%j is asked for as %j', (name, criterion) => {
    expect(criterionFor(name)).toBe(criterion);
  });
});

describe('the sheet of a duplicate', () => {
  test('has the next number that is free', () => {
    const taken = ['No-shows', 'no-shows 2'].map((sheet) => ({ sheet }));
    expect(freeSheetName(taken, 'No-shows')).toBe('No-shows 3');
  });
});
