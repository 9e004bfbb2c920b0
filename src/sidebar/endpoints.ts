import { saveAlert } from '../alerts/alert';
import { installation } from '../compose/build-constants';
import type { Reading } from '../compose/reading';
import { type KnownNames, NEW_REPORT, type ReportForm, type SaveWarning } from '../contract/reports';
import { QUESTIONS } from '../contract/sidebar';
import { SAMPLE_ADDRESSES, SAMPLE_CREDENTIALS } from '../employer-api/connection';
import { ReportError } from '../employer-api/errors';
import { shownCount } from '../employer-api/text';
import { explainCell } from '../explanations/explain-cell';
import { closestName } from '../figures/names';
import { checkConnection, describePause } from '../reports/connection/connection-check';
import { connect, disconnect } from '../reports/connection/connector';
import { freeSheetName, leaveSample, SAMPLE_SHEET } from '../reports/connection/leave-sample';
import { NOTES_SHEET_NAME } from '../reports/notes/notes';
import {
  allowForTimer,
  neededForTimer,
  SAVED_WITHOUT_MAIL,
  SCHEDULE,
  SERVICE,
  TIMER,
} from '../reports/permissions';
import type { Properties } from '../reports/ports';
import { previewReport } from '../reports/preview/report-preview';
import { deleteNotes, exportNotes } from '../reports/refresh/all-notes';
import { refreshReport } from '../reports/refresh/refresh';
import { refreshAll, showStatus, stampFormulas } from '../reports/refresh/refresh-all';
import { countLeavingNotes, keepTable, removeReport, saveReport } from '../reports/refresh/report-list';
import { forgetTables, showChanges, undoRefresh } from '../reports/refresh/undo';
import { PROPERTY, readDocumentState } from '../reports/saved/document-state';
import { removeKept } from '../reports/saved/kept-list';
import { parseSeenNames, strangersIn } from '../reports/saved/names';
import { readCriteria } from '../reports/saved/report-question';
import { listConnections } from '../reports/saved/saved-connection';
import { saveSchedule, takeOver } from '../reports/schedule/schedule';
import { setTargets } from '../reports/targets/targets-sheet';
import { previewSummary, testSummary } from '../summaries/send';
import { removeSummary, saveSummary } from '../summaries/summaries';
import { endpoints, refusalOf } from './answer';

/** What needs more than the spreadsheet. */
const NEEDS = {
  connect: SERVICE,
  disconnect: TIMER,
  checkConnection: SERVICE,
  previewReport: SERVICE,
  refreshReport: SERVICE,
  refreshAll: SERVICE,
  buildDashboard: SERVICE,
  saveSchedule: SCHEDULE,
  takeOver: SCHEDULE,
  previewSummary: SERVICE,
  // A schedule runs without mail, and says that none is sent; a test is nothing but mail.
  testSummary: [...SERVICE, 'mail'],
} as const;

