import { type DateRange, isOn, shortDays } from '../../calendar/calendar-date';
import { weekStartIn } from '../../employer-api/connection';
import { ReportError, toReportError } from '../../employer-api/errors';
import { DAY_COLUMN } from '../../employer-api/shift-records';
import { SHIFT_FULFILMENT_REPORT } from '../../employer-api/shift-report';
import { shownCount, shownNumber } from '../../employer-api/text';
import { keepDefinitions, parseKeptDefinitions } from '../../figures/definitions';
import { filterRows } from '../../figures/row-filter';
import { EXECUTION_SECONDS, FRESH_MILLIS, LONGEST_KEPT_MILLIS, STAGED_COPY_MILLIS } from '../../limits';
import { compareTables } from '../changes/changes-sheet';
import { fetchDays, outOfTime, totalDays } from '../fetching/fetch-days';
import { joinDays, type KeptReport } from '../fetching/kept-rows';
import { noteKeys, noteTaker } from '../notes/notes';
import type { Properties } from '../ports';
import { type DocumentState, type Lease, PROPERTY, readDocumentState } from '../saved/document-state';
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
  type ReportRun,
  reportRange,
  type SavedReport,
  type TableContent,
} from '../saved/saved-report';
import { hashTable } from '../sheet/cells';
import {
  findTable,
  headingRow,
  occupied,
  type PreparedTable,
  prepareTable,
  rowCount,
} from '../sheet/report-table';
import { keepSnapshot, type SnapshotKept, type StagingOptions } from '../sheet/set-aside';
import { cellReader } from '../sheet/sheets';
import { prepareStatusSheet } from '../status/status-sheet';
import { describeMistakes, readTargetsSheet } from '../targets/targets-sheet';
import { describeChecks } from './checks';
import type { FollowedRefresh } from './followed-refresh';
import {
  countMonths,
  daysToRead,
  daysWithHistory,
  historyAfter,
  mergeHistory,
  readDays,
  readRows,
  type TableDays,
} from './history';
import {
  commitTable,
  type LeasedReport,
  type RefreshServices,
  recordEnd,
  requireUnchanged,
  takeLease,
} from './lease';
import { afterWrite, askAbout, findLoss, findLostMonth } from './loss-guard';

/** The result of a refresh. */
export interface RefreshedReport {
  /** The document's state after it. */
  readonly state: DocumentState;
  /** The progress in words, if it continues in the next run; `undefined` if the table is written. */
  readonly progress: string | undefined;
  /** Sentences of inspectors and followers for the person. */
  readonly sentences: readonly string[];
}

/**
 * Refreshes one report: everything is fetched and checked before a cell is changed, one operation writes, and one property
 * write commits. If the time of this run is too short, the next one goes on from the days that came.
 *
 * The lock is held for moments only, never while a report is requested; a lease keeps other refreshes away in between.
 *
 * @param confirmed Whether a person has confirmed the new table.
 * @throws {ReportError} With the old table unchanged and the failure recorded with the report and on the status sheet;
 *   `held_back` if the new table needs confirmation; `changed_meanwhile`; `busy`, with nothing changed, if another refresh
 *   runs or the time is up.
 */
export function refreshReport(
  services: RefreshServices,
  reportId: string,
  by: Lease['by'],
  confirmed = false,
): RefreshedReport {
  const run = takeLease(services, reportId, by, true);
  let asked: AskedRefresh | undefined;
  // Where the next run goes on, or what a person has to confirm.
  let left: RefreshCursor | null = null;
  try {
    asked = ask(services, run, confirmed);
    const fetched = fetchRows(services, asked);
    if ('left' in fetched) {
      left = fetched.left;
      if (fetched.isStuck) throw fetched.cause;
      // The remaining days are for the next run: everything fetched is kept, the table is unchanged.
      const { progress } = left;
      const message = `Fetched ${progress} so far. The next refresh continues from there.`;
      const end = endOf(services, 'unfinished', fetched.cause);
      const told = { ...end, message: [message, end.message].filter(Boolean).join(' ') };
      return { state: recordEnd(services, run, told, left, asked.zone), progress, sentences: [] };
    }
    const made = makeTable(services, asked, fetched);
    const question = questionBefore(asked, made);
    if (question !== undefined) {
      left = { ...asked.cursor, held: question };
      throw new ReportError('held_back', { sentence: question });
    }
    return commit(services, asked, made, prepare(services, asked, made));
  } catch (thrown) {
    const error = toReportError(thrown);
    // After these failures the next run may write the same rows: no person has to do anything.
    if (PASSING.includes(error.code)) left = left ?? asked?.cursor ?? null;
    const end = endOf(services, error.code === 'held_back' ? 'held' : 'failed', error);
    try {
      recordEnd(services, run, end, left, asked?.zone);
    } catch {
      // The failure itself matters more than recording it; the lease expires.
    }
    throw error;
  }
}

