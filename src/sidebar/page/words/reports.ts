import type { TemplateName } from '../../../contract/reports';
import type { RegionalWords } from './regional';

/** What happens to older days, as the radio buttons call it, each with its consequence. */
export const MODES = {
  replace: { label: 'Replace', effect: 'The sheet shows only the days of the period.' },
  history: { label: 'Keep history', effect: 'Older days stay in the sheet.' },
} as const;

/** Period words as the `Period` list shows them, each with the days that it covers. */
export const PERIODS: Readonly<Record<string, { readonly label: string; readonly days: string }>> = {
  today: { label: 'Today', days: 'Today only. Figures will still change.' },
  yesterday: { label: 'Yesterday', days: 'Yesterday only.' },
  'last 7 days': { label: 'Last 7 days', days: 'The 7 days up to yesterday.' },
  'last 28 days': { label: 'Last 28 days', days: 'The 28 days up to yesterday.' },
  'next 7 days': { label: 'Next 7 days', days: 'The 7 days from tomorrow on.' },
  'next 14 days': { label: 'Next 14 days', days: 'The 14 days from tomorrow on.' },
  'this week': { label: 'This week', days: 'The whole week, including days to come.' },
  'last week': { label: 'Last week', days: 'The last complete week.' },
  'last 4 weeks': { label: 'Last 4 weeks', days: 'The last 4 complete weeks.' },
  'last 13 weeks': { label: 'Last 13 weeks', days: 'The last 13 complete weeks: a quarter of a year.' },
  MTD: { label: 'Month to date (MTD)', days: 'From the first of this month to today.' },
  'this month': { label: 'This month', days: 'The whole month, including days to come.' },
  'last month': { label: 'Last month', days: 'The last complete calendar month.' },
  'last 3 months': { label: 'Last 3 months', days: 'The last 3 complete calendar months.' },
  'last 12 months': { label: 'Last 12 months', days: 'The last 12 complete calendar months.' },
  'this quarter': { label: 'This quarter', days: 'The whole calendar quarter, including days to come.' },
  'last quarter': { label: 'Last quarter', days: 'The last complete calendar quarter.' },
  YTD: { label: 'Year to date (YTD)', days: 'From 1 January to today.' },
  'this year': { label: 'This year', days: 'The whole calendar year, including days to come.' },
  'last year': { label: 'Last year', days: 'The last complete calendar year.' },
  custom: { label: 'Custom dates', days: 'The same days at every refresh, both ends included.' },
};

/** What figures can be grouped by, as the `Group by` lists call it. */
export const GROUPS = {
  day: 'Day',
  week: 'Week',
  month: 'Month',
  quarter: 'Quarter',
  year: 'Year',
  weekday: 'Weekday',
  venue: 'Venue',
  area: 'Area',
  role: 'Job title',
} as const;

