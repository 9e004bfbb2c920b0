import { echo } from './echo';
import { type Cell, cellsOf, isBlank, readCell, rowsOf } from './option-cells';
import { refuseOption, refuseUnknown } from './option-mistakes';
import {
  findOption,
  isOption,
  type KnownOption,
  knownOptions,
  type OptionName,
  splitOption,
} from './option-names';
import { readOptionLines } from './option-range';

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
