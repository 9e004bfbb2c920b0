import {
  type DateRange,
  isInside,
  isSameRange,
  type Margin,
  overlap,
  widen,
} from '../../calendar/calendar-date';
import type { Connection } from '../../employer-api/connection';
import type { ReportKind } from '../../employer-api/report-kind';
import { LONGEST_KEPT_MILLIS } from '../../limits';
import type { FetchServices } from '../ports';
import { type AskedReport, askWhole, type Window, wantedDays } from './asked-report';
import { type JoinedReport, joinSlices, madeAt, type ShownDays, type Slice } from './joined-report';
import {
  type DaysOfPiece,
  decodeReport,
  type KeptRange,
  type KeptReport,
  newestByDay,
  readFetchedAt,
  readKeptRanges,
  reportKeys,
} from './report-cache';
import { type SharedView, viewShared } from './shared-state';

/** What a caller may use of the days in the cache, and which of them it reads. */
interface KeptDaysPolicy {
  /** True if an answer that was fetched then is not too old. Milliseconds since 1970. */
  isUsable(fetchedAt: number, now: number): boolean;
  /**
   * `shown`: the named windows with their rows, and of other ranges the answers that would be shown. `all`: every usable
   * answer, since a refresh compares them with each other.
   */
  readonly reads: 'shown' | 'all';
}

/** Days in the cache; without `report` if they are listed but not read. */
interface Piece extends KeptRange {
  readonly report?: KeptReport;
}

/** A formula shows days that are up to six hours old; how old they are is judged later. */
export const FOR_FORMULAS: KeptDaysPolicy = {
  isUsable: (fetchedAt, now) => now - fetchedAt < LONGEST_KEPT_MILLIS,
  reads: 'shown',
};

/**
 * The days of a report that are there: fetched by this execution, or in the shared cache, under their own keys and inside
 * other ranges. Each day is taken from the newest answer that holds it.
 */
export class KeptDays {
  /** The newest answer for each range; ranges may overlap. */
  private readonly answers = new Map<string, KeptReport>();
  /** Those that this execution has fetched: the cache may have dropped or refused them. */
  private readonly own = new Set<KeptReport>();
  /** Listed ranges that were read, each once. */
  private readonly seen = new Set<string>();
  /** Listed ranges that were not read. */
  private unread: readonly KeptRange[] = [];

  constructor(
    private readonly services: FetchServices,
    private asked: AskedReport,
    private readonly policy: KeptDaysPolicy,
  ) {}

  /** Looks for the same days by other windows from now on. Answers that were requested with fewer extra days are dropped. */
  changeRequest(asked: AskedReport): AskedReport {
    this.asked = asked;
    for (const answer of this.all()) if (!hasMargin(answer, asked.margin)) this.drop(answer);
    return asked;
  }

  /**
   * Reads the shared state, and the answers of other executions that it names. One cache read, and another one if it lists
   * answers that are to be read. Each report of more than 23,000 rows takes one more, and so does a list that names
   * reports that are gone.
   *
   * @param windows Those whose requests the view describes.
   * @param named Those that may be in the cache under their own keys.
   */
  readShared(windows: readonly Window[], named: readonly Window[]): SharedView {
    const { cache, clock } = this.services;
    const { asked } = this;
    const readsAll = this.policy.reads === 'all';
    const rows = named.flatMap(({ keys }) => (readsAll ? [keys.report] : reportKeys(keys.report)));
    const entries = cache.getAll([...keysToRead(asked, windows), ...rows]);
    const now = clock.now();
    const view = viewShared(asked.keys, entries, now);
    const deniedAt = view.credential.deniedAt ?? 0;
    const isUsable = (at: number) => at <= now && at > deniedAt && this.policy.isUsable(at, now);
    for (const answer of this.all())
      if (!this.own.has(answer) && answer.fetchedAt <= deniedAt) this.drop(answer);
    const list = asked.rangesKey === undefined ? [] : readKeptRanges(entries[asked.rangesKey]);
    this.unread = list.filter(
      (one) =>
        isUsable(one.at) &&
        !this.seen.has(nameOf(one, one.at)) &&
        asked.ranges.some((range) => overlap(range, one) !== undefined) &&
        (readsAll || !named.some(({ range }) => isSameRange(range, one))),
    );
    if (readsAll) {
      const found = named.filter(({ keys }) => isUsable(readFetchedAt(entries[keys.report]) ?? 0));
      this.readFromCache(this.unread, found, isUsable);
      return view;
    }
    this.takeOver(named, entries, isUsable);
    for (;;) {
      const due = this.unreadOfShown();
      if (due.length === 0) return view;
      this.readFromCache(due, [], isUsable);
    }
  }

  /** All answers; they may overlap. */
  all(): readonly KeptReport[] {
    return Array.from(this.answers.values());
  }

  /** Adds an answer of this execution, instead of any other for its range. */
  add(answer: KeptReport): void {
    this.answers.set(nameOf(answer.range), answer);
    this.own.add(answer);
    this.seen.add(nameOf(answer.range, answer.fetchedAt));
  }

