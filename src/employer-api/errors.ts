import * as v from 'valibot';
import { TRIED_AGAIN } from '../contract/schedule';
import { LONGEST_WAIT_SECONDS } from '../limits';
import type { HttpResponse } from './ports';

/**
 * Every way in which the add-on can fail, one code per remedy.
 *
 * `advice` is the start of the sentence a person reads: what to do, then why. Status and correlation ID are added in
 * brackets. A code without advice carries a sentence of its own. What passes begins with *Try again later*, without a time,
 * which would be over when a cell or a mail is read.
 */
export const FAILURES = {
  settings_missing:
    'Connect in the sidebar (Extensions ▸ Shift Reports): this spreadsheet has no saved connection',
  invalid_option: '',
  invalid_settings: '',
  held_back: '',
  credentials_rejected: 'Check the client ID and the client secret: the sign-in was refused',
  token_rejected: 'Press “Change connection” in the sidebar: the service refused access right after sign-in',
  wrong_employer:
    'Check the region and the employer in the sidebar: these credentials belong to another employer',
  access_refused:
    'Send the details to your IT team, then to the operator of the service: something on the way refused the request',
  not_available:
    'Ask the operator of the service to enable API access for this employer: the report was not found',
  rate_limited: 'Try again later: the service has had too many requests',
  upstream_timeout: 'Try again later: the service did not answer in time',
  unreachable:
    'Try again later, then ask your Google Workspace administrator whether URL Fetch may reach the service: no answer came',
  invalid_response: 'Tell the operator of the service: the answer is not the documented report',
  request_refused: 'Tell the operator of the service: the request was refused',
  redirect_refused: 'Tell the operator of the service: the answer is a redirect, which is never followed',
  busy: 'Try again later: another refresh was running',
  changed_meanwhile: '',
  permission_missing:
    'Open the sidebar (Extensions ▸ Shift Reports) and allow access: Google needs your permission',
  quota_spent: 'Try again later: this account has used up Google’s requests for the day',
  report_not_configured:
    'Ask the operator of the service for the path of the worker turnover report, then have the add-on built with it: its address is not published',
  too_many_requests: '',
  write_timeout: 'Choose fewer days or columns: Google Sheets takes too long to write so many rows',
  sheet_blocked: '',
  platform_unavailable: 'Try again later: Google Sheets did not answer as expected',
} as const satisfies Record<string, string>;

/** A code of `FAILURES`. */
export type FailureCode = keyof typeof FAILURES;

/** As it is stored. */
export const FAILURE_CODE = v.picklist(Object.keys(FAILURES) as FailureCode[]);

/** What is known about a failure besides its code. */
export interface FailureDetail {
  /** The sentence itself, for codes without advice, or a more exact one. No full stop at its end. */
  readonly sentence?: string | undefined;
  /** Of a table that is held back: what it lacks, to follow a colon. */
  readonly why?: string | undefined;
  /** HTTP status of the answer, where there was one. */
  readonly status?: number | undefined;
  readonly correlationId?: string | undefined;
  /** Seconds until trying again makes sense. */
  readonly waitSeconds?: number | undefined;
}

/**
 * A failure that a person can do something about.
 *
 * Recognise it by `name` and `code`, never by `instanceof`: scripts run in realms of their own. The message is one sentence
 * and never holds a secret, a token, an address or text of an answer.
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

/** What a cell says of a failure: with the reference of its request, which is nowhere else to be found. */
export function messageInCell({ code, detail }: ReportError): string {
  return describeFailure(code, detail, detail.correlationId);
}

/**
 * The sentence of a failure in the sidebar, on the status sheet and all that refers to it, and in mail.
 *
 * @param isTriedAgain Whether a schedule does so: then what passes is for no one to do.
 */
export function shownFailure(sentence: string, isTriedAgain: boolean): string {
  return isTriedAgain ? sentence.replace(/^Try again( later)?:/, `${TRIED_AGAIN}:`) : sentence;
}

/** The failure as a person reads it. @param isTriedAgain As in `shownFailure`. */
export function asShown({ code, detail }: ReportError, isTriedAgain: boolean): ReportError {
  return new ReportError(code, {
    ...detail,
    sentence: shownFailure(detail.sentence ?? FAILURES[code], isTriedAgain),
  });
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

/** What work gives that may be refused without harm; `undefined` if it fails, for whatever reason. */
export function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
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

function describeFailure(code: FailureCode, detail: FailureDetail, reference?: string): string {
  const sentence = detail.sentence ?? FAILURES[code];
  const notes: string[] = [];
  if (detail.status !== undefined) notes.push(`HTTP\u00a0${detail.status}`);
  if (reference !== undefined) notes.push(`ref ${reference}`);
  const stop = /[.!?)]$/.test(sentence) ? '' : '.';
  return notes.length === 0 ? sentence + stop : `${sentence}${stop} (${notes.join(', ')})`;
}

/** True for a failure that does not concern access: older rows may be shown. */
export function isPassing(code: FailureCode): boolean {
  const passing = ['rate_limited', 'upstream_timeout', 'unreachable', 'invalid_response', 'request_refused'];
  return code === 'busy' || passing.includes(code);
}

/** Whether the service no longer takes the connection, so that another one helps. */
export function isRefusal(code: FailureCode | undefined): boolean {
  const refusals = ['token_rejected', 'credentials_rejected', 'wrong_employer'];
  return code !== undefined && refusals.includes(code);
}

