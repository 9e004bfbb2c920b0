import * as v from 'valibot';
import { saveAlert } from '../alerts/alert';
import { installation } from '../compose/build-constants';
import type { Reading } from '../compose/reading';
import type { Writing } from '../compose/writing';
import { ALERT_FORM } from '../contract/alerts';
import { CONNECTION_FORM, REGIONS } from '../contract/connection';
import {
  DASHBOARD_CUT,
  type KnownNames,
  PLAIN_REPORT,
  REPORT_FORM,
  type ReportForm,
  type SaveWarning,
  TEMPLATES,
} from '../contract/reports';
import { SCHEDULE_FORM } from '../contract/schedule';
import { NOTE_MONTHS, type SidebarEndpoints } from '../contract/sidebar';
import { SUMMARY_FORM } from '../contract/summaries';
import { ReportError } from '../employer-api/errors';
import { shownCount } from '../employer-api/text';
import { explainCell } from '../explanations/explain-cell';
import { closestName } from '../figures/names';
import { checkConnection, describeDay, describePause } from '../reports/connection/connection-check';
import { connect, connectSample, disconnect } from '../reports/connection/connector';
import {
  describeSampleCells,
  isNamedAfterSample,
  ownSheetName,
  SAMPLE_SHEET,
} from '../reports/connection/leave-sample';
import { NOTES_SHEET_NAME } from '../reports/notes/notes';
import {
  allowForTimer,
  neededForTimer,
  SAVED_WITHOUT_MAIL,
  SCHEDULE,
  SERVICE,
  SHEET,
  TIMER,
} from '../reports/permissions';
import type { Properties, PropertyStore } from '../reports/ports';
import { previewReport } from '../reports/preview/report-preview';
import { deleteNotes, exportNotes } from '../reports/refresh/all-notes';
import { refreshReport } from '../reports/refresh/refresh';
import { refreshAll, showStatus, stampFormulas } from '../reports/refresh/refresh-all';
import {
  countLeavingNotes,
  keepTable,
  removeReport,
  renameReport,
  saveReport,
} from '../reports/refresh/report-list';
import { forgetTables, showChanges, undoRefresh } from '../reports/refresh/undo';
import { type DocumentState, PROPERTY, readDocumentState } from '../reports/saved/document-state';
import { removeKept } from '../reports/saved/kept-list';
import { kindOfNames, parseSeenNames, unknownNames } from '../reports/saved/names';
import { readCriteria } from '../reports/saved/report-question';
import { findStored } from '../reports/saved/saved-connection';
import { newestRunner } from '../reports/saved/saved-schedule';
import { saveSchedule, takeOver } from '../reports/schedule/schedule';
import { setTargets } from '../reports/targets/targets-sheet';
import { previewSummary, testSummary } from '../summaries/send';
import { removeSummary, saveSummary } from '../summaries/summaries';
import { type Endpoint, needing, refusalOf } from './answer';
import { read, readSavedId } from './forms';

const REGION = v.picklist(REGIONS, 'Choose a region.');
const TEMPLATE = v.picklist(TEMPLATES, 'Choose a dashboard from the list');
const COUNT = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/**
 * What answers the page, by the permissions that it needs; `SidebarEndpoints` says what each does. Arguments are as hostile
 * as anything that can be sent from a browser console: each is checked before it is used.
 */
