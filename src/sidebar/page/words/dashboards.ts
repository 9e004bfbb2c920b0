import type { TemplateName } from '../../../contract/reports';
import type { RegionalWords } from './regional';

/** The question that each dashboard answers. */
export const QUESTIONS: Readonly<Record<TemplateName, string>> = {
  overview: 'Did we get the people we asked for, and is it getting better?',
  scorecard: 'Which venues meet their targets, and which do not?',
  where_and_when: 'Where and when are people missing?',
  unfilled_list: 'What is still open, and what was never filled?',
  data_quality: 'How far can these figures be trusted?',
};

/** What else is said about dashboards. */
export const DASHBOARD_WORDS = {
  open: 'Dashboards',
  intro: 'Each opens on its own sheet and updates with every refresh.',
  everyMiss: 'Count every miss',
  everyMissHint: 'Credits then count weeks below target by chance as well.',
  standsOn: (sheet: string) => `On sheet \u201c${sheet}\u201d. Press to update it.`,
} as const;

/** What *Where and when* can compare, by the values of `DASHBOARD_CUT`; the empty value leaves it to the dashboard. */
export const cutWords = ({ cutMeasures }: RegionalWords) =>
  ({
    rows: {
      label: 'Rows',
      choices: { '': 'Chosen automatically', venue: 'Venues', area: 'Areas', role: 'Job titles' },
    },
    columns: { label: 'Columns', choices: { weekday: 'Weekdays', week: 'Weeks' } },
    measure: {
      label: 'Measure',
      choices: cutMeasures,
    },
  }) as const;

/** The section about targets. */
export const TARGET_WORDS = {
  title: 'Targets',
  hint: 'Targets, weekly plans, hourly rates and credits have their own sheet, with one line each. Every refresh reads it; only you write to it.',
  set: 'Set targets',
} as const;
