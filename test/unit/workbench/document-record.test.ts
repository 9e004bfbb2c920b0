import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { SpreadsheetDocument } from '../../emulator/spreadsheet/document';
import { DocumentRecord } from '../../workbench/document-record';
import type { BlockView, WorkbenchEvent } from '../../workbench/protocol';

let document: SpreadsheetDocument;
let record: DocumentRecord;
let told: { event: WorkbenchEvent; pageId: string }[];

beforeEach(() => {
  told = [];
  document = new SpreadsheetDocument({
    id: 'book',
    name: 'Shifts',
    owner: 'ann@a.example',
    zone: 'Europe/London',
  });
  record = new DocumentRecord(document, (event, pageId) => told.push({ event, pageId }));
});

/** What the pages were told once the work under way was over. */
async function toldAfterwards() {
  await new Promise((resolve) => setImmediate(resolve));
  return told.splice(0);
}

afterEach(toldAfterwards);

function blocksOf(events: typeof told): BlockView[] {
  return events.flatMap(({ event }) => (event.kind === 'cells' ? event.blocks : []));
}

describe('the document of record', () => {
  it('shows values, formats, notes and names', () => {
    document.editor.type('Sheet1!A1', '2026-10-01');
    document.editor.setNumberFormat('Sheet1!A1', 'yyyy-mm-dd');
    document.editor.setNote('Sheet1!B1', 'Settled');
    document.editor.nameRange('STAMP', 'Sheet1!B2:C3');
    const view = record.view();
    expect(view.blocks).toEqual([
      {
        sheetId: 0,
        row: 1,
        column: 1,
        cells: [[{ v: 46296, s: 0 }, { note: 'Settled' }]],
        styles: [{ format: 'yyyy-mm-dd' }],
      },
    ]);
    expect(view.names).toEqual([{ name: 'STAMP', reference: 'Sheet1!$B$2:$C$3' }]);
  });

  it('leaves out what formulas calculated: the grid of the page does that', () => {
    record.edit([{ kind: 'cells', sheetId: 0, cells: [{ row: 1, column: 1, f: '=TWO()' }] }], 'p');
    record.keepCalculated({ sheetId: 0, cells: [{ row: 1, column: 1, rows: [[1], [2]] }] }, 'p');
    expect(document.values('Sheet1!A1:A2')).toEqual([[1], [2]]);
    expect(record.view().blocks[0]?.cells).toEqual([[{ f: '=TWO()' }], [{}]]);
  });

  it('puts rows and columns in at the end for a result that needs them, once for all pages', async () => {
    document.editor.type('Sheet1!Z1000', 'last');
    await toldAfterwards();
    const room = { kind: 'room', sheetId: 0, rows: 1010, columns: 30 } as const;
    record.edit([room], 'p');
    record.edit([room], 'q');
    record.edit([{ ...room, rows: 5, columns: 5 }], 'q');
    const size = { maxRows: 1010, maxColumns: 30 };
    expect(record.view().sheets).toMatchObject([size]);
    expect(document.cell('Sheet1!Z1000').value).toBe('last');
    const told = await toldAfterwards();
    expect(told.filter(({ event }) => event.kind === 'sheets')).toMatchObject([
      { event: { sheets: [size] }, pageId: 'p' },
    ]);
  });

  it('tells of the changes of one piece of work together', async () => {
    document.editor.paste('Sheet1!A1', [
      ['a', 'b'],
      ['1', '2'],
    ]);
    document.editor.setNumberFormat('Sheet1!B2', '0.0"%"');
    const events = await toldAfterwards();
    expect(events).toHaveLength(1);
    expect(blocksOf(events)).toEqual([
      {
        sheetId: 0,
        row: 1,
        column: 1,
        cells: [
          [{ v: 'a' }, { v: 'b' }],
          [{ v: 1 }, { v: 2, s: 0 }],
        ],
        styles: [{ format: '0.0"%"' }],
      },
    ]);
  });

  it('keeps the looks of a cell that a page edits', () => {
    const style = {
      format: '0.0',
      bold: true,
      size: 18,
      color: '#5f6368',
      background: '#fef7e0',
      align: 'left',
    } as const;
    record.edit([{ kind: 'cells', sheetId: 0, cells: [{ row: 1, column: 1, v: 5, style }] }], 'page-1');

    expect(record.view().blocks[0]?.styles).toEqual([style]);
  });

  it('does not tell a page what it did itself', async () => {
    record.edit([{ kind: 'cells', sheetId: 0, cells: [{ row: 1, column: 1, v: 5 }] }], 'page-1');
    expect((await toldAfterwards()).map(({ pageId }) => pageId)).toEqual(['page-1']);
    document.editor.type('Sheet1!A1', '6');
    expect((await toldAfterwards()).map(({ pageId }) => pageId)).toEqual(['']);
  });

  it('tells no page what another one calculated: each calculates by itself, and telling would never end', async () => {
    record.edit([{ kind: 'cells', sheetId: 0, cells: [{ row: 1, column: 1, f: '=TWO()' }] }], 'page-1');
    await toldAfterwards();
    record.keepCalculated({ sheetId: 0, cells: [{ row: 1, column: 1, rows: [[1], [2]] }] }, 'page-1');
    expect(await toldAfterwards()).toEqual([]);
    expect(document.values('Sheet1!A1:A2')).toEqual([[1], [2]]);
  });

  it('tells once what long work changed again and again, after its end', async () => {
    await record.tellAfter(async () => {
      for (const text of ['1', '2', '3']) {
        document.editor.type('Sheet1!A1', text);
        expect(await toldAfterwards()).toEqual([]);
      }
    });
    expect(blocksOf(await toldAfterwards()).map(({ cells }) => cells)).toEqual([[[{ v: 3 }]]]);
    document.editor.type('Sheet1!A1', '4');
    expect(blocksOf(await toldAfterwards())).toHaveLength(1);
  });

  it('sends blanks where rows moved away', async () => {
    document.editor.paste('Sheet1!A1', [['1'], ['2'], ['3']]);
    record.view();
    await toldAfterwards();
    document.editor.deleteRows('Sheet1', 1, 2);
    const events = await toldAfterwards();
    expect(events.map(({ event }) => event.kind)).toEqual(['sheets', 'cells']);
    expect(blocksOf(events)[0]?.cells).toEqual([[{ v: 3 }], [{}], [{}]]);
  });

  it('makes all edits of a request or none', () => {
    const cells = { kind: 'cells', sheetId: 0, cells: [{ row: 1, column: 1, v: 5 }] } as const;
    const clash = { kind: 'sheet-added', name: 'Sheet1', index: 1 } as const;
    expect(() => record.edit([cells, clash], 'p')).toThrow(
      'A sheet with the name "Sheet1" already exists. Please enter another name.',
    );
    expect(document.cell('Sheet1!A1').value).toBe('');
  });

  it('answers with the ID of an added sheet, and knows it by that', () => {
    const sheetId = record.edit([{ kind: 'sheet-added', name: 'New', index: 1 }], 'p') ?? -1;
    record.edit([{ kind: 'sheet-renamed', sheetId, name: 'Newer' }], 'p');
    expect(document.workbook.sheets.map(({ name }) => name)).toEqual(['Sheet1', 'Newer']);
  });

  it('keeps a day that the grid calculated as a day', () => {
    record.edit([{ kind: 'cells', sheetId: 0, cells: [{ row: 1, column: 1, f: '=DATE(2026,10,1)' }] }], 'p');
    const rows = [[{ serial: 46296, format: 'yyyy/mm/dd' }]];
    record.keepCalculated({ sheetId: 0, cells: [{ row: 1, column: 1, rows }] }, 'p');
    expect(document.cell('Sheet1!A1').display).toBe('01/10/2026');
  });

  it('shows a result without room as Google Sheets does', () => {
    record.edit([{ kind: 'cells', sheetId: 0, cells: [{ row: 1, column: 1, f: '=TWO()' }] }], 'p');
    const error = { code: '#SPILL!', message: '' };
    record.keepCalculated({ sheetId: 0, cells: [{ row: 1, column: 1, rows: [], error }] }, 'p');
    expect(document.cell('Sheet1!A1').value).toBe('#REF!');
  });

  it('passes over the result of a formula that is gone', () => {
    record.keepCalculated({ sheetId: 0, cells: [{ row: 1, column: 1, rows: [[1]] }] }, 'p');
    expect(document.cell('Sheet1!A1').value).toBe('');
  });
});
