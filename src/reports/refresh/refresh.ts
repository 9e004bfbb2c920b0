import { type CalendarDate, type DateRange, dayCount, isOn, shortDays } from '../../calendar/calendar-date';
import { isGrouped, splitList } from '../../contract/reports';
import { weekStartIn } from '../../employer-api/connection';
import { lastingMessage, ReportError, refuse, toReportError } from '../../employer-api/errors';
import type { ShiftRow } from '../../employer-api/shift-records';
import { SHIFT_FULFILMENT_REPORT } from '../../employer-api/shift-report';
import { fitLine, shownCount, shownNumber } from '../../employer-api/text';
import { keepDefinitions, parseKeptDefinitions, storeDefinitions } from '../../figures/definitions';
import { nearDuplicates } from '../../figures/names';
import { checkFilled, checkRelations, type RecordCheck } from '../../figures/record-quality';
import { filterRows } from '../../figures/row-filter';
import { FRESH_MILLIS, LONGEST_KEPT_MILLIS, MOST_COMPARED_NAMES } from '../../limits';
import { compareTables } from '../changes/changes-sheet';
import { fetchDays, totalDays } from '../fetching/fetch-days';
import type { KeptReport } from '../fetching/kept-rows';
import { noteTaker } from '../notes/notes';
import type { Properties } from '../ports';
import { type DocumentState, type Lease, PROPERTY } from '../saved/document-state';
import { learnNames, listNames, NAME_KINDS, parseSeenNames } from '../saved/names';
import {
  checkQuestion,
  layOutReport,
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
import { attempt, cellReader } from '../sheet/sheets';
import { prepareStatusSheet } from '../status/status-sheet';
import { describeMistakes, readTargetsSheet } from '../targets/targets-sheet';
import type { FollowedRefresh } from './followed-refresh';
import {
  daysToRead,
  daysWithHistory,
  historyAfter,
  mergeHistory,
  readTableDays,
  readTableRows,
  type TableDays,
} from './history';
import {
  commitTable,
  endRun,
  type LeasedReport,
  type RefreshServices,
  requireUnchanged,
  takeLease,
} from './lease';
import { afterWrite, askAbout, findLoss } from './loss-guard';

/** The result of a refresh. */
export interface RefreshedReport {
  /** The document's state after it. */
  readonly state: DocumentState;
  /** The progress in words, if it continues in the next run; `undefined` if the table is written. */
  readonly progress: string | undefined;
  /** What followers tell the person. */
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
  let begun: BegunRefresh | undefined;
  // Where the next run goes on, or what a person has to confirm.
  let left: RefreshCursor | null = null;
  const record = (outcome: ReportRun['outcome'], cause: ReportError | undefined, message: string) =>
    endRun(services, run, ({ reports }) => {
      const saved = reports.find(({ id }) => id === reportId);
      const correlationId = cause?.detail.correlationId ?? '';
      const lastRun = { outcome, finishedAt: clock.now(), message, correlationId };
      // Who presses Refresh is asked again.
      const isKept = by === 'schedule' && saved?.written?.isKept === true;
      const written = saved?.written ? { ...saved.written, isKept } : null;
      const report = saved && { ...saved, cursor: left, lastRun, written };
      return { report, lastRun, zone: begun?.zone };
    });
  try {
    begun = begin(services, run, confirmed);
    const { connection, audience, range, cursor, isNew, zone } = begun;
    const wanted = { kind: SHIFT_FULFILMENT_REPORT, connection, ranges: [range], since: cursor.since, isNew };
    const found = fetchDays(fetchingFor(audience), budget, { ...wanted, zone: () => zone });
    const { why, missing } = found;
    const [report] = found.reports ?? [];
    if (report && missing.length === 0) return replaceTable(services, begun, report);
    const all = dayCount(range);
    const days = all - totalDays(missing);
    const progress = `${shownNumber(days)} of ${shownCount(all, 'day')}`;
    left = days === 0 ? null : { ...cursor, days: Math.max(days, cursor.days), progress };
    // A run that comes no further than one before has failed.
    if (days <= cursor.days) {
      const sentence = `Choose fewer days: the service answers too slowly for ${shownCount(all, 'day')}`;
      throw why ?? new ReportError('upstream_timeout', { sentence });
    }
    const message = `Fetched ${progress} so far. The next refresh continues from there.`;
    const told = why ? `${message} ${lastingMessage(why)}` : message;
    return { state: record('unfinished', why, told), progress, sentences: [] };
  } catch (thrown) {
    const error = toReportError(thrown);
    const isHeld = error.code === 'held_back';
    if (isHeld && begun) left = { ...begun.cursor, held: error.detail.sentence ?? '' };
    // The failure itself matters more than recording it; the lease expires.
    attempt(() => record(isHeld ? 'held' : 'failed', error, lastingMessage(error)));
    throw error;
  }
}

/** What a refresh asks for, and what its table and figures rest on. */
type BegunRefresh = ReturnType<typeof begin>;

/**
 * Finds out what to ask for. One service call, one more for a connection of one's own; a table that keeps history is found
 * as well, and its days are read; after a click, a sheet that was deleted is made again for it.
 *
 * @throws {ReportError} `settings_missing`, `invalid_option`, `invalid_settings`, `sheet_blocked`
 */
function begin(services: RefreshServices, run: LeasedReport, confirmed: boolean) {
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
  const days = found && readTableDays(found, value);
  const history = holdsOthersRows(saved, ownerOf(connection)) ? null : saved.history;
  const toRead = daysToRead(keepsHistory ? history : null, period, days, saved.period !== 'custom');
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
    ...{ connection, audience, fingerprint, region, zone, today, weekStart, value },
    ...{ period, ...toRead, found, days, confirmed },
    keptDefinitions: parseKeptDefinitions(properties[PROPERTY.definitions], fingerprint),
    seenNames: () => parseSeenNames(properties[PROPERTY.names], fingerprint, packer),
    // A run that comes no further than one before has failed, also where it had to start over.
    cursor: goesOn ? before : { asked, since, days: before?.days ?? 0, progress: '', held: '' },
    isNew: !goesOn && !isLeft,
  };
}

