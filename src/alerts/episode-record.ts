import * as v from 'valibot';
import { parseJson } from '../employer-api/json';
import { utf8Length } from '../reports/saved/activity';
import type { Episode } from './episodes';

/** A property may have 9 kB. */
const MOST_BYTES = 8000;
/** More of one alert are never kept: nobody reads them one by one. */
const MOST_EPISODES = 120;

const FLAG = v.picklist([0, 1]);
const FIGURE = v.number();

/** An episode in as few bytes as can be, its members in their order: there may be one for each venue. */
const EPISODE = v.pipe(
  v.tuple([v.string(), FIGURE, FIGURE, FLAG, FIGURE, FIGURE, FIGURE, FIGURE, FLAG]),
  v.transform(
    ([who, since, week, drift, low, high, k, n, told]): Episode => ({
      ...{ who, since, week, isDrift: drift === 1, low, high, k, n, told: told === 1 },
    }),
  ),
);

const STANDING = v.object({
  /** Which rows its report asked for: those of other choices say nothing of this. */
  asked: v.string(),
  /** The first day of the newest complete week judged; null before the first. */
  week: v.nullable(v.number()),
  /** How many complete weeks the report covered. */
  weeks: v.number(),
  /** How many were judged, how many not: too few weeks, definitions that do not agree, no positions. */
  judged: v.number(),
  few: v.number(),
  unsettled: v.number(),
  none: v.number(),
  /** Whether the published percentages fit no definition, so that nothing can be judged. */
  contradicted: v.boolean(),
  open: v.pipe(v.array(EPISODE), v.readonly()),
  /** Those over that a mail has yet to tell of. */
  over: v.pipe(v.array(EPISODE), v.readonly()),
  /** How many more are missed than can be kept. */
  more: v.number(),
});

/** How an alert stands. */
export type Standing = v.InferOutput<typeof STANDING>;

const RECORD = v.object({
  version: v.literal(1),
  /** Of the connection whose rows were judged; null where it was not known yet. */
  fingerprint: v.nullable(v.string()),
  /** Whether the rows were those of the sample employer. */
  isSample: v.boolean(),
  /** Whether Google refused the newest mail. */
  mailRefused: v.boolean(),
  /** By the ID of the alert. */
  standings: v.record(v.string(), STANDING),
});

/** How all alerts stand. */
export type EpisodeRecord = v.InferOutput<typeof RECORD>;

const NOTHING: EpisodeRecord = {
  ...{ version: 1, fingerprint: null, isSample: false },
  ...{ mailRefused: false, standings: {} },
};

/** What is known of an alert before it was first judged. */
export const NOT_JUDGED: Standing = {
  ...{ asked: '', week: null, weeks: 0, judged: 0, few: 0, unsettled: 0, none: 0, contradicted: false },
  ...{ open: [], over: [], more: 0 },
};

/** Reads what is stored; what cannot be read counts as nothing. */
export function parseEpisodes(text: string | undefined): EpisodeRecord {
  const stored = v.safeParse(RECORD, parseJson(text ?? ''));
  return stored.success ? stored.output : NOTHING;
}

/** The text to store, within what one property takes if `fitEpisodes` was asked first. */
export function formatEpisodes(record: EpisodeRecord): string {
  const standings = Object.fromEntries(
    Object.entries(record.standings).map(([id, standing]) => [
      id,
      { ...standing, open: standing.open.map(pack), over: standing.over.map(pack) },
    ]),
  );
  return JSON.stringify({ ...record, standings });
}

/**
 * As much as one property takes: of the alerts with the most episodes the first ones are kept, those that began
 * longest ago, and the others are counted only.
 */
export function fitEpisodes(record: EpisodeRecord): EpisodeRecord {
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
  return utf8Length(formatEpisodes(record)) <= MOST_BYTES;
}

function cutTo(record: EpisodeRecord, most: number): EpisodeRecord {
  const cut = Object.entries(record.standings).map(([id, standing]) => [id, cutStanding(standing, most)]);
  return { ...record, standings: Object.fromEntries(cut) };
}

function cutStanding(standing: Standing, most: number): Standing {
  const open = standing.open.slice(0, most);
  const over = standing.over.slice(0, Math.max(0, most - open.length));
  return { ...standing, open, over, more: standing.more + standing.open.length - open.length };
}

/** Figures are compared before they are kept, so four decimals are enough to show them. */
function pack({ who, since, week, isDrift, low, high, k, n, told }: Episode) {
  return [who, since, week, Number(isDrift), rounded(low), rounded(high), k, n, Number(told)];
}

function rounded(figure: number): number {
  return Math.round(figure * 10_000) / 10_000;
}
