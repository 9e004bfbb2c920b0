import * as v from 'valibot';
import { shortDays } from '../../calendar/calendar-date';
import { attempt, toReportError } from '../../employer-api/errors';
import { parseStored } from '../../employer-api/text';
import { INTERVAL_MILLIS, INTERVALS_UNTIL_STALE } from '../../limits';
import type {
  DocumentServices,
  Installation,
  Properties,
  ReportSheet,
  SpreadsheetCalendar,
  TableServices,
} from '../ports';
import { change, type DocumentState, PROPERTY, readDocumentState } from '../saved/document-state';
import {
  countShifts,
  isEmptyTable,
  isSampleOwner,
  outcomeOf,
  type ReportRun,
  type SavedReport,
} from '../saved/saved-report';
import { intervalOf, shownMessage, type Timed, timetable } from '../schedule/schedule';
import {
  a1,
  columnLetters,
  headingsOf,
  literalCell,
  type SheetColumn,
  sheetRows,
  type WrittenCell,
} from '../sheet/cells';
import { dressSheet, ownSheet } from '../sheet/sheets';

/** The name of the sheet that says how fresh each report is. */
export const STATUS_SHEET_NAME = 'Shift Reports status';

/** The name of the cell that formulas name to recalculate. */
const STAMP_NAME = 'SHIFT_STAMP';

/** The words of the column State, by the outcome of the newest run. */
const STATES: Readonly<Record<ReportRun['outcome'] | 'kept', string>> = {
  refreshed: 'OK',
  held: 'Waiting for you',
  kept: 'Old table kept',
  unfinished: 'Unfinished',
  failed: 'Failed',
};

/** The state of a report whose refresh succeeded but left no rows. */
const EMPTY = 'Empty';

/** The columns of the status sheet, in order. In *Stale*, 1 reads as Yes, in a warning colour, 0 as No. */
const COLUMNS: readonly SheetColumn[] = [
  { heading: 'Report', kind: 'text', pixels: 140 },
  { heading: 'State', kind: 'text', pixels: 110 },
  { heading: 'Message', kind: 'text', pixels: 320 },
  { heading: 'Refreshed', kind: 'moment' },
  { heading: 'Stale', kind: 'boolean', format: '[Red]"Yes";;"No"', pixels: 60 },
  { heading: 'Last run', kind: 'moment' },
  { heading: 'Next run', kind: 'text', pixels: 190 },
  { heading: 'Days', kind: 'text', pixels: 150 },
  { heading: 'Shifts', kind: 'count' },
];

/** The headings of the status sheet, in order. */
const HEADINGS = headingsOf(COLUMNS);

const letterOf = (heading: string) => columnLetters(HEADINGS.indexOf(heading));
const [STATE, REFRESHED] = [letterOf('State'), letterOf('Refreshed')];

/** Beside the headings, hidden: the stamp, milliseconds since 1970 that show as its name, and who writes. */
const STAMP = { row: 1, column: COLUMNS.length + 1, rows: 1, columns: 1 };
const WRITERS: Readonly<Record<Installation, string>> = {
  'add-on': 'Written by the add-on',
  bound: 'Written by this script',
};
const ALL_COLUMNS: readonly SheetColumn[] = [
  ...COLUMNS,
  { heading: STAMP_NAME, kind: 'moment', pixels: 0 },
  { heading: WRITERS.bound, kind: 'text', pixels: 0 },
];
const WIDTH = ALL_COLUMNS.length;
/** So many rows below the lines are blanked with each write: reports that were removed leave theirs. */
const BLANK_LINES = 20;

const OTHER_INSTALLATION =
  'Remove the add-on or the script of this spreadsheet: both refresh reports, and the status is the other’s.';

/** What the status sheet needs. */
type StatusServices = Pick<TableServices, 'sheets' | 'calendar' | 'clock' | 'installation'>;

/**
 * Finds the status sheet, or makes it, stores which one it is, and gives the stamp its name wherever that is missing or
 * elsewhere. Without the lock: it reads. Never throws.
 *
 * A sheet of that name is ours if it is blank, or if it has our headings and the same installation wrote it: it was
 * copied with the spreadsheet, or made by a run that was killed.
 *
 * @param mayCreate Whether the sheet may be made (again): after a click, never on a schedule.
 * @returns What a person should know about the sheet; empty if nothing.
 */
