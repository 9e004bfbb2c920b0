import * as v from 'valibot';
import { CACHE_SECONDS, TOKEN_TIMEOUT_SECONDS } from '../limits';
import type { Connection } from './connection';
import { type FailureCode, ReportError } from './errors';
import type { HttpRequest, HttpResponse } from './ports';
import { parseJson } from './text';

/** A token and the moment from which it counts as spent. */
export interface AccessToken {
  readonly value: string;
  /** When it was asked for. Milliseconds since 1970; a clock that shows less has been set back. */
  readonly obtainedAt: number;
  /** Milliseconds since 1970; the stated end less the renewal margin. */
  readonly expiresAt: number;
}

/** The longest time before its stated end at which a token counts as spent. Spec §5.5: "a few minutes". */
const LONGEST_RENEWAL_MARGIN_SECONDS = 300;
/** Assumed where the answer states no usable lifetime. */
const UNSTATED_LIFETIME_SECONDS = 300;

/** Printable ASCII without spaces: what an `Authorization` header may contain. RFC 6750 §2.1. */
const TOKEN = v.pipe(v.string(), v.minLength(1), v.maxLength(8192), v.regex(/^[\x21-\x7e]+$/));
const ANSWER = v.object({
  access_token: TOKEN,
  token_type: v.pipe(v.string(), v.regex(/^bearer$/i)),
  expires_in: v.optional(v.unknown()),
  scope: v.optional(v.unknown()),
});

/** The token request of the client credentials grant. Spec §4.1, RFC 6749 §4.4.2. */
export function tokenRequest(connection: Connection): HttpRequest {
  return {
    url: `${connection.authOrigin}/oauth/v2/tokens`,
    headers: { Accept: 'application/json' },
    body: {
      form: {
        client_id: connection.clientId,
        client_secret: connection.clientSecret,
        grant_type: 'client_credentials',
        scope: 'employer_access',
      },
    },
    timeoutSeconds: TOKEN_TIMEOUT_SECONDS,
  };
}

/**
 * Reads an answer of the authorisation server that speaks of success. A refresh token in it is ignored: none is described.
 *
 * @param now When the request was sent, so that the time on the way does not lengthen the token's life.
 * @throws {ReportError} `invalid_response` when it is not a token as documented in Spec §2.1.
 */
export function readTokenAnswer(response: HttpResponse, now: number): AccessToken {
  const answer = v.safeParse(ANSWER, parseJson(response.text));
  if (!answer.success)
    throw new ReportError('invalid_response', {
      sentence: TOKEN_OUTCOMES.noToken.sentence,
      status: response.status,
    });
  const lifetime = readLifetime(answer.output.expires_in);
  const margin = Math.min(LONGEST_RENEWAL_MARGIN_SECONDS, Math.floor(lifetime / 4));
  const usable = Math.min(lifetime - margin, CACHE_SECONDS);
  return { value: answer.output.access_token, obtainedAt: now, expiresAt: now + usable * 1000 };
}

function readLifetime(value: unknown): number {
  const seconds = typeof value === 'string' ? Number.parseFloat(value) : value;
  if (typeof seconds !== 'number' || !(seconds >= 1)) return UNSTATED_LIFETIME_SECONDS;
  const isDocumented = typeof value === 'string' ? /^\d{1,15}$/.test(value) : Number.isInteger(seconds);
  // Any other number may shorten the assumed life, never lengthen it.
  return isDocumented ? seconds : Math.min(Math.floor(seconds), UNSTATED_LIFETIME_SECONDS);
}

/** How a failed token call counts: never repeated, remembered for the connection. */
export interface TokenFailure {
  readonly code: FailureCode;
  /** How long it is remembered where the answer does not say how long to wait. */
  readonly seconds: number;
  /** What is said instead of the advice of the code. */
  readonly sentence?: string;
  /** The answer may say how long to wait: `Retry-After`. */
  readonly coolDown?: true;
}

/** What the failures of the token call mean. RFC 6749 §5.2, and what it leaves open. */
export const TOKEN_OUTCOMES = {
  noAnswer: { code: 'unreachable', seconds: 30 },
  rejected: { code: 'credentials_rejected', seconds: 60 },
  tooManyRequests: { code: 'rate_limited', seconds: 60, coolDown: true },
  gatewayTimeout: { code: 'upstream_timeout', seconds: 30 },
  serverError: { code: 'unreachable', seconds: 30 },
  refused: { code: 'request_refused', seconds: 60 },
  redirect: { code: 'redirect_refused', seconds: 600 },
  noToken: {
    code: 'invalid_response',
    seconds: 60,
    sentence:
      'Tell the operator of the service: the authorisation server sent something that is not the documented token',
  },
} as const satisfies Record<string, TokenFailure>;

/** 201 is what creates something: judged by its body, as 200 is. */
const JUDGED_BY_BODY = [200, 201];
const BY_STATUS: Readonly<Record<number, TokenFailure>> = {
  400: TOKEN_OUTCOMES.rejected,
  401: TOKEN_OUTCOMES.rejected,
  403: TOKEN_OUTCOMES.rejected,
  408: TOKEN_OUTCOMES.gatewayTimeout,
  429: TOKEN_OUTCOMES.tooManyRequests,
  504: TOKEN_OUTCOMES.gatewayTimeout,
};
const BY_CLASS: Readonly<Record<number, TokenFailure>> = {
  3: TOKEN_OUTCOMES.redirect,
  4: TOKEN_OUTCOMES.refused,
  5: TOKEN_OUTCOMES.serverError,
};

/** How an answer of the token call fails; `undefined` where its body decides. */
export function tokenFailure({ status }: HttpResponse): TokenFailure | undefined {
  if (JUDGED_BY_BODY.includes(status)) return undefined;
  return BY_STATUS[status] ?? BY_CLASS[Math.floor(status / 100)] ?? TOKEN_OUTCOMES.noToken;
}
