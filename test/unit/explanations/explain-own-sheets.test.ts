import { expect, test } from '@jest/globals';
import { Explaining, linesIn } from '../../support/explaining';

/* A cell of the sheets of changes and of notes, which hold no figures. */

test.each([
  [
    'the sheet of changes',
    (sheetId: number) => ({ changes: JSON.stringify({ sheetId, last: [46_000, 'Shifts'] }) }),
    /^What refreshes changed/,
  ],
  ['the sheet of notes', (sheetId: number) => ({ notes: String(sheetId) }), /^Notes whose shifts left/],
])('A cell of %s says what the sheet is', (name, stored, words) => {
  const table = new Explaining();
  const sheet = table.book.sheets.add('Beside', [['', '']]);
  expect(table.explain(2, 2, sheet).title).toMatch(/^Select a figure/);

  table.book.document.write(stored(sheet.id));

  const told = table.explain(2, 2, sheet);
  expect(told.title.toLowerCase()).toBe(name);
  expect(linesIn(told)).toEqual({ Sheet: expect.stringMatching(words) });
});