const PASSING: readonly string[] = ['busy', 'changed_meanwhile', 'platform_unavailable', 'write_timeout'];

function endOf(
  { clock }: RefreshServices,
  outcome: ReportRun['outcome'],
  cause: ReportError | undefined,
): ReportRun {
  const correlationId = cause?.detail.correlationId ?? '';
  return { outcome, finishedAt: clock.now(), message: cause?.message ?? '', correlationId };
}

type AskedRefresh = ReturnType<typeof ask>;

/**
 * Finds out what to ask for. One service call, one more for a connection of one's own; a table that keeps history is found
 * as well, and its days are read.
 *
 * @throws {ReportError} `settings_missing`, `invalid_option`, `invalid_settings`, `sheet_blocked`
 */
function ask(services: RefreshServices, run: LeasedReport, confirmed: boolean) {
  const { calendar, stores, sheets, digest, clock, packer } = services;
  const { saved, properties, lease } = run;
  const zone = calendar.zone();
  const { connection, audience } = findConnection(properties, stores);
  const { fingerprint, region } = connection;
  // The day on which it began stays the same past midnight.
  const [weekStart, today, now] = [weekStartIn(region), calendar.today(zone), clock.now()];
  checkQuestion(saved);
  const period = reportRange(saved, today, weekStart);
  const keepsHistory = saved.mode === 'history';
  // A table that keeps history, where it stands, and the days of its rows.
  const found =
    keepsHistory && saved.headings.length > 0
      ? findTable(sheets, saved, wantedRow(saved, readReportQuestion(saved)), lease.by !== 'schedule')
      : undefined;
  const days = found && readDays(found, saved, cellReader(calendar, zone));
  const history = holdsOthersRows(saved, ownerOf(connection)) ? null : saved.history;
  const ranges = keepsHistory ? daysToRead(history, period, days, saved.period !== 'custom') : [period];
  const newest = ranges[ranges.length - 1] as DateRange;
  const questionHash = hashQuestion(saved, fingerprint, digest);
  const before = saved.cursor?.asked === questionHash ? saved.cursor : undefined;
  // The days of a table that was held back are fetched again unless it is confirmed: the service may have corrected them.
  const goesOn =
    before !== undefined &&
    before.since <= now &&
    now < before.since + LONGEST_KEPT_MILLIS &&
    (before.held === '' || confirmed);
  // Days that a killed run kept need not be asked for again, while they are fresh.
  const [killed] = run.state.activity.filter(({ sheet }) => sheet === saved.sheet).slice(-1);
  const isLeft = killed?.outcome === 'lost' && killed.at <= now && now < killed.at + FRESH_MILLIS;
  const since = isLeft ? killed.at : now;
  // A run that comes no further than one before has failed, also where it had to start over.
  const cursor: RefreshCursor = goesOn
    ? before
    : { asked: questionHash, since, days: before?.days ?? 0, progress: '', held: '' };
  // What the table and the figures of these rows rest on.
  const facts = {
    ...{ zone, today, weekStart, region, fingerprint },
    range: { from: ranges[0]?.from ?? newest.from, to: newest.to },
    keptDefinitions: parseKeptDefinitions(properties[PROPERTY.definitions], fingerprint),
    seenNames: () => parseSeenNames(properties[PROPERTY.names], fingerprint, packer),
  };
  const asking = {
    connection,
    audience,
    questionHash,
    period,
    ranges,
    newest,
    cursor,
    isNew: !goesOn && !isLeft,
  };
  return { ...run, ...asking, zone, today, fingerprint, facts, confirmed, found, days };
}

/** The heading row of a new table, with its note columns. */
function wantedRow(saved: SavedReport, question: Pick<QuestionTable, 'columns' | 'fields'>) {
  return headingRow({ ...question, notes: noteHeadings(saved) });
}

