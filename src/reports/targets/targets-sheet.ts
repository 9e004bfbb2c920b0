import * as v from 'valibot';
import { quoted } from '../../answers/arguments/cells';
import { dayOfCell, isAcceptedDate, isDate, parseIsoDate, shortDay } from '../../calendar/calendar-date';
import { readPercentage } from '../../contract/alerts';
import { KEY_HEADINGS } from '../../contract/fields';
import { attempt } from '../../employer-api/errors';
import { parseStored, plainName, shownCount } from '../../employer-api/text';
import { findMeasure, TARGETED_MEASURES } from '../../figures/measures';
import { parseNumber } from '../../figures/row-filter';
import type { TargetLine } from '../../figures/targets';
import { MOST_TARGET_COLUMNS, MOST_TARGET_LINES, PROPERTY_BYTES } from '../../limits';
import type { Properties, ReportSheet, TableServices, TextPacker } from '../ports';
import { PROPERTY } from '../saved/document-state';
import { findStranger, type KnownNames, type NameKind } from '../saved/names';
import { a1, columnLetters, headingsOf, type SheetColumn, sheetRows } from '../sheet/cells';
import { dressSheet, refuseName } from '../sheet/sheets';

/** The name of the sheet that holds the targets. It belongs to the user: once made, it is only read. */
export const TARGETS_SHEET_NAME = 'Shift Reports targets';

/** A line whose venue begins with it is the example, and does not count. */
const EXAMPLE_SIGN = 'Example:';

/** How the cells of a column look, and how a filled one is read: to `undefined` where that can't be. */
interface CellKind extends Pick<SheetColumn, 'kind' | 'format' | 'pixels'> {
  /** @param text Of a number that shows as a percentage with its sign; empty for a date. @param day Of a date. */
  readonly read: (text: string, day: number | undefined) => string | number | undefined;
}

const NAME: CellKind = { kind: 'text', pixels: 200, read: (text) => text || undefined };

const DAY: CellKind = {
  kind: 'date',
  read: (text, day = parseIsoDate(text)) => (day !== undefined && isAcceptedDate(day) ? day : undefined),
};

/** Numbers get no format: each shows as it was typed, `92`, `92%` or `£14.50`. */
const AS_TYPED = { kind: 'count', format: 'General' } as const;

const AMOUNT: CellKind = {
  ...AS_TYPED,
  read: (text) => {
    const number = parseNumber(text);
    return number !== undefined && number >= 0 ? number : undefined;
  },
};
/** An amount whose number format the Scorecard takes over. */
const MONEY: CellKind = { ...AMOUNT };

const MEASURE: CellKind = {
  ...{ kind: 'text', pixels: 130 },
  read: (text) => {
    const name = findMeasure(text)?.name;
    return TARGETED_MEASURES.find((measure) => measure.name === name)?.name;
  },
};

/** As in an alert. */
const PERCENTAGE: CellKind = { ...AS_TYPED, read: readPercentage };

/** A column of the targets sheet. */
interface TargetColumn {
  readonly heading: string;
  readonly key: Exclude<keyof TargetLine, 'line'>;
  readonly cells: CellKind;
  /** What to write into it: for whoever points at its heading, or has written something else. */
  readonly wants: string;
}

const MEASURE_WORDS = TARGETED_MEASURES.map(({ words }) => words[0]);
const A_WEEK = 'a week, for all shifts of the names in this line together';
const IN_MISSED = 'in weeks that missed the target';

