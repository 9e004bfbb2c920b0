import type { DateRange } from '../calendar/date-range';
import { type Budget, timeoutThatFits } from '../employer-api/budget';
import type { Connection } from '../employer-api/connection';
import { ReportError } from '../employer-api/errors';
import { callReport, type Pause, type ReportCallResult } from '../employer-api/report-call';
import type { FetchServices } from './fetch-services';
import { KeptTokens } from './kept-tokens';
import { decodeReport, encodeReport, type KeptReport } from './report-cache';
import {
  type ClaimedRequest,
  claimEntries,
  FAILURES_THAT_OPEN_THE_CIRCUIT,
  failureEntries,
  releaseEntries,
  successEntries,
  waitEntries,
} from './shared-entries';
import {
  isClaimed,
  keysToRead,
  rememberedFailure,
  type SharedKeys,
  type SharedView,
  sharedKeys,
  viewShared,
} from './shared-state';

/** A formula shows rows up to this age without asking the service again. */
const FRESH_SECONDS = 900;
/** Pauses between looks while another execution asks; the last one repeats. */
const LOOK_AGAIN_MILLIS = [250, 400, 600, 900, 1400, 2000];

/**
 * Fetches reports so that any number of executions at once make one request.
 *
 * Whoever gets the lock claims the request and, where there is none, obtains the token; the report itself is
 * fetched with the lock released. All others look at the shared cache until rows, or the failure, are there.
 * Every failure is remembered for a while, so that nobody repeats it.
 */
export class ReportFetcher {
  private readonly tokens: KeptTokens;

  constructor(
    private readonly services: FetchServices,
    private readonly budget: Budget,
  ) {
    this.tokens = new KeptTokens(services, budget);
  }

  /**
   * The report from the shared cache, or from the service. Warm: one cache read.
   *
   * Rows that are still fresh are shown while the service is down, slow, busy or garbled; a failure that speaks of
   * access is thrown in any case. Older rows are not shown: nothing beside them would tell their age.
   *
   * @param zone Asks for the spreadsheet's time zone: once, when the report is fetched.
   * @throws {ReportError} Of any code of the service; `busy` when others ask and no answer comes in time.
   */
  readThroughCache(connection: Connection, range: DateRange, zone: () => string): KeptReport {
    const keys = sharedKeys(connection, range, this.services.digest);
    for (let look = 0; ; look += 1) {
      const view = this.look(keys);
      const kept = this.settle(keys, view);
      if (kept) return kept;
      const claimed = isClaimed(view, this.services.clock.now());
      const result = claimed ? undefined : this.tryToLead(connection, range, keys);
      if (result) return 'rows' in result ? result : this.send(result, zone());
      this.waitForOthers(look, claimed);
    }
  }

  /**
   * Claims a request whatever is cached: the first half of a refresh. The caller holds the lock.
   *
   * @throws {ReportError} A failure that is remembered, or one of the token call.
   */
  claim(connection: Connection, range: DateRange): ClaimedRequest {
    const keys = sharedKeys(connection, range, this.services.digest);
    const view = this.look(keys);
    const failure = rememberedFailure(view, this.services.clock.now());
    if (failure) throw failure;
    return this.claimFrom(connection, range, keys, view);
  }

  /**
   * Sends a claimed request: the second half of a refresh. The lock is not needed.
   *
   * @param zone The spreadsheet's time zone, to be kept beside the rows; null when it was not asked for.
   * @throws {ReportError}
   */
  send(request: ClaimedRequest, zone: string | null): KeptReport {
    const { cache, clock, packer } = this.services;
    let paused = false;
    const noteWait = (pause: Pause) => {
      paused = true;
      cache.putAll(waitEntries(request, pause, clock.now()));
    };
    const result = this.call(request, noteWait);
    const now = clock.now();
    if (result.kind === 'failed') {
      cache.putAll(failureEntries(request, result, paused, now));
      throw result.error;
    }
    const { rows, issueCount, emptyCount, issues, generatedAt } = result.report;
    const { range, keys, correlationId } = request;
    const found = { range, rows, generatedAt, issueCount, emptyCount, issues };
    const kept = { ...found, correlationId, zone, fetchedAt: now };
    cache.putAll({ ...encodeReport(keys.report, kept, packer), ...successEntries(request, paused, now) });
    return kept;
  }

