import { secondsOfRun } from '../../budget';
import { type DateRange, isOn, shortDay, type WeekStart } from '../../calendar/calendar-date';
import { type Connection, weekStartIn } from '../../employer-api/connection';
import { ReportError, toReportError } from '../../employer-api/errors';
import { DAY_COLUMN, type ShiftRow } from '../../employer-api/shift-records';
import { SHIFT_FULFILMENT_REPORT } from '../../employer-api/shift-report';
import { shownCount, shownNumber } from '../../employer-api/text';
import { parseKeptDefinitions } from '../../figures/definitions';
import { findMeasure, type Measure } from '../../figures/measures';
import { filterRows } from '../../figures/row-filter';
import { whyTheWeekMoved } from '../../figures/why-it-moved';
import {
  CONFIRM_INTERVALS,
  CONFIRM_MILLIS,
  INTERVAL_MILLIS,
  LONGEST_KEPT_MILLIS,
  STAGED_COPY_MILLIS,
} from '../../limits';
import { compareRows, describeChanges } from '../changes/changes-sheet';
import { fetchDays, totalDays } from '../fetching/fetch-days';
import { joinDays, type KeptReport } from '../fetching/kept-rows';
import { noteKeys, notesAreDue, noteTaker } from '../notes/notes';
import type { Properties, ReportSheets } from '../ports';
import { activityProperty, logStarted, type RefreshStart } from '../saved/activity-log';
import { type DocumentState, type Lease, PROPERTY, propertiesUnder } from '../saved/document-state';
import { failedChecks, learnedFrom, parseSeenNames } from '../saved/learned';
import {
  checkQuestion,
  columnsOf,
  figuresOfReport,
  layOutReport,
  noteHeadings,
  type QuestionTable,
  readCriteria,
  readReportQuestion,
} from '../saved/report-question';
import {
  type Audience,
  findConnection,
  holdsOtherEmployer,
  holdsOthersRows,
  keptHistory,
  ownerAnswered,
  ownerOf,
  type RowOwner,
  replacesRealRows,
} from '../saved/saved-connection';
import {
  describeContent,
  type FailedCheck,
  hashQuestion,
  type RefreshCursor,
  reportRange,
  type SavedReport,
  type TableContent,
} from '../saved/saved-report';
import { hashTable, headingsOf, notePlace, type SheetRow } from '../sheet/cells';
import {
  type FoundTable,
  findTable,
  type HeadingRow,
  occupied,
  type PreparedTable,
  prepareTable,
  rowCount,
  type StagingOptions,
  type TableDraft,
} from '../sheet/report-table';
import { cellReader } from '../sheet/sheets';
import { keepSnapshot, parseSnapshotPlaces, type SnapshotKept } from '../sheet/snapshots';
import { type PreparedStatusSheet, prepareStatusSheet } from '../status/status-sheet';
import { readTargetsSheet } from '../targets/targets-sheet';
import {
  type BegunRun,
  commitTable,
  failedRun,
  RETRIED_WITHOUT_A_PERSON,
  recordEnd,
  requireStill,
} from './commit';
import { type FollowedRefresh, type Inspection, type RefreshInspector, shownRange } from './followed-refresh';
import {
  daysToRead,
  daysWithHistory,
  describeOlderRows,
  historyAfter,
  type MergedTable as MergedRows,
  mergeHistory,
  readDays,
  type TableDays,
} from './history';
import { type LeasedReport, type RefreshServices, takeLease } from './lease';
import { afterWrite, askAbout, describeBlank, findLoss, findLostMonth, type ShiftTable } from './loss-guard';

/** The result of a refresh. */
export interface RefreshedReport {
  /** The document's state after it. */
  readonly state: DocumentState;
  /** The progress in words, if it continues in the next run; `undefined` if the table is written. */
  readonly progress: string | undefined;
  /** Sentences of followers for the person. */
  readonly sentences: readonly string[];
}

/**
 * Refreshes one report: everything is fetched and checked before a cell is changed, one operation writes, and one property
 * write commits. If the time of this run is too short, the next one goes on from the days that came.
 *
 * The lock is held for moments only, never while a report is requested or a sheet is read; a lease keeps other refreshes
 * away in between.
 *
 * @param options.confirmed Whether a person has confirmed the new table.
 * @param options.runId Of the run over several reports that it is part of.
 * @throws {ReportError} With the old table unchanged and the failure recorded with the report and on the status sheet;
 *   `held_back` if the new table needs confirmation; `changed_meanwhile`; `busy`, with nothing changed, if another refresh
 *   runs or the time is up.
 */
