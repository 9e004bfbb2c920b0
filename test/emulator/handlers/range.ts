import type { CallContext, CellInput, HostHandlers } from '../bridge';
import { HostError } from '../host-errors';
import { type Cell, effectiveFormat } from '../world/spreadsheet/cell';
import { copyBlock, type PasteType } from '../world/spreadsheet/copy-block';
import { displayText } from '../world/spreadsheet/display';
import { alike, decorateCells } from '../world/spreadsheet/edit-cells';
import { readValue } from '../world/spreadsheet/formula-arguments';
import { mergeBlock, unmergeBlock } from '../world/spreadsheet/merge-block';
import { compileFormat } from '../world/spreadsheet/number-format';
import { intersects, type Rectangle } from '../world/spreadsheet/rectangle';
import type { WorkbookSettings } from '../world/spreadsheet/workbook';
import { clearContents, writeInputs } from '../world/spreadsheet/write-inputs';
import { checkDimensions } from './dimensions';
import { checkBlockEditable, checkedBlock, committed, editBlock, type RangeTarget } from './document-access';
import { styleHandlers } from './style';

/** What `getNumberFormat` says of an automatic cell. Recorded at second hand by gas-fakes. */
const AUTOMATIC_FORMAT = '0.###############';

/** Range: contents, formats, notes and looks. Positions are answered inside the realm. */
export const rangeHandlers: HostHandlers = {
  'Range.getValue': (context, target) =>
    first(read(context, target, (cell, { zone }) => readValue(cell, zone))),
  'Range.getValues': (context, target) => read(context, target, (cell, { zone }) => readValue(cell, zone)),
  'Range.getDisplayValue': (context, target) =>
    first(read(context, target, (cell, { locale }) => displayText(cell, locale))),
  'Range.getDisplayValues': (context, target) =>
    read(context, target, (cell, { locale }) => displayText(cell, locale)),
  'Range.getFormula': (context, target) => first(read(context, target, (cell) => cell.formula)),
  'Range.getFormulas': (context, target) => read(context, target, (cell) => cell.formula),
  'Range.getNumberFormat': (context, target) => first(read(context, target, numberFormat)),
  'Range.getNumberFormats': (context, target) => read(context, target, numberFormat),
  'Range.getNote': (context, target) => first(read(context, target, (cell) => cell.note)),
  'Range.getNotes': (context, target) => read(context, target, (cell) => cell.note),
  'Range.isBlank': (context, target) =>
    read(context, target, (cell) => cell.value === '' && cell.formula === '').every((row) =>
      row.every(Boolean),
    ),
  'Range.getMergedRanges': (context, target: RangeTarget) =>
    committed(context)
      .sheet(target.sheetId)
      .merges.filter((merge) => intersects(merge, target))
      .map((merge) => ({ sheetId: target.sheetId, ...merge })),
  'Range.breakApart': (context, target) => editWhole(context, target, unmergeBlock),
  'Range.setValue': (context, target: RangeTarget, value: CellInput) =>
    write(context, target, (block) => filled(block, value)),
  'Range.setValues': (context, target: RangeTarget, rows: CellInput[][]) => {
    checkDimensions(rows, target);
    write(context, target, (block) =>
      rows.slice(block.row - target.row, block.row - target.row + block.rows),
    );
  },
  'Range.setFormula': (context, target: RangeTarget, formula: string) =>
    write(context, target, (block) => filled(block, asFormula(formula))),
  'Range.setFormulas': (context, target: RangeTarget, rows: string[][]) => {
    checkDimensions(rows, target);
    const formulas = rows.map((row) => row.map(asFormula));
    write(context, target, (block) =>
      formulas.slice(block.row - target.row, block.row - target.row + block.rows),
    );
  },
  'Range.clearContent': (context, target) => editBlock(context, target, clearContents),
  'Range.clearFormat': (context, target) =>
    decorate(
      context,
      target,
      alike((cell) => ({ ...cell, format: '', style: undefined })),
    ),
  'Range.clearNote': (context, target) =>
    decorate(
      context,
      target,
      alike((cell) => ({ ...cell, note: '' })),
    ),
  'Range.clear': (context, target) =>
    editBlock(context, target, (workbook, sheet, block) => {
      clearContents(workbook, sheet, block);
      decorateCells(
        workbook,
        sheet,
        block,
        alike((cell) => ({ ...cell, format: '', style: undefined })),
      );
    }),
  'Range.setNumberFormat': (context, target, format: string) => {
    const stored = checkedFormat(format);
    decorate(
      context,
      target,
      alike((cell) => (cell.format === stored ? cell : { ...cell, format: stored })),
    );
  },
  'Range.setNumberFormats': (context, target, rows: string[][]) => {
    checkDimensions(rows, target);
    const stored = rows.map((row) => row.map(checkedFormat));
    decorate(context, target, (cell, row, column) => ({ ...cell, format: stored[row]?.[column] ?? '' }));
  },
  'Range.setNote': (context, target, note: string | null) =>
    decorate(
      context,
      target,
      alike((cell) => ({ ...cell, note: note ?? '' })),
    ),
  'Range.setNotes': (context, target, rows: (string | null)[][]) => {
    checkDimensions(rows, target);
    decorate(context, target, (cell, row, column) => ({ ...cell, note: rows[row]?.[column] ?? '' }));
  },
  'Range.merge': (context, target) => editWhole(context, target, mergeBlock),
  'Range.copyTo': (context, source: RangeTarget, target: RangeTarget, type: PasteType) =>
    copy(context, source, target, type),
  ...styleHandlers,
};

