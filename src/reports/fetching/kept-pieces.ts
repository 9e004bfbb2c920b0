import { countRecords } from '../../answers/tables/notes';
import { type DateRange, isInside, overlap } from '../../calendar/date-range';
import { LISTED_ISSUES } from '../../limits';
import { type AskedReport, keysToRead, type Window } from './asked-report';
import { askedWith, hasMargin } from './day-margin';
import type { FetchServices } from './fetch-services';
import { type JoinedReport, joinSlices, type Slice } from './joined-report';
import { listKeptRanges, newestByDay, readKeptRanges } from './kept-ranges';
import { decodeReport, encodeReport, type KeptReport, readFetchedAt, reportKeys } from './report-cache';
import { type SharedView, viewShared } from './shared-state';
import { daysMissing } from './window-plan';

/** The days that a refresh wants. */
interface Wanted {
  asked: AskedReport;
  readonly range: DateRange;
  /** The windows that formulas would request: the exact range, or months. */
  readonly months: readonly Window[];
  /** Reports fetched before then are too old. Milliseconds since 1970. */
  readonly since: number;
  /** The last days, if they have to be newer than the others, and since when. */
  readonly fetchAgain?: (DateRange & { readonly since: number }) | undefined;
}

/**
 * The days of a refresh fetched so far: by this execution, or by any other since the refresh began.
 *
 * Only the cache records the progress of a refresh. What it has lost is fetched again.
 */
export class KeptPieces {
  private readonly pieces = new Map<string, KeptReport>();
  /** Names and times of kept reports that were read: each is read once. */
  private readonly seen = new Set<string>();
  private isFirstLook = true;

  constructor(
    private readonly services: FetchServices,
    private readonly wanted: Wanted,
  ) {}

  /**
   * Reads the shared state and takes over new reports of other executions. One cache read, and another one if there is
   * something new.
   *
   * @param windows The windows to request next: the view holds the state of these requests.
   */
  look(windows: readonly Window[]): SharedView {
    const { cache, clock } = this.services;
    const { asked, months, since } = this.wanted;
    const byName = this.isFirstLook ? months : [];
    this.isFirstLook = false;
    const entries = cache.getAll([...keysToRead(asked, windows), ...byName.map(({ keys }) => keys.report)]);
    const view = viewShared(asked.keys, entries, clock.now());
    const isNew = (at: number | undefined) =>
      at !== undefined && at >= since && at <= clock.now() && at > (view.credential.deniedAt ?? 0);
    const listed = readKeptRanges(entries[asked.rangesKey ?? '']).filter(({ from, to, at }) => {
      const isWanted = isNew(at) && overlap({ from, to }, this.wanted.range) !== undefined;
      return isWanted && !this.seen.has(nameOf({ from, to }, at));
    });
    const found = byName.filter(({ keys }) => isNew(readFetchedAt(entries[keys.report])));
    for (const { from, to, at } of listed) this.seen.add(nameOf({ from, to }, at));
    this.read([...found, ...listed.map((range) => asked.window(range))], isNew);
    return view;
  }

  /** All pieces; they may overlap. */
  all(): readonly KeptReport[] {
    return Array.from(this.pieces.values());
  }

  add(report: KeptReport): void {
    this.pieces.set(nameOf(report.range), report);
    this.seen.add(nameOf(report.range, report.fetchedAt));
  }

  drop({ range }: KeptReport): void {
    this.pieces.delete(nameOf(range));
  }

  /** Changes the extra days: drops the pieces that were requested with fewer. */
  changeRequest(asked: AskedReport): void {
    this.wanted.asked = asked;
    for (const piece of this.all()) if (!hasMargin(piece, asked.margin)) this.drop(piece);
  }

  /** The wanted days that no piece holds, or only pieces that are too old. */
  missing(range: DateRange = this.wanted.range): DateRange[] {
    const held = this.all().flatMap((piece) => {
      const [{ from }, to] = [piece.range, this.lastNewDay(piece)];
      return from <= to ? [{ from, to }] : [];
    });
    return daysMissing(range, held);
  }

