/**
 * What the sidebar's page and the script say to each other.
 *
 * The only file that both sides import. Everything here survives `google.script.run`: text, numbers,
 * booleans, null, plain objects and arrays. No `Date`, which would arrive as null.
 */

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

/** What may be shown of a saved connection. */
export interface ConnectionView {
  readonly region: Region;
  readonly employer: string;
  /** The last four characters of the client ID. */
  readonly clientIdTail: string;
  readonly audience: ConnectionAudience;
}

/** The reports that a sheet can be filled with: the shifts themselves, or figures over groups of them. */
export type ReportName = 'shift_fulfilment' | 'shift_fulfilment_aggregated';

/** What happens to days in the table that a refresh does not fetch: they go, or they stay. */
export type RefreshMode = 'replace' | 'history';

/** What a person chooses for a report. All of it is text as typed; blank means no limit, or everything. */
export interface ReportChoices {
  readonly report: ReportName;
  /** One of the words of `PERIOD_CHOICES`, or `custom`; only then do `from` and `to` (`YYYY-MM-DD`) count. */
  readonly period: string;
  readonly from: string;
  readonly to: string;
  /** Criteria as in formulas, several separated by `;`: `Grand*; <>Grand Hall`. */
  readonly venue: string;
  readonly area: string;
  readonly role: string;
  /** Up to three keys, separated by commas: `week, venue`. Counts with `shift_fulfilment_aggregated` only. */
  readonly groupBy: string;
  /** Field names in the wanted order, each with a heading of its own where one is given: `SHIFT_DATE, VENUE_NAME as Venue`. */
  readonly columns: string;
  /** The name of the sheet that holds the table. */
  readonly sheet: string;
  readonly mode: RefreshMode;
}

/** A report to save; `id` is null for a new one. */
export interface ReportForm extends ReportChoices {
  readonly id: string | null;
}

/** How the newest refresh of a report ended. */
export interface RunView {
  readonly outcome: 'refreshed' | 'failed';
  /** When it ended, in the spreadsheet's time zone: `2026-11-21 14:05`. */
  readonly finishedAt: string;
  /** One sentence: what was written, or what to do. */
  readonly message: string;
  readonly correlationId: string;
}

/** A saved report, and how it fares. */
export interface ReportView extends ReportChoices {
  readonly id: string;
  /** How its newest refresh ended; null when it was never refreshed. */
  readonly lastRun: RunView | null;
  /**
   * New data that lacks so much that it waits for a person's word, in one sentence; null where none waits. `isKept`:
   * someone has answered that the old table stays.
   */
  readonly held: { readonly sentence: string; readonly isKept: boolean } | null;
  /** How far a refresh came that is not finished: `23 of 53 months, 41,200 shifts`; null where none is under way. */
  readonly progress: { readonly text: string } | null;
  /** Whether the table before the last refresh can be put back. */
  readonly canUndo: boolean;
}

/** How often reports are refreshed without anyone asking. */
export type ScheduleInterval = 'off' | 'hour' | 'day' | 'week';

/**
 * When reports are refreshed, in the spreadsheet's time zone, and who is told of failures. `hour` (0 to 23) counts
 * with `day` and `week`, `weekday` with `week` only.
 */
export interface ScheduleForm {
  readonly every: ScheduleInterval;
  readonly hour: number;
  /** 1 is Monday, 7 is Sunday. Monday when left out. */
  readonly weekday?: number;
  /** Where mail about failures goes: one address, or `''` for no mail. As before when left out. */
  readonly email?: string;
}

/** The schedule as it is kept, and how it fares. Times are in the spreadsheet's time zone. */
export interface ScheduleView {
  readonly every: ScheduleInterval;
  readonly hour: number;
  /** 1 is Monday, 7 is Sunday. */
  readonly weekday: number;
  /** The address for mail about failures with most of it hidden, `a…@employer.example`; empty without one. */
  readonly mailTo: string;
  /** Why no mail about failures arrives, in one sentence; null where nothing is known to be wrong. */
  readonly mailProblem: string | null;
  /** The hour in which the next run begins: `2026-11-22 06:00 to 07:00`; null when off. */
  readonly nextRun: string | null;
  /** As whom it runs: `the person who saved the schedule on 2026-11-21`; null when off. */
  readonly runsAs: string | null;
  /** Whether that is the person who looks at the sidebar. */
  readonly isOwn: boolean;
  /** What to do about runs that fail to come, in one sentence; null while they come. Then `Take over` makes sense. */
  readonly late: string | null;
}

/** One run in the list `Activity`, newest first. */
export interface ActivityEntry {
  readonly id: string;
  /** When it began, in the spreadsheet's time zone: `2026-11-21 14:05`. */
  readonly at: string;
  readonly by: 'sidebar' | 'menu' | 'schedule';
  /** `lost`: it was started and never finished, because Google ended it. */
  readonly outcome: 'running' | 'refreshed' | 'failed' | 'lost';
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
  readonly running: RunningView | null;
  /** Why requests are on hold and until when, in one sentence; null when they are not. */
  readonly pause: string | null;
  /** The spreadsheet's time zone, an IANA name. */
  readonly timeZone: string;
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
    }
  | {
      readonly kind: 'failed';
      /** One of the codes of `FAILURES`. */
      readonly code: string;
      /** Remedy first, then detail and correlation ID. */
      readonly message: string;
      /** What is true now; null where not even that could be read. */
      readonly state: SidebarState | null;
    };

/** The questions the page may ask. Each name is a top-level function of the bundle. */
export interface SidebarEndpoints {
  /** What to show when the sidebar opens. Makes no request. */
  sidebarState(): SidebarOutcome;
  /** Tests the credentials; saves them only when the service accepts them. */
  sidebarConnect(form: ConnectionForm): SidebarOutcome;
  /** Removes the saved credentials, everything kept under them and this person's schedule. */
  sidebarDisconnect(): SidebarOutcome;
  /** Asks for a token and for one day of the report, and says which of the two fails. */
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
}

/** The period words that the `Period` list offers, in its order. `custom` stands for two dates. */
export const PERIOD_CHOICES = [
  'today',
  'yesterday',
  'last 7 days',
  'last 28 days',
  'this week',
  'last week',
  'last 4 weeks',
  'last 13 weeks',
  'MTD',
  'this month',
  'last month',
  'last 3 months',
  'last 12 months',
  'this quarter',
  'last quarter',
  'YTD',
  'this year',
  'last year',
  'custom',
] as const;

/** What figures can be grouped by; `groupBy` names up to three of them. */
export const GROUP_CHOICES = [
  'day',
  'week',
  'month',
  'quarter',
  'year',
  'weekday',
  'venue',
  'area',
  'role',
] as const;

/** The most keys that `groupBy` may name. */
export const MOST_GROUPS = 3;

/** The longest text that `venue`, `area`, `role` and `columns` may hold. */
export const LONGEST_CRITERIA = 1000;
