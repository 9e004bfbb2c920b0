import * as v from 'valibot';
import { saveAlert } from '../alerts/alert';
import { installation } from '../compose/build-constants';
import { ALERT_FORM } from '../contract/alerts';
import { CONNECTION_FORM, REGIONS } from '../contract/connection';
import { SAVED_ID } from '../contract/form';
import {
  DASHBOARD_CUT,
  freeName,
  NEW_REPORT,
  NOTES_FORM,
  REPORT_FORM,
  splitList,
  TEMPLATES,
} from '../contract/reports';
import { SCHEDULE_FORM } from '../contract/schedule';
import { SAVED_SUMMARY_FORM, SUMMARY_FORM } from '../contract/summaries';
import { SAMPLE_ADDRESSES, SAMPLE_CREDENTIALS } from '../employer-api/connection';
import { attempt, ReportError, refuse } from '../employer-api/errors';
import { shownCount } from '../employer-api/text';
import { explainCell } from '../explanations/explain-cell';
import { checkConnection, connect, disconnect, lookAtConnection } from '../reports/connection/connecting';
import { deleteNotes, exportNotes } from '../reports/notes/all-notes';
import { findNoteColumns, NOTES_SHEET_NAME } from '../reports/notes/notes';
import { neededForTimer, SAVED_WITHOUT_MAIL, SCHEDULE, SERVICE, SHEET, TIMER } from '../reports/permissions';
import type { ReportSheets } from '../reports/ports';
import { previewReport } from '../reports/preview/report-preview';
import { refreshAll, refreshReport } from '../reports/refresh/refresh';
import { forgetTables, showChanges, undoRefresh } from '../reports/refresh/undo';
import { findReport, forget, PROPERTY, readDocumentState } from '../reports/saved/document-state';
import { keepTable, removeReport, saveReport } from '../reports/saved/report-list';
import type { SavedReport } from '../reports/saved/saved-report';
import { SpreadsheetContext } from '../reports/saved/spreadsheet-context';
import { saveSchedule } from '../reports/schedule/schedule';
import { showStatus, stampFormulas } from '../reports/status/status-sheet';
import { setTargets } from '../reports/targets/targets-sheet';
import { previewSummary, testSummary } from '../summaries/send';
import { saveSummary } from '../summaries/summaries';
import { answer, type Endpoint, endpoint, read, refusalOf, type SidebarOutcome } from './answer';
import { editionEndpoints } from './edition';
import { leaveSample, SAMPLE_SHEET } from './leave-sample';

/** False if left out. */
const FLAG = v.optional(v.boolean(), false);
/** The page sends null for what it leaves out. */
const orNull = <Schema extends v.GenericSchema>(schema: Schema) => v.optional(v.nullable(schema));

