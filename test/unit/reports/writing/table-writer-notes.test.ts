import { beforeEach, describe, expect, test } from '@jest/globals';
import type { NotedTable, TakenNotes } from '../../../../src/reports/ports';
import { type NotePlace, notePlace, type SheetRow } from '../../../../src/reports/sheet/cells';
import { type TableRecord, withoutNotes } from '../../../../src/reports/writing/table-place';
import {
  finishTable,
  type PreparedTable,
  prepareTable,
  type StagedTable,
  type TableDraft,
  writeTable,
} from '../../../../src/reports/writing/table-writer';
import { type MemorySheet, MemorySheets } from '../../../support/memory-sheets';
import { dailyRows, FRESH_TABLE, smallTable } from '../../../support/table-record';

/** The columns of `smallTable`. */
const FIELDS = ['SHIFT_DATE', 'VENUE_NAME', 'SHIFT_ID'];
const placeOf = (...columns: string[]) => notePlace(FIELDS, columns) as NotePlace;
const REASON = placeOf('Reason');

let sheets: MemorySheets;
/** The table that was shown to whoever takes the notes. */
let shown: NotedTable | undefined;

beforeEach(() => {
  sheets = new MemorySheets();
  shown = undefined;
});

const draftOf = (rows: readonly SheetRow[], notes?: NotePlace): TableDraft => ({
  ...smallTable(rows),
  fields: FIELDS,
  notes,
});

interface Taken {
  readonly cells: readonly SheetRow[];
  readonly areWritten?: boolean;
  readonly staged?: StagedTable;
}

function prepare(saved: TableRecord, draft: TableDraft, taken?: Taken): PreparedTable {
  const { cells = [], areWritten = true, staged } = taken ?? {};
  const notes: TakenNotes = {
    cells,
    areWritten,
    logs: {},
    after: () => ({}),
    sentence: '',
    beforeWrite: () => sheets.step('notes leave'),
    afterWrite: () => sheets.step('notes are back'),
    afterRefusal: () => sheets.step('notes are taken back'),
  };
  const takeNotes = (table: NotedTable) => {
    shown = table;
    return notes;
  };
  return prepareTable(sheets, saved, draft, { mayReplace: true, staged, ...(taken ? { takeNotes } : {}) });
}

function write(saved: TableRecord, draft: TableDraft, taken: Taken): TableRecord {
  const prepared = prepare(saved, draft, taken);
  writeTable(prepared);
  return finishTable(sheets, prepared);
}

const written = () =>
  write(FRESH_TABLE, draftOf(dailyRows(100, 3), REASON), { cells: [['late'], [null], ['ill']] });
const table = () => sheets.byName('Shifts') as MemorySheet;
const block = (rows: number, columns: number) => table().readBlock(1, 1, rows, columns);

/** A sheet with these headings, and the record of a table that was finished with others. */
function tableWith(headings: readonly string[], record: Partial<TableRecord>): TableRecord {
  const { id } = sheets.add('Shifts', [[...headings], ...dailyRows(100, 3).map((row) => row.map(String))]);
  return { ...FRESH_TABLE, sheetId: id, headed: true, headings: FIELDS, extent: 3, ...record };
}

