import { type Budget, timeoutThatFits } from '../../budget';
import {
  type CalendarDate,
  type DateRange,
  dayCount,
  MILLIS_PER_DAY,
  overlap,
  UNIX_EPOCH,
} from '../../calendar/calendar-date';
import { type AccessToken, requestToken } from '../../employer-api/access-token';
import type { Connection } from '../../employer-api/connection';
import {
  isReportError,
  OUTCOMES,
  type OutcomeRule,
  outcomeError,
  type ReportError,
  reportOutcome,
} from '../../employer-api/errors';
import type { HttpResponse } from '../../employer-api/ports';
import { type ReportAnswer, type ReportKind, SHIFT_FULFILMENT_REPORT } from '../../employer-api/shift-report';
import { ATTEMPTS, BATCH_SIZE } from '../../limits';
import type { FetchServices } from '../ports';
import { monthsOf, without } from './kept-rows';

/** What the service is asked for. */
export interface AskedDays {
  readonly kind: ReportKind;
  readonly connection: Connection;
  /** The days that are missing, in order and each once. */
  readonly missing: readonly DateRange[];
  /** In how many parts months are asked for. */
  readonly parts: number;
  /** The token that is kept; `undefined` if there is none. */
  readonly token: AccessToken | undefined;
  /** Whether that token was issued just now. */
  readonly isTokenNew?: boolean;
}

/** One of the requests that are sent together. */
interface ReportCall {
  readonly range: DateRange;
  readonly correlationId: string;
}

/** Days that came. */
interface AnsweredCall extends ReportCall {
  readonly answer: ReportAnswer;
}

/** A call that was not answered with a report; the error says how long to wait before the next request. */
interface FailedCall extends ReportCall {
  readonly rule: OutcomeRule;
  readonly error: ReportError;
}

/** How it stands after some requests. */
export interface AskedSoFar {
  /** What these requests brought. */
  readonly answered: readonly AnsweredCall[];
  readonly token: AccessToken;
  /** In how many parts months are asked for. */
  readonly parts: number;
  /** Why no further request is made, and for which days; `undefined` while all goes well. */
  readonly failed: FailedCall | undefined;
  /** Whether it ends here: all days came, or some failed. */
  readonly isOver: boolean;
}

/** Asking for single days: a month is split no further. */
export const MOST_PARTS = 31;
/**
 * The pauses before a fresh token that was refused is tried again: it may count only a moment after it was issued. Before
 * the last of them another is asked for: another client may have replaced the first.
 */
const TOKEN_PAUSES = [2000, 5000];
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
 * @param note Called after each round of requests, and once more if no time is left for the pause after it.
 * @returns Whether it came to an end; false if the time was up.
 * @throws {ReportError} A failure of the token call; `permission_missing`.
 */
export function askService(
  services: Pick<FetchServices, 'transport' | 'clock' | 'makeId'>,
  budget: Budget,
  { kind, connection, ...asked }: AskedDays,
  note: (soFar: AskedSoFar) => void,
): boolean {
  const { clock, makeId } = services;
  const tomorrow = Math.floor(clock.now() / MILLIS_PER_DAY) + UNIX_EPOCH + 1;
  const hasTime = (pause: number) => timeoutThatFits(budget, clock.now() + pause) !== undefined;
  let { missing, parts, token = requestToken(services, budget, connection) } = asked;
  let refusals = asked.token === undefined || asked.isTokenNew ? 1 : 0;
  let [attempts, slowest, isTrying] = [0, 0, false];
  const split = () => (kind.hasDays ? partsToAsk(missing, parts, tomorrow) : missing.slice());
  for (let queue = split(); queue.length > 0; ) {
    const sentAt = clock.now();
    const timeoutSeconds = timeoutThatFits(budget, sentAt);
    // What the end of this run cuts off would look like a service that does not answer.
    if (timeoutSeconds === undefined || sentAt + 1.5 * slowest > budget.deadline) return false;
    const calls: readonly ReportCall[] = queue
      .splice(0, isTrying ? 1 : BATCH_SIZE)
      .map((range) => ({ range, correlationId: makeId() }));
    const { value } = token;
    const responses = services.transport.sendAll(
      calls.map(({ range, correlationId }) =>
        kind.request(connection, range, { token: value, correlationId, timeoutSeconds }),
      ),
    );
    const results = calls.map((call, at) => judge(kind, connection, call, responses[at], clock.now()));
    const failures = results.filter((one): one is FailedCall => 'rule' in one);
    const came = results.filter((one): one is AnsweredCall => 'answer' in one);
    const isCutOff = attempts === 0 && timeoutSeconds < budget.timeoutSeconds;
    if (isCutOff && failures.some(({ rule }) => rule === OUTCOMES.noAnswer)) return false;
    const mayLack = ({ range, answer }: AnsweredCall) =>
      kind.hasDays && dayCount(range) > 1 && isRound(answer);
    const halves = came.filter(mayLack).flatMap(({ range }) => halvesToAsk(range, missing));
    const answered = came.filter((one) => !mayLack(one));
    const brought = answered.map(({ range }) => range);
    missing = missing.flatMap((range) => without(range, brought));
    queue.unshift(...failures.map(({ range }) => range), ...halves);
    if (answered.length > 0) [attempts, slowest] = [0, Math.max(slowest, clock.now() - sentAt)];
    const isRefused = failures.some(({ rule }) => rule.code === 'token_rejected');
    if (!isRefused && failures.length > 0) attempts += 1;
    isTrying = failures.length > 0 && answered.length === 0 && !isRefused;
    const failed = failures.find((one) => isFinal(one, kind, { refusals, attempts, parts }));
    const isOver = failed !== undefined || queue.length === 0;
    note({ answered, token, parts, failed, isOver });
    if (isOver) return true;
    if (isRefused) {
      const pause = TOKEN_PAUSES[refusals - 1] ?? 0;
      if (pause > 0 && !hasTime(pause)) return false;
      if (pause > 0) clock.sleep(pause);
      if (refusals === 0 || refusals === TOKEN_PAUSES.length)
        token = requestToken(services, budget, connection);
      refusals += 1;
    } else if (failures.length > 0) {
      const tooMuch = failures.filter(({ rule }) => kind.hasDays && rule.next === 'fewer');
      if (tooMuch.length > 0) {
        parts = morePartsThan(parts, Math.min(...tooMuch.map(({ range }) => dayCount(range))));
        queue = split();
      }
      const pauses = failures.map(({ rule }) => {
        if (rule.code === 'request_refused') return 0;
        return (rule.next === 'fewer' ? 1000 : 1000 * 2 ** (attempts - 1)) * (0.5 + clock.random());
      });
      const pause = Math.max(...pauses);
      if (!hasTime(pause)) {
        note({ answered: [], token, parts: asked.parts, failed: failures[0], isOver: true });
        return true;
      }
      clock.sleep(pause);
    }
  }
  return true;
}

