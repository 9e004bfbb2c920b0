import type { Budget } from '../budget';
import {
  type DateRange,
  dayCount,
  describeRange,
  isInside,
  overlap,
  startOfMonth,
} from '../calendar/calendar-date';
import type { Connection } from '../employer-api/connection';
import { ReportError, toReportError } from '../employer-api/errors';
import type { Clock } from '../employer-api/ports';
import { SHIFT_FULFILMENT_FIELDS } from '../employer-api/shift-records';
import { SHIFT_FULFILMENT_REPORT } from '../employer-api/shift-report';
import { FRESH_MILLIS, LEASE_MILLIS } from '../limits';
import { fetchDays } from '../reports/fetching/fetch-days';
import type { KeptReport } from '../reports/fetching/kept-rows';
import type {
  Digest,
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
} from '../reports/refresh/refresh-phases';
import { PROPERTY, readDocumentState, withLock } from '../reports/saved/document-state';
import { type Audience, type ConnectionStores, findConnection } from '../reports/saved/saved-connection';
import { parseOtherLines, withOtherLine, writeStatusSheet } from '../reports/status/status-sheet';
import { BigQuery, type GzipText, pauseBefore, type WarehouseTransport } from './big-query';
import { DaysSender, splitDays, type Transfer } from './days-sender';
import type { Failure } from './failures';
import {
  FAILURES_BEFORE_A_DAY,
  HISTORY_DAYS,
  LONGEST_POLL_MILLIS,
  ROWS_A_LOAD,
  SHORTEST_TRANSFER_MILLIS,
} from './limits';
import {
  historyOf,
  isAllSent,
  isSentSince,
  listOwed,
  type OwedDays,
  parseOwed,
  parseSent,
  placeOwed,
  type SentDays,
  type StoredDays,
} from './owed-days';
import {
  type LineFrame,
  type NamedConnection,
  nameConnection,
  nameRows,
  type RecordLines,
  recordLines,
} from './record-lines';
import { refreshViews } from './set-up';
import { parseSettings, WAREHOUSE_PROPERTY } from './settings';
import { countDays, LINE_NAME, TransferNotes } from './transfer-notes';

/** What transfers to the warehouse need. */
export interface TransferServices {
  readonly transport: WarehouseTransport;
  readonly gzip: GzipText;
  readonly stores: ConnectionStores;
  readonly lock: DocumentLock;
  readonly calendar: SpreadsheetCalendar;
  readonly clock: Clock;
  readonly digest: Digest;
  readonly budget: Budget;
  readonly sheets: ReportSheets;
  fetchingFor(audience: Audience): FetchServices;
}

/** Fetched rows that are to be sent. */
interface QueuedDays {
  readonly stored: StoredDays;
  readonly records: RecordLines;
  readonly frame: LineFrame;
  readonly sent: SentDays;
}

/** What is known of the document in this run. */
interface KnownDocument {
  readonly properties: Properties;
  readonly zone: string;
}

const NOTHING: Inspection = { changes: {}, sentences: [] };
const NOTHING_KNOWN: KnownDocument = { properties: {}, zone: 'Etc/UTC' };
const DAY_MILLIS = 86_400_000;
/** Failures that concern one transfer alone: others of the run are tried. */
const OF_ONE_TRANSFER: readonly Failure['kind'][] = ['invalid', 'other', 'lost', 'backend', 'not_found'];
/** At the keyboard, a transfer leaves so much time to the refreshes after it, in milliseconds. */
const LEFT_TO_REFRESHES = 30_000;
/** At the keyboard, how long a transfer waits for a job, in milliseconds: three looks. */
const SHORT_WAIT = pauseBefore(0) + pauseBefore(1) + pauseBefore(2) + 1000;

/**
 * Keeps the warehouse equal to the service on all fetched days.
 *
 * What a refresh fetched is owed from the moment in which the refresh is stored, in the same write, so no kill loses it.
 * After the refresh its rows are sent; what cannot be sent is fetched again and sent by a later run, and so is history.
 * A scheduled run sends when all its reports are refreshed, so that no refresh waits for BigQuery.
 */
