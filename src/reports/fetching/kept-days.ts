import { type DateRange, isInside, isSameRange } from '../../calendar/date-range';
import { type AskedReport, keysToRead, type Window, wantedDays } from './asked-report';
import { hasMargin } from './day-margin';
import type { FetchServices } from './fetch-services';
import { madeAt, type ShownDays } from './joined-report';
import { type KeptRange, newestByDay, readKeptRanges } from './kept-ranges';
import { decodeReport, type KeptReport, reportKeys } from './report-cache';
import { isClaimed, type RequestEntry, readRequest, type SharedView, viewShared } from './shared-state';

/** A formula shows rows up to this age without asking the service again. */
const FRESH_MILLIS = 15 * 60_000;
/** Rows up to this age may stand in for an answer that does not come. */
const LONGEST_KEPT_MILLIS = 6 * 3_600_000;

/** What one look found about one window. */
export interface SeenWindow {
  readonly window: Window;
  readonly request: RequestEntry;
  /** Whether someone else is asking for it. */
  readonly isClaimed: boolean;
  /** Whether all of its wanted days are kept, new enough to be shown without asking. */
  readonly isFresh: boolean;
}

/** One look at everything that executions share about a report. */
export interface Look {
  readonly view: SharedView;
  /** In the order of the report's windows. */
  readonly windows: readonly SeenWindow[];
  /** The wanted ranges, in their order; `undefined` where some day is not kept, or not to be shown. */
  readonly shown: readonly ShownDays[] | undefined;
}

/** Days that are kept; what is only listed has not been read. */
interface Piece extends KeptRange {
  readonly report?: KeptReport;
}

/**
 * Finds the days of a report in the shared cache, under their own names and inside other ranges: each day as the newest
 * answer has it.
 */
export class KeptDaysFinder {
  /** What this execution has fetched itself: the cache may have lost it or refused to keep it. */
  private readonly fetched = new Map<Window, KeptReport>();
  /** Listed ranges that were read, each once; `undefined` for one that was not there. */
  private readonly listed = new Map<string, Piece | undefined>();
  /** Everything that may be shown, the newest first. */
  private pieces: readonly Piece[] = [];

  constructor(
    private readonly services: FetchServices,
    private asked: AskedReport,
  ) {}

  /** From now on looks for the same days by other windows. What has been fetched is not forgotten. */
  askInstead(asked: AskedReport): AskedReport {
    this.asked = asked;
    return asked;
  }

  /**
   * Looks once: one read of the cache, and another one where days are listed inside other ranges that are newer than
   * what is kept under their own names. Each report of more than 23,000 rows takes one more, and so does a list that
   * names what is gone.
   */
  look(): Look {
    const { cache, clock } = this.services;
    const { asked } = this;
    const places = [...asked.wholes, ...asked.windows];
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

  /** The same look with what this execution has fetched since. Nothing is read. */
  add(reports: ReadonlyMap<Window, KeptReport>, { view }: Look): Look {
    reports.forEach((report, window) => void this.fetched.set(window, report));
    this.pieces = this.usable([...this.ownPieces(), ...this.pieces]);
    return this.judge(view, this.services.clock.now());
  }

  /** Newest first, without answers that may lack records of their days. What is only listed shows it when it is read. */
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
    const claimed = asked.wholes.filter((whole) => isClaimed(view, requestOf(whole), now));
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

  /** Listed pieces that would be shown: only where all days of a window are kept, or a request is needed anyway. */
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

/** Newest first; of those that were fetched at once the one that was made last, and what is only listed at the end. */
function inOrder(pieces: readonly Piece[]): Piece[] {
  const made = ({ report }: Piece) => (report ? madeAt(report) : Number.NEGATIVE_INFINITY);
  // A difference of two infinities is no number, and orders nothing.
  return [...pieces].sort((one, other) => other.at - one.at || made(other) - made(one) || 0);
}

function nameOf({ from, to, at }: KeptRange): string {
  return [from, to, at].join();
}
