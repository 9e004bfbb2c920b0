import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { KEY_HEADINGS } from '../../../src/contract/fields';
import { SHIFT_FULFILMENT_FIELDS } from '../../../src/employer-api/shift-records';
import { MEANINGS } from '../../../src/explanations/figure-lines';

import { MEASURES } from '../../../src/figures/measures';

const GUIDE = readFileSync(path.resolve('docs/what-the-figures-mean.md'), 'utf8')
  .replace(/\s+/g, ' ')
  .toLowerCase();

describe('what figures mean', () => {
  test.each([
    'SHIFTS_POSTED',
    'SHIFTS_BOOKED',
    'SHIFTS_UNFILLED',
    'SHIFTS_WORKED',
    'NO_SHOWS',
    'TRUE_DEMAND',
    'MISSING_PEOPLE',
    'HOURS_WORKED_PERCENTAGE',
  ])('%s is said as in the document', (name) => {
    expect(GUIDE).toContain(MEANINGS[name]?.toLowerCase());
  });

  test('every field, figure and key has a meaning', () => {
    const names = [
      ...SHIFT_FULFILMENT_FIELDS.map(({ name }) => name),
      ...MEASURES.map(({ name }) => name),
      ...Object.values(KEY_HEADINGS),
    ];
    expect(names.filter((name) => MEANINGS[name] === undefined)).toEqual([]);
  });
});
