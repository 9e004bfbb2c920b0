import type { Region } from '../../../contract/connection';

/** Who may use a connection, as the radio buttons call it. */
export const AUDIENCE_LABELS = {
  everyone: 'Everyone who edits this spreadsheet',
  me: 'Only me',
} as const;

/** Who can run reports with a connection for everyone, and who can read its secret. */
export const EVERYONE = {
  'add-on': 'Anyone who can edit this spreadsheet can run reports, but can\u2019t read the secret.',
  bound:
    'Anyone who can edit this spreadsheet can run reports. They can also read the secret, because they can edit the script.',
} as const;

/** The regions as the radio buttons call them. */
export const REGION_LABELS: Readonly<Record<Region, string>> = { US: 'US', UK: 'UK' };

/** How a step of the check ended: a sign for the eye, and the word for it. */
export const CHECK_STATES = {
  ok: { sign: '\u2713', word: 'OK' },
  warning: { sign: '!', word: 'Warning' },
  failed: { sign: '\u2715', word: 'Failed' },
  not_reached: { sign: '\u2013', word: 'Not reached' },
} as const;

/** Everything else that the section `Connection` says. */
export const CONNECTION_WORDS = {
  title: 'Connection',
  region: 'Region',
  clientId: 'Client ID',
  clientSecret: 'Client secret',
  employer: 'Employer',
  usedBy: 'Used by',
  audience: 'Who can use this connection',
  connect: 'Connect',
  connectOwn: 'Connect your own',
  change: 'Change connection',
  check: 'Check connection',
  disconnect: 'Disconnect',
  useSample: 'Use sample data',
  welcome: 'Shift Reports brings your shift figures into sheets and keeps them up to date.',
  sampleTitle: 'Try it first',
  sampleHint: 'A made-up employer with 13 months of shifts. One click fills a sheet and builds a dashboard.',
  connectTitle: 'Or connect your own',
  connectIntro: 'Enter the API credentials issued to your employer account.',
  changeIntro:
    'Enter the client ID and secret again. The current connection stays until the new one is accepted.',
  fromSampleIntro:
    'Enter the API credentials issued to your employer account. Reports stay; the next refresh fills them with your own figures.',
  employerHint: 'Leave \u201cme\u201d for your own employer, or enter an employer ID.',
  secretHint: 'Spaces around it are removed. For security, it is never shown again.',
  onlyMe: 'Only you can refresh with it. Formulas work only if you own this spreadsheet.',
  sampleEmployer: 'Sample employer',
  sampleBadge: 'SAMPLE',
  sampleFigures: 'All figures are made up.',
  disconnectQuestion: 'Disconnect this spreadsheet?',
  disconnectEffect:
    'Removes the saved credentials, the schedule, and the undo history. Your reports and the figures in your sheets stay.',
  leaveSampleEffect:
    'Removes the sample connection, the schedule, and the undo history. Your reports and the figures in your sheets stay.',
  keep: 'No, keep it',
  confirmDisconnect: 'Yes, disconnect',
  line: (region: string, employer: string) => `${region} \u00b7 ${employer} \u00b7 connected`,
  ownEmployer: 'your employer',
  numberedEmployer: (employer: string) => `employer ${employer}`,
  endsIn: (tail: string) => `ends in ${tail}`,
  checks: 'Result of the check',
} as const;

/** How often reports are refreshed, as the `Refresh reports` list calls it. */
export const INTERVAL_LABELS = {
  off: 'Off',
  hour: 'Every hour',
  day: 'Every day',
  week: 'Every week',
} as const;

/** Everything else that the section `Schedule` says. */
export const SCHEDULE_WORDS = {
  title: 'Schedule',
  every: 'Refresh reports',
  on: 'On',
  at: 'At',
  mail: 'Email me when a refresh fails',
  save: 'Save schedule',
  nextRun: 'Next run',
  runsAs: 'Runs as',
  you: 'you',
  off: 'Reports are refreshed only when someone presses Refresh.',
  hourly: 'Once an hour, at a minute that Google picks.',
  window: (day: string, from: string, to: string, timeZone: string) =>
    `${day} ${from} and ${to} in the spreadsheet\u2019s time zone, ${timeZone}. Google picks the minute.`,
  everyDay: 'Between',
  everyWeek: (weekday: string) => `${weekday}s between`,
  mailHint:
    'One address, or leave blank. You\u2019ll be told when a refresh fails and when it recovers. After three emails in a day, at most one a day.',
  takeOver: 'Take over',
  takeOverHint: 'Refreshes then run as you. Failure emails stop until someone saves an address here again.',
} as const;

/** What the section `Notes` says. */
export const NOTES_WORDS = {
  title: 'Notes',
  intro: 'Notes may name people. They stay in this spreadsheet.',
  keep: 'Delete notes older than',
  keepHint: 'By the day of the shift, when its report is refreshed.',
  months: { 0: 'Never', 13: '13 months', 25: '25 months' },
  save: 'Save setting',
  exportAll: 'Export and delete all notes',
  exportHint: 'You get a file first, and are asked before anything is deleted.',
  question: (count: number) => `Delete ${count === 1 ? 'the note' : `all ${count} notes`}?`,
  effect:
    'They are deleted from the tables and from Shift Reports notes. This can\u2019t be undone. Save the file first:',
  file: (name: string) => `Save ${name}`,
  keepNotes: 'No, keep them',
  confirm: 'Yes, delete notes',
} as const;
