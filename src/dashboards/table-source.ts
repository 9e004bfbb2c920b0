import { overlap } from '../calendar/calendar-date';
import { SHIFT_FULFILMENT_FIELDS, type ShiftRow } from '../employer-api/shift-records';
import { sortRows } from '../reports/fetching/kept-rows';
import type { FetchServices, ReportSheets, SpreadsheetCalendar } from '../reports/ports';
import { dayOf } from '../reports/refresh/history';
import { columnsOf } from '../reports/saved/report-question';
import type { SavedReport, TableContent } from '../reports/saved/saved-report';
import type { SpreadsheetContext } from '../reports/saved/spreadsheet-context';
import { hashTable } from '../reports/sheet/cells';
import { blocked, cellReader } from '../reports/sheet/sheets';
import type { DashboardRecord } from './dashboard-records';
import { type DashboardSource, madeAt } from './dashboard-source';

/** What reading a report's table needs. */
type TableServices = Pick<FetchServices, 'digest'> & {
  readonly sheets: ReportSheets;
  readonly calendar: SpreadsheetCalendar;
};

/**
 * What a dashboard is made of, with the rows of its report's table on the sheet in the place of those of the service: as of
 * its last refresh, whatever the day. Up to five service calls.
 *
 * @throws {ReportError} `sheet_blocked`, one sentence on what the table lacks; `settings_missing`.
 */
export function sourceOfTable(
  services: TableServices,
  context: SpreadsheetContext,
  saved: SavedReport,
  { days: [first, last, made], facts = [] }: DashboardRecord,
): DashboardSource {
  const { calendar } = services;
  const zone = context.zone();
  const rows = readTable(services, saved, zone);
  const content = saved.content as TableContent;
  const range = overlap({ from: first, to: last }, content) ?? content;
  const today = Math.min(made, Math.floor(calendar.serial(content.refreshedAt, zone)));
  const [from = range.from, to = range.to, doubts = 0, undated = 0, ...round] = facts;
  const { generatedAt } = content;
  return {
    ...context.tableFacts({ from: range.from, to: range.to }, today),
    saved,
    report: {
      ...{ rows, generatedAt, doubts, undated },
      roundDays: round.flatMap((day, at) => (at % 2 === 0 ? [[day, round[at + 1] ?? 0] as const] : [])),
    },
    covered: { from, to },
    region: context.region(),
    asOf: madeAt(generatedAt, calendar, zone),
    isSample: content.sample !== undefined,
    notice: isAsWritten(services, saved, rows)
      ? ''
      : `“${saved.sheet}” was edited since its last refresh: these are the figures of its table as it is. Refresh it to have the service’s.`,
  };
}

/** What is kept of a refresh besides the rows: the days that they cover, and what was odd about the answers. */
export function factsOf({ covered, range, report }: DashboardSource): number[] {
  const { from, to } = covered ?? range;
  return [from, to, report.doubts, report.undated, ...report.roundDays.flat()];
}

/** The shifts of a table, in the order of a refresh, whatever people have sorted. Two service calls. */
function readTable({ sheets, calendar }: TableServices, saved: SavedReport, zone: string): ShiftRow[] {
  const isWritten = saved.content !== null && saved.nextHeadings.length === 0;
  const named = isWritten ? sheets.named(saved.rangeName) : undefined;
  if (named === undefined)
    return blocked(`Refresh “${saved.sheet}” first: a choice is made from its table, which is not there`);
  const { row, column, rows, columns } = named.block;
  const [headings = [], ...lines] = named.sheet.readBlock(row, column, rows, columns);
  const read = cellReader(calendar, zone);
  const fields = SHIFT_FULFILMENT_FIELDS.map(({ name, kind }) => {
    const at = saved.fields.indexOf(name);
    const heading = saved.headings[at] ?? name;
    if (at >= 0 && headings[at] === heading) return { at, kind };
    return blocked(
      `Refresh “${saved.sheet}” with all columns: a choice is made from its table, which has no column ${heading}`,
    );
  });
  const shifts = lines.map((line) =>
    fields.map(({ at, kind }) => {
      const value = read(line[at]);
      if (kind === 'date') return dayOf(value ?? undefined);
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
