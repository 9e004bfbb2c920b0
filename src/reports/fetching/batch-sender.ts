import type { Budget } from '../../budget';
import { dayCount, isSameRange } from '../../calendar/calendar-date';
import type { ReportError, Subject } from '../../employer-api/errors';
import {
  callReports,
  type PartResult,
  type Pause,
  type ReportCalls,
  type ReportCallsInput,
  type ReportPart,
} from '../../employer-api/report-calls';
import type { ReportAnswer } from '../../employer-api/report-kind';
import { BATCH_SIZE, FAILURES_THAT_OPEN_THE_CIRCUIT, GOOD_SECONDS } from '../../limits';
import type { FetchServices } from '../ports';
import { type AskedReport, askedWith, type Window } from './asked-report';
import { KeptTokens, keepToken } from './kept-tokens';
import { mayBeTooLong } from './pace';
import {
  encodeReport,
  type KeptRange,
  type KeptReport,
  listKeptRanges,
  readKeptRanges,
} from './report-cache';
import {
  type CredentialEntry,
  deniesAccess,
  isKnownGood,
  isPassing,
  type Mark,
  markOf,
  type OriginEntry,
  type RequestEntry,
  readCredential,
  recordFailure,
  type SharedView,
} from './shared-state';

/** A request that this execution has claimed. */
interface ClaimedWindow extends ReportPart {
  readonly window: Window;
}

/** Requests that this execution has claimed and may now send. */
export interface ClaimedRequests {
  readonly asked: AskedReport;
  /** The groups of requests, sent one after the other. */
  readonly groups: readonly (readonly ClaimedWindow[])[];
  readonly token: string;
  /** Whether the first request is a probe of a service that has failed. */
  readonly probing: boolean;
  readonly shared: SharedEntries;
}

/** Decides what to request after failures; without it, the same again, as often as the outcomes allow. */
type AskAgain = NonNullable<ReportCallsInput['askAgain']>;

/** The result of claimed requests. */
interface SentRequests {
  readonly reports: ReadonlyMap<Window, KeptReport>;
  /** The most important failure; `undefined` if all reports came. */
  readonly error: ReportError | undefined;
}

/** One group of claimed requests while it is sent. */
interface Sending {
  readonly requests: ClaimedRequests;
  readonly group: readonly ClaimedWindow[];
  readonly unsent: readonly ClaimedWindow[];
  /** The newest token: a group whose token was refused leaves a renewed one to the next group. */
  readonly token: { value: string };
  readonly zone: string | null;
  readonly askAgain: AskAgain | undefined;
}

/** Claims and sends requests for parts of a report, and shares the results through the cache. */
export class BatchSender {
  private readonly tokens: KeptTokens;

  constructor(
    private readonly services: FetchServices,
    private readonly budget: Budget,
  ) {
    this.tokens = new KeptTokens(services, budget);
  }

  /**
   * Claims requests, and obtains a token if none is cached. The caller holds the lock, and the requests are unclaimed.
   *
   * @param view The shared state, just read under the lock.
   * @throws {ReportError} The failure of the token call; `settings_missing` if the connection was changed in the
   *   meantime.
   */
  claim(asked: AskedReport, windows: readonly Window[], view: SharedView): ClaimedRequests {
    const { cache, clock, makeId } = this.services;
    const claimed = windows.map(
      (window): ClaimedWindow => ({ window, range: window.range, correlationId: makeId() }),
    );
    const id = claimed[0]?.correlationId ?? makeId();
    const token = view.token ?? this.tokens.request(asked.connection, asked.keys, view);
    const probing = view.origin.failures >= FAILURES_THAT_OPEN_THE_CIRCUIT;
    const groups = inGroups(claimed, probing ? 1 : BATCH_SIZE);
    const shared = new SharedEntries(asked, view, id, probing);
    const now = clock.now();
    const timeout = this.budget.timeoutSeconds * 1000;
    const settledBy =
      groups.length > 1 ? Math.min(now + groups.length * timeout, this.budget.deadline) : now + timeout;
    const entries = shared.claim(claimed, settledBy, now);
    if (view.token) cache.putAll(entries);
    else
      keepToken(this.services, asked.keys, token, { entries, seconds: shared.claimSeconds(settledBy, now) });
    return { asked, groups, token: token.value, probing, shared };
  }

  /**
   * Sends claimed requests, five at a time. The lock is not needed.
   *
   * Reports that came are kept even if others failed. After a failure no further group is sent, and its requests are
   * released.
   *
   * @param zone The spreadsheet's time zone, to be kept with the rows; null if unknown.
   * @param askAgain May shorten windows: reports are then kept and returned under the days they are for.
   * @throws {ReportError} `permission_missing`
   */
  send(requests: ClaimedRequests, zone: string | null, askAgain?: AskAgain): SentRequests {
    const reports = new Map<Window, KeptReport>();
    const { groups } = requests;
    const token = { value: requests.token };
    for (let index = 0; index < groups.length; index += 1) {
      const group = groups[index] ?? [];
      const unsent = groups.slice(index + 1).flat();
      const results = this.sendGroup({ requests, group, unsent, token, zone, askAgain }, reports);
      const error = mostImportantError(results);
      if (error) return { reports, error };
    }
    return { reports, error: undefined };
  }