export class WarehouseTransfer implements RefreshInspector, RefreshFollower {
  private queue = new Map<string, QueuedDays>();
  private known = NOTHING_KNOWN;

  constructor(private readonly services: TransferServices) {}

  /** Owes the days of a refresh, unless its rows are those that were last sent. Computes for about 40 ms per 1,000 rows. */
  inspect(refresh: FollowedRefresh): Inspection {
    try {
      const queued = this.owe(refresh);
      if (queued === undefined) return NOTHING;
      this.queue.set(refresh.saved.id, queued);
      const { property, owed } = queued.stored;
      const forgotten = withoutSent(refresh.properties, owed);
      return { changes: { ...forgotten, [property]: JSON.stringify(owed) }, sentences: [] };
    } catch {
      return NOTHING;
    }
  }

  /** Sends the rows at once, or notes them for the end of a scheduled run. @returns What failed, if that is known already. */
  follow({ properties, zone, by }: FollowedRefresh): readonly string[] {
    if (parseSettings(properties) === undefined) return [];
    this.known = { properties, zone };
    if (by === 'schedule') return [];
    const notes = this.run(SHORT_WAIT, LEFT_TO_REFRESHES);
    return notes.hasFailed || notes.isRunning ? [`Warehouse: ${this.words(notes)}`] : [];
  }

  afterUndo(reportId: string, properties: Properties): readonly string[] {
    const isSent = parseSettings(properties)?.reports.includes(reportId) === true;
    return isSent ? ['The warehouse keeps the rows of the refresh.'] : [];
  }

  /**
   * Sends what the refreshes of a scheduled run fetched, then what earlier runs owe, then history. Never throws.
   *
   * No service call if there is nothing to send. A transfer of fetched rows takes at most eight: the token, four to send,
   * one for each further look at a job, one to record it, and two for the status sheet.
   *
   * @returns The properties after it, if shifts reached their table.
   */
  endRun(): Properties | undefined {
    return this.run(LONGEST_POLL_MILLIS, 0).hasSent ? this.known.properties : undefined;
  }

  /**
   * Sends what earlier runs owe, and history. For a person who waits.
   *
   * @returns The properties after it, and what happened.
   */
  catchUp(known: KnownDocument): { readonly properties: Properties; readonly notes: TransferNotes } {
    this.known = known;
    const notes = this.run(SHORT_WAIT, 0, true);
    return { properties: this.known.properties, notes };
  }

  /** What happened, in one sentence or a few. */
  words(notes: TransferNotes): string {
    const { properties, zone } = this.known;
    return notes.message(this.services.clock.now(), owedDaysOf(properties), (millis) =>
      this.services.calendar.text(millis, zone),
    );
  }

  private owe(refresh: FollowedRefresh): QueuedDays | undefined {
    const { properties, saved, report, range, fingerprint } = refresh;
    const settings = parseSettings(properties);
    if (settings === undefined || !settings.reports.includes(saved.id) || !hasShifts(report))
      return undefined;
    const { clock, digest } = this.services;
    const named = nameRows(refresh);
    const records = recordLines(report.rows, range);
    const { project, dataset } = settings;
    const what = JSON.stringify([project, dataset, named, range.from, range.to]);
    const hash = digest(what + records.lines.map(({ fields }) => fields).join('\n'));
    if (parseSent(properties[WAREHOUSE_PROPERTY.sent(saved.id)])?.hash === hash) return undefined;
    const owed: OwedDays = {
      version: 1,
      id: digest(`${hash}${report.fetchedAt}${clock.now()}`).slice(0, 16),
      report: saved.id,
      connection: named.name,
      fingerprint,
      ...range,
      at: report.fetchedAt,
      until: clock.now() + LEASE_MILLIS,
      misses: 0,
      load: null,
    };
    const stored = placeOwed(properties, owed, clock.now());
    const isOverlapped = listOwed(properties).some(
      ({ owed: other }) =>
        other.connection === owed.connection &&
        other.until > clock.now() &&
        overlap(other, range) !== undefined &&
        ![...this.queue.values()].some((one) => one.stored.owed.id === other.id),
    );
    // Another run may send older rows of these days after these.
    const sent = { connection: named.name, ...range, at: report.fetchedAt, hash: isOverlapped ? '' : hash };
    return { stored, records, frame: frameOf(named, report), sent };
  }

