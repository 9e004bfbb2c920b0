import type { DateRange } from '../calendar/date-range';
import { type AskedReport, keysToRead, type Window } from './asked-report';
import type { FetchServices } from './fetch-services';
import type { Slice } from './joined-report';
import { coverOf, type KeptRange, readKeptRanges } from './kept-ranges';
import { decodeReport, type KeptReport, reportKeys } from './report-cache';
import { isClaimed, type RequestEntry, readRequest, type SharedView, viewShared } from './shared-state';

/** A formula shows rows up to this age without asking the service again. */
const FRESH_MILLIS = 15 * 60_000;
/** Rows up to this age may stand in for an answer that does not come. */
const LONGEST_KEPT_MILLIS = 6 * 3_600_000;

/** All wanted days of one window, as they are kept: there is at least one slice. */
type KeptDays = readonly Slice[];

/** What one look found about one window. */
export interface SeenWindow {
  readonly window: Window;
  readonly request: RequestEntry;
  /** Whether someone else is asking for it. */
  readonly isClaimed: boolean;
  /** `undefined` where nothing is kept that may be shown. */
  readonly kept: KeptDays | undefined;
  /** Whether what is kept is new enough to be shown without asking. */
  readonly isFresh: boolean;
}

/** One look at everything that executions share about a report. */
export interface Look {
  readonly view: SharedView;
  /** In the order of the report's windows. */
  readonly windows: readonly SeenWindow[];
}

/** Finds the days of a report in the shared cache: under their own name, or inside other ranges. */
export class KeptDaysFinder {
  /** Listed ranges that were not there: read once, not again. */
  private readonly gone = new Set<string>();

  constructor(private readonly services: FetchServices) {}

  /**
   * Looks once: one read of the cache, and another one where days are listed inside other ranges that are newer than
   * what is kept under their own name. Each report of more than 23,000 rows takes one more.
   */
  look(asked: AskedReport): Look {
    const { cache, clock } = this.services;
    const places = asked.whole ? [asked.whole, ...asked.windows] : asked.windows;
    const rows = places.flatMap(({ keys }) => reportKeys(keys.report));
    const entries = cache.getAll([...keysToRead(asked, places), ...rows]);
    const now = clock.now();
    const view = viewShared(asked.keys, entries, now);
    const isUsable = (at: number) =>
      at <= now && now - at < LONGEST_KEPT_MILLIS && at > (view.credential.deniedAt ?? 0);
    const read = ({ keys }: Window, from: Readonly<Record<string, string>>) => {
      const report = decodeReport(keys.report, from, (more) => cache.getAll(more), this.services.packer);
      return report && isUsable(report.fetchedAt) ? report : undefined;
    };
    const whole = asked.whole && read(asked.whole, entries);
    const byName = asked.windows.map((window) =>
      newest([read(window, entries), whole].map((report) => report && [sliceOf(asked, window, report)])),
    );
    const listed = asked.rangesKey === undefined ? [] : readKeptRanges(entries[asked.rangesKey]);
    const others = listed.filter(
      (one) =>
        isUsable(one.at) && !this.gone.has(nameOf(one)) && !places.some(({ range }) => isSame(range, one)),
    );
    const inside = this.findInside(asked, byName, others, read);
    const wholeIsClaimed =
      asked.whole !== undefined && isClaimed(view, readRequest(entries[asked.whole.keys.request]), now);
    const windows = asked.windows.map((window, index): SeenWindow => {
      const request = readRequest(entries[window.keys.request]);
      const kept = newest([byName[index], inside[index]]);
      return {
        window,
        request,
        isClaimed: wholeIsClaimed || isClaimed(view, request, now),
        kept,
        isFresh: kept !== undefined && now - fetchedAt(kept) < FRESH_MILLIS,
      };
    });
    return { view, windows };
  }

  /** For each window the slices of listed ranges that hold its days and are newer than those by name. */
  private findInside(
    asked: AskedReport,
    byName: readonly (KeptDays | undefined)[],
    listed: readonly KeptRange[],
    read: (window: Window, from: Readonly<Record<string, string>>) => KeptReport | undefined,
  ): (KeptDays | undefined)[] {
    const covers = asked.windows.map((window, index) => {
      const cover = coverOf(daysOf(asked, window), listed);
      const known = byName[index];
      return Math.min(...cover.map(({ at }) => at)) > (known ? fetchedAt(known) : 0) ? cover : [];
    });
    const wanted = covers.flat().filter((one, index, all) => all.indexOf(one) === index);
    if (wanted.length === 0) return [];
    const places = wanted.map((range) => asked.window(range));
    const entries = this.services.cache.getAll(places.flatMap(({ keys }) => reportKeys(keys.report)));
    const reports = places.map((place) => read(place, entries));
    wanted.forEach((range, index) => {
      if (reports[index] === undefined) this.gone.add(nameOf(range));
    });
    return asked.windows.map((window, index) =>
      chain(
        daysOf(asked, window),
        (covers[index] ?? []).map((one) => reports[wanted.indexOf(one)]),
      ),
    );
  }
}

/** When the oldest of kept days was fetched. */
function fetchedAt(kept: KeptDays): number {
  return Math.min(...kept.map(({ report }) => report.fetchedAt));
}

function newest(candidates: readonly (KeptDays | undefined)[]): KeptDays | undefined {
  return candidates.reduce((best, one) =>
    best === undefined || (one !== undefined && fetchedAt(one) > fetchedAt(best)) ? one : best,
  );
}

/** The days of a window that are wanted: a month may reach beyond the range. */
function daysOf({ range }: AskedReport, window: Window): DateRange {
  return { from: Math.max(range.from, window.range.from), to: Math.min(range.to, window.range.to) };
}

/** The wanted days of a window out of a report that holds them all. */
export function sliceOf(asked: AskedReport, window: Window, report: KeptReport): Slice {
  return { ...daysOf(asked, window), report };
}

/** Reports that follow each other as slices without overlap; `undefined` where one is missing or there is none. */
function chain(range: DateRange, reports: readonly (KeptReport | undefined)[]): KeptDays | undefined {
  const slices: Slice[] = [];
  let { from } = range;
  for (const report of reports) {
    if (report === undefined) return undefined;
    const to = Math.min(report.range.to, range.to);
    slices.push({ from, to, report });
    from = to + 1;
  }
  return slices.length > 0 ? slices : undefined;
}

function isSame(one: DateRange, other: DateRange): boolean {
  return one.from === other.from && one.to === other.to;
}

function nameOf({ from, to, at }: KeptRange): string {
  return [from, to, at].join();
}
