import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { cellName } from '../emulator/spreadsheet/a1';
import type { Cell } from '../emulator/spreadsheet/cells';
import type { DocumentEditor } from '../emulator/spreadsheet/editor';
import { documentProperties } from '../support/document-properties';
import { runs } from '../support/runs';
import { ANN, BOB, type Scene, Stage, state } from '../support/scene';
import { RECORD } from '../support/spec-fields';

/*
 * What people do to a spreadsheet between refreshes, at random.
 */

/** One thing that a person does to a spreadsheet with a table on the sheet of the given name. */
interface UserEdit {
  readonly what: string;
  readonly apply: (editor: DocumentEditor, sheet: string) => void;
}

/** Reaches beyond the table to its right and below, and into the table. */
const COLUMNS = 'ABCDEFGHIJKLMNOPQRSTUVWX'.split('');
const row = fc.integer({ min: 1, max: 40 });
const column = fc.integer({ min: 1, max: 24 });
const text = fc.constantFrom('mine', '42', '=1+1', '=A2', '', "'007", '2026-03-01', 'SHIFT_DATE');

const typed = fc
  .tuple(column, row, text)
  .map(([at, line, value]) =>
    edit(`type ${value} in ${COLUMNS[at - 1]}${line}`, (editor, sheet) =>
      editor.type(`${sheet}!${COLUMNS[at - 1]}${line}`, value),
    ),
  );
const beside = fc
  .tuple(fc.constantFrom('S', 'T', 'V'), row, text)
  .map(([letter, line, value]) =>
    edit(`type ${value} in ${letter}${line}`, (editor, sheet) =>
      editor.type(`${sheet}!${letter}${line}`, value),
    ),
  );
const noted = fc
  .tuple(column, row)
  .map(([at, line]) =>
    edit(`note at ${COLUMNS[at - 1]}${line}`, (editor, sheet) =>
      editor.setNote(`${sheet}!${COLUMNS[at - 1]}${line}`, 'a note'),
    ),
  );
const sorted = fc
  .tuple(fc.integer({ min: 1, max: 18 }), fc.boolean())
  .map(([by, up]) =>
    edit(`sort by column ${by} ${up ? 'up' : 'down'}`, (editor, sheet) =>
      editor.sort(`${sheet}!A2:V30`, by, up),
    ),
  );
const lines = fc
  .tuple(row, fc.integer({ min: 1, max: 3 }), fc.boolean())
  .map(([at, count, isNew]) =>
    edit(`${isNew ? 'insert' : 'delete'} ${count} rows at ${at}`, (editor, sheet) =>
      isNew ? editor.insertRows(sheet, at, count) : editor.deleteRows(sheet, at, count),
    ),
  );
const outerColumns = fc
  .tuple(fc.integer({ min: 19, max: 22 }), fc.boolean())
  .map(([at, isNew]) =>
    edit(`${isNew ? 'insert' : 'delete'} column ${at}`, (editor, sheet) =>
      isNew ? editor.insertColumns(sheet, at) : editor.deleteColumns(sheet, at),
    ),
  );
const innerColumns = fc
  .tuple(fc.integer({ min: 1, max: 18 }), fc.boolean())
  .map(([at, isNew]) =>
    edit(`${isNew ? 'insert' : 'delete'} column ${at}`, (editor, sheet) =>
      isNew ? editor.insertColumns(sheet, at) : editor.deleteColumns(sheet, at),
    ),
  );
const cleared = fc
  .tuple(fc.constantFrom('A2:R9', 'A1:R1', 'A1:X60', 'T1:V9', 'C3'))
  .map(([block]) => edit(`clear ${block}`, (editor, sheet) => editor.clear(`${sheet}!${block}`)));
const sheets = fc.constantFrom(
  edit('rename', (editor, sheet) => editor.renameSheet(sheet, sheet === 'Shifts' ? 'Ours' : 'Shifts')),
  edit('move', (editor, sheet) => editor.moveSheet(sheet, 0)),
  edit('hide', (editor, sheet) => editor.hideSheet(sheet)),
  edit('protect for others', (editor, sheet) => editor.protect(`${sheet}!C3:D4`)),
  edit('name a block', (editor, sheet) => editor.nameRange('MINE', `${sheet}!B2:C5`)),
  edit('merge beside', (editor, sheet) => editor.merge(`${sheet}!T10:U11`)),
);
/** Reaches over every edge of the table. */
const block = fc
  .tuple(column, row, fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 }))
  .map(([left, top, columns, rows]) => {
    const right = COLUMNS[Math.min(COLUMNS.length, left + columns - 1) - 1];
    return `${COLUMNS[left - 1]}${top}:${right}${top + rows - 1}`;
  });
