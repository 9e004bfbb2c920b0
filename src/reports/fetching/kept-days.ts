import { type DateRange, isInside, isSameRange, type Margin } from '../../calendar/date-range';
import type { Connection } from '../../employer-api/connection';
import type { ReportKind } from '../../employer-api/report-kind';
import { FRESH_MILLIS, LONGEST_KEPT_MILLIS } from '../../limits';
import { type AskedReport, askWhole, keysToRead, type Window, wantedDays } from './asked-report';
import { hasMargin } from './day-margin';
import type { FetchServices } from './fetch-services';
import { type JoinedReport, joinSlices, madeAt, type ShownDays } from './joined-report';
import { type KeptRange, newestByDay, readKeptRanges } from './kept-ranges';
import { decodeReport, type KeptReport, reportKeys } from './report-cache';
import { isClaimed, type RequestEntry, readRequest, type SharedView, viewShared } from './shared-state';

/** The state of one window. */
export interface SeenWindow {
  readonly window: Window;
  readonly request: RequestEntry;
  /** Whether another execution has claimed it. */
  readonly isClaimed: boolean;
  /** Whether all of its wanted days are fresh. */
  readonly isFresh: boolean;
}

/** The shared state of a report, as read at one moment. */
export interface Look {
  readonly view: SharedView;
  /** In the order of the report's windows. */
  readonly windows: readonly SeenWindow[];
  /** The wanted ranges, in order; `undefined` if some day is not kept or too old. */
  readonly shown: readonly ShownDays[] | undefined;
}

/** Days in the cache; without `report` if they are listed but not yet read. */
interface Piece extends KeptRange {
  readonly report?: KeptReport;
}

/**
 * Finds the days of a report in the shared cache, under their own keys and inside other ranges. Each day is taken from
 * the newest answer that holds it.
 */
export class KeptDaysFinder {
  /** Reports fetched by this execution: the cache may have dropped or refused them. */
  private readonly fetched = new Map<Window, KeptReport>();
  /** Listed ranges that were read, each once; `undefined` if the report is gone. */
  private readonly listed = new Map<string, Piece | undefined>();
  /** All usable pieces, the newest first. */
  private pieces: readonly Piece[] = [];

  constructor(
    private readonly services: FetchServices,
    private asked: AskedReport,
  ) {}

  /** Looks for the same days by other windows from now on. Reports fetched so far stay usable. */
  changeRequest(asked: AskedReport): AskedReport {
    this.asked = asked;
    return asked;
  }

  /**
   * Reads the shared state. One cache read, and another one if newer answers for other ranges hold some of the days.
   * Each report of more than 23,000 rows takes one more, and so does a list that names reports that are gone.
   */
  look(): Look {
    const { cache, clock } = this.services;
    const { asked } = this;
    const places = [...asked.exactWindows, ...asked.windows];
    const rows = places.flatMap(({ keys }) => reportKeys(keys.report));
    const entries = cache.getAll([...keysToRead(asked, places), ...rows]);
    const now = clock.now();
    const view = viewShared(asked.keys, entries, now);
    const named = this.read(places, entries);
    const list = asked.rangesKey === undefined ? [] : readKeptRanges(entries[asked.rangesKey]);
    const others = list.filter((one) => !places.some(({ range }) => isSameRange(range, one)));
    const isUsable = ({ at }: Piece) =>
      at <= now && now - at < LONGEST_KEPT_MILLIS && at > (view.credential.deniedAt ?? 0);
    for (;;) {
      const kept = [...named, ...others.map((one) => this.pieceOfListed(one))];
      this.pieces = this.usable([...this.ownPieces(), ...kept.filter(isThere).filter(isUsable)]);
      const unread = this.unreadPieces();
      if (unread.length === 0) return this.judge(view, now);
      this.readListed(unread);
    }
  }

  /** The same state with the reports that this execution has fetched since. Makes no cache read. */
  add(reports: ReadonlyMap<Window, KeptReport>, { view }: Look): Look {
    reports.forEach((report, window) => void this.fetched.set(window, report));
    this.pieces = this.usable([...this.ownPieces(), ...this.pieces]);
    return this.judge(view, this.services.clock.now());
  }