  /** The wanted days, or some of them, as one report. No day may be missing. */
  join(range: DateRange = this.wanted.range): KeptReport {
    const slices = newestSlices(range, this.all());
    const [joined] = joinSlices(this.wanted.asked.kind, [{ range, slices }]) as [JoinedReport];
    const { undated, outside, parts, ...report } = joined;
    const leftOut = undated.length + outside.length;
    const asked = askedWith(range, this.wanted.asked.margin);
    const full = parts.some(({ hasFullDay }) => hasFullDay) ? { hasFullDay: true as const } : {};
    const told = { ...(leftOut === 0 ? report : withLeftOut(report, leftOut)), ...asked, ...full };
    return slices.length > 1 ? { ...told, answers: slices.length } : told;
  }

  /**
   * Merges the answers for each complete month into one, under the key that formulas look for, and removes the parts.
   * Three cache calls if there is such a month, otherwise none.
   */
  mergeMonths(): void {
    const { cache, packer } = this.services;
    const { asked, months } = this.wanted;
    const isOne = (month: DateRange) => this.all().some(({ range }) => isInside(month, range));
    const done = months.filter(({ range }) => !isOne(range) && this.missing(range).length === 0);
    const entries: Record<string, string> = {};
    const kept = done.flatMap(({ range, keys }) => {
      const joined = this.join(range);
      // An older part would make the whole month too old, and its last days would be requested again.
      if (this.lastNewDay(joined) < range.to) return [];
      const encoded = encodeReport(keys.report, joined, packer);
      if (Object.keys(encoded).length === 0) return [];
      Object.assign(entries, encoded);
      return [joined];
    });
    if (kept.length === 0) return;
    const parts = this.all().filter(({ range }) => kept.some((whole) => isInside(range, whole.range)));
    parts.forEach((part) => void this.drop(part));
    kept.forEach((whole) => void this.add(whole));
    const key = asked.rangesKey;
    if (key) {
      const ranges = kept.map(({ range: { from, to }, fetchedAt: at }) => ({ from, to, at }));
      entries[key] = listKeptRanges(readKeptRanges(cache.getAll([key])[key]), ranges);
    }
    cache.putAll(entries);
    const gone = parts.map(({ range }) => asked.window(range).keys);
    cache.removeAll(gone.flatMap(({ request, report }) => [request, ...reportKeys(report)]));
  }

  /** The last day for which a piece is new enough; it may be before its first day. */
  private lastNewDay({ range, fetchedAt }: KeptReport): number {
    const { fetchAgain } = this.wanted;
    return fetchAgain === undefined || fetchedAt >= fetchAgain.since
      ? range.to
      : Math.min(range.to, fetchAgain.from - 1);
  }

  private read(places: readonly Window[], isNew: (at: number) => boolean): void {
    const { cache, packer } = this.services;
    if (places.length === 0) return;
    const entries = cache.getAll(places.flatMap(({ keys }) => reportKeys(keys.report)));
    for (const { keys, range } of places) {
      const report = decodeReport(keys.report, entries, (more) => cache.getAll(more), packer);
      const known = this.pieces.get(nameOf(range));
      const isWide = report && hasMargin(report, this.wanted.asked.margin);
      if (isWide && isNew(report.fetchedAt) && !(known && known.fetchedAt >= report.fetchedAt))
        this.add(report);
    }
  }
}

/** Each day of a range from the newest piece that holds it, in order of days. No day may be missing. */
export function newestSlices(range: DateRange, pieces: readonly KeptReport[]): Slice[] {
  const newestFirst = pieces
    .map((report) => ({ ...report.range, report }))
    .sort((one, other) => other.report.fetchedAt - one.report.fetchedAt);
  const runs = newestByDay(range, newestFirst) ?? [];
  return runs.map(({ from, to, piece: { report } }) => ({ from, to, report }));
}

function nameOf({ from, to }: DateRange, at?: number): string {
  return [from, to, at].join();
}

/** Adds the issue that records of other days, or records without a day, are left out. */
function withLeftOut(report: KeptReport, count: number): KeptReport {
  const issue = `${countRecords(count)} of other days left out`;
  return {
    ...report,
    issueCount: report.issueCount + count,
    issues: [issue, ...report.issues].slice(0, LISTED_ISSUES),
  };
}
