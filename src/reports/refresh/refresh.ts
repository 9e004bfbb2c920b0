import { type CalendarDate, type DateRange, dayCount, isOn, shortDays } from '../../calendar/calendar-date';
import { isGrouped, type ReportChoices, splitList } from '../../contract/reports';
import { asShown, attempt, ReportError, toReportError } from '../../employer-api/errors';
import { timeoutThatFits } from '../../employer-api/ports';
import { SHIFT_FULFILMENT_REPORT, type ShiftRow } from '../../employer-api/shift-report';
import { fitLine, shownCount, shownNumber } from '../../employer-api/text';
import { keepDefinitions } from '../../figures/definitions';
import { checkFilled, checkRelations, type RecordCheck } from '../../figures/record-quality';
import { compareTables } from '../changes/changes-sheet';
import { fetchDays, totalDays } from '../fetching/fetch-days';
import type { KeptReport } from '../fetching/kept-rows';
import type { Properties } from '../ports';
import {
  type DocumentState,
  findConnection,
  type Lease,
  PROPERTY,
  readDocumentState,
} from '../saved/document-state';
import {
  findStranger,
  type KnownNames,
  learnNames,
  NAME_KINDS,
  nounOf,
  packLearned,
  parseLearned,
} from '../saved/names';
import {
  goesOn,
  holdsOthersRows,
  isSampleOwner,
  layOutReport,
  ownerOf,
  type QuestionTable,
  type RefreshCursor,
  type ReportRun,
  readCriteria,
  readReportQuestion,
  reportRange,
  type SavedReport,
  type TableContent,
} from '../saved/saved-report';
import { SpreadsheetContext } from '../saved/spreadsheet-context';
import { intervalOf } from '../schedule/schedule';
import { areSame, cellReader, hashTable } from '../sheet/cells';
import {
  findTable,
  headingRow,
  occupied,
  readTableDays,
  readTableRows,
  type TableDays,
} from '../sheet/report-table';
import { stampFormulas } from '../status/status-sheet';
import { describeMistakes, parseTargets, readTargetsSheet } from '../targets/targets-sheet';
import type { FollowedRefresh, RefreshServices } from './followed-refresh';
import { daysToRead, daysWithHistory, historyAfter, mergeHistory } from './history';
import { beginRun, endRun, putTable, type Run, type RunEnd, takeLease } from './lease';
import { askAbout, describeHeld, nextBaseline, shiftsBehind } from './loss-guard';

/**
 * Refreshes one report: everything is fetched and checked before a cell is changed, one operation writes, and one property
 * write commits. If the time of this run is too short, the next one goes on from the days that came.
 *
 * The service is asked first. Where a table is to be written, a lease keeps other refreshes away from then on; the lock is
 * held for moments only.
 *
 * @param confirmed Whether a person has confirmed the new table.
 * @param properties The document properties, if they were read just now.
 * @returns The document's state after it; how it went, for the person, with what followers say; and whether the next run goes
 *   on, because some days did not come in the time of this one.
 * @throws {ReportError} With the old table unchanged and the failure recorded with the report and on the status sheet;
 *   `held_back` if the new table needs confirmation; `changed_meanwhile`. With nothing changed: `busy` if another refresh
 *   writes a table, or has ended with this report; `settings_missing` if this person has no connection.
 */
