import type { ReportForm } from '../../contract/reports';
import { refuse } from '../../employer-api/errors';
import { utf8Length } from '../../employer-api/text';
import { LONGEST_CHOICES_BYTES } from '../../limits';
import { TARGETS_SHEET_NAME } from '../../targets/read-targets';
import { CHANGES_SHEET_NAME } from '../changes/changes-sheet';
import { NOTES_SHEET_NAME } from '../notes/notes';
import { type DocumentState, findReport, PROPERTY, readDocumentState } from '../saved/document-state';
import { requireRevision } from '../saved/kept-list';
import { checkQuestion, noteHeadings, readReportQuestion } from '../saved/report-question';
import {
  asksTheSame,
  formatSavedReport,
  newReport,
  reportRange,
  type SavedReport,
  withoutTable,
} from '../saved/saved-report';
import { fieldHeadings, headingsOf } from '../sheet/cells';
import { STAGING_SHEET_NAME } from '../sheet/report-table';
import { forgetSnapshots, UNDO_SHEET_NAME } from '../sheet/snapshots';
import { STATUS_SHEET_NAME } from '../status/status-sheet';
import { reportProperty, withReport } from './commit';
import { locked, type RefreshServices } from './lease';

/** What the list of reports needs. */
type ReportListServices = Pick<
  RefreshServices,
  'stores' | 'lock' | 'sheets' | 'calendar' | 'clock' | 'makeId'
>;

/** Unpaired surrogates only, because of the `u` flag. */
const HALF_CHARACTER = /[\ud800-\udfff]/u;
/** An arbitrary day: whether dates are valid does not depend on today. */
const SOME_DAY = 45_000;

/** The sheets of the add-on itself, and what they are for. */
const OWN_SHEETS = [
  [STATUS_SHEET_NAME, 'is where the status goes'],
  [CHANGES_SHEET_NAME, 'is where changes are listed'],
  [UNDO_SHEET_NAME, 'is where tables are kept for Undo'],
  [TARGETS_SHEET_NAME, 'is where your targets are'],
  [NOTES_SHEET_NAME, 'is where notes of shifts that left are kept'],
  [STAGING_SHEET_NAME, 'is where large tables are made ready'],
] as const;

/**
 * Saves a new or changed report. A changed sheet name moves the report to another sheet; the old sheet stays.
 * Renaming the sheet itself does not move the report.
 *
 * @throws {ReportError} `invalid_range`; `invalid_settings` if another report has that sheet; `changed_meanwhile` if
 *   someone saved it since its form was opened; `busy`.
 */
export function saveReport(services: ReportListServices, choice: ReportForm): DocumentState {
  checkChoice(choice);
  const { calendar, sheets } = services;
  const [zone, locale] = [calendar.zone(), calendar.locale()];
  return locked(services, (state) => {
    const now = services.clock.now();
    const known = checkPlace(choice, state, sheets);
    requireRevision(known, choice.revision, (millis) => calendar.text(millis, zone));
    const saved = known ?? newReport(services.makeId(), now);
    const found = saved.sheetId === null ? undefined : sheets.byName(choice.sheet);
    const own = found?.id === saved.sheetId ? found : undefined;
    // Sheet names are compared regardless of case: the tab keeps its own spelling.
    const moved = own === undefined && !isSameName(saved.sheet, choice.sheet);
    const { id: _, revision: __, ...chosen } = choice;
    const dates = chosen.period === 'custom' ? {} : { from: '', to: '' };
    const sheet = own?.name() ?? (moved ? choice.sheet : saved.sheet);
    const kept = moved ? withoutTable(saved) : { ...saved, cursor: null };
    // Rows of another question are not fetched again with the new filters: they would disappear silently.
    const history = asksTheSame(saved, choice) ? kept.history : null;
    const revised = { revision: saved.revision + 1, savedAt: now };
    const report: SavedReport = { ...kept, ...chosen, ...dates, ...revised, sheet, history };
    services.stores.document.write({
      [PROPERTY.report(report.id)]: formatSavedReport(report),
      [PROPERTY.zone]: zone,
      [PROPERTY.locale]: locale,
    });
    const others = state.reports.filter((one) => one.id !== report.id);
    const reports = [...others, report].sort((one, other) => one.createdAt - other.createdAt);
    return { ...state, reports, zone, locale };
  });
}

/**
 * How many notes a changed report would move to the sheet of notes, because it lacks their columns. One property read,
 * and one read of the note columns where any of them goes. A report that moves to another sheet moves no notes.
 */