export function refreshReport(
  services: RefreshServices,
  reportId: string,
  by: Lease['by'],
  {
    confirmed = false,
    runId = services.makeId(),
  }: { readonly confirmed?: boolean; readonly runId?: string } = {},
): RefreshedReport {
  const { clock } = services;
  const run = begin(services, reportId, by, runId);
  // With what the next run goes on: if nobody has to do anything first, and in any case.
  let cursor: RefreshCursor | null = null;
  let left: RefreshCursor | null = null;
  try {
    const claimed = claim(services, run, confirmed);
    cursor = claimed.cursor;
    const fetched = fetchRows(services, claimed);
    if ('left' in fetched) {
      left = fetched.left;
      if (fetched.isStuck) throw fetched.cause;
      return { ...pause(services, claimed, fetched), sentences: [] };
    }
    const made = layOut(services, fetched);
    const merged = made.isShown ? undefined : mergeKept(services, fetched, made);
    const question = questionBefore(fetched, made, merged);
    if (question !== undefined) {
      left = { ...claimed.cursor, until: confirmableUntil(run.state, clock.now()), held: question };
      throw new ReportError('held_back', { sentence: question });
    }
    const ready = prepare(services, fetched, made, merged);
    const { state, followed } = commit(services, ready);
    const sentences = services.followers.flatMap((follower) => follower.follow(followed, state));
    return { state, progress: undefined, sentences };
  } catch (error) {
    const failure = toReportError(error);
    const goesOn = left ?? (RETRIED_WITHOUT_A_PERSON.includes(failure.code) ? cursor : null);
    try {
      recordEnd(services, run, failedRun(failure, clock.now()), goesOn);
    } catch {
      // The failure itself matters more than recording it; the lease expires.
    }
    throw error;
  }
}

/** A refresh that has the lease. */
interface StartedRefresh extends LeasedReport {
  readonly start: RefreshStart;
  /** The spreadsheet's time zone; `undefined` if it could not be read. */
  readonly zone: string | undefined;
}

/**
 * Takes the lease and logs the start. Five service calls. The time zone is read before the lock: that read waits for
 * running formulas, and these may wait for the lock.
 */
function begin(services: RefreshServices, reportId: string, by: Lease['by'], id: string): StartedRefresh {
  let zone: string | undefined;
  try {
    zone = services.calendar.zone();
  } catch {
    // The run fails below, where the failure is recorded.
  }
  const start = { id, by, at: services.clock.now() };
  const leased = takeLease(services, reportId, by, (state, { sheet }) => {
    const activity = logStarted(state, { ...start, sheet });
    return { state: { ...state, activity }, changes: activityProperty(activity) };
  });
  return { ...leased, zone, start: { ...start, sheet: leased.saved.sheet } };
}

/** What a refresh asks for. */
interface ClaimedRefresh extends StartedRefresh, BegunRun {
  readonly zone: string;
  readonly connection: Connection;
  readonly audience: Audience;
  /** Whose rows it fetches, as far as the connection says. */
  readonly owner: RowOwner;
  readonly weekStart: WeekStart;
  /** The day on which it began; it stays the same past midnight. */
  readonly today: number;
  readonly confirmed: boolean;
  /** The days of the report's period. */
  readonly asked: DateRange;
  /** The days to fetch, in order: those asked for, and more of a table that keeps history. */
  readonly ranges: readonly DateRange[];
  readonly cursor: RefreshCursor;
  /** Whether it goes on from no earlier run. */
  readonly isNew: boolean;
  /** The table that keeps history, where it stands, and the days of its rows. */
  readonly kept: { readonly found: FoundTable; readonly days: TableDays | undefined } | undefined;
}

/**
 * Finds out what to ask for. No service call; for a table that keeps history, it is found and its days are read.
 *
 * @throws {ReportError} `settings_missing`, `invalid_option`, `invalid_settings`, `sheet_blocked`
 */
