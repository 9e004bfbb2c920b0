import { dayCount } from '../../calendar/calendar-date';
import type { ReportError, Subject } from '../../employer-api/errors';
import type { PartResult, Pause, ReportCalls, ReportPart } from '../../employer-api/report-calls';
import { FAILURES_THAT_OPEN_THE_CIRCUIT, GOOD_SECONDS } from '../../limits';
import type { AskedReport, Window } from './asked-report';
import { mayBeTooLong } from './pace';
import { type KeptRange, listKeptRanges, readKeptRanges } from './report-cache';
import {
  type ConnectionKeys,
  type CredentialEntry,
  causeOf,
  deniesAccess,
  isKnownGood,
  type Mark,
  markOf,
  type OriginEntry,
  type RequestEntry,
  type SharedView,
} from './shared-state';

/** A request that this execution has claimed. */
export interface ClaimedWindow extends ReportPart {
  readonly window: Window;
}

/** How one part failed. */
type FailedPart = Extract<PartResult, { kind: 'failed' }>;
/** Entries of the cache, by key. */
type Entries = Record<string, string>;

/** How much longer a claim lasts than the longest possible request. */
const CLAIM_SLACK_MILLIS = 2000;

/**
 * The shared cache entries that an execution writes about the requests it has claimed.
 *
 * It remembers what it last read or wrote and writes only changes. If another execution writes in between, the later
 * one wins, which costs one request at most.
 */
export class SharedNotes {
  private readonly written = new Map<string, string>();
  private credential: CredentialEntry;
  private origin: OriginEntry;
  private ranges: readonly KeptRange[];
  /** The length of the shortest window that was not answered in time, in days. */
  private tooLong = Number.POSITIVE_INFINITY;

  /**
   * @param id Names this execution in its claims.
   * @param probing Whether the first request is a probe of a service that has failed.
   */
  constructor(
    private readonly asked: AskedReport,
    view: SharedView,
    private readonly id: string,
    private readonly probing: boolean,
  ) {
    this.credential = view.credential;
    this.origin = view.origin;
    this.ranges = readKeptRanges(view.entries[asked.rangesKey ?? '']);
    this.written.set(asked.keys.credential, JSON.stringify(view.credential));
    this.written.set(asked.keys.origin, JSON.stringify(view.origin));
  }

  /** The cool-down after the last 429, in seconds; 0 if another result followed. */
  get lastCoolDownSeconds(): number {
    const { mark } = this.credential;
    return mark?.code === 'rate_limited' ? mark.seconds : 0;
  }

  /** How many more failures in a row stop requests to the service's address for a while. */
  get failuresLeft(): number {
    return FAILURES_THAT_OPEN_THE_CIRCUIT - this.origin.failures;
  }

  /**
   * How long the entries of `claim` are needed, in seconds: until `settle` overwrites them. An entry that says that
   * access was refused has to stay, even if the execution is killed before `settle`.
   */
  claimSeconds(settledBy: number, now: number): number {
    const isDenied = this.credential.deniedAt !== undefined;
    return isDenied ? Number.POSITIVE_INFINITY : (settledBy + CLAIM_SLACK_MILLIS - now) / 1000;
  }

  /**
   * The entries that keep other executions from making the same requests, from trying unknown credentials, and, during
   * a probe of the service, from making any request.
   *
   * @param settledBy The latest end of the requests. Milliseconds since 1970.
   */
  claim(windows: readonly ClaimedWindow[], settledBy: number, now: number): Entries {
    const { keys } = this.asked;
    const claim = { by: this.id, until: settledBy + CLAIM_SLACK_MILLIS };
    const { mark } = this.origin;
    const probed =
      this.probing && mark ? { ...this.origin, mark: { ...mark, until: claim.until } } : undefined;
    return {
      ...requestEntries(windows, () => ({ claim })),
      ...(isKnownGood(this.credential, now)
        ? {}
        : this.change(keys.credential, { ...this.credential, claim })),
      ...(probed ? this.change(keys.origin, probed) : {}),
    };
  }

  /** The entries to write before a pause: the claims last longer, and a 429 applies to all executions. */
  wait(windows: readonly ClaimedWindow[], pause: Pause, now: number): Entries {
    const entries = this.claim(windows, pause.settledBy, now);
    const { coolDownSeconds: seconds, settledBy } = pause;
    if (seconds === undefined) return entries;
    const correlationId = windows[0]?.correlationId ?? this.id;
    const limit: Mark = {
      code: 'rate_limited',
      seconds,
      until: now + seconds * 1000,
      correlationId,
      status: 429,
    };
    const claim = { by: this.id, until: settledBy + CLAIM_SLACK_MILLIS };
    return { ...entries, ...this.change(this.asked.keys.credential, { claim, ...this.limited(limit) }) };
  }

