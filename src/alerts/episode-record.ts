import * as v from 'valibot';
import { parseStored, shortHash, utf8Length } from '../employer-api/text';
import { PROPERTY_BYTES } from '../limits';
import type { SavedReport } from '../reports/saved/saved-report';
import type { Alert } from './alert-record';
import type { Episode } from './episodes';

/** With more connections, the one that refreshed longest ago starts over. */
const MOST_CONNECTIONS = 4;

const FLAG = v.picklist([0, 1]);
const FIGURE = v.number();

/** An episode as a tuple, to save bytes: there may be one for each venue. */
const EPISODE = v.pipe(
  v.tuple([v.string(), FIGURE, FIGURE, FIGURE, FIGURE, FLAG]),
  v.transform(
    ([who, since, week, k, n, reported]): Episode => ({
      who,
      since,
      week,
      k,
      n,
      reported: reported === 1,
    }),
  ),
);

const STANDING = v.object({
  /** By whose rows it was judged, as `connectionOf`: those of other connections say nothing of this. */
  connection: v.string(),
  /** Whether they were those of the sample employer. */
  isSample: v.boolean(),
  /** Which rows its report asked for: those of other choices say nothing of this. */
  asked: v.string(),
  /** The first day of the newest complete week judged; null before the first. */
  week: v.nullable(v.number()),
  /** How many complete weeks the report covered. */
  weeks: v.number(),
  /** How many were judged, how many not: withheld percentages, no positions. */
  judged: v.number(),
  withheld: v.number(),
  none: v.number(),
  /** How alike the positions of a week are, `likenessOf` over the venues; null if the rows cannot tell. */
  likeness: v.nullable(v.number()),
  /** Why percentages are withheld, in words; empty where none is. */
  why: v.string(),
  open: v.pipe(v.array(EPISODE), v.readonly()),
  /** Those that are over and not yet reported. */
  over: v.pipe(v.array(EPISODE), v.readonly()),
  /** How many more are missed than can be kept. */
  more: v.number(),
  /** `addressTag` of who got mail about it; empty if no one did. To anyone else every open miss is new. */
  reportedTo: v.string(),
});

/** The state of an alert for the rows of one connection. */
export type Standing = v.InferOutput<typeof STANDING>;

const RECORD = v.object({
  version: v.literal(1),
  /** By the ID of the alert: one for each connection by which it was judged, the newest first. */
  standings: v.record(v.string(), v.pipe(v.array(STANDING), v.readonly())),
});

/** How all alerts stand. */
export type EpisodeRecord = v.InferOutput<typeof RECORD>;

const NOTHING: EpisodeRecord = { version: 1, standings: {} };

/** What is known of an alert before it was first judged. */
export const NOT_JUDGED: Standing = {
  connection: '',
  isSample: false,
  asked: '',
  week: null,
  weeks: 0,
  judged: 0,
  withheld: 0,
  none: 0,
  likeness: null,
  why: '',
  open: [],
  over: [],
  more: 0,
  reportedTo: '',
};

/** Reads a property value; an unreadable one counts as empty. */
export function parseEpisodes(text: string | undefined): EpisodeRecord {
  return parseStored(RECORD, text) ?? NOTHING;
}

/** The text to store, within what one property takes if `fitEpisodes` was asked first. */
export function formatEpisodes(record: EpisodeRecord): string {
  const standings = Object.entries(record.standings).map(([id, list]) => [id, list.map(packStanding)]);
  return JSON.stringify({ ...record, standings: Object.fromEntries(standings) });
}

/** What is stored of a standing, as JSON. */
function packStanding(standing: Standing): object {
  return { ...standing, open: standing.open.map(pack), over: standing.over.map(pack) };
}

/** The state of an alert for the rows that were judged last. */
export function newestStanding({ standings }: EpisodeRecord, alertId: string): Standing | undefined {
  return standings[alertId]?.[0];
}

/** The record with a new standing first; it replaces the one of the same connection. */
export function withStanding(record: EpisodeRecord, alertId: string, standing: Standing): EpisodeRecord {
  const others = (record.standings[alertId] ?? []).filter(
    ({ connection }) => connection !== standing.connection,
  );
  const list = [standing, ...others].slice(0, MOST_CONNECTIONS);
  return { ...record, standings: { ...record.standings, [alertId]: list } };
}