export function refreshReport(
  services: RefreshServices,
  reportId: string,
  by: Lease['by'],
  confirmed = false,
  properties?: Properties,
) {
  const run = beginRun(services, reportId, by, properties);
  let begun: BegunRefresh | undefined;
  // Where the next run goes on.
  let left: RefreshCursor | null = null;
  const record = (outcome: ReportRun['outcome'], message: string, cause: ReportError | undefined) =>
    endRun(services, run, ({ reports }): RunEnd => {
      const saved = reports.find(({ id }) => id === reportId);
      if (saved === undefined) return {};
      const correlationId = cause?.detail.correlationId ?? '';
      const finishedAt = services.clock.now();
      const lastRun = { outcome, finishedAt, message, correlationId, ...(cause && { code: cause.code }) };
      // Who presses Refresh is asked again.
      const isKept = by === 'schedule' && saved.baseline?.isKept === true;
      const baseline = saved.baseline && { ...saved.baseline, isKept };
      return { report: { ...saved, cursor: left, lastRun, baseline } };
    });
  try {
    begun = begin(services, run, confirmed);
    const { audience, wanted, range, cursor } = begun;
    const { reports, why, missing } = fetchDays(services.fetchingFor(audience), wanted);
    const [report] = reports ?? [];
    if (report && missing.length === 0) {
      const laid = layOut(services, begun, report);
      if (!laid.isShown) begun = takeLease(services, begun);
      return replaceTable(services, begun, laid);
    }
    const all = dayCount(range);
    const days = all - totalDays(missing);
    const progress = `${shownNumber(days)} of ${shownCount(all, 'day')}`;
    left = days === 0 ? null : { ...cursor, days: Math.max(days, cursor.days) };
    // A run that comes no further than one before has failed.
    if (days <= cursor.days) {
      const sentence = `Choose fewer days: the service answers too slowly for ${shownCount(all, 'day')}`;
      throw why ?? new ReportError('upstream_timeout', { sentence });
    }
    const fetched = `Fetched ${progress} so far.`;
    const message = `${fetched} The next refresh continues from there.`;
    const { state } = record('unfinished', why ? `${message} ${why.message}` : message, why);
    return { state, message: fetched, isUnfinished: true };
  } catch (thrown) {
    const error = toReportError(thrown);
    // Nothing is noted of a run that another keeps from beginning to write, or whose person has no connection.
    if (['busy', 'settings_missing'].includes(error.code) && begun?.state.lease?.id !== run.id) throw error;
    const isHeld = error.code === 'held_back';
    if (isHeld && begun) left = { ...begun.cursor, held: error.detail.why ?? '' };
    // The failure itself matters more than recording it; the lease expires.
    attempt(() => record(isHeld ? 'held' : 'failed', error.message, error));
    const isTriedAgain = intervalOf(run.state.schedule, run.saved.every) !== 'off';
    throw asShown(error, isTriedAgain);
  }
}

/** The most reports in a message. */
const MOST_NAMED = 3;

/**
 * Refreshes reports one after the other. A report that fails, or that someone changed in the meantime, does not stop
 * the others; another running refresh does, and so does the end of the time. The report tried longest ago comes first,
 * so that every report gets its turn. Without reports, formulas recalculate anyway.
 *
 * @param properties The document properties as just read.
 * @returns What became of them, in a few sentences; how many were not tried, because another refresh runs or the time was up;
 *   and the state after it, `undefined` if nothing was written.
 * @throws {ReportError} Without reports: `settings_missing`; as `stampFormulas`.
 */
export function refreshAll(
  services: RefreshServices,
  properties: Properties,
  by: Lease['by'],
  reports: readonly SavedReport[] = readDocumentState(properties).reports,
) {
  const { budget, clock, stores } = services;
  if (reports.length === 0) {
    findConnection(properties, stores);
    const message = 'Formulas with SHIFT_STAMP are calculated again. There is no report to refresh.';
    return { message, failures: [], left: 0, state: stampFormulas(services, by !== 'schedule') };
  }
  const failures: ReportError[] = [];
  const told: string[] = [];
  let [refreshed, left] = [0, reports.length];
  let state: DocumentState | undefined;
  const triedAt = ({ lastRun }: SavedReport) => lastRun?.finishedAt ?? 0;
  const ordered = [...reports].sort((one, other) => triedAt(one) - triedAt(other));
  for (const [at, { id, sheet }] of ordered.entries()) {
    // A request would get less than its time.
    if (timeoutThatFits(budget, clock.now()) !== budget.timeoutSeconds) break;
    left -= 1;
    try {
      const done = refreshReport(services, id, by, false, at === 0 ? properties : undefined);
      state = done.state;
      if (done.isUnfinished) told.push(`“${sheet}”: ${done.message} Refresh again to continue.`);
      else refreshed += 1;
    } catch (thrown) {
      const error = toReportError(thrown);
      failures.push(error);
      told.push(`“${sheet}”: ${error.message}`);
      if (error.code === 'busy') break;
    }
  }
  const unnamed = told.length - MOST_NAMED;
  const sentences = [
    refreshed > 0 && `${shownCount(refreshed, 'report')} refreshed.`,
    ...told.slice(0, MOST_NAMED),
    unnamed > 0 && `${shownCount(unnamed, 'report')} more: see the list of reports.`,
    left > 0 && `${shownCount(left, 'report')} left as before: refresh again.`,
  ];
  return { message: sentences.filter(Boolean).join(' '), failures, left, state };
}

