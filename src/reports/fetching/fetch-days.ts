import * as v from 'valibot';
import { type DateRange, dayCount, isInside } from '../../calendar/calendar-date';
import type { AccessToken } from '../../employer-api/access-token';
import type { Connection } from '../../employer-api/connection';
import { FAILURE_CODE, isPassing, isReportError, ReportError, refuse } from '../../employer-api/errors';
import { timeoutThatFits } from '../../employer-api/ports';
import type { ReportKind } from '../../employer-api/shift-report';
import { parseStored } from '../../employer-api/text';
import { ATTEMPTS, FRESH_MILLIS, MOST_FORMULA_REQUESTS } from '../../limits';
import type { Digest, FetchServices } from '../ports';
import { askService, LONGEST_SPAN, partsToAsk, type Round } from './ask-service';
import {
  chunkKeys,
  decodeEntry,
  encodeEntry,
  joinDays,
  type KeptReport,
  monthsOf,
  newestDays,
  without,
} from './kept-rows';

/** The days that a formula or a refresh wants. */
export interface DaysQuestion {
  readonly kind: ReportKind;
  readonly connection: Connection;
  /** In the order of the results; they may overlap. One alone for a report without days. */
  readonly ranges: readonly DateRange[];
  /**
   * Rows that were fetched later, or by this run, are new enough. Milliseconds since 1970.
   *
   * @default now: no row that is kept can be new enough, so the first look is spared
   */
  readonly since?: number | undefined;
  /** Gets the spreadsheet's time zone, to be kept with the rows; null if unknown. Called before the first request. */
  zone(): string | null;
}

/** What came of it. */
export interface FetchedDays {
  /** One report for each range, however old its rows; `undefined` if some day is missing. */
  readonly reports: readonly KeptReport[] | undefined;
  /** The days that are not there, or too old, in order. */
  readonly missing: readonly DateRange[];
  /** Why some are missing; `undefined` if none is, or the time was up. */
  readonly why: ReportError | undefined;
}

/** A report of a formula. */
export interface ReadReport extends KeptReport {
  /** The failure because of which older rows are shown, up to six hours old; `undefined` if the rows are fresh. */
  readonly stale: ReportError | undefined;
}

/** How much longer a claim lasts than the longest possible request. */
const CLAIM_SLACK_MILLIS = 2000;
/** How long it is remembered how many days the service takes at once: a day. */
const SPAN_MILLIS = 86_400_000;

/**
 * Fetches days, so that any number of executions ask for them once: one asks at a time, what it gets is kept for all,
 * and after a failure no request is made until its wait is over. Everything that came is kept at once, so another run
 * goes on from there.
 *
 * @throws {ReportError} `too_many_requests`, before any request, for more days than a formula has time for;
 *   `permission_missing`.
 */
export function fetchDays(services: FetchServices, question: DaysQuestion): FetchedDays {
  const { clock, budget } = services;
  const days = new SharedDays(services, question);
  let failures = 0;
  if (question.since !== undefined) days.look();
  for (let waits = 0; days.missing().length > 0; waits += 1) {
    let why = days.holdingFailure();
    const isOthers = why !== undefined;
    if (days.isFree()) {
      if (budget.surface === 'cell') days.requireFewRequests();
      if (timeoutThatFits(budget, clock.now()) === undefined) return days.found();
      const isClaimed = days.claim();
      // Another was faster: what it brought, or why it failed, was seen then.
      if (isClaimed === false) continue;
      if (isClaimed) {
        const before = totalDays(days.missing());
        why = days.fetch();
        if (why === undefined) return days.found();
        if (totalDays(days.missing()) < before) failures = 0;
        waits = 0;
      }
    }
    // Another asks, or a failure holds: wait if that can help.
    if (why !== undefined) failures += 1;
    const isBusy = why?.code === 'rate_limited' || why?.detail.status === 503;
    const isWorthIt = isBusy || (why && isOthers && budget.surface === 'trigger' && isPassing(why.code));
    const isVain = why !== undefined && (!isWorthIt || failures >= ATTEMPTS);
    // Random, because many may wait for the one that asks.
    const poll = Math.min(250 * 1.5 ** waits, 1200) * (0.4 + 0.6 * clock.random());
    const millis = why ? (why.detail.waitSeconds ?? 0) * 1000 : poll;
    if (isVain || timeoutThatFits(budget, clock.now() + millis) === undefined)
      return days.found(why ?? new ReportError('busy'));
    clock.sleep(millis);
    days.look();
  }
  return days.found();
}