/** What a call came to. Specification sections 4.2, 5 and 7. */
function judge(
  kind: ReportKind,
  connection: Connection,
  call: ReportCall,
  response: HttpResponse | undefined,
  now: number,
): AnsweredCall | FailedCall {
  const isDocumented = kind.name === SHIFT_FULFILMENT_REPORT.name;
  const fail = (rule: OutcomeRule) => ({
    ...call,
    rule,
    error: outcomeError(rule, response, now, call.correlationId),
  });
  const rule = reportOutcome(response, { isDocumented, employer: connection.employer });
  if (response === undefined || rule !== undefined) return fail(rule ?? OUTCOMES.noAnswer);
  try {
    return { ...call, answer: kind.read(response, connection, call.range) };
  } catch (error) {
    // What is nested too deeply fails in the platform itself.
    const sentence = isReportError(error) ? error.detail.sentence : undefined;
    return fail(sentence === undefined ? OUTCOMES.wrongShape : { ...OUTCOMES.wrongShape, sentence });
  }
}

function isRound({ records }: ReportAnswer): boolean {
  return records >= FEWEST_ROUND && records % ROUND === 0;
}

/** The note on a day that came alone with a round number of records. */
export function roundDaysOf({ range, answer }: AnsweredCall): readonly (readonly [number, number])[] {
  return dayCount(range) === 1 && isRound(answer) ? [[range.from, answer.records]] : [];
}

/** Whether a failure ends the asking. */
function isFinal(
  { rule, range }: FailedCall,
  { hasDays }: ReportKind,
  soFar: { readonly refusals: number; readonly attempts: number; readonly parts: number },
): boolean {
  if (rule.code === 'token_rejected') return soFar.refusals > TOKEN_PAUSES.length;
  if (rule.next === undefined) return true;
  if (rule.code === 'request_refused') return !hasDays || dayCount(range) <= LONGEST_REFUSED_DAYS;
  const mayBeSplit = rule.next === 'fewer' && hasDays && dayCount(range) > 1 && soFar.parts < MOST_PARTS;
  return !mayBeSplit && soFar.attempts >= ATTEMPTS;
}

/**
 * The requests that bring missing days: months, or those of their parts that hold such days, in order.
 *
 * @param parts In how many parts a month is asked for.
 * @param tomorrow Later days are asked for only as far as they are missing.
 */
export function partsToAsk(
  missing: readonly DateRange[],
  parts: number,
  tomorrow: CalendarDate,
): DateRange[] {
  return monthsOf(missing).flatMap((month) => {
    const days = Math.ceil(dayCount(month) / parts);
    const asked: DateRange[] = [];
    for (let from = month.from; from <= month.to; from += days) {
      const part = { from, to: Math.min(month.to, from + days - 1) };
      const last = Math.max(...missing.map((one) => overlap(one, part)?.to ?? Number.NEGATIVE_INFINITY));
      if (last >= from) asked.push({ from, to: Math.min(part.to, Math.max(last, tomorrow)) });
    }
    return asked;
  });
}

/** Both halves of a range of at least two days, as far as they hold missing days. */
function halvesToAsk({ from, to }: DateRange, missing: readonly DateRange[]): DateRange[] {
  const middle = from + Math.ceil((to - from + 1) / 2);
  const halves = [
    { from, to: middle - 1 },
    { from: middle, to },
  ];
  return halves.filter((half) => missing.some((one) => overlap(one, half)));
}

/** Into how many parts a month is split next, after requests for so many days were too much. */
function morePartsThan(parts: number, days: number): number {
  let more = parts;
  while (more < MOST_PARTS && Math.ceil(MOST_PARTS / more) >= days) more *= 2;
  return Math.min(more, MOST_PARTS);
}
