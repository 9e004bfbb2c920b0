import { utf8Length } from '../employer-api/text';
import { PROPERTY_BYTES } from '../limits';
import { type EpisodeRecord, formatEpisodes, packStanding, type Standing } from './episode-record';

/** The most episodes of one alert that are kept: no one reads more of them one by one. */
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
  const open = standing.open.slice(0, most);
  const over = standing.over.slice(0, Math.max(0, most - open.length));
  return { ...standing, open, over, more: standing.more + standing.open.length - open.length };
}