/** What answers the page; `QUESTIONS` says what each does. */
export const ENDPOINTS = endpoints(QUESTIONS, NEEDS, {
  state: (writing) => {
    const properties = writing.stores.document.readAll();
    const names = readKnownNames(properties, writing);
    return {
      message: '',
      state: readDocumentState(properties),
      pause: describePause(properties, writing.stores, writing.fetchingFor),
      ...(names ? { names } : {}),
    };
  },
  saveReport: (writing, choice) => {
    const known = readKnownNames(writing.document.readAll(), writing);
    const leaving = countLeavingNotes(writing, choice);
    const state = saveReport(writing, choice);
    const warning = describeUnusual(choice, known, leaving);
    return { message: `Saved \u201c${choice.sheet}\u201d.`, state, ...(warning ? { warning } : {}) };
  },
  openSheet: ({ stores, sheets }, id) => {
    const state = readDocumentState(stores.document.readAll());
    const report = state.reports.find((one) => one.id === id);
    const sheet = report?.sheetId == null ? undefined : sheets.byId(report.sheetId);
    if (sheet === undefined) {
      throw new ReportError('sheet_blocked', { sentence: 'Press Refresh: the sheet was deleted' });
    }
    sheets.show(sheet);
    return { message: '', state };
  },
  removeReport: (writing, id) => {
    const state = removeReport(writing, id);
    return {
      message: 'Removed. The sheet stays as it is.',
      state: showStatus(writing, state, writing.clock.now()),
    };
  },
  keepTable: (writing, id) => ({
    message: 'The old table stays.',
    state: keepTable(writing, id),
  }),
  undoRefresh: (writing, id, confirmed) => {
    const { state, sentence } = undoRefresh(writing, id, confirmed);
    return { message: sentence, state };
  },
  showChanges: (writing, id) => {
    const { state, sentence } = showChanges(writing, id);
    return { message: sentence, state };
  },
  useSampleData: (writing, region) => {
    const { state } = connect(writing, { ...SAMPLE_CREDENTIALS, region }, 'everyone', SAMPLE_ADDRESSES);
    const message =
      'Sample data is on: every venue whose name begins with “Sample” is made up. Connect when you have your own credentials.';
    if (state.reports.length > 0) return { message, state };
    const sheet = freeSheetName(SAMPLE_SHEET, (name) => writing.sheets.byName(name) !== undefined);
    // Enough weeks for a trend, and quick to fetch.
    const first = { ...NEW_REPORT, period: 'last 13 weeks', sheet };
    return { message, state: saveReport(writing, first) };
  },
  setTargets: (writing) => ({
    message: setTargets(writing, readKnownNames(writing.document.readAll(), writing)),
  }),
  saveAlert: (writing, choice) => {
    const state = saveAlert(writing, choice);
    const sheet = state.reports.find(({ id }) => id === choice.report)?.sheet ?? '';
    return { message: `Alert saved. It is judged with each refresh of “${sheet}”.`, state };
  },
  removeAlert: (writing, id) => ({
    message: 'Alert removed.',
    state: removeKept(writing, PROPERTY.alert(id)),
  }),
  saveSummary: (writing, form) => ({
    message: 'Summary email saved.',
    state: saveSummary(writing, form),
  }),
  removeSummary: (writing, id) => ({
    message: 'Summary email removed.',
    state: removeSummary(writing, id),
  }),
  keepNotes: ({ document }, kept) => {
    const message =
      kept === 0
        ? 'Notes are kept until someone deletes them.'
        : `Notes of shifts more than ${kept} months ago are deleted when their report is refreshed.`;
    document.write({ [PROPERTY.noteMonths]: kept === 0 ? '' : String(kept) });
    return { message };
  },
  exportNotes: (writing) => {
    const notesFile = exportNotes(writing);
    const message =
      notesFile.count === 0 ? 'There are no notes.' : `Found ${shownCount(notesFile.count, 'note')}.`;
    return { message, notesFile };
  },
  deleteNotes: (writing, count) => {
    deleteNotes(writing, count);
    return { message: `Deleted ${shownCount(count, 'note')}.` };
  },
  // The page shows the explanation itself.
  explainCell: (writing) => ({ message: '', explanation: explainCell(writing) }),
  connect: (writing, { audience, ...credentials }) => {
    const { state, endedSharing, leftSample, found } = connect(writing, credentials, audience);
    const message =
      typeof found === 'string'
        ? `Connected: the report can be read, ${found}.`
        : `Connected, but the report could not be checked yet: press “Check connection” later. ${found.message}`;
    const alone =
      endedSharing &&
      'Only you can use it. The shared connection is removed, so other people’s formulas need one of their own.';
    const left = leftSample ? leaveSample(writing, state) : { state, sentences: [] };
    return { message: [message, alone, ...left.sentences].filter(Boolean).join(' '), state: left.state };
  },
  refreshReport: (writing, id, confirmed) => {
    const { state, progress, sentences } = refreshReport(writing, id, 'sidebar', confirmed);
    if (progress !== undefined) return { message: `${progress}.`, state, more: true };
    const run = state.reports.find((report) => report.id === id)?.lastRun;
    return { message: [`Refreshed: ${run?.message ?? ''}`, ...sentences].join(' '), state };
  },
  refreshAll: (writing) => {
    const { reports } = readDocumentState(writing.document.readAll());
    const { message, failures, state } = refreshAll(writing, reports, 'sidebar');
    const [first] = failures;
    if (first) throw new ReportError(first.code, { sentence: message });
    return { message, state };
  },
  checkConnection: (writing) => {
    const { error, message, checks, properties } = checkConnection(writing);
    return error ? { error, checks, properties } : { message, checks, state: readDocumentState(properties) };
  },
  previewReport: (writing, choice) => ({
    message: `Preview of “${choice.sheet}”. Nothing was written.`,
    preview: previewReport(writing, choice),
  }),
  buildDashboard: ({ dashboards }, id, template, cut, everyMiss) => {
    const options = { cut: cut ?? undefined, everyMiss: everyMiss ?? undefined };
    const { state, sentence } = dashboards.build(id, template, options);
    return { message: sentence, state };
  },
  previewSummary: (writing, form) => ({
    message: 'Preview of the summary email. Nothing was sent.',
    summary: previewSummary(writing, form),
  }),
  disconnect: (writing) => {
    disconnect(writing);
    forgetTables(writing);
    return {
      message:
        'Disconnected. The credentials are removed and the schedule is off. Sheets stay, and so do other people’s own connections.',
    };
  },
  saveSchedule: (writing, schedule) => {
    const withheld = schedule.every === 'off' ? undefined : timerRefusal();
    if (withheld) return withheld;
    const saved = saveSchedule(writing, schedule);
    // Without reports there is only the stamp to move; now is the time to make its sheet.
    const isForFormulas = schedule.every !== 'off' && saved.reports.length === 0 && saved.connection;
    const state = isForFormulas ? stampFormulas(writing, 'sidebar') : showStatus(writing, saved);
    const sendsMail = saved.schedule.email !== '';
    const refusal = sendsMail ? refusalOf(['mail'], () => SAVED_WITHOUT_MAIL) : undefined;
    return refusal ?? { message: 'Schedule saved.', state };
  },
  takeOver: (writing) => {
    const withheld = timerRefusal();
    if (withheld) return withheld;
    const state = showStatus(writing, takeOver(writing));
    return { message: 'The schedule runs as you from now on.', state };
  },
  testSummary: (writing, form) => {
    const refusal = refusalOf(['mail']);
    return refusal ?? { message: `Test sent to ${testSummary(writing, form)}.` };
  },
});