/**
 * The rows of a formula. Rows up to 15 minutes old are fresh. If the service fails, rows up to six hours old are returned
 * as stale, with the failure; after a refusal of access none are.
 *
 * @returns One report for each range, in the same order.
 * @throws {ReportError} Any failure of the service; `busy`; as `fetchDays`.
 */
export function readDays(services: FetchServices, question: Omit<DaysQuestion, 'since'>): ReadReport[] {
  const since = services.clock.now() - FRESH_MILLIS;
  const { reports, missing, why: failure } = fetchDays(services, { ...question, since });
  const stale = missing.length === 0 ? undefined : (failure ?? outOfTime());
  if (stale && (reports === undefined || !isPassing(stale.code))) throw stale;
  // The zone that is kept with old rows may be outdated.
  return (reports ?? []).map((report) => ({ ...report, stale, ...(stale ? { zone: null } : {}) }));
}

/** What is said if the time was up before all days came. */
export function outOfTime(): ReportError {
  const sentence = 'Try again to go on from here: the service needs more time for so many days';
  return new ReportError('upstream_timeout', { sentence });
}

/** The rows of a range that are kept, up to six hours old; `undefined` if a day is missing. As one look of `fetchDays`. */
export function readKeptDays(
  services: FetchServices,
  question: Pick<DaysQuestion, 'kind' | 'connection'>,
  range: DateRange,
): KeptReport | undefined {
  const days = new SharedDays(services, { ...question, ranges: [range], since: 0, zone: () => null });
  days.look();
  return days.found().reports?.[0];
}

/** How many days some ranges have that share none. */
export function totalDays(ranges: readonly DateRange[]): number {
  return ranges.reduce((sum, range) => sum + dayCount(range), 0);
}

/** A month of the wanted days, or the range of a report without days. */
interface Unit {
  readonly range: DateRange;
  /** Of its entry in the cache. */
  readonly key: string;
  /** Which of its days are wanted, in order and each once. */
  readonly wanted: readonly DateRange[];
  /** What is there of it, in order of days; also what this execution fetched and the cache has dropped or refused. */
  pieces: readonly KeptReport[];
}

/** The wanted days as this execution sees them: those that it fetched, and those in the shared cache. */
class SharedDays {
  private readonly units: readonly Unit[];
  private readonly keys;
  private state: ConnectionState = {};
  /** Until then someone asks the service. After it any other may take over. */
  private claimedUntil = 0;
  private readonly since: number;
  /** The requests of this execution. */
  private readonly own = new Set<string>();

  constructor(
    private readonly services: FetchServices,
    private readonly question: DaysQuestion,
  ) {
    const { kind, connection, ranges } = question;
    this.keys = cacheKeys(connection, services.digest);
    this.since = question.since ?? services.clock.now();
    this.units = (kind.hasDays ? monthsOf(ranges) : ranges).map((range) => ({
      ...{ range, key: this.keys.rows(kind, range), pieces: [] },
      // The days of both.
      wanted: without(range, without(range, ranges)),
    }));
  }

  /** Reads what is shared. */
  look(): void {
    const { cache, clock, packer } = this.services;
    const names = this.units.flatMap(({ key }) => chunkKeys(key));
    const entries = cache.getAll([this.keys.state, this.keys.claim, ...names]);
    this.state = parseStored(STATE, entries[this.keys.state]) ?? {};
    this.claimedUntil = Number(entries[this.keys.claim]) || 0;
    for (const unit of this.units)
      unit.pieces = newestDays([...unit.pieces, ...decodeEntry(unit.key, entries, packer)], clock.now());
  }

  /** The wanted days that are not there or too old, in order, each once. */
  missing(): DateRange[] {
    return this.units.flatMap(({ wanted, pieces }) => {
      const isNew = ({ fetchedAt, correlationId }: KeptReport) =>
        fetchedAt > this.since || this.own.has(correlationId);
      const held = pieces.filter(isNew).map(({ range }) => range);
      return wanted.flatMap((range) => without(range, held));
    });
  }

  found(why?: ReportError): FetchedDays {
    const { ranges } = this.question;
    const pieces = this.units.flatMap((unit) => unit.pieces);
    const held = pieces.map(({ range }) => range);
    const reports = ranges.flatMap((range) =>
      without(range, held).length === 0 ? joinDays(range, pieces) : [],
    );
    const isWhole = reports.length === ranges.length;
    return { reports: isWhole ? reports : undefined, missing: this.missing(), why };
  }

