import { type Budget, timeoutThatFits } from '../../budget';
import { type DateRange, dayCount, isInside, isSameRange } from '../../calendar/calendar-date';
import type { AccessToken } from '../../employer-api/access-token';
import type { Connection } from '../../employer-api/connection';
import { type FailureCode, isReportError, ReportError } from '../../employer-api/errors';
import type { ReportKind } from '../../employer-api/shift-report';
import { CACHE_SECONDS, FRESH_MILLIS, MOST_FORMULA_REQUESTS } from '../../limits';
import type { DocumentLock, FetchServices } from '../ports';
import { type AskedSoFar, askService, roundDaysOf } from './ask-service';
import { eachOnce, monthsOf, partsToAsk, without } from './asked-days';
import {
  chunkKeys,
  decodeEntry,
  encodeEntry,
  joinDays,
  type KeptReport,
  sortRows,
  withNewer,
} from './kept-rows';
import {
  type ConnectionState,
  connectionKeys,
  failureError,
  failureOf,
  holdingFailure,
  isClaimed,
  isPassing,
  partsOf,
  readState,
  readToken,
  rowsKey,
} from './shared-state';

/** The days that a formula or a refresh wants. */
export interface DaysQuestion {
  readonly kind: ReportKind;
  readonly connection: Connection;
  /** In the order of the results; they may overlap. */
  readonly ranges: readonly DateRange[];
  /** Rows that were fetched later, or by this run, are new enough. Milliseconds since 1970. */
  readonly since: number;
  /** Whether no row that is kept can be new enough: the first look is spared. */
  readonly isNew?: boolean;
  /** Gets the spreadsheet's time zone, to be kept with the rows; null if unknown. Called before the first request. */
  zone(): string | null;
}

/** What came of it. */
export interface FetchedDays {
  /** One report for each range, however old its rows; `undefined` if some day is missing. */
  readonly reports: readonly KeptReport[] | undefined;
  /** The days that are not there, or too old, in order. */
  readonly missing: readonly DateRange[];
  /** Why some are missing; `undefined` if none is. */
  readonly why: ReportError | undefined;
  /** Whether nothing failed, but the time was up. */
  readonly isTimeUp: boolean;
  /** Whether this run brought any day: then another may go on from the cache. */
  readonly hasBrought: boolean;
}

/** A report of a formula. */
export interface ReadReport extends KeptReport {
  /** The failure because of which older rows are shown, up to six hours old; `undefined` if the rows are fresh. */
  readonly stale: ReportError | undefined;
}

/**
 * Fetches days, so that any number of executions ask for them once: one asks at a time, what it gets is kept for all,
 * and after a failure no request is made until its wait is over. Everything that came is kept at once, so another run
 * goes on from there.
 *
 * Service calls: one for the days that are kept, one more for a month of more than 35,000 rows. To ask: four for the
 * lock and the claim, one for each batch of five requests, one to keep what came, and one for a token if none is kept.
 *
 * @throws {ReportError} `too_many_requests`, before any request, for more days than a formula has time for;
 *   `permission_missing`.
 */
export function fetchDays(services: FetchServices, budget: Budget, question: DaysQuestion): FetchedDays {
  const { clock, lock } = services;
  const days = new SharedDays(services, question);
  let isSpared = question.isNew === true;
  let failures = 0;
  for (let waits = 0; ; waits += 1) {
    if (!isSpared) days.look();
    if (!isSpared && days.missing().length === 0) return days.found(undefined);
    let why = days.holdingFailure();
    const isOthers = why !== undefined;
    if (isSpared || days.isFree()) {
      if (budget.surface === 'cell') days.requireFewRequests();
      if (timeoutThatFits(budget, clock.now()) === undefined) return days.found(outOfTime(), true);
      const isClaimed = withFreeLock(lock, () => days.claim(budget));
      isSpared = isSpared && isClaimed === undefined;
      // Another was faster: what it brought, or why it failed, is there now.
      if (isClaimed === false) continue;
      if (isClaimed) {
        const before = totalDays(days.missing());
        why = days.ask(budget);
        const left = totalDays(days.missing());
        if (left < before) failures = 0;
        if (why === undefined) return left === 0 ? days.found(undefined) : days.found(outOfTime(), true);
        waits = 0;
      }
    }
    // Another asks, or a failure holds: wait if that can help.
    if (why !== undefined) failures += 1;
    const isWorthIt = isOthers && budget.surface === 'trigger';
    const seconds = why && (isWorthIt && isPassing(why.code) ? why.detail.waitSeconds : secondsToWait(why));
    const millis = seconds === undefined ? pollMillis(waits, clock.random()) : seconds * 1000;
    const isVain = why !== undefined && (seconds === undefined || failures >= MOST_FAILURES);
    if (isVain || timeoutThatFits(budget, clock.now() + millis) === undefined)
      return days.found(why ?? new ReportError('busy'));
    clock.sleep(millis);
  }
}