/** The rows of all days; or how far it came, why it stopped (`undefined`: the time was up), and whether it is stuck. */
function fetchRows(
  { fetchingFor, budget }: RefreshServices,
  { saved, connection, audience, ranges, cursor, isNew, zone, facts }: AskedRefresh,
) {
  const question = { kind: SHIFT_FULFILMENT_REPORT, connection, ranges, since: cursor.since, isNew };
  const found = fetchDays(fetchingFor(audience), budget, { ...question, zone: () => zone });
  const { why, reports = [], missing, hasBrought } = found;
  if (missing.length === 0) return joinDays(facts.range, reports);
  const all = totalDays(ranges);
  const days = all - totalDays(missing);
  // What came before an outage says nothing of how slow the service is.
  const former = why === undefined && saved.cursor?.since === 0 ? 0 : cursor.days;
  const isStuck = !hasBrought || days <= former;
  const sentence = `Choose fewer days: the service answers too slowly for ${shownCount(all, 'day')}`;
  const tooSlow = hasBrought ? new ReportError('upstream_timeout', { sentence }) : outOfTime();
  // After a failure that brought nothing the next run starts over, at its own hour.
  const isOver = !hasBrought && why !== undefined && why.code !== 'busy';
  const progress = `${shownNumber(days)} of ${shownCount(all, 'day')}`;
  const since = isOver ? 0 : cursor.since;
  const left = { ...cursor, since, days: Math.max(days, former), progress };
  return { left, isStuck, cause: why ?? (isStuck ? tooSlow : undefined) };
}

type MadeTable = ReturnType<typeof makeTable>;

const ALL_DAYS: readonly DateRange[] = [{ from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }];

/** Lays out what came. A table that keeps history is merged with the rows that stay: it is found, if it is new, and read. */
function makeTable(services: RefreshServices, asked: AskedRefresh, report: KeptReport) {
  const { digest, sheets, calendar } = services;
  const { saved, lease, zone, days, ranges, newest, connection } = asked;
  const owner = ownerAnswered(ownerOf(connection), connection.region, report.employer);
  const table = layOutReport(saved, report, asked.facts);
  const wanted = wantedRow(saved, table);
  const hash = hashTable(digest, table);
  const isSame =
    saved.content?.hash === hash &&
    saved.nextHeadings.length === 0 &&
    JSON.stringify(wanted.headings) === JSON.stringify(saved.headings);
  const isThere = saved.sheetId !== null && sheets.byId(saved.sheetId) !== undefined;
  // A kept month with other rows than were written is among the days to fetch.
  const isKept = asked.found === undefined || ranges.length === 1;
  // Whether the sheet should already show exactly this, and no person asked for the refresh.
  const isShown = lease.by === 'schedule' && isSame && isThere && isKept;
  const filters = [saved.venue, saved.area, saved.role];
  const asking = [...filters, owner.sample ?? owner.employer ?? saved.content?.employer];
  // The shifts behind it.
  const shifts = {
    asked: digest(JSON.stringify(asking)),
    range: newest,
    rows: filterRows(report.rows, readCriteria(saved)).filter((row) => isOn(row[DAY_COLUMN], newest)),
  };
  const made = { report, owner, table, wanted, hash, shifts, isShown };
  if (isShown || saved.mode !== 'history') return { ...made, merged: undefined };
  const found = asked.found ?? findTable(sheets, saved, wanted, lease.by !== 'schedule');
  // Rows of another owner don't stay beside these.
  const replaced = holdsOthersRows(saved, owner) ? ALL_DAYS : ranges;
  const merged = mergeHistory(found, saved, days, table, { ranges: replaced, calendar, zone });
  return { ...made, merged: { ...merged, found } };
}

/**
 * What a person has to confirm before the new table replaces the old one: one sentence, remedy first, without a full
 * stop; `undefined` if nothing, or if it was confirmed.
 */
function questionBefore(
  { saved, confirmed }: AskedRefresh,
  { owner, hash, shifts, merged }: MadeTable,
): string | undefined {
  const { content, written, cursor } = saved;
  // A table equal to the one in place is never held.
  const isCompared = content?.hash !== hash && written?.asked === shifts.asked;
  const loss =
    ownersLoss(saved, owner) ??
    (isCompared ? findLoss(written, shifts) : undefined) ??
    (isCompared && merged
      ? findLostMonth(countMonths(merged.daysBefore), countMonths(merged.days))
      : undefined);
  const question = loss && askAbout(loss);
  return confirmed && (cursor?.held || question) === question ? undefined : question;
}