/** Everything else that the section `Reports` says. */
export const REPORT_WORDS = {
  title: 'Reports',
  add: 'Add report',
  refresh: 'Refresh',
  refreshAll: 'Refresh all',
  edit: 'Edit',
  duplicate: 'Duplicate',
  remove: 'Remove',
  removeQuestion: (sheet: string) => `Remove the report \u201c${sheet}\u201d?`,
  removeEffect: 'Its sheet and table stay as they are, but are no longer refreshed.',
  dashboardsStay: (count: number) =>
    count === 1 ? 'Its dashboard stays as well.' : `Its ${count} dashboards stay as well.`,
  alertsGo: (count: number) =>
    count === 1
      ? 'The alert that watches it is removed too.'
      : `The ${count} alerts that watch it are removed too.`,
  summariesGo: (count: number) =>
    count === 1
      ? 'The summary email made from it is removed too.'
      : `The ${count} summary emails made from it are removed too.`,
  undoGoes: 'Its last refresh can no longer be undone.',
  keepReport: 'No, keep it',
  confirmRemove: 'Yes, remove report',
  cannotTell: 'What reports can\u2019t tell',
  whyNot: 'The service doesn\u2019t send these, so no figure here shows:',
  untold: [
    'how long it took to fill a position, and how early it was posted',
    'when someone dropped out',
    'who came, and who was late',
    'ratings',
    'which supplier sent whom',
    'pay',
    'when a shift begins and ends',
  ],
  whatChanged: 'What changed',
  lastRuns: 'Last runs',
  newTitle: 'New report',
  changeTitle: 'Edit report',
  report: 'Report',
  period: 'Period',
  from: 'From',
  to: 'To',
  venue: 'Venue',
  area: 'Area',
  role: 'Job title',
  groupBy: 'Group by',
  columns: 'Columns',
  sheet: 'Sheet',
  mode: 'When refreshed',
  every: 'Refresh automatically',
  everyHint: 'At the hour, and on the day, that Settings has. Without a schedule there, by hand.',
  intervals: {
    settings: 'As in Settings',
    hour: 'Every hour',
    day: 'Every day',
    week: 'Every week',
    off: 'By hand',
  },
  preview: 'Preview',
  save: 'Save report',
  newSheet: 'Shift report',
  connectFirst: 'Connect first, then refresh.',
  noneUnconnected: 'No reports yet. Connect above, then add one.',
  none: 'No reports yet. Add one to choose the days and the sheet to fill.',
  neverRefreshed: 'Not filled yet. Press Refresh to fill it.',
  criteriaHint: 'Leave blank for all. Press Enter to add another. Use * as a wildcard and <> to exclude.',
  allOf: 'All',
  another: 'Add another',
  chosenFor: (label: string) => `${label}: chosen`,
  unpick: (name: string) => `Remove ${name}`,
  unknownName: (name: string) => `No refresh has seen \u201c${name}\u201d.`,
  insteadUse: (name: string) => `Use \u201c${name}\u201d`,
  thenBy: ['Then by', 'And then by'],
  noGroup: 'None',
  allColumns: (count: number) => `All ${count} columns`,
  chooseColumns: 'Choose columns\u2026',
  someColumns: (count: number, all: number) => `${count} of ${all} columns`,
  columnList: 'Columns to show',
  columnsHint: 'Tick what to show. Type a heading to rename a column.',
  readableHeadings: 'Readable headings',
  readableHeadingsHint: '“Booked %” instead of SHIFTS_BOOKED_PERCENTAGE.',
  noteColumns: 'Note columns',
  noteColumnsHint:
    'Columns for notes that people type beside shifts, such as Reason, Done. Up to five; each note stays with its shift.',
  notesLeave: (count: number) =>
    `${count} ${count === 1 ? 'note' : 'notes'} will move to Shift Reports notes. Remove the column? Press \u201cSave report\u201d again to remove it.`,
  heading: 'Heading',
  headingOf: (column: string) => `Heading of ${column}`,
  moveUp: { sign: '\u2191', label: (column: string) => `Move ${column} up` },
  moveDown: { sign: '\u2193', label: (column: string) => `Move ${column} down` },
  sheetHint: 'Created if it doesn\u2019t exist.',
  heldQuestion: 'Replace the table anyway?',
  heldKept: 'The old table stays for now. Refresh asks again.',
  keepTable: 'Keep the old table',
  replaceTable: 'Replace the table',
  refreshed: 'Refreshed',
  held: 'Held',
  unfinished: 'Not finished',
  failed: 'Failed',
  stillShows: (moment: string) => `The sheet still shows figures from ${moment}.`,
  stale: 'Out of date',
  staleHint: 'Two scheduled refreshes were missed.',
  by: 'By',
  keepsHistory: 'Keeps history',
  reference: (id: string) => `Reference: ${id}`,
  between: (from: string, to: string) => `${from} to ${to}`,
  notFinished: (progress: string) => `Not finished: ${progress}. Refresh continues from there.`,
  previewTitle: 'Preview',
  previewNothing: 'No rows to show.',
  previewNotWritten: 'Nothing is written or saved yet.',
} as const;

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
  everyMissHint: 'Credits then also count weeks that may be below target by chance.',
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
  hint: 'Type targets, weekly plans, hourly rates and credits on their own sheet, one line each. Every refresh reads it; Shift Reports never changes it.',
  set: 'Set targets',
} as const;

/** How a run ended. */
export const OUTCOMES = {
  running: 'Running',
  refreshed: 'Refreshed',
  held: 'Held',
  unfinished: 'Not finished',
  failed: 'Failed',
  lost: 'Ended by Google',
  undone: 'Undid last change',
} as const;

/** What began a run. */
export const BEGUN = {
  sidebar: 'from the sidebar',
  menu: 'from the menu',
  schedule: 'by the schedule',
} as const;

/** Everything else that the section `Activity` says. */
export const ACTIVITY_WORDS = {
  title: 'Activity',
  none: 'No runs yet. Each refresh is listed here.',
  undo: 'Undo last refresh',
  undoWhich: 'Table to restore',
  undoHint: 'Restores the table from before the last refresh. Press again to return to the newer one.',
  nothingToUndo: 'No earlier table to restore yet.',
  running: (by: string, since: string) => `A refresh started ${by} at ${since} is running.`,
} as const;