function claim(services: RefreshServices, run: StartedRefresh, confirmed: boolean): ClaimedRefresh {
  const { calendar, stores, digest, clock } = services;
  const { saved, properties, lease } = run;
  const zone = run.zone ?? calendar.zone();
  const { connection, audience } = findConnection(properties, stores);
  const { fingerprint, region } = connection;
  const owner = ownerOf(connection);
  const weekStart = weekStartIn(region);
  const today = calendar.today(zone);
  checkQuestion(saved);
  refuseMixedSampleData(saved, owner);
  const asked = reportRange(saved, today, weekStart);
  const kept = saved.mode === 'history' ? findKept(services, run, zone) : undefined;
  const { history } = keptHistory(saved, owner);
  const ranges =
    saved.mode === 'history' ? daysToRead(history, asked, kept?.days, saved.period !== 'custom') : [asked];
  const questionHash = hashQuestion(saved, fingerprint, digest);
  const before = resumable(saved, questionHash, confirmed, clock.now());
  const now = clock.now();
  const cursor = before ?? {
    asked: questionHash,
    since: now,
    until: now + LONGEST_KEPT_MILLIS,
    days: 0,
    most: saved.cursor?.asked === questionHash ? saved.cursor.most : 0,
    progress: '',
    held: '',
  };
  const about = { connection, audience, fingerprint, owner, weekStart, questionHash };
  return {
    ...run,
    ...about,
    zone,
    today,
    lease,
    confirmed,
    asked,
    ranges,
    kept,
    cursor,
    isNew: before === undefined,
  };
}

/** Refuses to mix sample rows with kept real rows, which Undo could not separate. */
function refuseMixedSampleData(saved: SavedReport, owner: RowOwner): void {
  if (saved.mode !== 'history' || !replacesRealRows(saved, owner)) return;
  const sentence = `Connect with your own credentials first: “${saved.sheet}” keeps history, which sample rows would spoil`;
  throw new ReportError('invalid_settings', { sentence });
}

/** The table that keeps history, before its first write none. */
function findKept({ sheets, calendar }: RefreshServices, { saved, lease }: LeasedReport, zone: string) {
  if (saved.headings.length === 0) return undefined;
  const wanted = wantedRow(saved, readReportQuestion(saved));
  const found = findTable(sheets, saved, wanted, lease.by !== 'schedule');
  return { found, days: readDays(found, saved, cellReader(calendar, zone)) };
}

/**
 * The unfinished refresh of the same question to continue. One that was held back continues only if confirmed; otherwise
 * its days are fetched again, because the service may have corrected them.
 */
function resumable(
  { cursor }: SavedReport,
  questionHash: string,
  confirmed: boolean,
  now: number,
): RefreshCursor | undefined {
  if (cursor?.asked !== questionHash || cursor.since > now || now >= cursor.until) return undefined;
  return cursor.held === '' || confirmed ? cursor : undefined;
}

/** Until when a table that was held back may be confirmed. Milliseconds since 1970. */
function confirmableUntil({ schedule: { every } }: DocumentState, now: number): number {
  return now + Math.max(CONFIRM_MILLIS, every === 'off' ? 0 : CONFIRM_INTERVALS * INTERVAL_MILLIS[every]);
}

/** The rows are here. */
interface FetchedRefresh extends ClaimedRefresh {
  /** The rows of the days asked for and, of a table that keeps history, of the other days that were fetched. */
  readonly report: KeptReport;
}

/** How far a refresh came. */
interface UnfinishedRefresh {
  readonly left: RefreshCursor;
  /** Whether an earlier run came as far: then this one failed. */
  readonly isStuck: boolean;
  /** The failure that stopped it; `undefined` if it goes on, because the time was up. */
  readonly cause: ReportError | undefined;
}

