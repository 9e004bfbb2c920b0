import * as v from 'valibot';
import { echo } from '../../answers/arguments/cells';
import { dayOfCell, isAcceptedDate, isDate, parseIsoDate } from '../../calendar/calendar-date';
import { KEY_HEADINGS } from '../../contract/fields';
import { parseStored, shownCount } from '../../employer-api/text';
import { findMeasure, TARGETED_MEASURES } from '../../figures/measures';
import { closest, plainName } from '../../figures/names';
import { parseNumber } from '../../figures/row-filter';
import type { TargetLine } from '../../figures/targets';
import { MOST_TARGET_COLUMNS, MOST_TARGET_LINES, MOST_TARGET_ROWS, PROPERTY_BYTES } from '../../limits';
import type { Properties, ReportSheet, TextPacker } from '../ports';
import type { RefreshServices } from '../refresh/lease';
import { PROPERTY } from '../saved/document-state';
import { type KnownNames, NAME_KINDS, strangersIn } from '../saved/names';
import { a1, headingsOf, type SheetColumn, sheetRows } from '../sheet/cells';
import { attempt, dressSheet } from '../sheet/sheets';

/** The name of the sheet that holds the targets. It belongs to the user: once made, it is only read. */
export const TARGETS_SHEET_NAME = 'Shift Reports targets';

/** A line whose venue begins with it is an example, and does not count. */
const EXAMPLE_SIGN = 'Example:';

/** A filled cell: what it holds, the same as a text without spaces around it, its number format, and its day if it is a date. */
interface TargetCell {
  readonly value: unknown;
  readonly text: string;
  readonly format: string;
  readonly day: () => number;
}

/** How the cells of a column are read: to `undefined` where that can't be, and then what to write. */
interface CellKind {
  readonly read: (cell: TargetCell) => string | number | undefined;
  readonly remedy: string | ((text: string) => string);
}

const NAME: CellKind = {
  read: ({ value, text }) => (typeof value === 'string' || typeof value === 'number' ? text : undefined),
  remedy: 'a name',
};

const DAY: CellKind = {
  read: ({ value, text, day }) => {
    if (isDate(value) && Number.isNaN(value.getTime())) return undefined;
    const found = isDate(value) ? day() : parseIsoDate(text);
    return found !== undefined && isAcceptedDate(found) ? found : undefined;
  },
  remedy: 'a date like 2026-03-31',
};

const AMOUNT: CellKind = {
  read: ({ value, text }) => {
    const number = typeof value === 'number' ? value : parseNumber(text);
    return number !== undefined && number >= 0 ? number : undefined;
  },
  remedy: 'a number from 0 on',
};
/** An amount whose number format the Scorecard takes over. */
const MONEY: CellKind = { ...AMOUNT };

const MEASURE_WORDS = TARGETED_MEASURES.map(({ words }) => words[0]);
const MEASURE: CellKind = {
  read: ({ text }) => {
    const name = findMeasure(text)?.name;
    return TARGETED_MEASURES.find((measure) => measure.name === name)?.name;
  },
  remedy: (text) => `a percentage like ${echo(closest(text, MEASURE_WORDS) ?? MEASURE_WORDS[0] ?? '')}`,
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
  remedy: 'a percentage like 92 or 92%',
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
  /** Its width if it holds words: nothing is there yet to fit it to. */
  readonly pixels?: number;
}

const PER_WEEK = 'per week, for all shifts of the names in this line together.';
const MISSED_WEEKS = 'in weeks that missed the target.';

/** The columns in the order in which the sheet is made. They are found by their headings, wherever they are. */
const TARGET_COLUMNS: readonly TargetColumn[] = [
  {
    ...{ heading: 'Venue', key: 'venue', kind: NAME, pixels: 220 },
    note: 'Blank: any venue. Of several lines for a shift, the one with the most cells filled among Venue, Area, Job title, From and To counts, then the lowest.',
  },
  { heading: 'Area', key: 'area', kind: NAME, note: 'Blank: any area.', pixels: 150 },
  { heading: 'Job title', key: 'role', kind: NAME, note: 'Blank: any job title.', pixels: 150 },
  {
    ...{ heading: 'From', key: 'from', kind: DAY },
    note: 'The first day, such as 2026-03-31. Blank: from the beginning.',
  },
  { heading: 'To', key: 'to', kind: DAY, note: 'The last day, included. Blank: without an end.' },
  {
    ...{ heading: 'Measure', key: 'measure', kind: MEASURE, pixels: 130 },
    note: 'The percentage that Target is for: true fulfilment %, booked %, unfilled %, worked %, no shows % or hours worked %. Blank: true fulfilment %.',
  },
  { heading: 'Target', key: 'target', kind: PERCENTAGE, note: 'A percentage: 92 or 92%.' },
  { heading: 'Plan positions', key: 'planPositions', kind: AMOUNT, note: `Positions ${PER_WEEK}` },
  { heading: 'Plan hours', key: 'planHours', kind: AMOUNT, note: `Hours ${PER_WEEK}` },
  {
    ...{ heading: 'Rate per hour', key: 'ratePerHour', kind: MONEY },
    note: 'Money per hour worked. The Scorecard takes over the number format of this cell.',
  },
  {
    ...{ heading: 'Credit per missing', key: 'creditPerMissing', kind: MONEY },
    note: `Money per missing person, ${MISSED_WEEKS}`,
  },
  {
    ...{ heading: 'Credit per no-show', key: 'creditPerNoShow', kind: MONEY },
    note: `Money per no-show, ${MISSED_WEEKS}`,
  },
];