/** Does work under the lock; nothing, and `undefined`, if another has it. */
function withFreeLock<Result>(lock: DocumentLock, work: () => Result): Result | undefined {
  if (!lock.acquire(0)) return undefined;
  try {
    return work();
  } finally {
    lock.release();
  }
}

/** How long a run waits before it tries again after a failure, in seconds; `undefined` if waiting is no help. */
function secondsToWait({ code, detail }: ReportError): number | undefined {
  return code === 'rate_limited' || detail.status === 503 ? detail.waitSeconds : undefined;
}

/**
 * The rows of a formula. Rows up to 15 minutes old are fresh. If the service fails, rows up to six hours old are returned
 * as stale, with the failure; after a refusal of access none are.
 *
 * @returns One report for each range, in the same order.
 * @throws {ReportError} Any failure of the service; `busy`; as `fetchDays`.
 */
export function readDays(
  services: FetchServices,
  budget: Budget,
  question: Omit<DaysQuestion, 'since' | 'isNew'>,
): ReadReport[] {
  const since = services.clock.now() - FRESH_MILLIS;
  const { reports, why } = fetchDays(services, budget, { ...question, since });
  if (reports && why === undefined) return reports.map((report) => ({ ...report, stale: undefined }));
  if (reports === undefined || why === undefined || !isPassing(why.code))
    throw why ?? new ReportError('busy');
  // The zone that is kept with old rows may be outdated.
  return reports.map((report) => ({ ...report, zone: null, stale: why }));
}

/** The rows of a range that are kept, up to six hours old; `undefined` if a day is missing. As one look of `fetchDays`. */
export function readKeptDays(
  services: FetchServices,
  question: Pick<DaysQuestion, 'kind' | 'connection'>,
  range: DateRange,
): KeptReport | undefined {
  const days = new SharedDays(services, { ...question, ranges: [range], since: 0, zone: () => null });
  days.look();
  return days.found(undefined).reports?.[0];
}

/** The newest failure of a connection. */
export interface FailingConnection {
  /** When it happened. Milliseconds since 1970. */
  readonly at: number;
  readonly code: FailureCode;
  /** The sentence that a person reads. */
  readonly message: string;
  readonly correlationId: string | undefined;
  /** Whether it keeps every execution from asking the service at present. */
  readonly holds: boolean;
}

/** The newest failure of a connection since its last success. One cache read. */
export function readFailing(
  { cache, clock, digest }: FetchServices,
  connection: Connection,
): FailingConnection | undefined {
  const { state: key } = connectionKeys(connection, digest);
  const state = readState(cache.getAll([key])[key]);
  const { failure } = state;
  if (failure === undefined) return undefined;
  const { at, code, correlationId } = failure;
  const now = clock.now();
  const holds = failure.only === undefined && holdingFailure(state, now) !== undefined;
  return { at, code, correlationId, holds, message: failureError(failure, now).message };
}

/** After so many failures in a row that brought no day, a run gives up, however short their pauses. */
const MOST_FAILURES = 3;
/** How much longer a claim lasts than the longest possible request. */
const CLAIM_SLACK_MILLIS = 2000;
/** How long `parts` is remembered: a day. */
const PARTS_MILLIS = 86_400_000;

function outOfTime(): ReportError {
  const sentence = 'Try again to go on from here: the service needs more time for so many days';
  return new ReportError('upstream_timeout', { sentence });
}

/** The pause before another look while another execution asks. Random, because many may wait. */
function pollMillis(looks: number, random: number): number {
  const longest = [250, 400, 600, 900][Math.max(0, looks)] ?? 1200;
  return longest * (0.4 + 0.6 * random);
}