/** @throws {ReportError} Why no further day came. */
function fetchRows(
  { fetchingFor, budget }: RefreshServices,
  claimed: ClaimedRefresh,
): FetchedRefresh | UnfinishedRefresh {
  const { connection, audience, ranges, cursor, isNew, zone, owner } = claimed;
  const { since } = cursor;
  const found = fetchDays(fetchingFor(audience), budget, {
    ...{ kind: SHIFT_FULFILMENT_REPORT, connection, ranges, since, isNew },
    zone: () => zone,
  });
  const { why, reports = [], missing, isTimeUp, hasBrought } = found;
  const [first, ...others] = reports;
  if (why === undefined && first !== undefined) {
    const last = reports[reports.length - 1] ?? first;
    const range = { from: first.range.from, to: last.range.to };
    const report = others.length === 0 ? first : { ...joinDays(range, reports), range };
    return { ...claimed, owner: ownerAnswered(owner, connection.region, report.employer), report };
  }
  const [all, days] = [totalDays(ranges), totalDays(ranges) - totalDays(missing)];
  const progress = `${shownNumber(days)} of ${shownCount(all, 'day')}`;
  if (!hasBrought || days <= cursor.days) {
    if (why === undefined || why.code === 'busy') throw new ReportError('busy');
    // The next run starts over.
    const left = { ...cursor, until: 0, days: 0, most: Math.max(cursor.most, days) };
    return { left, isStuck: true, cause: why };
  }
  const left = { ...cursor, days, most: Math.max(cursor.most, days), progress };
  // Not on its way a second time to where it has been.
  const isStuck = days <= cursor.most;
  const sentence = `Choose fewer days: the service answers too slowly for ${shownCount(all, 'day')}`;
  const tooSlow = isStuck ? new ReportError('upstream_timeout', { sentence }) : undefined;
  return { left, isStuck, cause: isTimeUp ? tooSlow : why };
}

/** Leaves the remaining days to the next run: everything fetched is kept, the table is unchanged. */
function pause(
  services: RefreshServices,
  claimed: ClaimedRefresh,
  { left, cause }: Pick<UnfinishedRefresh, 'left' | 'cause'>,
): { readonly state: DocumentState; readonly progress: string } {
  const message = `Fetched ${left.progress} so far. The next refresh continues from there.`;
  const lastRun = {
    outcome: 'unfinished' as const,
    finishedAt: services.clock.now(),
    message: [message, cause?.message].filter(Boolean).join(' '),
    correlationId: cause?.detail.correlationId ?? '',
  };
  return { state: recordEnd(services, claimed, lastRun, left), progress: left.progress };
}

/** A new table, before it is known what becomes of the old one. */
interface NewTable {
  /** What was fetched, laid out as the report asks. */
  readonly table: QuestionTable;
  readonly hash: string;
  /** The shifts behind it. */
  readonly shifts: ShiftTable;
  /** Findings for a person to look into. */
  readonly checks: readonly FailedCheck[];
  /** Whether the sheet should already show exactly this, and no person asked for the refresh. */
  readonly isShown: boolean;
}

function layOut(services: RefreshServices, fetched: FetchedRefresh): NewTable {
  const { digest, sheets } = services;
  const { saved, report, lease, owner, today, properties, kept, ranges } = fetched;
  const facts = tableFacts(services, fetched);
  const table = layOutReport(saved, report, facts);
  const headings = [...headingsOf(table.columns), ...noteHeadings(saved)];
  const hash = hashTable(digest, table);
  const isSame =
    saved.content?.hash === hash &&
    saved.nextHeadings.length === 0 &&
    JSON.stringify(headings) === JSON.stringify(saved.headings);
  const isThere = saved.sheetId !== null && sheets.byId(saved.sheetId) !== undefined;
  // A kept month with other rows than were written is among the days to fetch.
  const isKept = kept === undefined || ranges.length === 1;
  const isDue = noteHeadings(saved).length > 0 && notesAreDue(properties, today, saved.id);
  const { venue, area, role } = saved;
  const employer = owner.employer ?? saved.content?.employer;
  const rows = filterRows(report.rows, readCriteria(saved));
  const newest = ranges[ranges.length - 1] ?? report.range;
  const shifts = {
    asked: digest(JSON.stringify([venue, area, role, owner.sample ?? employer])),
    range: newest,
    fields: report.fields.map(({ name }) => name),
    rows: rows.filter((row) => !isElsewhere(row, newest)),
  };
  const isShown = lease.by === 'schedule' && isSame && isThere && isKept && !isDue;
  // Not done under the lock, because comparing names with each other takes time.
  return { table, hash, shifts, checks: failedChecks(shifts.rows, today), isShown };
}

/** True if a row is of a day that is not among those asked for. */
function isElsewhere(row: ShiftRow, range: DateRange): boolean {
  const day = row[DAY_COLUMN];
  return typeof day === 'number' && !isOn(day, range);
}