  /**
   * @param wait How long to wait for a job, in milliseconds.
   * @param kept How much time of the run to leave, in milliseconds.
   */
  private run(wait: number, kept: number, isPatient = false): TransferNotes {
    const notes = new TransferNotes();
    const settings = parseSettings(this.known.properties);
    if (settings === undefined) return notes;
    const { clock, budget, transport } = this.services;
    const bigQuery = new BigQuery({ transport, clock }, settings);
    const sender = new DaysSender({ ...this.services, bigQuery, place: settings });
    const end = budget.deadline - kept;
    const run: TransferRun = {
      sender,
      notes,
      isPatient,
      wait: () => Math.min(clock.now() + wait, end),
      hasTime: () => clock.now() + SHORTEST_TRANSFER_MILLIS < end,
    };
    const shownBefore = this.known.properties[PROPERTY.lines];
    try {
      const queued = [...this.queue.values()];
      this.queue = new Map();
      const isOn = queued.every((one) => !run.hasTime() || this.sendQueued(one, run));
      if (isOn) this.sendOwed(run, new Set(queued.map(({ stored }) => stored.property)));
      if (!notes.hasFailed && !notes.isEmpty) {
        const views = refreshViews(bigQuery, settings, this.known.properties, this.known.zone);
        if (Object.keys(views).length > 0) this.write(run, views);
      }
    } catch (error) {
      notes.failed({ sentence: toReportError(error).message });
    }
    this.noteLine(run);
    this.show(shownBefore);
    return notes;
  }

  /** @returns Whether others may be tried. */
  private sendQueued({ stored, records, frame, sent }: QueuedDays, run: TransferRun): boolean {
    const { property } = stored;
    const whole = { from: sent.from, to: sent.to };
    const isGrown = !isInside(stored.owed, whole);
    let owed: OwedDays = { ...stored.owed, ...whole };
    run.notes.leftOut(records);
    for (const part of splitDays(whole, records)) {
      if (!run.hasTime())
        return this.write(run, {
          [property]: JSON.stringify({ ...stored.owed, ...(isGrown ? {} : owed), until: 0 }),
        });
      const done = run.sender.send(part, frame, owed.misses, run.wait());
      owed = this.after(owed, done, part.range, run);
      const isEnd = isAllSent(owed);
      const changes = isEnd
        ? { [property]: '', [WAREHOUSE_PROPERTY.sent(stored.owed.report)]: JSON.stringify(sent) }
        : { [property]: JSON.stringify(owed) };
      // Other days of the place are fetched again: their rows are not here.
      const { misses, until } = owed;
      const rest = { ...stored.owed, misses, until: done.kind === 'sent' ? 0 : until };
      const grown = isGrown ? { [property]: JSON.stringify(rest) } : {};
      this.write(run, {
        ...this.withoutOlderLoads(done.kind === 'failed' ? undefined : { ...sent, ...part.range }),
        ...changes,
        ...grown,
      });
      if (done.kind !== 'sent') return done.kind === 'running' || OF_ONE_TRANSFER.includes(done.failure.kind);
    }
    return true;
  }

  /** What earlier runs owe, those fetched first at the beginning, then history. */
  private sendOwed(run: TransferRun, queued: ReadonlySet<string>): void {
    const { clock } = this.services;
    const { properties } = this.known;
    const history = historyOf(properties);
    const waiting = [...listOwed(properties), ...(history && !isAllSent(history.owed) ? [history] : [])];
    for (const stored of waiting) {
      if (queued.has(stored.property) || stored.owed.until > clock.now()) continue;
      if (!run.hasTime() || !this.sendAgain(stored, run)) return;
    }
  }