  /** Whether no other execution is asking, and no failure forbids it. */
  isFree(): boolean {
    return this.claimedUntil <= this.services.clock.now() && this.holdingFailure() === undefined;
  }

  /** The failure because of which these days are not asked for now. */
  holdingFailure(): ReportError | undefined {
    const now = this.services.clock.now();
    const { failure } = this.state;
    return failure && failure.until > now && this.isOfThese(failure) ? failureError(failure, now) : undefined;
  }

  private isOfThese({ only }: Failure): boolean {
    return only === undefined || this.units.some(({ key }) => key === only);
  }

  /** @throws {ReportError} `too_many_requests` */
  requireFewRequests(): void {
    const missing = this.missing();
    const { kind } = this.question;
    const { length } = kind.hasDays ? partsToAsk(monthsOf(missing), this.span(), missing, 0) : missing;
    if (length <= MOST_FORMULA_REQUESTS) return;
    refuse(
      'too_many_requests',
      `These dates need ${length} requests, too many for a formula. Make a saved report in the sidebar`,
    );
  }

  /**
   * Claims the connection, if it is free and days are missing. Many cells ask at the same moment, and only the lock keeps
   * them apart. Anything else is alone but for a moment, and might ask once too often.
   *
   * @returns Whether it did; `undefined` if another has the lock.
   */
  claim(): boolean | undefined {
    const { lock, cache, budget } = this.services;
    const isCell = budget.surface === 'cell';
    if (isCell && !lock.acquire(0)) return undefined;
    try {
      this.look();
      const isOurs = this.missing().length > 0 && this.isFree();
      // Alone, so that no token and no failure is overwritten that another has just shared.
      if (isOurs) cache.putAll({ [this.keys.claim]: String(this.claimEnd()) });
      return isOurs;
    } finally {
      if (isCell) lock.release();
    }
  }

  /**
   * Asks for the missing days and keeps what comes. The caller has claimed the connection.
   *
   * @returns The failure that ended it; `undefined` if all came, or the time was up.
   */
  fetch(): ReportError | undefined {
    const { services, question } = this;
    const { kind, connection } = question;
    const { token: kept } = this.state;
    const token = kept && kept.expiresAt > services.clock.now() ? kept : undefined;
    let why: ReportError | undefined;
    try {
      const wanted = { kind, connection, missing: this.missing(), span: this.span(), token };
      const isOver = askService(services, { ...wanted, zone: question.zone() }, (round) => {
        why = round.failed?.error;
        this.keep(round);
      });
      if (!isOver) this.share({});
    } catch (error) {
      const isOurs = isReportError(error) && error.detail.waitSeconds !== undefined;
      const failure = isOurs ? { failure: failureOf(error, services.clock.now()) } : {};
      this.share(failure);
      if (!isOurs) throw error;
      why = error;
    }
    return why;
  }

  /** Keeps what some requests brought, and how it stands. */
  private keep({ pieces, token, span, failed, isOver }: Round): void {
    const { clock, packer } = this.services;
    const now = clock.now();
    const entries: Record<string, string> = {};
    for (const unit of this.units) {
      const newer = pieces.filter((piece) => isInside(piece.range, unit.range));
      if (newer.length === 0) continue;
      for (const { correlationId } of newer) this.own.add(correlationId);
      unit.pieces = newestDays([...newer, ...unit.pieces], now);
      Object.assign(entries, encodeEntry(unit.key, unit.pieces, packer));
    }
    const only = failed?.rule.isOwn && this.units.find(({ range }) => isInside(failed.range, range))?.key;
    // A failure of other rows still holds after these came.
    const { failure } = this.state;
    const left = failure && failure.until > now && !this.isOfThese(failure) ? failure : undefined;
    const isSlower = pieces.length > 0 && span < this.span();
    const changes = {
      token,
      ...(isSlower ? { span: { days: span, until: now + SPAN_MILLIS } } : {}),
      ...(pieces.length > 0 ? { failure: left } : {}),
      ...(failed ? { failure: failureOf(failed.error, now, only || undefined) } : {}),
    };
    this.share(changes, entries, isOver ? 0 : this.claimEnd());
  }

  /** The most days of one request. */
  private span(): number {
    const { span } = this.state;
    return span !== undefined && span.until > this.services.clock.now() ? span.days : LONGEST_SPAN;
  }

  private claimEnd(): number {
    const { clock, budget } = this.services;
    return clock.now() + budget.timeoutSeconds * 1000 + CLAIM_SLACK_MILLIS;
  }