function tableFacts({ packer }: RefreshServices, fetched: FetchedRefresh) {
  const { properties, fingerprint, zone, today, weekStart, connection, report } = fetched;
  return {
    ...{ zone, today, weekStart, range: report.range, region: connection.region, fingerprint },
    keptDefinitions: parseKeptDefinitions(properties[PROPERTY.definitions], fingerprint),
    seenNames: () => parseSeenNames(properties[PROPERTY.names], fingerprint, packer),
  };
}

/**
 * What a person has to confirm before the new table replaces the old one: one sentence, remedy first, without a full
 * stop; `undefined` if nothing, or if it was confirmed.
 */
function questionBefore(
  { saved, owner, confirmed }: FetchedRefresh,
  made: NewTable,
  merged: MergedTable | undefined,
): string | undefined {
  const question = ownerQuestion(saved, owner) ?? lossQuestion(saved, made, merged);
  return confirmed && (saved.cursor?.held || question) === question ? undefined : question;
}

/**
 * Kept days cannot be fetched again by another connection, and may not stay beside its rows.
 */
function ownerQuestion(saved: SavedReport, owner: RowOwner): string | undefined {
  if (replacesRealRows(saved, owner)) return askAbout('sample rows would replace real ones');
  if (saved.mode !== 'history' || !holdsOtherEmployer(saved, owner)) return undefined;
  return askAbout('the kept days of another employer would be deleted for good');
}

/** A table equal to the one in place is never held. */
function lossQuestion(
  { written, content }: SavedReport,
  { shifts, hash }: NewTable,
  merged: MergedTable | undefined,
): string | undefined {
  if (content?.hash === hash || written?.asked !== shifts.asked) return undefined;
  const lost = findLoss(written, shifts) ?? (merged && findLostMonth(merged.daysBefore, merged.days));
  return lost === undefined ? undefined : askAbout(lost);
}

/** The rows of a table that keeps history, with the kept ones; `undefined` for any other. Up to seven service calls. */
function mergeKept(
  services: RefreshServices,
  fetched: FetchedRefresh,
  { table }: NewTable,
): MergedTable | undefined {
  const { saved, ranges, zone, owner, kept, lease } = fetched;
  if (saved.mode !== 'history') return undefined;
  const found =
    kept?.found ?? findTable(services.sheets, saved, wantedRow(saved, table), lease.by !== 'schedule');
  // Rows of another owner don't stay beside these.
  const isReplaced = holdsOthersRows(saved, owner) || replacesRealRows(saved, owner);
  const options = { ranges: isReplaced ? ALL_DAYS : ranges, calendar: services.calendar, zone };
  return { ...mergeHistory(found, saved, kept?.days, table, options), found };
}

/** The rows of a table that keeps history, and where it stands. */
interface MergedTable extends MergedRows {
  readonly found: FoundTable;
}

const ALL_DAYS: readonly DateRange[] = [{ from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }];

/** The heading row of a new table, and its notes. */
function wantedRow(
  saved: SavedReport,
  { columns, fields }: Pick<QuestionTable, 'columns' | 'fields'>,
): HeadingRow {
  const notes = noteHeadings(saved);
  return { headings: [...headingsOf(columns), ...notes], noted: notePlace(fields, notes) };
}

/** A table that is ready to be written. */
interface ReadyRefresh extends FetchedRefresh {
  readonly made: NewTable;
  /** `undefined` if the sheet shows it already. */
  readonly prepared: PreparedTable | undefined;
  /** What was kept for Undo; `undefined` if nothing changed. */
  readonly snapshot: SnapshotKept | undefined;
  /** The prepared status sheet. */
  readonly room: PreparedStatusSheet;
  /** The days of all rows of a table that keeps history. */
  readonly days: TableDays | undefined;
  /** What changed, in words. */
  readonly changes: string;
  /** The property `targets`, where it changes. */
  readonly targets: string | undefined;
}

/**
 * Finds the table, merges its history, keeps what is replaced for Undo, and checks everything that may prevent the write.
 *
 * @throws {ReportError} `sheet_blocked`; `range_too_large`; `write_timeout`; `changed_meanwhile`
 */