  /** Sends owed days piece by piece. @returns Whether others may be tried. */
  private sendAgain({ property, owed: first }: StoredDays, run: TransferRun): boolean {
    let owed = first;
    while (run.hasTime() && !isAllSent(owed)) {
      const step = this.step(owed, run);
      const isSame = JSON.stringify(step.owed) === JSON.stringify(owed);
      if (!isSame && !this.replace(property, owed.id, step, run)) return true;
      owed = step.owed;
      if (step.stop !== 'no') return step.stop === 'this';
    }
    return true;
  }

  /** One load, or one piece that is fetched and sent. */
  private step(owed: OwedDays, run: TransferRun): Step {
    const { properties } = this.known;
    const { load } = owed;
    if (load !== null) {
      const done = run.sender.goOn(load, run.wait(), run.isPatient);
      const isAgain = done.kind === 'failed' && OF_ONE_TRANSFER.includes(done.failure.kind);
      // The job failed, or its table expired or is merged already: the days are fetched and sent again.
      if (isAgain && owed.misses < FAILURES_BEFORE_A_DAY - 1)
        return { owed: { ...owed, load: null, misses: owed.misses + 1 }, stop: 'no' };
      return this.stepAfter(owed, done, load, run);
    }
    if (owed.report !== '' && isSentSince(properties, owed))
      return { owed: { ...owed, to: owed.from - 1 }, stop: 'no' };
    const piece = pieceOf(owed);
    let fetched: Fetched;
    try {
      fetched = this.fetch(piece, properties);
    } catch (error) {
      const { message: sentence } = toReportError(error);
      run.notes.failed({ sentence });
      return { owed: this.missed(owed, undefined), stop: 'run' };
    }
    const { named, report, connection } = fetched;
    const isOther =
      owed.report === '' ? connection.fingerprint !== owed.fingerprint : named.name !== owed.connection;
    if (isOther) {
      run.notes.failed({ sentence: describeOther(owed) });
      return { owed: { ...owed, to: owed.from - 1 }, stop: 'no' };
    }
    const records = recordLines(report.rows, piece);
    run.notes.leftOut(records);
    const parts = splitDays(piece, records);
    const ordered = owed.history ? [...parts].reverse() : parts;
    let step: Step = { owed: withPace(owed, piece, records.lines.length), stop: 'no' };
    for (const part of ordered) {
      if (!run.hasTime()) return { ...step, stop: 'run' };
      const done = run.sender.send(part, frameOf(named, report), owed.misses, run.wait());
      const newer = { connection: named.name, at: report.fetchedAt, ...part.range };
      const next = this.stepAfter(step.owed, done, newer, run);
      const isFailed = next.sent === undefined;
      step = { ...next, ...(isFailed ? {} : { sent: { ...newer, ...piece } }) };
      if (step.stop !== 'no') return step;
    }
    return step;
  }

  private stepAfter(
    owed: OwedDays,
    done: Transfer,
    { from, to, ...named }: NewerDays,
    run: TransferRun,
  ): Step {
    const range = { from, to };
    const next = this.after(owed, done, range, run);
    const { connection, at } = named;
    const sent = { connection, at, ...range };
    if (done.kind === 'sent') return { owed: next, stop: 'no', sent };
    const isOfOne = done.kind === 'running' || OF_ONE_TRANSFER.includes(done.failure.kind);
    const begun = done.kind === 'running' ? { sent } : {};
    return { owed: next, stop: isOfOne ? 'this' : 'run', ...begun };
  }

  /** Owed days after a transfer of some of them. */
  private after(owed: OwedDays, done: Transfer, range: DateRange, { notes }: TransferRun): OwedDays {
    if (done.kind === 'running') {
      notes.running(done.load);
      return { ...owed, load: done.load, until: 0 };
    }
    if (done.kind === 'failed') {
      notes.failed(done.failure);
      return this.missed({ ...owed, load: null }, done.failure.waitSeconds);
    }
    notes.sent(range, done.rows);
    const rest = owed.history ? { to: range.from - 1 } : { from: range.to + 1 };
    return { ...owed, ...rest, load: null, misses: 0 };
  }