  /** The pieces, newest first, without those requested with too few extra days. Unread pieces are checked once read. */
  private usable(pieces: readonly Piece[]): Piece[] {
    const { margin } = this.asked;
    return inOrder(pieces).filter(({ report }) => report === undefined || hasMargin(report, margin));
  }

  private judge(view: SharedView, now: number): Look {
    const { asked } = this;
    const own = Array.from(this.fetched.values());
    const isFresh = ({ report, at }: Piece) =>
      report !== undefined && (own.includes(report) || now - at < FRESH_MILLIS);
    const requestOf = ({ keys }: Window) => readRequest(view.entries[keys.request]);
    const claimed = asked.exactWindows.filter((whole) => isClaimed(view, requestOf(whole), now));
    const windows = asked.windows.map((window): SeenWindow => {
      const request = requestOf(window);
      const wanted = wantedDays(asked, window);
      const comes = wanted.every((days) => claimed.some(({ range }) => isInside(days, range)));
      return {
        window,
        request,
        isClaimed: comes || isClaimed(view, request, now),
        isFresh: wanted.every((days) => this.newest(days)?.every(({ piece }) => isFresh(piece)) === true),
      };
    });
    const shown = asked.ranges.flatMap((range) => this.show(range));
    return { view, windows, shown: shown.length === asked.ranges.length ? shown : undefined };
  }

  private show(range: DateRange): ShownDays[] {
    const runs = this.newest(range);
    const slices = runs?.flatMap(({ from, to, piece: { report } }) => (report ? [{ from, to, report }] : []));
    return slices && slices.length === runs?.length ? [{ range, slices }] : [];
  }

  private newest(days: DateRange) {
    const canBeCut = this.asked.rangesKey !== undefined;
    return newestByDay(days, canBeCut ? this.pieces : this.pieces.filter((one) => isSameRange(one, days)));
  }

  /** Unread pieces that would be shown: only of windows whose days are all kept; others need a request anyway. */
  private unreadPieces(): Piece[] {
    const runs = this.asked.windows
      .flatMap((window) => wantedDays(this.asked, window))
      .flatMap((days) => this.newest(days) ?? []);
    return runs
      .map(({ piece }) => piece)
      .filter((one, index, all) => one.report === undefined && all.indexOf(one) === index);
  }

  private readListed(pieces: readonly Piece[]): void {
    const places = pieces.map((range) => this.asked.window(range));
    const entries = this.services.cache.getAll(places.flatMap(({ keys }) => reportKeys(keys.report)));
    const read = this.read(places, entries);
    pieces.forEach((piece, index) => void this.listed.set(nameOf(piece), read[index]));
  }

  private pieceOfListed(range: KeptRange): Piece | undefined {
    return this.listed.has(nameOf(range)) ? this.listed.get(nameOf(range)) : range;
  }

  private ownPieces(): Piece[] {
    return Array.from(this.fetched).map(([window, report]) => pieceOf(window, report));
  }

  private read(places: readonly Window[], entries: Readonly<Record<string, string>>): (Piece | undefined)[] {
    const { cache, packer } = this.services;
    return places.map((place) => {
      const report = decodeReport(place.keys.report, entries, (more) => cache.getAll(more), packer);
      return report && pieceOf(place, report);
    });
  }
}

function pieceOf({ range: { from, to } }: Window, report: KeptReport): Piece {
  return { from, to, at: report.fetchedAt, report };
}

function isThere(piece: Piece | undefined): piece is Piece {
  return piece !== undefined;
}

/** Newest first; pieces fetched at the same time by when the service made them, unread pieces last. */
function inOrder(pieces: readonly Piece[]): Piece[] {
  const made = ({ report }: Piece) => (report ? madeAt(report) : Number.NEGATIVE_INFINITY);
  // The difference of two infinities is NaN: such pieces are equal.
  return [...pieces].sort((one, other) => other.at - one.at || made(other) - made(one) || 0);
}

function nameOf({ from, to, at }: KeptRange): string {
  return [from, to, at].join();
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
  const { shown } = new KeptDaysFinder(services, asked).look();
  return shown && joinSlices(kind, shown)[0];
}
