import {
  type DateRange,
  dayCount,
  overlap,
  shortDay,
  shortDays,
  startOfMonth,
} from '../calendar/calendar-date';
import type { Typed } from '../contract/form';
import type { VIEW_FORM } from '../contract/warehouse';
import { attempt, refuse, toReportError } from '../employer-api/errors';
import { SHIFT_FULFILMENT_REPORT } from '../employer-api/shift-report';
import { shownCount } from '../employer-api/text';
import { FRESH_MILLIS } from '../limits';
import { fetchDays, outOfTime } from '../reports/fetching/fetch-days';
import { type KeptReport, without } from '../reports/fetching/kept-rows';
import type { Properties, Services } from '../reports/ports';
import type { FollowedRefresh, Inspection, RefreshFollower } from '../reports/refresh/followed-refresh';
import { type DocumentState, findConnection, PROPERTY } from '../reports/saved/document-state';
import type { SheetColumn } from '../reports/sheet/cells';
import { changeShown } from '../reports/status/status-sheet';
import { runStatement, type WarehouseServices } from './query';
import { hashOf, partsOf, type SentRecords, sentRecords } from './rows';
import {
  type History,
  parseHistory,
  parseSentDays,
  parseSettings,
  type SentDays,
  WAREHOUSE_PROPERTY,
  type WarehousePlace,
} from './settings';
import { replaceDays } from './sql';

/** Sheets of this spreadsheet that show a view of BigQuery. Google Sheets reads it after the call has ended. */
export interface ConnectedSheets {
  /**
   * Adds a sheet, the newest weeks first, and brings it to the front. Three service calls and those of the columns’ looks.
   *
   * @param columns How its columns look; where Google Sheets refuses that, it shows the values as they are.
   * @returns Its name.
   * @throws {ReportError} `permission_missing`, `sheet_blocked`
   */
  add(place: WarehousePlace, view: Typed<typeof VIEW_FORM>['view'], columns: readonly SheetColumn[]): string;
  /**
   * Has Google Sheets read the views of this dataset again, for its sheets and for the extracts, pivot tables and charts made
   * from them. One service call besides the refresh of each sheet. Never throws: a sheet says itself that it was not
   * refreshed, and why.
   */
  refresh(place: WarehousePlace): void;
}

/** What transfers to the warehouse need. */
export interface TransferServices
  extends WarehouseServices,
    Pick<
      Services,
      'stores' | 'document' | 'lock' | 'calendar' | 'budget' | 'sheets' | 'installation' | 'fetchingFor'
    > {
  readonly connectedSheets: ConnectedSheets;
}

/** A transfer begins only if so much of the run is left, in milliseconds: BigQuery answers within half a minute. */
const SHORTEST_TRANSFER_MILLIS = 45_000;
/** Days whose hashes are kept, the newest, in one property of at most 9 kB. Older ones are sent each time. */
const HASHED_DAYS = 500;

const NOTHING: Inspection = { changes: {}, sentences: [] };

/** What a run has to send, and what it sent. */
interface Transfer {
  readonly place: WarehousePlace;
  /** As they were stored when it began. */
  readonly before: Properties;
  owed: SentDays['owed'];
  readonly hashes: SentDays['hashes'];
  history: History | undefined;
  /** The days that were sent, with those between them. */
  sent: DateRange | null;
  shifts: number;
}

/**
 * Keeps the warehouse equal to the service on all fetched days: the days of a refresh that changed are replaced, whole days in one query for each 9 MB;
 * what failed is sent next time.
 *
 * What a refresh fetched is owed from the moment in which the refresh is stored, in the same write, so no kill loses it. A
 * table that waits for an answer is not stored, and so not sent. A scheduled run sends when all its reports are refreshed, so
 * that no refresh waits for BigQuery. A run that is killed before it notes what it sent sends it again, which does no harm.
 */
export class WarehouseTransfer implements RefreshFollower {
  /** The newest first: of days that several refreshes fetched, its rows are sent. */
  private readonly refreshes: { readonly refresh: FollowedRefresh; readonly records: SentRecords }[] = [];

