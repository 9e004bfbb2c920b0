import {
  type CalendarDate,
  type DateRange,
  dayCount,
  MILLIS_PER_DAY,
  overlap,
  UNIX_EPOCH,
} from '../../calendar/calendar-date';
import { type AccessToken, NO_SCOPE, requestToken } from '../../employer-api/access-token';
import type { Connection } from '../../employer-api/connection';
import {
  isPassing,
  isReportError,
  OUTCOMES,
  type OutcomeRule,
  outcomeError,
  type ReportError,
  reportOutcome,
} from '../../employer-api/errors';
import { type HttpResponse, timeoutThatFits } from '../../employer-api/ports';
import { type ReportKind, SHIFT_FULFILMENT_REPORT } from '../../employer-api/shift-report';
import { ATTEMPTS, BATCH_SIZE } from '../../limits';
import type { FetchServices } from '../ports';
import { type KeptReport, monthsOf, sortRows, without } from './kept-rows';

/** What the service is asked for. */
export interface ServiceQuestion {
  readonly kind: ReportKind;
  readonly connection: Connection;
  /** The days that are missing, in order and each once. */
  readonly missing: readonly DateRange[];
  /** The most days of one request. */
  readonly span: number;
  /** The token that is kept; `undefined` if there is none. */
  readonly token: AccessToken | undefined;
  /** The spreadsheet's time zone, to be kept with the rows; null if unknown. */
  readonly zone: string | null;
}

/** One of the requests that are sent together. */
interface ReportCall {
  readonly range: DateRange;
  readonly correlationId: string;
}

/** A call that was not answered with a report; the error says how long to wait before the next request. */
interface FailedCall extends ReportCall {
  readonly rule: OutcomeRule;
  readonly error: ReportError;
}

/** How it stands after some requests. */
export interface Round {
  /** What these requests brought. */
  readonly pieces: readonly KeptReport[];
  readonly token: AccessToken;
  /** The most days of one of these requests. */
  readonly span: number;
  /** Why no further request is made, and for which days; `undefined` while all goes well. */
  readonly failed: FailedCall | undefined;
  /** Whether it ends here: all days came, or some failed. */
  readonly isOver: boolean;
}

/** A request has at most the days of a month. */
export const LONGEST_SPAN = 31;
/**
 * What is done when a token is refused for the first, second and third time. A fresh one may count only a moment after it
 * was issued; another client may have replaced it since.
 */
const AFTER_REFUSAL = [
  { pause: 0, isRenewed: true },
  { pause: 2000, isRenewed: false },
  { pause: 5000, isRenewed: true },
];
/** The shortest span for which a refused request may have asked for too many days. */
const LONGEST_REFUSED_DAYS = 7;
/** From this number of records on, a multiple of `ROUND` looks like a limit of the service. */
const [FEWEST_ROUND, ROUND] = [100, 50];

/**
 * Asks the service for missing days, up to five requests at a time, and for a token if there is none.
 *
 * It is asked for whole calendar months, or for equal parts of them: requests never overlap, so nothing has to be joined
 * or compared, and formulas over different days of a month share one. What is too much for it is asked for in halves,
 * quarters and so on down to single days: by one request, until one is answered. An answer with a round number of records
 * is replaced by its halves. The caller has claimed the connection.
 *
 * @param note Called after each round of requests.
 * @returns Whether it came to an end; false if the time was up.
 * @throws {ReportError} A failure of the token call; `permission_missing`.
 */
