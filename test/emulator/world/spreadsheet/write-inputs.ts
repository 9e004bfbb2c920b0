import type { CellInput } from '../../values';
import { HostError } from '../../values';
import { cellName } from './a1-notation';
import type { Cell, CellValue } from './cell';
import { editCells } from './edit-cells';
import { automaticDateFormat } from './locale';
import { covers, intersects, type Rectangle, singleCell } from './rectangle';
import { serialOfInstant } from './serial-date';
import type { Sheet } from './sheet';
import { parseTypedText, type TypedContent } from './typed-text';
import { acceptsValue } from './validation';
import type { Workbook, WorkbookSettings } from './workbook';

const EMPTY: TypedContent = { value: '', formula: '', format: '' };

/**
 * Puts values into a block as `setValues` does: texts are read as if typed, dates go through the spreadsheet's zone.
 * All of them are checked before the first is written.
 *
 * @throws {HostError} when a text is too long, or data validation rejects a value.
 */
export function writeInputs(
  workbook: Workbook,
  sheet: Sheet,
  block: Rectangle,
  inputs: readonly (readonly CellInput[])[],
): void {
  const currentYear = yearNow(workbook.settings);
  const contents = sheet.grid.map(block, (cell, row, column) => {
    const input = inputs[row - block.row]?.[column - block.column] ?? null;
    return readInput(input, cell, workbook.settings, currentYear);
  });
  checkValidations(sheet, block, contents);
  editCells(workbook, sheet, block, (cell, rowOffset, columnOffset) =>
    withContent(cell, contents[rowOffset]?.[columnOffset] ?? EMPTY),
  );
}

/**
 * The cell with other contents; its note and looks stay, its format too unless it was automatic.
 *
 * Each member is written out: a spread would take half of the time of a big write.
 */
function withContent(cell: Cell, content: TypedContent): Cell {
  return {
    value: content.value,
    formula: content.formula,
    format: cell.format === '' ? content.format : cell.format,
    calculatedFormat: '',
    note: cell.note,
    style: cell.style,
    spilled: false,
  };
}

function readInput(
  input: CellInput,
  cell: Cell,
  settings: WorkbookSettings,
  currentYear: number,
): TypedContent {
  if (input === null || input === '') return EMPTY;
  if (typeof input === 'string') {
    return parseTypedText(input, { cellFormat: cell.format, locale: settings.locale, currentYear });
  }
  if (typeof input !== 'object') return { value: input, formula: '', format: '' };
  const serial = serialOfInstant(input.$date, settings.zone);
  return { value: serial, formula: '', format: automaticDateFormat(serial, settings.locale) };
}

function yearNow({ now, zone }: WorkbookSettings): number {
  const wall = serialOfInstant(now(), zone);
  return new Date(Date.UTC(1899, 11, 30) + wall * 86_400_000).getUTCFullYear();
}

/** The text is assumed. */
function checkValidations(
  sheet: Sheet,
  block: Rectangle,
  contents: readonly (readonly TypedContent[])[],
): void {
  for (const { block: checked, accepts } of sheet.validations) {
    if (!intersects(checked, block)) continue;
    contents.forEach((line, rowOffset) => {
      line.forEach(({ value, formula }, columnOffset) => {
        const row = block.row + rowOffset;
        const column = block.column + columnOffset;
        if (formula !== '' || !covers(checked, singleCell(row, column)) || acceptsValue(accepts, value))
          return;
        const place = cellName(row, column);
        throw new HostError(
          `The data you entered in cell ${place} violates the data validation rules set on this cell.`,
        );
      });
    });
  }
}

/** Empties the values and formulas of a block; formats and notes stay. */
export function clearContents(workbook: Workbook, sheet: Sheet, block: Rectangle): void {
  editCells(workbook, sheet, block, (cell) => withContent(cell, EMPTY));
}

/** What a cell's value is, as a plain scalar for reading; errors as their code. */
export function scalarOf(value: CellValue): string | number | boolean {
  return typeof value === 'object' ? value.code : value;
}
