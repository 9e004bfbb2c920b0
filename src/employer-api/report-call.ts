import type { DateRange } from '../calendar/date-range';
import { ReportError } from './errors';
import {
  callReports,
  type PartResult,
  type Pause,
  type ReportCallServices,
  type ReportCallsInput,
} from './report-calls';

/** One report call, all its attempts included. */
export interface ReportCallInput extends Omit<ReportCallsInput, 'parts' | 'askAgain' | 'beforePause'> {
  readonly range: DateRange;
  /** The same over all attempts. */
  readonly correlationId: string;
  /** Called before the pause that precedes another attempt. */
  beforePause(pause: Pause): void;
}

/** How a report call ended. `failures` counts answers that speak against the service's health. */
export type ReportCallResult = Extract<PartResult, { kind: 'report' | 'failed' }> & {
  readonly failures: number;
};

/**
 * Asks for one report: `callReports` with a single part.
 *
 * @throws {ReportError} Where it is given up: no fresh token is to be had, or no time is left.
 */
export function callReport(services: ReportCallServices, input: ReportCallInput): ReportCallResult {
  const { range, correlationId } = input;
  const { results, failures } = callReports(services, { ...input, parts: [{ range, correlationId }] });
  const [result] = results;
  if (result?.kind === 'report' || result?.kind === 'failed') return { ...result, failures };
  throw result?.kind === 'given_up' ? result.error : new ReportError('platform_unavailable');
}
