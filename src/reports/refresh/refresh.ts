import { type DateRange, isOn, shortDays } from '../../calendar/calendar-date';
import { isGrouped } from '../../contract/reports';
import { weekStartIn } from '../../employer-api/connection';
import { lastingMessage, ReportError, refuse, toReportError } from '../../employer-api/errors';
import { DAY_COLUMN } from '../../employer-api/shift-records';
import { SHIFT_FULFILMENT_REPORT } from '../../employer-api/shift-report';
import { shownCount, shownNumber } from '../../employer-api/text';
import { keepDefinitions, parseKeptDefinitions, storeDefinitions } from '../../figures/definitions';
import { filterRows } from '../../figures/row-filter';
import { FRESH_MILLIS, LONGEST_KEPT_MILLIS } from '../../limits';
import { compareTables } from '../changes/changes-sheet';
import { fetchDays, totalDays } from '../fetching/fetch-days';
import { joinDays, type KeptReport } from '../fetching/kept-rows';
import { noteTaker } from '../notes/notes';
import type { Properties } from '../ports';
import { type DocumentState, type Lease, PROPERTY, readDocumentState } from '../saved/document-state';
import { learnNames, parseSeenNames } from '../saved/names';
import {
  checkQuestion,
  columnsOf,
  layOutReport,
  noteHeadings,
  type QuestionTable,
  readCriteria,
  readReportQuestion,
} from '../saved/report-question';
import { findConnection, holdsOthersRows, isSampleOwner, ownerOf } from '../saved/saved-connection';
import {
  hashQuestion,
  type RefreshCursor,
  type ReportRun,
  reportRange,
  type SavedReport,
  type TableContent,
} from '../saved/saved-report';
import { areSame, hashTable } from '../sheet/cells';
import { findTable, headingRow, occupied, prepareTable } from '../sheet/report-table';
import { keepSnapshot, type SnapshotKept } from '../sheet/set-aside';
import { cellReader } from '../sheet/sheets';
import { prepareStatusSheet } from '../status/status-sheet';
import { describeMistakes, readTargetsSheet } from '../targets/targets-sheet';
import { describeChecks } from './checks';
import type { FollowedRefresh } from './followed-refresh';
import {
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
  const { fetchingFor, budget, clock } = services;
  const run = takeLease(services, reportId, by, true);
  let asked: AskedRefresh | undefined;
  // Where the next run goes on, or what a person has to confirm.
  let left: RefreshCursor | null = null;
  const record = (
    outcome: ReportRun['outcome'],
    cause: ReportError | undefined,
    message = cause && lastingMessage(cause),
  ) => {
    const correlationId = cause?.detail.correlationId ?? '';
    const end = { outcome, finishedAt: clock.now(), message: message ?? '', correlationId };
    return recordEnd(services, run, end, left, asked?.zone);
  };
  try {
    asked = ask(services, run, confirmed);
    const { connection, audience, ranges, cursor, isNew, zone } = asked;
    const question = { kind: SHIFT_FULFILMENT_REPORT, connection, ranges, since: cursor.since, isNew };
    const found = fetchDays(fetchingFor(audience), budget, { ...question, zone: () => zone });
    const { why, reports = [], missing } = found;
    if (missing.length === 0) return replaceTable(services, asked, joinDays(asked.facts.range, reports));
    const all = totalDays(ranges);
    const days = all - totalDays(missing);
    const progress = `${shownNumber(days)} of ${shownCount(all, 'day')}`;
    left = days === 0 ? null : { ...cursor, days: Math.max(days, cursor.days), progress };
    // A run that comes no further than one before has failed.
    if (days <= cursor.days) {
      const sentence = `Choose fewer days: the service answers too slowly for ${shownCount(all, 'day')}`;
      throw why ?? new ReportError('upstream_timeout', { sentence });
    }
    const message = `Fetched ${progress} so far. The next refresh continues from there.`;
    const told = [message, why && lastingMessage(why)].filter(Boolean).join(' ');
    return { state: record('unfinished', why, told), progress, sentences: [] };
  } catch (thrown) {
    const error = toReportError(thrown);
    const isHeld = error.code === 'held_back';
    if (isHeld && asked) left = { ...asked.cursor, held: error.detail.sentence ?? '' };
    try {
      record(isHeld ? 'held' : 'failed', error);
    } catch {
      // The failure itself matters more than recording it; the lease expires.
    }
    throw error;
  }
}

