/** How often reports are refreshed, as the `Refresh reports` list calls it. */
export const INTERVAL_LABELS = {
  off: 'Off',
  hour: 'Every hour',
  day: 'Every day',
  week: 'Every week',
} as const;

/** The days of the week as the `On` list calls them; the first is day 1 of a schedule. */
export const WEEKDAYS: readonly string[] = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
];

/** Everything else that the section `Schedule` says. */
export const SCHEDULE_WORDS = {
  title: 'Schedule',
  every: 'Refresh reports',
  on: 'On',
  at: 'At',
  mail: 'E-mail me when a refresh fails',
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