/** What the page may ask: the permissions that it needs, what its arguments have to be, and what answers it. */
export const ENDPOINTS = {
  /** What to show when the sidebar opens. Makes no request. */
  state: endpoint(SHEET, [], (writing) => {
    const context = new SpreadsheetContext(writing);
    const names = context.seenNames();
    return {
      message: '',
      state: context.state(),
      failing: lookAtConnection(writing, () => context.connected()),
      ...(names ? { names } : {}),
    };
  }),
  /** Saves a report, and says what it loses. */
  saveReport: endpoint(SHEET, [REPORT_FORM], (writing, choice) => {
    const before = readDocumentState(writing.document.readAll()).reports.find(({ id }) => id === choice.id);
    const state = saveReport(writing, choice);
    // Saved it is, whatever cannot be read.
    const warning =
      before && attempt(() => describeLeaving(writing.sheets, before, findReport(state, before.id)));
    return { message: `Saved \u201c${choice.sheet}\u201d.`, state, ...(warning ? { warning } : {}) };
  }),
  /** Brings the sheet of a report to the front; if so asked with its note columns, and says where these are. */
  openSheet: endpoint(SHEET, [SAVED_ID, FLAG], ({ document, sheets }, id, withNotes) => {
    const state = readDocumentState(document.readAll());
    const saved = findReport(state, id);
    const sheet = sheets.byId(saved.sheetId);
    if (sheet === undefined) refuse('sheet_blocked', 'Press Refresh: the sheet was deleted');
    const notes = withNotes ? findNoteColumns(sheets, saved) : undefined;
    sheets.show(sheet, notes && [notes.cell]);
    return { message: notes?.sentence ?? '', state };
  }),
  /** Forgets a report. Its sheet stays as it is. */
  removeReport: endpoint(SHEET, [SAVED_ID], (writing, id) => {
    const state = removeReport(writing, id);
    showStatus(writing);
    return { message: 'Removed. The sheet stays as it is.', state };
  }),
  /** Answers that the old table stays, until there is other data. */
  keepTable: endpoint(SHEET, [SAVED_ID], (writing, id) => ({
    message: 'Your answer is saved.',
    state: keepTable(writing, id),
  })),
  /** Puts back the table from before the last refresh; confirmed, also where someone typed into it since. */
  undoRefresh: endpoint(SHEET, [SAVED_ID, FLAG], (writing, id, confirmed) => {
    const { state, sentence } = undoRefresh(writing, id, confirmed);
    return { message: sentence, state };
  }),
  /** Writes what the last refresh of a report changed to a sheet of its own. */
  showChanges: endpoint(SHEET, [SAVED_ID], (writing, id) => {
    const { state, sentence } = showChanges(writing, id);
    return { message: sentence, state };
  }),
  /** Connects to the sample employer, and saves a first report where there is none. Makes no request. */
  useSampleData: endpoint(SHEET, [v.picklist(REGIONS)], (writing, region) => {
    const { state } = connect(writing, { ...SAMPLE_CREDENTIALS, region }, 'everyone', SAMPLE_ADDRESSES);
    const message = 'Sample data is on: every venue called “Sample …” is made up.';
    if (state.reports.length > 0) return { message, state };
    const sheet = freeName(SAMPLE_SHEET, (name) => writing.sheets.byName(name) !== undefined);
    // Enough weeks for a trend, and quick to fetch.
    const first = { ...NEW_REPORT, period: 'last 13 weeks', sheet };
    return { message, state: saveReport(writing, first) };
  }),
  /** Makes the targets sheet, or brings the one that exists to the front. Makes no request. */
  setTargets: endpoint(SHEET, [], (writing) => ({
    message: setTargets(writing, new SpreadsheetContext(writing).seenNames()),
  })),
  /** The next refresh of its report judges it. */
  saveAlert: endpoint(SHEET, [ALERT_FORM], (writing, choice) => ({
    message: 'Alert saved.',
    state: saveAlert(writing, choice),
  })),
  removeAlert: endpoint(SHEET, [SAVED_ID], (writing, id) => ({
    message: 'Alert removed.',
    state: forget(writing, PROPERTY.alert(id)),
  })),
  saveSummary: endpoint(SHEET, [SAVED_SUMMARY_FORM], (writing, form) => ({
    message: 'Summary email saved.',
    state: saveSummary(writing, form),
  })),
  removeSummary: endpoint(SHEET, [SAVED_ID], (writing, id) => ({
    message: 'Summary email removed.',
    state: forget(writing, PROPERTY.summary(id), PROPERTY.summaryHook(id)),
  })),
  /** Sets for how long notes are kept. */
  keepNotes: endpoint(SHEET, [NOTES_FORM.entries.months], ({ document }, kept) => {
    const message =
      kept === 0
        ? 'Notes are kept until someone deletes them.'
        : `Notes of shifts more than ${kept} months ago are deleted when their report is refreshed.`;
    document.write({ [PROPERTY.noteMonths]: kept === 0 ? '' : String(kept) });
    return { message };
  }),
  /** Reads all notes for a file. */
  exportNotes: endpoint(SHEET, [], (writing) => {
    const notesFile = exportNotes(writing);
    const message =
      notesFile.count === 0 ? 'There are no notes.' : `Found ${shownCount(notesFile.count, 'note')}.`;
    return { message, notesFile };
  }),
  /** Deletes all notes, if there are so many. */
  deleteNotes: endpoint(SHEET, [v.pipe(v.number(), v.safeInteger(), v.minValue(0))], (writing, count) => {
    deleteNotes(writing, count);
    return { message: `Deleted ${shownCount(count, 'note')}.` };
  }),
  /** Says what the selected cell holds and where it comes from. Makes no request. */
  explainCell: endpoint(SHEET, [], (writing) => ({ message: '', explanation: explainCell(writing) })),
  /** Tests the credentials by a token and one day of the report; saves them unless one is refused. */
  connect: endpoint(SERVICE, [CONNECTION_FORM], (writing, { audience, ...credentials }) => {
    const { state, endedSharing, leftSample, found } = connect(writing, credentials, audience);
    const message =
      typeof found === 'string'
        ? `Connected: ${found}.`
        : `Connected, but the report could not be checked yet: press “Check connection” later. ${found.message}`;
    const alone =
      endedSharing &&
      'Only you can use it: the shared connection is removed, and other people’s formulas need their own.';
    const left = leftSample ? leaveSample(writing, state) : { state, sentences: [] };
    const said = [message, alone, ...left.sentences].filter(Boolean).join(' ');
    return { message: said, state: left.state, failing: null };
  }),
  /** Refreshes one report; confirmed, also where the new data lacks much of the old. */
  refreshReport: endpoint(SERVICE, [SAVED_ID, FLAG], (writing, id, confirmed) => {
    const { state, message, isUnfinished } = refreshReport(writing, id, 'sidebar', confirmed);
    return isUnfinished ? { message, state, more: true } : { message: `Refreshed: ${message}`, state };
  }),
  /** Refreshes every report; what lacks much of the old is held. */
  refreshAll: endpoint(SERVICE, [], (writing) => {
    const { message, failures, state } = refreshAll(writing, writing.document.readAll(), 'sidebar');
    const [first] = failures;
    if (first) throw new ReportError(first.code, { sentence: message });
    return { message, state };
  }),
  /** Asks for a token and one day of the report, and names the step that failed. */
  checkConnection: endpoint(SERVICE, [], (writing) => {
    const { error, message, checks, properties } = checkConnection(writing);
    if (error) return { error, checks, properties };
    return { message, checks, state: readDocumentState(properties), failing: null };
  }),
  /** Shows what a report would write; writes and saves nothing. */
  previewReport: endpoint(SERVICE, [REPORT_FORM], (writing, choice) => ({
    message: 'Nothing is written or saved yet.',
    preview: previewReport(writing, choice),
  })),
  /**
   * Builds a dashboard from the rows of a saved report, or brings the one that exists up to date. The cut is that of
   * *Where and when*; the last says whether the Scorecard's credits count every miss. Both are as before by default.
   */
  buildDashboard: endpoint(
    SERVICE,
    [SAVED_ID, v.picklist(TEMPLATES), orNull(DASHBOARD_CUT), orNull(v.boolean())],
    ({ dashboards }, id, template, cut, everyMiss) => {
      const options = { cut: cut ?? undefined, everyMiss: everyMiss ?? undefined };
      const { state, sentence } = dashboards.build(id, template, options);
      return { message: sentence, state };
    },
  ),
  /** Shows what a summary email would say; saves and sends nothing. */
  previewSummary: endpoint(SERVICE, [SUMMARY_FORM], (writing, form) => ({
    message: 'Nothing is sent or saved yet.',
    summary: previewSummary(writing, form),
  })),
  /** Removes the saved credentials, what is kept and learned by them, and the schedule, whoever set it. */
  disconnect: endpoint(TIMER, [], (writing) => {
    disconnect(writing);
    forgetTables(writing);
    return {
      message:
        'Disconnected: the credentials are removed, the schedule is off. Sheets and other people’s own connections stay.',
    };
  }),
  saveSchedule: endpoint(SCHEDULE, [SCHEDULE_FORM], (writing, schedule) => {
    const withheld = schedule.every === 'off' ? undefined : timerRefusal();
    if (withheld) return withheld;
    const saved = saveSchedule(writing, schedule);
    // Without reports there is only the stamp to move; now is the time to make its sheet.
    const isForFormulas = schedule.every !== 'off' && saved.reports.length === 0 && saved.connection;
    const state = isForFormulas ? stampFormulas(writing, true) : saved;
    if (!isForFormulas) showStatus(writing);
    const sendsMail = saved.schedule.email !== '';
    const refusal = sendsMail ? refusalOf(['mail'], SAVED_WITHOUT_MAIL) : undefined;
    return refusal ?? { message: 'Schedule saved.', state };
  }),
  /** Runs the schedule as this person from now on. */
  takeOver: endpoint(SCHEDULE, [], (writing) => {
    const withheld = timerRefusal();
    if (withheld) return withheld;
    const state = saveSchedule(writing);
    showStatus(writing);
    return { message: 'The schedule uses your account from now on.', state };
  }),
  /** Sends a summary email to its first address, marked as a test. */
  // A schedule runs without mail, and says that none is sent; a test is nothing but mail.
  testSummary: endpoint([...SERVICE, 'mail'], [SUMMARY_FORM], (writing, form) => {
    const refusal = refusalOf(['mail']);
    return refusal ?? { message: `Test sent to ${testSummary(writing, form)}.` };
  }),
};

