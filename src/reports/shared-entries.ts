import type { DateRange } from '../calendar/date-range';
import type { Connection } from '../employer-api/connection';
import type { Pause, ReportCallResult } from '../employer-api/report-call';
import {
  type Claim,
  type CredentialEntry,
  GOOD_SECONDS,
  isKnownGood,
  type Mark,
  type OriginEntry,
  type SharedKeys,
  type SharedView,
} from './shared-state';

/** A request that this execution has claimed and may now send. */
export interface ClaimedRequest {
  readonly connection: Connection;
  readonly range: DateRange;
  readonly keys: SharedKeys;
  /** What was shared when the request was claimed. */
  readonly view: SharedView;
  readonly token: string;
  readonly correlationId: string;
  /** Whether this is the one request that finds out if the service has recovered. */
  readonly probing: boolean;
}

/** How a report call failed. */
type FailedCall = Extract<ReportCallResult, { kind: 'failed' }>;

/** Failures in a row after which the service's address is left alone for a while. */
export const FAILURES_THAT_OPEN_THE_CIRCUIT = 3;
/** How much longer a claim lasts than the request can. */
const CLAIM_SLACK_MILLIS = 2000;

/**
 * The entries that keep others from asking for the same report, from trying unknown credentials, and, while the
 * service is being probed, from asking at all.
 *
 * @param settledBy When the request will have ended at the latest.
 */
export function claimEntries(
  request: ClaimedRequest,
  settledBy: number,
  now: number,
): Record<string, string> {
  const { keys, view, probing } = request;
  const claim = claimOf(request, settledBy);
  const entries: Record<string, string> = { [keys.request]: JSON.stringify({ claim }) };
  if (!isKnownGood(view, now)) entries[keys.credential] = JSON.stringify({ ...view.credential, claim });
  const { mark } = view.origin;
  if (probing && mark) {
    entries[keys.origin] = JSON.stringify({ ...view.origin, mark: { ...mark, until: claim.until } });
  }
  return entries;
}

/** What to tell the others before a pause: the claim lasts longer, and a 429 holds for everyone. */
export function waitEntries(request: ClaimedRequest, pause: Pause, now: number): Record<string, string> {
  const entries = claimEntries(request, pause.settledBy, now);
  if (pause.coolDownSeconds !== undefined) {
    const mark = markFor(request, { code: 'rate_limited', seconds: pause.coolDownSeconds, status: 429 }, now);
    entries[request.keys.credential] = JSON.stringify({ claim: claimOf(request, pause.settledBy), mark });
  }
  return entries;
}

/**
 * What a report call that succeeded leaves behind besides the rows.
 *
 * @param paused Whether anything was written with `waitEntries` meanwhile.
 */
export function successEntries(
  request: ClaimedRequest,
  paused: boolean,
  now: number,
): Record<string, string> {
  const { keys, view } = request;
  const entries: Record<string, string> = { [keys.request]: '{}' };
  const unchanged = isKnownGood(view, now) && view.credential.mark === undefined && !paused;
  if (!unchanged) entries[keys.credential] = JSON.stringify({ goodUntil: now + GOOD_SECONDS * 1000 });
  return { ...entries, ...answeredEntries(request) };
}

/**
 * What a report call that failed leaves behind: a mark for the request, the connection or the service, and no claim.
 *
 * @param paused Whether anything was written with `waitEntries` meanwhile.
 */
export function failureEntries(
  request: ClaimedRequest,
  result: FailedCall,
  paused: boolean,
  now: number,
): Record<string, string> {
  const { keys, view } = request;
  const { subject } = result.rule.remember;
  const { code, detail } = result.error;
  const mark = markFor(request, { code, seconds: result.seconds, status: detail.status }, now);
  const { claim, ...credential } = view.credential;
  const entries: Record<string, string> = { [keys.request]: '{}' };
  if (claim || paused || !isKnownGood(view, now)) entries[keys.credential] = JSON.stringify(credential);
  if (subject === 'credential') entries[keys.credential] = JSON.stringify({ mark });
  else if (subject === 'request') entries[keys.request] = JSON.stringify({ mark });
  else return { ...entries, [keys.origin]: JSON.stringify(originAfter(view, result, mark)) };
  return { ...entries, ...answeredEntries(request) };
}

/**
 * What gives a claimed request up, so that the others may ask.
 *
 * @param current What is remembered of the connection now: a mark that was made meanwhile stays.
 */
export function releaseEntries(
  { keys, correlationId }: ClaimedRequest,
  { claim, ...credential }: CredentialEntry,
): Record<string, string> {
  const entries: Record<string, string> = { [keys.request]: '{}' };
  return claim?.by === correlationId
    ? { ...entries, [keys.credential]: JSON.stringify(credential) }
    : entries;
}

/** An answer, whatever it says, ends a row of failures of the service. */
function answeredEntries({ keys, view }: ClaimedRequest): Record<string, string> {
  const healthy: OriginEntry = { failures: 0 };
  return view.origin.failures > 0 || view.origin.mark ? { [keys.origin]: JSON.stringify(healthy) } : {};
}

function originAfter({ origin }: SharedView, { rule, failures: more }: FailedCall, mark: Mark): OriginEntry {
  const failures = origin.failures + more;
  const marked = !rule.circuit || failures >= FAILURES_THAT_OPEN_THE_CIRCUIT;
  return marked ? { failures, mark } : { failures };
}

function markFor(
  { correlationId }: ClaimedRequest,
  failure: { readonly code: Mark['code']; readonly seconds: number; readonly status: number | undefined },
  now: number,
): Mark {
  const { code, seconds, status } = failure;
  const mark = { code, seconds, until: now + seconds * 1000, correlationId };
  return status === undefined ? mark : { ...mark, status };
}

function claimOf({ correlationId }: ClaimedRequest, settledBy: number): Claim {
  return { by: correlationId, until: settledBy + CLAIM_SLACK_MILLIS };
}