function prepare(
  services: RefreshServices,
  fetched: FetchedRefresh,
  made: NewTable,
  merged: MergedTable | undefined,
): ReadyRefresh {
  const { sheets } = services;
  const { saved, lease, state, kept } = fetched;
  const mayReplace = lease.by !== 'schedule';
  if (made.isShown) {
    const unchanged = { prepared: undefined, snapshot: undefined, changes: '', days: kept?.days };
    const room = prepareStatusSheet(services, state, mayReplace);
    return { ...fetched, made, ...unchanged, room, targets: targetsOf(services, fetched) };
  }
  const { columns, fields } = made.table;
  refuseOthersSheet(sheets, fetched);
  // No sheet is made for a report that was removed in the meantime.
  if (saved.sheetId === null || state.statusSheet === undefined)
    requireStill(services, fetched, 'Refresh again');
  const wanted = wantedRow(saved, made.table);
  const found = merged?.found ?? findTable(sheets, saved, wanted, mayReplace);
  const { rows, head } = merged ?? { rows: made.table.rows, head: 0 };
  const draft: TableDraft = { columns, rows, head, fields, notes: wanted.noted };
  const old = merged?.before ?? readOld(services, fetched, found, made);
  const snapshot = keepForUndo(services, fetched, made, { found, merged, old });
  const changes = describeReplaced(fetched, made, old, rows);
  const room = prepareStatusSheet(services, state, mayReplace);
  const targets = targetsOf(services, fetched);
  const options = { staging: stagingOptions(services), takeNotes: notesOf(services, fetched), mayReplace };
  const prepared = prepareTable(sheets, saved, found, draft, options);
  return { ...fetched, made, prepared, snapshot, changes, days: merged?.days, room, targets };
}

/** Refuses the sheet of another report, which people may have given this name. @throws {ReportError} `sheet_blocked` */
function refuseOthersSheet(sheets: ReportSheets, { saved, state }: FetchedRefresh): void {
  const own = saved.sheetId === null ? undefined : sheets.byId(saved.sheetId);
  const sheet = own ?? sheets.byName(saved.sheet);
  const isOthers = state.reports.some(
    ({ id, sheetId }) => id !== saved.id && sheetId !== null && sheetId === sheet?.id,
  );
  if (isOthers) occupied(saved.sheet);
}

/** The rows that the sheet shows, in the columns that it has; `undefined` if they need not be known. One service call. */
function readOld(
  { calendar }: RefreshServices,
  { saved, zone }: FetchedRefresh,
  found: FoundTable,
  { hash }: NewTable,
): SheetRow[] | undefined {
  const rows = rowCount(found);
  const isKnown =
    saved.fields.length > 0 && JSON.stringify(found.headings) === JSON.stringify(saved.headings);
  if (saved.content === null || saved.content.hash === hash || !isKnown || rows === 0) return undefined;
  const { row, column } = found.block;
  const value = cellReader(calendar, zone);
  return found.sheet.readBlock(row + 1, column, rows, saved.fields.length).map((line) => line.map(value));
}

/** Keeps what the refresh replaces, if it changes something. One service call. */
function keepForUndo(
  services: RefreshServices,
  { saved, properties, ranges }: FetchedRefresh,
  { table, hash }: NewTable,
  { found, merged, old }: ReplacedRows,
): SnapshotKept | undefined {
  const { content, history, written, fields } = saved;
  if (content === null || content.hash === hash || old === undefined) return undefined;
  const { from, to, generatedAt, source = '' } = content;
  const shown = merged ? table : { fields, columns: columnsOf(fields, found.headings) };
  return keepSnapshot(services, parseSnapshotPlaces(properties[PROPERTY.snapshots]), saved, {
    table: { columns: shown.columns, rows: old },
    fields: shown.fields,
    source,
    since: merged && merged.head > 0 ? (ranges[0]?.from ?? null) : null,
    about: JSON.stringify({ from, to, generatedAt, history, written }),
  });
}

/** The rows that a refresh replaces. */
interface ReplacedRows {
  readonly found: FoundTable;
  readonly merged: MergedTable | undefined;
  /** `undefined` if they need not be known. */
  readonly old: readonly SheetRow[] | undefined;
}