  /** @param known The document properties as last read; those of refreshes take their place. */
  constructor(
    private readonly services: TransferServices,
    private known: Properties = {},
  ) {}

  /** Owes the days of a refresh whose records are not those that were last sent. */
  inspect(refresh: FollowedRefresh): Inspection {
    const { saved, properties, range, report, connection } = refresh;
    const { fingerprint } = connection;
    if (!isSent(properties, saved.id)) return NOTHING;
    const records = sentRecords(connection, report);
    this.refreshes.unshift({ refresh, records });
    const { owed, hashes } = parseSentDays(properties);
    const changed = listDays(range).filter((day) => hashes[day] !== hashOf(records, day));
    const [from, to] = [changed[0], changed[changed.length - 1]];
    if (from === undefined || to === undefined) return NOTHING;
    const before = owed?.fingerprint === fingerprint ? owed : null;
    const after = packDays({ owed: { fingerprint, ...around(before, { from, to }) }, hashes });
    return { changes: { [WAREHOUSE_PROPERTY.days]: after }, sentences: [] };
  }

  /** Sends the rows at once; in a scheduled run, its end does. @returns What failed, if that is known already. */
  follow({ properties, by }: FollowedRefresh): readonly string[] {
    this.known = properties;
    const failure = by === 'schedule' ? undefined : this.send(false);
    return failure === undefined ? [] : [`Warehouse: ${failure}`];
  }

  afterSchedule(): void {
    this.send(true);
  }

  afterUndo(reportId: string, properties: Properties): readonly string[] {
    return isSent(properties, reportId) ? ['The warehouse keeps the rows of the refresh.'] : [];
  }

  /**
   * Sends what refreshes fetched and what earlier runs owe, then a month of history. Never throws.
   *
   * @returns What failed, as a sentence; `undefined` if nothing did.
   */
  send(withHistory: boolean): string | undefined {
    const before = this.known;
    const place = parseSettings(before);
    if (place === undefined) return undefined;
    const { owed, hashes } = parseSentDays(before);
    const history = parseHistory(before);
    const transfer: Transfer = { place, before, owed, hashes, history, sent: null, shifts: 0 };
    let failure: string | undefined;
    try {
      for (const { refresh, records } of this.refreshes.splice(0)) {
        const { owed: left } = transfer;
        const part =
          left?.fingerprint === refresh.connection.fingerprint ? overlap(left, refresh.range) : undefined;
        if (part) this.sendDays(transfer, refresh.report, records, part);
      }
      while (
        transfer.owed &&
        this.fetchAndSend(transfer, transfer.owed.fingerprint, lastMonth(transfer.owed))
      );
      // What a former connection owes is forgotten.
      transfer.owed = null;
      if (withHistory) this.sendHistory(transfer);
    } catch (error) {
      failure = toReportError(error).message;
    }
    if (transfer.sent || failure !== undefined || transfer.owed !== owed) this.note(transfer, failure);
    // What is shown has changed only if shifts were sent, and BigQuery bills each reading.
    if (transfer.sent && withHistory) this.services.connectedSheets.refresh(place);
    return failure;
  }

  private sendHistory(transfer: Transfer): void {
    const { history } = transfer;
    if (history === undefined || history.to < history.since) return;
    const month = lastMonth({ from: history.since, to: history.to });
    const isSame = this.fetchAndSend(transfer, history.fingerprint, month);
    transfer.history = isSame ? { ...history, to: month.from - 1 } : undefined;
  }

  /** Sends rows that are kept, or asks the service. @returns Whether this is still the connection of these days. */
  private fetchAndSend(transfer: Transfer, fingerprint: string, range: DateRange): boolean {
    this.requireTime();
    const { stores, fetchingFor, clock } = this.services;
    const { connection, audience } = findConnection(transfer.before, stores);
    if (connection.fingerprint !== fingerprint) return false;
    const { reports, missing, why } = fetchDays(fetchingFor(audience), {
      kind: SHIFT_FULFILMENT_REPORT,
      connection,
      ranges: [range],
      since: clock.now() - FRESH_MILLIS,
      zone: () => null,
    });
    const [report] = reports ?? [];
    if (report === undefined || missing.length > 0) throw why ?? outOfTime();
    this.sendDays(transfer, report, sentRecords(connection, report), range);
    return true;
  }

