import type { AlertForm, AlertView } from './contract-alerts';
import type { PreviewView, ReportForm, ReportView, TemplateName } from './contract-reports';
import type { ScheduleForm, ScheduleView } from './contract-schedule';

/**
 * What the sidebar's page and the script say to each other.
 *
 * Both sides import this file and its neighbours `contract-…`, and nothing else of each other. Everything here
 * survives `google.script.run`: text, numbers, booleans, null, plain objects and arrays. No `Date`, which would arrive
 * as null.
 */

/** One step of `Check connection`. */
export interface CheckView {
  /** What was looked at: `Address`, `Clock`, `Network`, `Credentials`, `Token scope`, `Employer`, `Report access`, `One-day report`. */
  readonly name: string;
  /** `not_reached`: a step before it failed. */
  readonly state: 'ok' | 'warning' | 'failed' | 'not_reached';
  /** What was found; where it failed, what to do first. */
  readonly sentence: string;
}

/** What is known of the selected cell. */
export interface ExplanationView {
  /** What the cell holds: `Worked % of Grand Hotel`. */
  readonly title: string;
  readonly lines: readonly { readonly label: string; readonly value: string }[];
}

/** The two regions of the service. Specification section 1. */
export type Region = 'US' | 'UK';

/** Whose reports run with a connection: everyone's who edits the spreadsheet, or one person's. */
export type ConnectionAudience = 'everyone' | 'me';

/** What a person types to connect. The secret travels in this direction only. */
export interface ConnectionForm {
  readonly region: Region;
  readonly clientId: string;
  readonly clientSecret: string;
  /** `me`, or the numeric employer ID. */
  readonly employer: string;
  readonly audience: ConnectionAudience;
}

/** The longest client ID and client secret that are taken. */
export const [LONGEST_CLIENT_ID, LONGEST_CLIENT_SECRET] = [200, 500] as const;

/** What pasting adds: spaces of any width, tabs, line breaks and zero-width characters. */
const PASTED_AROUND = /[\s\p{Cf}]/u;

/**
 * Removes what was pasted around a client ID, a secret or an employer; what is inside stays.
 *
 * RFC 6749 appendix A.2 lets a secret begin or end with a space. People paste such a space far more often than a server
 * issues one, and cannot see it, so it is always removed.
 */
