import { beforeEach, describe, expect, test } from '@jest/globals';
import { recordAfterRefusal } from '../../../../src/reports/writing/table-update';
import { type PreparedTable, prepareTable, writeTable } from '../../../../src/reports/writing/table-writer';
import { dailyRows, FRESH_TABLE, smallTable } from '../../../support/table-record';
import { TableRun } from '../../../support/table-run';

let run: TableRun;
beforeEach(() => {
  run = new TableRun(1000);
  run.refresh(smallTable(dailyRows(100, 3)));
});

function prepare(rows: number, columns = smallTable([]).columns): PreparedTable {
  return prepareTable(run.sheets, run.saved, { columns, rows: dailyRows(100, rows) }, { mayReplace: true });
}

/** Writes, and is refused. @returns How often that was told. */
function refuse(prepared: PreparedTable): number {
  let told = 0;
  run.sheets.refusedStep = run.sheets.steps.length + 1;
  expect(() => writeTable(prepared, () => (told += 1))).toThrow('Unprotect the cells');
  return told;
}

describe('a write that was refused', () => {
  test('leaves the table as long as it was, whatever stands further down', () => {
    run.sheet.type(9, 1, 'a note of mine');
    const prepared = prepare(5);
    expect(refuse(prepared)).toBe(1);
    expect(recordAfterRefusal(prepared, run.saved)).toEqual(run.saved);
    expect(prepared.record.extent).toBe(5);
  });

  test('has nothing to take back where it reached no further, and reads nothing', () => {
    const prepared = prepare(2);
    refuse(prepared);
    run.sheets.reads.length = 0;
    expect([recordAfterRefusal(prepared, run.saved), run.sheets.reads]).toEqual([undefined, []]);
  });

  test('and was made all the same keeps what was logged', () => {
    const prepared = prepare(5);
    writeTable(prepared);
    expect(recordAfterRefusal(prepared, run.saved)).toBeUndefined();
  });

  test('and made with other columns alone keeps what was logged', () => {
    const prepared = prepare(3, smallTable([]).columns.slice(0, 2));
    writeTable(prepared);
    expect(recordAfterRefusal(prepared, run.saved)).toBeUndefined();
  });

  test('with other columns leaves the headings as they were', () => {
    const prepared = prepare(3, smallTable([]).columns.slice(0, 2));
    refuse(prepared);
    run.sheets.reads.length = 0;
    expect(recordAfterRefusal(prepared, run.saved)).toEqual(run.saved);
    // The heading row alone tells: no row below the table was to be written.
    expect(run.sheets.reads).toEqual(['Shifts 1,1 1 × 3']);
  });

  test('keeps what was logged where the cells cannot be read', () => {
    const prepared = prepare(5);
    refuse(prepared);
    const { sheet } = run;
    sheet.columns = 2;
    expect(recordAfterRefusal(prepared, run.saved)).toBeUndefined();
  });

  test('into a new sheet keeps the sheet, with no row of it', () => {
    run = new TableRun(1000);
    const prepared = prepareTable(run.sheets, FRESH_TABLE, smallTable(dailyRows(100, 3)), {
      mayReplace: true,
    });
    refuse(prepared);
    expect(recordAfterRefusal(prepared, FRESH_TABLE)).toEqual({ ...FRESH_TABLE, sheetId: 101 });
  });

  test('into a sheet that is made again for a deleted one leaves nothing of the old table', () => {
    run.sheets.delete(run.sheet);
    const prepared = prepare(3);
    refuse(prepared);
    expect(recordAfterRefusal(prepared, run.saved)).toEqual({ ...FRESH_TABLE, sheetId: 102 });
  });

  test('of formats alone is no refusal: the rows are there', () => {
    run = new TableRun(1000);
    const prepared = prepareTable(run.sheets, FRESH_TABLE, smallTable(dailyRows(100, 3)), {
      mayReplace: true,
    });
    let told = 0;
    run.sheets.refusedStep = run.sheets.steps.length + 2;
    expect(writeTable(prepared, () => (told += 1))).toBe(
      'Set the number formats below the table on “Shifts” yourself (Format ▸ Number): Google Sheets refused them.',
    );
    expect([told, run.sheets.steps.slice(-3)]).toEqual([
      0,
      ['format Shifts', 'format Shifts × 3', 'apply look Shifts'],
    ]);
  });

  test('of all formats is none either, and says so', () => {
    run = new TableRun(1000);
    const prepared = prepareTable(run.sheets, FRESH_TABLE, smallTable([]), { mayReplace: true });
    const refused: string[] = [];
    run.sheets.beforeStep = (step) => {
      if (!step.startsWith('format')) return;
      refused.push(step);
      throw new Error('Service error');
    };
    expect(writeTable(prepared)).toBe(
      'Set the number formats on “Shifts” yourself (Format ▸ Number): Google Sheets refused them.',
    );
    // The first row, where there are none yet.
    expect(refused).toEqual(['format Shifts', 'format Shifts × 1']);
  });
});