/** What the new rows change, in words; empty if there is nothing to compare. */
function describeReplaced(
  { saved, owner, report }: FetchedRefresh,
  { table, hash }: NewTable,
  old: readonly SheetRow[] | undefined,
  rows: readonly SheetRow[],
): string {
  const isOthers = holdsOtherEmployer(saved, owner) || replacesRealRows(saved, owner);
  if (old === undefined || saved.content?.hash === hash || isOthers) return '';
  const fields = saved.mode === 'history' ? table.fields : saved.fields;
  return describeChanges(compareRows({ fields, rows: old }, { fields: table.fields, rows }, report.range));
}

/** A sheet that cannot be read keeps no table from being written: the lines of the last refresh stay. */
function targetsOf(services: RefreshServices, { properties, zone }: FetchedRefresh): string | undefined {
  try {
    return readTargetsSheet(services, { stored: properties[PROPERTY.targets], zone });
  } catch {
    return undefined;
  }
}

/** Takes the notes of a report's table to their new rows. */
export function notesOf(
  { sheets, calendar, clock }: RefreshServices,
  {
    saved,
    properties,
    zone,
    owner,
  }: Pick<LeasedReport, 'saved' | 'properties'> & { zone: string; owner?: RowOwner },
) {
  const today = calendar.today(zone);
  const context = { sheets, calendar, clock, properties, zone, today, id: saved.id, report: saved.sheet };
  return noteTaker({ ...context, ...noteKeys(saved, owner) });
}

/** How a run stages the rows of a large table. */
export function stagingOptions({ directWriteCells, clock, budget }: RefreshServices): StagingOptions {
  const deadline = budget.deadline - secondsOfRun(budget.surface) * 1000 + STAGED_COPY_MILLIS;
  return { directWriteCells, clock, deadline };
}

/** Writes the table and records it. */
function commit(
  services: RefreshServices,
  ready: ReadyRefresh,
): { readonly state: DocumentState; readonly followed: FollowedRefresh } {
  const { prepared, snapshot, room, zone, start, report, properties: before } = ready;
  let followed: FollowedRefresh | undefined;
  const table = { table: prepared, snapshot, room, zone, remedy: 'Refresh again' };
  const state = commitTable(services, ready, table, (stored, advice, properties) => {
    const { content, history, older } = contentOf(services, ready, stored);
    const refresh = followedBy(services, ready, stored, properties);
    const { sentences, changes } = inspectAll(services.inspectors, refresh);
    const message = messageOf(ready, stored, { content, older, advice, news: sentences });
    const { correlationId } = report;
    const finishedAt = services.clock.now();
    const done: SavedReport = {
      ...stored,
      content: { ...content, why: whyOfRefresh(refresh) },
      written: afterWrite(stored.written, ready.made.shifts, ready.confirmed),
      cursor: null,
      history,
      fields: [...ready.made.table.fields],
      lastRun: { outcome: 'refreshed', finishedAt, message, correlationId },
      undo: snapshot ? snapshot.pointer : stored.undo,
    };
    const end = { ...start, at: finishedAt, outcome: 'refreshed' as const, sentence: message, correlationId };
    const news = sentences.length === 0 ? {} : { news: sentences.join(' ') };
    const targets = ready.targets === undefined ? {} : { [PROPERTY.targets]: ready.targets };
    const { fingerprint, today } = ready;
    const learned = learnedFrom(report.rows, before, { fingerprint, packer: services.packer, today });
    const more = { ...learned, ...changes, ...targets };
    followed = { ...refresh, saved: done, properties: { ...properties, ...more } };
    return { done, end: { ...end, ...news }, more };
  });
  const found = propertiesUnder(followed?.properties ?? {}, PROPERTY.alert(''));
  return {
    state: { ...state, alerts: { ...state.alerts, ...found } },
    followed: followed as FollowedRefresh,
  };
}