describe('note columns', () => {
  test('are the last of the table, under their headings, each note beside its row', () => {
    const saved = written();
    expect(block(4, 4)).toEqual([
      [...FIELDS, 'Reason'],
      [100, 'Crown', 100, 'late'],
      [101, 'Crown', 101, ''],
      [102, 'Crown', 102, 'ill'],
    ]);
    expect(saved).toMatchObject({ headings: [...FIELDS, 'Reason'], nextHeadings: [], extent: 3 });
    expect(saved.noted).toEqual({ id: 2, date: 0, venue: 1, columns: ['Reason'] });
  });

  test('have no number format, a width of their own, begin at the left, and wrap', () => {
    write(FRESH_TABLE, draftOf([], placeOf('Reason', 'Done')), { cells: [] });
    expect(table().formats).toEqual(['A yyyy-mm-dd', 'C 0']);
    const [look] = table().looks;
    expect(look?.widths).toContainEqual({ column: 4, columns: 2, pixels: 180 });
    expect(look?.wrapped).toEqual(['A1:E1', 'D2:D', 'E2:E']);
    expect(look?.aligned).toContainEqual(['right', ['C1:C']]);
  });

  test('stay in their column beside a row that has fewer values, or none', () => {
    write(FRESH_TABLE, draftOf([[100, 'Crown'], []], REASON), { cells: [['late']] });
    expect(block(3, 4)).toEqual([
      [...FIELDS, 'Reason'],
      [100, 'Crown', '', 'late'],
      ['', '', '', ''],
    ]);
  });

  test('are logged before the write: where they are, and where they will be', () => {
    const saved = written();
    const { record } = prepare(saved, draftOf([], placeOf('Reason', 'Done')), { cells: [] });
    expect(record).toMatchObject({ noted: REASON, nextNoted: placeOf('Reason', 'Done') });
  });

  test('are not touched where every note stays: someone may be typing there', () => {
    const saved = written();
    const prepared = prepare(saved, draftOf(dailyRows(200, 3), REASON), {
      cells: [['late'], [null], ['ill']],
      areWritten: false,
    });
    table().type(3, 4, 'typed meanwhile');
    writeTable(prepared);
    expect(block(4, 4).slice(1)).toEqual([
      [200, 'Crown', 200, 'late'],
      [201, 'Crown', 201, 'typed meanwhile'],
      [202, 'Crown', 202, 'ill'],
    ]);
  });

  test('leave before the write and come back after it', () => {
    const saved = written();
    sheets.steps.length = 0;
    write(saved, draftOf(dailyRows(100, 1), REASON), { cells: [['late']] });
    expect(sheets.steps).toEqual(['notes leave', 'write Shifts row 2 × 3', 'notes are back']);
  });

  test('are taken back where the write was refused', () => {
    const saved = written();
    sheets.steps.length = 0;
    sheets.refusedStep = 2;
    expect(() => write(saved, draftOf([], REASON), { cells: [] })).toThrow('Unprotect');
    expect(sheets.steps).toEqual(['notes leave', 'write Shifts row 2 × 3', 'notes are taken back']);
  });
});

describe('notes of staged rows', () => {
  const stage = (rows: readonly SheetRow[]): StagedTable => {
    const sheet = sheets.add('Staging', [[...FIELDS, 'Reason'], ...rows.map((row) => [...row] as number[])]);
    return { sheet, rows: rows.length, headed: true };
  };

  test('are staged beside their rows, 18,000 rows at a time, and copied with them', () => {
    const saved = write(FRESH_TABLE, draftOf([], REASON), { cells: [] });
    const rows = dailyRows(1, 36_000);
    const cells = rows.map(([day]) => [`note ${day}`]);
    const staged = stage(rows);
    sheets.steps.length = 0;
    write(saved, draftOf(rows, REASON), { cells, staged });
    expect(sheets.steps).toEqual([
      'write Staging row 2 × 18000',
      'write Staging row 18002 × 18000',
      'notes leave',
      'copy Staging row 2 × 36000 to Shifts row 2',
      'notes are back',
      'remove Staging',
    ]);
    expect([2, 18_001, 18_002, 36_001].map((row) => table().readRow(row, 5))).toEqual([
      [1, 'Crown', 1, 'note 1', ''],
      [18_000, 'Crown', 18_000, 'note 18000', ''],
      [18_001, 'Crown', 18_001, 'note 18001', ''],
      [36_000, 'Crown', 36_000, 'note 36000', ''],
    ]);
  });

  test.each<[string, NotePlace | undefined, Taken | undefined]>([
    ['every note stays in its cell', REASON, { cells: [['late']], areWritten: false }],
    ['the note columns go', undefined, { cells: [] }],
    ['the table will not be written', REASON, undefined],
  ])('are not staged where %s', (_, notes, taken) => {
    const saved = written();
    const rows = dailyRows(100, 1);
    const staged = stage(rows);
    sheets.steps.length = 0;
    prepareTable(sheets, saved, draftOf(rows, notes), { mayReplace: true, staged });
    prepare(saved, draftOf(rows, notes), taken && { ...taken, staged });
    expect(sheets.steps).toEqual([]);
  });

  test('are left where they are by the copy where every note stays', () => {
    const saved = written();
    const rows = dailyRows(200, 3);
    write(saved, draftOf(rows, REASON), { cells: [], areWritten: false, staged: stage(rows) });
    expect(
      block(4, 4)
        .slice(1)
        .map((row) => row[3]),
    ).toEqual(['late', '', 'ill']);
  });
});

