import type { FailureCode } from './errors';
import type { HttpResponse } from './ports';

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