export function trimPasted(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && PASTED_AROUND.test(text.charAt(from))) from += 1;
  while (to > from && PASTED_AROUND.test(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
}

/** RFC 6749 appendix A.1: a client ID is made of VSCHAR, which is printable ASCII. */
export const PRINTABLE_ASCII = /^[\x20-\x7e]*$/;

/** The longest e-mail address that is taken. RFC 5321 section 4.5.3.1.3. */
export const LONGEST_EMAIL = 254;

/** One e-mail address of plain ASCII: no list, no name beside it, nothing that could end a header line. */
export const PLAIN_EMAIL = /^[\w.!#$%&'*+/=?^`{|}~-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/;

/** What may be shown of a saved connection. */
export interface ConnectionView {
  readonly region: Region;
  readonly employer: string;
  /** The last four characters of the client ID. */
  readonly clientIdTail: string;
  readonly audience: ConnectionAudience;
  /** Whether it answers with the sample employer's figures; the page marks everything as SAMPLE then. */
  readonly isSample: boolean;
}

/** One run in the list `Activity`, newest first. */
export interface ActivityEntry {
  readonly id: string;
  /** When it began, in the spreadsheet's time zone: `2026-11-21 14:05`. */
  readonly at: string;
  readonly by: 'sidebar' | 'menu' | 'schedule';
  /**
   * `lost`: it was started and never finished, because Google ended it; `held`: a table waits for a person's word;
   * `unfinished`: one waits for more days.
   */
  readonly outcome: 'running' | 'refreshed' | 'unfinished' | 'held' | 'failed' | 'lost';
  /** The sheets of its reports; of a run of many, the first few. */
  readonly reports: readonly string[];
  /** What happened, in one sentence or a few. */
  readonly sentence: string;
  /** Empty where there was no request. */
  readonly correlationId: string;
}

/** A refresh that is running now. */
export interface RunningView {
  readonly by: 'sidebar' | 'menu' | 'schedule';
  /** When it began, in the spreadsheet's time zone: `14:05`. */
  readonly since: string;
}

/** Everything the sidebar shows. */
export interface SidebarState {
  /** Null when nobody has connected this spreadsheet. */
  readonly connection: ConnectionView | null;
  readonly reports: readonly ReportView[];
  readonly schedule: ScheduleView;
  /** Newest first. */
  readonly activity: readonly ActivityEntry[];
  readonly alerts: readonly AlertView[];
  readonly running: RunningView | null;
  /** Why requests are on hold and until when, in one sentence; null when they are not. */
  readonly pause: string | null;
  /** The spreadsheet's time zone, an IANA name. */
  readonly timeZone: string;
  /** How the spreadsheet writes dates: `en_GB`; `''` where it is not known. */
  readonly locale: string;
  /** `bound`: whoever edits the spreadsheet can also edit the script, and so read the secret. */
  readonly installation: 'add-on' | 'bound';
}

/** What every endpoint answers. `message` is one sentence for the person, `state` what to show next. */
export type SidebarOutcome =
  | {
      readonly kind: 'done';
      readonly message: string;
      readonly state: SidebarState;
      /** The refresh is not finished: the page asks the same again at once. Whoever stops asking loses nothing. */
      readonly more: boolean;
      /** Of `sidebarPreviewReport`. */
      readonly preview?: PreviewView;
      /** Of `sidebarCheckConnection`. */
      readonly checks?: readonly CheckView[];
      /** Of `sidebarExplainCell`. */
      readonly explanation?: ExplanationView;
      /** Of `sidebarCheckConnection`: what `Copy details for support` copies. */
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
      /** Of `sidebarCheckConnection`. */
      readonly checks?: readonly CheckView[];
      /** Where Google lets the person allow what is missing: an address of Google's, for `Allow access`. */
      readonly link?: string;
      /** What `Copy details for support` copies: plain text of several lines without secret, name or address. */
      readonly support?: string;
    };

/** The questions the page may ask. Each name is a top-level function of the bundle. */
export interface SidebarEndpoints {
  /** What to show when the sidebar opens. Makes no request. */
  sidebarState(): SidebarOutcome;
  /** Tests the credentials with a token and one day of the report; saves them unless the service refuses one of the two. */
  sidebarConnect(form: ConnectionForm): SidebarOutcome;
  /** Removes the saved credentials, what is kept and learned by them, and the schedule, whoever set it. */
  sidebarDisconnect(): SidebarOutcome;
  /** Asks for a token and for one day of the report, and tells eight steps apart. */
  sidebarCheckConnection(): SidebarOutcome;
  sidebarSaveReport(form: ReportForm): SidebarOutcome;
  /** Forgets a report. Its sheet stays as it is. */
  sidebarRemoveReport(id: string): SidebarOutcome;
  /** Refreshes one report; `confirmed` also where the new data lacks much of the old. */
  sidebarRefreshReport(id: string, confirmed: boolean): SidebarOutcome;
  /** Answers that the old table stays, until there is other data; nobody is asked again when the sidebar opens. */
  sidebarKeepTable(id: string): SidebarOutcome;
  /** Refreshes every report; what lacks much of the old is held. */
  sidebarRefreshAll(): SidebarOutcome;
  /** Puts back the table from before the last refresh of this report. */
  sidebarUndoRefresh(id: string): SidebarOutcome;
  /** Writes what the last refresh of this report changed to a sheet of its own. */
  sidebarShowChanges(id: string): SidebarOutcome;
  sidebarSaveSchedule(form: ScheduleForm): SidebarOutcome;
  /** Runs the schedule as this person from now on. */
  sidebarTakeOver(): SidebarOutcome;
  /** Connects to the sample employer, and saves a first report where there is none. Makes no request. */
  sidebarUseSampleData(region: Region): SidebarOutcome;
  /** Shows what a report would write; writes nothing and saves nothing. */
  sidebarPreviewReport(form: ReportForm): SidebarOutcome;
  /** Builds a dashboard from the rows of a saved report, or brings the one that exists up to date. */
  sidebarBuildDashboard(reportId: string, template: TemplateName): SidebarOutcome;
  /** Says what the selected cell holds and where it comes from. Makes no request. */
  sidebarExplainCell(): SidebarOutcome;
  sidebarSaveAlert(form: AlertForm): SidebarOutcome;
  sidebarRemoveAlert(id: string): SidebarOutcome;
}
