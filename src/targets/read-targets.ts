import { echo } from '../answers/arguments/cells';
import { type CalendarDate, isAcceptedDate, isDate, parseIsoDate } from '../calendar/calendar-date';
import { TARGETED_MEASURES } from '../figures/measures';
import { closest, closestName, foldName, plainName } from '../figures/names';
import { parseNumber } from '../figures/row-filter';
import type { TargetLine } from '../figures/targets';
import { LONGEST_TARGET_NAME, MOST_TARGET_LINES } from '../limits';

/** The name of the sheet that holds the targets. It belongs to the user, and is only read. */
export const TARGETS_SHEET_NAME = 'Shift Reports targets';

/** A line whose VENUE_NAME begins with it is an example, and does not count. */
export const EXAMPLE_SIGN = 'Example:';

/** The cells of the targets sheet from A1 on, as the platform reads them. */
interface TargetCells {
  /** The heading row and what is below it; days and times are `Date`s, blank cells `''`. */
  readonly values: readonly (readonly unknown[])[];
  /** The number formats of the same cells. Absent where they were not read: then no number is in percent. */
  readonly formats?: readonly (readonly string[])[] | undefined;
  /** Cells that are merged with those left of or above them: their column from 0 and row from 1. They read as blank. */
  readonly merged?: readonly { readonly row: number; readonly column: number }[] | undefined;
  /** The day of a cell that holds a date, in the spreadsheet's time zone. */
  dayOf(date: Date): CalendarDate;
}

/** What the targets sheet says. */
export interface ReadTargets {
  /** The lines that count, from top to bottom. */
  readonly lines: readonly TargetLine[];
  /** What cannot be read: a sentence each, by row. */
  readonly mistakes: readonly string[];
}

/** A filled cell, and what reading it needs. */
interface TargetCell {
  readonly value: unknown;
  /** What it holds as a text, without spaces around it. */
  readonly text: string;
  /** Its number format. */
  readonly format: string;
  dayOf(date: Date): CalendarDate;
}

/** How a cell is read: what it holds, or `undefined` where it cannot be read, and then what to write. */
interface CellKind {
  read(cell: TargetCell): string | number | undefined;
  remedy(text: string): string;
}

/** More is a slip, or a number that a cell cannot show. */
const LARGEST_AMOUNT = 1e9;

const NAME: CellKind = {
  read: ({ value, text }) => {
    const isName = typeof value === 'string' || typeof value === 'number';
    return !isName || text.length > LONGEST_TARGET_NAME || isErrorValue(text) ? undefined : text;
  },
  remedy: () => `a name of at most ${LONGEST_TARGET_NAME} characters`,
};

const DAY: CellKind = {
  read: ({ value, text, dayOf }) => {
    if (isDate(value) && Number.isNaN(value.getTime())) return undefined;
    const day = isDate(value) ? dayOf(value) : parseIsoDate(text);
    return day !== undefined && isAcceptedDate(day) ? day : undefined;
  },
  remedy: () => 'a date like 2026-03-31',
};

const AMOUNT: CellKind = {
  read: ({ value, text }) => {
    const number = typeof value === 'number' ? value : parseNumber(text);
    return number !== undefined && number >= 0 && number <= LARGEST_AMOUNT ? number : undefined;
  },
  remedy: () => 'a number from 0 on',
};

const MEASURE: CellKind = {
  read: ({ text }) =>
    TARGETED_MEASURES.find(({ name, words }) =>
      [name, ...words].some((word) => plainName(word) === plainName(text)),
    )?.name,
  remedy: (text) => {
    const words = TARGETED_MEASURES.map((measure) => measure.words[0]);
    return `a percentage like ${echo(closest(text, words) ?? (words[0] as string))}`;
  },
};

const PERCENTAGE: CellKind = {
  read: readPercentage,
  remedy: (text) =>
    Number(text) > 0 && Number(text) <= 1
      ? `${text}% or ${percentOfShare(Number(text))}% with its percent sign`
      : 'a percentage from 0 to 100',
};

/** The columns in the order in which the sheet is made. They are found by their headings, wherever they are. */
const COLUMNS = {
  VENUE_NAME: ['venue', NAME],
  AREA_NAME: ['area', NAME],
  JOB_TITLE: ['role', NAME],
  FROM: ['from', DAY],
  TO: ['to', DAY],
  MEASURE: ['measure', MEASURE],
  TARGET: ['target', PERCENTAGE],
  PLAN_POSITIONS: ['planPositions', AMOUNT],
  PLAN_HOURS: ['planHours', AMOUNT],
  RATE_PER_HOUR: ['ratePerHour', AMOUNT],
  CREDIT_PER_MISSING: ['creditPerMissing', AMOUNT],
  CREDIT_PER_NO_SHOW: ['creditPerNoShow', AMOUNT],
} as const satisfies Readonly<Record<string, readonly [keyof TargetLine, CellKind]>>;

/** A heading of the targets sheet. */
export type TargetHeading = keyof typeof COLUMNS;

/** The headings in the order in which the sheet is made. */
export const TARGET_HEADINGS = Object.keys(COLUMNS) as readonly TargetHeading[];

/** What a line sets where its cells are blank. */
const BLANK_LINE = {
  ...Object.fromEntries(Object.values(COLUMNS).map(([key]) => [key, null])),
  measure: TARGETED_MEASURES[0].name,
};

