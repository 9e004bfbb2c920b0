import { overlap, shortDays } from '../../calendar/calendar-date';
import type { ReportForm } from '../../contract/reports';
import { isSampleConnection } from '../../employer-api/connection';
import { shownCount } from '../../employer-api/text';
import { PREVIEW_ROWS } from '../../limits';
import type { ReadReport } from '../fetching/fetch-days';
import { monthsOf } from '../fetching/kept-rows';
import type { Services } from '../ports';
import { askAbout, describeHeld, shiftsBehind } from '../refresh/loss-guard';
import { describeNothing } from '../refresh/refresh';
import { findStranger, learnNames } from '../saved/names';
import { checkChoice, checkPlace, staysOn } from '../saved/report-list';
import { layOutReport, ownerOf, readCriteria, reportRange } from '../saved/saved-report';
import { type ContextServices, SpreadsheetContext } from '../saved/spreadsheet-context';
import { displayCell, headingsOf } from '../sheet/cells';

/** What a preview needs. */
type PreviewServices = ContextServices & Pick<Services, 'sheets' | 'digest'>;

/**
 * Shows what a report would write, after the same checks as saving, by the newest of its months that has begun. Nothing is
 * written. Rows that are fresh are used; otherwise it takes one request. A sheet whose name differs in capitals is left to
 * the refresh to refuse.
 *
 * @throws {ReportError} What saving throws, before any request; any failure of the service.
 */
export function previewReport(services: PreviewServices, choice: ReportForm) {
  const { sheets, digest } = services;
  checkChoice(choice);
  const context = new SpreadsheetContext(services);
  const known = checkPlace(choice, context.state(), sheets);
  // On another sheet it begins anew.
  const saved = known && staysOn(known, choice.sheet, sheets) ? known : undefined;
  const isSample = isSampleConnection(context.connection());
  const today = context.today();
  const range = reportRange(choice, today, context.weekStart());
  const months = monthsOf([range]);
  const newest = months.filter(({ from }) => from <= today).slice(-1)[0] ?? months[0] ?? range;
  const days = overlap(newest, range) ?? range;
  const [report] = context.readRows([days]) as [ReadReport];
  const table = layOutReport(choice, report, context.tableFacts(days, today));
  const { columns, rows } = table;
  const sheet = saved ? undefined : sheets.byName(choice.sheet);
  const isInUse = sheet !== undefined && sheet.lastRow() > 0;
  const owner = ownerOf(context.connection(), report.employer);
  // A part of the days says nothing of the others.
  const shifts =
    saved && months.length === 1
      ? shiftsBehind(digest, choice, saved.content, owner, report.rows, days)
      : undefined;
  const why = saved && askAbout({ ...saved, mode: choice.mode }, owner, shifts);
  const names = context.seenNames();
  const nothing =
    report.rows.length === 0
      ? 'Choose other days: the service has no shifts for these.'
      : describeNothing(rows.length, report, table, choice, learnNames(names, report.rows));
  const read = shownCount(report.rows.length, 'shift');
  const part = months.length > 1 ? ', the newest month of this report' : '';
  const isNone = rows.length === 0 && report.rows.length > 0;
  const made = isNone
    ? 'none fits'
    : `${shownCount(rows.length, 'row')} of ${shownCount(columns.length, 'column')}`;
  const asks = months.length > 1 && !isSample ? ` A refresh asks the service ${months.length} times.` : '';
  return {
    headings: headingsOf(columns),
    rows: rows.slice(0, PREVIEW_ROWS).map((row) => columns.map(({ kind }, at) => displayCell(row[at], kind))),
    /** How many shifts came, how many rows are made of them, in how many columns, and how often a refresh asks. */
    size: `${read} came for ${shortDays(days)}${part}: ${made}.${asks}`,
    warnings: [
      report.stale && `Rows that were kept are shown. ${report.stale.message}`,
      findStranger(readCriteria(choice), names)?.sentence ?? (rows.length === 0 && nothing),
      why && `${describeHeld(why)}.`,
      isInUse && `Choose an empty sheet or a new name: “${choice.sheet}” already holds something.`,
    ].flatMap((warning) => warning || []),
  };
}
