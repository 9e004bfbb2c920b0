import { intersection } from '../emulator/spreadsheet/a1';
import { type Cell, isCellError } from '../emulator/spreadsheet/cells';
import { displayText } from '../emulator/spreadsheet/typed-text';
import type { Condition, ConditionalFormat, Sheet } from '../emulator/spreadsheet/workbook';
import { customFormulaFits } from './custom-formula';
import type { LookView } from './drawings';

/** A look without its place. */
type Look = Omit<LookView, 'row' | 'column'>;

/** The looks that a sheet's conditional formats give its cells now. The first rule that fits a cell decides. */
export function conditionalLooks(sheet: Sheet, locale: string): LookView[] {
  const used = { row: 1, column: 1, rows: sheet.grid.touchedRows(), columns: sheet.grid.maxColumns };
  const looks = new Map<string, LookView>();
  for (const rule of sheet.conditionalFormats) {
    const blocks = rule.ranges.flatMap((range) => intersection(range, used) ?? []);
    const lookAt = ruleLook(sheet, rule, locale);
    for (const block of blocks) {
      sheet.grid.map(block, (cell, row, column) => {
        const key = `${row}:${column}`;
        const look = looks.has(key) ? undefined : lookAt(cell, row, column);
        if (look !== undefined) looks.set(key, { row, column, ...look });
      });
    }
  }
  return [...looks.values()];
}

type LookAt = (cell: Cell, row: number, column: number) => Look | undefined;

function ruleLook(sheet: Sheet, { condition, ranges: [home] }: ConditionalFormat, locale: string): LookAt {
  const look = lookOf(condition);
  return (cell, row, column) => {
    const isCustom = condition.criteria === 'CUSTOM_FORMULA' && home !== undefined;
    const fits = isCustom
      ? customFormulaFits(
          sheet,
          String(condition.values[0]),
          { down: row - home.row, right: column - home.column },
          locale,
        )
      : (CRITERIA[condition.criteria]?.(cell, condition.values) ?? false);
    return fits ? look : undefined;
  };
}

function lookOf({ background, fontColor, bold }: Condition): Look {
  return {
    ...(background === null ? {} : { background }),
    ...(fontColor === null ? {} : { fontColor }),
    ...(bold ? { fontWeight: 'bold' } : {}),
  };
}

type Criteria = (cell: Cell, values: Condition['values']) => boolean;

/** Texts are compared as shown, capitals or not. */
function text(compare: (shown: string, wanted: string) => boolean): Criteria {
  return (cell, [wanted]) =>
    !isCellError(cell.value) && compare(displayText(cell).toLowerCase(), String(wanted).toLowerCase());
}

const CRITERIA: Readonly<Record<string, Criteria>> = {
  TEXT_CONTAINS: text((shown, wanted) => shown.includes(wanted)),
  TEXT_ENDS_WITH: text((shown, wanted) => shown.endsWith(wanted)),
};