/** What a refresh asks for, and what its table and figures rest on. */
type BegunRefresh = ReturnType<typeof begin>;

/**
 * Finds out what to ask for. A table that keeps history is found as well, and its days are read.
 *
 * @throws {ReportError} `settings_missing`, `invalid_option`, `invalid_settings`, `sheet_blocked`
 */
function begin(services: RefreshServices, run: Run, confirmed: boolean) {
  const { calendar, sheets, clock } = services;
  const { saved, zone } = run;
  const context = new SpreadsheetContext(services, run.properties);
  const { connection, audience } = context.connected();
  const question = readReportQuestion(saved);
  const notes = splitList(saved.noteColumns);
  const [today, weekStart, now] = [context.today(), context.weekStart(), clock.now()];
  const period = reportRange(saved, today, weekStart);
  const keepsHistory = saved.mode === 'history';
  // A table that keeps history, where it stands, and the days of its rows.
  const found =
    keepsHistory && sheets.byId(saved.sheetId)
      ? findTable(sheets, saved, headingRow({ ...question, notes }), false)
      : undefined;
  const value = cellReader(calendar, zone);
  const days = found && readTableDays(found, value);
  const history = keepsHistory && !holdsOthersRows(saved, ownerOf(connection)) ? saved.history : null;
  const refreshed = saved.period === 'custom' ? undefined : saved.content?.refreshedAt;
  const asked = `${saved.revision} ${connection.fingerprint}`;
  const before = saved.cursor?.asked === asked ? saved.cursor : undefined;
  const kept = goesOn(saved, now, confirmed) ? before : undefined;
  const range = history ? daysToRead(history, period, days, refreshed && context.dayAt(refreshed)) : period;
  return {
    ...run,
    ...{ connection, audience, today, weekStart, period, range, found, days, value, confirmed, notes },
    keptDefinitions: context.keptDefinitions(),
    wanted: {
      ...{ kind: SHIFT_FULFILMENT_REPORT, connection, ranges: [range] },
      ...{ since: kept?.since, zone: () => zone },
    },
    // A run that comes no further than one before has failed, also where it had to start over.
    cursor: kept ?? { asked, since: now, days: before?.days ?? 0, held: '' },
  };
}

const ALL_DAYS: DateRange = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };

/** Lays out the rows that came. */
function layOut({ sheets, digest }: RefreshServices, begun: BegunRefresh, report: KeptReport) {
  const { saved, by, notes } = begun;
  const table = layOutReport(saved, report, begun);
  const wanted = headingRow({ ...table, notes });
  const hash = hashTable(digest, table);
  const isSame = saved.content?.hash === hash;
  // Whether the sheet should already show exactly this, and no person asked for the refresh.
  const isShown =
    by === 'schedule' &&
    isSame &&
    saved.next === null &&
    areSame(wanted.headings, saved.headings) &&
    sheets.byId(saved.sheetId) !== undefined;
  return { report, table, wanted, hash, isSame, isShown };
}

/** What came, as a table. */
type LaidOutTable = ReturnType<typeof layOut>;

/** The same beside the table that is there. */
type JudgedTable = ReturnType<typeof judge>;

/**
 * Finds the table's place, merges what came with the rows that stay of a table that keeps history, and asks before a loss.
 *
 * @throws {ReportError} `held_back`; as `findTable` and `mergeHistory`
 */
