import * as v from 'valibot';
import { CACHE_SECONDS, TOKEN_TIMEOUT_SECONDS } from '../limits';
import type { Connection } from './connection';
import { OUTCOMES, outcomeError, tokenOutcome } from './errors';
import {
  type Budget,
  type Clock,
  type HttpRequest,
  type HttpResponse,
  type HttpTransport,
  timeoutThatFits,
} from './ports';
import { parseJson } from './text';

/** A token and the moment from which it counts as spent. */
export interface AccessToken {
  readonly value: string;
  /** Milliseconds since 1970; the stated end less the renewal margin. */
  readonly expiresAt: number;
  /** True if the answer names a scope that is not enough: reports may be refused. */
  readonly lacksScope?: boolean | undefined;
}

const SCOPE = 'employer_access';
/** What to do about a token that lacks the scope. No full stop at its end. */
export const NO_SCOPE = `Ask the operator of the service to grant these credentials the scope ${SCOPE}: the token came without it`;

/** The longest time before its stated end at which a token counts as spent. Spec §5.5: "a few minutes". */
const LONGEST_RENEWAL_MARGIN_SECONDS = 300;
/** Assumed where the answer states no usable lifetime. */
const UNSTATED_LIFETIME_SECONDS = 300;

/** Printable ASCII without spaces: what an `Authorization` header may contain. RFC 6750 §2.1. */
const TOKEN = v.pipe(v.string(), v.maxLength(8192), v.regex(/^[\x21-\x7e]+$/));
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
        scope: SCOPE,
      },
    },
    timeoutSeconds: TOKEN_TIMEOUT_SECONDS,
  };
}

/**
 * Reads an answer of the authorisation server that speaks of success. A refresh token in it is ignored: none is described.
 *
 * @param now When the request was sent, so that the time on the way does not lengthen the token's life.
 * @returns `undefined` when it is not a token as documented in Spec §2.1.
 */
function readTokenAnswer(response: HttpResponse, now: number): AccessToken | undefined {
  const answer = v.safeParse(ANSWER, parseJson(response.text));
  if (!answer.success) return undefined;
  const lifetime = readLifetime(answer.output.expires_in);
  const margin = Math.min(LONGEST_RENEWAL_MARGIN_SECONDS, Math.floor(lifetime / 4));
  const usable = Math.min(lifetime - margin, CACHE_SECONDS);
  const { access_token: value, scope } = answer.output;
  // RFC 6749 section 5.1: an answer that does not name the scope grants what was asked for.
  const lacksScope = typeof scope === 'string' && !scope.split(/\s+/).includes(SCOPE);
  return { value, expiresAt: now + usable * 1000, ...(lacksScope ? { lacksScope } : {}) };
}

/** A number of seconds, or text of one. */
function readLifetime(value: unknown): number {
  const seconds = typeof value === 'string' || typeof value === 'number' ? Math.floor(Number(value)) : 0;
  return seconds >= 1 ? seconds : UNSTATED_LIFETIME_SECONDS;
}

const NO_TOKEN = {
  ...OUTCOMES.wrongShape,
  sentence:
    'Tell the operator of the service: the authorisation server sent something that is not the documented token',
};

/** What asking for a token needs. */
interface TokenServices {
  readonly transport: HttpTransport;
  readonly clock: Pick<Clock, 'now'>;
  readonly budget: Budget;
}

/**
 * Asks for a token: one request, never repeated.
 *
 * @throws {ReportError} With `waitSeconds`. It has no correlation ID, because the token call carries none (section 4.1).
 */
export function requestToken(
  { transport, clock, budget }: TokenServices,
  connection: Connection,
): AccessToken {
  const sentAt = clock.now();
  const request = tokenRequest(connection);
  const timeoutSeconds = timeoutThatFits(budget, sentAt, request.timeoutSeconds) ?? request.timeoutSeconds;
  const [response] = transport.send([{ ...request, timeoutSeconds }]);
  const token = response?.status === 200 ? readTokenAnswer(response, sentAt) : undefined;
  if (token) return token;
  throw outcomeError(tokenOutcome(response) ?? NO_TOKEN, response, clock.now());
}