  private missed(owed: OwedDays, waitSeconds: number | undefined): OwedDays {
    const misses = owed.misses + 1;
    const pause = misses >= FAILURES_BEFORE_A_DAY ? DAY_MILLIS : 0;
    const wait = Math.max(pause, (waitSeconds ?? 0) * 1000);
    return { ...owed, misses, until: wait === 0 ? 0 : this.services.clock.now() + wait };
  }

  /** Fetches days again, or takes the rows that a run of the last minutes has fetched. */
  private fetch(range: DateRange, properties: Properties): Fetched {
    const { stores, fetchingFor, budget, clock } = this.services;
    const { connection, audience } = findConnection(properties, stores);
    const since = clock.now() - FRESH_MILLIS;
    const question = { kind: SHIFT_FULFILMENT_REPORT, connection, ranges: [range], since, zone: () => null };
    const { reports, why } = fetchDays(fetchingFor(audience), budget, question);
    const [report] = reports ?? [];
    if (why !== undefined || report === undefined) throw why ?? new ReportError('busy');
    return { connection, report, named: nameConnection(connection, report.employer) };
  }

  /** Stores changes, with the line on the status sheet. One service call. */
  private write(run: TransferRun, changes: Properties): true {
    const known = this.remember(changes);
    const { clock, calendar, stores } = this.services;
    if (run.notes.isEmpty) {
      stores.document.write(changes);
      return true;
    }
    const line = run.notes.line(clock.now(), owedDaysOf(known.properties), (millis) =>
      calendar.text(millis, known.zone),
    );
    const lines = { [PROPERTY.lines]: withOtherLine(known.properties[PROPERTY.lines], line) };
    this.remember(lines);
    stores.document.write({ ...changes, ...lines });
    return true;
  }

  /** Stores the line, if it says something else now. One service call, none if not. */
  private noteLine(run: TransferRun): void {
    if (run.notes.isEmpty) return;
    const { properties } = this.known;
    const stored = parseOtherLines(properties[PROPERTY.lines]).find(({ name }) => name === LINE_NAME);
    if (stored?.message === this.words(run.notes)) return;
    try {
      this.write(run, {});
    } catch {
      // The next run says it.
    }
  }

  /** Replaces owed days of another run. Four service calls. @returns Whether they were still the same. */
  private replace(property: string, id: string, { owed, sent }: Step, run: TransferRun): boolean {
    const { lock, stores } = this.services;
    return withLock(lock, () => {
      const properties = stores.document.readAll();
      this.remember(properties);
      if (parseOwed(properties[property])?.id !== id) return false;
      const isGone = isAllSent(owed) && owed.history === undefined;
      return this.write(run, {
        ...this.withoutOlderLoads(sent),
        ...(sent ? withoutSent(properties, sent) : {}),
        [property]: isGone ? '' : JSON.stringify(owed),
      });
    });
  }

  private remember(changes: Properties): KnownDocument {
    const { properties, zone } = this.known;
    this.known = { properties: { ...properties, ...changes }, zone };
    return this.known;
  }

  /** Shows the line on the status sheet, if there is one and it changed. Two service calls. Never fails. */
  private show(before: string | undefined): void {
    if (this.known.properties[PROPERTY.lines] === before) return;
    const { sheets, calendar, stores } = this.services;
    try {
      // Other runs may have refreshed reports meanwhile.
      const state = readDocumentState(stores.document.readAll());
      writeStatusSheet({ sheets, calendar }, state, this.known.zone);
    } catch {
      // The next refresh shows it.
    }
  }

