import * as v from 'valibot';
import { echo } from '../answers/arguments/cells';
import { type CalendarDate, isAcceptedDate, isDate, parseIsoDate } from '../calendar/calendar-date';
import type { KnownNames } from '../contract/reports';
import { parseStored } from '../employer-api/text';
import { findMeasure, TARGETED_MEASURES } from '../figures/measures';
import { closest, foldName, plainName } from '../figures/names';
import { parseNumber } from '../figures/row-filter';
import type { TargetLine } from '../figures/targets';
import { MOST_TARGET_LINES, PROPERTY_BYTES } from '../limits';

/** The name of the sheet that holds the targets. It belongs to the user, and is only read. */
export const TARGETS_SHEET_NAME = 'Shift Reports targets';

/** A line whose venue begins with it is an example, and does not count. */
export const EXAMPLE_SIGN = 'Example:';

/** The cells of the targets sheet from A1 on, as the platform reads them. */
interface TargetCells {
  /** The heading row and what is below it; days and times are `Date`s, blank cells `''`. */
  readonly values: readonly (readonly unknown[])[];
  /** The number formats of the same cells. */
  readonly formats: readonly (readonly string[])[];
  /** Merged cells, whose rows and columns count from 1: all but the first of them read as blank. */
  readonly merged: readonly Readonly<Record<'row' | 'column' | 'rows' | 'columns', number>>[];
  /** Whether the sheet goes on below them. */
  readonly isCut: boolean;
  /** The day of a cell that holds a date, in the spreadsheet's time zone. */
  dayOf(date: Date): CalendarDate;
}

/** What to mend on the targets sheet. */
interface TargetMistake {
  /** In A1 notation; empty where the whole sheet is meant. */
  readonly cell: string;
  /** Says what to write into the cell. */
  readonly sentence: string;
}

/** What the targets sheet says. */
export interface ReadTargets {
  /** The lines that count, from top to bottom. */
  readonly lines: readonly TargetLine[];
  /** The first 20 mistakes, by row. */
  readonly mistakes: readonly TargetMistake[];
  /** How many there are. */
  readonly mistakeCount: number;
  /** The number format of money on the sheet; empty where no cell holds any. */
  readonly moneyFormat: string;
}

/** A filled cell, and what reading it needs. */
interface TargetCell extends Pick<TargetCells, 'dayOf'> {
  readonly value: unknown;
  /** What it holds as a text, without spaces around it. */
  readonly text: string;
  /** Its number format. */
  readonly format: string;
}

/** How a cell is read: what it holds, or `undefined` where it cannot be read, and then what to write. */
interface CellKind {
  read(cell: TargetCell): string | number | undefined;
  remedy(text: string): string;
}

const NAME: CellKind = {
  read: ({ value, text }) => (typeof value === 'string' || typeof value === 'number' ? text : undefined),
  remedy: () => 'a name',
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
    return number !== undefined && number >= 0 ? number : undefined;
  },
  remedy: () => 'a number from 0 on',
};

const MEASURE: CellKind = {
  read: ({ text }) => {
    const name = findMeasure(text)?.name;
    return TARGETED_MEASURES.find((measure) => measure.name === name)?.name;
  },
  remedy: (text) => {
    const words = TARGETED_MEASURES.map((measure) => measure.words[0]);
    return `a percentage like ${echo(closest(text, words) ?? (words[0] as string))}`;
  },
};

/**
 * In percent, 0 to 100. A plain number up to 1 could be a share of 1 as well, so it needs a percent sign. No percentage has
 * thousands: `66.667` and `66,667` are no other numbers.
 */
const PERCENTAGE: CellKind = {
  read: ({ value, text, format }) => {
    const [, digits] = /^(\d{1,3}(?:[.,]\d{1,15})?)\s?%?$/.exec(text) ?? [];
    let percentage = typeof value === 'string' ? Number(digits?.replace(',', '.')) : Number.NaN;
    if (typeof value === 'number' && showsPercent(format)) percentage = percentOfShare(value);
    else if (typeof value === 'number' && (value === 0 || value > 1)) percentage = value;
    return percentage >= 0 && percentage <= 100 ? percentage : undefined;
  },
  remedy: () => 'a percentage like 92 or 92%',
};

/** Whether a number format shows hundredfold values: `0%`, but not `0"%"`. */
function showsPercent(format: string): boolean {
  return format.replace(/"[^"]*"|\\./g, '').includes('%');
}

function percentOfShare(share: number): number {
  return Number((100 * share).toPrecision(15));
}

/** A column of the targets sheet. */
interface TargetColumn {
  readonly heading: string;
  readonly key: Exclude<keyof TargetLine, 'line'>;
  readonly kind: CellKind;
  /** What it takes, for whoever points at its heading. */
  readonly note: string;
}