  /**
   * The entries to write after calls, besides the rows: marks for failures, and no claims.
   *
   * @param windows The requests, in the order of the results.
   * @param kept The ranges now in the cache.
   * @param current The current state of the connection. Given if parts were given up, because the token call has then
   *   left a mark.
   */
  settle(
    windows: readonly ClaimedWindow[],
    { results, parts, failures }: ReportCalls,
    kept: readonly KeptRange[],
    now: number,
    current?: CredentialEntry,
  ): Entries {
    const { keys, rangesKey } = this.asked;
    const tooLong = windows.map(({ range }, index) =>
      asksTooMuch(results[index], dayCount(parts[index]?.range ?? range)),
    );
    // No answer at all proves little about the length of unsent requests.
    const refused = windows.filter((_, index) => tooLong[index] && statusOf(results[index]) !== undefined);
    this.tooLong = Math.min(this.tooLong, ...refused.map(({ range }) => dayCount(range)));
    const failed = results.filter((result): result is FailedPart => result.kind === 'failed');
    const answered =
      results.some(({ kind }) => kind === 'report') || failed.some((one) => !concerns(one, 'origin'));
    const isOwn = (result: FailedPart) =>
      concerns(result, 'request') || (answered && concerns(result, 'origin'));
    this.credential = current ? this.withoutOwnClaim(current) : this.credentialAfter(results, failed, now);
    this.origin = answered ? { failures: 0 } : this.originAfter(failed[0], failures, now);
    if (kept.length > 0) this.ranges = readKeptRanges(listKeptRanges(this.ranges, kept));
    const [first] = failed;
    const isWell = results.every(({ kind }) => kind === 'report');
    return {
      ...requestEntries(windows, (index) => {
        const result = results[index];
        if (result?.kind !== 'failed') return {};
        // A mark would delay the halves that are requested instead. A report without days cannot be halved.
        const isMended = tooLong[index] && result.error.code === 'request_refused' && rangesKey;
        const mark = isOwn(result) && !isMended ? { mark: markOf(result, now) } : {};
        return tooLong[index] ? { ...mark, isTooLong: true } : mark;
      }),
      ...this.change(keys.credential, this.credential),
      ...this.change(keys.origin, this.origin),
      ...(first ? recordFailure(keys, first.error, now) : {}),
      // Even if nothing was failing: an execution that waited may have recorded `busy` in between.
      ...(isWell ? recordFailure(keys, undefined, now) : {}),
      ...(kept.length > 0 && rangesKey ? { [rangesKey]: listKeptRanges(this.ranges, []) } : {}),
    };
  }

  /** The entries that release claimed requests and the own claim of the connection. */
  release(windows: readonly ClaimedWindow[], current: CredentialEntry): Entries {
    return {
      ...this.free(windows),
      ...this.change(this.asked.keys.credential, this.withoutOwnClaim(current)),
    };
  }

  /** The entries that release unsent requests. Those as long as a window that was too long are marked so too. */
  free(windows: readonly ClaimedWindow[]): Entries {
    const isTooLong = (index: number) => dayCount((windows[index] as ClaimedWindow).range) >= this.tooLong;
    return requestEntries(windows, (index) => (isTooLong(index) ? { isTooLong: true } : {}));
  }

  private credentialAfter(
    results: readonly PartResult[],
    failed: readonly FailedPart[],
    now: number,
  ): CredentialEntry {
    const refusals = failed.filter((one) => concerns(one, 'credential'));
    const worst = refusals.find(({ error }) => deniesAccess(error.code)) ?? refusals[0];
    if (worst) {
      const mark = markOf(worst, now);
      return deniesAccess(worst.error.code) ? { mark, deniedAt: now } : this.limited(mark);
    }
    if (results.every(({ kind }) => kind !== 'report')) {
      const { claim, ...others } = this.credential;
      return others;
    }
    const untouched = this.written.get(this.asked.keys.credential) === JSON.stringify(this.credential);
    return untouched && isKnownGood(this.credential, now) && this.credential.mark === undefined
      ? this.credential
      : { goodUntil: now + GOOD_SECONDS * 1000 };
  }

  private originAfter(failed: FailedPart | undefined, more: number, now: number): OriginEntry {
    if (failed === undefined) return this.origin;
    const failures = this.origin.failures + more;
    const isMarked = !failed.rule.circuit || failures >= FAILURES_THAT_OPEN_THE_CIRCUIT;
    return isMarked ? { failures, mark: markOf(failed, now) } : { failures };
  }

  /** A 429 does not concern access: an earlier refusal still holds. */
  private limited(mark: Mark): CredentialEntry {
    const { deniedAt } = this.credential;
    return deniedAt === undefined ? { mark } : { mark, deniedAt };
  }

  private withoutOwnClaim(current: CredentialEntry): CredentialEntry {
    this.written.set(this.asked.keys.credential, JSON.stringify(current));
    const { claim, ...others } = current;
    return claim?.by === this.id ? others : current;
  }

  private change(key: string, entry: object): Entries {
    const text = JSON.stringify(entry);
    if (this.written.get(key) === text) return {};
    this.written.set(key, text);
    return { [key]: text };
  }
}

/** The entry with the newest failure of a connection. @param error `undefined` to clear it. */
export function recordFailure(
  { failing }: ConnectionKeys,
  error: ReportError | undefined,
  now: number,
): Record<string, string> {
  const seconds = error?.detail.waitSeconds;
  const end = seconds === undefined ? {} : { until: now + seconds * 1000 };
  return { [failing]: JSON.stringify(error ? { ...causeOf(error), at: now, ...end } : {}) };
}

function requestEntries(
  windows: readonly ClaimedWindow[],
  entry: (index: number) => RequestEntry,
): Record<string, string> {
  const entries: Entries = {};
  windows.forEach(({ window }, index) => {
    entries[window.keys.request] = JSON.stringify(entry(index));
  });
  return entries;
}

/** True if the service may answer a shorter window. */
function asksTooMuch(result: PartResult | undefined, days: number): boolean {
  return result?.kind === 'failed' && mayBeTooLong(result.error.code, statusOf(result), days);
}

function statusOf(result: PartResult | undefined): number | undefined {
  return result?.kind === 'failed' ? result.error.detail.status : undefined;
}

function concerns({ rule }: FailedPart, subject: Subject): boolean {
  return rule.remember.subject === subject;
}
