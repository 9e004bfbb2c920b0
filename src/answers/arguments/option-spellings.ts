import { echo } from './echo';
import { type Cell, cellsOf, isBlank, readCell, rowsOf, textOf } from './option-cells';
import { refuseOption, refuseUnknown } from './option-mistakes';
import {
  findOption,
  isOption,
  type KnownOption,
  knownOptions,
  type OptionName,
  splitOption,
} from './option-names';

/** An option as a formula gives it. */
export interface GivenOption {
  readonly known: KnownOption;
  /** Its values that are not blank. None: as if it were not given. */
  readonly cells: readonly Cell[];
}

/**
 * Reads options in their three spellings, freely mixed: a name and a value as two arguments, text `name=value`, and
 * ranges with names in the first column or the first row.
 *
 * A number, a date or TRUE/FALSE where a name is expected is a cell to wait for, and ignored, as are blanks.
 *
 * @param uses The options that a suggestion may name.
 * @throws {ReportError} `invalid_option`
 */
export function readSpellings(
  args: readonly unknown[],
  uses: ReadonlySet<OptionName>,
): readonly GivenOption[] {
  const given: GivenOption[] = [];
  const add = (options: readonly GivenOption[]) => {
    for (const option of options) given.push(option);
  };
  for (let at = 0; at < args.length; at += 1) {
    const rows = rowsOf(args[at]);
    const isCell = rows.length === 1 && rows[0]?.length === 1;
    const value = isCell ? rows[0]?.[0] : undefined;
    const known = typeof value === 'string' ? findOption(value) : undefined;
    if (known !== undefined) {
      at += 1;
      if (at === args.length) refuseOption(`${echo(String(value).trim())} needs a value after it`);
      given.push({ known, cells: cellsOf(args[at]) });
    } else if (!isCell) add(readRange(rows, uses));
    else if (typeof value === 'string') add(readText(value, uses));
    else if (!isBlank(value)) readCell(value);
  }
  return given;
}

/** Reads `name=value; name: value`. Commas belong to the values: `venue=Grand Hotel, London`. */
function readText(text: string, uses: ReadonlySet<OptionName>): GivenOption[] {
  const parts = text.split(/[;\r\n]/).filter((part) => part.trim() !== '');
  return parts.map((part) => {
    const [name, value] = splitOption(part) ?? [part.trim()];
    const known = findOption(name) ?? refuseUnknown('option', name, knownOptions(uses));
    if (value === undefined) refuseOption(`${echo(name)} needs a value after it`);
    return { known, cells: cellsOf(value) };
  });
}

function readRange(
  rows: readonly (readonly unknown[])[],
  uses: ReadonlySet<OptionName>,
): readonly GivenOption[] {
  const isLine = rows.length === 1 || rows.every((row) => row.length < 2);
  const cells = isLine ? rows.flat() : [];
  const first = cells.find((cell): cell is string => typeof cell === 'string' && !isBlank(cell));
  const holdsText = first !== undefined && findOption(first) === undefined && isOption(first);
  // A list of `name=value` texts is read as if each were an argument.
  if (holdsText) return readSpellings(cells.map(blankOrCell), uses);
  return readOptionLines(rows).map(({ known, values }) => ({ known, cells: cellsOf([values]) }));
}

function blankOrCell(value: unknown): Cell {
  return isBlank(value) ? '' : readCell(value);
}

/** An option in a range: its name, and the cells beside or below it. */
interface OptionLine {
  readonly known: KnownOption;
  readonly values: readonly unknown[];
}

/** A row or a column of a range. */
interface Line {
  readonly name: unknown;
  readonly values: readonly unknown[];
}

/** Fields that stand as values of other options, where fields are options too. */
const FIELDS_TAKEN: Partial<Record<OptionName, RegExp>> = {
  columns: /./,
  sort: /./,
  'group by': /NAME|TITLE|DATE|WEEKDAY/,
  measures: /SHIFTS_|NO_SHOWS|HOURS_|TRUE_/,
  basis: /^(?:SHIFTS_POSTED|SHIFTS_BOOKED|TRUE_DEMAND)$/,
};

/**
 * Finds the options of a range: names in its first column, or else in its first row, and their values beside.
 *
 * A range without any text can only be cells to wait for; it holds no option.
 *
 * @throws {ReportError} `invalid_option` when neither the first column nor the first row holds names alone.
 */
export function readOptionLines(rows: readonly (readonly unknown[])[]): readonly OptionLine[] {
  if (!rows.some((row) => row.some(isText))) return [];
  const ways = waysOf(rows);
  const valid = ways.filter((lines) => lines.every((line) => strangerOf(line) === undefined));
  // Empty cells below a first row of names look like a first column with one name: its value would be a name.
  const way = valid.find((lines) => !lines.some(looksTurned)) ?? valid[0];
  if (way !== undefined) return way.flatMap(readLine);
  const [first = [], second = []] = ways;
  const meant = likeness(second) > likeness(first) ? second : first;
  const stranger = meant.map(strangerOf).find((text) => text !== undefined) ?? '';
  return refuseOption(
    `A range of options needs names in its first column or first row. ${echo(stranger)} is not an option`,
  );
}

/** The range read by rows, then by columns, where names have room for values. */
function waysOf(rows: readonly (readonly unknown[])[]): readonly (readonly Line[])[] {
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), 0);
  const across = rows.map(([name, ...values]) => ({ name, values }));
  const down = Array.from({ length: width }, (_, at) => {
    return { name: rows[0]?.[at], values: rows.slice(1).map((row) => row[at]) };
  });
  if (width < 2) return [down];
  return rows.length < 2 ? [across] : [across, down];
}

/** What keeps a line from being an option or empty: a name that is unknown, or a value without a name. */
function strangerOf({ name, values }: Line): string | undefined {
  if (isText(name)) return findOption(name) === undefined ? name.trim() : undefined;
  const value = values.find((cell) => !isBlank(cell));
  return value === undefined ? undefined : textOf(readCell(value)).trim();
}

/** How much lines look like options, from 0 to 1: one without a known name counts half. */
function likeness(lines: readonly Line[]): number {
  const filled = lines.filter(({ name, values }) => ![name, ...values].every(isBlank));
  const counts = filled.map((line): number => readLine(line).length || (isStamp(line.name) ? 0 : 0.5));
  return counts.reduce((sum, count) => sum + count, 0) / Math.max(1, filled.length);
}

function looksTurned(line: Line): boolean {
  return readLine(line).some(({ known, values }) =>
    values.some((value) => {
      const other = isText(value) ? findOption(value) : undefined;
      return other !== undefined && !FIELDS_TAKEN[known.option]?.test(other.field ?? '');
    }),
  );
}

function readLine({ name, values }: Line): OptionLine[] {
  const known = isText(name) ? findOption(name) : undefined;
  return known === undefined ? [] : [{ known, values }];
}

function isStamp(cell: unknown): boolean {
  return !isText(cell) && !isBlank(cell);
}

function isText(cell: unknown): cell is string {
  return typeof cell === 'string' && !isBlank(cell);
}
