import { ALERT_MEASURES, type AlertMeasure, type AlertView, STRICTNESSES } from '../../contract/alerts';
import type { ReportView } from '../../contract/reports';
import type { Choice } from './view';
import { ALERT_WORDS, SCOPES, STRICTNESS_WORDS } from './words/alerts';
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