/** The heading row of a new table, with its note columns. */
function wantedRow(saved: SavedReport, question: Pick<QuestionTable, 'columns' | 'fields'>) {
  return headingRow({ ...question, notes: splitList(saved.noteColumns) });
}

const ALL_DAYS: DateRange = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };

/**
 * Lays out the rows that came, checks everything that may prevent the write, keeps what is replaced for Undo, writes, records
 * it, and tells whoever follows. A table that keeps history is merged with the rows that stay.
 *
 * @throws {ReportError} `held_back`; `sheet_blocked`; `range_too_large`; `write_timeout`; `changed_meanwhile`; `busy`
 */
function replaceTable(services: RefreshServices, begun: BegunRefresh, report: KeptReport): RefreshedReport {
  const { sheets, digest, packer, followers } = services;
  const { saved, state, lease, value, range, days, confirmed } = begun;
  const { content } = saved;
  const [isClicked, keepsHistory] = [lease.by !== 'schedule', saved.mode === 'history'];
  const owner = ownerOf(begun.connection, report.employer);
  const isOthers = holdsOthersRows(saved, owner);
  const table = layOutReport(saved, report, begun);
  const wanted = wantedRow(saved, table);
  const hash = hashTable(digest, table);
  const own = saved.sheetId === null ? undefined : sheets.byId(saved.sheetId);
  // Whether the sheet should already show exactly this, and no person asked for the refresh.
  const isShown =
    !isClicked &&
    content?.hash === hash &&
    saved.next === null &&
    areSame(wanted.headings, saved.headings) &&
    own !== undefined &&
    begun.isIntact;
  if (!isShown) {
    // The sheet of another report, which people may have given this name, is refused.
    const sheetId = (own ?? sheets.byName(saved.sheet))?.id;
    if (state.reports.some((one) => one.id !== saved.id && one.sheetId !== null && one.sheetId === sheetId))
      occupied(saved.sheet);
    // No sheet is made for a report that was removed in the meantime.
    if (saved.sheetId === null || state.statusSheet === undefined) requireUnchanged(services, begun);
  }
  const found = isShown ? undefined : (begun.found ?? findTable(sheets, saved, wanted, isClicked));
  const merged =
    found && keepsHistory
      ? mergeHistory(
          found,
          saved.next === null ? days : undefined,
          wanted,
          table.rows,
          // Rows of another owner don't stay beside these.
          isOthers ? ALL_DAYS : range,
          value,
        )
      : undefined;

  // The shifts behind the table, to be compared with those of the table before.
  const filters = [saved.venue, saved.area, saved.role, owner || (isOthers ? '' : content?.owner)];
  const shifts = {
    asked: digest(JSON.stringify(filters)),
    range,
    rows: filterRows(report.rows, readCriteria(saved)),
  };
  // What a person has to confirm before the new table replaces the old one.
  let loss: string | undefined;
  if (isOthers && !isSampleOwner(content?.owner)) {
    if (isSampleOwner(owner)) loss = 'sample rows would replace real ones';
    // Kept days cannot be fetched again by another connection, and may not stay beside its rows.
    else if (keepsHistory) loss = 'the kept days of another employer would be deleted for good';
  }
  // A table equal to the one in place is never held.
  if (content?.hash !== hash) loss ??= findLoss(saved.written, shifts, merged);
  const question = loss && askAbout(loss);
  if (question && !(confirmed && (saved.cursor?.held || question) === question))
    refuse('held_back', question);

  const learned = learnedFrom(services, begun, report.rows);
  const { rows, head } = merged ?? { rows: table.rows, head: 0 };
  let snapshot: SnapshotKept | undefined;
  let changes = '';
  if (found && content !== null && content.hash !== hash) {
    const before = merged?.before ?? readTableRows(found, value);
    if (merged || before.rows.length > 0) {
      const next = merged ? hashTable(digest, { ...table, rows }) : hash;
      // A run that was killed before it recorded the table has written it.
      const isThere = before.rows.length === rows.length && hashTable(digest, before) === next;
      snapshot = isThere
        ? { pointer: null, sentence: 'The sheet showed this table already: there is nothing to undo.' }
        : keepSnapshot(services, state, saved, { ...before, next, since: head > 0 ? range.from : null });
      if (!isOthers) changes = compareTables(before, { ...table, rows }, range).sentence;
    }
  }
  const room = prepareStatusSheet(services, state, isClicked);
  const draft = { ...table, rows, head, notes: splitList(saved.noteColumns) };
  const ready =
    found && prepareTable(services, saved, found, draft, noteTaker(services, { ...begun, owner }));
  // Not done under the lock, because comparing names with each other takes time.
  const checks = describeChecks(shifts.rows, begun.today);

  const told: string[] = [];
  let refresh: Omit<FollowedRefresh, 'properties'> | undefined;
  const stateAfter = commitTable(services, begun, ready, room.sheetId, (stored, advice, properties) => {
    const finishedAt = services.clock.now();
    const before = stored.content;
    const shown = keepsHistory ? (merged?.days ?? days) : undefined;
    const after: SavedReport & { readonly content: TableContent } = {
      ...stored,
      content: {
        ...{ refreshedAt: finishedAt, generatedAt: report.generatedAt, checks, hash, owner },
        source: begun.fingerprint,
        rows: ready?.rows ?? before?.rows ?? 0,
        ...(shown ? daysWithHistory(begun.period, shown) : begun.period),
        changedAt: before?.hash === hash ? before.changedAt : finishedAt,
      },
      written: afterWrite(stored.written, shifts, confirmed),
      cursor: null,
      history: shown ? historyAfter(isOthers ? null : stored.history, range, shown, begun.today) : null,
      undo: snapshot ? snapshot.pointer : stored.undo,
    };
    const isSample = isSampleOwner(owner);
    const followed = { ...begun, saved: after, report, isSample, by: lease.by };
    const inspected = followers.flatMap((one) => one.inspect?.({ ...followed, properties }) ?? []);
    told.push(...inspected.flatMap(({ sentences }) => sentences));
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
    const { correlationId } = report;
    const message = sentences.filter(Boolean).join(' ');
    const lastRun = { outcome: 'refreshed' as const, finishedAt, message, correlationId };
    const done = { ...after, lastRun };
    refresh = { ...followed, saved: done };
    return {
      report: done,
      lastRun,
      changes: Object.assign({}, learned, ...inspected.map((one) => one.changes)),
    };
  });
  const { connection } = PROPERTY;
  const properties = { ...stateAfter.properties, [connection]: begun.properties[connection] ?? '' };
  const followed = { ...(refresh as FollowedRefresh), properties };
  told.push(...followers.flatMap((one) => one.follow?.(followed, stateAfter) ?? []));
  return { state: stateAfter, progress: undefined, sentences: told };
}

