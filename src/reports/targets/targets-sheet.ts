import { dayOfCell } from '../../calendar/calendar-date';
import type { KnownNames } from '../../contract/reports';
import { shortHash, shownCount } from '../../employer-api/text';
import { TARGETED_MEASURES } from '../../figures/measures';
import { MOST_TARGET_COLUMNS, MOST_TARGET_ROWS } from '../../limits';
import {
  EXAMPLE_SIGN,
  formatTargets,
  type KeptTargets,
  parseTargets,
  readTargets,
  TARGET_COLUMNS,
  TARGETS_SHEET_NAME,
  TOO_MANY_LINES,
  unknownTargetNames,
} from '../../targets/read-targets';
import type { PropertyStore, ReportSheet, ReportSheets, SpreadsheetCalendar, TextPacker } from '../ports';
import { PROPERTY } from '../saved/document-state';
import { headingsOf, type SheetColumn, sheetRows } from '../sheet/cells';
import { dressSheet } from '../sheet/sheets';

/** What reading the targets sheet needs. */
interface TargetsServices {
  readonly sheets: Pick<ReportSheets, 'byId' | 'byName'>;
  readonly calendar: Pick<SpreadsheetCalendar, 'serial'>;
  readonly packer: TextPacker;
}

/**
 * Reads the targets sheet and gives the text of the property `targets`: `undefined` where it stays as it is, empty where
 * there is no sheet any longer. It never writes a cell.
 *
 * No service call that counts without the sheet. One where its values are as they were. Two more, for number formats and
 * merged cells, where they changed or a line has a mistake: a format or a merged cell may be the cause.
 *
 * @param stored The property `targets`.
 * @param isThorough Whether formats and merged cells are read even if no value has changed.
 * @throws {ReportError} `platform_unavailable`
 */
export function readTargetsSheet(
  { sheets, calendar, packer }: TargetsServices,
  stored: string | undefined,
  zone: string,
  isThorough = false,
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
  if (kept?.seen === seen && kept.mistakes.length === 0 && !isThorough) return undefined;
  const read = readTargets({
    values,
    formats: sheet.numberFormats(block),
    merged: sheet.mergedCells(block),
    dayOf: (date) => dayOfCell(date, (millis) => calendar.serial(millis, zone)),
  });
  const mistakes = new Set([...read.mistakes, ...(isLong ? [TOO_MANY_LINES] : [])]);
  const text = formatTargets({ ...read, sheetId: sheet.id, seen, mistakes: [...mistakes] }, packer);
  return text === stored ? undefined : text;
}

/** How many mistakes the sheet has by what is stored of it, and where they are listed; empty if none. */
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

/** What making the targets sheet needs. */
interface SetTargetsServices extends TargetsServices {
  readonly document: PropertyStore;
  readonly sheets: ReportSheets;
  readonly calendar: SpreadsheetCalendar;
  readonly furnishing: TargetsFurnishing;
}

/** The widths of columns that hold words: nothing is there yet to fit them to. */
const WORD_PIXELS: Readonly<Record<string, number>> = { venue: 220, area: 150, role: 150, measure: 130 };

/** Numbers get no format: each shows as it was typed, `92`, `92%` or `£14.50`. */
const COLUMNS: readonly SheetColumn[] = TARGET_COLUMNS.map(({ heading, key }) => {
  const pixels = WORD_PIXELS[key];
  if (pixels !== undefined) return { heading, kind: 'text', pixels };
  return key === 'from' || key === 'to'
    ? { heading, kind: 'date' }
    : { heading, kind: 'count', format: 'General' };
});

/** The first line of a new sheet, which shows what to type: one target. */
const EXAMPLE_NAME = `${EXAMPLE_SIGN} Grand Hotel`;
const EXAMPLE = [EXAMPLE_NAME, null, null, null, null, TARGETED_MEASURES[0].words[0], '92%'];
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
  const sheet = findTargetsSheet(sheets, parseTargets(stored, packer)) ?? sheets.create(TARGETS_SHEET_NAME);
  if (sheet.lastRow() > 0) {
    sheets.show(sheet);
    const text = readTargetsSheet(services, stored, calendar.zone(), true);
    const { lines = [], mistakes = [] } = parseTargets(text ?? stored, packer) ?? {};
    const wrong = [...mistakes, ...unknownTargetNames(lines, names)];
    const more = wrong.length > MOST_TOLD ? [`${shownCount(wrong.length - MOST_TOLD, 'more mistake')}.`] : [];
    const told = [...wrong.slice(0, MOST_TOLD), ...more].join(' ') || 'The next refresh reads them.';
    return `Your targets are on “${sheet.name()}”. ${told}`;
  }
  // First: a sheet that a killed run has left says what it is for.
  sheet.write(1, sheetRows([headingsOf(COLUMNS), EXAMPLE], 2, COLUMNS.length));
  dressSheet(sheet, COLUMNS);
  const offered: Readonly<Record<string, readonly string[]>> = {
    ...names,
    measure: TARGETED_MEASURES.map(({ words }) => words[0]),
  };
  const furnished = TARGET_COLUMNS.map(({ key, note }) => ({
    note,
    offers: (offered[key] ?? []).slice(0, MOST_OFFERED),
  }));
  furnishing.furnish(sheet.id, furnished, EXAMPLE_NAME);
  // Explain knows the sheet before a refresh reads it; for figures it is not there until then.
  const blank = { sheetId: sheet.id, seen: '', moneyFormat: '', lines: [], mistakes: [] };
  document.write({ [PROPERTY.targets]: formatTargets(blank, packer) });
  sheets.show(sheet);
  sheets.flush();
  return `Made “${TARGETS_SHEET_NAME}”. Type one line per target there, in place of the grey example, then refresh a report.`;
}
