import { echo } from '../answers/arguments/refusals';
import { type CalendarDate, isAcceptedDate, isDate, parseIsoDate } from '../calendar/calendar-date';
import { TARGETED_MEASURES } from '../figures/measures';
import { closest, closestName, foldName, plainName } from '../figures/names';
import { parseNumber } from '../figures/row-filter';
import { LINE_VALUES, type LineValue, type TargetLine } from '../figures/weekly-plan';
import { LONGEST_TARGET_NAME, MOST_TARGET_LINES } from '../limits';

/** The name of the sheet that holds the targets. It belongs to the user, and is only read. */
export const TARGETS_SHEET_NAME = 'Shift Reports targets';

/** The headings of the targets sheet, in the order in which it is made. They are found by name, wherever they are. */
export const TARGET_HEADINGS = [
  'VENUE_NAME',
  'AREA_NAME',
  'JOB_TITLE',
  'FROM',
  'TO',
  'MEASURE',
  'TARGET',
  'PLAN_POSITIONS',
  'PLAN_HOURS',
  'RATE_PER_HOUR',
  'CREDIT_PER_MISSING',
  'CREDIT_PER_NO_SHOW',
] as const;

/** One of `TARGET_HEADINGS`. */
export type TargetHeading = (typeof TARGET_HEADINGS)[number];

/** The columns that say which shifts a line is for: without one of them, a line would be for too many. */
const NAME_HEADINGS = { venue: 'VENUE_NAME', area: 'AREA_NAME', role: 'JOB_TITLE' } as const;

/** The column of each number. */
const VALUE_HEADINGS: Readonly<Record<LineValue, TargetHeading>> = {
  planPositions: 'PLAN_POSITIONS',
  planHours: 'PLAN_HOURS',
  ratePerHour: 'RATE_PER_HOUR',
  creditPerMissing: 'CREDIT_PER_MISSING',
  creditPerNoShow: 'CREDIT_PER_NO_SHOW',
};

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
  /** What does not count, or may not be meant so: a sentence each, by row. */
  readonly mistakes: readonly string[];
}

/** Where the columns are, counted from 0. */
type Places = ReadonlyMap<TargetHeading, number>;

/** What is wrong in a line: whether the line counts in spite of it. */
interface Mistake {
  readonly sentence: string;
  readonly isFatal: boolean;
}

/**
 * Reads the lines of the targets sheet. Every cell that is not understood is listed, never passed over.
 *
 * A line with a name, a day or a measure that cannot be read does not count: without it, it would be for other shifts. A
 * number that cannot be read is left out alone. Of more than 200 lines the first 200 count.
 */
export function readTargets({ values, formats, merged = [], dayOf }: TargetCells): ReadTargets {
  const { places, mistakes } = findColumns(values[0] ?? []);
  const filled = values.flatMap((row, at) =>
    at > 0 && [...places.values()].some((place) => !isBlank(row[place])) ? [at] : [],
  );
  const isTooLong = filled.length > MOST_TARGET_LINES;
  const read = filled.slice(0, MOST_TARGET_LINES).map((at) => {
    const row = values[at] ?? [];
    const format = formats?.[at]?.[places.get('TARGET') ?? -1] ?? '';
    const hidden = merged.filter((cell) => cell.row === at + 1).map(({ column }) => column);
    return readLine({
      line: at + 1,
      cell: (heading) => row[places.get(heading) ?? -1] ?? '',
      isPercent: isPercentFormat(format),
      hasSign: format.includes('%'),
      isMerged: (heading) => hidden.includes(places.get(heading) ?? -1),
      dayOf,
    });
  });
  const lines = lacksKeys(places) ? [] : read.flatMap(({ line }) => (line === undefined ? [] : [line]));
  return {
    lines,
    mistakes: [
      ...mistakes,
      ...read.flatMap((one) => one.mistakes),
      ...sameShifts(lines),
      ...(isTooLong ? [`Shorten the targets sheet to ${MOST_TARGET_LINES} lines.`] : []),
    ],
  };
}

/**
 * Names of lines that no record has, as a sentence each. They may still come to exist: the lines count.
 *
 * @param known The names of these rows and those that refreshes have seen; a kind without names is not checked.
 */
export function unknownTargetNames(
  lines: readonly TargetLine[],
  known: Readonly<Record<keyof typeof NAME_HEADINGS, readonly string[]>>,
): string[] {
  const kinds = Object.keys(NAME_HEADINGS) as (keyof typeof NAME_HEADINGS)[];
  const folded = kinds.map((kind) => new Set(known[kind].map(foldName)));
  return lines.flatMap((line) =>
    kinds.flatMap((kind, at) => {
      const name = line[kind];
      const names = folded[at];
      if (name === null || !names?.size || names.has(foldName(name))) return [];
      const near = closestName(name, known[kind]);
      const hint = near === undefined ? '' : ` Did you mean ${echo(near)}?`;
      const what = kind === 'role' ? 'job title' : kind;
      return [`Line ${line.line}: no ${what} is called ${echo(name)}.${hint}`];
    }),
  );
}

