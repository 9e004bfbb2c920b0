import * as v from 'valibot';
import { ALERT_FORM, type AlertView } from './alerts';
import { type CheckLine, CONNECTION_FORM, type ConnectionView, REGIONS } from './connection';
import { SAVED_ID } from './form';
import {
  DASHBOARD_CUT,
  type KnownNames,
  REPORT_FORM,
  type ReportPreview,
  type ReportView,
  type RunOutcome,
  type SaveWarning,
  TEMPLATE,
} from './reports';
import { SCHEDULE_FORM, type ScheduleView } from './schedule';
import { SUMMARY_FORM, type SummaryPreview, type SummaryView } from './summaries';

/**
 * What the sidebar's page and the script say to each other.
 *
 * Both sides import this folder, and the page nothing else of the script; the cores take and return the same types.
 * Everything here survives `google.script.run`: text, numbers, booleans, null, plain objects and arrays. No `Date`, which would arrive
 * as null.
 */

/** What is known of the selected cell. */
export interface Explanation {
  /** What the cell holds: `Worked % of Grand Hotel`. */
  readonly title: string;
  /** What to know first: at most six. */
  readonly lines: readonly ExplanationLine[];
  /** What stands behind *More*. */
  readonly more: readonly ExplanationLine[];
}

/** One thing to know. */
export interface ExplanationLine {
  readonly label: string;
  readonly value: string;
}

/** What can begin a refresh. */
export const RUN_ORIGINS = ['sidebar', 'menu', 'schedule'] as const;

/** One of `RUN_ORIGINS`. */
type RunOrigin = (typeof RUN_ORIGINS)[number];

/** One refresh in the list `Activity`, newest first. */
export interface ActivityLine {
  /** When it began, in the spreadsheet's time zone: `21 Nov 2026, 14:05`. */
  readonly at: string;
  readonly by: RunOrigin;
  /**
   * `lost`: it was started and never finished, because Google ended it; `held`: a table waits for a person's word;
   * `unfinished`: one waits for more days; `undone`: someone undid the last change of a table.
   */
  readonly outcome: 'running' | RunOutcome | 'lost' | 'undone';
  /** The sheet of its report. */
  readonly sheet: string;
  /** What happened, in one sentence or a few. */
  readonly sentence: string;
  /** Empty where there was no request. */
  readonly correlationId: string;
}

/** `bound`: whoever edits the spreadsheet can also edit the script, and so read the secret. */
export type Installation = 'add-on' | 'bound';

/** Everything the sidebar shows. */
export interface SidebarState {
  /** Null when this spreadsheet is not connected. */
  readonly connection: ConnectionView | null;
  readonly reports: readonly ReportView[];
  readonly schedule: ScheduleView;
  /** Newest first. */
  readonly activity: readonly ActivityLine[];
  readonly alerts: readonly AlertView[];
  /** How notes are kept; null where no report has note columns and no note has left one. */
  readonly notes: { readonly keptMonths: (typeof KEPT_MONTHS)[number] } | null;
  readonly summaries: readonly SummaryView[];
  /** Whether the build lets summary emails go to Google Chat. */
  readonly allowsChat: boolean;
  /** The refresh that is running now, and since when: `14:05`. */
  readonly running: { readonly by: RunOrigin; readonly since: string } | null;
  /** What this spreadsheet is, in a sentence or two, where tables were found though nothing is stored: left out otherwise. */
  readonly found?: string;
  /** Why requests are on hold and until when, in one sentence; null when they are not. */
  readonly pause: string | null;
  /** The spreadsheet's time zone, an IANA name. */
  readonly timeZone: string;
  readonly installation: Installation;
  /** What the edition of the add-on shows, as its own page knows it; left out if that is nothing. */
  readonly edition?: unknown;
}

/** What all answers have. */
interface Answer {
  /** A sentence or a few for the person; of a failure remedy first, then detail and correlation ID. */
  readonly message: string;
  /** Of a check. */
  readonly checks?: readonly CheckLine[];
  /** What `Copy details` copies: plain text of several lines without secret, name or address. */
  readonly support?: string;
}

/** A good answer; what a question alone has is named after what it shows. */
interface GoodAnswer extends Answer {
  readonly kind: 'done';
  /** What to show next. */
  readonly state: SidebarState;
  /** The refresh is not finished: the page asks the same again at once. Whoever stops asking loses nothing. */
  readonly more: boolean;
  /** Left out where no refresh has seen any. */
  readonly names?: KnownNames;
  readonly warning?: SaveWarning;
  readonly preview?: ReportPreview;
  readonly summary?: SummaryPreview;
  readonly notesFile?: NotesFile;
  readonly explanation?: Explanation;
}

