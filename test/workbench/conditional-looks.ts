import { intersection, moveReferences } from '../emulator/spreadsheet/a1';
import { type Cell, type CellValue, isCellError } from '../emulator/spreadsheet/cells';
import { displayText, readTypedFormula } from '../emulator/spreadsheet/typed-text';
import { type ConditionalFormat, locate, type Sheet, type Workbook } from '../emulator/spreadsheet/workbook';
import type { LookView } from './drawings';

/** The looks that a sheet's conditional formats give its cells now. The first rule that fits a cell decides. */
export function conditionalLooks(workbook: Workbook, sheet: Sheet): LookView[] {
  const used = { row: 1, column: 1, rows: sheet.grid.rows.length, columns: sheet.grid.maxColumns };
  const looks = new Map<string, LookView>();
  for (const rule of sheet.conditionalFormats) {
    const { background, fontColor, bold } = rule;
    const look = {
      ...(background === null ? {} : { background }),
      ...(fontColor === null ? {} : { fontColor }),
      ...(bold ? { fontWeight: 'bold' } : {}),
    };
    for (const block of rule.ranges.flatMap((range) => intersection(range, used) ?? [])) {
      sheet.grid.map(block, (cell, row, column) => {
        const key = `${row}:${column}`;
        if (!looks.has(key) && ruleFits(workbook, sheet, rule, cell, row, column))
          looks.set(key, { row, column, ...look });
      });
    }
  }
  return [...looks.values()];
}

/** Texts are compared as shown, capitals or not. A formula is as it is for the first cell of the rule. */
function ruleFits(
  workbook: Workbook,
  sheet: Sheet,
  { criteria, value, origin }: ConditionalFormat,
  cell: Cell,
  row: number,
  column: number,
): boolean {
  if (criteria === 'CUSTOM_FORMULA') {
    // One that cannot be read in the spreadsheet's locale fits no cell.
    const formula = readTypedFormula(value, workbook.settings.locale) ?? '=';
    const terms = moveReferences(formula, row - origin.row, column - origin.column)
      .slice(1)
      .split(/\*(?=[(I])/);
    const valueAt = (place: string) => {
      const { block } = locate(workbook, place);
      return sheet.grid.cell(block.row, block.column).value;
    };
    return terms.every((term) => termFits(term, valueAt));
  }
  const shown = isCellError(cell.value) ? '' : displayText(cell).toLowerCase();
  return criteria === 'TEXT_CONTAINS' && shown.includes(value.toLowerCase());
}

const PLACE = String.raw`\$?[A-Z]+\$?\d+`;
const KIND = new RegExp(String.raw`^(ISNUMBER|ISTEXT)\((${PLACE})\)$`);
const ROUNDED = String.raw`\*(\d+)\+1/2\)\*(\d+)`;
const COMPARISON = new RegExp(
  String.raw`^\(?(?:INT\()?(${PLACE})(?:${ROUNDED})?([<>=])(?:"(.*)"|(?:(\d+)|INT\((${PLACE})${ROUNDED})([+-]\d+)?)\)?$`,
);

/**
 * What the add-on's own rules are made of, multiplied: `ISNUMBER(A1)*(INT(A1*10+1/2)*1<INT(B1*10+1/2)*1-75)`, `(A1<10)`,
 * `ISTEXT(A1)`, `$A2="a text"`. The built-in functions belong to the page's grid; any other formula fits no cell.
 */
function termFits(term: string, valueAt: (place: string) => CellValue): boolean {
  const [, name, asked = ''] = KIND.exec(term) ?? [];
  if (name === 'ISTEXT') return typeof valueAt(asked) === 'string' && valueAt(asked) !== '';
  if (name === 'ISNUMBER') return typeof valueAt(asked) === 'number';
  const [, place, times, units, sign, text, number, other = '', ...more] = COMPARISON.exec(term) ?? [];
  if (place === undefined) return false;
  const rounded = (size: number, by?: string, to?: string) =>
    by ? Math.floor(size * Number(by) + 0.5) * Number(to) : size;
  const value = valueAt(place);
  // Capitals do not matter, as in Google Sheets.
  if (text !== undefined) return sign === '=' && String(value).toLowerCase() === text.toLowerCase();
  const from = number ? Number(number) : rounded(sizeOf(valueAt(other)), more[0], more[1]);
  const [left, right] = [rounded(sizeOf(value), times, units), from + Number(more[2] ?? 0)];
  return sign === '<' ? left < right : sign === '>' ? left > right : left === right;
}

/** As in a formula, a blank counts as 0 and any text as more than any number. */
function sizeOf(value: CellValue): number {
  return typeof value === 'number' ? value : value === '' ? 0 : Number.POSITIVE_INFINITY;
}
