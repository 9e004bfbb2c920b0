import { moveReferences, parseA1, resolveA1 } from '../emulator/spreadsheet/a1';
import type { CellValue } from '../emulator/spreadsheet/cells';
import { readTypedFormula } from '../emulator/spreadsheet/typed-text';
import type { Sheet } from '../emulator/spreadsheet/workbook';

/**
 * Whether a rule's own formula is true for a cell.
 *
 * Understands `ISNUMBER(cell)`, `ISTEXT(cell)`, `ISBLANK(cell)`, a cell compared with a number or another cell, from which a
 * number may be taken, and one that equals a text, alone, joined by one `AND` or `OR`, or multiplied: `ISNUMBER(A1)*(A1<10)`.
 * The built-in functions belong to the page's grid. Any other formula fits no cell, nor does one that cannot be read in the
 * spreadsheet's locale.
 *
 * @param formula As it is for the first cell of the rule.
 * @param offset How far the cell lies from that one.
 * @param locale Such as `en_GB`.
 */
export function customFormulaFits(
  sheet: Sheet,
  formula: string,
  offset: { readonly down: number; readonly right: number },
  locale: string,
): boolean {
  const read = readTypedFormula(formula, locale);
  if (read === undefined) return false;
  const text = moveReferences(read, offset.down, offset.right).replace(/^=/, '').replaceAll(SPACES, '');
  const joined = /^(AND|OR)\((.*)\)$/i.exec(text);
  const separator = joined === null ? '*' : ',';
  const terms = (joined?.[2] ?? text)
    .split(separator)
    .map((term) => termFits(sheet, term.replace(/^\((.*)\)$/, '$1')));
  if (terms.includes(undefined)) return false;
  return joined?.[1]?.toUpperCase() === 'OR' ? terms.includes(true) : !terms.includes(false);
}

/** @returns undefined for a term that is not understood. */
function termFits(sheet: Sheet, term: string): boolean | undefined {
  const [, name, asked] = /^(ISNUMBER|ISTEXT|ISBLANK)\(([^()]+)\)$/i.exec(term) ?? [];
  if (name !== undefined && asked !== undefined) {
    const value = valueAt(sheet, asked);
    if (value === undefined) return undefined;
    if (name.toUpperCase() === 'ISBLANK') return value === '';
    return name.toUpperCase() === 'ISTEXT'
      ? typeof value === 'string' && value !== ''
      : typeof value === 'number';
  }
  const [, place, sign, other] =
    /^(\$?[A-Z]+\$?\d+)(<=|>=|<>|<|>|=)(-?[\d.]+|\$?[A-Z]+\$?\d+(?:-[\d.]+)?)$/i.exec(term) ?? [];
  const value = place === undefined ? undefined : valueAt(sheet, place);
  if (value === undefined || sign === undefined) return textFits(sheet, term);
  const right = sizeIn(sheet, other ?? '');
  return right === undefined ? undefined : COMPARISONS[sign]?.(sizeOf(value), right);
}

/** A number, or that of a cell, less another one. */
function sizeIn(sheet: Sheet, text: string): number | undefined {
  if (/^[-\d.]/.test(text)) return Number(text);
  const [place = '', less = '0'] = text.split('-');
  const value = valueAt(sheet, place);
  return value === undefined ? undefined : sizeOf(value) - Number(less);
}

/** As in a formula, a blank counts as 0 and any text as more than any number. */
function sizeOf(value: CellValue): number {
  return typeof value === 'number' ? value : value === '' ? 0 : Number.POSITIVE_INFINITY;
}

/** A cell that equals a text; capitals do not matter, as in Google Sheets. */
function textFits(sheet: Sheet, term: string): boolean | undefined {
  const [, place, wanted] = /^(\$?[A-Z]+\$?\d+)="([^"]*)"$/i.exec(term) ?? [];
  const value = place === undefined ? undefined : valueAt(sheet, place);
  if (value === undefined || wanted === undefined) return undefined;
  return typeof value === 'string' && value.toLowerCase() === wanted.toLowerCase();
}

function valueAt(sheet: Sheet, place: string): CellValue | undefined {
  const reference = parseA1(place);
  if (reference === undefined || reference.sheetName !== undefined) return undefined;
  const block = resolveA1(reference, sheet.grid.maxRows, sheet.grid.maxColumns);
  return block.rows === 1 && block.columns === 1 ? sheet.grid.cell(block.row, block.column).value : undefined;
}

/** Outside of texts. */
const SPACES = /\s(?=(?:[^"]*"[^"]*")*[^"]*$)/g;

const COMPARISONS: Readonly<Record<string, (left: number, right: number) => boolean>> = {
  '<': (left, right) => left < right,
  '<=': (left, right) => left <= right,
  '>': (left, right) => left > right,
  '>=': (left, right) => left >= right,
  '=': (left, right) => left === right,
  '<>': (left, right) => left !== right,
};
