import { isSameRange } from '../../calendar/date-range';
import type { Budget } from '../../employer-api/budget';
import type { ReportError } from '../../employer-api/errors';
import {
  callReports,
  type PartResult,
  type ReportCalls,
  type ReportCallsInput,
} from '../../employer-api/report-calls';
import { datedAnswer } from './answer-date';
import type { AskedReport, Window } from './asked-report';
import { askedWith } from './day-margin';
import type { FetchServices } from './fetch-services';
import { KeptTokens, keepToken } from './kept-tokens';
import { encodeReport, type KeptReport } from './report-cache';
import { type ClaimedWindow, FAILURES_THAT_OPEN_THE_CIRCUIT, SharedNotes } from './shared-entries';
import { deniesAccess, isPassing, readCredential, type SharedView } from './shared-state';
import { BATCH_SIZE } from './windows';

/** Requests that this execution has claimed and may now send. */
export interface ClaimedRequests {
  readonly asked: AskedReport;
  /** What is sent together, one group after the other. */
  readonly groups: readonly (readonly ClaimedWindow[])[];
  readonly token: string;
  /** Whether the first request finds out if the service has recovered. */
  readonly probing: boolean;
  readonly notes: SharedNotes;
}

/** Decides what is asked for in place of what failed; without it the same is, as often as the outcomes allow. */
export type AskAgain = NonNullable<ReportCallsInput['askAgain']>;

/** What came of claimed requests. */
export interface SentRequests {
  readonly reports: ReadonlyMap<Window, KeptReport>;
  /** Why not everything came; the most telling failure of several. */
  readonly error: ReportError | undefined;
}

/** One group of claimed requests on its way. */
interface Sending {
  readonly requests: ClaimedRequests;
  readonly group: readonly ClaimedWindow[];
  readonly unsent: readonly ClaimedWindow[];
  /** The newest that is known: a group that was refused leaves a fresh one to the next. */
  readonly token: { value: string };
  readonly zone: string | null;
  readonly askAgain: AskAgain | undefined;
}

/** Claims and sends requests for parts of a report; what comes of it is told to everyone by the shared cache. */
export class BatchSender {
  private readonly tokens: KeptTokens;

  constructor(
    private readonly services: FetchServices,
    private readonly budget: Budget,
  ) {
    this.tokens = new KeptTokens(services, budget);
  }

  /**
   * Claims requests, and obtains a token where there is none. The caller holds the lock, and nobody else has claimed
   * them.
   *
   * @param view What was shared a moment ago, under the lock.
   * @throws {ReportError} The failure of the token call; `settings_missing` where the connection was changed meanwhile.
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
   * What came is kept, also where something else failed. After a failure nothing more is sent, and what was not sent is
   * free for others.
   *
   * @param zone The spreadsheet's time zone, to be kept beside the rows; null when it was not asked for.
   * @param askAgain May make windows shorter: what comes is then kept, and told, under the days it is for.
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
      const error = mostTelling(results);
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

  /** The report calls of a group. Whatever they throw, nobody is left waiting for them. */
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

/** The failure that says most: of access, then one that does not pass by itself, then one that holds for everyone. */
function mostTelling(results: readonly PartResult[]): ReportError | undefined {
  const errors = results.flatMap((result) => ('error' in result ? [result.error] : []));
  return (
    errors.find(({ code }) => deniesAccess(code)) ??
    errors.find(({ code }) => !isPassing(code)) ??
    errors.find(({ code }) => code === 'rate_limited') ??
    errors[0]
  );
}
