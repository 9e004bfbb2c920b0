import type { Budget } from '../budget';
import { type DateRange, dayCount, overlap, shortDays, startOfMonth } from '../calendar/calendar-date';
import { isSampleConnection } from '../employer-api/connection';
import { ReportError, toReportError } from '../employer-api/errors';
import { SHIFT_FULFILMENT_FIELDS } from '../employer-api/shift-records';
import { SHIFT_FULFILMENT_REPORT } from '../employer-api/shift-report';
import { shortHash, shownCount } from '../employer-api/text';
import { FRESH_MILLIS } from '../limits';
import { fetchDays } from '../reports/fetching/fetch-days';
import type { KeptReport } from '../reports/fetching/kept-rows';
import type {
  DocumentLock,
  FetchServices,
  Properties,
  ReportSheets,
  SpreadsheetCalendar,
} from '../reports/ports';
import type {
  FollowedRefresh,
  Inspection,
  RefreshFollower,
  RefreshInspector,
} from '../reports/refresh/followed-refresh';
import { PROPERTY, readDocumentState, withLock } from '../reports/saved/document-state';
import { type Audience, type ConnectionStores, findConnection } from '../reports/saved/saved-connection';
import { type OtherLine, withOtherLine, writeStatusSheet } from '../reports/status/status-sheet';
import { runStatement, type WarehouseServices } from './query';
import { nameRows, partsOf, type RecordsByDay, type RowsOf, recordsByDay } from './rows';
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

/** What transfers to the warehouse need. */
export interface TransferServices extends WarehouseServices {
  readonly stores: ConnectionStores;
  readonly lock: DocumentLock;
  readonly calendar: SpreadsheetCalendar;
  readonly budget: Budget;
  readonly sheets: ReportSheets;
  fetchingFor(audience: Audience): FetchServices;
}

/** The name of the line on the status sheet. */
export const LINE_NAME = 'Warehouse';

/** A transfer begins only if so much of the run is left, in milliseconds: BigQuery answers within half a minute. */
const SHORTEST_TRANSFER_MILLIS = 45_000;
/** Days whose hashes are kept, the newest, in one property of at most 9 kB. Older ones are sent each time. */
const HASHED_DAYS = 1200;
const HASH_LENGTH = 6;
const NOT_SENT = ' '.repeat(HASH_LENGTH);

const NOTHING: Inspection = { changes: {}, sentences: [] };

/** What a run has sent. */
interface Sent {
  readonly ranges: DateRange[];
  shifts: number;
}

/**
 * Keeps the warehouse equal to the service on all fetched days: the days of a refresh that changed are replaced in one query;
 * what failed is sent next time.
 *
 * What a refresh fetched is owed from the moment in which the refresh is stored, in the same write, so no kill loses it. A
 * table that waits for an answer is not stored, and so not sent. A scheduled run sends when all its reports are refreshed, so
 * that no refresh waits for BigQuery.
 */
export class WarehouseTransfer implements RefreshInspector, RefreshFollower {
  private readonly refreshes: { readonly refresh: FollowedRefresh; readonly days: RecordsByDay }[] = [];
  private known: Properties = {};
  private zone = 'Etc/UTC';

  constructor(private readonly services: TransferServices) {}

  /** Owes the days of a refresh whose records are not those that were last sent. Makes no service call. */
  inspect(refresh: FollowedRefresh): Inspection {
    const { saved, properties, range, report, fingerprint } = refresh;
    const isSent = parseSettings(properties)?.reports.includes(saved.id) === true;
    if (!isSent || !hasShifts(report)) return NOTHING;
    const { name } = nameRows(refresh, report.employer);
    const days = recordsByDay(report.rows);
    const before = sentDays(properties, name, fingerprint);
    const changed = listDays(range).filter((day) => hashAt(before, day) !== hashOf(days, day));
    const [from, to] = [changed[0], changed[changed.length - 1]];
    if (before.owed === null && (from === undefined || to === undefined)) return NOTHING;
    const owed = from === undefined || to === undefined ? before.owed : around(before.owed, { from, to });
    this.refreshes.push({ refresh, days });
    const after = withHashes({ ...before, fingerprint, owed }, changed, () => NOT_SENT);
    return { changes: { [WAREHOUSE_PROPERTY.days]: JSON.stringify(after) }, sentences: [] };
  }

  /** Sends the rows at once; in a scheduled run, `endRun` does. @returns What failed, if that is known already. */
  follow({ properties, zone, by }: FollowedRefresh): readonly string[] {
    if (parseSettings(properties) === undefined) return [];
    [this.known, this.zone] = [properties, zone];
    if (by === 'schedule') return [];
    const { failure } = this.send(false);
    return failure === undefined ? [] : [`Warehouse: ${failure}`];
  }