const merged = fc
  .tuple(block, fc.boolean())
  .map(([place, isOnce]) =>
    edit(`${isOnce ? 'merge' : 'unmerge'} ${place}`, (editor, sheet) =>
      isOnce ? editor.merge(`${sheet}!${place}`) : editor.unmerge(`${sheet}!${place}`),
    ),
  );
const unmerged = fc.constant(edit('unmerge all', (editor, sheet) => editor.unmerge(`${sheet}!A1:X60`)));
const filtered = fc
  .constantFrom('A1:R21', 'A1:X60', 'B5:T9')
  .map((place) => edit(`filter ${place}`, (editor, sheet) => editor.filter(`${sheet}!${place}`)));
const deleted = fc.constant(edit('delete the sheet', (editor, sheet) => editor.deleteSheet(sheet)));

/** Any edit; those that a table survives more often than those that end it. */
const userEdit: fc.Arbitrary<UserEdit> = fc.oneof(
  { arbitrary: beside, weight: 6 },
  { arbitrary: typed, weight: 5 },
  { arbitrary: lines, weight: 4 },
  { arbitrary: sorted, weight: 3 },
  { arbitrary: outerColumns, weight: 3 },
  { arbitrary: sheets, weight: 3 },
  { arbitrary: filtered, weight: 2 },
  { arbitrary: merged, weight: 1 },
  { arbitrary: unmerged, weight: 2 },
  { arbitrary: noted, weight: 2 },
  { arbitrary: cleared, weight: 2 },
  { arbitrary: innerColumns, weight: 1 },
  { arbitrary: deleted, weight: 1 },
);

function edit(what: string, apply: UserEdit['apply']): UserEdit {
  return { what, apply };
}

const RUNS = runs(12, 50);
const SEED = Number(process.env.TEST_SEED ?? 20_260_303);
const MOST_ROWS = 20;
/** Shifts in the order in which a table shows them; a refresh brings the first few. */
const SHIFTS = Array.from({ length: MOST_ROWS }, (_, at) => ({
  ...RECORD,
  SHIFT_DATE: '2026-03-02',
  SHIFT_ID: 700_001 + at,
}));
const WIDTH = 18;

const stage = new Stage({ allowance: 100_000_000 });

interface Step {
  readonly edits: readonly UserEdit[];
  readonly rows: number;
  readonly person: string;
}
const step: fc.Arbitrary<Step> = fc.record({
  edits: fc.array(userEdit, { minLength: 1, maxLength: 4 }),
  rows: fc.integer({ min: 0, max: MOST_ROWS }),
  person: fc.constantFrom(ANN, ANN, BOB),
});

test(`cells outside the table stay, whatever people do: ${RUNS} sequences (seed ${SEED})`, async () => {
  const figures = { sequences: 0, refreshes: 0, written: 0, refused: 0, cells: 0 };
  const play = async (steps: readonly Step[]) => {
    const sheet = await EditedTable.open();
    for (const { edits, rows, person } of steps) {
      for (const edit of edits) sheet.edit(edit);
      const { isWritten, cells, changed } = await sheet.refresh(rows, person);
      figures.refreshes += 1;
      figures[isWritten ? 'written' : 'refused'] += 1;
      figures.cells += cells;
      expect(changed).toEqual([]);
    }
    figures.sequences += 1;
  };
  const sequences = fc.array(step, { minLength: 1, maxLength: 5 });
  const property = fc.asyncProperty(sequences, play);
  await fc.assert(property, { numRuns: RUNS, seed: SEED });
});

/** A table, and what is known of it without asking the add-on. */
class EditedTable {
  /** Rows below the heading that may be ours: the newest table's, and those that refused ones were to have. */
  private owned = MOST_ROWS;
  /** How many rows there are above the heading row. */
  private above = 0;
  /** How many rows the newest table has that was written. */
  private rows = MOST_ROWS;
  /** How many of these nobody can have deleted: where the others were, people's own cells may stand. */
  private left = MOST_ROWS;

  /** What the cells of the IDs hold. */
  private readonly contents: ReadonlySet<string>;

  private constructor(
    private readonly scene: Scene,
    private readonly id: string,
    private readonly ids: readonly unknown[],
  ) {
    this.contents = new Set(ids.map((id) => JSON.stringify([id, ''])));
  }

  static async open(): Promise<EditedTable> {
    const scene = await stage.connected();
    const id = scene.saveReport({ from: '2026-03-02', to: '2026-03-02' });
    await scene.serve(SHIFTS);
    state(scene.refresh(id));
    const ids = scene.book.values(`Shifts!R2:R${1 + MOST_ROWS}`).map(([shiftId]) => shiftId);
    return new EditedTable(scene, id, ids);
  }