/** The wanted days as this execution sees them: those that it fetched, and those in the shared cache. */
class SharedDays {
  /** The months of the wanted days, or the ranges of a report without days. */
  private readonly units: readonly { readonly range: DateRange; readonly key: string }[];
  private readonly keys;
  /** What is kept of each unit, in order of days. */
  private readonly kept = new Map<string, readonly KeptReport[]>();
  /** What this execution fetched: the cache may have dropped or refused it. */
  private readonly own = new Map<string, readonly KeptReport[]>();
  private readonly read = new Map<string, string>();
  private readonly id: string;
  private state: ConnectionState = {};
  private token: AccessToken | undefined;

  constructor(
    private readonly services: FetchServices,
    private readonly question: DaysQuestion,
  ) {
    const { kind, connection, ranges } = question;
    const { digest, makeId } = services;
    this.keys = connectionKeys(connection, digest);
    const units = kind.hasDays ? monthsOf(ranges) : eachOnce(ranges);
    this.units = units.map((range) => ({ range, key: rowsKey(connection, kind, range, digest) }));
    this.id = makeId();
  }

  /** Reads what is shared. */
  look(): void {
    const { cache, clock, packer } = this.services;
    const names = this.units.flatMap(({ key }) => chunkKeys(key));
    const entries = cache.getAll([this.keys.token, this.keys.state, ...names]);
    const now = clock.now();
    this.state = readState(entries[this.keys.state]);
    this.token = readToken(entries[this.keys.token], now);
    for (const { key } of this.units) {
      const text = entries[key] ?? '';
      if (this.read.get(key) === text) continue;
      this.read.set(key, text);
      const found = decodeEntry(key, entries, (more) => cache.getAll(more), packer);
      this.kept.set(key, withNewer(found, this.own.get(key) ?? [], now));
    }
  }

  /** The wanted days that are not there or too old, in order, each once. */
  missing(): DateRange[] {
    const { ranges, since, kind } = this.question;
    const own = Array.from(this.own.values()).flat();
    const found = this.pieces().filter((piece) => piece.fetchedAt > since || own.includes(piece));
    const held = found.map(({ range }) => range);
    if (!kind.hasDays)
      return eachOnce(ranges).filter((range) => !held.some((one) => isSameRange(range, one)));
    const missing: DateRange[] = [];
    for (const range of ranges) missing.push(...without(range, [...held, ...missing]));
    return missing.sort((one, other) => one.from - other.from);
  }

  found(why: ReportError | undefined, isTimeUp = false): FetchedDays {
    const { ranges } = this.question;
    const reports = ranges.flatMap((range) => this.show(range) ?? []);
    const isWhole = reports.length === ranges.length;
    const hasBrought = this.own.size > 0;
    return { reports: isWhole ? reports : undefined, missing: this.missing(), why, isTimeUp, hasBrought };
  }

  /** Whether no execution is asking, and no failure forbids it. */
  isFree(): boolean {
    return !isClaimed(this.state, this.services.clock.now()) && this.holdingFailure() === undefined;
  }

  holdingFailure(): ReportError | undefined {
    const now = this.services.clock.now();
    const keys = this.units.map(({ key }) => key);
    const failure = holdingFailure(this.state, now, keys);
    return failure && failureError(failure, now);
  }

  /** @throws {ReportError} `too_many_requests` */
  requireFewRequests(): void {
    const { kind } = this.question;
    const parts = partsOf(this.state, this.services.clock.now());
    const missing = this.missing();
    const requests = kind.hasDays ? partsToAsk(missing, parts, 0).length : missing.length;
    if (requests <= MOST_FORMULA_REQUESTS) return;
    const sentence = `These dates need ${requests} requests, too many for a formula. Make a saved report in the sidebar`;
    throw new ReportError('too_many_requests', { sentence });
  }

  /** Claims the connection, if it is free and days are missing. The caller holds the lock. */
  claim(budget: Budget): boolean {
    this.look();
    if (this.missing().length === 0 || !this.isFree()) return false;
    this.share({}, this.claimed(budget));
    return true;
  }

