import { type CalendarDate, type DateRange, isOn, overlap, shortDays } from '../calendar/calendar-date';
import { DAY_COLUMN, SHIFT_FULFILMENT_FIELDS, type ShiftRow } from '../employer-api/shift-report';
import { keepDefinitions } from '../figures/definitions';
import { type KeptReport, sortRows } from '../reports/fetching/kept-rows';
import type { FetchServices, ReportSheets, SpreadsheetCalendar, TextPacker } from '../reports/ports';
import type { FollowedRefresh } from '../reports/refresh/followed-refresh';
import { PROPERTY } from '../reports/saved/document-state';
import {
  columnsOf,
  isSampleOwner,
  type SavedReport,
  type TableContent,
  type TableFacts,
} from '../reports/saved/saved-report';
import type { SpreadsheetContext } from '../reports/saved/spreadsheet-context';
import { blocked, cellReader, dayOf, hashTable } from '../reports/sheet/cells';
import { findTable, readTableRows } from '../reports/sheet/report-table';
import { parseTargets } from '../reports/targets/targets-sheet';
import type { DashboardRecord } from './dashboard-records';

/** Everything that a dashboard is made of. */
export interface DashboardSource extends TableFacts {
  readonly saved: Pick<SavedReport, 'sheet' | 'report' | 'venue' | 'area' | 'role' | 'groupBy' | 'columns'> &
    Partial<Pick<SavedReport, 'period' | 'content'>>;
  /** Rows of at least the range, before the report's own criteria. */
  readonly report: Pick<KeptReport, 'rows' | 'generatedAt' | 'doubts' | 'undated' | 'roundDays'>;
  /** When the service made the oldest rows, as a serial number in the zone; null if it did not say. */
  readonly asOf: number | null;
  readonly isSample: boolean;
  /** The days that the rows cover, where they are more than those of the period. */
  readonly covered?: DateRange;
  /** Rows of days to come, which *Unfilled list* shows in the place of the report's own. */
  readonly coming?: DashboardSource['report']['rows'] | undefined;
  /** The days of the report's own period, where days to come are joined to them. */
  readonly ownDays?: DateRange;
  /** Whether days of the report's period are left out that are not over. */
  readonly isSoFar?: boolean;
  /** How the period is called, where it is not the report's. */
  readonly words?: string;
  /** What a reader must know of the rows, such as why they are not the newest; empty where nothing. */
  readonly notice?: string;
}

/** What a refresh left, as dashboards show it. */
export function sourceOfRefresh(
  refresh: FollowedRefresh,
  calendar: Pick<SpreadsheetCalendar, 'serial'>,
  packer: TextPacker,
): DashboardSource {
  const { saved, report, zone, today, keptDefinitions } = refresh;
  const { generatedAt } = report;
  return {
    ...refresh,
    range: refresh.period,
    covered: refresh.range,
    targets: parseTargets(refresh.properties[PROPERTY.targets], packer),
    // As the refresh itself has revised them.
    keptDefinitions: keptDefinitions && keepDefinitions(keptDefinitions, report.rows, today),
    asOf: madeAt(generatedAt, calendar, zone),
    isSample: isSampleOwner(saved.content?.owner),
  };
}

/** When the service made the rows, as a serial number in the zone; null if it did not say. */
export function madeAt(
  generatedAt: string | null,
  calendar: Pick<SpreadsheetCalendar, 'serial'>,
  zone: string,
): number | null {
  return generatedAt === null ? null : calendar.serial(Date.parse(generatedAt), zone);
}

/** As many days before these. */
export function daysBefore({ from, to }: DateRange): DateRange {
  return { from: from - (to - from + 1), to: from - 1 };
}

/** A source with the days that are over, which alone can be worked or missed; all of a period that has not begun. */
export function withDaysOver(source: DashboardSource): DashboardSource {
  const { range, report, today } = source;
  if (range.to < today) return source;
  if (range.from >= today) return { ...source, report: { ...report, rows: [] } };
  return { ...source, isSoFar: true, range: { ...range, to: today - 1 } };
}

/** Days to come that *Unfilled list* shows whatever the report's period is, today among them. */
export const DAYS_TO_COME = 14;