  private sendGroup(sending: Sending, reports: Map<Window, KeptReport>): readonly PartResult[] {
    const { cache, clock, packer } = this.services;
    const { requests, group, unsent, zone } = sending;
    const { asked, shared } = requests;
    const calls = this.call(sending);
    const now = clock.now();
    const entries: Record<string, string> = {};
    const kept = group.flatMap(({ window: claimed, range: whole, correlationId }, index) => {
      const result = calls.results[index];
      if (result?.kind !== 'report') return [];
      const { range } = calls.parts[index] ?? { range: whole };
      const window = isSameRange(range, whole) ? claimed : asked.window(range);
      const about = { range, ...askedWith(range, asked.margin), fetchedAt: now, correlationId, zone };
      const report = { ...datedAnswer(result.report, now), ...about };
      reports.set(window, report);
      const encoded = encodeReport(window.keys.report, report, packer);
      Object.assign(entries, encoded);
      return Object.keys(encoded).length > 0 ? [{ ...range, at: now }] : [];
    });
    const gaveUp = calls.results.some(({ kind }) => kind === 'given_up');
    const hasFailed = calls.results.some(({ kind }) => kind !== 'report');
    const current = gaveUp ? this.currentCredential(asked) : undefined;
    cache.putAll({
      ...entries,
      ...shared.settle(group, calls, kept, now, current),
      ...(hasFailed ? shared.free(unsent) : {}),
    });
    return calls.results;
  }

  /** The report calls of a group. If they throw, the claims are released first. */
  private call({ requests, group, unsent, token, askAgain }: Sending): ReportCalls {
    const { transport, cache, clock } = this.services;
    const { asked, probing, shared } = requests;
    const { kind, connection, keys, margin } = asked;
    try {
      return callReports(
        { transport, clock, budget: this.budget },
        {
          kind,
          connection,
          parts: group,
          margin,
          token: token.value,
          probing,
          failuresLeft: shared.failuresLeft,
          lastCoolDownSeconds: shared.lastCoolDownSeconds,
          renewToken: (refused) => {
            token.value = this.tokens.renew(connection, keys, refused);
            return token.value;
          },
          ...(askAgain ? { askAgain } : {}),
          beforePause: (pause, parts) => {
            const waiting = group.filter(({ correlationId: id }) =>
              parts.some((one) => one.correlationId === id),
            );
            cache.putAll(shared.wait(waiting, pause, clock.now()));
          },
        },
      );
    } catch (error) {
      cache.putAll(shared.release([...group, ...unsent], this.currentCredential(asked)));
      throw error;
    }
  }

  private currentCredential({ keys }: AskedReport) {
    return readCredential(this.services.cache.getAll([keys.credential])[keys.credential]);
  }
}

function inGroups(windows: readonly ClaimedWindow[], firstSize: number): ClaimedWindow[][] {
  const groups: ClaimedWindow[][] = [];
  for (let from = 0; from < windows.length; ) {
    const size = groups.length === 0 ? firstSize : BATCH_SIZE;
    groups.push(windows.slice(from, from + size));
    from += size;
  }
  return groups;
}

/** The most important failure: of access, then one that is not temporary, then one that applies to all executions. */
function mostImportantError(results: readonly PartResult[]): ReportError | undefined {
  const errors = results.flatMap((result) => ('error' in result ? [result.error] : []));
  return (
    errors.find(({ code }) => deniesAccess(code)) ??
    errors.find(({ code }) => !isPassing(code)) ??
    errors.find(({ code }) => code === 'rate_limited') ??
    errors[0]
  );
}

/** How far the clock of the service may be ahead of Google's. */
const CLOCK_DIFFERENCE_MILLIS = 600_000;

/**
 * Corrects an answer that the service dates in the future: it counts as made when it came, and gets an issue. Otherwise
 * it would look fresh for too long and take precedence over newer answers.
 *
 * @param now When the answer came. Milliseconds since 1970.
 */
export function datedAnswer(answer: ReportAnswer, now: number): ReportAnswer {
  const { generatedAt, issueCount, issues } = answer;
  if (generatedAt === null || Date.parse(generatedAt) <= now + CLOCK_DIFFERENCE_MILLIS) return answer;
  return {
    ...answer,
    generatedAt: new Date(now).toISOString(),
    issueCount: issueCount + 1,
    issues: ['the answer is dated later than it came', ...issues],
  };
}

const [MILLIS, LONGEST_MILLIS] = [[250, 400, 600, 900, 1400], 2000];

/**
 * The pause before another look while another execution asks.
 *
 * @param looks How many came before it; the longest pause repeats.
 */
export function pollMillis(looks: number): number {
  return MILLIS[looks] ?? LONGEST_MILLIS;
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
class SharedEntries {
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
