import type { SidebarOutcome } from '../contract/sidebar';
import { ReportError } from '../employer-api/errors';
import { shownCount } from '../employer-api/text';
import { describePause } from '../reports/connection/check-memory';
import { describeDay } from '../reports/connection/connection-check';
import { NOTES_SHEET_NAME } from '../reports/notes/notes-sheet';
import { SAVED_WITHOUT_MAIL } from '../reports/permissions';
import type { Properties, PropertyStore } from '../reports/ports';
import { describeRefreshAll, refreshAll } from '../reports/refreshing/report-refresher';
import { newestRunner, readDocumentState } from '../reports/saved/document-state';
import { answer } from './answer';
import { readConnectionForm, readReportForm, readSavedId, readScheduleForm } from './forms';
import { describeUnknownName, findUnknownName, readKnownNames } from './known-names';
import { refusalOf } from './permission-refusal';
import { adviseRenaming } from './sample-endpoints';

/**
 * What to show when the sidebar opens, and while it is open. One property read and one cache read, and one property read
 * more where only this person is connected; no request.
 */
export function sidebarState(): SidebarOutcome {
  return answer('sidebarState', ({ stores: all, fetchingFor, packer }) => {
    const stores = { ...all, user: readOnce(all.user) };
    const properties = stores.document.readAll();
    return {
      message: '',
      state: readDocumentState(properties),
      pause: describePause(properties, stores, fetchingFor),
      names: readKnownNames(properties, { stores, packer }),
      stores,
    };
  });
}

/** The same store, read once, for a call that writes nothing to it. */
function readOnce(store: PropertyStore): PropertyStore {
  let known: Properties | undefined;
  const readAll = () => {
    known ??= store.readAll();
    return known;
  };
  return { readAll, write: (changes) => store.write(changes), remove: (name) => store.remove(name) };
}

/** Tests credentials and saves them. Two requests. */
export function sidebarConnect(form: unknown): SidebarOutcome {
  return answer('sidebarConnect', ({ connector }) => {
    const { audience, ...credentials } = readConnectionForm(form);
    const { state, endedSharing, report } = connector.connect(credentials, audience);
    const found =
      'error' in report
        ? `Connected, but the report could not be checked yet: press “Check connection” later. ${report.error.message}`
        : `Connected: the report can be read, ${describeDay(report)}.`;
    const alone =
      endedSharing &&
      'Only you can use it. The shared connection is removed, so other people’s formulas need one of their own.';
    const message = [found, alone, adviseRenaming(state.reports)].filter(Boolean).join(' ');
    return { message, state };
  });
}

/** Forgets the connection. Reports and their tables stay. No request. */
export function sidebarDisconnect(): SidebarOutcome {
  return answer('sidebarDisconnect', ({ connector, refresher }) => {
    connector.disconnect();
    refresher.forgetTables();
    return {
      message:
        'Disconnected. The credentials are removed and the schedule is off. Sheets stay, and so do other people’s own connections.',
    };
  });
}

/**
 * Saves a report, new or changed. No request.
 *
 * @param asksAboutNames Whether to refuse it where its filters hold a name that no refresh has seen.
 * @param asksAboutNotes Whether to refuse it where it lacks a note column that holds notes.
 */
export function sidebarSaveReport(
  form: unknown,
  asksAboutNames?: unknown,
  asksAboutNotes?: unknown,
): SidebarOutcome {
  return answer('sidebarSaveReport', ({ reportList, stores, packer }) => {
    const choice = readReportForm(form);
    const known =
      asksAboutNames === true ? readKnownNames(stores.document.readAll(), { stores, packer }) : undefined;
    const unknownName = known && findUnknownName(choice, known);
    if (unknownName) {
      const sentence = describeUnknownName(unknownName);
      return { error: new ReportError('invalid_option', { sentence }), unknownName };
    }
    const notesLeave = asksAboutNotes === true ? reportList.countLeavingNotes(choice) : 0;
    if (notesLeave > 0) {
      const sentence = `${shownCount(notesLeave, 'note')} will move to ${NOTES_SHEET_NAME}. Remove the column?`;
      return { error: new ReportError('invalid_settings', { sentence }), notesLeave };
    }
    return { message: `Saved “${choice.sheet}”. Press Refresh to fill it.`, state: reportList.save(choice) };
  });
}

