import {
  type CalendarDate,
  type DateRange,
  isInside,
  isOn,
  overlap,
  shortDay,
  startOfMonth,
} from '../../calendar/calendar-date';
import {
  columnOf,
  DAY_COLUMN,
  type ReportAnswer,
  type ShiftRow,
  undatedWords,
} from '../../employer-api/shift-report';
import { parseJson, shownCount } from '../../employer-api/text';
import { LONGEST_KEPT_MILLIS } from '../../limits';
import type { TextPacker } from '../ports';

/**
 * The rows of some days as the service sent them, shifts in the order of `sortRows`, with their times, doubts and origin. Of
 * several answers the oldest `generatedAt`, and the first doubt.
 */
export interface KeptReport extends Omit<ReportAnswer, 'records'> {
  readonly range: DateRange;
  /** When the oldest of them were fetched. Milliseconds since 1970. */
  readonly fetchedAt: number;
  /** Days that were asked for alone and came with a round number of records: there may be more. */
  readonly roundDays: readonly (readonly [day: CalendarDate, records: number])[];
  readonly correlationId: string;
  /** The spreadsheet's time zone when they were fetched, so that a warm formula need not read it; null if unknown. */
  readonly zone: string | null;
}

/** Notes on rows: what is left out of them, and where some may be missing. */
export function rowNotes({ undated, roundDays }: Pick<KeptReport, 'undated' | 'roundDays'>): string[] {
  return [
    ...(undated === 0 ? [] : [undatedWords({ undated })]),
    ...roundDays.map(([day, records]) => {
      const count = shownCount(records, 'record');
      return `${count} came for ${shortDay(day)}: there may be more`;
    }),
  ];
}

/** The months that hold days of some ranges, each once, in order. */
export function monthsOf(ranges: readonly DateRange[]): DateRange[] {
  const firsts = new Set<CalendarDate>();
  for (const { from, to } of ranges)
    for (let first = startOfMonth(from); first <= to; first = startOfMonth(first, 1)) firsts.add(first);
  return Array.from(firsts)
    .sort((one, other) => one - other)
    .map((first) => ({ from: first, to: startOfMonth(first, 1) - 1 }));
}

/** What is left of a range without the days of others, in order. */
export function without(range: DateRange, others: readonly DateRange[]): DateRange[] {
  return others.reduce<DateRange[]>(
    (left, { from, to }) =>
      left.flatMap((one) =>
        [
          { from: one.from, to: Math.min(one.to, from - 1) },
          { from: Math.max(one.from, to + 1), to: one.to },
        ].filter((part) => part.from <= part.to),
      ),
    [range],
  );
}

const ORDER = ['SHIFT_DATE', 'VENUE_NAME', 'AREA_NAME', 'JOB_TITLE', 'SHIFT_ID'].map(columnOf);

/** Shifts by day, venue, area, job title and ID, by code units: the service may send them in any order. */
export function sortRows(rows: readonly ShiftRow[]): ShiftRow[] {
  return rows.slice().sort((one, other) => {
    for (const column of ORDER) {
      const [a, b] = [one[column] ?? null, other[column] ?? null];
      if (a !== b) return b === null || (a !== null && a < b) ? -1 : 1;
    }
    return 0;
  });
}

/** The newest rows of each day, in order of days. Those that are older than six hours are dropped. */
export function newestDays(pieces: readonly KeptReport[], now: number): KeptReport[] {
  const newest: KeptReport[] = [];
  for (const piece of [...pieces].sort((one, other) => other.fetchedAt - one.fetchedAt)) {
    if (now - piece.fetchedAt >= LONGEST_KEPT_MILLIS) continue;
    const held = newest.map(({ range }) => range);
    newest.push(...without(piece.range, held).map((range) => cutDays(piece, range)));
  }
  return newest.sort((one, other) => one.range.from - other.range.from);
}

/** Some days as one report. @param pieces In order of days, each day once; no day may be missing. */
export function joinDays(range: DateRange, pieces: readonly KeptReport[]): KeptReport {
  const parts = pieces.flatMap((piece) => {
    const days = overlap(piece.range, range);
    return days === undefined ? [] : [cutDays(piece, days)];
  });
  const oldest = parts.reduce((one, other) => (other.fetchedAt < one.fetchedAt ? other : one));
  return {
    ...oldest,
    range,
    rows: parts.flatMap(({ rows }) => rows),
    generatedAt: oldestTime(parts.map(({ generatedAt }) => generatedAt)),
    doubts: parts.reduce((total, part) => total + part.doubts, 0),
    firstDoubt: parts.find(({ firstDoubt }) => firstDoubt)?.firstDoubt ?? '',
    // Each answer has all records without a day.
    undated: Math.max(...parts.map(({ undated }) => undated)),
    roundDays: parts.flatMap(({ roundDays }) => roundDays),
    zone: parts.every(({ zone }) => zone === oldest.zone) ? oldest.zone : null,
  };
}

/** Some days of a report. Its doubts stay: the rows that they belong to are unknown. */
function cutDays(piece: KeptReport, range: DateRange): KeptReport {
  if (isInside(piece.range, range)) return piece;
  return {
    ...piece,
    range,
    rows: piece.rows.filter((row) => isOn(row[DAY_COLUMN], range)),
    roundDays: piece.roundDays.filter(([day]) => isOn(day, range)),
  };
}

/** The oldest of several times; null if one is unknown, since it may be the oldest. */
export function oldestTime(times: readonly (string | null)[]): string | null {
  return times.reduce((oldest, time) =>
    oldest === null || time === null ? null : Date.parse(time) < Date.parse(oldest) ? time : oldest,
  );
}

/** A cache value holds 100 kB. An entry is compressed JSON: 3,000 rows take 61 kB. */
const CHUNK = 99_000;
/** A month in more chunks, of about 100,000 rows, is not kept. */
const MOST_CHUNKS = 20;
/** How many chunks there are. Those of two writes never pass for one: compressed text has a checksum. */
const HEAD = /^(\d{1,2}):/;

/** The keys of an entry. */
export function chunkKeys(key: string, count = MOST_CHUNKS): string[] {
  return Array.from({ length: count }, (_, at) => (at === 0 ? key : `${key}.${at}`));
}

/** The values to put for an entry; none if it is too large to keep. */
export function encodeEntry(
  key: string,
  pieces: readonly KeptReport[],
  packer: TextPacker,
): Record<string, string> {
  const packed = packer.pack(JSON.stringify(pieces));
  const count = Math.ceil((packed.length + 3) / CHUNK);
  if (count > MOST_CHUNKS) return {};
  const text = `${count}:${packed}`;
  return Object.fromEntries(
    chunkKeys(key, count).map((name, at) => [name, text.slice(at * CHUNK, (at + 1) * CHUNK)]),
  );
}

/** Reads an entry back; nothing if it is damaged. @param found The values of `chunkKeys`. */
export function decodeEntry(
  key: string,
  found: Readonly<Record<string, string>>,
  packer: TextPacker,
): KeptReport[] {
  const [head = '', count = 0] = HEAD.exec(found[key] ?? '') ?? [];
  const text = chunkKeys(key, Number(count)).map((name) => found[name] ?? '');
  const stored = parseJson(packer.unpack(text.join('').slice(head.length)) ?? '');
  return Array.isArray(stored) ? stored : [];
}