type AskedRefresh = ReturnType<typeof ask>;

/**
 * Finds out what to ask for. One service call, one more for a connection of one's own; a table that keeps history is found
 * as well, and its days are read; after a click, a sheet that was deleted is made again for it.
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
  const value = cellReader(calendar, zone);
  const days = found && readDays(found, saved, value);
  const history = holdsOthersRows(saved, ownerOf(connection)) ? null : saved.history;
  const ranges = keepsHistory ? daysToRead(history, period, days, saved.period !== 'custom') : [period];
  const newest = ranges[ranges.length - 1] as DateRange;
  const asked = hashQuestion(saved, fingerprint, digest);
  const before = saved.cursor?.asked === asked ? saved.cursor : undefined;
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
  return {
    ...run,
    ...{ connection, audience, period, ranges, newest, confirmed, found, days, value, zone, fingerprint },
    // A run that comes no further than one before has failed, also where it had to start over.
    cursor: goesOn ? before : { asked, since, days: before?.days ?? 0, progress: '', held: '' },
    isNew: !goesOn && !isLeft,
    /** What the table and the figures of these rows rest on. */
    facts: {
      ...{ zone, today, weekStart, region, fingerprint },
      range: { from: ranges[0]?.from ?? newest.from, to: newest.to },
      keptDefinitions: parseKeptDefinitions(properties[PROPERTY.definitions], fingerprint),
      seenNames: () => parseSeenNames(properties[PROPERTY.names], fingerprint, packer),
    },
  };
}

/** The heading row of a new table, with its note columns. */
function wantedRow(saved: SavedReport, question: Pick<QuestionTable, 'columns' | 'fields'>) {
  return headingRow({ ...question, notes: noteHeadings(saved) });
}

const ALL_DAYS: readonly DateRange[] = [{ from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }];

/**
 * Lays out the rows that came, checks everything that may prevent the write, keeps what is replaced for Undo, writes, records
 * it, and tells whoever follows. A table that keeps history is merged with the rows that stay.
 *
 * @throws {ReportError} `held_back`; `sheet_blocked`; `range_too_large`; `write_timeout`; `changed_meanwhile`; `busy`
 */