/** What formulas learn from a refresh: the definitions of percentages, the names there are, and the targets. */
function learnedFrom(services: RefreshServices, begun: BegunRefresh, rows: KeptReport['rows']): Properties {
  const { properties, fingerprint, today, keptDefinitions, zone } = begun;
  const names = learnNames(begun.seenNames(), rows, fingerprint, services.packer);
  const learned = {
    [PROPERTY.definitions]: storeDefinitions(keepDefinitions(keptDefinitions, rows, today), fingerprint),
    [PROPERTY.names]: names,
  };
  try {
    const known = parseSeenNames(names, fingerprint, services.packer);
    return { ...learned, ...readTargetsSheet(services, properties[PROPERTY.targets], zone, known) };
  } catch {
    // A sheet that cannot be read keeps no table from being written: the lines of the last refresh stay.
    return learned;
  }
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

/** The most pairs of names, and the longest text, in characters. */
const [MOST_PAIRS, LONGEST] = [5, 500];

/**
 * Findings for a person to look into: relations between figures that do not hold in every shift, shifts without an ID,
 * which cannot be told from a repetition, and similar names that may be one. Nothing is corrected.
 *
 * @returns A sentence or two; empty if there is nothing to say.
 */
export function describeChecks(rows: readonly ShiftRow[], today: CalendarDate): string {
  const failures = [...checkRelations(rows, today), checkFilled(rows, 'SHIFT_ID')]
    .filter(({ fails }) => fails > 0)
    .map(describeFailure);
  const pairs = NAME_KINDS.flatMap((kind) => {
    const names = listNames(rows, kind);
    const found = names.length > MOST_COMPARED_NAMES ? [] : nearDuplicates(names);
    return found.map(([one, other]) => `${kind} "${one}" / "${other}"`);
  });
  const sentences = [
    ...(failures.length === 0 ? [] : [`${failures.join('; ')}.`]),
    ...(pairs.length === 0 ? [] : [`Possible duplicate names: ${pairs.slice(0, MOST_PAIRS).join(', ')}.`]),
  ];
  return fitLine(sentences.join(' '), LONGEST);
}

/** `Worked is more than Booked in 14 of 42 (SHIFT_ID 1, 2, 3 …)` */
function describeFailure({ words, fails, of, ids }: RecordCheck): string {
  const named = ids.filter((id) => id !== null);
  const more = fails > named.length ? ' …' : '';
  const places = named.length === 0 ? '' : ` (SHIFT_ID ${named.join(', ')}${more})`;
  return `${words} in ${fails} of ${of}${places}`;
}
