import { dayOfCell } from '../../calendar/calendar-date';
import type { KnownNames } from '../../contract/reports';
import { shortHash, shownCount } from '../../employer-api/text';
import { TARGETED_MEASURES } from '../../figures/measures';
import { plainName } from '../../figures/names';
import { MOST_TARGET_COLUMNS, MOST_TARGET_LINES, MOST_TARGET_ROWS } from '../../limits';
import {
  EXAMPLE_SIGN,
  readTargets,
  TARGET_HEADINGS,
  TARGETS_SHEET_NAME,
  type TargetHeading,
  unknownTargetNames,
} from '../../targets/read-targets';
import type { PropertyStore, ReportSheet, ReportSheets, SpreadsheetCalendar, TextPacker } from '../ports';
import { PROPERTY } from '../saved/document-state';
import { type CellBlock, type SheetColumn, sheetRows } from '../sheet/cells';
import { applySheetLook, columnFormats, placed, tableLook } from '../sheet/columns';
import { makeSheet } from '../sheet/sheets';
import { formatTargets, type KeptTargets, parseTargets } from './kept-targets';

/** What reading the targets sheet needs. */
interface TargetsServices {
  readonly sheets: Pick<ReportSheets, 'byId' | 'byName'>;
  readonly calendar: Pick<SpreadsheetCalendar, 'serial'>;
  readonly packer: TextPacker;
}

/** How the targets sheet is read. */
interface TargetsReading {
  /** The property `targets`, as stored. */
  readonly stored: string | undefined;
  /** The spreadsheet's time zone. */
  readonly zone: string;
  /** Whether formats and merged cells are read even if no value has changed. @default false */
  readonly isThorough?: boolean;
}

/**
 * Reads the targets sheet and gives the text of the property `targets`: `undefined` where it stays as it is, empty where
 * there is no sheet any longer. It never writes a cell.
 *
 * No service call that counts without the sheet. One where its values are as they were. Two more, for number formats and
 * merged cells, where they changed or a line has a mistake: a format or a merged cell may be the cause.
 *
 * @throws {ReportError} `platform_unavailable`
 */
export function readTargetsSheet(
  { sheets, calendar, packer }: TargetsServices,
  { stored, zone, isThorough = false }: TargetsReading,
): string | undefined {
  const kept = parseTargets(stored, packer);
  const sheet = findTargetsSheet(sheets, kept);
  if (sheet === undefined) return stored ? '' : undefined;
  const grid = sheet.gridSize();
  const rows = Math.min(grid.rows, MOST_TARGET_ROWS);
  const block = { row: 1, column: 1, rows, columns: Math.min(grid.columns, MOST_TARGET_COLUMNS) };
  const values = sheet.readBlock(1, 1, block.rows, block.columns);
  const isLong = grid.rows > rows && sheet.lastRow() > rows;
  const seen = shortHash(JSON.stringify([sheet.id, isLong, values]));
  const isKnown = kept?.seen === seen && kept.mistakes.length === 0;
  if (isKnown && !isThorough) return undefined;
  const formats = sheet.numberFormats(block);
  const { lines, mistakes } = readTargets({
    values,
    formats,
    merged: hiddenCells(sheet.mergedCells(block)),
    dayOf: (date) => dayOfCell(date, (millis) => calendar.serial(millis, zone)),
  });
  const tooLong = `Shorten the targets sheet to ${MOST_TARGET_LINES} lines.`;
  const all = isLong && !mistakes.includes(tooLong) ? [...mistakes, tooLong] : mistakes;
  const moneyFormat = findMoneyFormat(values, formats);
  const text = formatTargets({ sheetId: sheet.id, seen, moneyFormat, lines, mistakes: all }, packer);
  return text === stored ? undefined : text;
}

/** How many mistakes a refresh has found, and where they are listed; empty where it has read nothing new. */
export function describeMistakes(text: string | undefined, packer: TextPacker): string {
  const { length } = parseTargets(text, packer)?.mistakes ?? [];
  return length === 0 ? '' : `${shownCount(length, 'mistake')} on the targets sheet: press Set targets.`;
}