export const ENDPOINTS: { readonly [Name in keyof SidebarEndpoints]: Endpoint } = {
  ...needing(SHEET, {
    state: ({ stores: all, fetchingFor, packer }) => {
      const stores = { ...all, user: readOnce(all.user) };
      const properties = stores.document.readAll();
      return {
        message: '',
        state: readDocumentState(properties),
        pause: describePause(properties, stores, fetchingFor),
        names: readKnownNames(properties, { stores, packer }),
        stores,
      };
    },
    saveReport: (writing, form: unknown) => {
      const choice = read(REPORT_FORM, form);
      const known = readKnownNames(writing.document.readAll(), writing);
      const leaving = countLeavingNotes(writing, choice);
      const state = saveReport(writing, choice);
      const warning = describeUnusual(choice, known, leaving);
      return { message: `Saved \u201c${choice.sheet}\u201d.`, state, ...(warning ? { warning } : {}) };
    },
    openSheet: ({ stores, sheets }, id: unknown) => {
      const state = readDocumentState(stores.document.readAll());
      const report = state.reports.find((one) => one.id === readSavedId(id));
      const sheet = report?.sheetId == null ? undefined : sheets.byId(report.sheetId);
      if (sheet === undefined) {
        throw new ReportError('sheet_blocked', { sentence: 'Press Refresh: the sheet was deleted' });
      }
      sheets.show(sheet);
      return { message: '', state };
    },
    removeReport: (writing, id: unknown) => {
      const state = removeReport(writing, readSavedId(id));
      return { message: 'Removed. The sheet stays as it is.', state: showStatus(writing, state) };
    },
    keepTable: (writing, id: unknown) => ({
      message: 'The old table stays.',
      state: keepTable(writing, readSavedId(id)),
    }),
    undoRefresh: (writing, id: unknown, confirmed: unknown) => {
      const { state, sentence } = undoRefresh(writing, readSavedId(id), confirmed === true);
      return { message: sentence, state };
    },
    showChanges: (writing, id: unknown) => {
      const { state, sentence } = showChanges(writing, readSavedId(id));
      return { message: sentence, state };
    },
    useSampleData: (writing, region: unknown) => {
      const { state } = connectSample(writing, read(REGION, region));
      const message =
        'Sample data is on: every venue whose name begins with “Sample” is made up. Connect when you have your own credentials.';
      return { message, state: state.reports.length > 0 ? state : withFirstReport(writing) };
    },
    setTargets: (writing) => ({
      message: setTargets(writing, readKnownNames(writing.document.readAll(), writing)),
    }),
    saveAlert: (writing, form: unknown) => {
      const choice = read(ALERT_FORM, form);
      const state = saveAlert(writing, choice);
      const sheet = state.reports.find(({ id }) => id === choice.report)?.sheet ?? '';
      return { message: `Alert saved. It is judged with each refresh of “${sheet}”.`, state };
    },
    removeAlert: (writing, id: unknown) => ({
      message: 'Alert removed.',
      state: removeKept(writing, PROPERTY.alert(readSavedId(id))),
    }),
    saveSummary: (writing, form: unknown) => ({
      message: 'Summary email saved.',
      state: saveSummary(writing, read(SUMMARY_FORM, form)),
    }),
    removeSummary: (writing, id: unknown) => ({
      message: 'Summary email removed.',
      state: removeSummary(writing, readSavedId(id)),
    }),
    keepNotes: ({ document }, months: unknown) => {
      const kept = read(NOTE_MONTHS, months);
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
    deleteNotes: (writing, count: unknown) => {
      const expected = read(COUNT, count);
      deleteNotes(writing, expected);
      return { message: `Deleted ${shownCount(expected, 'note')}.` };
    },
    explainCell: (writing) => {
      // The page shows the explanation itself.
      return { message: '', explanation: explainCell(writing) };
    },
  }),
  ...needing(SERVICE, {
    connect: (writing, form: unknown) => {
      const { audience, ...credentials } = read(CONNECTION_FORM, form);
      const { state, endedSharing, leftSample, report } = connect(writing, credentials, audience);
      const found =
        'error' in report
          ? `Connected, but the report could not be checked yet: press “Check connection” later. ${report.error.message}`
          : `Connected: the report can be read, ${describeDay(report)}.`;
      const alone =
        endedSharing &&
        'Only you can use it. The shared connection is removed, so other people’s formulas need one of their own.';
      const left = leftSample ? leaveSample(writing, state) : undefined;
      const message = [found, alone, ...(left?.sentences ?? [])].filter(Boolean).join(' ');
      return { message, state: left?.state ?? state };
    },
    refreshReport: (writing, id: unknown, confirmed: unknown) => {
      const reportId = readSavedId(id);
      const chosen = { confirmed: confirmed === true };
      const { state, progress, sentences } = refreshReport(writing, reportId, 'sidebar', chosen);
      if (progress !== undefined) return { message: `${progress}.`, state, more: true };
      const run = state.reports.find((report) => report.id === reportId)?.lastRun;
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
      return error
        ? { error, checks, properties }
        : { message, checks, state: readDocumentState(properties) };
    },
    previewReport: (writing, form: unknown) => {
      const choice = read(REPORT_FORM, form);
      const preview = previewReport(writing, choice);
      return { message: `Preview of “${choice.sheet}”. Nothing was written.`, preview };
    },
    buildDashboard: (
      { dashboards },
      reportId: unknown,
      template: unknown,
      cut: unknown,
      everyMiss: unknown,
    ) => {
      const chosen = cut === undefined || cut === null ? undefined : read(DASHBOARD_CUT, cut);
      const { state, sentence } = dashboards.build(readSavedId(reportId), read(TEMPLATE, template), {
        cut: chosen,
        everyMiss: typeof everyMiss === 'boolean' ? everyMiss : undefined,
      });
      return { message: sentence, state };
    },
    previewSummary: (writing, form: unknown) => ({
      message: 'Preview of the summary email. Nothing was sent.',
      summary: previewSummary(writing, read(SUMMARY_FORM, form)),
    }),
  }),
  ...needing(TIMER, {
    disconnect: (writing) => {
      disconnect(writing);
      forgetTables(writing);
      return {
        message:
          'Disconnected. The credentials are removed and the schedule is off. Sheets stay, and so do other people’s own connections.',
      };
    },
  }),
  ...needing(SCHEDULE, {
    saveSchedule: (writing, form: unknown) => {
      const schedule = read(SCHEDULE_FORM, form);
      const withheld = schedule.every === 'off' ? undefined : timerRefusal();
      if (withheld) return withheld;
      const saved = saveSchedule(writing, schedule);
      // Without reports there is only the stamp to move; now is the time to make its sheet.
      const isForFormulas = schedule.every !== 'off' && saved.reports.length === 0 && saved.connection;
      const state = showStatus(writing, isForFormulas ? stampFormulas(writing, 'sidebar') : saved);
      const sendsMail = Boolean(newestRunner(saved.schedule)?.email);
      const refusal = sendsMail ? refusalOf(['mail'], () => SAVED_WITHOUT_MAIL) : undefined;
      return refusal ?? { message: 'Schedule saved.', state };
    },
    takeOver: (writing) => {
      const withheld = timerRefusal();
      if (withheld) return withheld;
      const state = showStatus(writing, takeOver(writing));
      return { message: 'The schedule runs as you from now on.', state };
    },
  }),
  ...needing([...SERVICE, 'mail'], {
    testSummary: (writing, form: unknown) => {
      const refusal = refusalOf(['mail']);
      return refusal ?? { message: `Test sent to ${testSummary(writing, read(SUMMARY_FORM, form))}.` };
    },
  }),
};

/** The same store, read once, for a call that writes nothing to it. */
function readOnce(store: PropertyStore): PropertyStore {
  let known: Properties | undefined;
  const readAll = () => {
    known ??= store.readAll();
    return known;
  };
  return { readAll, write: (changes) => store.write(changes), remove: (name) => store.remove(name) };
}

/** What a timer of this person would lack; `undefined` where that is nothing. One service call. */
function timerRefusal() {
  return refusalOf(neededForTimer(installation), allowForTimer);
}

/** Enough weeks for a trend, and quick to fetch. */
const FIRST_PERIOD = 'last 13 weeks';

function withFirstReport(writing: Writing): DocumentState {
  let sheet = SAMPLE_SHEET;
  for (let number = 2; writing.sheets.byName(sheet) !== undefined; number += 1)
    sheet = `${SAMPLE_SHEET} ${number}`;
  return saveReport(writing, { ...PLAIN_REPORT, id: null, period: FIRST_PERIOD, sheet });
}

/**
 * After sample data: gives sheets that are called after it their own name, has formulas that name the stamp calculate
 * again, and says which others still show the sample. What Google refuses is left as it was.
 */
function leaveSample(
  writing: Writing,
  connected: DocumentState,
): { readonly state: DocumentState; readonly sentences: readonly string[] } {
  const { sheets, wholeSpreadsheet } = writing;
  let state = connected;
  const sentences: string[] = [];
  try {
    for (const report of connected.reports) {
      if (report.sheetId === null || !isNamedAfterSample(report.sheet)) continue;
      const name = ownSheetName((taken) => sheets.byName(taken) !== undefined);
      wholeSpreadsheet.renameSheet(report.sheetId, name);
      state = renameReport(writing, report.id, name);
      sentences.push(`The sheet \u201c${report.sheet}\u201d is now \u201c${name}\u201d.`);
    }
    if (state.statusSheet !== undefined) state = stampFormulas(writing, 'sidebar');
    sentences.push(describeSampleCells(wholeSpreadsheet.allFormulas()));
  } catch {
    // The connection is saved all the same.
  }
  return { state, sentences };
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
  const saved = kept ? findStored(properties, stores) : undefined;
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
  const unknown = known && findUnknownName(choice, known);
  const notes =
    leavingNotes === 0
      ? ''
      : `${shownCount(leavingNotes, 'note')} will move to ${NOTES_SHEET_NAME} and come back with the column.`;
  if (unknown === undefined) return notes === '' ? undefined : { sentence: notes, correction: null };
  const { field, typed, meant } = unknown;
  const guess = meant === undefined ? '' : ` Did you mean \u201c${meant}\u201d?`;
  const sentence = `No refresh has seen the ${FIELDS[field]} \u201c${typed}\u201d.${guess} ${notes}`.trim();
  if (meant === undefined) return { sentence, correction: null };
  return { sentence, correction: { field, meant, filter: choice[field].split(typed).join(meant) } };
}

function findUnknownName(choice: ReportForm, known: KnownNames) {
  for (const filter of readCriteria(choice)) {
    const field = kindOfNames(filter);
    if (field === undefined || known[field].length === 0) continue;
    const [typed] = unknownNames(filter, known[field]);
    if (typed !== undefined) return { field, typed, meant: closestName(typed, known[field]) };
  }
  return undefined;
}

const FIELDS = { venue: 'venue', area: 'area', role: 'job title' };