function replaceTable(services: RefreshServices, asked: AskedRefresh, report: KeptReport): RefreshedReport {
  const { sheets, digest, clock, packer } = services;
  const { saved, state, lease, value, ranges, newest, connection, facts } = asked;
  const { content, fields, written } = saved;
  const [mayReplace, keepsHistory] = [lease.by !== 'schedule', saved.mode === 'history'];
  const owner = ownerOf(connection, report.employer);
  const isOthers = holdsOthersRows(saved, owner);
  const table = layOutReport(saved, report, facts);
  const wanted = wantedRow(saved, table);
  const hash = hashTable(digest, table);
  const isSame = content?.hash === hash && saved.next === null && areSame(wanted.headings, saved.headings);
  const own = saved.sheetId === null ? undefined : sheets.byId(saved.sheetId);
  // A kept month with other rows than were written is among the days to fetch.
  const isKept = asked.found === undefined || ranges.length === 1;
  // Whether the sheet should already show exactly this, and no person asked for the refresh.
  const isShown = !mayReplace && isSame && own !== undefined && isKept;
  // The shifts behind the table, to be compared with those of the table before.
  const filters = [saved.venue, saved.area, saved.role, owner || (isOthers ? '' : content?.owner)];
  const shifts = {
    asked: digest(JSON.stringify(filters)),
    range: newest,
    rows: filterRows(report.rows, readCriteria(saved)).filter((row) => isOn(row[DAY_COLUMN], newest)),
  };
  if (!isShown) {
    // The sheet of another report, which people may have given this name, is refused.
    const sheetId = (own ?? sheets.byName(saved.sheet))?.id;
    if (state.reports.some((one) => one.id !== saved.id && one.sheetId !== null && one.sheetId === sheetId))
      occupied(saved.sheet);
    // No sheet is made for a report that was removed in the meantime.
    if (saved.sheetId === null || state.statusSheet === undefined) requireUnchanged(services, asked);
  }
  const found = isShown ? undefined : (asked.found ?? findTable(sheets, saved, wanted, mayReplace));
  // Rows of another owner don't stay beside these.
  const replaced = isOthers ? ALL_DAYS : ranges;
  const merged =
    found && keepsHistory ? mergeHistory(found, saved, asked.days, table, replaced, value) : undefined;
  // What a person has to confirm before the new table replaces the old one.
  let loss: string | undefined;
  if (isOthers && !isSampleOwner(content?.owner)) {
    if (isSampleOwner(owner)) loss = 'sample rows would replace real ones';
    // Kept days cannot be fetched again by another connection, and may not stay beside its rows.
    else if (keepsHistory) loss = 'the kept days of another employer would be deleted for good';
  }
  // A table equal to the one in place is never held.
  if (content?.hash !== hash && written?.asked === shifts.asked)
    loss ??= findLoss(written, shifts) ?? (merged && findLostMonth(merged.daysBefore, merged.days));
  const question = loss && askAbout(loss);
  if (question && !(asked.confirmed && (saved.cursor?.held || question) === question))
    refuse('held_back', question);

  const learned = learnedFrom(services, asked, report.rows);
  const { rows, head } = merged ?? { rows: table.rows, head: 0 };
  let snapshot: SnapshotKept | undefined;
  let changes = '';
  if (found && content !== null && content.hash !== hash) {
    const isKnown = fields.length > 0 && areSame(found.headings, saved.headings);
    const before = merged
      ? { fields: table.fields, columns: table.columns, rows: merged.before }
      : {
          ...{ fields, columns: columnsOf(fields, found.headings) },
          rows: isKnown ? readRows(found, value, { width: fields.length }) : [],
        };
    if (merged || before.rows.length > 0) {
      const next = merged ? hashTable(digest, { ...table, rows }) : hash;
      const since = head > 0 ? facts.range.from : null;
      // A run that was killed before it recorded the table has written it.
      const showsIt = before.rows.length === rows.length && hashTable(digest, before) === next;
      snapshot = showsIt
        ? { pointer: null, sentence: 'The sheet showed this table already: there is nothing to undo.' }
        : keepSnapshot(services, state, saved, { ...before, since, next });
      if (!isOthers) changes = compareTables(before, { ...table, rows }, facts.range).sentence;
    }
  }
  const room = prepareStatusSheet(services, state, mayReplace);
  const draft = { ...table, rows, head, notes: noteHeadings(saved) };
  const takeNotes = noteTaker(services, { ...asked, owner });
  const ready = found && prepareTable(services, saved, found, draft, takeNotes);

  // Not done under the lock, because comparing names with each other takes time.
  const checks = describeChecks(shifts.rows, facts.today);
  let refresh: FollowedRefresh | undefined;
  let news: readonly string[] = [];
  const properties = commitTable(services, { ...asked, table: ready, room }, (stored, advice, properties) => {
    const finishedAt = clock.now();
    const before = stored.content;
    const shown = keepsHistory ? (merged?.days ?? asked.days) : undefined;
    const after: SavedReport & { readonly content: TableContent } = {
      ...stored,
      content: {
        ...{ refreshedAt: finishedAt, generatedAt: report.generatedAt, checks, hash, owner },
        source: asked.fingerprint,
        rows: ready?.rows ?? before?.rows ?? 0,
        ...(shown ? daysWithHistory(asked.period, shown) : asked.period),
        changedAt: before?.hash === hash ? before.changedAt : finishedAt,
      },
      written: afterWrite(stored.written, shifts, asked.confirmed),
      cursor: null,
      history: shown ? historyAfter(isOthers ? null : stored.history, ranges, shown, facts.today) : null,
      undo: snapshot ? snapshot.pointer : stored.undo,
    };
    const isSample = isSampleOwner(owner);
    const followed = { ...facts, saved: after, report, ranges, isSample, by: lease.by, properties };
    const inspected = services.inspectors.map((inspector) => inspector.inspect(followed));
    news = inspected.flatMap((one) => one.sentences);
    const sentences = [
      describeTable(report, table, after, shown),
      ready?.found.sentence,
      changes,
      snapshot?.sentence,
      ready?.notes?.sentence,
      room.sentence,
      advice,
      describeMistakes(learned[PROPERTY.targets] ?? properties[PROPERTY.targets], packer),
    ];
    const message = sentences.filter(Boolean).join(' ');
    const lastRun = {
      outcome: 'refreshed' as const,
      finishedAt,
      message,
      correlationId: report.correlationId,
    };
    const done = { ...after, lastRun };
    refresh = { ...followed, saved: done };
    return { done, more: Object.assign({}, learned, ...inspected.map((one) => one.changes)) };
  });
  const stateAfter = readDocumentState(properties);
  const followed = { ...(refresh as FollowedRefresh), properties };
  const said = services.followers.flatMap((follower) => follower.follow(followed, stateAfter));
  return { state: stateAfter, progress: undefined, sentences: [...news, ...said] };
}