function first<T>(rows: readonly (readonly T[])[]): T {
  return rows[0]?.[0] as T;
}

function read<T>(
  context: CallContext,
  target: RangeTarget,
  take: (cell: Cell, settings: WorkbookSettings) => T,
): T[][] {
  const workbook = committed(context);
  const block = checkedBlock(context, target);
  context.cells(block.rows * block.columns, 0);
  return workbook.sheet(target.sheetId).grid.map(block, (cell) => take(cell, workbook.settings));
}

function numberFormat(cell: Cell): string {
  return effectiveFormat(cell) || AUTOMATIC_FORMAT;
}

/** @throws {HostError} for a pattern that cannot be displayed here: better refused than shown wrongly. */
function checkedFormat(format: string): string {
  try {
    compileFormat(format);
  } catch (error) {
    throw new HostError(error instanceof Error ? error.message : String(error));
  }
  return /^general$/i.test(format) ? '' : format;
}

/** @param inputs The rows for a part of the range; a torn write has several. */
function write(
  context: CallContext,
  target: RangeTarget,
  inputs: (part: Rectangle) => readonly (readonly CellInput[])[],
): undefined {
  editBlock(context, target, (workbook, sheet, part) => writeInputs(workbook, sheet, part, inputs(part)));
}

function filled(block: Rectangle, value: CellInput): readonly (readonly CellInput[])[] {
  const row = new Array<CellInput>(block.columns).fill(value);
  return new Array<readonly CellInput[]>(block.rows).fill(row);
}

function asFormula(text: string): string {
  return text === '' || text.startsWith('=') ? text : `=${text}`;
}

function decorate(
  context: CallContext,
  target: RangeTarget,
  change: Parameters<typeof decorateCells>[3],
): undefined {
  editWhole(context, target, (workbook, sheet, block) => decorateCells(workbook, sheet, block, change));
}

/** An edit that is never torn: a merge, or formats, notes and looks. */
function editWhole(
  context: CallContext,
  target: RangeTarget,
  edit: Parameters<typeof editBlock>[2],
): undefined {
  editBlock(context, target, edit, 'whole');
}

function copy(context: CallContext, source: RangeTarget, target: RangeTarget, type: PasteType): undefined {
  const from = checkedBlock(context, source);
  const wide = target.rows % from.rows === 0 && target.columns % from.columns === 0;
  const to = wide ? target : { ...target, rows: from.rows, columns: from.columns };
  checkBlockEditable(context, target.sheetId, to);
  editBlock(
    context,
    to,
    (workbook, sheet, block) => {
      // A torn copy takes the rows of the source that belong to the part.
      const rows = Math.min(from.rows, block.rows);
      const row = from.row + ((block.row - to.row) % from.rows);
      const part = { sheet: workbook.sheet(source.sheetId), block: { ...from, row, rows } };
      copyBlock(workbook, part, { sheet, block }, type);
    },
    to.rows === from.rows ? 'torn' : 'whole',
  );
}