export function prepareStatusSheet(
  { sheets, installation, document }: Pick<TableServices, 'sheets' | 'installation' | 'document'>,
  { statusSheet: known }: DocumentState,
  mayCreate: boolean,
): string {
  const own = known && sheets.byId(known.sheetId);
  try {
    if (!own && !mayCreate && sheets.byName(STATUS_SHEET_NAME) === undefined) return '';
    const sheet = own ?? ownSheet(sheets, STATUS_SHEET_NAME, HEADINGS, setUp);
    sheet.grow({ rows: 1, columns: WIDTH });
    const writer = own ? '' : sheet.readBlock(1, WIDTH, 1, 1)[0]?.[0];
    if (writer !== '' && writer !== WRITERS[installation]) return OTHER_INSTALLATION;
    // A refused name is tried again by the next refresh: the table matters more.
    attempt(() => {
      const named = sheets.named(STAMP_NAME);
      const isThere = named?.sheet.id === sheet.id && JSON.stringify(named.block) === JSON.stringify(STAMP);
      if (!isThere) sheet.nameBlock(STAMP_NAME, STAMP);
    });
    if (!own) document.write(statusProperty(sheet.id, 0));
    return '';
  } catch (error) {
    return own ? '' : toReportError(error).message;
  }
}

function setUp(sheet: ReportSheet): void {
  sheet.grow({ rows: 1, columns: WIDTH });
  dressSheet(sheet, ALL_COLUMNS);
  sheet.dress({ ranges: [a1(1, STAMP.column)], format: `"${STAMP_NAME}"` });
  const ranges = [`${STATE}2:${STATE}`];
  sheet.setRules([
    { ranges, look: 'fine', when: STATES.refreshed },
    ...[STATES.held, STATES.kept, STATES.failed, EMPTY].map((when) => ({
      ranges,
      look: 'wrong' as const,
      when,
    })),
  ]);
}

/**
 * Writes the whole sheet from A1, with a new stamp, so that formulas that name it recalculate. Reads nothing and never
 * throws: a status that cannot be written must not undo what it reports.
 *
 * @param isStamped False for the lines alone, which no formula names.
 * @returns The property to store; none without a sheet.
 */
export function writeStatusSheet(
  { sheets, calendar, clock, installation }: StatusServices,
  state: DocumentState,
  zone: string,
  isStamped = true,
): Properties {
  const stored = attempt(() => {
    const sheet = state.statusSheet && sheets.byId(state.statusSheet.sheetId);
    if (sheet === undefined) return {};
    const stampedAt = clock.now();
    const lines = [...statusLines(state, calendar, zone), ...sheetRows([], BLANK_LINES, COLUMNS.length)];
    const heading = [...HEADINGS, stampedAt, WRITERS[installation]];
    if (isStamped) sheet.write(1, [heading, ...lines.map((line) => [...line, '', ''])]);
    else sheet.write(2, lines);
    return isStamped ? statusProperty(sheet.id, stampedAt) : {};
  });
  return stored ?? {};
}

/**
 * Stores changes under the lock, and shows on the status sheet how things stand after them.
 *
 * @param make Gives `undefined` where there is nothing to store or to show.
 * @param isStamped As in `writeStatusSheet`.
 * @throws {ReportError} `busy`
 */
export function changeShown(
  services: DocumentServices & StatusServices,
  make: (state: DocumentState, properties: Properties) => Properties | undefined,
  isStamped = true,
): DocumentState {
  return change(services, (before, properties) => {
    const changes = make(before, properties);
    if (changes === undefined) return {};
    const after = readDocumentState({ ...properties, ...changes });
    return { ...changes, ...writeStatusSheet(services, after, after.zone, isStamped) };
  });
}

/**
 * Makes formulas recalculate without a refresh: rewrites the status sheet with the stamp that they name.
 *
 * @param mayCreate Whether that sheet may be made (again): after a click, never on a schedule.
 * @throws {ReportError} `busy`.
 */
export function stampFormulas(services: TableServices, mayCreate: boolean): DocumentState {
  const { document, calendar } = services;
  const zone = calendar.zone();
  const before = readDocumentState(document.readAll());
  prepareStatusSheet(services, before, mayCreate);
  return changeShown(services, ({ statusSheet }) => (statusSheet ? { [PROPERTY.zone]: zone } : {}));
}

/** Does the same after changes without a refresh, if there is a status sheet. What is refused is left to the next run. */
export function showStatus(services: TableServices): void {
  attempt(() => stampFormulas(services, false));
}

