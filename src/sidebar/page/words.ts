import type { ConnectionAudience, RefreshMode, ReportName, ScheduleInterval } from '../contract';

/** Who may use a connection, as the radio buttons call it. */
export const AUDIENCE_LABELS: Readonly<Record<ConnectionAudience, string>> = {
  everyone: 'Everyone who edits this spreadsheet',
  me: 'Only me',
};

/** The reports as the `Report` list calls them, each with what a row of it is. */
export const REPORTS: Readonly<Record<ReportName, { readonly label: string; readonly rows: string }>> = {
  shift_fulfilment: { label: 'Shift fulfilment', rows: 'One row per shift.' },
  shift_fulfilment_aggregated: {
    label: 'Shift fulfilment, aggregated',
    rows: 'One row per group: counts are added up, percentages are made from the sums.',
  },
};

/** What happens to older days, as the radio buttons call it, each with its consequence. */
export const MODES: Readonly<Record<RefreshMode, { readonly label: string; readonly effect: string }>> = {
  replace: { label: 'Replace', effect: 'The sheet always shows the days of the period and no others.' },
  history: { label: 'Keep history', effect: 'Days that fall out of the period stay in the sheet.' },
};

/** How often reports are refreshed, as the `Refresh reports` list calls it. */
export const INTERVAL_LABELS: Readonly<Record<ScheduleInterval, string>> = {
  off: 'Off',
  hour: 'Every hour',
  day: 'Every day',
  week: 'Every week',
};

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

/** Period words as the `Period` list shows them, each with the days that it covers. */
export const PERIODS: Readonly<Record<string, { readonly label: string; readonly days: string }>> = {
  today: { label: 'Today', days: 'Today only. The day is not over, so figures will still change.' },
  yesterday: { label: 'Yesterday', days: 'Yesterday only.' },
  'last 7 days': { label: 'Last 7 days', days: 'The 7 days up to yesterday.' },
  'last 28 days': { label: 'Last 28 days', days: 'The 28 days up to yesterday.' },
  'this week': { label: 'This week', days: 'The whole week, days to come included.' },
  'last week': { label: 'Last week', days: 'The last complete week.' },
  'last 4 weeks': { label: 'Last 4 weeks', days: 'The last 4 complete weeks.' },
  'last 13 weeks': { label: 'Last 13 weeks', days: 'The last 13 complete weeks: a quarter of a year.' },
  MTD: { label: 'Month to date (MTD)', days: 'From the first of this month to today.' },
  'this month': { label: 'This month', days: 'The whole month, days to come included.' },
  'last month': { label: 'Last month', days: 'The last complete calendar month.' },
  'last 3 months': { label: 'Last 3 months', days: 'The last 3 complete calendar months.' },
  'last 12 months': { label: 'Last 12 months', days: 'The last 12 complete calendar months.' },
  'this quarter': { label: 'This quarter', days: 'The whole calendar quarter, days to come included.' },
  'last quarter': { label: 'Last quarter', days: 'The last complete calendar quarter.' },
  YTD: { label: 'Year to date (YTD)', days: 'From 1 January to today.' },
  'this year': { label: 'This year', days: 'The whole calendar year, days to come included.' },
  'last year': { label: 'Last year', days: 'The last complete calendar year.' },
  custom: { label: 'Custom dates', days: 'The same days at every refresh, both ends included.' },
};

/** What the page says while a call runs. */
export const PROGRESS = {
  loading: 'Loading\u2026',
  connecting: 'Connecting\u2026',
  disconnecting: 'Disconnecting\u2026',
  checking: 'Checking the connection\u2026',
  savingReport: 'Saving the report\u2026',
  savingSchedule: 'Saving the schedule\u2026',
  takingOver: 'Taking over the schedule\u2026',
  refreshingAll: 'Refreshing all reports\u2026',
  stopping: 'Stopping when this part is done\u2026',
  refreshing: (sheet: string) => `Refreshing \u201c${sheet}\u201d\u2026`,
  keeping: (sheet: string) => `Keeping the table of \u201c${sheet}\u201d\u2026`,
  undoing: (sheet: string) => `Putting back the table of \u201c${sheet}\u201d\u2026`,
  listingChanges: (sheet: string) => `Listing what changed on \u201c${sheet}\u201d\u2026`,
  removing: (sheet: string) => `Removing \u201c${sheet}\u201d\u2026`,
} as const;