/** Forgets a report; its sheet stays. No request. */
export function sidebarRemoveReport(id: unknown): SidebarOutcome {
  return answer('sidebarRemoveReport', ({ reportList, refresher }) => {
    const reportId = readSavedId(id);
    const state = reportList.remove(reportId);
    refresher.forgetTables([reportId]);
    return { message: 'Removed. The sheet stays as it is.', state: refresher.showStatus(state) };
  });
}

/**
 * Refreshes one report into its sheet. A report of many days may not be finished: then the page asks again.
 *
 * @param confirmed Whether the person has said that the new table may lack much of the old one.
 */
export function sidebarRefreshReport(id: unknown, confirmed?: unknown): SidebarOutcome {
  return answer('sidebarRefreshReport', ({ refresher }) => {
    const reportId = readSavedId(id);
    const { state, progress, notes } = refresher.refresh(reportId, 'sidebar', confirmed === true);
    if (progress !== undefined) return { message: `${progress}.`, state, more: true };
    const run = state.reports.find((report) => report.id === reportId)?.lastRun;
    return { message: [`Refreshed: ${run?.message ?? ''}`, ...notes].join(' '), state };
  });
}

/** Keeps the old table of a report whose new one is held back. No request. */
export function sidebarKeepTable(id: unknown): SidebarOutcome {
  return answer('sidebarKeepTable', ({ reportList }) => ({
    message: 'The old table stays.',
    state: reportList.keepTable(readSavedId(id)),
  }));
}

/** Refreshes every report, one after the other. */
export function sidebarRefreshAll(): SidebarOutcome {
  return answer('sidebarRefreshAll', ({ refresher, stores }) => {
    const result = refreshAll(refresher, readDocumentState(stores.document.readAll()).reports, 'sidebar');
    const message = describeRefreshAll(result);
    const first = result.failures[0];
    if (first) throw new ReportError(first.error.code, { sentence: message });
    return { message, state: result.state };
  });
}

/** Puts back the table that the last refresh of a report replaced. No request. */
export function sidebarUndoRefresh(id: unknown): SidebarOutcome {
  return answer('sidebarUndoRefresh', ({ refresher }) => {
    const { state, sentence } = refresher.undo(readSavedId(id));
    return { message: sentence, state };
  });
}

/** Writes what the last refresh of a report changed to a sheet of its own. No request. */
export function sidebarShowChanges(id: unknown): SidebarOutcome {
  return answer('sidebarShowChanges', ({ refresher }) => {
    const { state, sentence } = refresher.showChanges(readSavedId(id));
    return { message: sentence, state };
  });
}

/** Sets when reports are refreshed automatically. No request. */
export function sidebarSaveSchedule(form: unknown): SidebarOutcome {
  return answer('sidebarSaveSchedule', ({ scheduler, refresher }) => {
    const schedule = readScheduleForm(form);
    const saved = scheduler.save(schedule);
    // Without reports there is only the stamp to move; now is the time to make its sheet.
    const isForFormulas = schedule.every !== 'off' && saved.reports.length === 0 && saved.connection;
    const state = refresher.showStatus(isForFormulas ? refresher.stamp('sidebar') : saved);
    const sendsMail = Boolean(newestRunner(saved.schedule)?.email);
    const refusal = sendsMail ? refusalOf(['mail'], () => SAVED_WITHOUT_MAIL) : undefined;
    return refusal ?? { message: `Schedule saved. ${SCHEDULE_WORDS[schedule.every]}`, state };
  });
}

/** Runs the schedule as this person from now on. No request. */
export function sidebarTakeOver(): SidebarOutcome {
  return answer('sidebarTakeOver', ({ scheduler, refresher }) => {
    const state = refresher.showStatus(scheduler.takeOver());
    return { message: 'The schedule runs as you from now on.', state };
  });
}

const SCHEDULE_WORDS = {
  off: 'Off: reports change only when someone refreshes them.',
  hour: 'Every hour.',
  day: 'Every day.',
  week: 'Every week.',
};