/** The columns in the order in which the sheet is made. They are found by their headings, wherever they are. */
const TARGET_COLUMNS: readonly TargetColumn[] = [
  {
    ...{ heading: 'Venue', key: 'venue', cells: NAME },
    wants:
      'a name, or nothing for any venue. Where several lines fit a shift, the one with most names and days counts; of equals, the lowest',
  },
  { heading: 'Area', key: 'area', cells: NAME, wants: 'a name, or nothing for any area' },
  { heading: 'Job title', key: 'role', cells: NAME, wants: 'a name, or nothing for any job title' },
  { heading: 'From', key: 'from', cells: DAY, wants: 'the first day, such as 2026-03-31, or nothing' },
  { heading: 'To', key: 'to', cells: DAY, wants: 'the last day, such as 2026-03-31, or nothing' },
  {
    ...{ heading: 'Measure', key: 'measure', cells: MEASURE },
    wants: `what Target is for: ${MEASURE_WORDS.join(', ')}; or nothing for the first`,
  },
  { heading: 'Target', key: 'target', cells: PERCENTAGE, wants: 'a percentage like 92 or 92%' },
  {
    heading: 'Plan positions',
    key: 'planPositions',
    cells: AMOUNT,
    wants: `a number, of positions ${A_WEEK}`,
  },
  { heading: 'Plan hours', key: 'planHours', cells: AMOUNT, wants: `a number, of hours ${A_WEEK}` },
  {
    ...{ heading: 'Rate per hour', key: 'ratePerHour', cells: MONEY },
    wants: 'a number, of money per hour worked. The Scorecard takes over its number format',
  },
  {
    ...{ heading: 'Credit per missing', key: 'creditPerMissing', cells: MONEY },
    wants: `a number, of money per missing person ${IN_MISSED}`,
  },
  {
    ...{ heading: 'Credit per no-show', key: 'creditPerNoShow', cells: MONEY },
    wants: `a number, of money per no-show ${IN_MISSED}`,
  },
];

/** Their headings and looks. */
const COLUMNS: readonly SheetColumn[] = TARGET_COLUMNS.map(({ heading, cells }) => ({ heading, ...cells }));

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

/** The target of true fulfilment for everything at any time: of several the lowest line; null where there is none. */
export function generalTarget(kept: KeptTargets | undefined): number | null {
  const isGeneral = (line: TargetLine) =>
    line.measure === TARGETED_MEASURES[0].name &&
    !(['venue', 'area', 'role', 'from', 'to'] as const).some((key) => key in line);
  const [last] = (kept?.lines ?? []).filter(isGeneral).slice(-1);
  return last?.target ?? null;
}

/** What reading the targets sheet needs. */
type TargetsServices = Pick<TableServices, 'sheets' | 'calendar' | 'packer'>;

/** What to mend on the targets sheet, and in which cell; that is empty where the whole sheet is meant. */
interface TargetMistake {
  readonly cell: string;
  readonly sentence: string;
}

/** The first line of a new sheet, which shows what to type: one target. */
const EXAMPLE = [`${EXAMPLE_SIGN} Grand Hotel`, null, null, null, null, MEASURE_WORDS[0] ?? null, '92%'];

const TOO_MANY_LINES = `Shorten the targets sheet to ${MOST_TARGET_LINES} lines.`;
const TOO_LONG =
  'Shorten the names in the targets sheet, or use fewer lines: they take too much room to be kept.';

/**
 * Reads the first 200 lines of the targets sheet. A line with a cell that cannot be read does not count, nor does one that
 * someone has filled in beside the name of the example. No line counts while a heading is missing or cells are merged, which
 * read as blank: without a name or a day it would be for other shifts; nor while all together take too much room to be kept.
 * The service's names `VENUE_NAME` and `AREA_NAME` are headings too, and so is any in other capitals.
 *
 * @param known The names that refreshes have seen. Another one is a mistake, but its line counts: it may still come.
 * @returns The property, empty for a sheet without any of the headings, which is a person's; and the mistakes by row.
 */