function pack({ who, since, week, k, n, reported }: Episode) {
  return [who, since, week, k, n, Number(reported)];
}

/** The most episodes kept for one alert: no one reads more of them singly. */
const MOST_EPISODES = 120;

/**
 * As much as one property takes. How each alert stands by the rows judged last comes first: of the alerts with the most
 * episodes the first ones are kept, those that began longest ago, and the others are counted only. How alerts stood by
 * other connections follows as far as there is room, whole or not at all: what goes starts over.
 */
export function fitEpisodes(record: EpisodeRecord): EpisodeRecord {
  const newest = fitNewest(onlyNewest(record));
  const lists = new Map(Object.entries(newest.standings).map(([id, list]) => [id, [...list]]));
  let bytes = utf8Length(formatEpisodes(newest));
  for (const [id, standing] of olderOnes(record)) {
    const more = utf8Length(JSON.stringify(packStanding(standing))) + 1;
    if (bytes + more > PROPERTY_BYTES) continue;
    bytes += more;
    lists.get(id)?.push(standing);
  }
  return { ...record, standings: Object.fromEntries(lists) };
}

function onlyNewest(record: EpisodeRecord): EpisodeRecord {
  const newest = Object.entries(record.standings).map(([id, list]) => [id, list.slice(0, 1)]);
  return { ...record, standings: Object.fromEntries(newest) };
}

/** Each alert's second before any alert's third. */
function olderOnes({ standings }: EpisodeRecord): (readonly [string, Standing])[] {
  const ranked = Object.entries(standings).flatMap(([id, list]) =>
    list.slice(1).map((standing, rank) => ({ id, standing: cutStanding(standing, MOST_EPISODES), rank })),
  );
  return ranked
    .sort((one, other) => one.rank - other.rank)
    .map(({ id, standing }) => [id, standing] as const);
}

function fitNewest(record: EpisodeRecord): EpisodeRecord {
  const most = cutTo(record, MOST_EPISODES);
  if (fits(most)) return most;
  // Halved again and again: so many of each alert fit, so many do not.
  let [fitting, tooMany] = [0, MOST_EPISODES];
  while (tooMany - fitting > 1) {
    const middle = Math.floor((fitting + tooMany) / 2);
    if (fits(cutTo(record, middle))) fitting = middle;
    else tooMany = middle;
  }
  return cutTo(record, fitting);
}

function fits(record: EpisodeRecord): boolean {
  return utf8Length(formatEpisodes(record)) <= PROPERTY_BYTES;
}

function cutTo(record: EpisodeRecord, most: number): EpisodeRecord {
  const cut = Object.entries(record.standings).map(([id, list]) => [
    id,
    list.map((standing) => cutStanding(standing, most)),
  ]);
  return { ...record, standings: Object.fromEntries(cut) };
}

function cutStanding(standing: Standing, most: number): Standing {
  // First what a mail is still to say: those that are over make room for as many that go on.
  const over = standing.over.slice(0, most);
  const open = standing.open.slice(0, most - over.length);
  return { ...standing, open, over, more: standing.more + standing.open.length - open.length };
}

/** Which rows a report asks for, as six characters or fewer; columns, headings and the sheet do not matter to alerts. */
export function askedBy({ period, from, to, venue, area, role }: SavedReport): string {
  return shortHash(JSON.stringify([period, from, to, venue, area, role])).slice(-6);
}

/**
 * What still says something: how alerts stand whose reports ask for the rows that were judged. The figure of other rows
 * is no sequel to theirs, neither a new miss nor an end of the old one.
 */
export function currentStandings(
  record: EpisodeRecord,
  alerts: readonly Alert[],
  reports: readonly SavedReport[],
): EpisodeRecord {
  const standings = alerts.flatMap(({ id, report }) => {
    const saved = reports.find((one) => one.id === report);
    const asked = saved && askedBy(saved);
    const current = (record.standings[id] ?? []).filter((standing) => standing.asked === asked);
    return current.length === 0 ? [] : [[id, current] as const];
  });
  return { ...record, standings: Object.fromEntries(standings) };
}
