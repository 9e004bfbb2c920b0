/** The reports that a sheet can be filled with: the shifts themselves, or figures over groups of them. */
export const REPORT_NAMES = ['shift_fulfilment', 'shift_fulfilment_aggregated'] as const;

/** One of `REPORT_NAMES`. */
export type ReportName = (typeof REPORT_NAMES)[number];

/** What happens to days in the table that a refresh does not fetch: they go, or they stay. */
export const REFRESH_MODES = ['replace', 'history'] as const;

/** One of `REFRESH_MODES`. */
export type RefreshMode = (typeof REFRESH_MODES)[number];

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

/**
 * How a refresh can end. `held`: the new table lacks so much that it waits for a person's word; `unfinished`: it waits
 * for more days. The old table stays in both cases.
 */
export const RUN_OUTCOMES = ['refreshed', 'unfinished', 'held', 'failed'] as const;

/** One of `RUN_OUTCOMES`. */
export type RunOutcome = (typeof RUN_OUTCOMES)[number];

/** How the newest refresh of a report ended. */
export interface RunView {
  readonly outcome: RunOutcome;
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
  /** How far a refresh came that is not finished: `330 of 730 days, 41,200 shifts`; null where none is under way. */
  readonly progress: { readonly text: string } | null;
  /** Whether the table before the last refresh can be put back. */
  readonly canUndo: boolean;
  /** The dashboards that were made of it. */
  readonly dashboards: readonly DashboardView[];
}

/** What a dashboard shows; each is built from the rows of one saved report. */
export const TEMPLATES = [
  'overview',
  'venue_league',
  'role_by_week',
  'no_show_watch',
  'unfilled_list',
  'data_quality',
] as const;

/** One of `TEMPLATES`. */
export type TemplateName = (typeof TEMPLATES)[number];

/** A dashboard that exists. */
export interface DashboardView {
  readonly template: TemplateName;
  /** The name of its sheet when it was last written. */
  readonly sheet: string;
}

/** What a report would write, shown before it is saved. Nothing was written. */
export interface ReportPreview {
  readonly headings: readonly string[];
  /** The first rows, at most five, as the sheet would show them. */
  readonly rows: readonly (readonly string[])[];
  /** What was found and what will be written where, in one sentence each. */
  readonly facts: readonly string[];
  /** What stands in the way of writing it, in one sentence each; empty where nothing does. */
  readonly warnings: readonly string[];
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

/** The longest name that a sheet may be given. */
export const LONGEST_SHEET_NAME = 100;

/** A character that no name of a sheet may hold. */
export const FORBIDDEN_IN_SHEET_NAME = /[:\\/?*[\]]/;