export function countLeavingNotes(services: ReportListServices, choice: ReportForm): number {
  const { stores, sheets } = services;
  const saved = readDocumentState(stores.document.readAll()).reports.find(({ id }) => id === choice.id);
  const columns = noteHeadings(choice);
  const gone = saved?.noted?.columns.filter((column) => !columns.includes(column)) ?? [];
  const named = saved && gone.length > 0 ? sheets.named(saved.rangeName) : undefined;
  if (saved?.noted === undefined || named === undefined) return 0;
  const { sheet, block } = named;
  const stays = sheets.byName(choice.sheet)?.id === sheet.id || isSameName(saved.sheet, choice.sheet);
  const shown = fieldHeadings(saved.headings, saved.noted).length;
  const width = Math.min(saved.noted.columns.length, block.columns - shown);
  if (!stays || width <= 0) return 0;
  const { row, column, rows: height } = block;
  const [headings = [], ...rows] = sheet.readBlock(row, column + shown, height, width);
  const leaves = headings.map((heading) => gone.includes(String(heading)));
  const notes = rows.map((row) => row.filter((cell, at) => leaves[at] && cell !== '').length);
  return notes.reduce((sum, count) => sum + count, 0);
}

/** Removes a report with its table kept for Undo; its sheet stays unchanged. Removing one that is gone changes nothing. */
export function removeReport(services: ReportListServices, id: string): DocumentState {
  return locked(services, (state) => {
    services.stores.document.remove(PROPERTY.report(id));
    forgetSnapshots(
      services.sheets,
      state.reports.filter((report) => report.id === id),
    );
    return { ...state, reports: state.reports.filter((report) => report.id !== id) };
  });
}

/** Notes that the sheet of a report was given another name. @throws {ReportError} `invalid_settings`; `busy` */
export function renameReport(services: ReportListServices, id: string, sheet: string): DocumentState {
  return locked(services, (state) => {
    const renamed = { ...findReport(state, id), sheet };
    services.stores.document.write(reportProperty(renamed));
    return withReport(state, renamed);
  });
}

/**
 * Keeps the old table instead of the new one that needs confirmation: nobody is asked again until enough comes or someone
 * refreshes. Changes nothing if no confirmation is pending. Four service calls.
 *
 * @throws {ReportError} `invalid_settings` if the report was removed; `busy`.
 */
export function keepTable(services: ReportListServices, id: string): DocumentState {
  return locked(services, (state) => {
    const saved = findReport(state, id);
    const { cursor, written } = saved;
    if (!cursor?.held || written === null) return state;
    const kept = { ...saved, written: { ...written, isKept: true } };
    services.stores.document.write(reportProperty(kept));
    return withReport(state, kept);
  });
}

function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/**
 * Checks everything about a choice that does not depend on the spreadsheet.
 *
 * @throws {ReportError} `invalid_range`; `invalid_option`; `invalid_settings` if it is too long to keep.
 */
export function checkChoice(choice: ReportForm): void {
  reportRange(choice, SOME_DAY, 1);
  const { venue, area, role, columns, noteColumns, sheet } = choice;
  // An unpaired surrogate does not come back unchanged from the sheet.
  for (const [text, what] of [
    [venue, 'the venue'],
    [area, 'the area'],
    [role, 'the job title'],
    [columns, 'the columns'],
    [noteColumns, 'the note columns'],
    [sheet, 'the name of the sheet'],
  ] as const) {
    if (HALF_CHARACTER.test(text))
      refuse('invalid_settings', `Enter ${what} again: it holds half of a character`);
  }
  checkQuestion(choice);
  const asked = readReportQuestion(choice);
  // While headings change, the old ones and the new ones are kept.
  const headings = [...headingsOf(asked.columns), ...noteHeadings(choice)];
  const kept = [venue, area, role, columns, noteColumns, headings, headings, asked.fields];
  if (utf8Length(JSON.stringify(kept)) > LONGEST_CHOICES_BYTES) {
    const what = 'venue, area, job title and columns together are longer than a report can keep';
    refuse('invalid_settings', `Enter less: ${what}`);
  }
}

/**
 * Finds the report that a choice changes, and checks that its sheet does not belong to another report. A renamed sheet
 * belongs to its report under the new name only. No service call that counts.
 *
 * @returns `undefined` for a new report.
 * @throws {ReportError} `invalid_settings`
 */
export function checkPlace(
  { id, sheet }: ReportForm,
  state: DocumentState,
  sheets: ReportListServices['sheets'],
): SavedReport | undefined {
  const saved = state.reports.find((report) => report.id === id);
  if (id !== null && saved === undefined)
    refuse('invalid_settings', 'Add the report again: it was removed meanwhile');
  // Our sheets get a number if their name is taken.
  const unnumbered = sheet.toLowerCase().replace(/ \d+$/, '');
  const own = OWN_SHEETS.find(([name]) => name.toLowerCase() === unnumbered);
  if (own) refuse('invalid_settings', `Choose another sheet: “${own[0]}” ${own[1]}`);
  const named = saved && isSameName(saved.sheet, sheet) ? undefined : sheets.byName(sheet)?.id;
  const isCalled = (report: SavedReport) =>
    report.sheetId === null ||
    sheets.byId(report.sheetId) === undefined ||
    sheets.byName(report.sheet)?.id === report.sheetId;
  const has = (report: SavedReport) =>
    report.sheetId === named || (isSameName(report.sheet, sheet) && isCalled(report));
  if (state.reports.some((report) => report !== saved && has(report))) {
    refuse('invalid_settings', `Choose another sheet: “${sheet}” belongs to another report`);
  }
  return saved;
}