export function readTargets(
  { calendar, packer }: Omit<TargetsServices, 'sheets'>,
  sheet: ReportSheet,
  zone: string,
  known?: KnownNames,
): { readonly text: string; readonly mistakes: readonly TargetMistake[] } {
  const last = sheet.lastRow();
  const block = {
    ...{ row: 1, column: 1, rows: Math.min(Math.max(1, last), 1 + MOST_TARGET_LINES) },
    columns: Math.min(sheet.gridSize().columns, MOST_TARGET_COLUMNS),
  };
  const [headings = [], ...values] = sheet.readBlock(1, 1, block.rows, block.columns);
  const formats = sheet.numberFormats(block);
  let moneyFormat = '';
  const keep = (lines: readonly TargetLine[], mistakes: readonly TargetMistake[]) => {
    const kept: KeptTargets = { sheetId: sheet.id, moneyFormat, mistakeCount: mistakes.length, lines };
    return { text: packer.pack(JSON.stringify(kept)), mistakes };
  };
  const keepNone = (sentence: string, cell = '') => keep([], [{ cell, sentence }]);

  const found = headings.map((cell) => plainName(String(cell)).replace(/name$/, ''));
  const columns = TARGET_COLUMNS.map((column) => {
    return { ...column, place: found.indexOf(plainName(column.heading)) };
  });
  const missing = columns.filter(({ place }) => place < 0);
  if (missing.length === columns.length) return { text: '', mistakes: [] };
  if (missing[0])
    return keepNone(
      `Put the heading ${missing[0].heading} back into row 1 of the targets sheet: without it no line counts.`,
    );
  const merged = sheet
    .mergedCells(block)
    .find((one) =>
      columns.some(({ place }) => one.column <= place + 1 && place + 1 < one.column + one.columns),
    );
  if (merged) {
    const cells = a1(merged.row, merged.column, merged.rows, merged.columns);
    return keepNone(`${cells}: unmerge these cells. Merged cells read as blank, so no line counts.`, cells);
  }

  const mistakes: TargetMistake[] = [];
  const lines = values.flatMap((cells, at) => {
    const line = 2 + at;
    const textAt = (place: number) => textOf(cells[place], formats[1 + at]?.[place] ?? '');
    const wrong = (place: number, text: string, wants: string) => {
      const cell = a1(line, place + 1);
      mistakes.push({ cell, sentence: `${cell}: in place of ${quoted(text)}, write ${wants}.` });
    };
    const [venue, ...others] = columns.map(({ place }) => textAt(place));
    if (venue?.startsWith(EXAMPLE_SIGN)) {
      const isFilledIn = others.some((text, of) => text !== '' && text !== EXAMPLE[1 + of]);
      if (isFilledIn) wrong(columns[0]?.place ?? 0, venue, 'a venue, or nothing for any venue');
      return [];
    }
    const holds: Record<string, string | number> = {};
    let counts = true;
    for (const { key, cells: kind, wants, place } of columns) {
      const [value, format] = [cells[place], formats[1 + at]?.[place] ?? ''];
      const isDay = isDate(value) && !Number.isNaN(value.getTime());
      const day = isDay ? dayOfCell(value, (millis) => calendar.serial(millis, zone)) : undefined;
      const text = day === undefined ? textAt(place) : '';
      if (text === '' && day === undefined) continue;
      const held = kind.read(text, day);
      const isEarly = key === 'to' && Number(holds.from) > Number(held);
      if (kind === MONEY && typeof value === 'number') moneyFormat ||= format;
      if (held === undefined || isEarly) {
        counts = false;
        const shown = day === undefined ? text : shortDay(day);
        wrong(place, shown, isEarly ? 'a day that is not before From' : wants);
        continue;
      }
      holds[key] = held;
      const names = [{ field: KEY_HEADINGS[key as NameKind], names: [text] }];
      const stranger = kind === NAME ? findStranger(names, known) : undefined;
      const cell = a1(line, place + 1);
      if (stranger) mistakes.push({ cell, sentence: `${cell}: ${stranger.sentence}` });
    }
    const isBlank = Object.keys(holds).length === 0;
    return isBlank || !counts ? [] : [{ line, measure: TARGETED_MEASURES[0].name, ...holds }];
  });
  if (last > block.rows) mistakes.unshift({ cell: '', sentence: TOO_MANY_LINES });
  const all = keep(lines, mistakes);
  return all.text.length <= PROPERTY_BYTES ? all : keepNone(TOO_LONG);
}