/** What a timer of this person would lack; `undefined` where that is nothing. */
function timerRefusal() {
  return refusalOf(neededForTimer(installation));
}

/** What becomes of notes that a save takes out of a report's table; empty where there are none. */
function describeLeaving(sheets: ReportSheets, before: SavedReport, now: SavedReport): string {
  const left = now.sheetId === before.sheetId ? undefined : findNoteColumns(sheets, before);
  if (left?.sheet.firstUsed(left.below)) return `The notes stay on “${left.sheet.name()}”.`;
  const wanted = splitList(now.noteColumns);
  const leaving = now.headings.slice(now.fields.length).filter((heading) => !wanted.includes(heading));
  if (leaving.length === 0) return '';
  const columns = leaving.map((heading) => `“${heading}”`).join(', ');
  return `Notes in ${columns} stay on “${NOTES_SHEET_NAME}”: add the column again to have them back.`;
}

/**
 * The one function that the page calls.
 *
 * @param name Of `ENDPOINTS`, or of the edition's own.
 * @param args As hostile as anything that can be sent from a browser console.
 */
export function sidebarCall(name: unknown, args: unknown): SidebarOutcome {
  const all = new Map<unknown, Endpoint>(Object.entries({ ...ENDPOINTS, ...editionEndpoints }));
  const endpoint = all.get(name);
  return answer(endpoint?.needs ?? [], (writing) => {
    // A page that was opened before the add-on was updated.
    if (endpoint === undefined) {
      const sentence = 'Reload this page and open the sidebar again: the add-on was updated';
      throw new ReportError('invalid_settings', { sentence });
    }
    const given = Array.isArray(args) ? args : [];
    return endpoint.run(writing, ...endpoint.asks.map((schema, place) => read(schema, given[place])));
  });
}