/** Kept days cannot be fetched again by another connection, and may not stay beside its rows. */
function ownersLoss(saved: SavedReport, owner: RowOwner): string | undefined {
  if (!holdsOthersRows(saved, owner) || saved.content?.sample !== undefined) return undefined;
  if (owner.sample !== undefined) return 'sample rows would replace real ones';
  return saved.mode === 'history' ? 'the kept days of another employer would be deleted for good' : undefined;
}

type PreparedRefresh = ReturnType<typeof prepare>;

/**
 * Finds the table, keeps what is replaced for Undo, and checks everything that may prevent the write.
 *
 * @throws {ReportError} `sheet_blocked`; `range_too_large`; `write_timeout`; `changed_meanwhile`
 */
function prepare(services: RefreshServices, asked: AskedRefresh, made: MadeTable) {
  const { sheets, calendar, digest } = services;
  const { saved, lease, state, zone, facts } = asked;
  const { table, merged, hash, owner, wanted } = made;
  const mayReplace = lease.by !== 'schedule';
  const learned = learnedFrom(services, asked, made);
  const room = () => prepareStatusSheet(services, state, mayReplace);
  const nothing = { snapshot: undefined, changes: '' };
  if (made.isShown)
    return { table: undefined as PreparedTable | undefined, ...nothing, room: room(), learned };
  refuseOthersSheet(services, asked);
  // No sheet is made for a report that was removed in the meantime.
  if (saved.sheetId === null || state.statusSheet === undefined) requireUnchanged(services, asked);
  const found = merged?.found ?? findTable(sheets, saved, wanted, mayReplace);
  const { rows, head } = merged ?? { rows: table.rows, head: 0 };
  const { content, fields } = saved;
  const isKnown = fields.length > 0 && JSON.stringify(found.headings) === JSON.stringify(saved.headings);
  let kept: { readonly snapshot: SnapshotKept | undefined; readonly changes: string } = nothing;
  if (content !== null && content.hash !== hash && (merged || (isKnown && rowCount(found) > 0))) {
    const before = merged
      ? { fields: table.fields, columns: table.columns, rows: merged.before }
      : {
          fields,
          columns: columnsOf(fields, found.headings),
          rows: readRows(found, cellReader(calendar, zone), { width: fields.length }),
        };
    const since = head > 0 ? facts.range.from : null;
    const next = merged ? hashTable(digest, { columns: table.columns, rows }) : hash;
    const about = { source: content.source ?? '', since, about: formatAboutTable(saved, next) };
    const snapshot = keepSnapshot(services, saved, { table: before, fields: before.fields, ...about });
    const isOthers = holdsOthersRows(saved, owner);
    const changes = isOthers ? '' : compareTables(before, { ...table, rows }, facts.range).sentence;
    kept = { snapshot, changes };
  }
  const prepared = { ...kept, room: room(), learned };
  const draft = { ...table, rows, head, notes: noteHeadings(saved) };
  const takeNotes = notesOf(services, { ...asked, owner });
  const ready = prepareTable(sheets, saved, found, draft, stagingOptions(services), takeNotes);
  return { ...prepared, table: ready };
}

/** What formulas learn from a refresh: the definitions of percentages, the names there are, and the targets. */
function learnedFrom(
  services: RefreshServices,
  { properties, fingerprint, today, zone, facts: { keptDefinitions, seenNames } }: AskedRefresh,
  { report: { rows } }: MadeTable,
): Properties {
  const { definitions, names, targets } = PROPERTY;
  let read: string | undefined;
  try {
    read = readTargetsSheet(services, { stored: properties[targets], zone });
  } catch {
    // A sheet that cannot be read keeps no table from being written: the lines of the last refresh stay.
  }
  return {
    [definitions]: JSON.stringify(keepDefinitions(keptDefinitions, rows, today, fingerprint)),
    [names]: packSeenNames(addSeenNames(seenNames(), rows, fingerprint), services.packer),
    ...(read === undefined ? {} : { [targets]: read }),
  };
}

/** Refuses the sheet of another report, which people may have given this name. @throws {ReportError} `sheet_blocked` */
function refuseOthersSheet({ sheets }: RefreshServices, { saved, state }: AskedRefresh): void {
  const own = saved.sheetId === null ? undefined : sheets.byId(saved.sheetId);
  const id = (own ?? sheets.byName(saved.sheet))?.id;
  if (state.reports.some((one) => one.id !== saved.id && one.sheetId !== null && one.sheetId === id))
    occupied(saved.sheet);
}

