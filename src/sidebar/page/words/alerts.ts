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
      'Only weeks that chance is unlikely to explain, given how much your own weeks vary: for 20 steady venues about 1 false alarm in 2 to 4 weeks.',
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
  email: 'Email alerts to',
  emailHint:
    'One address, or leave blank to see alerts here only. One summary email per scheduled run, to at most 10 new addresses a day. A changed alert sends none within 24 hours of its last.',
  save: 'Save alert',
  judged: 'Alert saved and judged.',
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
  mailTo: (address: string) => `Email to ${address}`,
} as const;

/** What a summary email is about, as the `Every` list calls it. */
export const UNIT_LABELS = { week: 'Week', month: 'Month' } as const;

/** One page or several, as the radio buttons call it. */
export const SPLIT_WORDS = {
  all: {
    label: 'One page for all',
    effect: 'The whole report, with the venues where most people are missing.',
  },
  venue: { label: 'One page for each venue', effect: 'An email for each venue, at most 20.' },
} as const;

/** Everything else that the section *Summary emails* says. */
export const SUMMARY_WORDS = {
  title: 'Summary emails',
  none: 'No summary emails yet. Each is the last complete week or month as one page.',
  noReports: 'No summary emails yet. Add a report first: a summary email shows the rows of a report.',
  noSchedule:
    'Summary emails go out with the schedule. Save a schedule in Settings before you save a summary email.',
  add: 'Add summary email',
  newTitle: 'New summary email',
  changeTitle: 'Edit summary email',
  report: 'Report to send',
  to: 'Send to',
  toHint:
    'Up to 10 addresses, separated by commas. Everyone sees the other addresses. At most 10 new addresses a day get email.',
  every: 'Every',
  on: 'On',
  dayOfMonth: (day: number) => `Day ${day} of the month`,
  after: 'After',
  afterHint:
    'Sent by the first scheduled run after this hour that refreshes the report completely, within 24 hours. A changed summary email is sent from its next day on.',
  split: 'Pages',
  chat: 'Google Chat webhook',
  chatHint:
    'Optional. In the Chat space: Apps and integrations, Webhooks. Whoever has it can write to the space, so it is never shown again.',
  chatKept: 'Keep sending to the Chat space',
  chatKeptHint: 'Type another webhook above to change the space.',
  chatSpace: 'the Chat space',
  inChat: 'And to a Chat space',
  inChatAlone: 'To a Chat space',
  preview: 'Preview',
  previewTitle: 'Preview',
  previewNotSent: 'Nothing was sent or saved. \u201cSend me a test\u201d shows it as an email.',
  test: 'Send me a test',
  testHint: 'A test goes to the first address, in your name.',
  save: 'Save summary email',
  edit: 'Edit',
  remove: 'Remove',
  removeQuestion: (summary: string) => `Remove the summary email \u201c${summary}\u201d?`,
  removeEffect: (who: string) => `It no longer goes to ${who}. The report and its table stay.`,
  keep: 'No, keep it',
  confirmRemove: 'Yes, remove summary email',
  removedReport: 'a removed report',
  heading: { week: (sheet: string) => `Weekly: ${sheet}`, month: (sheet: string) => `Monthly: ${sheet}` },
  when: (day: string, hour: string, split: string) => `${day}, after ${hour}: ${split}`,
  mailTo: (addresses: string) => `To ${addresses}`,
  waits: 'Action needed',
} as const;
