import { describe, expect, test } from '@jest/globals';
import { ReportError } from '../../../../src/employer-api/errors';
import { failureOf } from '../../../support/fetching';
import type { MemorySheet } from '../../../support/memory-sheets';
import { RECORD, reportAnswer } from '../../../support/sample-report';
import { Previewing } from './previewing';

/* Where a preview says that a table will go, and what it says stands in the way. */

const BELOW = 'Clear the cells below the table on “Shifts”: the new rows need the space.';

function opened(mode: 'replace' | 'history' = 'replace') {
  const form = new Previewing();
  const chosen = form.refreshed({ mode });
  const sheet = form.book.sheets.byName('Shifts') as MemorySheet;
  return { form, sheet, preview: (changes = {}) => form.preview({ ...chosen, ...changes }) };
}

describe('a preview of a table that exists', () => {
  test('says what it will replace, and of how many shifts', () => {
    expect(opened().preview().facts).toContain('It will replace the table of 1 shift on “Shifts”.');
  });

  test('says of one whose content is not known that it will replace it', () => {
    const { form, preview } = opened();
    form.book.save({ ...form.book.report(), content: null });
    expect(preview().facts).toContain('It will replace the table on “Shifts”.');
  });

  test('warns of merged cells, in the heading row only where that will be written', () => {
    const { sheet, preview } = opened();
    sheet.merges = [{ row: 1, column: 1, rows: 1, columns: 2 }];
    expect(preview().warnings).toEqual([]);
    const [warning, ...more] = preview({ columns: 'SHIFT_DATE, VENUE_NAME as Place' }).warnings;
    expect(warning).toMatch(/A1:B1/);
    expect(more).toEqual([]);
  });

  test('warns of what stands below it where it will have more rows', () => {
    const { form, sheet, preview } = opened();
    sheet.type(3, 1, 'mine');
    expect(preview().warnings).toEqual([]);
    form.book.fetching.cache.entries.clear();
    form.book.fetching.transport.next(reportAnswer([RECORD, { ...RECORD, SHIFT_ID: 2 }]));
    expect(preview().warnings).toEqual([BELOW]);
  });

  test('that keeps history warns neither of merged cells nor of what stands below: rows are not known yet', () => {
    const { sheet, preview } = opened('history');
    sheet.merges = [{ row: 2, column: 1, rows: 1, columns: 2 }];
    sheet.type(3, 1, 'mine');
    expect(preview().warnings).toEqual([]);
  });

  test('passes on what is no matter of the sheet', () => {
    const { sheet, preview } = opened();
    sheet.mergedCells = () => {
      throw new ReportError('platform_unavailable');
    };
    expect(failureOf(() => preview()).code).toBe('platform_unavailable');
  });
});

describe('a preview of a new table', () => {
  test('names the sheet that will be made', () => {
    expect(opened().form.preview().facts).toContain('It will be written to a new sheet, “New”.');
  });

  test('warns of a sheet that holds something, which nothing is written to', () => {
    const { form } = opened();
    form.book.sheets.add('New', [['mine']]);
    const before = form.book.sheets.steps.length;
    const { facts, warnings } = form.preview();
    expect(facts).toContain('It will be written to the sheet “New”.');
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(/“New”/);
    expect(form.book.sheets.steps).toHaveLength(before);
  });
});