  /** The report call. Whatever it throws, nobody is left waiting for it. */
  private call(request: ClaimedRequest, beforePause: (pause: Pause) => void): ReportCallResult {
    const { transport, cache, clock } = this.services;
    const { connection, range, keys, token, correlationId, probing, view } = request;
    const { mark } = view.credential;
    const lastCoolDownSeconds = mark?.code === 'rate_limited' ? mark.seconds : 0;
    const renewToken = (refused: string) => this.tokens.renew(connection, keys, refused);
    const input = {
      connection,
      range,
      token,
      correlationId,
      probing,
      lastCoolDownSeconds,
      renewToken,
      beforePause,
    };
    try {
      return callReport({ transport, clock, budget: this.budget }, input);
    } catch (error) {
      cache.putAll(releaseEntries(request, this.look(keys).credential));
      throw error;
    }
  }

  private look(keys: SharedKeys): SharedView {
    return viewShared(keys, this.services.cache.getAll(keysToRead(keys)), this.services.clock.now());
  }

  /** Rows that are fresh enough; a remembered failure is thrown even where rows are kept. */
  private settle(keys: SharedKeys, view: SharedView): KeptReport | undefined {
    const { cache, clock, packer } = this.services;
    const now = clock.now();
    const kept = decodeReport(keys.report, view.entries, (more) => cache.getAll(more), packer);
    const fresh =
      kept && kept.fetchedAt <= now && now - kept.fetchedAt < FRESH_SECONDS * 1000 ? kept : undefined;
    const failure = rememberedFailure(view, now);
    if (failure && !(fresh && isPassing(failure))) throw failure;
    return fresh;
  }

  private tryToLead(
    connection: Connection,
    range: DateRange,
    keys: SharedKeys,
  ): ClaimedRequest | KeptReport | undefined {
    if (timeoutThatFits(this.budget, this.services.clock.now()) === undefined) throw new ReportError('busy');
    if (!this.services.lock.acquire(0)) return undefined;
    try {
      const view = this.look(keys);
      const kept = this.settle(keys, view);
      if (kept) return kept;
      if (isClaimed(view, this.services.clock.now())) return undefined;
      return this.claimFrom(connection, range, keys, view);
    } finally {
      this.services.lock.release();
    }
  }

  private claimFrom(
    connection: Connection,
    range: DateRange,
    keys: SharedKeys,
    view: SharedView,
  ): ClaimedRequest {
    const correlationId = this.services.makeId();
    const token = view.token ?? this.tokens.request(connection, keys, view, correlationId);
    const now = this.services.clock.now();
    const probing = view.origin.failures >= FAILURES_THAT_OPEN_THE_CIRCUIT;
    const request = { connection, range, keys, view, token: token.value, correlationId, probing };
    this.services.cache.putAll({
      ...(view.token ? {} : { [keys.token]: JSON.stringify(token) }),
      ...claimEntries(request, now + this.budget.timeoutSeconds * 1000, now),
    });
    return request;
  }

  private waitForOthers(look: number, claimed: boolean): void {
    const { clock } = this.services;
    const longest = LOOK_AGAIN_MILLIS[Math.min(look, LOOK_AGAIN_MILLIS.length - 1)] ?? 0;
    // Executions that were refused the lock spread out; those that wait for an answer come back together.
    const millis = claimed ? longest : longest * (0.4 + 0.6 * clock.random());
    if (clock.now() + millis >= this.budget.deadline) throw new ReportError('busy');
    clock.sleep(millis);
  }
}

/** Failures that say nothing about access: rows that are kept may be shown meanwhile. */
function isPassing(failure: ReportError): boolean {
  return ['rate_limited', 'upstream_timeout', 'unreachable', 'invalid_response'].includes(failure.code);
}