/**
 * Reads the lines of the targets sheet. A line with a cell that cannot be read does not count, and neither does any line
 * while a heading is missing: without a name or a day it would be for other shifts. Of more than 200 lines the first 200
 * count.
 */
export function readTargets(sheet: TargetCells): ReadTargets {
  const [headings = [], ...rows] = sheet.values;
  const found = headings.map((cell) => plainName(String(cell)));
  const places = new Map(TARGET_HEADINGS.map((heading) => [heading, found.indexOf(plainName(heading))]));
  const missing = TARGET_HEADINGS.filter((heading) => (places.get(heading) as number) < 0);
  if (missing.length > 0) {
    const which = `heading${missing.length === 1 ? '' : 's'} ${missing.join(', ')}`;
    const mistake = `Put the ${which} back into row 1 of the targets sheet: without it no line counts.`;
    return { lines: [], mistakes: [mistake] };
  }
  const venue = places.get('VENUE_NAME') as number;
  const filled = rows.flatMap((row, at) => {
    const isFilled = [...places.values()].some((place) => !isBlank(row[place]));
    return isFilled && !String(row[venue]).trimStart().startsWith(EXAMPLE_SIGN) ? [at + 2] : [];
  });
  const lines: TargetLine[] = [];
  const mistakes: string[] = [];
  for (const line of filled.slice(0, MOST_TARGET_LINES)) {
    const read = readLine(line, places, sheet);
    if (typeof read === 'string') mistakes.push(read);
    else lines.push(read);
  }
  if (filled.length > MOST_TARGET_LINES)
    mistakes.push(`Shorten the targets sheet to ${MOST_TARGET_LINES} lines.`);
  return { lines, mistakes };
}

/** @returns The line, or what is wrong with it. */
function readLine(
  line: number,
  places: ReadonlyMap<TargetHeading, number>,
  { values, formats, merged = [], dayOf }: TargetCells,
): TargetLine | string {
  const read: Record<string, string | number> = {};
  for (const heading of TARGET_HEADINGS) {
    const place = places.get(heading) as number;
    if (merged.some(({ row, column }) => row === line && column === place)) {
      return `Line ${line}: unmerge the cells of ${heading}. Merged cells read as blank.`;
    }
    const value = values[line - 1]?.[place];
    if (isBlank(value)) continue;
    const [key, kind] = COLUMNS[heading];
    const text = String(value).trim();
    const known = kind.read({ value, text, format: formats?.[line - 1]?.[place] ?? '', dayOf });
    if (known === undefined) {
      const shown = isDate(value) ? 'a date' : typeof value === 'string' ? echo(value) : String(value);
      return `Line ${line}: write ${kind.remedy(text)} into ${heading}. (${shown})`;
    }
    read[key] = known;
  }
  const made = { line, ...BLANK_LINE, ...read } as TargetLine;
  const isBackwards = made.from !== null && made.to !== null && made.from > made.to;
  return isBackwards ? `Line ${line}: write a day into TO that is not before FROM.` : made;
}

/**
 * Names of lines that no record has, as a sentence each. They may still come to exist: the lines count.
 *
 * @param known The names of these rows and those that refreshes have seen; a kind without names is not checked.
 */
export function unknownTargetNames(
  lines: readonly TargetLine[],
  known: Readonly<Record<'venue' | 'area' | 'role', readonly string[]>>,
): string[] {
  const kinds = ['venue', 'area', 'role'] as const;
  const folded = kinds.map((kind) => new Set(known[kind].map(foldName)));
  return lines.flatMap((line) =>
    kinds.flatMap((kind, at) => {
      const name = line[kind];
      const names = folded[at];
      if (name === null || !names?.size || names.has(foldName(name))) return [];
      const near = closestName(name, known[kind]);
      const hint = near === undefined ? '' : ` Did you mean ${echo(near)}?`;
      return [
        `Line ${line.line}: no ${kind === 'role' ? 'job title' : kind} is called ${echo(name)}.${hint}`,
      ];
    }),
  );
}

/**
 * In percent, 0 to 100. A plain number up to 1 could be a share of 1 as well, so it needs a percent sign. No percentage has
 * thousands: `66.667` and `66,667` are no other numbers.
 */
function readPercentage({ value, text, format }: TargetCell): number | undefined {
  const isPercent = format.replace(/"[^"]*"|\\./g, '').includes('%');
  let percentage: number | undefined;
  if (typeof value === 'number') {
    if (!isPercent && value > 0 && value <= 1) return undefined;
    percentage = isPercent ? percentOfShare(value) : value;
  } else if (typeof value === 'string') {
    const [, digits] = /^(\d{1,3}(?:[.,]\d{1,15})?)\s?%?$/.exec(text) ?? [];
    percentage = digits === undefined ? undefined : Number(digits.replace(',', '.'));
  }
  return percentage !== undefined && percentage >= 0 && percentage <= 100 ? percentage : undefined;
}

function percentOfShare(share: number): number {
  return Number((100 * share).toPrecision(15));
}

function isBlank(cell: unknown): boolean {
  return cell === undefined || cell === null || (typeof cell === 'string' && cell.trim() === '');
}

function isErrorValue(text: string): boolean {
  return /^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|ERROR!)$/.test(text);
}