  /**
   * What to store so that no load of an earlier run puts older rows in the place of these: its days are fetched again.
   * That matters on days that have no records any longer; of others the warehouse keeps what was fetched last.
   */
  private withoutOlderLoads(sent: NewerDays | undefined): Properties {
    const { properties } = this.known;
    if (sent === undefined) return {};
    const history = historyOf(properties);
    const older = [...listOwed(properties), ...(history ? [history] : [])].filter(({ owed: { load } }) => {
      if (load === null || load.connection !== sent.connection || load.at >= sent.at) return false;
      return overlap(load, sent) !== undefined;
    });
    return Object.fromEntries(
      older.map(({ property, owed }) => [property, JSON.stringify({ ...owed, load: null })]),
    );
  }
}

/** One run. */
interface TransferRun {
  readonly sender: DaysSender;
  readonly notes: TransferNotes;
  /** Whether a person waits: then a load of an earlier run is waited for, too. */
  readonly isPatient: boolean;
  /** Until when a job may be waited for. Milliseconds since 1970. */
  wait(): number;
  /** Whether another transfer may begin. */
  hasTime(): boolean;
}

/** What one step made of owed days, and whether to go on: with them (`no`), with others (`this`), or not in this run. */
interface Step {
  readonly owed: OwedDays;
  readonly stop: 'no' | 'this' | 'run';
  /** What was sent, or is on its way. */
  readonly sent?: NewerDays;
}

/** Days whose rows are newer than those of some loads. */
interface NewerDays extends DateRange {
  readonly connection: string;
  /** When they were fetched. Milliseconds since 1970. */
  readonly at: number;
}

/** Rows that were fetched again. */
interface Fetched {
  readonly connection: Connection;
  readonly report: KeptReport;
  readonly named: NamedConnection;
}

/** Whether the rows are shift records: other reports have no day to replace. */
function hasShifts({ fields }: KeptReport): boolean {
  return SHIFT_FULFILMENT_FIELDS.every(({ name }, column) => fields[column]?.name === name);
}

function frameOf({ name, employer }: NamedConnection, { generatedAt, fetchedAt }: KeptReport): LineFrame {
  return {
    connection: name,
    employer,
    generatedAt: generatedAt === null ? null : new Date(generatedAt).toISOString(),
    refreshedAt: new Date(fetchedAt).toISOString(),
  };
}

/** The days to fetch at once: of a refresh the first, of history the last, within one month. */
function pieceOf({ from, to, history }: OwedDays): DateRange {
  if (history === undefined) return { from, to: Math.min(to, from + HISTORY_DAYS - 1) };
  return { from: Math.max(from, to - history.days + 1, startOfMonth(to)), to };
}

/** Of history, as many days as have fewer rows than one load, by those just fetched. */
function withPace(owed: OwedDays, piece: DateRange, rows: number): OwedDays {
  if (owed.history === undefined) return owed;
  const days = Math.floor((ROWS_A_LOAD * dayCount(piece)) / Math.max(1, rows));
  return { ...owed, history: { ...owed.history, days: Math.min(Math.max(1, days), HISTORY_DAYS) } };
}

function owedDaysOf(properties: Properties): number {
  return countDays(listOwed(properties).map(({ owed }) => owed));
}

function describeOther({ report, connection, from, to }: OwedDays): string {
  const days = describeRange({ from, to });
  return report === ''
    ? `Send history again: the connection has changed, so ${days} were not sent`
    : `Connect ${connection} again and send history: the connection has changed, so ${days} were not sent`;
}

/**
 * What to store once some of these days go to the warehouse: earlier notes that they were sent are cleared, or rows that
 * change back would count as sent.
 */
function withoutSent(
  properties: Properties,
  { connection, from, to }: Pick<OwedDays, 'connection' | 'from' | 'to'>,
): Properties {
  const changed = Object.keys(properties).filter((name) => {
    if (!name.startsWith(WAREHOUSE_PROPERTY.sent(''))) return false;
    const sent = parseSent(properties[name]);
    return sent?.connection === connection && overlap(sent, { from, to }) !== undefined;
  });
  return Object.fromEntries(changed.map((name) => [name, '']));
}