  /** Replaces days by their records. */
  private sendDays(
    transfer: Transfer,
    { fetchedAt: refreshedAt }: KeptReport,
    records: SentRecords,
    whole: DateRange,
  ): void {
    const { services } = this;
    for (const part of partsOf(records, whole)) {
      this.requireTime();
      const { range, count } = part;
      const statement = replaceDays(transfer.place, records.connection, part, refreshedAt);
      runStatement(services, transfer.place, statement, services.budget.deadline);
      transfer.sent = around(transfer.sent, range);
      transfer.shifts += count;
      for (const day of listDays(range)) transfer.hashes[day] = hashOf(records, day);
      const { owed } = transfer;
      const left = owed ? without(owed, [range]).reduce<DateRange | null>(around, null) : null;
      transfer.owed = owed && left && { ...owed, ...left };
    }
  }

  /** @throws {ReportError} if the rest of this run is too short for another transfer. */
  private requireTime(): void {
    const { clock, budget } = this.services;
    if (clock.now() + SHORTEST_TRANSFER_MILLIS < budget.deadline) return;
    refuse('busy', 'Wait for the next run: no time was left to send more');
  }

  /**
   * Notes what was sent and how it ended, and shows the line on the status sheet. Never fails: the next run sends and says it
   * again. What another run has changed meanwhile stays as it is.
   */
  private note(transfer: Transfer, failure: string | undefined): void {
    const { clock } = this.services;
    const { history } = transfer;
    const after = {
      [WAREHOUSE_PROPERTY.days]: packDays(transfer),
      [WAREHOUSE_PROPERTY.history]: history ? JSON.stringify(history) : '',
    };
    const status = failure === undefined ? ('refreshed' as const) : ('failed' as const);
    const line = { name: 'Warehouse', state: status, at: clock.now(), message: describe(transfer, failure) };
    const noted = (_: DocumentState, properties: Properties) => {
      if (parseSettings(properties) === undefined) return undefined;
      const own = Object.entries(after).filter(([name]) => properties[name] === transfer.before[name]);
      return { [PROPERTY.line]: JSON.stringify(line), ...Object.fromEntries(own) };
    };
    // The line alone: no formula shows it.
    attempt(() => changeShown(this.services, noted, false));
  }
}

/** What happened, in one sentence or a few. */
function describe({ sent, shifts, owed, history }: Transfer, failure: string | undefined): string {
  const isAll = history !== undefined && history.to < history.since && owed === null;
  return [
    failure,
    isAll && `All days since ${shortDay(history.since)} are sent.`,
    !isAll && sent && `Last sent: ${shownCount(shifts, 'shift')} of ${shortDays(sent)}.`,
    owed && `${shownCount(dayCount(owed), 'day')} still to be sent: the next refresh sends them.`,
  ]
    .filter(Boolean)
    .join(' ');
}

function isSent(properties: Properties, reportId: string): boolean {
  return parseSettings(properties)?.reports.includes(reportId) === true;
}

function packDays({ owed, hashes }: SentDays): string {
  // Days as names are in order.
  const newest = Object.entries(hashes).slice(-HASHED_DAYS);
  return JSON.stringify({ owed, hashes: Object.fromEntries(newest) });
}

function listDays({ from, to }: DateRange): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** The range from the first day of both to the last. */
function around(one: DateRange | null, { from, to }: DateRange): DateRange {
  return one === null ? { from, to } : { from: Math.min(one.from, from), to: Math.max(one.to, to) };
}

/** The last days of a range that are in one month. */
function lastMonth({ from, to }: DateRange): DateRange {
  return { from: Math.max(from, startOfMonth(to)), to };
}