/** Sentences of the page itself. What the script has to say arrives with its outcomes. */
export const SENTENCES = {
  connectIntro: 'Enter the API credentials that were issued to your employer account.',
  changeIntro:
    'Type the client ID and the secret again. The connection in use stays until these are accepted.',
  employerHint: 'me stands for the employer that the credentials belong to. Or enter a numeric employer ID.',
  secretHint: 'Never shown again once sent.',
  everyoneAddOn:
    'Everyone who can edit this spreadsheet can run reports with it; nobody can read the secret back.',
  everyoneBound:
    'Everyone who can edit this spreadsheet can run reports with it, and can also read the secret, because they can edit the script.',
  onlyMe: 'Only you can refresh with it. Formulas work only if you own this spreadsheet.',
  disconnectQuestion: 'Disconnect this spreadsheet?',
  disconnectEffect:
    'Removes the saved credentials, your schedule, and what was kept for undoing. Your reports and the figures in the sheets stay.',
  connectFirst: 'Connect first, then refresh.',
  noReportsNoConnection: 'No reports yet. Connect above first; then add a report here.',
  noReports: 'No reports yet. Add a report to choose the days and the sheet to fill.',
  neverRefreshed: 'Not filled yet. Press Refresh to fill it.',
  pressRefresh: 'Press Refresh to fill it.',
  criteriaHint: 'Blank for all. Put ; between several, * for any text, <> before what to leave out.',
  groupByHint:
    'Up to three of day, week, month, quarter, year, weekday, venue, area, role, with commas. Blank for week.',
  columnsHint: 'Blank for all. Or field names in your order, with commas; VENUE_NAME as Venue renames one.',
  sheetHint: 'Made for you if it does not exist.',
  heldQuestion: 'Replace the table anyway?',
  heldKept: 'You keep the old table while the new one lacks the same. Refresh asks again.',
  stopped: 'Stopped. What was fetched is kept; Refresh goes on from there.',
  stuck: 'Press Refresh in a few minutes to go on. What was fetched is kept.',
  scheduleOff: 'Reports are refreshed only when someone presses Refresh.',
  scheduleHour: 'Once an hour. Google picks the minute within the hour.',
  mailHint: 'One address, or blank for no mail. It tells of new failures, and when they are over.',
  takeOver: 'Refreshes then run as you. Mail about failures stops until someone saves an address here again.',
  noActivity: 'Nothing yet. Every refresh will be listed here.',
  undoHint: 'Puts back the table from before the last refresh. Press again to return to the newer one.',
  nothingToUndo: 'There is no earlier table to put back yet.',
  noAnswer:
    'Reload this page and open the sidebar again: the add-on\u2019s script did not answer. ' +
    'If you are signed in to several Google accounts in this browser, sign out of the others or use a private window.',
  tooLong:
    'Reload this page and open the sidebar again: the script has not answered for longer than Google lets it run.',
  wrongAnswer: 'Reload this page and open the sidebar again: the script sent something unexpected.',
} as const;

/** What to correct, as shown beside a field. */
export const PROBLEMS = {
  region: 'Choose a region.',
  clientIdMissing: 'Enter the client ID.',
  clientId: 'A client ID has at most 200 letters, digits and signs, without accents.',
  clientSecretMissing: 'Enter the client secret.',
  clientSecret: 'A client secret has at most 500 characters, none of them a control character.',
  employer: 'Write me, or the numeric employer ID, such as 4821.',
  audience: 'Choose who can use this connection.',
  report: 'Choose a report.',
  period: 'Choose a period.',
  dateMissing: 'Choose a date.',
  date: 'Choose a date between 1990-01-01 and 2100-12-31.',
  backwards: 'The last day is before the first day.',
  tooLong: 'Write at most 1000 characters.',
  controlCharacter: 'Write this without line breaks and tabs.',
  groupBy: (word: string) =>
    `\u201c${word}\u201d is none of day, week, month, quarter, year, weekday, venue, area and role.`,
  groupByTooMany: 'Group by at most three.',
  groupByTwice: (word: string) => `\u201c${word}\u201d is there twice.`,
  historyNeedsDays: 'Add SHIFT_DATE: history is kept by day. Or choose Replace.',
  sheetMissing: 'Name the sheet to fill.',
  sheetLength: 'A sheet name has at most 100 characters.',
  sheetCharacters: 'A sheet name can\u2019t contain : \\ / ? * [ or ].',
  mode: 'Choose what happens when refreshed.',
  every: 'Choose how often.',
  hour: 'Choose a full hour from 00:00 to 23:00.',
  weekday: 'Choose a day of the week.',
  email: 'Write one whole e-mail address, or leave this blank.',
  several: (count: number) => `Correct the ${count} marked fields.`,
} as const;
