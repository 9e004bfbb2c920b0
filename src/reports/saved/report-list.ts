import * as v from 'valibot';
import { type ReportForm, splitList } from '../../contract/reports';
import { refuse } from '../../employer-api/errors';
import { parseStored, utf8Length } from '../../employer-api/text';
import { LONGEST_CHOICES_BYTES } from '../../limits';
import { CHANGES_SHEET_NAME } from '../changes/changes-sheet';
import { NOTES_SHEET_NAME } from '../notes/notes';
import type { TableServices } from '../ports';
import { headingsOf } from '../sheet/cells';
import { forgetSnapshots, STAGING_SHEET_NAME, UNDO_SHEET_NAME } from '../sheet/set-aside';
import { changeShown, STATUS_SHEET_NAME } from '../status/status-sheet';
import { TARGETS_SHEET_NAME } from '../targets/targets-sheet';
import {
  change,
  type DocumentState,
  findReport,
  PROPERTY,
  reportProperty,
  requireRevision,
  runningLease,
} from './document-state';
import { asksTheSame, newReport, readReportQuestion, reportRange, type SavedReport } from './saved-report';

/** What the list of reports needs. */
type ReportListServices = Pick<
  TableServices,
  'document' | 'lock' | 'sheets' | 'calendar' | 'clock' | 'makeId' | 'installation'
>;

/** An arbitrary day: whether dates are valid does not depend on today. */
const SOME_DAY = 45_000;

/** The sheets of the add-on itself. */
const OWN_SHEETS = [
  ...[STATUS_SHEET_NAME, CHANGES_SHEET_NAME, UNDO_SHEET_NAME],
  ...[TARGETS_SHEET_NAME, NOTES_SHEET_NAME, STAGING_SHEET_NAME],
];

/**
 * Saves a new or changed report. A changed sheet name moves the report to another sheet; the old sheet stays.
 * Renaming the sheet itself does not move the report.
 *
 * @throws {ReportError} `invalid_option`; `invalid_settings` if another report has that sheet; `changed_meanwhile` if
 *   someone saved it since its form was opened; `busy`.
 */
export function saveReport(services: ReportListServices, choice: ReportForm): DocumentState {
  checkChoice(choice);
  const { calendar, sheets, clock, makeId } = services;
  const zone = calendar.zone();
  return change(services, (state) => {
    const now = clock.now();
    const known = checkPlace(choice, state, sheets);
    requireRevision(known, choice.revision, calendar, zone);
    const saved = known ?? newReport(makeId(), now);
    const found = saved.sheetId === null ? undefined : sheets.byName(choice.sheet);
    const own = found?.id === saved.sheetId ? found : undefined;
    const moved = !staysOn(saved, choice.sheet, sheets);
    const { id: _, revision: __, ...chosen } = choice;
    // On another sheet it begins anew.
    const kept = moved ? newReport(saved.id, saved.createdAt) : { ...saved, cursor: null };
    const report: SavedReport = {
      ...kept,
      ...chosen,
      ...(chosen.period === 'custom' ? {} : { from: '', to: '' }),
      ...{ revision: saved.revision + 1, savedAt: now },
      sheet: own?.name() ?? (moved ? choice.sheet : saved.sheet),
      // Rows of another question are not fetched again with the new filters: they would disappear silently.
      history: asksTheSame(saved, choice) ? kept.history : null,
    };
    return { ...reportProperty(report), [PROPERTY.zone]: zone };
  });
}

/** An alert or a summary email, as far as its report goes. */
const OF_REPORT = v.object({ report: v.string() });

/**
 * Removes a report with its table kept for Undo, its alerts, and its summary emails with their webhooks; its sheet stays
 * unchanged. Removing one that is gone changes nothing.
 */
export function removeReport(services: ReportListServices, id: string): DocumentState {
  const { sheets, clock } = services;
  return change(services, (state, properties) => {
    const { reports } = state;
    const stay = reports.filter((report) => report.id !== id);
    if (stay.length === reports.length) return {};
    forgetSnapshots(sheets, reports, stay, runningLease(state, clock.now()) !== undefined);
    const own = Object.keys(properties).filter(
      (name) => parseStored(OF_REPORT, properties[name])?.report === id,
    );
    const hooks = own.map((name) => name.replace(PROPERTY.summary(''), PROPERTY.summaryHook('')));
    const gone = [PROPERTY.report(id), ...own, ...hooks].filter((name) => properties[name]);
    return Object.fromEntries(gone.map((name) => [name, '']));
  });
}

/** Notes that the sheet of a report was given another name. @throws {ReportError} `invalid_settings`; `busy` */
export function renameReport(services: ReportListServices, id: string, sheet: string): DocumentState {
  return change(services, (state) => {
    const saved = findReport(state, id);
    return reportProperty({ ...saved, sheet, revision: saved.revision + 1 });
  });
}

/**
 * Keeps the old table and drops the new one that waits for an answer: the question is not asked again until enough rows come
 * or someone refreshes. The status sheet says so. Changes nothing if no confirmation is pending.
 *
 * @throws {ReportError} `invalid_settings` if the report was removed; `busy`.
 */
export function keepTable(services: ReportListServices, id: string): DocumentState {
  return changeShown(services, (state) => {
    const saved = findReport(state, id);
    if (!saved.cursor?.held || !saved.baseline) return undefined;
    return reportProperty({ ...saved, baseline: { ...saved.baseline, isKept: true } });
  });
}

/** Whether a report stays on its sheet with this name of it, in whatever capitals: the tab keeps its own spelling. */
export function staysOn(
  { sheet, sheetId }: SavedReport,
  name: string,
  sheets: ReportListServices['sheets'],
): boolean {
  return isSameName(sheet, name) || (sheetId !== null && sheets.byName(name)?.id === sheetId);
}

function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/**
 * Checks everything about a choice that does not depend on the spreadsheet.
 *
 * @throws {ReportError} `invalid_option`; `invalid_settings` if it is too long to keep.
 */
export function checkChoice(choice: ReportForm): void {
  reportRange(choice, SOME_DAY, 1);
  const asked = readReportQuestion(choice);
  const { venue, area, role, columns, noteColumns } = choice;
  // While headings change, the old ones and the new ones are kept.
  const headings = [...headingsOf(asked.columns), ...splitList(choice.noteColumns)];
  const kept = [venue, area, role, columns, noteColumns, headings, headings, asked.fields];
  if (utf8Length(JSON.stringify(kept)) > LONGEST_CHOICES_BYTES)
    refuse(
      'invalid_settings',
      'Enter less: venue, area, job title and columns together are longer than a report can keep',
    );
}

/**
 * Finds the report that a choice changes, and checks that its sheet does not belong to another report. A renamed sheet
 * belongs to its report under the new name only.
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
  const own = OWN_SHEETS.find((name) => isSameName(name, sheet.replace(/ \d+$/, '')));
  if (own) refuse('invalid_settings', `Choose another sheet: “${own}” belongs to the add-on`);
  const named = sheets.byName(sheet)?.id;
  const has = (report: SavedReport) =>
    sheets.byId(report.sheetId) ? report.sheetId === named : isSameName(report.sheet, sheet);
  if (state.reports.some((report) => report !== saved && has(report)))
    refuse('invalid_settings', `Choose another sheet: “${sheet}” belongs to another report`);
  return saved;
}
