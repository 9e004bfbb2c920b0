import type { Budget } from '../../budget';
import { isSameRange } from '../../calendar/calendar-date';
import type { ReportError } from '../../employer-api/errors';
import {
  callReports,
  type PartResult,
  type ReportCalls,
  type ReportCallsInput,
} from '../../employer-api/report-calls';
import type { ReportAnswer } from '../../employer-api/report-kind';
import { BATCH_SIZE, FAILURES_THAT_OPEN_THE_CIRCUIT } from '../../limits';
import type { FetchServices } from '../ports';
import { type AskedReport, askedWith, type Window } from './asked-report';
import { KeptTokens, keepToken } from './kept-tokens';
import { encodeReport, type KeptReport } from './report-cache';
import { type ClaimedWindow, SharedNotes } from './shared-entries';
import { deniesAccess, isPassing, readCredential, type SharedView } from './shared-state';

/** Requests that this execution has claimed and may now send. */
export interface ClaimedRequests {
  readonly asked: AskedReport;
  /** The groups of requests, sent one after the other. */
  readonly groups: readonly (readonly ClaimedWindow[])[];
  readonly token: string;
  /** Whether the first request is a probe of a service that has failed. */
  readonly probing: boolean;
  readonly notes: SharedNotes;
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
    const notes = new SharedNotes(asked, view, id, probing);
    const now = clock.now();
    const timeout = this.budget.timeoutSeconds * 1000;
    const settledBy =
      groups.length > 1 ? Math.min(now + groups.length * timeout, this.budget.deadline) : now + timeout;
    const entries = notes.claim(claimed, settledBy, now);
    if (view.token) cache.putAll(entries);
    else
      keepToken(this.services, asked.keys, token, { entries, seconds: notes.claimSeconds(settledBy, now) });
    return { asked, groups, token: token.value, probing, notes };
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
    const { asked, notes } = requests;
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
      ...notes.settle(group, calls, kept, now, current),
      ...(hasFailed ? notes.free(unsent) : {}),
    });
    return calls.results;
  }

  /** The report calls of a group. If they throw, the claims are released first. */
  private call({ requests, group, unsent, token, askAgain }: Sending): ReportCalls {
    const { transport, cache, clock } = this.services;
    const { asked, probing, notes } = requests;
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
          failuresLeft: notes.failuresLeft,
          lastCoolDownSeconds: notes.lastCoolDownSeconds,
          renewToken: (refused) => {
            token.value = this.tokens.renew(connection, keys, refused);
            return token.value;
          },
          ...(askAgain ? { askAgain } : {}),
          beforePause: (pause, parts) => {
            const waiting = group.filter(({ correlationId: id }) =>
              parts.some((one) => one.correlationId === id),
            );
            cache.putAll(notes.wait(waiting, pause, clock.now()));
          },
        },
      );
    } catch (error) {
      cache.putAll(notes.release([...group, ...unsent], this.currentCredential(asked)));
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

const MILLIS = [250, 400, 600, 900, 1400, 2000];

/**
 * The pause before another look while another execution asks.
 *
 * @param looks How many came before it; the last pause repeats.
 */
export function pollMillis(looks: number): number {
  return MILLIS[Math.min(looks, MILLIS.length - 1)] ?? 0;
}