function statusProperty(sheetId: number, stampedAt: number): Properties {
  return { [PROPERTY.statusSheet]: JSON.stringify({ sheetId, stampedAt }) };
}

/** The lines of reports, and the other one below them, as if typed. */
export function statusLines(
  { reports, schedule, properties }: Pick<DocumentState, 'reports' | 'schedule' | 'properties'>,
  calendar: SpreadsheetCalendar,
  zone: string,
): WrittenCell[][] {
  const time = (millis: number | undefined) => (millis ? calendar.serial(millis, zone) : '');
  const writtenAt = Math.max(schedule.savedAt, ...reports.map(({ lastRun }) => lastRun?.finishedAt ?? 0));
  const times = timetable(schedule, writtenAt, zone, calendar);
  const ofReports = reports.map((report, index) => {
    const { sheet, content, lastRun } = report;
    const next = times.next([report]);
    return [
      ...[sheet, stateWords(report), shownMessage(report, schedule)].map(literalCell),
      ...[time(content?.refreshedAt), staleFormula(index + 2, report, schedule), time(lastRun?.finishedAt)],
      ...[next ?? 'By hand', content && shortDays(content), countShifts(report) ?? null].map(literalCell),
    ];
  });
  const other = parseOtherLine(properties[PROPERTY.line]);
  if (other === undefined) return ofReports;
  const words = [other.name, STATES[other.state], other.message].map(literalCell);
  return [...ofReports, [...words, '', '', time(other.at), '', '', '']];
}

function stateWords(report: SavedReport): string {
  const outcome = outcomeOf(report);
  const state = outcome === null ? 'Never refreshed' : isEmptyTable(report) ? EMPTY : STATES[outcome];
  return isSampleOwner(report.content?.owner) ? `Sample: ${state}` : state;
}

/**
 * A formula, so that a table turns stale even if no script runs again. It has neither an argument separator nor a decimal
 * sign, which differ between locales. A dash if no schedule refreshes the report.
 */
function staleFormula(row: number, report: SavedReport, schedule: DocumentState['schedule']): string {
  const hours = millisUntilStale(report, schedule) / INTERVAL_MILLIS.hour;
  if (report.content === null) return '';
  return hours < Number.POSITIVE_INFINITY ? `=(NOW()>${REFRESHED}${row}+${hours}/24)*1` : '–';
}

/** How long after its refresh a table counts as stale; infinite where no schedule refreshes it. */
export function millisUntilStale(
  { every: own }: Pick<Timed, 'every'>,
  schedule: DocumentState['schedule'],
): number {
  const every = intervalOf(schedule, own);
  return every === 'off' ? Number.POSITIVE_INFINITY : INTERVALS_UNTIL_STALE * INTERVAL_MILLIS[every];
}

/**
 * What to know of a spreadsheet that has a status sheet though nothing is stored with it: it is a copy, or the other
 * installation refreshes it.
 */
export function describeFound(
  { sheets, calendar, installation }: Omit<StatusServices, 'clock'>,
  zone: string,
): string | undefined {
  const sheet = sheets.named(STAMP_NAME)?.sheet;
  const [heading, ...lines] = sheet?.readBlock(1, 1, sheet.lastRow(), WIDTH) ?? [];
  if (HEADINGS.some((name, at) => heading?.[at] !== name)) return undefined;
  const times = lines.map((line) => Number(line[HEADINGS.indexOf('Refreshed')]));
  const newest = calendar.text(Math.max(0, ...times.filter(Number.isFinite)), zone);
  return heading?.[WIDTH - 1] === WRITERS[installation]
    ? `This is a copy, not connected, with figures as of ${newest}. Connect, then save a report with the name of a table’s sheet: it goes on with that table.`
    : `Remove the add-on or the script of this spreadsheet: the other one refreshes reports here, last at ${newest}.`;
}

const LINE = v.object({
  /** Shown in the column Report. */
  name: v.string(),
  state: v.picklist(['refreshed', 'failed']),
  /** When its newest run ended. Milliseconds since 1970. */
  at: v.number(),
  message: v.string(),
});

/** The line of the status sheet that is not of a report, from the property `line`; `undefined` if there is none. */
export function parseOtherLine(text: string | undefined): Readonly<v.InferOutput<typeof LINE>> | undefined {
  return parseStored(LINE, text);
}
