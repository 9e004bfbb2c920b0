import { intersection, type Rectangle } from '../emulator/spreadsheet/a1';
import { type Cell, isCellError } from '../emulator/spreadsheet/cells';
import { displayText } from '../emulator/spreadsheet/typed-text';
import type {
  Condition,
  ConditionalFormat,
  Gradient,
  GradientPoint,
  Sheet,
} from '../emulator/spreadsheet/workbook';
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
    const lookAt = ruleLook(sheet, rule, blocks, locale);
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

function ruleLook(
  sheet: Sheet,
  rule: ConditionalFormat,
  blocks: readonly Rectangle[],
  locale: string,
): LookAt {
  const { condition, gradient } = rule;
  if (gradient !== null) {
    const numbers = blocks
      .flatMap((block) => sheet.grid.map(block, ({ value }) => value).flat())
      .filter((value) => typeof value === 'number');
    const colorOf = gradientColors(gradient, numbers);
    return ({ value }) => {
      const background = typeof value === 'number' ? colorOf(value) : undefined;
      return background === undefined ? undefined : { background };
    };
  }
  if (condition === null) return () => undefined;
  const look = lookOf(condition);
  const [home] = rule.ranges;
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
  TEXT_EQUAL_TO: text((shown, wanted) => shown === wanted),
  TEXT_ENDS_WITH: text((shown, wanted) => shown.endsWith(wanted)),
};

/**
 * Makes the colour scale of a gradient.
 *
 * @param numbers All numbers of the rule's cells: ends and percentiles are found among them.
 * @returns The colour for a number, `#rrggbb`; undefined when the gradient's colours or values cannot be read.
 */
function gradientColors(
  gradient: Gradient,
  numbers: readonly number[],
): (value: number) => string | undefined {
  const sorted = [...numbers].sort((a, b) => a - b);
  const [lower, upper] = [gradient.min, gradient.max].map((point) => ({
    color: readColor(point.color),
    at: pointValue(point, sorted),
  }));
  return (value) => {
    if (lower?.color === undefined || upper?.color === undefined) return undefined;
    if (Number.isNaN(lower.at + upper.at)) return undefined;
    const share = upper.at === lower.at ? 0 : (value - lower.at) / (upper.at - lower.at);
    return mix(lower.color, upper.color, Math.min(1, Math.max(0, share)));
  };
}

function pointValue({ type, value }: GradientPoint, sorted: readonly number[]): number {
  if (type === 'MIN') return sorted[0] ?? Number.NaN;
  if (type === 'MAX') return sorted.at(-1) ?? Number.NaN;
  return value === '' ? Number.NaN : Number(value);
}

type Color = readonly [red: number, green: number, blue: number];

/** Reads `#rgb` and `#rrggbb`. */
function readColor(text: string): Color | undefined {
  const short = /^#([\da-f])([\da-f])([\da-f])$/i.exec(text);
  const [, red, green, blue] = short
    ? short.map((digit) => digit + digit)
    : (/^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(text) ?? []);
  if (red === undefined || green === undefined || blue === undefined) return undefined;
  return [Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16)];
}

function mix(from: Color, to: Color, share: number): string {
  const parts = from.map((part, index) => Math.round(part + ((to[index] ?? part) - part) * share));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