/** The targets sheet: the one that was read before, under whatever name, else the one of that name. No service call. */
function findTargetsSheet(
  sheets: TargetsServices['sheets'],
  kept: Pick<KeptTargets, 'sheetId'> | undefined,
): ReportSheet | undefined {
  return (kept && sheets.byId(kept.sheetId)) ?? sheets.byName(TARGETS_SHEET_NAME);
}

/** Cells of merged blocks that read as blank: all but the first of each. */
function hiddenCells(blocks: readonly CellBlock[]): { row: number; column: number }[] {
  return blocks.flatMap(({ row, column, rows, columns }) => {
    const all = Array.from({ length: Math.min(rows, MOST_TARGET_ROWS) * columns }, (_, at) => ({
      row: row + Math.floor(at / columns),
      column: column - 1 + (at % columns),
    }));
    return all.slice(1);
  });
}

const MONEY = ['RATE_PER_HOUR', 'CREDIT_PER_MISSING', 'CREDIT_PER_NO_SHOW'].map(plainName);
/** A format that is longer is not taken over. */
const LONGEST_FORMAT = 60;

/** The number format of the first amount of money on the sheet. */
function findMoneyFormat(
  [headings = [], ...rows]: readonly (readonly unknown[])[],
  formats: readonly (readonly string[])[],
): string {
  const places = headings.flatMap((heading, at) => (MONEY.includes(plainName(String(heading))) ? [at] : []));
  for (const [at, row] of rows.entries()) {
    const place = places.find((column) => typeof row[column] === 'number');
    const format = place === undefined ? '' : (formats[at + 1]?.[place] ?? '');
    if (/[#0?]/.test(format) && format.length <= LONGEST_FORMAT) return format;
  }
  return '';
}

/** Sets up what a new targets sheet has besides cells. */
export interface TargetsFurnishing {
  /**
   * Puts a hover note on each heading, offers words in some columns as drop-downs, and greys the line whose first cell is
   * `exampleName`. Two service calls and one for each drop-down, each repeated once where it fails.
   *
   * @throws {ReportError} `sheet_blocked`
   */
  furnish(sheetId: number, columns: readonly FurnishedColumn[], exampleName: string): void;
}

/** A column of a new targets sheet, with what it offers; nothing where anything may be typed. */
export interface FurnishedColumn {
  readonly note: string;
  readonly offers: readonly string[];
}

/** What making and checking the targets sheet needs. */
interface SetTargetsServices extends TargetsServices {
  readonly document: PropertyStore;
  readonly sheets: ReportSheets;
  readonly calendar: SpreadsheetCalendar;
  readonly furnishing: TargetsFurnishing;
}

/** What each column of the targets sheet takes. */
export const TARGET_NOTES: Readonly<Record<TargetHeading, string>> = {
  VENUE_NAME:
    'Blank: any venue. Of several lines for a shift, the one with the most cells filled among VENUE_NAME, AREA_NAME, JOB_TITLE, FROM and TO counts, then the lowest.',
  AREA_NAME: 'Blank: any area.',
  JOB_TITLE: 'Blank: any job title.',
  FROM: 'The first day, such as 2026-03-31. Blank: from the beginning.',
  TO: 'The last day, included. Blank: without an end.',
  MEASURE:
    'The percentage that TARGET is for: true fulfilment %, booked %, unfilled %, worked %, no shows % or hours worked %. Blank: true fulfilment %.',
  TARGET: 'A percentage: 92 or 92%.',
  PLAN_POSITIONS: 'Positions per week, for all shifts of the names in this line together.',
  PLAN_HOURS: 'Hours per week, for all shifts of the names in this line together.',
  RATE_PER_HOUR: 'Money per hour worked. The Scorecard takes over the number format of this cell.',
  CREDIT_PER_MISSING: 'Money per missing person, in weeks that missed the target.',
  CREDIT_PER_NO_SHOW: 'Money per no-show, in weeks that missed the target.',
};

/** The widths of columns that hold words: nothing is there yet to fit them to. */
const WORD_PIXELS: Readonly<Partial<Record<TargetHeading, number>>> = {
  VENUE_NAME: 220,
  AREA_NAME: 150,
  JOB_TITLE: 150,
  MEASURE: 130,
};

const COLUMNS: readonly SheetColumn[] = TARGET_HEADINGS.map((heading) => {
  const pixels = WORD_PIXELS[heading];
  if (pixels !== undefined) return { heading, kind: 'text', pixels };
  return { heading, kind: heading === 'FROM' || heading === 'TO' ? 'date' : 'decimal' };
});

/** The first line of a new sheet, which shows what to type. */
const EXAMPLE_NAME = `${EXAMPLE_SIGN} Grand Hotel`;
const EXAMPLE_FIGURES = ['true fulfilment %', 92, 40, 320, 14.5, 40, 25];
const EXAMPLE = [EXAMPLE_NAME, ...['', '', '', ''], ...EXAMPLE_FIGURES];
/** Google Sheets offers at most so many words in a drop-down. */
const MOST_OFFERED = 500;
/** The most mistakes that one sentence names. */
const MOST_TOLD = 3;

/**
 * Makes the targets sheet and brings it to the front: about 30 service calls. One that exists is shown, read and never
 * written: five.
 *
 * @param known The names that refreshes have seen.
 * @returns A sentence for the person, with the mistakes on the sheet.
 * @throws {ReportError} `sheet_blocked`, `platform_unavailable`
 */
export function setTargets(services: SetTargetsServices, known: KnownNames | undefined): string {
  const { document, sheets, calendar, packer, furnishing } = services;
  const names = known ?? { venue: [], area: [], role: [] };
  const stored = document.readAll()[PROPERTY.targets];
  const there = findTargetsSheet(sheets, parseTargets(stored, packer));
  const { sheet, isNew } =
    there === undefined ? makeSheet(sheets, TARGETS_SHEET_NAME) : { sheet: there, isNew: false };
  if (!isNew) {
    sheets.show(sheet);
    const text = readTargetsSheet(services, { stored, zone: calendar.zone(), isThorough: true });
    const { lines = [], mistakes = [] } = parseTargets(text ?? stored, packer) ?? {};
    const wrong = [...mistakes, ...unknownTargetNames(lines, names)];
    const more = wrong.length > MOST_TOLD ? [`${shownCount(wrong.length - MOST_TOLD, 'more mistake')}.`] : [];
    const told = [...wrong.slice(0, MOST_TOLD), ...more].join(' ') || 'The next refresh reads them.';
    return `Your targets are on “${sheet.name()}”. ${told}`;
  }
  // First: a sheet that a killed run has left says what it is for.
  sheet.write(1, sheetRows([TARGET_HEADINGS, EXAMPLE], 2, TARGET_HEADINGS.length));
  // Numbers get no format: each shows as it was typed, `92`, `92%` or `£14.50`.
  sheet.format(columnFormats(placed(COLUMNS).filter(({ column }) => column?.kind === 'date')));
  applySheetLook(sheet, tableLook(placed(COLUMNS)));
  const offers: Readonly<Partial<Record<TargetHeading, readonly string[]>>> = {
    VENUE_NAME: names.venue,
    AREA_NAME: names.area,
    JOB_TITLE: names.role,
    MEASURE: TARGETED_MEASURES.map(({ words }) => words[0]),
  };
  const furnished = TARGET_HEADINGS.map((heading) => ({
    note: TARGET_NOTES[heading],
    offers: (offers[heading] ?? []).slice(0, MOST_OFFERED),
  }));
  furnishing.furnish(sheet.id, furnished, EXAMPLE_NAME);
  // Explain knows the sheet before a refresh reads it; for figures it is not there until then.
  const blank = { sheetId: sheet.id, seen: '', moneyFormat: '', lines: [], mistakes: [] };
  document.write({ [PROPERTY.targets]: formatTargets(blank, packer) });
  sheets.show(sheet);
  sheets.flush();
  return `Made “${TARGETS_SHEET_NAME}”. Type one line per target there, in place of the grey example, then refresh a report.`;
}
