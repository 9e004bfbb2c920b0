import type { Surface } from '../budget';
import { MONTHS } from '../calendar/calendar-date';
import { ATTEMPTS, CIRCUIT_SECONDS, LASTING_FAILURE_SECONDS, LONGEST_WAIT_SECONDS } from '../limits';
import type { FailureCode } from './errors';
import type { HttpResponse } from './ports';

/** What a remembered failure concerns: one report request, one connection, or the whole service. */
export type Subject = 'request' | 'credential' | 'origin';

/** What to do about one outcome of a call: how often to try in all, and what to remember for how long. */
export interface OutcomeRule {
  readonly code: FailureCode;
  /** Attempts in all, the first included. */
  readonly attempts: Readonly<Record<Surface, number>>;
  readonly remember: { readonly subject: Subject; readonly seconds: number };
  /** Counts towards the circuit of the service's address instead of being remembered at once. */
  readonly circuit?: true;
  /** The service said how long to wait, or we choose. */
  readonly coolDown?: true;
  /** What is said instead of the advice of the code. */
  readonly sentence?: string;
}

const ONCE = { cell: 1, sidebar: 1, trigger: 1 };
/** The report call's outcomes, in the order of the specification's section 7 and what it leaves open. */
export const REPORT_OUTCOMES = {
  wrongShape: {
    code: 'invalid_response',
    attempts: { ...ONCE, trigger: 2 },
    remember: { subject: 'request', seconds: 60 },
  },
  redirect: {
    code: 'redirect_refused',
    attempts: ONCE,
    remember: { subject: 'request', seconds: LASTING_FAILURE_SECONDS },
  },
  refused: {
    code: 'request_refused',
    attempts: ONCE,
    remember: { subject: 'request', seconds: LASTING_FAILURE_SECONDS },
  },
  unauthorized: { code: 'token_rejected', attempts: ONCE, remember: { subject: 'credential', seconds: 60 } },
  forbidden: {
    code: 'wrong_employer',
    attempts: ONCE,
    remember: { subject: 'credential', seconds: LASTING_FAILURE_SECONDS },
  },
  notFound: {
    code: 'not_available',
    attempts: ONCE,
    remember: { subject: 'credential', seconds: LASTING_FAILURE_SECONDS },
  },
  /** Of a report that is not documented: nothing is said of access, only that the path is another. */
  unknownPath: {
    code: 'request_refused',
    attempts: ONCE,
    remember: { subject: 'request', seconds: LASTING_FAILURE_SECONDS },
    sentence:
      'Have the path of this report checked by whoever built this add-on: the service does not know it',
  },
  tooManyRequests: {
    code: 'rate_limited',
    attempts: ATTEMPTS,
    remember: { subject: 'credential', seconds: 60 },
    coolDown: true,
  },
  gatewayTimeout: {
    code: 'upstream_timeout',
    attempts: ATTEMPTS,
    remember: { subject: 'origin', seconds: CIRCUIT_SECONDS },
    circuit: true,
  },
  serverError: {
    code: 'unreachable',
    attempts: ATTEMPTS,
    remember: { subject: 'origin', seconds: CIRCUIT_SECONDS },
    circuit: true,
  },
  otherServerError: {
    code: 'unreachable',
    attempts: ONCE,
    remember: { subject: 'origin', seconds: CIRCUIT_SECONDS },
    circuit: true,
  },
  noAnswer: {
    code: 'unreachable',
    attempts: { cell: 2, sidebar: 2, trigger: 2 },
    remember: { subject: 'origin', seconds: 30 },
  },
} as const satisfies Record<string, OutcomeRule>;

const BY_STATUS: Readonly<Record<number, OutcomeRule>> = {
  401: REPORT_OUTCOMES.unauthorized,
  403: REPORT_OUTCOMES.forbidden,
  404: REPORT_OUTCOMES.notFound,
  408: REPORT_OUTCOMES.gatewayTimeout,
  429: REPORT_OUTCOMES.tooManyRequests,
  500: REPORT_OUTCOMES.serverError,
  502: REPORT_OUTCOMES.serverError,
  503: REPORT_OUTCOMES.serverError,
  504: REPORT_OUTCOMES.gatewayTimeout,
};
const BY_CLASS: Readonly<Record<number, OutcomeRule>> = {
  3: REPORT_OUTCOMES.redirect,
  4: REPORT_OUTCOMES.refused,
  5: REPORT_OUTCOMES.otherServerError,
};

/**
 * The rule for an answer of the report call; `undefined` for 200, whose body decides.
 *
 * @param isConfigured Whether the path was given when the add-on was built.
 */
export function reportOutcome({ status }: HttpResponse, isConfigured = false): OutcomeRule | undefined {
  if (status === 200) return undefined;
  if (status === 404 && isConfigured) return REPORT_OUTCOMES.unknownPath;
  return BY_STATUS[status] ?? BY_CLASS[Math.floor(status / 100)] ?? REPORT_OUTCOMES.wrongShape;
}

/**
 * Reads a `Retry-After` header. RFC 9110 §10.2.3.
 *
 * @returns Seconds to wait, 0 for a moment past, at most an hour; `undefined` when the header is missing or
 *   odd (negative, decimal, a list, an obsolete date form).
 */
export function readRetryAfter(header: string | undefined, now: number): number | undefined {
  const value = header === undefined ? '' : header.trim();
  if (/^\d{1,9}$/.test(value)) return Math.min(Number(value), LONGEST_WAIT_SECONDS);
  const at = readHttpDate(value);
  return at === undefined ? undefined : Math.min(Math.max(0, (at - now) / 1000), LONGEST_WAIT_SECONDS);
}

/** RFC 9110 §5.6.7: the one form of date that senders may still use. */
const IMF_FIXDATE =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (\d{2}) ([A-Z][a-z]{2}) (\d{4}) (\d{2}):(\d{2}):(\d{2}) GMT$/;

/** Reads the date of a header. @returns Milliseconds since 1970; `undefined` for any other text or form of date. */
export function readHttpDate(header: string | undefined): number | undefined {
  const match = IMF_FIXDATE.exec(header === undefined ? '' : header.trim());
  const month = match ? MONTHS.indexOf(match[2] ?? '') : -1;
  if (!match || month < 0) return undefined;
  const [day, year, hour, minute, second] = [match[1], match[3], match[4], match[5], match[6]].map(Number);
  return Date.UTC(year ?? 0, month, day, hour, minute, second);
}
