import fc from 'fast-check';
import type { DocumentEditor } from '../emulator/spreadsheet/editor';
import { BOB } from './scene';

/** One thing that a person does to a spreadsheet with a table on the sheet of the given name. */
export interface UserEdit {
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
  edit('allow again', (editor, sheet) => editor.protect(`${sheet}!T3:T4`, [BOB])),
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
  .tuple(fc.constantFrom('A1:R21', 'A1:X60', 'B5:T9'), fc.integer({ min: 2, max: 18 }), fc.array(text))
  .map(([place, by, texts]) =>
    edit(`filter ${place} by column ${by}`, (editor, sheet) => {
      editor.filter(`${sheet}!${place}`);
      editor.filterOut(sheet, by, ['0', '1', ...texts]);
    }),
  );
const hidden = fc
  .tuple(row, fc.integer({ min: 1, max: 9 }))
  .map(([first, count]) =>
    edit(`hide ${count} rows from ${first}`, (editor, sheet) => editor.hideRows(sheet, first, count)),
  );
const deleted = fc.constant(edit('delete the sheet', (editor, sheet) => editor.deleteSheet(sheet)));

/** Any edit; those that a table survives more often than those that end it. */
export const userEdit: fc.Arbitrary<UserEdit> = fc.oneof(
  { arbitrary: beside, weight: 6 },
  { arbitrary: typed, weight: 5 },
  { arbitrary: lines, weight: 4 },
  { arbitrary: sorted, weight: 3 },
  { arbitrary: outerColumns, weight: 3 },
  { arbitrary: sheets, weight: 3 },
  { arbitrary: filtered, weight: 2 },
  { arbitrary: hidden, weight: 2 },
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