const PER_WEEK = 'per week, for all shifts of the names in this line together.';
const MISSED_WEEKS = 'in weeks that missed the target.';

/** The columns in the order in which the sheet is made. They are found by their headings, wherever they are. */
export const TARGET_COLUMNS: readonly TargetColumn[] = [
  {
    ...{ heading: 'Venue', key: 'venue', kind: NAME },
    note: 'Blank: any venue. Of several lines for a shift, the one with the most cells filled among Venue, Area, Job title, From and To counts, then the lowest.',
  },
  { heading: 'Area', key: 'area', kind: NAME, note: 'Blank: any area.' },
  { heading: 'Job title', key: 'role', kind: NAME, note: 'Blank: any job title.' },
  {
    ...{ heading: 'From', key: 'from', kind: DAY },
    note: 'The first day, such as 2026-03-31. Blank: from the beginning.',
  },
  { heading: 'To', key: 'to', kind: DAY, note: 'The last day, included. Blank: without an end.' },
  {
    ...{ heading: 'Measure', key: 'measure', kind: MEASURE },
    note: 'The percentage that Target is for: true fulfilment %, booked %, unfilled %, worked %, no shows % or hours worked %. Blank: true fulfilment %.',
  },
  { heading: 'Target', key: 'target', kind: PERCENTAGE, note: 'A percentage: 92 or 92%.' },
  { heading: 'Plan positions', key: 'planPositions', kind: AMOUNT, note: `Positions ${PER_WEEK}` },
  { heading: 'Plan hours', key: 'planHours', kind: AMOUNT, note: `Hours ${PER_WEEK}` },
  {
    ...{ heading: 'Rate per hour', key: 'ratePerHour', kind: AMOUNT },
    note: 'Money per hour worked. The Scorecard takes over the number format of this cell.',
  },
  {
    ...{ heading: 'Credit per missing', key: 'creditPerMissing', kind: AMOUNT },
    note: `Money per missing person, ${MISSED_WEEKS}`,
  },
  {
    ...{ heading: 'Credit per no-show', key: 'creditPerNoShow', kind: AMOUNT },
    note: `Money per no-show, ${MISSED_WEEKS}`,
  },
];

/** What a line sets where its cells are blank. */
const BLANK_LINE = {
  ...Object.fromEntries(TARGET_COLUMNS.map(({ key }) => [key, null])),
  measure: TARGETED_MEASURES[0].name,
};
const MONEY: readonly string[] = ['ratePerHour', 'creditPerMissing', 'creditPerNoShow'];
/** A money format that is longer is not taken over. */
const LONGEST_FORMAT = 60;

/**
 * Reads the lines of the targets sheet. A line with a cell that cannot be read does not count, and neither does any line
 * while a heading is missing: without a name or a day it would be for other shifts. Of more than 200 lines the first 200
 * count. The service's names `VENUE_NAME` and `AREA_NAME` are headings too, and so is any in other capitals.
 *
 * @param known The names that refreshes have seen. Another one is a mistake, but its line counts: it may still come.
 */
export function readTargets(sheet: TargetCells, known?: KnownNames): ReadTargets {
  const [headings = [], ...rows] = sheet.values;
  const found = headings.map((cell) => plainName(String(cell)).replace(/name$/, ''));
  const columns = TARGET_COLUMNS.map((column) => ({
    ...column,
    place: found.indexOf(plainName(column.heading)),
  }));
  const missing = columns.filter(({ place }) => place < 0).map(({ heading }) => heading);
  if (missing.length > 0) {
    const which = `heading${missing.length === 1 ? '' : 's'} ${missing.join(', ')}`;
    const sentence = `Put the ${which} back into row 1 of the targets sheet: without it no line counts.`;
    return { lines: [], mistakes: [{ cell: '', sentence }], mistakeCount: 1, moneyFormat: '' };
  }
  const filled = rows.flatMap((row, at) => {
    const cells = columns.map(({ place }) => String(row[place] ?? '').trim());
    return cells.some(Boolean) && !cells[0]?.startsWith(EXAMPLE_SIGN) ? [at + 2] : [];
  });
  const describeStranger = strangersAmong(known);
  const mistakes: TargetMistake[] = [];
  const lines = filled.slice(0, MOST_TARGET_LINES).flatMap((line) => {
    const read: Record<string, string | number> = {};
    let counts = true;
    for (const { heading, key, kind, place } of columns) {
      const value = sheet.values[line - 1]?.[place];
      const text = String(value ?? '').trim();
      const format = sheet.formats[line - 1]?.[place] ?? '';
      const holds = text === '' ? undefined : kind.read({ value, text, format, dayOf: sheet.dayOf });
      if (holds !== undefined) read[key] = holds;
      let remedy: string | undefined;
      if (isMerged(sheet, line, place))
        remedy = `unmerge the cells of ${heading}. Merged cells read as blank.`;
      else if (text !== '' && holds === undefined)
        remedy = `write ${kind.remedy(text)} into ${heading}. (${shownValue(value, format)})`;
      else if (key === 'to' && Number(read.from) > Number(holds))
        remedy = 'write a day into To that is not before From.';
      if (remedy !== undefined) counts = false;
      const told = remedy ?? describeStranger(key, holds);
      const cell = `${String.fromCharCode(65 + place)}${line}`;
      if (told !== undefined) mistakes.push({ cell, sentence: `${cell}: ${told}` });
    }
    return counts ? [{ line, ...BLANK_LINE, ...read } as TargetLine] : [];
  });
  if (sheet.isCut || filled.length > MOST_TARGET_LINES) mistakes.push({ cell: '', sentence: TOO_MANY_LINES });
  return {
    lines,
    mistakes: mistakes.slice(0, MOST_MISTAKES),
    mistakeCount: mistakes.length,
    moneyFormat: findMoneyFormat(columns, sheet),
  };
}