/** What a timer of this person would lack; `undefined` where that is nothing. One service call. */
function timerRefusal() {
  return refusalOf(neededForTimer(installation), allowForTimer);
}

/**
 * The names that refreshes of this connection have seen; `undefined` where there are none, or too many to keep. One
 * property read where only this person is connected.
 *
 * @param properties The document properties, already read.
 */
function readKnownNames(
  properties: Properties,
  { stores, packer }: Pick<Reading, 'stores' | 'packer'>,
): KnownNames | undefined {
  const kept = properties[PROPERTY.names];
  const [saved] = kept ? listConnections(properties, stores) : [];
  const seen = saved && parseSeenNames(kept, saved.connection.fingerprint, packer);
  return seen && { venue: seen.venue, area: seen.area, role: seen.role };
}

/**
 * What is unusual about a report: the first name in its filters that no refresh has seen, and notes that leave its table.
 * Patterns are not looked at.
 */
function describeUnusual(
  choice: ReportForm,
  known: KnownNames | undefined,
  leavingNotes: number,
): SaveWarning | undefined {
  const notes =
    leavingNotes > 0 &&
    `${shownCount(leavingNotes, 'note')} will move to ${NOTES_SHEET_NAME} and come back with the column.`;
  const [stranger] = strangersIn(readCriteria(choice), (kind) =>
    known?.[kind].length ? known[kind] : undefined,
  );
  if (stranger !== undefined) {
    const { kind: field, name: typed, known: names } = stranger;
    const meant = closestName(typed, names);
    const unknown = `No refresh has seen the ${field === 'role' ? 'job title' : field} “${typed}”.`;
    const guess = meant !== undefined && `Did you mean “${meant}”?`;
    const filled = meant && { field, meant, filter: choice[field].split(typed).join(meant) };
    return { sentence: [unknown, guess, notes].filter(Boolean).join(' '), correction: filled || null };
  }
  return notes ? { sentence: notes, correction: null } : undefined;
}