/** The days to come of *Unfilled list*. */
export function daysToCome(today: CalendarDate): DateRange {
  return { from: today, to: today + DAYS_TO_COME - 1 };
}

/** A source with the rows of days to come among the report's, and their days among its own; as it is where none were read. */
export function joinDaysToCome(source: DashboardSource): DashboardSource {
  const { range, report, today, coming: rows } = source;
  if (rows === undefined) return source;
  const coming = daysToCome(today);
  const isComing = ({ [DAY_COLUMN]: day }: ShiftRow) => isOn(day, coming);
  const joined = [...report.rows.filter((row) => !isComing(row)), ...rows.filter(isComing)];
  const past = { from: range.from, to: Math.min(range.to, today - 1) };
  return {
    ...source,
    ownDays: range,
    range: { from: Math.min(range.from, coming.from), to: Math.max(range.to, coming.to) },
    report: { ...report, rows: joined },
    words: `${range.from < today ? `${shortDays(past)} and the next` : 'Next'} ${DAYS_TO_COME} days`,
  };
}

/** What reading a report's table needs. */
type TableServices = Pick<FetchServices, 'digest'> & {
  readonly sheets: ReportSheets;
  readonly calendar: SpreadsheetCalendar;
};

/**
 * What a dashboard is made of, with the rows of its report's table on the sheet in the place of those of the service: as of
 * its last refresh, whatever the day.
 *
 * @throws {ReportError} `sheet_blocked`, one sentence on what the table lacks; `settings_missing`.
 */
export function sourceOfTable(
  services: TableServices,
  context: SpreadsheetContext,
  saved: SavedReport,
  { days: [first, last, made], facts }: DashboardRecord,
): DashboardSource {
  const { calendar } = services;
  const zone = context.zone();
  const rows = readTable(services, saved, zone);
  const content = saved.content as TableContent;
  const range = overlap({ from: first, to: last }, content) ?? content;
  const today = Math.min(made, Math.floor(calendar.serial(content.refreshedAt, zone)));
  const { generatedAt } = content;
  return {
    ...context.tableFacts({ from: range.from, to: range.to }, today),
    saved,
    report: { ...facts, rows, generatedAt },
    covered: facts.covered,
    asOf: madeAt(generatedAt, calendar, zone),
    isSample: isSampleOwner(content.owner),
    notice: isAsWritten(services, saved, rows)
      ? ''
      : `“${saved.sheet}” was edited since its last refresh: these are the figures of its table as it is. Refresh it to have the service’s.`,
  };
}

/** The shifts of a table, in the order of a refresh, whatever people have sorted. */
function readTable({ sheets, calendar }: TableServices, saved: SavedReport, zone: string): ShiftRow[] {
  const refuse = (how: string, why: string) =>
    blocked(`Refresh “${saved.sheet}” ${how}: a choice is made from its table, which ${why}`);
  if (saved.content === null || saved.next !== null) return refuse('first', 'is not there');
  const found = findTable(sheets, saved, saved, false);
  const { fields, rows } = readTableRows(found, cellReader(calendar, zone));
  const columns = SHIFT_FULFILMENT_FIELDS.map(({ name, kind }) => ({ name, kind, at: fields.indexOf(name) }));
  const missing = columns.find(({ at }) => at < 0);
  if (missing) return refuse('with all columns', `has no column ${missing.name}`);
  const shifts = rows.map((row) =>
    columns.map(({ at, kind }) => {
      const value = row[at] ?? null;
      if (kind === 'date') return dayOf(value);
      if (kind === 'text') return value === null ? null : String(value);
      return typeof value === 'number' ? value : null;
    }),
  );
  return sortRows(shifts.filter(([day]) => day !== null));
}

/** Whether no one has changed or deleted a row of a table since it was written. Of one that keeps history their number tells. */
function isAsWritten({ digest }: TableServices, saved: SavedReport, rows: readonly ShiftRow[]): boolean {
  const { content, history, fields, headings } = saved;
  if (rows.length !== content?.rows) return false;
  if (history !== null || content.hash === '') return true;
  const places = fields.map((name) => SHIFT_FULFILMENT_FIELDS.findIndex((field) => field.name === name));
  const table = rows.map((row) => places.map((place) => row[place] ?? null));
  return hashTable(digest, { columns: columnsOf(fields, headings), rows: table }) === content.hash;
}