/** As many have room on a dashboard. */
const MOST_MISTAKES = 20;
const TOO_MANY_LINES = `Shorten the targets sheet to ${MOST_TARGET_LINES} lines.`;

function isMerged({ merged }: TargetCells, line: number, place: number): boolean {
  return merged.some(
    ({ row, column, rows, columns }) =>
      row <= line && line < row + rows && column <= place + 1 && place + 1 < column + columns,
  );
}

function shownValue(value: unknown, format: string): string {
  if (isDate(value)) return 'a date';
  if (typeof value === 'number' && showsPercent(format)) return `${percentOfShare(value)}%`;
  return typeof value === 'string' ? echo(value) : String(value);
}

/** Makes what says that a name is none of those that are known. A kind of which none is known is not checked. */
function strangersAmong(known: KnownNames | undefined) {
  const folded = new Map<string, ReadonlySet<string>>();
  for (const kind of ['venue', 'area', 'role'] as const)
    folded.set(kind, new Set(known?.[kind].map(foldName)));
  return (key: string, name: string | number | undefined): string | undefined => {
    const names = folded.get(key);
    if (!names?.size || typeof name !== 'string' || names.has(foldName(name))) return undefined;
    const near = closest(name, known?.[key as keyof KnownNames] ?? []);
    const hint = near === undefined ? '' : ` Did you mean ${echo(near)}?`;
    return `no ${key === 'role' ? 'job title' : key} is called ${echo(name)}.${hint}`;
  };
}

/** The number format of the first amount of money. */
function findMoneyFormat(
  columns: readonly (TargetColumn & { readonly place: number })[],
  { values, formats }: TargetCells,
): string {
  const places = columns.filter(({ key }) => MONEY.includes(key)).map(({ place }) => place);
  const found = values.flatMap((row, at) =>
    places.filter((place) => typeof row[place] === 'number').map((place) => formats[at]?.[place] ?? ''),
  );
  return found.find((format) => /[#0?]/.test(format) && format.length <= LONGEST_FORMAT) ?? '';
}

/** What is kept of the targets sheet, in one document property: formulas should not read another sheet. */
export interface KeptTargets extends ReadTargets {
  /** The sheet that was read, by its ID: it may be renamed. */
  readonly sheetId: number;
}

const KEPT = v.object({
  ...{ sheetId: v.number(), moneyFormat: v.string(), mistakeCount: v.number() },
  mistakes: v.array(v.object({ cell: v.string(), sentence: v.string() })),
  lines: v.array(v.record(v.string(), v.unknown())),
});

const TOO_LONG =
  'Shorten the names in the targets sheet, or use fewer lines: they take too much room to be kept.';

/** The packed text of the property `targets`. Lists that are too long even so are not kept, and a sentence says so. */
export function formatTargets(kept: KeptTargets, packer: { pack(text: string): string }): string {
  const packed = packer.pack(JSON.stringify(kept));
  if (packed.length <= PROPERTY_BYTES) return packed;
  const mistakes: readonly TargetMistake[] = [{ cell: '', sentence: TOO_LONG }];
  return packer.pack(JSON.stringify({ ...kept, lines: [], mistakes, mistakeCount: 1 }));
}

/** Reads the property `targets`; `undefined` where there is no targets sheet. */
export function parseTargets(
  text: string | undefined,
  packer: { unpack(packed: string): string | undefined },
): KeptTargets | undefined {
  return text ? (parseStored(KEPT, packer.unpack(text)) as KeptTargets | undefined) : undefined;
}
