import { ALERT_MEASURES, type AlertMeasure, type AlertView, STRICTNESSES } from '../../contract/alerts';
import type { ReportView } from '../../contract/reports';
import { WEEKDAY_NAMES, writeHour } from '../../contract/schedule';
import {
  SUMMARY_UNITS,
  type SummaryForm,
  type SummaryUnit,
  type SummaryView,
} from '../../contract/summaries';
import type { Choice } from './view';
import {
  ALERT_WORDS,
  SCOPES,
  SPLIT_WORDS,
  STRICTNESS_WORDS,
  SUMMARY_WORDS,
  UNIT_LABELS,
} from './words/alerts';
import type { RegionalWords } from './words/regional';

const BETTER_LOW: readonly AlertMeasure[] = ['unfilled_percentage', 'no_shows_percentage'];

/** An alert in words: what it watches, and in which way. */
export function describeAlert(
  alert: AlertView,
  reports: readonly ReportView[],
  { measures }: RegionalWords,
): { readonly heading: string; readonly details: readonly string[] } {
  const { measure, scope, target, strictness, mailTo } = alert;
  const limit = BETTER_LOW.includes(measure) ? ALERT_WORDS.above : ALERT_WORDS.below;
  const sheet = watchedSheet(alert, reports);
  return {
    heading: `${measures[measure]} ${limit(String(target))}`,
    details: [
      `${sheet}: ${SCOPES[scope].toLowerCase()}`,
      STRICTNESS_WORDS[strictness].label,
      ...(mailTo === '' ? [] : [ALERT_WORDS.mailTo(mailTo)]),
    ],
  };
}

/** What to know before removing an alert, one sentence each. */
export function describeAlertRemoval(alert: AlertView, reports: readonly ReportView[]): readonly string[] {
  const { mailTo } = alert;
  return [
    ALERT_WORDS.removeEffect(watchedSheet(alert, reports)),
    ...(mailTo === '' ? [] : [ALERT_WORDS.noMoreMail(mailTo)]),
  ];
}

function watchedSheet(alert: AlertView, reports: readonly ReportView[]): string {
  return reports.find(({ id }) => id === alert.report)?.sheet ?? ALERT_WORDS.removedReport;
}

/** What a target means: for some measures less is a miss, for others more. */
export function explainTarget(measure: AlertMeasure): string {
  return BETTER_LOW.includes(measure) ? ALERT_WORDS.missAbove : ALERT_WORDS.missBelow;
}

/** The entries of the `Measure` list. */
export function measureChoices({ measures }: RegionalWords): readonly Choice[] {
  return ALERT_MEASURES.map((value) => ({ value, label: measures[value] }));
}

/** The entries of the `Scope` list. */
export function scopeChoices(): readonly Choice[] {
  return Object.entries(SCOPES).map(([value, label]) => ({ value, label }));
}

/** The radio buttons of how sure an alert must be, each with its consequence. */
export function strictnessChoices() {
  return STRICTNESSES.map((value) => ({
    value,
    label: STRICTNESS_WORDS[value].label,
    hint: STRICTNESS_WORDS[value].effect,
  }));
}

const LAST_DAY_OF_MONTH = 28;

/** A summary email in words: what it shows, when it goes and to whom. */
export function describeSummary(
  { report, every, day, hour, split, to, hasChat }: SummaryView,
  reports: readonly ReportView[],
): { readonly heading: string; readonly details: readonly string[] } {
  const sheet = reports.find(({ id }) => id === report)?.sheet ?? SUMMARY_WORDS.removedReport;
  return {
    heading: SUMMARY_WORDS.heading[every](sheet),
    details: [
      SUMMARY_WORDS.when(dayLabel(every, day), writeHour(hour), SPLIT_WORDS[split].label.toLowerCase()),
      ...(to.length === 0 ? [] : [SUMMARY_WORDS.mailTo(to.join(', '))]),
      ...(hasChat ? [to.length === 0 ? SUMMARY_WORDS.inChatAlone : SUMMARY_WORDS.inChat] : []),
    ],
  };
}

/** The entries of the `Every` list. */
export function unitChoices(): readonly Choice[] {
  return SUMMARY_UNITS.map((value) => ({ value, label: UNIT_LABELS[value] }));
}

/** The entries of the `On` list. */
export function summaryDayChoices(every: SummaryUnit): readonly Choice[] {
  const count = every === 'week' ? WEEKDAY_NAMES.length : LAST_DAY_OF_MONTH;
  return Array.from({ length: count }, (_, at) => ({
    value: String(at + 1),
    label: dayLabel(every, at + 1),
  }));
}

/** The radio buttons of one page or several, each with its consequence. */
export function splitChoices() {
  const values: readonly SummaryForm['split'][] = ['all', 'venue'];
  return values.map((value) => ({ value, label: SPLIT_WORDS[value].label, hint: SPLIT_WORDS[value].effect }));
}

function dayLabel(every: SummaryUnit, day: number): string {
  return every === 'week' ? (WEEKDAY_NAMES[day - 1] as string) : SUMMARY_WORDS.dayOfMonth(day);
}