  /**
   * Asks for the missing days and keeps what comes. The caller has claimed the connection.
   *
   * @returns The failure that ended it; `undefined` if all came, or the time was up.
   */
  ask(budget: Budget): ReportError | undefined {
    const { services, question, state } = this;
    const parts = partsOf(state, services.clock.now());
    const asked = { kind: question.kind, connection: question.connection, missing: this.missing() };
    let why: ReportError | undefined;
    try {
      const zone = question.zone();
      const isOver = askService(services, budget, { ...asked, parts, token: this.token }, (soFar) => {
        why = soFar.failed?.error;
        this.keep(soFar, zone, budget);
      });
      if (!isOver) this.share({}, { claim: undefined });
      return why;
    } catch (error) {
      const isOurs = isReportError(error) && error.detail.waitSeconds !== undefined;
      const failure = isOurs ? { failure: failureOf(error, services.clock.now()) } : {};
      this.share({}, { ...failure, claim: undefined });
      if (!isOurs) throw error;
      return error;
    }
  }

  /** Keeps what some requests brought, and how it stands. One service call. */
  private keep(
    { answered, token, parts, failed, isOver }: AskedSoFar,
    zone: string | null,
    budget: Budget,
  ): void {
    const { clock, packer } = this.services;
    const now = clock.now();
    const pieces = answered.map(({ range, correlationId, answer }): KeptReport => {
      const { records, ...about } = answer;
      const rows = this.question.kind.hasDays ? sortRows(answer.rows) : answer.rows;
      const roundDays = roundDaysOf({ range, correlationId, answer });
      return { ...about, rows, range, correlationId, roundDays, fetchedAt: now, zone };
    });
    const entries: Record<string, string> = { [this.keys.token]: JSON.stringify(token) };
    for (const { range, key } of this.units) {
      const newer = pieces.filter((piece) => isInside(piece.range, range));
      if (newer.length === 0) continue;
      const all = withNewer(this.kept.get(key) ?? [], newer, now);
      this.own.set(key, withNewer(this.own.get(key) ?? [], newer, now));
      this.kept.set(key, all);
      Object.assign(entries, encodeEntry(key, all, packer));
    }
    this.token = token;
    const only = failed?.rule.isOwn ? this.unitOf(failed.range)?.key : undefined;
    const isSmaller = pieces.length > 0 && parts > partsOf(this.state, now);
    this.share(entries, {
      ...(isOver ? { claim: undefined } : this.claimed(budget)),
      ...(isSmaller ? { parts: { count: parts, until: now + PARTS_MILLIS } } : {}),
      ...(failed ? { failure: failureOf(failed.error, now, only) } : {}),
      ...(!failed && pieces.length > 0 ? { failure: this.failureOfOthers(now) } : {}),
    });
  }

  /** A failure of other rows still holds after these came. */
  private failureOfOthers(now: number): ConnectionState['failure'] {
    const { failure } = this.state;
    const isOther = failure?.only !== undefined && this.units.every(({ key }) => key !== failure.only);
    return isOther && failure.until > now ? failure : undefined;
  }

  private claimed({ timeoutSeconds }: Budget): Pick<ConnectionState, 'claim'> {
    const until = this.services.clock.now() + timeoutSeconds * 1000 + CLAIM_SLACK_MILLIS;
    return { claim: { by: this.id, until } };
  }

  private share(entries: Readonly<Record<string, string>>, changes: Partial<ConnectionState>): void {
    this.state = { ...this.state, ...changes };
    this.services.cache.putAll({ ...entries, [this.keys.state]: JSON.stringify(this.state) }, CACHE_SECONDS);
  }

  private unitOf(range: DateRange) {
    return this.units.find((unit) => isInside(range, unit.range));
  }

  private pieces(): KeptReport[] {
    return this.units.flatMap(({ key }) => this.kept.get(key) ?? []);
  }

  private show(range: DateRange): KeptReport | undefined {
    const pieces = this.pieces();
    if (!this.question.kind.hasDays) return pieces.find((piece) => isSameRange(range, piece.range));
    const held = pieces.map((piece) => piece.range);
    return without(range, held).length === 0 ? joinDays(range, pieces) : undefined;
  }
}

/** How many days some ranges have that share none. */
export function totalDays(ranges: readonly DateRange[]): number {
  return ranges.reduce((sum, range) => sum + dayCount(range), 0);
}