/** A number whose format shows it hundredfold, `0%` but not `0"%"`, has its percent sign; others are as they were typed. */
function textOf(value: unknown, format: string): string {
  const showsPercent = typeof value === 'number' && format.replace(/"[^"]*"|\\./g, '').includes('%');
  return showsPercent ? `${Number((100 * value).toPrecision(15))}%` : String(value).trim();
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

/** The targets sheet: the one that was read before, under whatever name, else the one of that name. */
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

/** Google Sheets offers at most so many words in a drop-down. */
const MOST_OFFERED = 500;

/**
 * Makes the targets sheet and brings it to the front. One that exists is read, shown with its wrong cells selected, and never
 * written.
 *
 * @param known The names that refreshes have seen.
 * @returns A sentence or two for the person.
 * @throws {ReportError} `sheet_blocked`, also if a sheet of that name is a person's; `platform_unavailable`
 */
export function setTargets(
  services: TargetsServices & Pick<TableServices, 'document'>,
  known: KnownNames | undefined,
): string {
  const { document, sheets, calendar } = services;
  const stored = document.readAll()[PROPERTY.targets];
  const there = findTargetsSheet(services, stored);
  const sheet = there ?? sheets.create(TARGETS_SHEET_NAME);
  const isNew = sheet.lastRow() === 0;
  if (isNew) fillNew(sheet, known);
  const { text, mistakes } = readTargets(services, sheet, calendar.zone(), known);
  if (text === '') refuseName(sheet.name());
  sheets.show(
    sheet,
    mistakes.flatMap(({ cell }) => cell || []),
  );
  // Explain knows the sheet before a refresh reads it, and the sidebar its mistakes.
  if (text !== stored) document.write({ [PROPERTY.targets]: text });
  if (isNew)
    return `Made “${TARGETS_SHEET_NAME}”. Type one line per target there, in place of the grey example, then refresh: only then do dashboards show them.`;
  const next = mistakes.length === 0 ? ' Dashboards show them after the next refresh.' : '';
  return `Your targets are on “${sheet.name()}”.${next}`;
}

/**
 * What is to be mended on the targets sheet, a sentence each: it is read again as long as the last reading has found
 * something.
 *
 * @param seenNames Finds the names that refreshes have seen.
 */
export function mistakesLeft(
  services: TargetsServices,
  kept: KeptTargets | undefined,
  zone: string,
  seenNames: () => KnownNames | undefined,
) {
  const sheet = kept?.mistakeCount ? services.sheets.byId(kept.sheetId) : undefined;
  const read = sheet && readTargets(services, sheet, zone, seenNames());
  return read?.mistakes.map(({ sentence }) => sentence) ?? [];
}

/** Writes the headings first: a sheet that a killed run has left says what it is for. */
function fillNew(sheet: ReportSheet, known: KnownNames | undefined): void {
  sheet.write(1, sheetRows([headingsOf(COLUMNS), EXAMPLE], 2, COLUMNS.length));
  dressSheet(sheet, COLUMNS);
  const offered: Readonly<Record<string, readonly string[]>> = { ...known, measure: MEASURE_WORDS };
  const columns = TARGET_COLUMNS.map(({ key, wants }) => {
    // Google takes these for formulas and refuses the drop-down.
    const offers = (offered[key] ?? []).filter((name) => !/^[=+]/.test(name));
    return { note: `Write ${wants}.`, offers: offers.slice(0, MOST_OFFERED) };
  });
  attempt(() => sheet.guide(columns));
  const ranges = [`A2:${columnLetters(COLUMNS.length - 1)}`];
  attempt(() => sheet.setRules([{ ranges, look: 'grey', when: `=$A2="${EXAMPLE[0]}"` }]));
}
