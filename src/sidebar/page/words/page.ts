import { FIRST_DAY, LAST_DAY } from '../local-dates';

/** What belongs to no single section. */
export const PAGE_WORDS = {
  product: 'Shift Reports',
  tryAgain: 'Try again',
  cancel: 'Cancel',
  close: 'Close',
  closeSign: '\u00d7',
  stopWaiting: 'Stop waiting',
  allowAccess: 'Allow access',
  copy: 'Copy details for support',
  copied: 'Copied. Paste the details into your message to support. They contain no secrets and no names.',
  copyByHand: 'Copy the selected text yourself: this browser blocks copying from here.',
  copyLabel: 'Details for support',
  explainTitle: 'Explain',
  explain: 'Explain this cell',
  explainHint: 'Select a figure in a table, formula or dashboard first.',
  answerFirst: (sheet: string) => `\u201c${sheet}\u201d keeps its old table until you answer its question.`,
  nothingToExplain: 'Connect and fill a report first. Then select a figure to see where it comes from.',
} as const;

/** The tabs, and what leads to one. */
export const TAB_WORDS = {
  list: 'Parts of Shift Reports',
  reports: 'Reports',
  alerts: 'Alerts',
  explain: 'Explain',
  settings: 'Settings',
  openSettings: 'Open Settings',
} as const;

/** What the page says while a call runs. */
export const PROGRESS = {
  loading: 'Loading\u2026',
  connecting: 'Connecting: checking the credentials with the service\u2026',
  disconnecting: 'Disconnecting\u2026',
  checking: 'Checking the connection: signing in and reading one day\u2026',
  savingReport: 'Saving the report\u2026',
  previewing: 'Preparing a preview of the newest days\u2026',
  savingSchedule: 'Saving the schedule\u2026',
  takingOver: 'Taking over the schedule\u2026',
  savingAlert: 'Saving the alert\u2026',
  judging: (sheet: string) => `Judging the alert: refreshing \u201c${sheet}\u201d\u2026`,
  removingAlert: 'Removing the alert\u2026',
  keepingNotes: 'Saving the setting\u2026',
  readingNotes: 'Reading all notes\u2026',
  deletingNotes: 'Deleting all notes\u2026',
  savingSummary: 'Saving the summary email\u2026',
  removingSummary: 'Removing the summary email\u2026',
  previewingSummary: 'Preparing a preview of the summary email\u2026',
  testingSummary: 'Sending a test of the summary email\u2026',
  settingTargets: 'Opening your targets\u2026',
  explaining: 'Looking up the selected cell\u2026',
  refreshingAll: 'Refreshing all reports\u2026',
  stopping: 'Stopping after this part\u2026',
  startingSample: 'Step 1 of 3: connecting to the sample employer\u2026',
  fillingSample: (sheet: string) => `Step 2 of 3: filling \u201c${sheet}\u201d\u2026`,
  buildingFirst: 'Step 3 of 3: building the Overview\u2026',
  refreshing: (sheet: string) => `Refreshing \u201c${sheet}\u201d\u2026`,
  keeping: (sheet: string) => `Keeping the table of \u201c${sheet}\u201d\u2026`,
  undoing: (sheet: string) => `Restoring the table on \u201c${sheet}\u201d\u2026`,
  listingChanges: (sheet: string) => `Listing what changed on \u201c${sheet}\u201d\u2026`,
  removing: (sheet: string) => `Removing \u201c${sheet}\u201d\u2026`,
  building: (dashboard: string, sheet: string) => `Building ${dashboard} from \u201c${sheet}\u201d\u2026`,
} as const;

/** How a wait ended that did not come to its end. */
export const WAIT_ENDS = {
  stopped: 'Stopped. Fetched days are kept; Refresh continues from there.',
  stoppedBetween: 'Stopped before the next step. Finished steps are kept.',
  stuck: 'Press Refresh in a few minutes to continue. Fetched days are kept.',
  left: 'You can keep working. This finishes in the background (up to 6 minutes) and reports here.',
  late: (result: string) => `Finished: ${result.replace(/^Refreshed: /, '')}`,
} as const;

/** Why no answer came: what to do first. */
export const NO_ANSWERS = {
  accounts:
    'Sign out of your other Google accounts in this browser, or open the spreadsheet in a private window: Google blocks this page when several accounts are signed in.',
  permission:
    'Choose Extensions \u25b8 Shift Reports \u25b8 Open sidebar again and allow access: Google needs your permission first.',
  network: 'Check your internet connection, then try again: Google could not be reached.',
  outdated: 'Reload this page and open the sidebar again: the add-on was updated.',
  unknown:
    'Reload this page and open the sidebar again: the add-on\u2019s script did not answer. ' +
    'If you are signed in to several Google accounts in this browser, sign out of the others or use a private window.',
  tooLong: 'Reload this page and open the sidebar again: the script took longer than Google allows.',
  unreadable: 'Reload this page and open the sidebar again: the script sent an unexpected answer.',
} as const;

/** What to correct beyond what the contract's forms say. */
export const PROBLEMS = {
  dateMissing: 'Choose a date.',
  date: `Choose a date between ${FIRST_DAY} and ${LAST_DAY}.`,
  backwards: 'Choose a last day on or after the first day.',
  historyNeedsDays: 'Add SHIFT_DATE: history is kept by day. Or choose Replace.',
  several: (count: number) => `Correct the ${count} marked fields.`,
} as const;
