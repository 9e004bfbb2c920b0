/** What an alert looks at, as the `Scope` list calls it. */
export const SCOPES = {
  all: 'The whole report',
  venue: 'Each venue',
  area: 'Each area',
  role: 'Each job title',
} as const;

/**
 * How sure an alert must be, as the radio buttons call it, each with its consequence.
 *
 * The counts are those of 20 steady venues at 92% against a target of 90%, in a report of the last 13 weeks:
 * `npx tsx test/simulation/alerts.ts`.
 */
export const STRICTNESS_WORDS = {
  any_miss: {
    label: 'Every miss',
    effect:
      'Every complete week off target, by chance or not: for 20 steady venues about 6 false alarms a week.',
  },
  likely_real: {
    label: 'Likely real',
    effect:
      'Only if chance is an unlikely reason, measured by how much your own weeks differ: for 20 steady venues about 1 false alarm in 2 to 4 weeks.',
  },
} as const;

/** How an alert stands. */
export const ALERT_STATES = {
  open: { sign: '!', word: 'Open' },
  quiet: { sign: '\u2713', word: 'Quiet' },
  waiting: { sign: '\u2013', word: 'Not judged yet' },
} as const;

/** Everything else that the section `Alerts` says. */
export const ALERT_WORDS = {
  title: 'Alerts',
  none: 'No alerts yet. An alert tells you when a complete week misses its target.',
  noReports: 'No alerts yet. Add a report first: an alert watches the rows of a report.',
  add: 'Add alert',
  newTitle: 'New alert',
  changeTitle: 'Edit alert',
  report: 'Report to watch',
  measure: 'Measure',
  scope: 'Scope',
  target: 'Target in %',
  missBelow: 'A week below this is a miss; a week exactly on target is not.',
  missAbove: 'A week above this is a miss; a week exactly on target is not.',
  strictness: 'Sensitivity',
  email: 'E-mail alerts to',
  emailHint:
    'One address, or leave blank to see alerts here only. One summary email per scheduled run, to at most 10 new addresses a day. A changed alert sends none within 24 hours of its last.',
  save: 'Save alert',
  judged: 'The alert is saved and judged.',
  edit: 'Edit',
  remove: 'Remove',
  removeQuestion: (alert: string) => `Remove the alert \u201c${alert}\u201d?`,
  removeEffect: (sheet: string) => `It stops watching \u201c${sheet}\u201d. The report and its table stay.`,
  noMoreMail: (address: string) => `${address} gets no more email about it.`,
  keep: 'No, keep it',
  confirmRemove: 'Yes, remove alert',
  removedReport: 'a removed report',
  below: (target: string) => `below ${target}%`,
  above: (target: string) => `above ${target}%`,
  mailTo: (address: string) => `Mail to ${address}`,
} as const;
