import { secondsOfRun } from '../../budget';
import { type DateRange, isOn, shortDays, type WeekStart } from '../../calendar/calendar-date';
import { type Connection, weekStartIn } from '../../employer-api/connection';
import { ReportError, toReportError } from '../../employer-api/errors';
import { DAY_COLUMN } from '../../employer-api/shift-records';
import { SHIFT_FULFILMENT_REPORT } from '../../employer-api/shift-report';
import { shownCount, shownNumber } from '../../employer-api/text';
import { keepDefinitions, parseKeptDefinitions } from '../../figures/definitions';
import { filterRows } from '../../figures/row-filter';
import { FRESH_MILLIS, LONGEST_KEPT_MILLIS, STAGED_COPY_MILLIS } from '../../limits';
import { compareRows, describeChanges } from '../changes/changes-sheet';
import { fetchDays, outOfTime, totalDays } from '../fetching/fetch-days';
import { joinDays, type KeptReport } from '../fetching/kept-rows';
import { noteKeys, notesAreDue, noteTaker } from '../notes/notes';
import type { Properties } from '../ports';
import type { RefreshStart } from '../saved/activity-log';
import { type DocumentState, type Lease, PROPERTY } from '../saved/document-state';
import { addSeenNames, packSeenNames, parseSeenNames } from '../saved/names';
import {
  checkQuestion,
  columnsOf,
  layOutReport,
  noteHeadings,
  type QuestionTable,
  readCriteria,
  readReportQuestion,
} from '../saved/report-question';
import {
  type Audience,
  findConnection,
  holdsOthersRows,
  ownerAnswered,
  ownerOf,
  type RowOwner,
} from '../saved/saved-connection';
import {
  formatAboutTable,
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
} from '../sheet/report-table';
import { cellReader } from '../sheet/sheets';
import { keepSnapshot, type SnapshotKept } from '../sheet/snapshots';
import { type PreparedStatusSheet, prepareStatusSheet } from '../status/status-sheet';
import { describeMistakes, readTargetsSheet } from '../targets/targets-sheet';
import { describeChecks } from './checks';
import { type BegunRun, commitTable, recordEnd, requireStill } from './commit';
import type { FollowedRefresh } from './followed-refresh';
import {
  countMonths,
  daysToRead,
  daysWithHistory,
  historyAfter,
  type MergedTable,
  mergeHistory,
  readDays,
  readRows,
  type TableDays,
} from './history';
import { type LeasedReport, type RefreshServices, takeLease } from './lease';
import { afterWrite, askAbout, findLoss, findLostMonth, type ShiftTable } from './loss-guard';

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
  const run = begin(services, reportId, by, runId);
  let asked: AskedRefresh | undefined;
  // Where the next run goes on, or what a person has to confirm.
  let left: RefreshCursor | undefined;
  try {
    asked = claim(services, run, confirmed);
    const fetched = fetchRows(services, asked);
    if ('left' in fetched) {
      left = fetched.left;
      if (fetched.isStuck) throw fetched.cause ?? new ReportError('busy');
      return pause(services, run, fetched);
    }
    const made = makeTable(services, asked, fetched);
    const question = questionBefore(asked, made);
    if (question !== undefined) {
      left = { ...asked.cursor, held: question };
      throw new ReportError('held_back', { sentence: question });
    }
    const { state, followed } = commit(services, asked, made, prepare(services, asked, made));
    const sentences = services.followers.flatMap((follower) => follower.follow(followed, state));
    return { state, progress: undefined, sentences };
  } catch (error) {
    const { code, message, detail } = toReportError(error);
    const outcome = code === 'held_back' ? ('held' as const) : ('failed' as const);
    const end = {
      outcome,
      finishedAt: services.clock.now(),
      message,
      correlationId: detail.correlationId ?? '',
    };
    // After these failures the next run may write the same rows: no person has to do anything.
    const isPassing = ['busy', 'changed_meanwhile', 'platform_unavailable', 'write_timeout'].includes(code);
    try {
      recordEnd(services, run, end, left ?? (isPassing ? asked?.cursor : undefined) ?? null);
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
  const at = services.clock.now();
  const leased = takeLease(services, reportId, by, { id, at });
  return { ...leased, zone, start: { id, at, by, sheet: leased.saved.sheet } };
}

/** What a refresh asks for. */
interface AskedRefresh extends StartedRefresh, BegunRun {
  readonly zone: string;
  readonly connection: Connection;
  readonly audience: Audience;
  readonly weekStart: WeekStart;
  /** The day on which it began; it stays the same past midnight. */
  readonly today: number;
  readonly confirmed: boolean;
  /** The days of the report's period. */
  readonly period: DateRange;
  /** The days to fetch, in order: those of the period, and more of a table that keeps history. */
  readonly ranges: readonly DateRange[];
  readonly cursor: RefreshCursor;
  /** Whether it goes on from no earlier run. */
  readonly isNew: boolean;
  /** The table that keeps history, where it stands, and the days of its rows; `undefined` before its first write. */
  readonly kept: { readonly found: FoundTable; readonly days: TableDays | undefined } | undefined;
}

/**
 * Finds out what to ask for. No service call; for a table that keeps history, it is found and its days are read.
 *
 * @throws {ReportError} `settings_missing`, `invalid_option`, `invalid_settings`, `sheet_blocked`
 */
function claim(services: RefreshServices, run: StartedRefresh, confirmed: boolean): AskedRefresh {
  const { calendar, stores, sheets, digest, clock } = services;
  const { saved, properties, lease } = run;
  const zone = run.zone ?? calendar.zone();
  const { connection, audience } = findConnection(properties, stores);
  const { fingerprint, region } = connection;
  const [weekStart, today, now] = [weekStartIn(region), calendar.today(zone), clock.now()];
  checkQuestion(saved);
  const period = reportRange(saved, today, weekStart);
  const keepsHistory = saved.mode === 'history';
  let kept: AskedRefresh['kept'];
  if (keepsHistory && saved.headings.length > 0) {
    const wanted = wantedRow(saved, readReportQuestion(saved));
    const found = findTable(sheets, saved, wanted, lease.by !== 'schedule');
    kept = { found, days: readDays(found, saved, cellReader(calendar, zone)) };
  }
  const history = holdsOthersRows(saved, ownerOf(connection)) ? null : saved.history;
  const ranges = keepsHistory ? daysToRead(history, period, kept?.days, saved.period !== 'custom') : [period];
  const questionHash = hashQuestion(saved, fingerprint, digest);
  const before = saved.cursor;
  // The days of a table that was held back are fetched again unless it is confirmed: the service may have corrected them.
  const goesOn =
    before?.asked === questionHash &&
    before.since <= now &&
    now < before.since + LONGEST_KEPT_MILLIS &&
    (before.held === '' || confirmed);
  // A run that comes no further than one before has failed, also where it had to start over.
  const days = before?.asked === questionHash ? before.days : 0;
  // Days that a killed run kept need not be asked for again, while they are fresh.
  const killed = run.state.activity.filter(({ sheet }) => sheet === saved.sheet).slice(-2)[0];
  const isLeft = killed?.outcome === 'lost' && killed.at <= now && now < killed.at + FRESH_MILLIS;
  const since = isLeft ? killed.at : now;
  const cursor = goesOn ? before : { asked: questionHash, since, days, progress: '', held: '' };
  const about = { connection, audience, fingerprint, weekStart, questionHash, today, period, ranges };
  return { ...run, ...about, zone, confirmed, kept, cursor, isNew: !goesOn && !isLeft };
}

/** The heading row of a new table, and its notes. */
function wantedRow(
  saved: SavedReport,
  { columns, fields }: Pick<QuestionTable, 'columns' | 'fields'>,
): HeadingRow {
  const notes = noteHeadings(saved);
  return { headings: [...headingsOf(columns), ...notes], noted: notePlace(fields, notes) };
}

/** How far a refresh came. */
interface UnfinishedRefresh {
  readonly left: RefreshCursor;
  /** Whether a run before came as far: then this one has failed. */
  readonly isStuck: boolean;
  /** Why it stopped; `undefined` if the time was up. */
  readonly cause: ReportError | undefined;
}

function fetchRows(
  { fetchingFor, budget }: RefreshServices,
  { connection, audience, ranges, cursor, isNew, zone }: AskedRefresh,
): KeptReport | UnfinishedRefresh {
  const asked = { kind: SHIFT_FULFILMENT_REPORT, connection, ranges, since: cursor.since, isNew };
  const {
    why,
    reports = [],
    missing,
    hasBrought,
  } = fetchDays(fetchingFor(audience), budget, {
    ...asked,
    zone: () => zone,
  });
  const [first] = reports;
  const last = reports[reports.length - 1];
  if (missing.length === 0 && first && last) {
    const range = { from: first.range.from, to: last.range.to };
    return first === last ? first : { ...joinDays(range, reports), range };
  }
  const all = totalDays(ranges);
  const days = all - totalDays(missing);
  const isStuck = !hasBrought || days <= cursor.days;
  const sentence = `Choose fewer days: the service answers too slowly for ${shownCount(all, 'day')}`;
  const tooSlow = hasBrought ? new ReportError('upstream_timeout', { sentence }) : outOfTime();
  // After a failure that brought nothing the next run starts over, at its own hour.
  const isOver = !hasBrought && why !== undefined && why.code !== 'busy';
  const left = {
    ...cursor,
    since: isOver ? 0 : cursor.since,
    days: isOver ? 0 : Math.max(days, cursor.days),
    progress: `${shownNumber(days)} of ${shownCount(all, 'day')}`,
  };
  return { left, isStuck, cause: why ?? (isStuck ? tooSlow : undefined) };
}

/** Leaves the remaining days to the next run: everything fetched is kept, the table is unchanged. */
function pause(
  services: RefreshServices,
  run: StartedRefresh,
  { left, cause }: UnfinishedRefresh,
): RefreshedReport {
  const { progress } = left;
  const message = `Fetched ${progress} so far. The next refresh continues from there.`;
  const end = {
    outcome: 'unfinished' as const,
    finishedAt: services.clock.now(),
    message: [message, cause?.message].filter(Boolean).join(' '),
    correlationId: cause?.detail.correlationId ?? '',
  };
  return { state: recordEnd(services, run, end, left), progress, sentences: [] };
}

/** A new table, before it is known what becomes of the old one. */
interface MadeTable {
  /** The rows of the days asked for and, of a table that keeps history, of the other days that were fetched. */
  readonly report: KeptReport;
  /** Whose rows they are. */
  readonly owner: RowOwner;
  /** What the table and the figures of these rows rest on. */
  readonly facts: ReturnType<typeof tableFacts>;
  /** What was fetched, laid out as the report asks. */
  readonly table: QuestionTable;
  readonly hash: string;
  /** The shifts behind it. */
  readonly shifts: ShiftTable;
  /** Whether the sheet should already show exactly this, and no person asked for the refresh. */
  readonly isShown: boolean;
  /** With the rows that stay, of a table that keeps history. */
  readonly merged: (MergedTable & { readonly found: FoundTable }) | undefined;
}

const ALL_DAYS: readonly DateRange[] = [{ from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }];

/** Lays out what came, and merges it with the rows that stay. Up to seven service calls, for a table that keeps history. */
function makeTable(services: RefreshServices, asked: AskedRefresh, report: KeptReport): MadeTable {
  const { digest, sheets, calendar } = services;
  const { saved, lease, today, zone, properties, kept, ranges, connection } = asked;
  const owner = ownerAnswered(ownerOf(connection), connection.region, report.employer);
  const facts = tableFacts(services, asked, report);
  const table = layOutReport(saved, report, facts);
  const wanted = wantedRow(saved, table);
  const hash = hashTable(digest, table);
  const isSame =
    saved.content?.hash === hash &&
    saved.nextHeadings.length === 0 &&
    JSON.stringify(wanted.headings) === JSON.stringify(saved.headings);
  const isThere = saved.sheetId !== null && sheets.byId(saved.sheetId) !== undefined;
  // A kept month with other rows than were written is among the days to fetch.
  const isKept = kept === undefined || ranges.length === 1;
  const notesDue = noteHeadings(saved).length > 0 && notesAreDue(properties, today, saved.id);
  const isShown = lease.by === 'schedule' && isSame && isThere && isKept && !notesDue;
  const { venue, area, role } = saved;
  const employer = owner.employer ?? saved.content?.employer;
  const range = ranges[ranges.length - 1] ?? report.range;
  const shifts = {
    asked: digest(JSON.stringify([venue, area, role, owner.sample ?? employer])),
    range,
    fields: report.fields.map(({ name }) => name),
    rows: filterRows(report.rows, readCriteria(saved)).filter((row) => {
      const day = row[DAY_COLUMN];
      return typeof day !== 'number' || isOn(day, range);
    }),
  };
  const made = { report, owner, facts, table, hash, shifts, isShown };
  if (isShown || saved.mode !== 'history') return { ...made, merged: undefined };
  const found = kept?.found ?? findTable(sheets, saved, wanted, lease.by !== 'schedule');
  // Rows of another owner don't stay beside these.
  const replaced = holdsOthersRows(saved, owner) ? ALL_DAYS : ranges;
  const options = { ranges: replaced, calendar, zone };
  return { ...made, merged: { ...mergeHistory(found, saved, kept?.days, table, options), found } };
}

/** What tables and figures of the rows rest on. */
function tableFacts(
  { packer }: RefreshServices,
  { properties, fingerprint, zone, today, weekStart, connection }: AskedRefresh,
  { range }: KeptReport,
) {
  return {
    ...{ zone, today, weekStart, range, region: connection.region, fingerprint },
    keptDefinitions: parseKeptDefinitions(properties[PROPERTY.definitions], fingerprint),
    seenNames: () => parseSeenNames(properties[PROPERTY.names], fingerprint, packer),
  };
}

/**
 * What a person has to confirm before the new table replaces the old one: one sentence, remedy first, without a full
 * stop; `undefined` if nothing, or if it was confirmed.
 */
function questionBefore({ saved, confirmed }: AskedRefresh, made: MadeTable): string | undefined {
  const loss = ownersLoss(saved, made.owner) ?? shiftLoss(saved, made);
  const question = loss && askAbout(loss);
  return confirmed && (saved.cursor?.held || question) === question ? undefined : question;
}

/** Kept days cannot be fetched again by another connection, and may not stay beside its rows. */
function ownersLoss(saved: SavedReport, owner: RowOwner): string | undefined {
  if (!holdsOthersRows(saved, owner) || saved.content?.sample !== undefined) return undefined;
  if (owner.sample !== undefined) return 'sample rows would replace real ones';
  return saved.mode === 'history' ? 'the kept days of another employer would be deleted for good' : undefined;
}

/** A table equal to the one in place is never held. */
function shiftLoss(
  { written, content }: SavedReport,
  { shifts, hash, merged }: MadeTable,
): string | undefined {
  if (content?.hash === hash || written?.asked !== shifts.asked) return undefined;
  const lost = findLoss(written, shifts);
  return lost ?? (merged && findLostMonth(countMonths(merged.daysBefore), countMonths(merged.days)));
}

/** What is ready to be written. */
interface PreparedRefresh {
  /** `undefined` if the sheet shows it already. */
  readonly table: PreparedTable | undefined;
  /** What was kept for Undo; `undefined` if nothing changed. */
  readonly snapshot: SnapshotKept | undefined;
  /** What changed, in words. */
  readonly changes: string;
  /** The prepared status sheet. */
  readonly room: PreparedStatusSheet;
  /** Properties that change whatever becomes of the table: names, definitions and targets. */
  readonly learned: Properties;
}

/**
 * Finds the table, keeps what is replaced for Undo, and checks everything that may prevent the write.
 *
 * @throws {ReportError} `sheet_blocked`; `range_too_large`; `write_timeout`; `changed_meanwhile`
 */
function prepare(services: RefreshServices, asked: AskedRefresh, made: MadeTable): PreparedRefresh {
  const { sheets } = services;
  const { saved, lease, state, ranges } = asked;
  const { table, merged, hash, owner, report } = made;
  const mayReplace = lease.by !== 'schedule';
  const learned = learnedFrom(services, asked, made);
  if (made.isShown) {
    const room = prepareStatusSheet(services, state, mayReplace);
    return { table: undefined, snapshot: undefined, changes: '', room, learned };
  }
  refuseOthersSheet(services, asked);
  // No sheet is made for a report that was removed in the meantime.
  if (saved.sheetId === null || state.statusSheet === undefined)
    requireStill(services, asked, 'Refresh again');
  const wanted = wantedRow(saved, table);
  const found = merged?.found ?? findTable(sheets, saved, wanted, mayReplace);
  const { rows, head } = merged ?? { rows: table.rows, head: 0 };
  const old = merged?.before ?? readOld(services, asked, found, hash);
  let snapshot: SnapshotKept | undefined;
  let changes = '';
  if (saved.content !== null && saved.content.hash !== hash && old !== undefined) {
    const before = merged
      ? table
      : { fields: saved.fields, columns: columnsOf(saved.fields, found.headings) };
    const since = merged && head > 0 ? (ranges[0]?.from ?? null) : null;
    snapshot = keepForUndo(services, asked, { ...before, rows: old }, since);
    const change = { before: { fields: before.fields, rows: old }, after: { fields: table.fields, rows } };
    if (!holdsOthersRows(saved, owner))
      changes = describeChanges(compareRows(change.before, change.after, report.range));
  }
  const room = prepareStatusSheet(services, state, mayReplace);
  const draft = { columns: table.columns, fields: table.fields, rows, head, notes: wanted.noted };
  const takeNotes = notesOf(services, { ...asked, owner });
  const options = { staging: stagingOptions(services), takeNotes };
  return { table: prepareTable(sheets, saved, found, draft, options), snapshot, changes, room, learned };
}

/** What formulas learn from a refresh: the definitions of percentages, the names there are, and the targets. */
function learnedFrom(
  services: RefreshServices,
  { properties, fingerprint, today, zone }: AskedRefresh,
  { report: { rows }, facts }: MadeTable,
): Properties {
  const { definitions, names, targets } = PROPERTY;
  let read: string | undefined;
  try {
    read = readTargetsSheet(services, { stored: properties[targets], zone });
  } catch {
    // A sheet that cannot be read keeps no table from being written: the lines of the last refresh stay.
  }
  return {
    [definitions]: JSON.stringify(keepDefinitions(facts.keptDefinitions, rows, today, fingerprint)),
    [names]: packSeenNames(addSeenNames(facts.seenNames(), rows, fingerprint), services.packer),
    ...(read === undefined ? {} : { [targets]: read }),
  };
}

/** Refuses the sheet of another report, which people may have given this name. @throws {ReportError} `sheet_blocked` */
function refuseOthersSheet({ sheets }: RefreshServices, { saved, state }: AskedRefresh): void {
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
  { saved, zone }: AskedRefresh,
  found: FoundTable,
  hash: string,
): SheetRow[] | undefined {
  const isKnown =
    saved.fields.length > 0 && JSON.stringify(found.headings) === JSON.stringify(saved.headings);
  if (saved.content === null || saved.content.hash === hash || !isKnown || rowCount(found) === 0)
    return undefined;
  return readRows(found, cellReader(calendar, zone), { width: saved.fields.length });
}

/** Keeps what the refresh replaces. One service call. */
function keepForUndo(
  services: RefreshServices,
  { saved }: AskedRefresh,
  { fields, columns, rows }: Pick<QuestionTable, 'fields' | 'columns' | 'rows'>,
  since: number | null,
): SnapshotKept {
  const { source = '' } = saved.content as TableContent;
  const about = formatAboutTable(saved);
  return keepSnapshot(services, saved, { table: { columns, rows }, fields, source, since, about });
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
  asked: AskedRefresh,
  made: MadeTable,
  prepared: PreparedRefresh,
): { readonly state: DocumentState; readonly followed: FollowedRefresh } {
  const { zone, start, today, ranges, period, fingerprint, kept, lease } = asked;
  const { report, owner, table, hash, shifts, merged } = made;
  const { snapshot, learned } = prepared;
  // Not done under the lock, because comparing names with each other takes time.
  const checks = describeChecks(shifts.rows, today);
  let followed: FollowedRefresh | undefined;
  const state = commitTable(
    services,
    asked,
    { ...prepared, zone, remedy: 'Refresh again' },
    (stored, advice, properties) => {
      const finishedAt = services.clock.now();
      const before = stored.content;
      const days = merged?.days ?? kept?.days;
      const keepsHistory = stored.mode === 'history' && days !== undefined;
      const known = holdsOthersRows(asked.saved, owner) ? null : stored.history;
      const content: TableContent = {
        refreshedAt: finishedAt,
        generatedAt: report.generatedAt,
        rows: prepared.table ? prepared.table.block.rows - 1 : (before?.rows ?? 0),
        ...(keepsHistory ? daysWithHistory(period, days) : period),
        ...{ checks, hash, source: fingerprint },
        changedAt: before?.hash === hash ? before.changedAt : finishedAt,
        ...owner,
      };
      const written = {
        ...stored,
        content,
        written: afterWrite(stored.written, shifts, asked.confirmed),
        cursor: null,
        history: keepsHistory ? historyAfter(known, ranges, days, today) : null,
        fields: [...table.fields],
        undo: snapshot ? snapshot.pointer : stored.undo,
      };
      const refresh = {
        ...made.facts,
        ...{ saved: written, report, ranges, isSample: owner.sample !== undefined, by: lease.by, properties },
      };
      const found = services.inspectors.map((inspector) => inspector.inspect(refresh));
      const news = found.flatMap(({ sentences }) => sentences).join(' ');
      const message = [
        describeTable(made, written, content, days),
        prepared.table?.found.sentence,
        prepared.changes,
        snapshot?.sentence,
        prepared.table?.notes?.sentence,
        prepared.room.sentence,
        advice,
        describeMistakes(prepared.learned[PROPERTY.targets], services.packer),
        news,
      ]
        .filter(Boolean)
        .join(' ');
      const { correlationId } = report;
      const done = {
        ...written,
        lastRun: { outcome: 'refreshed' as const, finishedAt, message, correlationId },
      };
      const end = {
        ...start,
        at: finishedAt,
        outcome: 'refreshed' as const,
        sentence: message,
        correlationId,
      };
      const more = Object.assign({}, learned, ...found.map(({ changes }) => changes));
      followed = { ...refresh, saved: done, properties: { ...properties, ...more } };
      return { done, end, more };
    },
  );
  const after = { ...state, properties: { ...state.properties, ...followed?.properties } };
  return { state: after, followed: followed as FollowedRefresh };
}

const OTHER_DAYS =
  'Choose another sheet to start over: days that the report no longer asks for stay as they were before it was changed.';

/** How many rows there are of which days, and what is odd about them. */
function describeTable(
  { report, table }: MadeTable,
  { report: kind, history }: SavedReport,
  { rows, sample, ...range }: TableContent,
  days: TableDays = [],
): string {
  const row = kind === 'shift_fulfilment' ? 'shift' : 'row';
  const doubtful = report.issueCount - report.emptyCount;
  const first = report.issues[0] === undefined ? '' : ` (the first: ${report.issues[0]})`;
  const doubts = doubtful === 0 ? '' : `, ${shownCount(doubtful, 'odd value')}${first}`;
  const named = sample === undefined ? row : `sample ${row}`;
  // Rows of a question that was asked before the report was changed stay as they are.
  const isOlder = history !== null && days.some((day) => day !== null && !isOn(day, history));
  return [
    `${shownCount(rows, named)} from ${shortDays(range)}${doubts}.`,
    describeNothing(rows, report, table),
    isOlder ? OTHER_DAYS : '',
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