function judge({ sheets, digest }: RefreshServices, begun: BegunRefresh, laid: LaidOutTable) {
  const { saved, state, by, value, range, days, today, confirmed, connection, notes } = begun;
  const { report, table, wanted, hash, isSame, isShown } = laid;
  const { content } = saved;
  const owner = ownerOf(connection, report.employer);
  const isOthers = holdsOthersRows(saved, owner);
  const found = isShown ? undefined : (begun.found ?? findTable(sheets, saved, wanted, by !== 'schedule'));
  // People may have given its name to the sheet of another report.
  if (found && state.reports.some((one) => one.id !== saved.id && one.sheetId === found.sheet.id))
    occupied(saved.sheet);
  const keepsHistory = saved.mode === 'history';
  const there = found?.isIntact ? days : undefined;
  // Rows of another owner don't stay beside these.
  const replacedDays = isOthers ? ALL_DAYS : range;
  const merged =
    found && keepsHistory ? mergeHistory(found, there, wanted, table.rows, replacedDays, value) : undefined;

  const shifts = shiftsBehind(digest, saved, content, owner, report.rows, range);
  // A table equal to the one in place lacks nothing.
  const why = askAbout(saved, owner, isSame ? undefined : shifts, merged);
  if (why && !(confirmed && (saved.cursor?.held || why) === why))
    throw new ReportError('held_back', { why, sentence: describeHeld(why) });

  const draft = { ...table, ...merged, notes };
  const old = found && content && !isSame ? (merged?.before ?? readTableRows(found, value)) : undefined;
  // Below rows that stay, what came may be new though no row was in its place.
  const before = merged?.head || old?.rows.length ? old : undefined;
  const since = merged && merged.head > 0 ? range.from : null;
  const replaced = before && { ...before, next: merged ? hashTable(digest, draft) : hash, since };
  return {
    ...{ owner, isOthers, shifts, days: merged?.days },
    /** The days of the rows of a table that keeps history. */
    shown: keepsHistory ? (merged?.days ?? days) : undefined,
    toPut: found && { found, draft, owner, replaced },
    count: found ? (merged?.head ?? 0) + draft.rows.length : (content?.rows ?? 0),
    changes: before && !isOthers ? compareTables(before, draft, range).sentence : '',
    // Not done under the lock, because comparing names with each other takes time.
    checks: describeChecks(shifts.rows, today),
  };
}

/**
 * Writes a table, records it, and tells whoever follows.
 *
 * @param begun Has the lease, unless the table is shown already.
 * @throws {ReportError} As `judge` and `putTable`
 */
function replaceTable(services: RefreshServices, begun: BegunRefresh, laid: LaidOutTable) {
  const { followers, clock, packer } = services;
  const { report, table } = laid;
  const judged = judge(services, begun, laid);
  const { names, learned } = learnedFrom(services, begun, report.rows);
  const { state, ended } = putTable(services, begun, judged.toPut, (stored, sentences, properties) => {
    const finishedAt = clock.now();
    const saved = { ...stored, ...recordOf(begun, laid, judged, stored, finishedAt) };
    const refresh: FollowedRefresh = { ...begun, saved, report, properties };
    const inspected = followers.flatMap((one) => one.inspect?.(refresh) ?? []);
    const targets = parseTargets(learned[PROPERTY.targets] ?? properties[PROPERTY.targets], packer);
    const size = describeTable(report, table, saved, names, judged.shown);
    const said = [size, judged.changes, ...sentences, describeMistakes(targets)];
    const message = said.filter(Boolean).join(' ');
    const { correlationId } = report;
    const lastRun = { outcome: 'refreshed' as const, finishedAt, message, correlationId };
    return {
      report: { ...saved, lastRun },
      changes: Object.assign({}, learned, ...inspected.map((one) => one.changes)),
      refresh,
      told: [message, ...inspected.flatMap((one) => one.sentences)],
    };
  });
  // Those that were read under the lock hold the connection, which the state does not.
  const properties = { ...ended.refresh.properties, ...state.properties };
  const refresh = { ...ended.refresh, saved: ended.report, properties };
  const told = [...ended.told, ...followers.flatMap((one) => one.follow?.(refresh, state) ?? [])];
  return { state, message: told.join(' '), isUnfinished: false };
}

/** What is recorded with a report whose table was written, or is shown already. */
function recordOf(
  { connection, period, range, confirmed, saved: { mode } }: BegunRefresh,
  { report, hash }: LaidOutTable,
  { owner, isOthers, shifts, days, shown, count, checks }: JudgedTable,
  { content, history, baseline }: SavedReport,
  refreshedAt: number,
) {
  return {
    content: {
      ...{ refreshedAt, generatedAt: report.generatedAt, checks, hash, owner, rows: count },
      ...(shown ? daysWithHistory(period, shown) : period),
      source: connection.fingerprint,
      changedAt: content?.hash === hash ? content.changedAt : refreshedAt,
    },
    baseline: nextBaseline(baseline, shifts, confirmed),
    cursor: null,
    history: mode === 'history' ? historyAfter(isOthers ? null : history, range, days) : null,
  };
}