  afterUndo(reportId: string, properties: Properties): readonly string[] {
    const isSent = parseSettings(properties)?.reports.includes(reportId) === true;
    return isSent ? ['The warehouse keeps the rows of the refresh.'] : [];
  }

  /**
   * Sends what the refreshes of a scheduled run fetched and what earlier runs owe, then a month of history. Never throws. No
   * service call if there is nothing to send; else one request, and nine calls to record it and to show the line.
   *
   * @returns The properties after it, if shifts reached their table.
   */
  endRun(): Properties | undefined {
    return this.send(true).hasSent ? this.known : undefined;
  }

  /** Sends what is owed and a month of history, for a person who waits. @returns What failed, as a sentence. */
  catchUp(properties: Properties, zone: string): string | undefined {
    [this.known, this.zone] = [properties, zone];
    return this.send(true).failure;
  }

  private send(withHistory: boolean): { readonly hasSent: boolean; readonly failure: string | undefined } {
    const sent: Sent = { ranges: [], shifts: 0 };
    const settings = parseSettings(this.known);
    if (settings === undefined) return { hasSent: false, failure: undefined };
    let failure: string | undefined;
    try {
      for (const { refresh, days } of this.refreshes.splice(0))
        this.sendRefresh(refresh, days, settings, sent);
      this.sendOwed(settings, sent);
      if (withHistory) this.sendHistory(settings, sent);
    } catch (error) {
      failure = toReportError(error).message;
    }
    const hasSent = sent.ranges.length > 0;
    if (hasSent || failure !== undefined) this.showLine(sent, failure);
    return { hasSent, failure };
  }

  private sendRefresh(refresh: FollowedRefresh, days: RecordsByDay, place: WarehousePlace, sent: Sent): void {
    const { owed } = parseSentDays(this.known) ?? { owed: null };
    const range = owed && overlap(owed, refresh.range);
    if (range) this.sendDays(refresh, refresh.report, days, range, place, sent);
  }

  /** Sends days that no refresh of this run fetched, the newest month first. Those of a former connection are forgotten. */
  private sendOwed(place: WarehousePlace, sent: Sent): void {
    for (;;) {
      const days = parseSentDays(this.known);
      if (days === undefined || days.owed === null) return;
      if (!this.fetchAndSend(lastMonth(days.owed), days.fingerprint, place, sent)) {
        this.change(WAREHOUSE_PROPERTY.days, (text) => text && JSON.stringify({ ...days, owed: null }));
        return;
      }
    }
  }

  private sendHistory(place: WarehousePlace, sent: Sent): void {
    const history = parseHistory(this.known);
    if (history === undefined || history.to < history.since) return;
    const month = lastMonth({ from: history.since, to: history.to });
    this.fetchAndSend(month, history.fingerprint, place, sent);
    const rest: History = { ...history, to: month.from - 1 };
    this.change(WAREHOUSE_PROPERTY.history, (text) => text && JSON.stringify(rest));
  }

  /** Sends rows that are kept, or asks the service. @returns Whether this is still the connection of these days. */
  private fetchAndSend(range: DateRange, fingerprint: string, place: WarehousePlace, sent: Sent): boolean {
    this.requireTime();
    const { stores, fetchingFor, budget, clock } = this.services;
    const { connection, audience } = findConnection(this.known, stores);
    if (connection.fingerprint !== fingerprint) return false;
    const { reports, why } = fetchDays(fetchingFor(audience), budget, {
      kind: SHIFT_FULFILMENT_REPORT,
      connection,
      ranges: [range],
      since: clock.now() - FRESH_MILLIS,
      zone: () => null,
    });
    const [report] = reports ?? [];
    if (report === undefined || why !== undefined) throw why ?? new ReportError('busy');
    const owner = { ...connection, isSample: isSampleConnection(connection) };
    this.sendDays(owner, report, recordsByDay(report.rows), range, place, sent);
    return true;
  }

  /** Replaces days by their records, and notes that they are sent. */
  private sendDays(
    owner: RowsOf,
    { employer: answered, fetchedAt, generatedAt }: KeptReport,
    days: RecordsByDay,
    whole: DateRange,
    place: WarehousePlace,
    sent: Sent,
  ): void {
    const { name, employer } = nameRows(owner, answered);
    for (const { range, rows, count } of partsOf(days, whole)) {
      this.requireTime();
      const statement = replaceDays(place, {
        connection: name,
        employer,
        range,
        refreshedAt: fetchedAt,
        generatedAt,
        rows,
      });
      runStatement(this.services, place, statement, this.services.budget.deadline);
      sent.ranges.push(range);
      sent.shifts += count;
      this.change(WAREHOUSE_PROPERTY.days, (text, properties) => {
        // Another run may owe newer rows of these days: then they are sent again.
        if (text !== this.known[WAREHOUSE_PROPERTY.days]) return text;
        const before = sentDays(properties, name, owner.fingerprint);
        const owed = before.owed && without(before.owed, range);
        return JSON.stringify(withHashes({ ...before, owed }, listDays(range), (day) => hashOf(days, day)));
      });
    }
  }

