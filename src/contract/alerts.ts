/** How sure an alert must be before it speaks. */
export const STRICTNESSES = ['any_miss', 'likely_real', 'almost_sure'] as const;

/** One of `STRICTNESSES`. */
export type Strictness = (typeof STRICTNESSES)[number];

/** What an alert may watch: names of measures. */
export const ALERT_MEASURES = [
  'worked_percentage',
  'true_fulfilment_percentage',
  'booked_percentage',
  'unfilled_percentage',
  'no_shows_percentage',
] as const;

/** One of `ALERT_MEASURES`. */
export type AlertMeasure = (typeof ALERT_MEASURES)[number];

/** What is judged by itself: the whole report, or each value of a key. */
export const ALERT_SCOPES = ['all', 'venue', 'area', 'role'] as const;

/** One of `ALERT_SCOPES`. */
export type AlertScope = (typeof ALERT_SCOPES)[number];

/** An alert to save; `id` is null for a new one. */
export interface AlertForm {
  readonly id: string | null;
  /** Whose rows it watches: the ID of a saved report. */
  readonly report: string;
  readonly measure: AlertMeasure;
  /** The whole report as one, or each venue, area or role by itself. */
  readonly scope: AlertScope;
  /** From 0 to 100. Of unfilled and no-shows, which are better low, the most that is no miss. */
  readonly target: number;
  readonly strictness: Strictness;
  /**
   * Where its mail goes: one address, or `''` for none.
   *
   * @default as before; for a new one the address of the schedule
   */
  readonly email?: string;
}

/** An alert as it is kept, and how it fares. The address is hidden for the most part: `a…@employer.example`. */
export interface AlertView extends Omit<AlertForm, 'id' | 'email'> {
  readonly id: string;
  readonly mailTo: string;
  /** `open`: at least one miss that is not over. `waiting`: nothing was judged yet, `sentence` says why. */
  readonly state: 'quiet' | 'open' | 'waiting';
  /** How it stands, in one sentence or a few. */
  readonly sentence: string;
}