/** What one outcome of a call means. */
export interface OutcomeRule {
  readonly code: FailureCode;
  /** How long to wait before the next request, in seconds. */
  readonly seconds: number;
  /** The answer may say how long to wait instead: `Retry-After`. */
  readonly obeysRetryAfter?: true;
  /** What may be tried at once: the same days `again`, or `fewer` days at a time. Nothing when left out. */
  readonly next?: 'again' | 'fewer';
  /** Only this request failed: others may be made. */
  readonly isOwn?: true;
  /** What is said instead of the advice of the code. */
  readonly sentence?: string;
}

/** A service that answers was reached. */
const INTERNAL = { sentence: 'Try again later: the service had an internal error' };

/** The outcomes of both calls, in the order of the specification's section 7 and what it leaves open. */
export const OUTCOMES = {
  unauthorized: { code: 'token_rejected', seconds: 60 },
  rejected: { code: 'credentials_rejected', seconds: 60 },
  forbidden: { code: 'wrong_employer', seconds: 60 },
  refusedOnTheWay: { code: 'access_refused', seconds: 60 },
  notFound: { code: 'not_available', seconds: 60 },
  /** Of a report that is not documented: nothing is said of access, only that the path is another. */
  unknownPath: {
    code: 'request_refused',
    seconds: 60,
    isOwn: true,
    sentence:
      'Have the path of this report checked by whoever built this add-on: the service does not know it',
  },
  tooManyRequests: { code: 'rate_limited', seconds: 60, obeysRetryAfter: true },
  unavailable: { code: 'unreachable', seconds: 60, obeysRetryAfter: true, ...INTERNAL },
  timeout: { code: 'upstream_timeout', seconds: 30, next: 'fewer' },
  noAnswer: { code: 'unreachable', seconds: 30, next: 'fewer' },
  serverError: { code: 'unreachable', seconds: 30, next: 'again', ...INTERNAL },
  tooMuch: { code: 'request_refused', seconds: 60, next: 'fewer', isOwn: true },
  refused: { code: 'request_refused', seconds: 60, isOwn: true },
  redirect: { code: 'redirect_refused', seconds: 60 },
  wrongShape: { code: 'invalid_response', seconds: 60, isOwn: true },
} as const satisfies Record<string, OutcomeRule>;

/** By status, or else by its first digit. */
const BY_STATUS: Readonly<Record<number, OutcomeRule>> = {
  400: OUTCOMES.tooMuch,
  401: OUTCOMES.unauthorized,
  408: OUTCOMES.timeout,
  413: OUTCOMES.tooMuch,
  422: OUTCOMES.tooMuch,
  429: OUTCOMES.tooManyRequests,
  503: OUTCOMES.unavailable,
  504: OUTCOMES.timeout,
  3: OUTCOMES.redirect,
  4: OUTCOMES.refused,
  5: OUTCOMES.serverError,
};

/**
 * The rule for an answer of the report call, or for none; `undefined` for 200, whose body decides.
 *
 * @param asked Whether the path is documented, and the employer in it: `me` is never another employer.
 */
export function reportOutcome(
  response: HttpResponse | undefined,
  asked: { readonly isDocumented: boolean; readonly employer: string },
): OutcomeRule | undefined {
  if (response?.status === 404) return asked.isDocumented ? OUTCOMES.notFound : OUTCOMES.unknownPath;
  if (response?.status === 403)
    return isHtml(response) || asked.employer === 'me' ? OUTCOMES.refusedOnTheWay : OUTCOMES.forbidden;
  return outcomeOf(response);
}

/** The same for the token call: what it refuses is the credentials. RFC 6749 section 5.2. */
export function tokenOutcome(response: HttpResponse | undefined): OutcomeRule | undefined {
  if (response === undefined || ![400, 401, 403].includes(response.status)) return outcomeOf(response);
  return response.status === 403 && isHtml(response) ? OUTCOMES.refusedOnTheWay : OUTCOMES.rejected;
}

function outcomeOf(response: HttpResponse | undefined): OutcomeRule | undefined {
  if (response === undefined) return OUTCOMES.noAnswer;
  const { status } = response;
  if (status === 200) return undefined;
  return BY_STATUS[status] ?? BY_STATUS[Math.floor(status / 100)] ?? OUTCOMES.wrongShape;
}

/** A failed call, with `waitSeconds`: how long to wait before the next request. */
export function outcomeError(
  { code, sentence, seconds, obeysRetryAfter }: OutcomeRule,
  response: HttpResponse | undefined,
  now: number,
  correlationId?: string,
): ReportError {
  const stated = obeysRetryAfter && readRetryAfter(response?.headers['retry-after'], now);
  const waitSeconds = Math.max(1, stated ?? seconds);
  return new ReportError(code, { sentence, status: response?.status, correlationId, waitSeconds });
}

/** Whether an answer is a page for people: firewalls and proxies send such, the service sends JSON. */
function isHtml({ headers, text }: HttpResponse): boolean {
  return /html/i.test(headers['content-type'] ?? '') || /^\s*</.test(text);
}

/**
 * Reads a `Retry-After` header, in seconds or as a date. RFC 9110 sections 10.2.3 and 5.6.7.
 *
 * @returns Seconds to wait, 0 for a moment past, at most an hour; `undefined` when the header is missing or odd.
 */
export function readRetryAfter(header: string | undefined, now: number): number | undefined {
  const value = header === undefined ? '' : header.trim();
  if (/^\d{1,9}$/.test(value)) return Math.min(Number(value), LONGEST_WAIT_SECONDS);
  const at = / GMT$/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.min(Math.max(0, (at - now) / 1000), LONGEST_WAIT_SECONDS);
}
