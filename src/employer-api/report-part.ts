import type { DateRange } from '../calendar/date-range';
import type { ReportError } from './errors';
import type { OutcomeRule } from './outcomes';
import type { ReportAnswer } from './report-kind';

/** One of the requests that are sent together. */
export interface ReportPart {
  readonly range: DateRange;
  /** The same over all attempts. */
  readonly correlationId: string;
}

/** A part that was not answered as hoped and may be asked for again. */
export interface FailedAttempt {
  /** The days that were asked for just now, and at first. */
  readonly range: DateRange;
  readonly first: DateRange;
  readonly rule: OutcomeRule;
  /** How often the part was asked for, this time included. */
  readonly attempts: number;
  /** `undefined` where no answer came. */
  readonly status: number | undefined;
  /** How long the answer is. */
  readonly characters: number;
  /** How long the service took. */
  readonly millis: number;
  /** When the next attempt would begin. Milliseconds since 1970. */
  readonly resumesAt: number;
}

/**
 * How one part ended: with rows, with a failure to remember, given up for a reason that lies elsewhere, or, where
 * `askAgain` says so, left for later.
 */
export type PartResult =
  | { readonly kind: 'report'; readonly report: ReportAnswer }
  | {
      readonly kind: 'failed';
      readonly error: ReportError;
      readonly rule: OutcomeRule;
      /** For how long to remember the failure, in seconds. */
      readonly seconds: number;
    }
  | { readonly kind: 'given_up'; readonly error: ReportError }
  | { readonly kind: 'left' };