/** Takes the notes of a report's table to their new rows. */
export function notesOf(
  { sheets, calendar, clock }: RefreshServices,
  run: Pick<LeasedReport, 'saved' | 'properties'> & { zone: string; owner?: RowOwner },
) {
  const { saved, properties, zone, owner } = run;
  const today = calendar.today(zone);
  const context = { sheets, calendar, clock, properties, today, report: saved.sheet };
  return noteTaker({ ...context, ...noteKeys(saved, owner) });
}

/** How a run stages the rows of a large table. */
export function stagingOptions({ directWriteCells, clock, budget }: RefreshServices): StagingOptions {
  const startedAt = budget.deadline - EXECUTION_SECONDS[budget.surface].total * 1000;
  return { directWriteCells, clock, deadline: startedAt + STAGED_COPY_MILLIS };
}

/** Writes the table, records it, and tells whoever follows. */
function commit(
  services: RefreshServices,
  asked: AskedRefresh,
  made: MadeTable,
  prepared: PreparedRefresh,
): RefreshedReport {
  const { clock, inspectors, followers, packer } = services;
  const { today, ranges, period, lease, fingerprint: source } = asked;
  const { report, owner, hash, shifts, merged } = made;
  const { snapshot, learned } = prepared;
  // Not done under the lock, because comparing names with each other takes time.
  const checks = describeChecks(shifts.rows, today);
  let refresh: FollowedRefresh | undefined;
  let news: readonly string[] = [];
  const properties = commitTable(services, { ...asked, ...prepared }, (stored, advice, properties) => {
    const finishedAt = clock.now();
    const before = stored.content;
    const days = stored.mode === 'history' ? (merged?.days ?? asked.days) : undefined;
    const known = holdsOthersRows(asked.saved, owner) ? null : stored.history;
    const content: TableContent = {
      ...{ refreshedAt: finishedAt, generatedAt: report.generatedAt, checks, hash, source, ...owner },
      rows: prepared.table ? prepared.table.block.rows - 1 : (before?.rows ?? 0),
      ...(days ? daysWithHistory(period, days) : period),
      changedAt: before?.hash === hash ? before.changedAt : finishedAt,
    };
    const saved: SavedReport = {
      ...stored,
      content,
      written: afterWrite(stored.written, shifts, asked.confirmed),
      cursor: null,
      history: days ? historyAfter(known, ranges, days, today) : null,
      undo: snapshot ? snapshot.pointer : stored.undo,
    };
    const isSample = owner.sample !== undefined;
    const followed = { ...asked.facts, saved, report, ranges, isSample, by: lease.by, properties };
    const found = inspectors.map((inspector) => inspector.inspect(followed));
    news = found.flatMap((one) => one.sentences);
    const sentences = [
      describeTable(made, saved, content, days),
      prepared.table?.found.sentence,
      prepared.changes,
      snapshot?.sentence,
      prepared.table?.notes?.sentence,
      prepared.room.sentence,
      advice,
      describeMistakes(learned[PROPERTY.targets], packer),
    ];
    const message = sentences.filter(Boolean).join(' ');
    const { correlationId } = report;
    const done = {
      ...saved,
      lastRun: { outcome: 'refreshed' as const, finishedAt, message, correlationId },
    };
    refresh = { ...followed, saved: done };
    return { done, more: Object.assign({}, learned, ...found.map(({ changes }) => changes)) };
  });
  const state = readDocumentState(properties);
  const followed = { ...(refresh as FollowedRefresh), properties };
  const sentences = followers.flatMap((follower) => follower.follow(followed, state));
  return { state, progress: undefined, sentences: [...news, ...sentences] };
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
  const first = report.firstDoubt && ` (the first: ${report.firstDoubt})`;
  const doubts = report.doubts === 0 ? '' : `, ${shownCount(report.doubts, 'odd value')}${first}`;
  const named = sample === undefined ? row : `sample ${row}`;
  // Rows of a question that was asked before the report was changed stay as they are.
  const isOlder = history !== null && days.some((day) => day !== null && !isOn(day, history));
  const size = `${shownCount(rows, named)} from ${shortDays(range)}${doubts}.`;
  return [size, describeNothing(rows, report, table), isOlder ? OTHER_DAYS : ''].filter(Boolean).join(' ');
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