  /** @param claimedUntil The claim ends with it unless more is to come. */
  private share(
    changes: Partial<ConnectionState>,
    entries: Record<string, string> = {},
    claimedUntil = 0,
  ): void {
    this.state = { ...this.state, ...changes };
    const [state, claim] = [JSON.stringify(this.state), String(claimedUntil)];
    this.services.cache.putAll({ ...entries, [this.keys.state]: state, [this.keys.claim]: claim });
  }
}

/*
 * What executions share through the cache, besides rows. A value that is damaged is as good as missing.
 */

const TIME = v.number();
const FAILURE = v.object({
  code: FAILURE_CODE,
  detail: v.object({
    sentence: v.optional(v.string()),
    status: v.optional(v.number()),
    correlationId: v.optional(v.string()),
  }),
  /** When it happened. Milliseconds since 1970. */
  at: TIME,
  /** No request is made before this time. */
  until: TIME,
  /** The key of the rows that alone could not be had; left out if it concerns the whole connection. */
  only: v.optional(v.string()),
});
const STATE = v.object({
  token: v.optional(v.object({ value: v.string(), expiresAt: TIME, lacksScope: v.optional(v.boolean()) })),
  /** The newest failure since the last success. */
  failure: v.optional(FAILURE),
  /** The most days of one request. */
  span: v.optional(v.object({ days: v.pipe(v.number(), v.safeInteger(), v.minValue(1)), until: TIME })),
});

/** What is known of a connection. Whoever has claimed it writes it, and whoever checks or replaces it. */
type ConnectionState = Readonly<v.InferOutput<typeof STATE>>;
/** A failure that is remembered. Holds nothing from a response body. */
type Failure = Readonly<v.InferOutput<typeof FAILURE>>;

/**
 * The keys of a connection's state, of its claim, and of its rows of a month or of another report's days: hashes of
 * fingerprint, region and employer, so that data of other credentials is never found, and no key contains a client ID.
 */
export function cacheKeys({ fingerprint, region, employer }: Connection, digest: Digest) {
  const owner = [fingerprint, region, employer].join('|');
  const rows = ({ name }: Pick<ReportKind, 'name'>, { from, to }: DateRange) =>
    `rows.${digest([owner, name, from, to].join('|'))}`;
  return { state: `state.${digest(owner)}`, claim: `claim.${digest(owner)}`, rows };
}

/** Remembers a failure for as long as it says. */
function failureOf({ code, detail }: ReportError, now: number, only?: string): Failure {
  return { code, detail, at: now, until: now + (detail.waitSeconds ?? 0) * 1000, only };
}

/** A remembered failure as an error, with the time that is left; a second if none is. */
function failureError({ code, detail, until }: Failure, now: number): ReportError {
  return new ReportError(code, { ...detail, waitSeconds: Math.max(1, Math.ceil((until - now) / 1000)) });
}

/**
 * What is remembered of a connection, the newest failure since its last success, and whether it holds. One cache read.
 */
export function lookAt({ cache, clock, digest }: FetchServices, connection: Connection) {
  const key = cacheKeys(connection, digest).state;
  const state = parseStored(STATE, cache.getAll([key])[key]) ?? {};
  const { failure } = state;
  if (failure === undefined) return { state, failing: undefined };
  const now = clock.now();
  const isHeld = failure.only === undefined && failure.until > now;
  return { state, failing: { at: failure.at, error: failureError(failure, now), holds: isHeld } };
}

/**
 * Notes what a check of a connection came to: the token, and the failure of the one day that it asked for; an odd answer says
 * nothing of other days.
 *
 * @param state What `lookAt` gave. @default nothing was remembered
 */
export function noteCheck(
  { cache, clock, digest }: FetchServices,
  connection: Connection,
  token: AccessToken | undefined,
  error: ReportError | undefined,
  state: ConnectionState = {},
): void {
  const isOwn = error?.code === 'invalid_response' || error?.code === 'request_refused';
  const failure = error && failureOf(error, clock.now(), isOwn ? 'day' : undefined);
  const noted = { ...state, token: token ?? state.token, failure };
  cache.putAll({ [cacheKeys(connection, digest).state]: JSON.stringify(noted) });
}

/** Forgets the token of a connection that was replaced or removed. */
export function forgetToken({ cache, digest }: FetchServices, connection: Connection): void {
  cache.putAll({ [cacheKeys(connection, digest).state]: '' });
}
