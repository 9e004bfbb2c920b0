import * as v from 'valibot';
import type { AlertForm, AlertView } from './alerts';
import type { CheckLine, ConnectionForm, ConnectionView, Region } from './connection';
import type {
  DashboardCut,
  KnownNames,
  ReportForm,
  ReportPreview,
  ReportView,
  RunOutcome,
  SaveWarning,
  TemplateName,
} from './reports';
import type { ScheduleForm, ScheduleView } from './schedule';
import type { SummaryForm, SummaryPreview, SummaryView } from './summaries';

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
  /** What to know first. */
  readonly lines: readonly ExplanationLine[];
  /** What stands behind *More*. */
  readonly more?: readonly ExplanationLine[];
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

/** One run in the list `Activity`, newest first. */
export interface ActivityLine {
  readonly id: string;
  /** When it began, in the spreadsheet's time zone: `21 Nov 2026, 14:05`. */
  readonly at: string;
  readonly by: RunOrigin;
  /**
   * `lost`: it was started and never finished, because Google ended it; `held`: a table waits for a person's word;
   * `unfinished`: one waits for more days; `undone`: someone undid the last change of a table.
   */
  readonly outcome: 'running' | RunOutcome | 'lost' | 'undone';
  /** The sheets of its reports; of a run of many, the first few. */
  readonly reports: readonly string[];
  /** What happened, in one sentence or a few. */
  readonly sentence: string;
  /** Empty where there was no request. */
  readonly correlationId: string;
}

/** A refresh that is running now. */
export interface RunningView {
  readonly by: RunOrigin;
  /** When it began, in the spreadsheet's time zone: `14:05`. */
  readonly since: string;
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
  readonly notes: NotesView | null;
  readonly summaries: readonly SummaryView[];
  /** Whether the build lets summary emails go to Google Chat. */
  readonly allowsChat: boolean;
  readonly running: RunningView | null;
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

/** What every endpoint answers. `message` is one sentence for the person, `state` what to show next. */
export type SidebarOutcome =
  | {
      readonly kind: 'done';
      readonly message: string;
      readonly state: SidebarState;
      /** The refresh is not finished: the page asks the same again at once. Whoever stops asking loses nothing. */
      readonly more: boolean;
      /** Of `state`; left out where no refresh has seen any. */
      readonly names?: KnownNames;
      /** Of `saveReport`: what is unusual about what was saved. */
      readonly warning?: SaveWarning;
      /** Of `previewReport`. */
      readonly preview?: ReportPreview;
      /** Of `previewSummary`. */
      readonly summary?: SummaryPreview;
      /** Of `checkConnection`. */
      readonly checks?: readonly CheckLine[];
      /** Of `exportNotes`. */
      readonly notesFile?: NotesFile;
      /** Of `explainCell`. */
      readonly explanation?: Explanation;
      /** Of `checkConnection`: what `Copy details for support` copies. */
      readonly support?: string;
    }
  | {
      readonly kind: 'failed';
      /** One of the codes of `FAILURES`. */
      readonly code: string;
      /** Remedy first, then detail and correlation ID. */
      readonly message: string;
      /** What is true now; null where not even that could be read. */
      readonly state: SidebarState | null;
      /** Of `checkConnection`. */
      readonly checks?: readonly CheckLine[];
      /** Where Google lets the person allow what is missing: an address of Google's, for `Allow access`. */
      readonly link?: string;
      /** What `Copy details for support` copies: plain text of several lines without secret, name or address. */
      readonly support?: string;
    };

/** What the page may ask by `call`, with the arguments; each answers a `SidebarOutcome`. */
export interface SidebarEndpoints {
  /** What to show when the sidebar opens. Makes no request. */
  state: [];
  /** Tests the credentials with a token and one day of the report; saves them unless the service refuses one of the two. */
  connect: [form: ConnectionForm];
  /** Removes the saved credentials, what is kept and learned by them, and the schedule, whoever set it. */
  disconnect: [];
  /** Asks for a token and for one day of the report, and tells eight steps apart. */
  checkConnection: [];
  /** Saves a report, and says what is unusual about it. */
  saveReport: [form: ReportForm];
  /** Brings the sheet of a report to the front. */
  openSheet: [id: string];
  /** Forgets a report. Its sheet stays as it is. */
  removeReport: [id: string];
  /** Refreshes one report; `confirmed` also where the new data lacks much of the old. */
  refreshReport: [id: string, confirmed: boolean];
  /** Answers that the old table stays, until there is other data; the question is not repeated when the sidebar opens. */
  keepTable: [id: string];
  /** Refreshes every report; what lacks much of the old is held. */
  refreshAll: [];
  /** Puts back the table from before the last refresh of this report; `confirmed` also where someone typed into it since. */
  undoRefresh: [id: string, confirmed: boolean];
  /** Writes what the last refresh of this report changed to a sheet of its own. */
  showChanges: [id: string];
  saveSchedule: [form: ScheduleForm];
  /** Runs the schedule as this person from now on. */
  takeOver: [];
  /** Connects to the sample employer, and saves a first report where there is none. Makes no request. */
  useSampleData: [region: Region];
  /** Shows what a report would write; writes nothing and saves nothing. */
  previewReport: [form: ReportForm];
  /**
   * Builds a dashboard from the rows of a saved report, or brings the one that exists up to date.
   *
   * @param cut Of *Where and when*; null: chosen by the rows.
   * @param everyMiss Of *Scorecard*: whether credits count every miss; as before unless said.
   */
  buildDashboard: [reportId: string, template: TemplateName, cut?: DashboardCut | null, everyMiss?: boolean];
  /** Makes the targets sheet, or brings the one that exists to the front. Makes no request. */
  setTargets: [];
  /** Says what the selected cell holds and where it comes from. Makes no request. */
  explainCell: [];
  /** Sets for how long notes are kept. */
  keepNotes: [months: KeptMonths];
  /** Reads all notes for a file. */
  exportNotes: [];
  /** Deletes all notes, if there are so many. */
  deleteNotes: [count: number];
  saveAlert: [form: AlertForm];
  removeAlert: [id: string];
  saveSummary: [form: SummaryForm];
  removeSummary: [id: string];
  /** Shows what a summary email would say; saves and sends nothing. */
  previewSummary: [form: SummaryForm];
  /** Sends a summary email to its first address, marked as a test. */
  testSummary: [form: SummaryForm];
}

/** For how many months notes can be kept; 0 for as long as no one deletes them. */
export const KEPT_MONTHS = [0, 13, 25] as const;

/** The months to keep notes. */
export const NOTE_MONTHS = v.picklist(KEPT_MONTHS, 'Choose for how long notes are kept.');

/** One of `KEPT_MONTHS`. */
export type KeptMonths = (typeof KEPT_MONTHS)[number];

/** What the sidebar shows of notes. */
export interface NotesView {
  readonly keptMonths: KeptMonths;
}

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