/** A money format that is longer is not taken over. */
const LONGEST_FORMAT = 60;

/** What is kept of the targets sheet, in one document property: formulas should not read another sheet. */
const KEPT = v.object({
  /** The sheet that was read: it may be renamed. */
  sheetId: v.number(),
  /** The number format of money on it; empty where no cell holds any. */
  moneyFormat: v.string(),
  mistakeCount: v.number(),
  /** The lines that count, from top to bottom. */
  lines: v.custom<readonly TargetLine[]>(Array.isArray),
});

/** What is kept of the targets sheet. */
export type KeptTargets = Readonly<v.InferOutput<typeof KEPT>>;

/** Reads the property `targets`; `undefined` where there is no targets sheet. */
export function parseTargets(
  text: string | undefined,
  packer: Pick<TextPacker, 'unpack'>,
): KeptTargets | undefined {
  return text ? parseStored(KEPT, packer.unpack(text)) : undefined;
}

/** What reading the targets sheet needs. */
type TargetsServices = Pick<RefreshServices, 'sheets' | 'calendar' | 'packer'>;

/** What to mend on the targets sheet, and in which cell; that is empty where the whole sheet is meant. */
interface TargetMistake {
  readonly cell: string;
  readonly sentence: string;
}

const TOO_MANY_LINES = `Shorten the targets sheet to ${MOST_TARGET_LINES} lines.`;
const TOO_LONG =
  'Shorten the names in the targets sheet, or use fewer lines: they take too much room to be kept.';

/**
 * Reads the lines of the targets sheet. A line with a cell that cannot be read does not count, and neither does any line
 * while a heading is missing: without a name or a day it would be for other shifts. Of more than 200 lines the first 200
 * count; if these take too much room to be kept, none. The service's names `VENUE_NAME` and `AREA_NAME` are headings too,
 * and so is any in other capitals. Three service calls.
 *
 * @param known The names that refreshes have seen. Another one is a mistake, but its line counts: it may still come.
 * @returns The property, and the mistakes by row.
 */