/** A failure. */
interface Failure extends Answer {
  readonly kind: 'failed';
  /** One of the codes of `FAILURES`. */
  readonly code: string;
  /** What is true now; null where not even that could be read. */
  readonly state: SidebarState | null;
  /** Where Google lets the person allow what is missing: an address of Google's, for `Allow access`. */
  readonly link?: string;
}

/** What every question is answered with: a good answer or a failure. */
export type SidebarOutcome = GoodAnswer | Failure;

/** A form, an ID or a choice: what an argument has to be. */
type Arguments = readonly v.GenericSchema[];

/** What a page may ask, by name, with the schemas of the arguments. */
export type Questions = Readonly<Record<string, Arguments>>;

/** Arguments as the page sends them. */
export type Sent<Asked extends Arguments> = { readonly [Place in keyof Asked]: v.InferInput<Asked[Place]> };

/** Arguments as the script reads them. */
export type Received<Asked extends Arguments> = {
  readonly [Place in keyof Asked]: v.InferOutput<Asked[Place]>;
};

/** For how many months notes can be kept; 0 for as long as no one deletes them. */
export const KEPT_MONTHS = [0, 13, 25] as const;

/** Whether someone has confirmed; whatever else comes is no. */
const CONFIRMED = v.fallback(v.boolean(), false);

/** What the page may ask. Each is answered by a `SidebarOutcome`. */
export const QUESTIONS = {
  /** What to show when the sidebar opens. Makes no request. */
  state: [],
  /** Tests the credentials with a token and one day of the report; saves them unless the service refuses one of the two. */
  connect: [CONNECTION_FORM],
  /** Removes the saved credentials, what is kept and learned by them, and the schedule, whoever set it. */
  disconnect: [],
  /** Asks for a token and for one day of the report, and names the step that failed. */
  checkConnection: [],
  /** Saves a report, and says what is unusual about it. */
  saveReport: [REPORT_FORM],
  /** Shows what a report would write; writes nothing and saves nothing. */
  previewReport: [REPORT_FORM],
  /** Brings the sheet of a report to the front. */
  openSheet: [SAVED_ID],
  /** Forgets a report. Its sheet stays as it is. */
  removeReport: [SAVED_ID],
  /** Refreshes one report; confirmed, also where the new data lacks much of the old. */
  refreshReport: [SAVED_ID, CONFIRMED],
  /** Refreshes every report; what lacks much of the old is held. */
  refreshAll: [],
  /** Answers that the old table stays, until there is other data. */
  keepTable: [SAVED_ID],
  /** Puts back the table from before the last refresh; confirmed, also where someone typed into it since. */
  undoRefresh: [SAVED_ID, CONFIRMED],
  /** Writes what the last refresh of a report changed to a sheet of its own. */
  showChanges: [SAVED_ID],
  saveSchedule: [SCHEDULE_FORM],
  /** Runs the schedule as this person from now on. */
  takeOver: [],
  /** Connects to the sample employer, and saves a first report where there is none. Makes no request. */
  useSampleData: [v.picklist(REGIONS, 'Choose a region.')],
  /**
   * Builds a dashboard from the rows of a saved report, or brings the one that exists up to date. The cut is that of
   * *Where and when*, by default chosen by the rows; the last says whether the Scorecard's credits count every miss, by
   * default as before.
   */
  buildDashboard: [SAVED_ID, TEMPLATE, v.nullish(DASHBOARD_CUT), v.nullish(v.boolean())],
  /** Makes the targets sheet, or brings the one that exists to the front. Makes no request. */
  setTargets: [],
  /** Says what the selected cell holds and where it comes from. Makes no request. */
  explainCell: [],
  /** Sets for how long notes are kept. */
  keepNotes: [v.picklist(KEPT_MONTHS, 'Choose for how long notes are kept.')],
  /** Reads all notes for a file. */
  exportNotes: [],
  /** Deletes all notes, if there are so many. */
  deleteNotes: [v.pipe(v.number(), v.safeInteger(), v.minValue(0))],
  saveAlert: [ALERT_FORM],
  removeAlert: [SAVED_ID],
  saveSummary: [SUMMARY_FORM],
  removeSummary: [SAVED_ID],
  /** Shows what a summary email would say; saves and sends nothing. */
  previewSummary: [SUMMARY_FORM],
  /** Sends a summary email to its first address, marked as a test. */
  testSummary: [SUMMARY_FORM],
} as const satisfies Questions;

/** All notes as a file. */
export interface NotesFile {
  readonly name: string;
  /** Comma-separated values with a heading row. */
  readonly text: string;
  readonly count: number;
}

/** What an administrator decides when the add-on is built: `build/policy.json`. */
export interface Policy {
  /** The domains that mail may go to, in lower case; any where none is listed. A subdomain is a domain of its own. */
  readonly mailDomains: readonly string[];
  /** Where Google Chat takes messages, `https://…` without a path; null where summary emails may not go to Chat. */
  readonly chatOrigin: string | null;
}
