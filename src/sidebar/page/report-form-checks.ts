import {
  FORBIDDEN_IN_SHEET_NAME,
  LONGEST_CRITERIA,
  LONGEST_SHEET_NAME,
  MOST_GROUPS,
  PERIOD_CHOICES,
  type ReportForm,
  type ReportName,
} from '../contract-reports';
import { CONTROL_CHARACTER, collect, type Problems } from './form-checks';
import { findGroupKey, splitList } from './group-words';
import { FIRST_DAY, isRealDay, LAST_DAY } from './local-dates';
import { PROBLEMS } from './words/problems';
import { MODES } from './words/reports';

const REPORT_NAMES: readonly ReportName[] = ['shift_fulfilment', 'shift_fulfilment_aggregated'];
/** What the script takes for the column of days. */
const DAY_COLUMNS = ['shiftdate', 'date', 'day'];

/** The fields of a report's form that may need a correction. */
export type ReportField = Exclude<keyof ReportForm, 'id'>;

/** Takes off spaces, and what the chosen report and period do not use; writes keys to group by as the script has them. */
export function tidyReportForm(form: ReportForm): ReportForm {
  const isGrouped = form.report === 'shift_fulfilment_aggregated';
  const dates = form.period === 'custom' ? {} : { from: '', to: '' };
  const keys = splitList(form.groupBy).map((word) => findGroupKey(word) ?? word);
  return {
    ...form,
    ...dates,
    venue: form.venue.trim(),
    area: form.area.trim(),
    role: form.role.trim(),
    groupBy: isGrouped ? keys.join(', ') : '',
    columns: form.columns.trim(),
    sheet: form.sheet.trim(),
    // History is kept by day, and grouped figures have no days of their own.
    mode: isGrouped ? 'replace' : form.mode,
  };
}

/**
 * Finds what the script would refuse in a report. Expects a tidied form.
 *
 * @param keptPeriod The period of a saved report, good even where this page does not offer it.
 */
export function checkReportForm(form: ReportForm, keptPeriod?: string): Problems<ReportField> {
  const offered: readonly string[] = PERIOD_CHOICES;
  const known = offered.includes(form.period) || form.period === keptPeriod;
  const dates = form.period === 'custom' ? dateProblems(form.from, form.to) : { from: '', to: '' };
  return collect({
    report: REPORT_NAMES.includes(form.report) ? '' : PROBLEMS.report,
    period: known ? '' : PROBLEMS.period,
    ...dates,
    venue: textProblem(form.venue),
    area: textProblem(form.area),
    role: textProblem(form.role),
    groupBy: groupByProblem(form.groupBy),
    columns: textProblem(form.columns) || columnsProblem(form),
    sheet: sheetProblem(form.sheet),
    mode: Object.keys(MODES).includes(form.mode) ? '' : PROBLEMS.mode,
  });
}

function textProblem(text: string): string {
  if (text.length > LONGEST_CRITERIA) return PROBLEMS.tooLong;
  return CONTROL_CHARACTER.test(text) ? PROBLEMS.controlCharacter : '';
}

function groupByProblem(groupBy: string): string {
  const words = splitList(groupBy);
  const unknown = words.find((word) => findGroupKey(word) === undefined);
  if (unknown !== undefined) return PROBLEMS.groupBy(unknown);
  const twice = words.find((word, index) => words.indexOf(word) < index);
  if (twice !== undefined) return PROBLEMS.groupByTwice(twice);
  return words.length > MOST_GROUPS ? PROBLEMS.groupByTooMany : '';
}

function columnsProblem({ columns, mode }: ReportForm): string {
  if (mode !== 'history' || columns === '') return '';
  const names = splitList(columns).map((item) => item.replace(/\sas\s[\s\S]*$/i, ''));
  const hasDays = names.some((name) => DAY_COLUMNS.includes(name.toLowerCase().replace(/[\s_-]+/g, '')));
  return hasDays ? '' : PROBLEMS.historyNeedsDays;
}

function sheetProblem(sheet: string): string {
  if (sheet === '') return PROBLEMS.sheetMissing;
  if (sheet.length > LONGEST_SHEET_NAME) return PROBLEMS.sheetLength;
  if (CONTROL_CHARACTER.test(sheet)) return PROBLEMS.controlCharacter;
  return FORBIDDEN_IN_SHEET_NAME.test(sheet) ? PROBLEMS.sheetCharacters : '';
}

function dateProblems(from: string, to: string): { from: string; to: string } {
  const found = { from: dayProblem(from), to: dayProblem(to) };
  // Days written YYYY-MM-DD sort as text.
  const backwards = found.from === '' && found.to === '' && to < from;
  return backwards ? { from: '', to: PROBLEMS.backwards } : found;
}

function dayProblem(day: string): string {
  // A date input that is empty or half filled in has the value ''.
  if (day === '') return PROBLEMS.dateMissing;
  return isRealDay(day) && day >= FIRST_DAY && day <= LAST_DAY ? '' : PROBLEMS.date;
}