export function readTargets(
  { calendar, packer }: Omit<TargetsServices, 'sheets'>,
  sheet: ReportSheet,
  zone: string,
  known?: KnownNames,
): { readonly text: string; readonly mistakes: readonly TargetMistake[] } {
  const grid = sheet.gridSize();
  const rows = Math.min(grid.rows, MOST_TARGET_ROWS);
  const block = { row: 1, column: 1, rows, columns: Math.min(grid.columns, MOST_TARGET_COLUMNS) };
  const values = sheet.readBlock(1, 1, rows, block.columns);
  const formats = sheet.numberFormats(block);
  const merged = sheet.mergedCells(block);
  const keep = (
    lines: readonly TargetLine[],
    moneyFormat: string,
    mistakes: readonly TargetMistake[],
  ): ReturnType<typeof readTargets> => {
    const kept: KeptTargets = { sheetId: sheet.id, moneyFormat, mistakeCount: mistakes.length, lines };
    const text = packer.pack(JSON.stringify(kept));
    return text.length <= PROPERTY_BYTES
      ? { text, mistakes }
      : keep([], moneyFormat, [{ cell: '', sentence: TOO_LONG }]);
  };

  const found = (values[0] ?? []).map((cell) => plainName(String(cell)).replace(/name$/, ''));
  const columns = TARGET_COLUMNS.map((column) => {
    const place = found.indexOf(plainName(column.heading));
    const textOf = (line: number) => String(values[line - 1]?.[place] ?? '').trim();
    return { ...column, place, textOf };
  });
  const missing = columns.filter(({ place }) => place < 0).map(({ heading }) => heading);
  if (missing.length > 0) {
    const which = `heading${missing.length === 1 ? '' : 's'} ${missing.join(', ')}`;
    const sentence = `Put the ${which} back into row 1 of the targets sheet: without it no line counts.`;
    return keep([], '', [{ cell: '', sentence }]);
  }
  const filled = Array.from({ length: Math.max(0, values.length - 1) }, (_, at) => at + 2).filter(
    (line) =>
      columns.some(({ textOf }) => textOf(line) !== '') && !columns[0]?.textOf(line).startsWith(EXAMPLE_SIGN),
  );
  const read = filled.slice(0, MOST_TARGET_LINES);
  const strangers = describeStrangers(known, (key) => {
    const column = columns.find((one) => one.key === key);
    return read.flatMap((line) => column?.textOf(line) || []);
  });
  const mistakes: TargetMistake[] = [];
  const lines = read.flatMap((line) => {
    const holds: Record<string, string | number> = {};
    let counts = true;
    for (const { heading, key, kind, place, textOf } of columns) {
      const [value, text, format] = [
        values[line - 1]?.[place],
        textOf(line),
        formats[line - 1]?.[place] ?? '',
      ];
      const day = () => dayOfCell(value as Date, (millis) => calendar.serial(millis, zone));
      const held = text === '' ? undefined : kind.read({ value, text, format, day });
      if (held !== undefined) holds[key] = held;
      let remedy: string | undefined;
      if (merged.some((one) => isOn(one.row, one.rows, line) && isOn(one.column, one.columns, place + 1)))
        remedy = `unmerge the cells of ${heading}. Merged cells read as blank.`;
      else if (text !== '' && held === undefined) {
        const what = typeof kind.remedy === 'string' ? kind.remedy : kind.remedy(text);
        remedy = `write ${what} into ${heading}. (${shownValue(value, format)})`;
      } else if (key === 'to' && Number(holds.from) > Number(held))
        remedy = 'write a day into To that is not before From.';
      if (remedy !== undefined) counts = false;
      const told = remedy ?? strangers.get(`${key} ${held}`);
      const cell = a1(line, place + 1);
      if (told !== undefined) mistakes.push({ cell, sentence: `${cell}: ${told}` });
    }
    return counts ? [{ line, measure: TARGETED_MEASURES[0].name, ...holds }] : [];
  });
  const isCut = grid.rows > rows && sheet.lastRow() > rows;
  if (isCut || filled.length > MOST_TARGET_LINES) mistakes.push({ cell: '', sentence: TOO_MANY_LINES });
  const money = columns.filter(({ kind }) => kind === MONEY).map(({ place }) => place);
  const moneyFormats = values.flatMap((row, at) =>
    money.flatMap((place) => (typeof row[place] === 'number' ? (formats[at]?.[place] ?? '') : [])),
  );
  const isUsual = (format: string) => /[#0?]/.test(format) && format.length <= LONGEST_FORMAT;
  return keep(lines, moneyFormats.find(isUsual) ?? '', mistakes);
}

function isOn(first: number, count: number, place: number): boolean {
  return first <= place && place < first + count;
}

function shownValue(value: unknown, format: string): string {
  if (isDate(value)) return 'a date';
  if (typeof value === 'number' && showsPercent(format)) return `${percentOfShare(value)}%`;
  return typeof value === 'string' ? echo(value) : String(value);
}

/**
 * What to say of names that are none of those that are known, each after the key of its column. A kind of which none is known
 * is not checked, but for `*` and `?`: they stand for other letters in formulas, not here.
 */
function describeStrangers(
  known: KnownNames | undefined,
  namesOf: (kind: keyof KnownNames) => readonly string[],
): ReadonlyMap<string, string> {
  const given = NAME_KINDS.map((kind) => ({ field: KEY_HEADINGS[kind], names: namesOf(kind) }));
  const strangers = strangersIn(given, (kind) => known?.[kind] ?? []);
  return new Map(
    strangers.flatMap(({ kind, name, known: names }) => {
      const [near, what] = [closest(name, names), kind === 'role' ? 'job title' : kind];
      const hint = near === undefined ? '' : ` Did you mean ${echo(near)}?`;
      const sentence = /[*?]/.test(name)
        ? `write the whole name of one ${what}: * and ? don’t work here. (${echo(name)})`
        : `no ${what} is called ${echo(name)}.${hint}`;
      return names.length > 0 || /[*?]/.test(name) ? [[`${kind} ${name}`, sentence]] : [];
    }),
  );
}

/**
 * Reads the targets sheet, if there is one, for the property `targets`. It never writes a cell.
 *
 * @param stored The property.
 * @returns The property, where it is another now: empty where there is no sheet any longer.
 * @throws {ReportError} `platform_unavailable`
 */
export function readTargetsSheet(
  services: TargetsServices,
  stored: string | undefined,
  zone: string,
  known: KnownNames | undefined,
): Properties {
  const sheet = findTargetsSheet(services, stored);
  const text = sheet ? readTargets(services, sheet, zone, known).text : '';
  return text === (stored ?? '') ? {} : { [PROPERTY.targets]: text };
}

/** The targets sheet: the one that was read before, under whatever name, else the one of that name. No service call. */
function findTargetsSheet(
  { sheets, packer }: TargetsServices,
  stored: string | undefined,
): ReportSheet | undefined {
  const kept = parseTargets(stored, packer);
  return (kept && sheets.byId(kept.sheetId)) ?? sheets.byName(TARGETS_SHEET_NAME);
}

/** How many mistakes the sheet has by what is stored of it, and where they are listed; empty if none. */
export function describeMistakes(kept: KeptTargets | undefined): string {
  return kept?.mistakeCount
    ? `${shownCount(kept.mistakeCount, 'mistake')} on the targets sheet: press Set targets.`
    : '';
}

/** Numbers get no format: each shows as it was typed, `92`, `92%` or `£14.50`. */
const COLUMNS: readonly SheetColumn[] = TARGET_COLUMNS.map(({ heading, kind, pixels }) => {
  if (pixels !== undefined) return { heading, kind: 'text', pixels };
  return kind === DAY ? { heading, kind: 'date' } : { heading, kind: 'count', format: 'General' };
});

/** The first line of a new sheet, which shows what to type: one target. */
const EXAMPLE_NAME = `${EXAMPLE_SIGN} Grand Hotel`;
const EXAMPLE = [EXAMPLE_NAME, null, null, null, null, TARGETED_MEASURES[0].words[0], '92%'];
/** Google Sheets offers at most so many words in a drop-down. */
const MOST_OFFERED = 500;
/** The most mistakes that one sentence names, and of which the cells are selected. */
const [MOST_TOLD, MOST_SELECTED] = [3, 20];

/**
 * Makes the targets sheet and brings it to the front: about 35 service calls. One that exists is read, shown with its wrong
 * cells selected, and never written: about nine.
 *
 * @param known The names that refreshes have seen.
 * @returns A sentence for the person, with the mistakes on the sheet.
 * @throws {ReportError} `sheet_blocked`, `platform_unavailable`
 */
export function setTargets(
  services: TargetsServices & Pick<RefreshServices, 'document'>,
  known: KnownNames | undefined,
): string {
  const { document, sheets, calendar } = services;
  const there = findTargetsSheet(services, document.readAll()[PROPERTY.targets]);
  const sheet = there ?? sheets.create(TARGETS_SHEET_NAME);
  const isNew = sheet.lastRow() === 0;
  if (isNew) fillNew(sheet, known);
  const { text, mistakes } = readTargets(services, sheet, calendar.zone(), known);
  const wrong = mistakes.flatMap(({ cell }) => cell || []).slice(0, MOST_SELECTED);
  sheets.show(sheet, wrong);
  if (isNew) {
    // Explain knows the sheet before a refresh reads it.
    document.write({ [PROPERTY.targets]: text });
    return `Made “${TARGETS_SHEET_NAME}”. Type one line per target there, in place of the grey example, then refresh a report.`;
  }
  const told = mistakes.slice(0, MOST_TOLD).map(({ sentence }) => sentence);
  if (mistakes.length > MOST_TOLD) told.push(`${shownCount(mistakes.length - MOST_TOLD, 'more mistake')}.`);
  return `Your targets are on “${sheet.name()}”. ${told.join(' ') || 'The next refresh reads them.'}`;
}

/** Writes the headings first: a sheet that a killed run has left says what it is for. */
function fillNew(sheet: ReportSheet, known: KnownNames | undefined): void {
  sheet.write(1, sheetRows([headingsOf(COLUMNS), EXAMPLE], 2, COLUMNS.length));
  dressSheet(sheet, COLUMNS);
  const offered: Readonly<Record<string, readonly string[]>> = { ...known, measure: MEASURE_WORDS };
  const columns = TARGET_COLUMNS.map(({ key, note }) => {
    // Google takes these for formulas and refuses the drop-down.
    const offers = (offered[key] ?? []).filter((name) => !/^[=+]/.test(name));
    return { note, offers: offers.slice(0, MOST_OFFERED) };
  });
  attempt(() => sheet.guide(columns, EXAMPLE_NAME));
}
