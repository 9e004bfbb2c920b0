import { formatIsoDate } from '../../calendar/calendar-date';
import { type DateRange, isOn } from '../../calendar/date-range';
import { ReportError } from '../../employer-api/errors';
import type { KeptReport } from '../fetching/report-cache';
import { type QuestionTable, requireDays } from '../saved/report-question';
import { holdsOthersRows, waitsForWord } from '../saved/row-owner';
import { NO_DAYS } from '../saved/saved-report';
import { checkShrink, isRefused } from '../saved/shrink-guard';
import { draftHistory, type HistoryOptions } from '../writing/history-draft';
import type { TableDraft } from '../writing/table-writer';
import { layOutNew, lookAtRows, type NewTable } from './new-table';
import type { BegunRefresh, RefreshServices } from './refresh-begun';
import { countEmpty } from './refresh-content';
import { heldUntil } from './refresh-records';

/** A table that may take the place of the old one, and what of it is to be written. */
export interface JudgedTable {
  readonly made: NewTable;
  readonly draft: TableDraft;
  /** What of the fetched was judged: of fewer days where kept ones stay. */
  readonly report: KeptReport;
}

/**
 * Lays out what was fetched, beside the days that stay, and holds back what lacks much of the old table. Kept days that
 * the service no longer has stay where a person has said so already, and on the schedule, where nobody can: the newest
 * days are written, and never wait for an answer.
 *
 * It reads the sheet of a table that keeps history, as `draftHistory`; no other service call.
 *
 * @throws {ReportError} `held_back`; `sheet_blocked`
 */
export function judgeTable(services: RefreshServices, begun: BegunRefresh, report: KeptReport): JudgedTable {
  const { saved } = begun;
  const made = layOutNew(begun, report, services);
  const { table, shifts } = made;
  const options = made.isShown ? undefined : historyOptions(services, begun, table);
  const draft: TableDraft = made.isShown
    ? { columns: table.columns, rows: [], head: saved.extent, ...lookAtRows(services, begun, table) }
    : options
      ? draftHistory(services.sheets, saved, table, options)
      : table;
  const others = waitsForWord(saved, begun.owner);
  const now = services.clock.now();
  if (others !== undefined) hold(begun, others, now);
  const before = saved.summary;
  const stood = draft.replaced ?? draft.before;
  const replaced = stood && { fields: table.fields, before: stood, after: draft.rows };
  const shrunk = others === undefined && before ? checkShrink(before, shifts, replaced) : undefined;
  if (shrunk) {
    const { enough, confirmed, lease } = begun;
    const isChosen = isRefused(before, shrunk.reason);
    const stays = shrunk.older !== undefined && !confirmed && (isChosen || lease.by === 'schedule');
    if (stays && enough && begun.range.from < enough.from) {
      begun.range = enough;
      const days = `Days before ${formatIsoDate(enough.from)} stay as they are until next month`;
      begun.rest = {
        cursor: null,
        sentence: isChosen ? `${days}, as you chose.` : `${days}: ${shrunk.older}.`,
      };
      return judgeTable(services, begun, newestOf(report, enough));
    }
    hold(begun, shrunk.reason, now);
  }
  return { made, draft, report };
}

/** A word counts for what the person was asked about, where that is known. @throws {ReportError} `held_back` */
function hold(begun: BegunRefresh, reason: string, now: number): void {
  const asked = begun.saved.cursor?.held || reason;
  if (begun.confirmed && asked === reason) return;
  const until = heldUntil(begun.state, now);
  // All days were there: what has to be fetched again by then is counted from its first day on.
  begun.held = { ...begun.cursor, until, held: reason, ...NO_DAYS };
  throw new ReportError('held_back', { sentence: reason });
}

function historyOptions(
  { calendar }: RefreshServices,
  { saved, range, zone, lease, owner }: BegunRefresh,
  { fields }: QuestionTable,
): HistoryOptions | undefined {
  if (saved.mode !== 'history' || holdsOthersRows(saved, owner)) return undefined;
  const idColumn = fields.indexOf('SHIFT_ID');
  return {
    window: range,
    fields,
    formerFields: saved.fields,
    dateColumn: requireDays(fields),
    idColumn: idColumn < 0 ? null : idColumn,
    calendar,
    zone,
    mayReplace: lease.by !== 'schedule',
  };
}

function newestOf(report: KeptReport, range: DateRange): KeptReport {
  const column = report.fields.findIndex(({ name }) => name === 'SHIFT_DATE');
  const rows = report.rows.filter((row) => isOn(row[column], range));
  const emptyCount = countEmpty(rows, report);
  // What is doubtful stays: nobody knows which rows it belongs to.
  const issueCount = report.issueCount - report.emptyCount + emptyCount;
  return { ...report, range, rows, emptyCount, issueCount };
}