/** What formulas learn from a refresh: the definitions of percentages, the names there are, and the targets. */
function learnedFrom(
  services: RefreshServices,
  { properties, fingerprint, zone, facts: { today, keptDefinitions, seenNames } }: AskedRefresh,
  rows: KeptReport['rows'],
): Properties {
  const { packer } = services;
  const names = learnNames(seenNames(), rows, fingerprint, packer);
  let targets: Properties = {};
  try {
    const known = parseSeenNames(names, fingerprint, packer);
    targets = readTargetsSheet(services, properties[PROPERTY.targets], zone, known);
  } catch {
    // A sheet that cannot be read keeps no table from being written: the lines of the last refresh stay.
  }
  return {
    [PROPERTY.definitions]: storeDefinitions(keepDefinitions(keptDefinitions, rows, today), fingerprint),
    [PROPERTY.names]: names,
    ...targets,
  };
}

const OTHER_DAYS =
  'Choose another sheet to start over: days that the report no longer asks for stay as they were before it was changed.';

/** How many rows there are of which days, and what is odd about them. */
function describeTable(
  report: KeptReport,
  table: QuestionTable,
  saved: SavedReport & { readonly content: TableContent },
  days: TableDays = [],
): string {
  const { history, content } = saved;
  const row = isGrouped(saved) ? 'row' : 'shift';
  const first = report.firstDoubt && ` (the first: ${report.firstDoubt})`;
  const doubts = report.doubts === 0 ? '' : `, ${shownCount(report.doubts, 'odd value')}${first}`;
  const named = isSampleOwner(content.owner) ? `sample ${row}` : row;
  // Rows of a question that was asked before the report was changed stay as they are.
  const isOlder = history !== null && days.some((day) => day !== null && !isOn(day, history));
  const size = `${shownCount(content.rows, named)} from ${shortDays(content)}${doubts}.`;
  const nothing = describeNothing(content.rows, report, table);
  return [size, nothing, isOlder ? OTHER_DAYS : ''].filter(Boolean).join(' ');
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