describe('the notes of the table that is there', () => {
  const WITH_REASON = [...FIELDS, 'Reason'];

  test('are where the last write put them', () => {
    const saved = tableWith(WITH_REASON, { headings: WITH_REASON, noted: REASON });
    prepare(saved, draftOf([], placeOf('Reason', 'Done')), { cells: [] });
    expect(shown).toMatchObject({ oldNotes: REASON, oldRows: 3, withHeading: true });
  });

  test('are where an interrupted write put them', () => {
    const saved = tableWith(WITH_REASON, { nextHeadings: WITH_REASON, nextNoted: REASON });
    prepare(saved, draftOf([]), { cells: [] });
    expect(shown).toMatchObject({ oldNotes: REASON, oldRows: 3 });
  });

  test('are under the wanted headings, where someone typed these beside the table', () => {
    prepare(tableWith(WITH_REASON, {}), draftOf([], REASON), { cells: [] });
    expect(shown).toMatchObject({ oldNotes: REASON, oldRows: 3 });
  });

  test('are nowhere in a sheet that someone emptied', () => {
    const next = { nextHeadings: WITH_REASON, nextNoted: REASON };
    const saved = tableWith([], { headings: WITH_REASON, noted: REASON, ...next });
    table().cells = [];
    prepare(saved, draftOf([], placeOf('Done')), { cells: [] });
    expect(shown).toMatchObject({ oldNotes: undefined, oldRows: 0 });
  });

  test.each([
    [['Reason'], 'Put Reason back as the headings in D1 of “Shifts”'],
    [['Reason', 'Done'], 'Put Reason, Done back as the headings in D1:E1 of “Shifts”'],
  ])('cannot be told where the headings %j were typed over', (columns, remedy) => {
    const place = placeOf(...columns);
    const saved = tableWith([...FIELDS, 'Why'], { headings: [...FIELDS, ...columns], noted: place });
    expect(() => prepare(saved, draftOf([], place), { cells: [] })).toThrow(
      `${remedy} (undo the change), or change Note columns in the report’s form to what is there: note columns were renamed or moved.`,
    );
  });

  test('are not what is wrong where another heading was typed over', () => {
    const headings = ['SHIFT_DATE', 'Where', 'SHIFT_ID', 'Reason'];
    const saved = tableWith(headings, { headings: WITH_REASON, noted: REASON });
    expect(() => prepare(saved, draftOf([], REASON), { cells: [] })).toThrow(
      'Edit the report and set Columns: VENUE_NAME as Where',
    );
  });
});

test.each<[string, Partial<TableRecord>, Partial<TableRecord>]>([
  [
    'of the last write',
    { headings: [...FIELDS, 'Reason'], noted: REASON },
    { headings: FIELDS, nextHeadings: [] },
  ],
  [
    'of a write in progress',
    { headings: FIELDS, nextHeadings: [...FIELDS, 'Reason', 'Done'], nextNoted: placeOf('Reason', 'Done') },
    { headings: FIELDS, nextHeadings: FIELDS },
  ],
  ['of neither', { headings: FIELDS }, { headings: FIELDS, nextHeadings: [] }],
])('a record without its notes has no note columns %s', (_, record, expected) => {
  const bare = withoutNotes({ ...FRESH_TABLE, headed: true, extent: 7, ...record });
  expect(bare).toEqual({ ...FRESH_TABLE, headed: true, extent: 7, ...expected });
});
