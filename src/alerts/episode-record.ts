import * as v from 'valibot';
import { parseJson, shortHash } from '../employer-api/text';
import type { Episode } from './episodes';

/** Of more people with connections of their own the one who refreshed longest ago starts over. */
const MOST_CONNECTIONS = 4;

const FLAG = v.picklist([0, 1]);
const FIGURE = v.number();

/** An episode in as few bytes as can be, its members in their order: there may be one for each venue. */
const EPISODE = v.pipe(
  v.tuple([v.string(), FIGURE, FIGURE, FIGURE, FIGURE, FIGURE, FIGURE, FLAG]),
  v.transform(
    ([who, since, week, low, high, k, n, reported]): Episode => ({
      who,
      since,
      week,
      low,
      high,
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
  /** How many were judged, how many not: definitions that do not agree, no positions. */
  judged: v.number(),
  unsettled: v.number(),
  none: v.number(),
  /** How alike the positions of a week are, `likenessOf` over the venues; null if the rows cannot tell. */
  likeness: v.nullable(v.number()),
  /** Whether the published percentages fit no definition, so that nothing can be judged. */
  contradicted: v.boolean(),
  open: v.pipe(v.array(EPISODE), v.readonly()),
  /** Those that are over and not yet reported. */
  over: v.pipe(v.array(EPISODE), v.readonly()),
  /** How many more are missed than can be kept. */
  more: v.number(),
  /** `addressTag` of who got mail about it; empty if no one did. To anyone else every open miss is new. */
  reportedTo: v.string(),
});

/** How an alert stands by the rows of one connection. */
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
  unsettled: 0,
  none: 0,
  likeness: null,
  contradicted: false,
  open: [],
  over: [],
  more: 0,
  reportedTo: '',
};

/** Reads a property value; an unreadable one counts as empty. */
export function parseEpisodes(text: string | undefined): EpisodeRecord {
  const parsed = v.safeParse(RECORD, parseJson(text ?? ''));
  return parsed.success ? parsed.output : NOTHING;
}

/** The text to store, within what one property takes if `fitEpisodes` was asked first. */
export function formatEpisodes(record: EpisodeRecord): string {
  const standings = Object.entries(record.standings).map(([id, list]) => [id, list.map(packStanding)]);
  return JSON.stringify({ ...record, standings: Object.fromEntries(standings) });
}

/** What is stored of a standing, as JSON. */
export function packStanding(standing: Standing): object {
  return { ...standing, open: standing.open.map(pack), over: standing.over.map(pack) };
}

/** A connection as standings name it, in six characters or fewer. */
export function connectionOf(fingerprint: string): string {
  return shortHash(fingerprint).slice(-6);
}

/** How an alert stands by the rows that were judged last. */
export function newestStanding({ standings }: EpisodeRecord, alertId: string): Standing | undefined {
  return standings[alertId]?.[0];
}

/** How an alert stands by the rows of one connection. */
export function standingBy(
  { standings }: EpisodeRecord,
  alertId: string,
  connection: string,
): Standing | undefined {
  return standings[alertId]?.find((one) => one.connection === connection);
}

/** What is known once an alert stands so: the newest, in the place of what was known by the same connection. */
export function withStanding(record: EpisodeRecord, alertId: string, standing: Standing): EpisodeRecord {
  const others = (record.standings[alertId] ?? []).filter(
    ({ connection }) => connection !== standing.connection,
  );
  const list = [standing, ...others].slice(0, MOST_CONNECTIONS);
  return { ...record, standings: { ...record.standings, [alertId]: list } };
}

/** Figures are compared before they are kept, so four decimals are enough to show them. */
function pack({ who, since, week, low, high, k, n, reported }: Episode) {
  return [who, since, week, rounded(low), rounded(high), k, n, Number(reported)];
}

function rounded(figure: number): number {
  return Math.round(figure * 10_000) / 10_000;
}
