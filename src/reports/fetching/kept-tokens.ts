import { type Budget, timeoutThatFits } from '../../budget';
import {
  type AccessToken,
  readTokenAnswer,
  TOKEN_OUTCOMES,
  type TokenFailure,
  tokenFailure,
  tokenRequest,
} from '../../employer-api/access-token';
import type { Connection } from '../../employer-api/connection';
import { type FailureDetail, isReportError, ReportError, readRetryAfter } from '../../employer-api/errors';
import type { FetchServices } from '../ports';
import {
  type ConnectionKeys,
  connectionChanged,
  deniesAccess,
  markOf,
  recordFailure,
  rememberedFailure,
  type SharedView,
  viewShared,
} from './shared-state';

/** The pause between looks while another execution renews the token. */
const POLL_MILLIS = 300;

/**
 * The access tokens of one execution, shared through the cache so that concurrent executions request a token only once.
 *
 * The token call is never repeated: each failure is remembered before the lock is released.
 */
export class KeptTokens {
  constructor(
    private readonly services: FetchServices,
    private readonly budget: Budget,
  ) {}

  /**
   * Requests a token. The caller holds the lock, has read the shared entries under it, and puts the token into the
   * cache.
   *
   * Its failures have no correlation ID, because the token call carries none. Specification section 4.1.
   *
   * @throws {ReportError} The failure of the token call, already remembered for the connection; `settings_missing`,
   *   before any request, if the connection is no longer the saved one.
   */
  request(connection: Connection, keys: ConnectionKeys, view: SharedView): AccessToken {
    requireSaved(this.services, connection, view);
    const result = requestToken(this.services, this.budget, connection);
    if ('value' in result) return result;
    const { error } = result;
    const at = this.services.clock.now();
    const mark = markOf(result, at);
    const { claim, ...others } = view.credential;
    const credential = deniesAccess(error.code) ? { ...others, mark, deniedAt: at } : { ...others, mark };
    this.services.cache.putAll({
      [keys.credential]: JSON.stringify(credential),
      ...recordFailure(keys, error, at),
    });
    throw error;
  }

  /**
   * Obtains a token other than the one that was refused. If another execution has renewed it already, its token is
   * used.
   *
   * @throws {ReportError} If no new token can be obtained; `busy` if the lock cannot be acquired in time.
   */
  renew(connection: Connection, keys: ConnectionKeys, refused: string): string {
    const { cache, clock, lock } = this.services;
    const look = () => viewShared(keys, cache.getAll([keys.token, keys.credential]), clock.now());
    const renewedToken = (view: SharedView) => {
      const failure = rememberedFailure(view, clock.now());
      if (failure) throw failure;
      return view.token && view.token.value !== refused ? view.token.value : undefined;
    };
    while (!lock.acquire(0)) {
      if (timeoutThatFits(this.budget, clock.now() + POLL_MILLIS) === undefined)
        throw new ReportError('busy');
      clock.sleep(POLL_MILLIS * (0.5 + clock.random()));
      const renewed = renewedToken(look());
      if (renewed) return renewed;
    }
    try {
      const view = look();
      const renewed = renewedToken(view);
      if (renewed) return renewed;
      cache.remove(keys.token);
      const token = this.request(connection, keys, view);
      keepToken(this.services, keys, token);
      return token.value;
    } finally {
      lock.release();
    }
  }
}

/**
 * Checks, under the lock, that a secret read earlier may still be sent.
 *
 * @param view The shared state, just read under the lock.
 * @throws {ReportError} `settings_missing` if the connection was replaced or removed.
 */
export function requireSaved(
  { isSaved }: Pick<FetchServices, 'isSaved'>,
  connection: Connection,
  { isReplaced }: SharedView,
): void {
  if (isReplaced || isSaved?.(connection) === false) throw connectionChanged();
}

/** Entries to put into the cache together with a token. */
interface KeptWithToken {
  readonly entries: Readonly<Record<string, string>>;
  /** How long they are needed. */
  readonly seconds: number;
}

/**
 * Puts a token into the cache for as long as it lives, never longer. The caller holds the lock.
 *
 * One service call; two if the token may expire before the other entries, since one call sets one lifetime.
 */
export function keepToken(
  { cache, clock }: Pick<FetchServices, 'cache' | 'clock'>,
  keys: Pick<ConnectionKeys, 'token'>,
  token: AccessToken,
  others: KeptWithToken = { entries: {}, seconds: 0 },
): void {
  const seconds = Math.max(1, Math.floor((token.expiresAt - clock.now()) / 1000));
  const own = { [keys.token]: JSON.stringify(token) };
  const isShorter = seconds < others.seconds;
  if (isShorter) cache.putAll(others.entries);
  cache.putAll(isShorter ? own : { ...others.entries, ...own }, seconds);
}

/** A failed token call, and how long to remember it. */
export interface FailedToken {
  readonly error: ReportError;
  readonly seconds: number;
}

/** Makes one token call without the cache. Also used to test credentials. */
export function requestToken(
  {
    transport,
    clock,
  }: Pick<FetchServices, 'clock'> & { readonly transport: Pick<FetchServices['transport'], 'send'> },
  budget: Budget,
  connection: Connection,
): AccessToken | FailedToken {
  const sentAt = clock.now();
  const request = tokenRequest(connection);
  const timeoutSeconds = timeoutThatFits(budget, sentAt, request.timeoutSeconds) ?? request.timeoutSeconds;
  const response = transport.send({ ...request, timeoutSeconds });
  if (response === undefined) return failed(TOKEN_OUTCOMES.noAnswer, {});
  const failure = tokenFailure(response);
  if (failure !== undefined) {
    const stated = failure.coolDown && readRetryAfter(response.headers['retry-after'], clock.now());
    return failed({ ...failure, seconds: stated ?? failure.seconds }, { status: response.status });
  }
  try {
    return readTokenAnswer(response, sentAt);
  } catch (error) {
    if (!isReportError(error)) throw error;
    return { error, seconds: TOKEN_OUTCOMES.noToken.seconds };
  }
}

function failed({ code, sentence, seconds: stated }: TokenFailure, detail: FailureDetail): FailedToken {
  const seconds = Math.max(1, stated);
  return { error: new ReportError(code, { sentence, ...detail, waitSeconds: seconds }), seconds };
}
