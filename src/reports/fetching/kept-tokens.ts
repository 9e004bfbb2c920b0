import { type AccessToken, readTokenAnswer, tokenRequest } from '../../employer-api/access-token';
import { type Budget, timeoutThatFits } from '../../employer-api/budget';
import type { Connection } from '../../employer-api/connection';
import { type FailureDetail, isReportError, ReportError } from '../../employer-api/errors';
import { readRetryAfter } from '../../employer-api/retry-after';
import { TOKEN_OUTCOMES, type TokenFailure, tokenFailure } from '../../employer-api/token-outcomes';
import type { FetchServices } from './fetch-services';
import { noteFailing } from './shared-entries';
import type { ConnectionKeys } from './shared-keys';
import { deniesAccess, markOf, rememberedFailure, type SharedView, viewShared } from './shared-state';

/** Pauses while another execution renews the token. */
const LOOK_AGAIN_MILLIS = 300;

/**
 * The access tokens of one execution: asked for at most once by all who need one, kept in the shared cache.
 *
 * The token call is never repeated: each failure is remembered before the lock is released.
 */
export class KeptTokens {
  constructor(
    private readonly services: FetchServices,
    private readonly budget: Budget,
  ) {}

  /**
   * Asks for a token. The caller holds the lock and puts the token into the cache.
   *
   * Its failures have no reference: the token call carries no correlation ID. Specification section 4.1.
   *
   * @throws {ReportError} The failure of the token call, already remembered for the connection.
   */
  request(connection: Connection, keys: ConnectionKeys, view: SharedView): AccessToken {
    const result = requestToken(this.services, this.budget, connection);
    if ('value' in result) return result;
    const { error } = result;
    const at = this.services.clock.now();
    const mark = markOf(result, at);
    const { claim, ...others } = view.credential;
    const credential = deniesAccess(error.code) ? { ...others, mark, deniedAt: at } : { ...others, mark };
    this.services.cache.putAll({
      [keys.credential]: JSON.stringify(credential),
      ...noteFailing(keys, error, at),
    });
    throw error;
  }

  /**
   * A token other than the one that was refused. Compare and delete: whoever comes second finds the token that
   * the first one obtained.
   *
   * @throws {ReportError} When no fresh token is to be had; `busy` when the lock is not to be had in time.
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
      if (timeoutThatFits(this.budget, clock.now() + LOOK_AGAIN_MILLIS) === undefined)
        throw new ReportError('busy');
      clock.sleep(LOOK_AGAIN_MILLIS * (0.5 + clock.random()));
      const renewed = renewedToken(look());
      if (renewed) return renewed;
    }
    try {
      const view = look();
      const renewed = renewedToken(view);
      if (renewed) return renewed;
      cache.remove(keys.token);
      const token = this.request(connection, keys, view);
      cache.putAll({ [keys.token]: JSON.stringify(token) });
      return token.value;
    } finally {
      lock.release();
    }
  }
}

/** A token call that failed, and for how long that is remembered. */
interface FailedToken {
  readonly error: ReportError;
  readonly seconds: number;
}

/** One token call. Used to test credentials as well: touches no cache. */
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
