import { describe, expect, test } from '@jest/globals';
import { createStagingSheet, removeStagingSheet } from '../../../src/platform/sheet-writer';
import { FakeSpreadsheet } from './fake-spreadsheet';

/* The hidden sheet that a large table is filled on before it takes the place of the old one. */

describe('a staging sheet', () => {
  test.each([
    [18, 500, 18, 1000],
    [26, 1000, 26, 1000],
    [30, 5000, 26, 5000],
  ])('of %d columns and %d rows has as many columns and rows as it needs', (columns, rows, wide, high) => {
    const spreadsheet = new FakeSpreadsheet().install();
    const logged: number[] = [];
    createStagingSheet({ name: 'Staging', rows, columns, atKeyboard: false }, (id) => logged.push(id));
    const [sheet] = spreadsheet.sheets;
    expect([sheet?.columns, sheet?.rows, sheet?.isHidden]).toEqual([wide, high, true]);
    expect(logged).toEqual([sheet?.id]);
    // Nobody looks: nothing is brought to the front.
    expect(spreadsheet.shown).toEqual([]);
  });

  test('gives the front back to the person at the keyboard', () => {
    const spreadsheet = new FakeSpreadsheet().install();
    const { id } = spreadsheet.add();
    createStagingSheet({ name: 'Staging', rows: 1, columns: 18, atKeyboard: true }, () => undefined);
    expect(spreadsheet.shown).toEqual([id]);
  });

  test('is removed once; one that is gone already is no failure', () => {
    const spreadsheet = new FakeSpreadsheet().install();
    const { id } = spreadsheet.add();
    removeStagingSheet(id);
    removeStagingSheet(id);
    expect(spreadsheet.sheets).toEqual([]);
  });
});