/** Whether a number format shows numbers in percent, by a sign that is not just text. */
function isPercentFormat(format: string): boolean {
  return format.replace(/"[^"]*"|\\./g, '').includes('%');
}

function findColumns(headings: readonly unknown[]): { places: Places; mistakes: string[] } {
  const places = new Map<TargetHeading, number>();
  const mistakes: string[] = [];
  for (const heading of TARGET_HEADINGS) {
    const found = headings.flatMap((cell, at) =>
      plainName(String(cell)) === plainName(heading) ? [at] : [],
    );
    const [first] = found;
    if (first === undefined) {
      mistakes.push(
        isKey(heading)
          ? `Put the heading ${heading} back into row 1 of the targets sheet: without it no line counts.`
          : `Put the heading ${heading} back into row 1 of the targets sheet: its column is not read.`,
      );
    } else {
      places.set(heading, first);
      if (found.length > 1) mistakes.push(`Remove a column ${heading}: the first of ${found.length} counts.`);
    }
  }
  const none =
    'Put the headings back into row 1 of the targets sheet, or delete the sheet and press “Set targets”.';
  return { places, mistakes: places.size === 0 ? [none] : mistakes };
}

const KEYS: readonly TargetHeading[] = [...Object.values(NAME_HEADINGS), 'FROM', 'TO', 'MEASURE'];

function isKey(heading: TargetHeading): boolean {
  return KEYS.includes(heading);
}

function lacksKeys(places: Places): boolean {
  return KEYS.some((heading) => !places.has(heading));
}

/** One row of the sheet, asked by heading. */
interface RowOfTargets {
  readonly line: number;
  /** Whether the number in TARGET is a share of 1, which its format shows in percent. */
  readonly isPercent: boolean;
  /** Whether its format shows a percent sign. */
  readonly hasSign: boolean;
  cell(heading: TargetHeading): unknown;
  isMerged(heading: TargetHeading): boolean;
  dayOf(date: Date): CalendarDate;
}

function readLine(row: RowOfTargets): { line: TargetLine | undefined; mistakes: string[] } {
  const found: Mistake[] = [];
  const tell = (says: string, isFatal = false) => {
    found.push({ sentence: `Line ${row.line}: ${says}`, isFatal });
    return null;
  };
  for (const heading of TARGET_HEADINGS) {
    if (row.isMerged(heading)) tell(`unmerge the cells of ${heading}. Merged cells read as blank.`, true);
  }
  const [venue, area, role] = Object.values(NAME_HEADINGS).map((heading) => readName(row, heading, tell));
  const [from, to] = (['FROM', 'TO'] as const).map((heading) => readDay(row, heading, tell));
  const measure = readMeasureName(row, tell);
  const target = readPercentage(row, tell);
  if (isPerhapsShare(row, target, measure)) {
    tell(`TARGET is ${target}%. Write ${percentOfShare(target)}% if you mean that.`);
  }
  const numbers = LINE_VALUES.map((value) => readAmount(row, VALUE_HEADINGS[value], tell));
  if (from != null && to != null && from > to) tell('FROM is after TO.', true);
  if (found.length === 0 && [target, ...numbers].every((value) => value === null)) {
    tell('fill TARGET, a plan, a rate or a credit. It sets nothing yet.');
  }
  const [planPositions, planHours, ratePerHour, creditPerMissing, creditPerNoShow] = numbers;
  const line: TargetLine = {
    line: row.line,
    ...{ venue: venue ?? null, area: area ?? null, role: role ?? null, from: from ?? null, to: to ?? null },
    ...{ measure, target, planPositions: planPositions ?? null, planHours: planHours ?? null },
    ratePerHour: ratePerHour ?? null,
    ...{ creditPerMissing: creditPerMissing ?? null, creditPerNoShow: creditPerNoShow ?? null },
  };
  return {
    line: found.some(({ isFatal }) => isFatal) ? undefined : line,
    mistakes: found.map(({ sentence }) => sentence),
  };
}

type Tell = (says: string, isFatal?: boolean) => null;

function readName(row: RowOfTargets, heading: TargetHeading, tell: Tell): string | null {
  const cell = row.cell(heading);
  if (isBlank(cell)) return null;
  if (isErrorValue(cell)) return tell(`${heading} holds the error ${cell}.`, true);
  if (typeof cell !== 'string' && typeof cell !== 'number') return tell(`${heading} isn’t a name.`, true);
  const name = String(cell).trim();
  return name.length <= LONGEST_TARGET_NAME
    ? name
    : tell(`shorten ${heading} to ${LONGEST_TARGET_NAME} characters.`, true);
}