  /** @throws {ReportError} if the rest of this run is too short for another transfer. */
  private requireTime(): void {
    const { clock, budget } = this.services;
    if (clock.now() + SHORTEST_TRANSFER_MILLIS < budget.deadline) return;
    throw new ReportError('busy', { sentence: 'Wait for the next run: no time was left to send more' });
  }

  /** Changes a property under the lock: three service calls, a fourth to write. */
  private change(
    property: string,
    make: (text: string | undefined, properties: Properties) => string | undefined,
  ): void {
    const { lock, stores } = this.services;
    withLock(lock, () => {
      const properties = stores.document.readAll();
      const text = make(properties[property], properties);
      const changes = text === undefined || text === properties[property] ? {} : { [property]: text };
      if (property in changes) stores.document.write(changes);
      this.known = { ...properties, ...changes };
    });
  }

  /** Stores the line of the warehouse and shows it on the status sheet. Never fails: the next run says it again. */
  private showLine(sent: Sent, failure: string | undefined): void {
    const { clock } = this.services;
    try {
      const line: OtherLine = {
        name: LINE_NAME,
        state: failure === undefined ? 'OK' : 'FAILED',
        at: clock.now(),
        message: describe(sent, failure, parseSentDays(this.known)?.owed ?? null),
      };
      this.change(PROPERTY.lines, (text) => withOtherLine(text, line));
      writeStatusSheet(this.services, readDocumentState(this.known), this.zone);
    } catch {
      // The next run says it.
    }
  }
}

/** What happened, in one sentence or a few. */
function describe({ ranges, shifts }: Sent, failure: string | undefined, owed: DateRange | null): string {
  const [first, ...others] = ranges;
  const whole = others.reduce((sum, range) => around(sum, range), first ?? { from: 0, to: 0 });
  return [
    failure,
    first && `Sent ${shownCount(shifts, 'shift')} of ${shortDays(whole)}.`,
    owed && `${shownCount(dayCount(owed), 'day')} still to be sent: the next refresh sends them.`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** Whether the rows are shift records: other reports have no day to replace. */
function hasShifts({ fields }: KeptReport): boolean {
  return SHIFT_FULFILMENT_FIELDS.every(({ name }, column) => fields[column]?.name === name);
}

/** What was sent for an employer: nothing if the spreadsheet last sent rows of another one. */
function sentDays(properties: Properties, name: string, fingerprint: string): SentDays {
  const known = parseSentDays(properties);
  return known?.name === name ? known : { name, fingerprint, owed: null, first: 0, hashes: '' };
}

function hashAt({ first, hashes }: SentDays, day: number): string {
  const at = (day - first) * HASH_LENGTH;
  return at < 0 ? NOT_SENT : hashes.slice(at, at + HASH_LENGTH).padEnd(HASH_LENGTH);
}

/** Of the records of a day, in their order. */
function hashOf(days: RecordsByDay, day: number): string {
  return shortHash((days.get(day) ?? []).join('\n'))
    .slice(0, HASH_LENGTH)
    .padEnd(HASH_LENGTH, '.');
}

function withHashes(sent: SentDays, days: readonly number[], make: (day: number) => string): SentDays {
  if (days.length === 0) return sent;
  const known = sent.hashes === '' ? [] : [sent.first, sent.first + sent.hashes.length / HASH_LENGTH - 1];
  const last = Math.max(...days, ...known);
  const first = Math.max(Math.min(...days, ...known), last - HASHED_DAYS + 1);
  const changed = new Set(days);
  const all = listDays({ from: first, to: last });
  return {
    ...sent,
    first,
    hashes: all.map((day) => (changed.has(day) ? make(day) : hashAt(sent, day))).join(''),
  };
}

function listDays({ from, to }: DateRange): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** The range around two. */
function around(one: DateRange | null, other: DateRange): DateRange {
  return one === null ? other : { from: Math.min(one.from, other.from), to: Math.max(one.to, other.to) };
}

/** What is left of days after some of them were sent: all where these are in the middle, which does no harm. */
function without(days: DateRange, { from, to }: DateRange): DateRange | null {
  const rest = { from: from <= days.from ? Math.max(days.from, to + 1) : days.from, to: days.to };
  if (to >= days.to) rest.to = Math.min(days.to, from - 1);
  return rest.from > rest.to ? null : rest;
}

/** The last days of a range that are in one month. */
function lastMonth({ from, to }: DateRange): DateRange {
  return { from: Math.max(from, startOfMonth(to)), to };
}