  drop({ range }: KeptReport): void {
    this.answers.delete(nameOf(range));
  }

  /** True for an answer of this execution. */
  isOwn(answer: KeptReport): boolean {
    return this.own.has(answer);
  }

  /** A range with each day from the newest answer that holds it; `undefined` if a day is missing. */
  show(range: DateRange): ShownDays | undefined {
    const runs = this.newest(range);
    const slices = runs?.flatMap(({ from, to, piece: { report } }) => (report ? [{ from, to, report }] : []));
    return slices && slices.length === runs?.length ? { range, slices } : undefined;
  }

  private newest(days: DateRange): DaysOfPiece<Piece>[] | undefined {
    const pieces = newestFirst([...this.all().map(pieceOf), ...this.unread]);
    const canBeCut = this.asked.rangesKey !== undefined;
    return newestByDay(days, canBeCut ? pieces : pieces.filter((one) => isSameRange(one, days)));
  }

  /** Unread ranges that would be shown: only of windows whose days are all kept; others need a request anyway. */
  private unreadOfShown(): KeptRange[] {
    const runs = this.asked.windows
      .flatMap((window) => wantedDays(this.asked, window))
      .flatMap((days) => this.newest(days) ?? []);
    return this.unread.filter((one) => runs.some(({ piece }) => piece === one));
  }

  private readFromCache(
    listed: readonly KeptRange[],
    named: readonly Window[],
    isUsable: (at: number) => boolean,
  ): void {
    for (const one of listed) this.seen.add(nameOf(one, one.at));
    this.unread = this.unread.filter((one) => !listed.includes(one));
    const places = [...named, ...listed.map((range) => this.asked.window(range))];
    if (places.length === 0) return;
    const entries = this.services.cache.getAll(places.flatMap(({ keys }) => reportKeys(keys.report)));
    this.takeOver(places, entries, isUsable);
  }

  /** Takes over the usable answers for some windows, unless there are newer ones. */
  private takeOver(
    places: readonly Window[],
    entries: Readonly<Record<string, string>>,
    isUsable: (at: number) => boolean,
  ): void {
    const { cache, packer } = this.services;
    for (const { keys, range } of places) {
      const answer = decodeReport(keys.report, entries, (more) => cache.getAll(more), packer);
      if (!answer || !isUsable(answer.fetchedAt) || !hasMargin(answer, this.asked.margin)) continue;
      const known = this.answers.get(nameOf(range));
      if (known && known.fetchedAt >= answer.fetchedAt) continue;
      this.answers.set(nameOf(range), answer);
      this.seen.add(nameOf(range, answer.fetchedAt));
    }
  }
}

/** Each day of a range from the newest answer that holds it, in order of days. No day may be missing. */
export function newestSlices(range: DateRange, answers: readonly KeptReport[]): Slice[] {
  const runs = newestByDay(range, newestFirst(answers.map(pieceOf))) ?? [];
  return runs.map(({ from, to, piece: { report } }) => ({ from, to, report }));
}

/**
 * Reads the rows of a range from the cache, up to six hours old. Makes no request.
 *
 * One cache read, and more for days inside other ranges or reports of more than 23,000 rows.
 *
 * @param margin Answers requested with fewer extra days are not used.
 * @returns `undefined` if a day is missing.
 */
export function readKeptReport(
  services: FetchServices,
  kind: ReportKind,
  connection: Connection,
  range: DateRange,
  margin: Margin,
): JoinedReport | undefined {
  const asked = askWhole(kind, connection, range, services.digest, margin);
  const days = new KeptDays(services, asked, FOR_FORMULAS);
  days.readShared(asked.windows, asked.windows);
  const shown = days.show(range);
  return shown && joinSlices(kind, [shown])[0];
}

function pieceOf(report: KeptReport) {
  const { range, fetchedAt: at } = report;
  return { from: range.from, to: range.to, at, report };
}

/** Newest first; answers fetched at the same time by when the service made them, unread ones last. */
function newestFirst<One extends Piece>(pieces: readonly One[]): One[] {
  const made = ({ report }: One) => (report ? madeAt(report) : Number.NEGATIVE_INFINITY);
  // The difference of two infinities is NaN: such pieces are equal.
  return [...pieces].sort((one, other) => other.at - one.at || made(other) - made(one) || 0);
}

function nameOf({ from, to }: DateRange, at?: number): string {
  return [from, to, at].join();
}

/** The cache keys of the state of requests, without their rows. */
function keysToRead({ keys, rangesKey: ranges }: AskedReport, windows: readonly Window[]): string[] {
  return [
    ...[keys.token, keys.credential, keys.origin, keys.failing],
    ...(ranges === undefined ? [] : [ranges]),
    ...windows.map((window) => window.keys.request),
  ];
}

/** True if an answer was requested with at least this many extra days. */
function hasMargin({ range, asked = range }: KeptReport, margin: Margin): boolean {
  return isInside(widen(range, margin), asked);
}