  /** What a person does; what cannot be done changes nothing. */
  edit({ what, apply }: UserEdit): void {
    const { workbook, editor } = this.scene.book;
    const sheet = workbook.sheets.find(({ id }) => id === this.sheetId());
    if (sheet === undefined) return;
    try {
      apply(editor, sheet.name);
      // Rows that are inserted among those of the table push its last ones down; above the heading row, all of them.
      const [, verb, count, at] = /^(insert|delete) (\d+) rows at (\d+)$/.exec(what) ?? [];
      if (Number(at) > 1 + this.above + this.owned) return;
      const isAbove = Number(at) <= 1 + this.above;
      if (verb === 'delete') this.left = Math.max(0, this.left - Number(count));
      else if (verb === 'insert' && isAbove) this.above += Number(count);
      else if (verb === 'insert') this.owned += Number(count);
    } catch {
      // Rows that are merged cannot be sorted, rows that are not there cannot be removed.
    }
  }

  /** @returns How many cells outside the table were compared, and those that differ. */
  async refresh(rows: number, person: string) {
    const { scene, id } = this;
    await scene.serve(SHIFTS.slice(0, rows));
    scene.emulator.clock.advance(11 * 60_000);
    const sheetId = this.sheetId();
    const before = this.others();
    const outcome = scene.refresh(id, person);
    const isWritten = outcome.kind === 'done';
    if (!isWritten) expect(outcome.code).toBe('sheet_blocked');
    const after = new Map(this.others().map((sheet) => [sheet.id, sheet]));
    this.owned = Math.max(this.owned, rows);
    // A person's sorting may take rows of the table beyond its end.
    const table = before.find((sheet) => sheet.id === sheetId)?.cells;
    const isShift = (row: number) => this.contents.has(table?.get(cellName(row, WIDTH))?.content ?? '');
    const isOurs = ({ row, column }: Place) =>
      isWritten && column <= WIDTH && (row <= 1 + this.above + this.owned || isShift(row));
    const changed: string[] = [];
    let cells = 0;
    for (const sheet of before) {
      const now = after.get(sheet.id)?.cells ?? new Map<string, Place>();
      const places = [...sheet.cells.values(), ...now.values()];
      const theirs = places.filter((place) => sheet.id !== sheetId || !isOurs(place));
      const names = new Set(theirs.map(({ row, column }) => cellName(row, column)));
      cells += names.size;
      for (const name of names) {
        const [was, is] = [sheet.cells.get(name)?.content, now.get(name)?.content];
        if (was !== is) changed.push(`${sheet.name}!${name}: ${was} became ${is}`);
      }
    }
    if (isWritten) {
      changed.push(...this.faults(rows));
      this.owned = rows;
      this.rows = rows;
      this.left = rows;
    }
    return { isWritten, cells, changed };
  }

  /** What is wrong with a table that was written. */
  private faults(rows: number): string[] {
    const { book } = this.scene;
    const name = book.workbook.sheets.find(({ id }) => id === this.sheetId())?.name ?? '';
    const ids = book.values(`${name}!R1:R${MOST_ROWS * 4}`).map(([id]) => id);
    this.above = Math.max(0, ids.indexOf('SHIFT_ID'));
    const first = this.above + 2;
    const shown = book.values(`${name}!A${first}:R${first + Math.max(rows, this.rows, 1) - 1}`);
    const expected = this.ids.slice(0, rows);
    const isExact = expected.every((shiftId, index) => shown[index]?.[WIDTH - 1] === shiftId);
    const isOld = (row: readonly unknown[], index: number) =>
      index < this.left ? row.some((cell) => cell !== '') : this.ids.includes(row[WIDTH - 1]);
    const hasOld = shown.some((row, index) => index >= rows && isOld(row, index));
    return [...(isExact ? [] : ['rows that are not the service’s']), ...(hasOld ? ['old rows'] : [])];
  }

  private sheetId(): number {
    return JSON.parse(documentProperties(this.scene)[`report.${this.id}`] ?? '{}').sheetId;
  }

  /** What stands in all sheets but those that are ours as a whole. */
  private others() {
    const { statusSheet = '{}' } = documentProperties(this.scene);
    const status: number | undefined = JSON.parse(statusSheet).sheetId;
    const { sheets } = this.scene.book.workbook;
    return sheets
      .filter(({ id, name }) => id !== status && name !== 'Shift Reports undo')
      .map(({ id, name, grid }) => {
        const cells = new Map<string, Place>();
        grid.forEach((cell, row, column) => {
          const content = contentOf(cell);
          if (content !== '') cells.set(cellName(row, column), { row, column, content });
        });
        return { id, name, cells };
      });
  }
}

interface Place {
  readonly row: number;
  readonly column: number;
  readonly content: string;
}

/** What a person put into a cell: of a formula its text, since its value follows the table. */
function contentOf({ value, formula, note }: Cell): string {
  const content = formula === '' ? value : formula;
  return content === '' && note === '' ? '' : JSON.stringify([content, note]);
}
