import { dayOfCell } from '../../calendar/calendar-date';
import type { KnownNames } from '../../contract/reports';
import { shownCount } from '../../employer-api/text';
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
} from '../../targets/read-targets';
import type {
  Properties,
  PropertyStore,
  ReportSheet,
  ReportSheets,
  SpreadsheetCalendar,
  TextPacker,
} from '../ports';
import { PROPERTY } from '../saved/document-state';
import { headingsOf, type SheetColumn, sheetRows } from '../sheet/cells';
import { attempt, dressSheet } from '../sheet/sheets';

/** What reading the targets sheet needs. */
interface TargetsServices {
  readonly sheets: Pick<ReportSheets, 'byId' | 'byName'>;
  readonly calendar: Pick<SpreadsheetCalendar, 'serial'>;
  readonly packer: TextPacker;
}

/**
 * Reads the targets sheet. It never writes a cell. No service call that counts without the sheet, otherwise three.
 *
 * @param stored The property `targets`.
 * @param known The names that refreshes have seen.
 * @returns The property, where it is another now: empty where there is no sheet any longer.
 * @throws {ReportError} `platform_unavailable`
 */
export function readTargetsSheet(
  services: TargetsServices,
  stored: string | undefined,
  zone: string,
  known: KnownNames | undefined,
): Properties {
  const { sheets, packer } = services;
  const sheet = findTargetsSheet(sheets, parseTargets(stored, packer));
  const text = sheet ? formatTargets(readSheet(services, sheet, zone, known), packer) : '';
  return text === (stored ?? '') ? {} : { [PROPERTY.targets]: text };
}

function readSheet(
  { calendar }: Pick<TargetsServices, 'calendar'>,
  sheet: ReportSheet,
  zone: string,
  known: KnownNames | undefined,
): KeptTargets {
  const grid = sheet.gridSize();
  const rows = Math.min(grid.rows, MOST_TARGET_ROWS);
  const block = { row: 1, column: 1, rows, columns: Math.min(grid.columns, MOST_TARGET_COLUMNS) };
  const cells = {
    values: sheet.readBlock(1, 1, block.rows, block.columns),
    formats: sheet.numberFormats(block),
    merged: sheet.mergedCells(block),
    isCut: grid.rows > rows && sheet.lastRow() > rows,
    dayOf: (date: Date) => dayOfCell(date, (millis) => calendar.serial(millis, zone)),
  };
  return { ...readTargets(cells, known), sheetId: sheet.id };
}

/** How many mistakes the sheet has by what is stored of it, and where they are listed; empty if none. */
export function describeMistakes(text: string | undefined, packer: TextPacker): string {
  const { mistakeCount = 0 } = parseTargets(text, packer) ?? {};
  return mistakeCount === 0
    ? ''
    : `${shownCount(mistakeCount, 'mistake')} on the targets sheet: press Set targets.`;
}

/** The targets sheet: the one that was read before, under whatever name, else the one of that name. No service call. */
function findTargetsSheet(
  sheets: TargetsServices['sheets'],
  kept: Pick<KeptTargets, 'sheetId'> | undefined,
): ReportSheet | undefined {
  return (kept && sheets.byId(kept.sheetId)) ?? sheets.byName(TARGETS_SHEET_NAME);
}

/** What making the targets sheet needs. */
interface SetTargetsServices extends TargetsServices {
  readonly document: PropertyStore;
  readonly sheets: ReportSheets;
  readonly calendar: SpreadsheetCalendar;
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
 * Makes the targets sheet and brings it to the front: about 30 service calls. One that exists is shown with its wrong cells
 * selected, read and never written: seven.
 *
 * @param known The names that refreshes have seen.
 * @returns A sentence for the person, with the mistakes on the sheet.
 * @throws {ReportError} `sheet_blocked`, `platform_unavailable`
 */
export function setTargets(services: SetTargetsServices, known: KnownNames | undefined): string {
  const { document, sheets, calendar, packer } = services;
  const kept = parseTargets(document.readAll()[PROPERTY.targets], packer);
  const sheet = findTargetsSheet(sheets, kept) ?? sheets.create(TARGETS_SHEET_NAME);
  if (sheet.lastRow() > 0) {
    const { mistakes, mistakeCount } = readSheet(services, sheet, calendar.zone(), known);
    sheets.show(
      sheet,
      mistakes.flatMap(({ cell }) => cell || []),
    );
    const more = mistakeCount - MOST_TOLD;
    const told = mistakes.slice(0, MOST_TOLD).map(({ sentence }) => sentence);
    if (more > 0) told.push(`${shownCount(more, 'more mistake')}.`);
    return `Your targets are on “${sheet.name()}”. ${told.join(' ') || 'The next refresh reads them.'}`;
  }
  // First: a sheet that a killed run has left says what it is for.
  sheet.write(1, sheetRows([headingsOf(COLUMNS), EXAMPLE], 2, COLUMNS.length));
  dressSheet(sheet, COLUMNS);
  const offered: Readonly<Record<string, readonly string[]>> = {
    ...known,
    measure: TARGETED_MEASURES.map(({ words }) => words[0]),
  };
  const columns = TARGET_COLUMNS.map(({ key, note }) => {
    // Google takes these for formulas and refuses the drop-down.
    const offers = (offered[key] ?? []).filter((name) => !/^[=+]/.test(name));
    return { note, offers: offers.slice(0, MOST_OFFERED) };
  });
  attempt(() => sheet.guide(columns, EXAMPLE_NAME));
  // Explain knows the sheet before a refresh reads it.
  const blank = { sheetId: sheet.id, moneyFormat: '', lines: [], mistakes: [], mistakeCount: 0 };
  document.write({ [PROPERTY.targets]: formatTargets(blank, packer) });
  sheets.show(sheet);
  sheets.flush();
  return `Made “${TARGETS_SHEET_NAME}”. Type one line per target there, in place of the grey example, then refresh a report.`;
}