function readDay(row: RowOfTargets, heading: 'FROM' | 'TO', tell: Tell): CalendarDate | null {
  const cell = row.cell(heading);
  if (isBlank(cell)) return null;
  const day = isDate(cell)
    ? dayIn(cell, row)
    : typeof cell === 'string'
      ? parseIsoDate(cell.trim())
      : undefined;
  if (day !== undefined && isAcceptedDate(day)) return day;
  return tell(`${shown(cell)} in ${heading} isn’t a date. Write it as 2026-03-31.`, true);
}

function dayIn(date: Date, { dayOf }: Pick<RowOfTargets, 'dayOf'>): CalendarDate | undefined {
  return Number.isNaN(date.getTime()) ? undefined : dayOf(date);
}

function readMeasureName(row: RowOfTargets, tell: Tell): string {
  const [standard] = TARGETED_MEASURES;
  const cell = row.cell('MEASURE');
  if (isBlank(cell)) return standard.name;
  const text = String(cell).trim();
  const found = TARGETED_MEASURES.find(({ name, words }) =>
    [name, ...words].some((word) => plainName(word) === plainName(text)),
  );
  if (found !== undefined) return found.name;
  const words = TARGETED_MEASURES.map((measure) => measure.words[0]);
  const near = closest(text, words);
  tell(
    `no percentage is called ${echo(text)}. ${near ? `Did you mean ${echo(near)}?` : `Write ${echo(words[0] ?? '')}, or another one from the note on MEASURE.`}`,
    true,
  );
  return standard.name;
}

function readPercentage(row: RowOfTargets, tell: Tell): number | null {
  const cell = row.cell('TARGET');
  if (isBlank(cell)) return null;
  const value =
    typeof cell === 'number'
      ? row.isPercent
        ? percentOfShare(cell)
        : cell
      : typeof cell === 'string'
        ? parsePercentage(cell)
        : undefined;
  return value !== undefined && value >= 0 && value <= 100
    ? value
    : tell(`${shown(cell)} in TARGET isn’t a percentage from 0 to 100.`);
}

function percentOfShare(share: number): number {
  return Number((100 * share).toPrecision(15));
}

/** Measures of which 1% or less may be a target. */
const GOOD_LOW: readonly string[] = ['SHIFTS_UNFILLED_PERCENTAGE', 'NO_SHOWS_PERCENTAGE'];

/** Whether a target may be meant as a share of 1, such as 0.9 for 90%: a plain number that no one aims at in percent. */
function isPerhapsShare(row: RowOfTargets, target: number | null, measure: string): target is number {
  const isPlain = typeof row.cell('TARGET') === 'number' && !row.hasSign;
  return isPlain && target !== null && target > 0 && target <= 1 && !GOOD_LOW.includes(measure);
}

/** No percentage has thousands, so `66.667` and `66,667` are no other numbers. */
function parsePercentage(text: string): number | undefined {
  const digits = text.trim().replace(/\s?%$/, '');
  return /^\d{1,3}(?:[.,]\d{1,15})?$/.test(digits) ? Number(digits.replace(',', '.')) : undefined;
}

/** More is a slip, or a number that a cell cannot show. */
const LARGEST_AMOUNT = 1e9;

function readAmount(row: RowOfTargets, heading: TargetHeading, tell: Tell): number | null {
  const cell = row.cell(heading);
  if (isBlank(cell)) return null;
  const value =
    typeof cell === 'number' ? cell : typeof cell === 'string' ? parseNumber(cell.trim()) : undefined;
  if (value === undefined) return tell(`${shown(cell)} in ${heading} isn’t a number.`);
  return value >= 0 && value <= LARGEST_AMOUNT ? value : tell(`${value} in ${heading} is out of range.`);
}

/** Lines that set the same for the same shifts: an earlier one never counts there. */
function sameShifts(lines: readonly TargetLine[]): string[] {
  const last = new Map<string, number>();
  const pairs = new Map<string, readonly [number, number]>();
  for (const line of [...lines].reverse()) {
    const { venue, area, role, from, to, measure, target } = line;
    const keys = [venue, area, role].map((name) => name && foldName(name));
    const set = [
      ...(target === null ? [] : [measure]),
      ...LINE_VALUES.filter((value) => line[value] !== null),
    ];
    for (const value of set) {
      const name = JSON.stringify([...keys, from, to, value]);
      const counts = last.get(name);
      if (counts === undefined) last.set(name, line.line);
      else pairs.set(`${line.line} ${counts}`, [line.line, counts]);
    }
  }
  return [...pairs.values()]
    .reverse()
    .map(([one, other]) => `Lines ${one} and ${other} are for the same shifts; line ${other} counts.`);
}

function isBlank(cell: unknown): boolean {
  return cell === undefined || cell === null || (typeof cell === 'string' && cell.trim() === '');
}

function isErrorValue(cell: unknown): boolean {
  return typeof cell === 'string' && /^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|ERROR!)$/.test(cell);
}

/** What a cell holds, as a sentence repeats it: numbers as they are, text in quotation marks. */
function shown(cell: unknown): string {
  if (typeof cell === 'number') return String(cell);
  return isDate(cell) ? 'a date' : echo(String(cell));
}
