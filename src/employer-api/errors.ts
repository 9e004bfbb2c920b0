/**
 * Every way in which the add-on can fail, one code per remedy.
 *
 * `advice` is the start of the sentence a person reads: what to do, then why. Status and correlation ID
 * are added in brackets. A code without advice carries a sentence of its own.
 */
export const FAILURES = {
  settings_missing:
    'Connect in the sidebar (Extensions ▸ Shift Reports): this spreadsheet has no saved connection',
  invalid_range: '',
  invalid_option: '',
  invalid_settings: '',
  held_back: '',
  credentials_rejected: 'Check the client ID and the client secret: the authorisation server refused them',
  token_rejected: 'Connect again in the sidebar: the service refused a fresh sign-in',
  wrong_employer:
    'Check the region and the employer in the sidebar: these credentials belong to another employer',
  not_available:
    'Ask the operator of the service to enable API access for this employer: the report was not found',
  rate_limited: 'Wait {wait}, then try again: the service has had too many requests',
  upstream_timeout: 'Try again in {wait}: the service did not answer in time',
  unreachable: 'Try again in {wait}: the service could not be reached',
  invalid_response: 'Tell the operator of the service: it sent something that is not the documented report',
  request_refused: 'Tell the operator of the service: it refused the request',
  redirect_refused: 'Tell the operator of the service: it answered with a redirect, which is never followed',
  busy: 'Try again in a minute: another refresh is at work',
  changed_meanwhile: '',
  permission_missing:
    'Open the sidebar (Extensions ▸ Shift Reports) and allow access: Google needs your permission',
  quota_spent: 'Try again tomorrow: Google allows this account no more requests today',
  report_not_configured:
    'Ask the operator of the service for the path of this report, then have the add-on built with it',
  too_many_requests: '',
  range_too_large: 'Choose fewer days: the report is larger than a spreadsheet can hold',
  write_timeout: 'Choose fewer days or columns: Google Sheets takes too long to write so many rows',
  sheet_blocked: '',
  platform_unavailable: 'Try again in a minute: Google Sheets did not answer as expected',
} as const satisfies Record<string, string>;

/** A code of `FAILURES`. */
export type FailureCode = keyof typeof FAILURES;

/** What is said instead where an answer came: a service that answers was reached. */
const ANSWERED: Partial<Record<FailureCode, string>> = {
  unreachable: 'Try again in {wait}: the service had an error of its own',
};

/** What is known about a failure besides its code. */
export interface FailureDetail {
  /** The sentence itself, for codes without advice, or a more exact one. No full stop at its end. */
  readonly sentence?: string | undefined;
  /** HTTP status of the answer, where there was one. */
  readonly status?: number | undefined;
  readonly correlationId?: string | undefined;
  /** Seconds until trying again makes sense. */
  readonly waitSeconds?: number | undefined;
}

/**
 * A failure that a person can do something about.
 *
 * Recognise it by `name` and `code`, never by `instanceof`: scripts run in realms of their own. The message
 * is one sentence and never holds a secret, a token, an address or text of an answer.
 */
export class ReportError extends Error {
  override readonly name = 'ReportError';
  readonly code: FailureCode;
  readonly detail: FailureDetail;

  constructor(code: FailureCode, detail: FailureDetail = {}) {
    super(describeFailure(code, detail));
    this.code = code;
    this.detail = detail;
  }
}

/** Refuses. @param sentence Remedy first; a full stop is added. @throws {ReportError} */
export function refuse(code: FailureCode, sentence: string): never {
  throw new ReportError(code, { sentence });
}

/** Whether a caught value is a `ReportError`, of whatever realm. */
export function isReportError(value: unknown): value is ReportError {
  return typeof value === 'object' && value !== null && (value as { name?: unknown }).name === 'ReportError';
}

/** A caught value as a `ReportError`: anything unforeseen becomes `platform_unavailable`, its text dropped. */
export function toReportError(value: unknown): ReportError {
  return isReportError(value) ? value : new ReportError('platform_unavailable');
}

/**
 * Works where nothing but our own sentence may come out, in a cell, a menu item or the log: the platform's may hold an
 * address.
 *
 * @throws {Error} The sentence of what failed.
 */
export function inOwnWords<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw new Error(toReportError(error).message);
  }
}

function describeFailure(code: FailureCode, detail: FailureDetail): string {
  const answered = detail.status === undefined ? undefined : ANSWERED[code];
  const advice = answered ?? FAILURES[code];
  const sentence = detail.sentence ?? advice.replace('{wait}', describeWait(detail.waitSeconds));
  const notes: string[] = [];
  if (detail.status !== undefined) notes.push(`HTTP ${detail.status}`);
  if (detail.correlationId !== undefined) notes.push(`ref ${detail.correlationId}`);
  const stop = /[.!?)]$/.test(sentence) ? '' : '.';
  return notes.length === 0 ? sentence + stop : `${sentence}${stop} (${notes.join(', ')})`;
}

function describeWait(seconds = 60): string {
  if (seconds <= 1) return 'a second';
  if (seconds < 90) return seconds === 60 ? 'a minute' : `${Math.ceil(seconds)} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
