import { addressTag, hasCollected, type MailChange, parseLedger } from '../reports/mail/mail-ledger';
import { isSameAddress } from '../reports/mail/outbox';
import type { Properties } from '../reports/ports';
import { PROPERTY } from '../reports/saved/document-state';
import { newestRunner, parseSchedule } from '../reports/saved/saved-schedule';
import type { Alert } from './alert-record';
import { type EpisodeRecord, NOT_JUDGED, newestStanding } from './episode-record';
import type { Episode } from './episodes';

/** Part of the news for an address: one alert, and what began and ended of it. */
interface AddressNewsPart {
  readonly alert: Alert;
  readonly began: readonly Episode[];
  readonly ended: readonly Episode[];
  /** How many more are missed than are kept one by one, and how many of these are surely new. */
  readonly more: number;
  readonly newMore: number;
}

/** The news for one address; at least one part. */
export type AddressNews = readonly AddressNewsPart[];

/** Where the mail of an alert goes; empty for nowhere. */
export function addressOf({ email }: Pick<Alert, 'email'>, properties: Properties): string {
  if (email !== null) return email;
  return newestRunner(parseSchedule(properties[PROPERTY.schedule] ?? ''))?.email ?? '';
}

/**
 * News for each address. Sample data makes no news, nor does an alert within a day of the mail after which
 * it was changed. An address with collected changes is listed even without news.
 */
export function newsByAddress(
  alerts: readonly Alert[],
  record: EpisodeRecord,
  properties: Properties,
  now: number,
): ReadonlyMap<string, AddressNews | undefined> {
  const ledger = parseLedger(properties[PROPERTY.mails]);
  const isThere = (topic: string) => alerts.some((one) => isTopicOf(topic, one));
  const news = new Map<string, AddressNews | undefined>();
  for (const alert of alerts) {
    const address = addressOf(alert, properties);
    if (address === '') continue;
    const to = [...news.keys()].find((known) => isSameAddress(known, address)) ?? address;
    const own = news.get(to);
    const part = newsOf(alert, record, to);
    const isNews = part.began.length + part.ended.length > 0 && now >= alert.quietUntil;
    if (isNews) news.set(to, [...(own ?? []), part]);
    else if (own === undefined && hasCollected(ledger, 'alerts', to, isThere)) news.set(to, undefined);
  }
  return news;
}

/** By the rows that were judged last: what others have found by a connection of their own is reported when they judge. */
function newsOf(alert: Alert, record: EpisodeRecord, to: string): AddressNewsPart {
  const { open, over, more, isSample, reportedTo } = newestStanding(record, alert.id) ?? NOT_JUDGED;
  if (isSample) return { alert, began: [], ended: [], more: 0, newMore: 0 };
  const isKnown = reportedTo === addressTag(to);
  const began = open.filter(({ reported }) => !(reported && isKnown));
  const newMore = began.length === open.length ? more : 0;
  return { alert, began, ended: isKnown ? over : [], more, newMore };
}

/** The part of the news that is collected: which venue, area or role of which alert, and whether it is missed. */
export function changesOf(news: AddressNews): MailChange[] {
  return news.flatMap(({ alert, began, ended }) => [
    ...began.map(({ who }): MailChange => [topicOf(alert, who), true]),
    ...ended.map(({ who }): MailChange => [topicOf(alert, who), false]),
  ]);
}

/** The topic under which changes of one subject of an alert are collected. */
export function topicOf({ id }: Pick<Alert, 'id'>, who: string): string {
  return `${id} ${who}`;
}

/** Whether changes of an alert are collected under a topic. */
export function isTopicOf(topic: string, alert: Pick<Alert, 'id'>): boolean {
  return topic.startsWith(topicOf(alert, ''));
}
