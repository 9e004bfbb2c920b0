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

/**
 * What a person chooses for a report.
 *
 * `period` is one of the words of `PERIOD_CHOICES`, or `custom`; only then do `from` and `to`
 * (`YYYY-MM-DD`) count. `id` is null for a new report.
 */
export interface ReportForm {
  readonly id: string | null;
  readonly period: string;
  readonly from: string;
  readonly to: string;
  /** The name of the sheet that holds the table. */
  readonly sheet: string;
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

/** A saved report, and how its newest refresh ended; null when it was never refreshed. */
export interface ReportView {
  readonly id: string;
  readonly sheet: string;
  readonly period: string;
  readonly from: string;
  readonly to: string;
  readonly lastRun: RunView | null;
}

/** How often reports are refreshed without anyone asking. */
export type ScheduleInterval = 'off' | 'hour' | 'day';

/** When reports are refreshed. `hour` (0 to 23, in the spreadsheet's time zone) counts with `day` only. */
export interface ScheduleForm {
  readonly every: ScheduleInterval;
  readonly hour: number;
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
  readonly schedule: ScheduleForm;
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
  | { readonly kind: 'done'; readonly message: string; readonly state: SidebarState }
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
  sidebarRefreshReport(id: string): SidebarOutcome;
  sidebarRefreshAll(): SidebarOutcome;
  sidebarSaveSchedule(form: ScheduleForm): SidebarOutcome;
}

/** The period words that the `Period` list offers, in its order. `custom` stands for two dates. */
export const PERIOD_CHOICES = [
  'today',
  'yesterday',
  'last 7 days',
  'last 28 days',
  'this week',
  'last week',
  'MTD',
  'this month',
  'last month',
  'custom',
] as const;