export function askService(
  services: Pick<FetchServices, 'transport' | 'clock' | 'makeId' | 'budget'>,
  question: ServiceQuestion,
  note: (round: Round) => void,
): boolean {
  const { clock, makeId, transport, budget } = services;
  const { kind, connection } = question;
  const tomorrow = Math.floor(clock.now() / MILLIS_PER_DAY) + UNIX_EPOCH + 1;
  let { missing, span } = question;
  let token = question.token ?? requestToken(services, connection);
  let refusals = question.token === undefined ? 1 : 0;
  let [attempts, slowest, isTrying] = [0, 0, false];
  const mayBeSplit = (range: DateRange) => kind.hasDays && dayCount(range) > 1;
  const isFinal = ({ rule, range }: FailedCall) => {
    if (rule.code === 'token_rejected') return refusals >= AFTER_REFUSAL.length;
    if (rule.next === undefined) return true;
    if (rule.code === 'request_refused') return !kind.hasDays || dayCount(range) <= LONGEST_REFUSED_DAYS;
    return !(rule.next === 'fewer' && mayBeSplit(range)) && attempts >= ATTEMPTS;
  };
  const split = () =>
    kind.hasDays ? partsToAsk(monthsOf(missing), span, missing, tomorrow) : missing.slice();
  for (let queue = split(); queue.length > 0; ) {
    const sentAt = clock.now();
    const timeoutSeconds = timeoutThatFits(budget, sentAt);
    // What the end of this run would cut off is left to the next one.
    if (timeoutSeconds === undefined || sentAt + 1.5 * slowest > budget.deadline) return false;
    const calls: readonly ReportCall[] = queue
      .splice(0, isTrying ? 1 : BATCH_SIZE)
      .map((range) => ({ range, correlationId: makeId() }));
    const responses = transport.send(
      calls.map(({ range, correlationId }) =>
        kind.request(connection, range, { token: token.value, correlationId, timeoutSeconds }),
      ),
    );
    const results = calls.map((call, at) => judge(question, call, responses[at], clock.now(), token));
    const failures = results.filter((one): one is FailedCall => 'rule' in one);
    // What the end of this run cuts off is no service that does not answer.
    const isCutOff = attempts === 0 && timeoutSeconds < budget.timeoutSeconds;
    if (isCutOff && failures.some(({ rule }) => rule === OUTCOMES.noAnswer)) return false;
    const came = results.filter((one): one is KeptReport => 'rows' in one);
    const mayLack = ({ range, roundDays }: KeptReport) => roundDays.length > 0 && mayBeSplit(range);
    const pieces = came.filter((piece) => !mayLack(piece));
    const halves = came.filter(mayLack).flatMap(({ range }) => {
      return partsToAsk([range], Math.ceil(dayCount(range) / 2), missing, tomorrow);
    });
    const brought = pieces.map(({ range }) => range);
    missing = missing.flatMap((range) => without(range, brought));
    queue.unshift(...failures.map(({ range }) => range), ...halves);
    const isRefused = failures.some(({ rule }) => rule.code === 'token_rejected');
    if (pieces.length > 0) [attempts, slowest] = [0, Math.max(slowest, clock.now() - sentAt)];
    if (!isRefused && failures.length > 0) attempts += 1;
    isTrying = failures.length > 0 && pieces.length === 0 && !isRefused;
    const pauses = failures.map(({ rule }) => {
      if (rule.code === 'request_refused') return 0;
      return (rule.next === 'fewer' ? 1000 : 1000 * 2 ** (attempts - 1)) * (0.5 + clock.random());
    });
    const step = isRefused ? AFTER_REFUSAL[refusals] : undefined;
    const pause = step?.pause ?? Math.max(0, ...pauses);
    const isLate = pause > 0 && timeoutThatFits(budget, clock.now() + pause) === undefined;
    const failed = failures.find(isFinal) ?? (isLate && !isRefused ? failures[0] : undefined);
    const isOver = failed !== undefined || queue.length === 0;
    note({ pieces, token, span, failed, isOver });
    if (isOver || isLate) return isOver;
    if (pause > 0) clock.sleep(pause);
    if (step?.isRenewed) token = requestToken(services, connection);
    if (step) refusals += 1;
    const tooMuch = failures.filter(({ rule }) => rule.next === 'fewer' && kind.hasDays && !isRefused);
    if (tooMuch.length === 0) continue;
    span = Math.min(span, ...tooMuch.map(({ range }) => Math.ceil(dayCount(range) / 2)));
    queue = split();
  }
  return true;
}

/** What a call came to. Specification sections 4.2, 5 and 7. */
function judge(
  { kind, connection, zone }: ServiceQuestion,
  call: ReportCall,
  response: HttpResponse | undefined,
  now: number,
  token: AccessToken,
): KeptReport | FailedCall {
  const { range, correlationId } = call;
  const fail = (rule: OutcomeRule) => {
    const said = token.lacksScope && !isPassing(rule.code) ? { ...rule, sentence: NO_SCOPE } : rule;
    return { ...call, rule, error: outcomeError(said, response, now, correlationId) };
  };
  const isDocumented = kind.name === SHIFT_FULFILMENT_REPORT.name;
  const rule = reportOutcome(response, { isDocumented, employer: connection.employer });
  if (response === undefined || rule !== undefined) return fail(rule ?? OUTCOMES.noAnswer);
  try {
    const { records, ...answer } = kind.read(response, connection, range);
    const rows = kind.hasDays ? sortRows(answer.rows) : answer.rows;
    const isRound = kind.hasDays && records >= FEWEST_ROUND && records % ROUND === 0;
    const roundDays = isRound ? [[range.from, records] as const] : [];
    return { ...answer, ...call, rows, zone, fetchedAt: now, roundDays };
  } catch (error) {
    // What is nested too deeply fails in the platform itself.
    const sentence = isReportError(error) ? error.detail.sentence : undefined;
    return fail(sentence === undefined ? OUTCOMES.wrongShape : { ...OUTCOMES.wrongShape, sentence });
  }
}

/**
 * The equal parts of months or other ranges that hold missing days, in order.
 *
 * @param span The most days of a part.
 * @param tomorrow Later days are asked for only as far as they are missing.
 */
export function partsToAsk(
  ranges: readonly DateRange[],
  span: number,
  missing: readonly DateRange[],
  tomorrow: CalendarDate,
): DateRange[] {
  return ranges.flatMap((range) => {
    const all = dayCount(range);
    const days = Math.ceil(all / Math.ceil(all / span));
    const parts: DateRange[] = [];
    for (let { from } = range; from <= range.to; from += days) {
      const to = Math.min(range.to, from + days - 1);
      const held = missing.map((one) => overlap(one, { from, to })?.to ?? Number.NEGATIVE_INFINITY);
      const last = Math.max(...held);
      if (last >= from) parts.push({ from, to: Math.min(to, Math.max(last, tomorrow)) });
    }
    return parts;
  });
}