/** The content of a written table, its history, and a sentence about rows of an earlier question. */
function contentOf(
  { clock }: RefreshServices,
  ready: ReadyRefresh,
  { content: before, history: known, mode }: SavedReport,
): Pick<SavedReport, 'history'> & { readonly content: TableContent; readonly older: string } {
  const { report, made, owner, fingerprint, today, ranges, asked, days, prepared, saved } = ready;
  const refreshedAt = clock.now();
  const rows = made.shifts.rows.length;
  const isWhole = rows === report.rows.length;
  const empty = isWhole ? report.emptyCount : countEmpty(made.shifts.rows, report);
  const content: TableContent = {
    refreshedAt,
    generatedAt: report.generatedAt,
    rows: prepared ? prepared.block.rows - 1 : (before?.rows ?? 0),
    ...asked,
    // Issues other than empty values are all counted: the rows they belong to are unknown.
    issues: report.issueCount - report.emptyCount + empty,
    empty,
    checks: [...made.checks],
    hash: made.hash,
    changedAt: before?.hash === made.hash ? before.changedAt : refreshedAt,
    source: fingerprint,
    ...owner,
  };
  if (mode !== 'history' || days === undefined) return { content, history: null, older: '' };
  const history = historyAfter(keptHistory({ ...saved, history: known }, owner).history, ranges, days, today);
  return {
    content: { ...content, ...daysWithHistory(asked, days) },
    history,
    older: describeOlderRows(history, days),
  };
}

/** How many values of these rows the service left empty. An absent value may also be an invalid one, so at most all. */
function countEmpty(rows: readonly ShiftTable['rows'][number][], { emptyCount }: KeptReport): number {
  const without = rows.reduce((sum, row) => sum + row.filter((value) => value === null).length, 0);
  return Math.min(without, emptyCount);
}

/** The sentences of the run, in the order of their weight. */
function messageOf(
  { report, made, prepared, snapshot, changes, room, saved, today }: ReadyRefresh,
  { content: before }: SavedReport,
  written: { content: TableContent; older: string; advice: string; news: readonly string[] },
): string {
  const { content, older, advice, news } = written;
  const noun = saved.report === 'shift_fulfilment' ? 'shift' : 'row';
  return [
    describeContent(content, report.issues[0], noun, before),
    describeNothing(content.rows, report, made.table),
    describeBlank(made.shifts, today),
    prepared?.found.sentence ?? '',
    older,
    changes,
    snapshot?.sentence ?? '',
    prepared?.notes?.sentence ?? '',
    room.sentence,
    advice,
    ...news,
  ]
    .filter(Boolean)
    .join(' ');
}

/**
 * What to check if a table has no rows although the service has shifts for these days; otherwise empty.
 *
 * @param rows The number of rows of the table.
 */
export function describeNothing(
  rows: number,
  report: Pick<KeptReport, 'rows'>,
  { unshownNotes }: Pick<QuestionTable, 'unshownNotes'>,
): string {
  if (unshownNotes.length > 0) return `${unshownNotes.join('. ')}.`;
  return rows > 0 || report.rows.length === 0
    ? ''
    : 'Check the venue, area and job title: no shift of these days fits.';
}

/** The input of inspectors and followers. */
function followedBy(
  services: RefreshServices,
  ready: ReadyRefresh,
  saved: SavedReport,
  properties: Properties,
): FollowedRefresh {
  const { report, ranges, owner, lease } = ready;
  const { keptDefinitions, seenNames, ...days } = tableFacts(services, ready);
  const isSample = owner.sample !== undefined;
  return { ...days, ranges, saved, report, keptDefinitions, seenNames, isSample, by: lease.by, properties };
}

/** The findings of all inspectors, in order. */
function inspectAll(inspectors: readonly RefreshInspector[], refresh: FollowedRefresh): Inspection {
  const found = inspectors.map((inspector) => inspector.inspect(refresh));
  const changes: Record<string, string> = Object.assign({}, ...found.map((one) => one.changes));
  return { changes, sentences: found.flatMap(({ sentences }) => sentences) };
}

const MEASURE = findMeasure('true fulfilment %') as Measure;

/**
 * Why true fulfilment of the newest complete week of a refreshed report differs from that of the week before, with the
 * week: `Week of 16 Nov 2026: True fulfilment …`. No service call. Never throws.
 */
function whyOfRefresh(refresh: FollowedRefresh): string | undefined {
  try {
    const { saved, report } = refresh;
    const range = shownRange(refresh);
    const rows = report.rows.filter((row) => !isElsewhere(row, range));
    const figures = figuresOfReport(saved, { rows }, { ...refresh, range }, [MEASURE], false);
    const [request] = figures.requests;
    const why = request && whyTheWeekMoved(figures, request, 'venue');
    return why && why.text !== '' ? `Week of ${shortDay(why.week)}: ${why.text}` : undefined;
  } catch {
    // A table without a sentence is worth more than no table.
    return undefined;
  }
}