/** What formulas learn from a refresh: the definitions of percentages, the names there are, and the targets. */
function learnedFrom(
  services: RefreshServices,
  { connection, properties, today, zone }: BegunRefresh,
  rows: KeptReport['rows'],
) {
  const { packer } = services;
  const { fingerprint } = connection;
  const before = properties[PROPERTY.learned];
  const known = parseLearned(before, fingerprint, packer);
  const names = learnNames(known?.names, rows);
  const definitions = keepDefinitions(known?.definitions, rows, today);
  const text = packLearned({ fingerprint, definitions, names }, packer);
  // What another run has learned since is not overwritten for nothing.
  const learned: Properties = text === before ? {} : { [PROPERTY.learned]: text };
  try {
    const targets = readTargetsSheet(services, properties[PROPERTY.targets], zone, names);
    return { names, learned: { ...learned, ...targets } };
  } catch {
    // A sheet that cannot be read keeps no table from being written: the lines of the last refresh stay.
    return { names, learned };
  }
}

const OTHER_DAYS =
  'Choose another sheet to start over: days that the report no longer asks for stay as they were before it was changed.';

/** How many rows there are of which days, and what is odd about them. */
function describeTable(
  report: KeptReport,
  table: QuestionTable,
  saved: SavedReport & { readonly content: TableContent },
  names: KnownNames,
  days: TableDays = [],
): string {
  const { history, content } = saved;
  const row = isGrouped(saved) ? 'row' : 'shift';
  const odd = `, ${shownCount(report.doubts, 'odd value')} (the first: ${report.firstDoubt})`;
  const named = isSampleOwner(content.owner) ? `sample ${row}` : row;
  // Rows of a question that was asked before the report was changed stay as they are.
  const isOlder = history !== null && days.some((day) => day !== null && !isOn(day, history));
  const size = `${shownCount(content.rows, named)} from ${shortDays(content)}${report.doubts === 0 ? '' : odd}.`;
  const nothing = describeNothing(content.rows, report, table, saved, names);
  const isSaid = content.rows === 0 && nothing !== '' && table.unshownNotes.length === 0;
  return [isSaid ? '' : size, nothing, isOlder ? OTHER_DAYS : ''].filter(Boolean).join(' ');
}

/**
 * What to check if a table has no rows although the service has shifts for these days; otherwise empty.
 *
 * @param rows The number of rows of the table.
 * @param names Those that refreshes have seen, this one too.
 */
export function describeNothing(
  rows: number,
  report: Pick<KeptReport, 'rows'>,
  { unshownNotes }: Pick<QuestionTable, 'unshownNotes'>,
  choices: ReportChoices,
  names: KnownNames | undefined,
): string {
  if (unshownNotes.length > 0) return `${unshownNotes.join('. ')}.`;
  if (rows > 0 || report.rows.length === 0) return '';
  const stranger = findStranger(readCriteria(choices), names);
  if (stranger) return stranger.sentence;
  const filtered = NAME_KINDS.filter((kind) => choices[kind] !== '').map(nounOf);
  return `Check the ${filtered.join(' and the ')}: no shift of these days fits.`;
}

/** The longest of such texts, in characters. */
const LONGEST_CHECKS = 500;

/**
 * Findings for a person to look into: relations between figures that do not hold in every shift, and shifts without an ID,
 * which cannot be told from a repetition. Nothing is corrected.
 *
 * @returns A sentence; empty if there is nothing to say.
 */
export function describeChecks(rows: readonly ShiftRow[], today: CalendarDate): string {
  const found = [...checkRelations(rows, today), checkFilled(rows, 'SHIFT_ID')];
  const failures = found.filter(({ fails }) => fails > 0).map(describeFailure);
  return failures.length === 0 ? '' : fitLine(`${failures.join('; ')}.`, LONGEST_CHECKS);
}

/** `Worked is more than Booked in 14 of 42 (SHIFT_ID 1, 2, 3 …)` */
function describeFailure({ words, fails, of, ids }: RecordCheck): string {
  const named = ids.filter((id) => id !== null);
  const more = fails > named.length ? ' …' : '';
  const places = named.length === 0 ? '' : ` (SHIFT_ID ${named.join(', ')}${more})`;
  return `${words} in ${fails} of ${of}${places}`;
}
