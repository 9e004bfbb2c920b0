import type { DateRange } from '../calendar/date-range';
import { type Budget, timeoutThatFits } from '../employer-api/budget';
import type { Connection } from '../employer-api/connection';
import { ReportError } from '../employer-api/errors';
import { callReport, type Pause, type ReportCallResult } from '../employer-api/report-call';
import type { FetchServices } from './fetch-services';
import { KeptTokens } from './kept-tokens';
import { decodeReport, encodeReport, type KeptReport } from './report-cache';
import {
  GOOD_SECONDS,
  isClaimed,
  isKnownGood,
  keysToRead,
  type Mark,
  rememberedFailure,
  type SharedKeys,
  type SharedView,
  sharedKeys,
  viewShared,
} from './shared-state';

/** A request that this execution has claimed and may now send. */
interface ClaimedRequest {
  readonly connection: Connection;
  readonly range: DateRange;
  readonly keys: SharedKeys;
  readonly view: SharedView;
  readonly token: string;
  readonly correlationId: string;
  readonly probing: boolean;
}

/** A formula shows rows up to this age without asking the service again. */
export const FRESH_SECONDS = 900;
const FAILURES_THAT_OPEN_THE_CIRCUIT = 3;
/** Pauses between looks while another execution asks; the last one repeats. */
const LOOK_AGAIN_MILLIS = [250, 400, 600, 900, 1400, 2000];
const CLAIM_SLACK_MILLIS = 2000;

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
   * @throws {ReportError} Of any code of the service; `busy` when others ask and no answer comes in time.
   */
  readThroughCache(connection: Connection, range: DateRange): KeptReport {
    const keys = sharedKeys(connection, range, this.services.digest);
    for (let look = 0; ; look += 1) {
      const view = this.look(keys);
      const kept = this.settle(keys, view);
      if (kept) return kept;
      const claimed = isClaimed(view, this.services.clock.now());
      const result = claimed ? undefined : this.tryToLead(connection, range, keys);
      if (result) return 'rows' in result ? result : this.send(result);
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

  /** Sends a claimed request: the second half of a refresh. The lock is not needed. @throws {ReportError} */
  send(request: ClaimedRequest): KeptReport {
    const { connection, range, keys, correlationId } = request;
    const result = callReport(
      { transport: this.services.transport, clock: this.services.clock, budget: this.budget },
      {
        connection,
        range,
        token: request.token,
        correlationId,
        probing: request.probing,
        lastCoolDownSeconds: request.view.credential.mark?.seconds ?? 0,
        renewToken: (refused) => this.tokens.renew(connection, keys, refused),
        beforePause: (pause) => this.shareWait(request, pause),
      },
    );
    if (result.kind === 'failed') {
      this.services.cache.putAll(this.failureEntries(request, result));
      throw result.error;
    }
    const { rows, issueCount, issues, generatedAt } = result.report;
    const fetchedAt = this.services.clock.now();
    const report: KeptReport = { range, rows, generatedAt, fetchedAt, issueCount, issues, correlationId };
    this.services.cache.putAll({
      ...encodeReport(keys.report, report, this.services.packer),
      ...this.successEntries(request, result.failures),
    });
    return report;
  }

  private look(keys: SharedKeys): SharedView {
    return viewShared(keys, this.services.cache.getAll(keysToRead(keys)), this.services.clock.now());
  }

  /** Rows that are fresh enough; a remembered failure is thrown even where rows are kept. */
  private settle(keys: SharedKeys, view: SharedView): KeptReport | undefined {
    const now = this.services.clock.now();
    const { cache, packer } = this.services;
    const kept = decodeReport(keys.report, view.entries, (more) => cache.getAll(more), packer);
    const fresh = kept !== undefined && kept.fetchedAt <= now && now - kept.fetchedAt < FRESH_SECONDS * 1000;
    const failure = rememberedFailure(view, now);
    if (failure && !(fresh && isPassing(failure))) throw failure;
    return fresh ? kept : undefined;
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
      ...this.claimEntries(request, now + this.budget.timeoutSeconds * 1000 + CLAIM_SLACK_MILLIS),
    });
    return request;
  }

  private claimEntries(request: ClaimedRequest, until: number): Record<string, string> {
    const { keys, view, correlationId, probing } = request;
    const now = this.services.clock.now();
    const claim = { by: correlationId, until };
    const entries: Record<string, string> = { [keys.request]: JSON.stringify({ claim }) };
    if (!isKnownGood(view, now)) entries[keys.credential] = JSON.stringify({ ...view.credential, claim });
    const { mark } = view.origin;
    if (probing && mark) entries[keys.origin] = JSON.stringify({ ...view.origin, mark: { ...mark, until } });
    return entries;
  }

  /** Tells the others before a pause: the claim lasts longer, and a 429 holds for everyone. */
  private shareWait(request: ClaimedRequest, pause: Pause): void {
    const entries = this.claimEntries(request, pause.settledBy + CLAIM_SLACK_MILLIS);
    if (pause.coolDownSeconds !== undefined) {
      const mark = this.mark('rate_limited', pause.coolDownSeconds, { status: 429 }, request);
      const claim = { by: request.correlationId, until: pause.settledBy + CLAIM_SLACK_MILLIS };
      entries[request.keys.credential] = JSON.stringify({ claim, mark });
    }
    this.services.cache.putAll(entries);
  }

  private successEntries(request: ClaimedRequest, failures: number): Record<string, string> {
    const { keys, view } = request;
    const now = this.services.clock.now();
    const entries: Record<string, string> = { [keys.request]: '{}' };
    const unchanged = isKnownGood(view, now) && view.credential.mark === undefined && failures === 0;
    if (!unchanged) entries[keys.credential] = JSON.stringify({ goodUntil: now + GOOD_SECONDS * 1000 });
    if (view.origin.failures > 0 || view.origin.mark) entries[keys.origin] = JSON.stringify({ failures: 0 });
    return entries;
  }

  private failureEntries(
    request: ClaimedRequest,
    result: Extract<ReportCallResult, { kind: 'failed' }>,
  ): Record<string, string> {
    const { keys, view } = request;
    const { subject } = result.rule.remember;
    const mark = this.mark(result.error.code, result.seconds, result.error.detail, request);
    const { claim, ...credential } = view.credential;
    const entries: Record<string, string> = { [keys.request]: '{}' };
    if (claim || !isKnownGood(view, this.services.clock.now()))
      entries[keys.credential] = JSON.stringify(credential);
    if (subject === 'credential') entries[keys.credential] = JSON.stringify({ mark });
    else if (subject === 'request') entries[keys.request] = JSON.stringify({ mark });
    else entries[keys.origin] = JSON.stringify(originAfter(view, result, mark));
    return entries;
  }

  private mark(
    code: Mark['code'],
    seconds: number,
    detail: { readonly status?: number },
    { correlationId }: ClaimedRequest,
  ): Mark {
    const until = this.services.clock.now() + seconds * 1000;
    return {
      code,
      seconds,
      until,
      correlationId,
      ...(detail.status === undefined ? {} : { status: detail.status }),
    };
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

/** Failures that say nothing about access: rows that are still fresh may be shown meanwhile. */
function isPassing(failure: ReportError): boolean {
  return ['rate_limited', 'upstream_timeout', 'unreachable', 'invalid_response'].includes(failure.code);
}

function originAfter(view: SharedView, result: Extract<ReportCallResult, { kind: 'failed' }>, mark: Mark) {
  if (!result.rule.circuit) return { failures: view.origin.failures, mark };
  const failures = view.origin.failures + result.failures;
  return failures >= FAILURES_THAT_OPEN_THE_CIRCUIT ? { failures, mark } : { failures };
}
