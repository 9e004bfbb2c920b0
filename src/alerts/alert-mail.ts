import { shortDay } from '../calendar/calendar-date';
import { isBetterLow } from '../contract/alerts';
import { shownCount, shownNumber } from '../employer-api/text';
import { type MailBlock, type MailRow, nameInMail } from '../reports/mail/mail-document';
import { type NewsPart, type NewsSource, tagOf } from '../reports/mail/outbox';
import type { Properties } from '../reports/ports';
import { readDocumentState } from '../reports/saved/document-state';
import {
  type Alert,
  alertProperty,
  alertsIn,
  capital,
  type Episode,
  SCOPE_WORDS,
  shownFigure,
  shownTarget,
  watchedBy,
} from './alert';

const NOTES = [
  'Figures cover complete weeks, as published by the service. The newest may still be corrected.',
  'You get this because an alert was saved with your address. To stop it, change the alert: Extensions ▸ Shift Reports, tab Alerts.',
];

/** What the addresses of alerts have not heard, and how all of their alerts stand. Sample data makes no mail. */
export const alertNews: NewsSource = (properties) => {
  const { reports } = readDocumentState(properties);
  const alerts = alertsIn({ properties, reports }).filter(({ standing }) => !standing.isSample);
  const addresses = new Map(
    alerts.flatMap(({ to }) => to.map((one) => [tagOf(one), one] as const)).reverse(),
  );
  return [...addresses].flatMap(([tag, to]): NewsPart[] => {
    const own = alerts.filter((alert) => alert.to.some((one) => tagOf(one) === tag));
    const parts = own
      .map((alert) => partOf(alert, tag, reports.find(({ id }) => id === alert.report)?.sheet ?? ''))
      .sort((one, other) => (other.misses[0]?.lack ?? -1) - (one.misses[0]?.lack ?? -1));
    const misses = parts.flatMap((part) => part.misses);
    const missed = misses.length + own.reduce((sum, { standing }) => sum + standing.more, 0);
    const begun = misses.filter(({ isNew }) => isNew).length;
    const over = parts.reduce((sum, part) => sum + part.over.length, 0);
    if (misses.length + over === 0) return [];
    const heads = [
      ...(begun === 0 ? [] : [`${shownCount(missed, 'target')} missed`]),
      ...(begun === 0 || begun === misses.length ? [] : [`${shownNumber(begun)} new`]),
      ...(over === 0 ? [] : [`${shownNumber(over)} back on target`]),
      ...(over === 0 || begun > 0 || missed === 0 ? [] : [`${shownNumber(missed)} still missed`]),
    ];
    const part = {
      to,
      headline: heads.join(', '),
      sentence: sentenceOf(misses),
      blocks: parts.flatMap(blocksOf),
      notes: NOTES,
      sheetIds: own.map(({ report }) => reports.find(({ id }) => id === report)?.sheetId ?? null),
      told: (stored: Properties) => Object.assign({}, ...own.map(({ id }) => withTold(id, tag, stored))),
    };
    return [part];
  });
};

/** A miss as one address hears of it. */
interface Miss {
  readonly alert: Alert;
  readonly episode: Episode;
  /** The venue, area, job title or sheet, as a mail may name it. */
  readonly name: string;
  /** How many positions make it: those that were missing, not booked, unfilled or no-shows. */
  readonly lack: number;
  /** Whether it was not yet told. */
  readonly isNew: boolean;
}

/** What is missed, most positions first, and what is over. */
function partOf(alert: Alert, address: string, sheet: string) {
  const { open, over, told } = alert.standing;
  const isTold = ({ tag }: Episode) => told[address]?.includes(tag) ?? false;
  const missOf = (episode: Episode): Miss => ({
    ...{ alert, episode, isNew: !isTold(episode) },
    name: alert.scope === 'all' ? nameInMail(sheet) : nameInMail(episode.who) || '(none given)',
    lack: isBetterLow(alert.measure) ? episode.k : episode.n - episode.k,
  });
  const misses = open.map(missOf).sort((one, other) => other.lack - one.lack);
  return { alert, sheet: nameInMail(sheet), misses, over: over.filter(isTold).map(missOf) };
}

/** An alert once an address was told how it stands: what is over is kept only for those who have yet to hear it. */
function withTold(id: string, address: string, properties: Properties): Properties {
  const { reports } = readDocumentState(properties);
  const alert = alertsIn({ properties, reports }).find((one) => one.id === id);
  if (alert === undefined) return {};
  const { standing } = alert;
  const told = { ...standing.told, [address]: standing.open.map(({ tag }) => tag) };
  const over = standing.over.filter(({ tag }) => Object.values(told).some((tags) => tags.includes(tag)));
  return alertProperty({ ...alert, standing: { ...standing, told, over } });
}

/** Where most positions are missing: at a venue, area or job title if one is watched, otherwise in a whole report. */
function sentenceOf(misses: readonly Miss[]): string {
  const named = misses.filter(({ alert }) => alert.scope !== 'all');
  const [worst] = (named.length > 0 ? named : [...misses]).sort((one, other) => other.lack - one.lack);
  if (worst === undefined) return 'No target is missed any more.';
  const { alert, episode, name } = worst;
  const { word, lacking } = watchedBy(alert);
  return `${name} matters most: ${lackOf(worst)} ${lacking}, ${word} ${shownFigure(alert, episode)}, ${shownTarget(alert)}.`;
}

function lackOf({ lack, episode }: Miss): string {
  return `${shownNumber(lack)} of ${shownNumber(episode.n)}`;
}

function blocksOf({ alert, sheet, misses, over }: ReturnType<typeof partOf>): MailBlock[] {
  const { word, lacking } = watchedBy(alert);
  const most = misses[0]?.lack || 1;
  const row = (miss: Miss, below: string): MailRow => ({
    cells: [miss.name, lackOf(miss), shownFigure(alert, miss.episode)],
    below,
  });
  const since = ({ isNew, episode }: Miss) =>
    isNew
      ? 'new'
      : episode.since === episode.week
        ? 'missed'
        : `missed since the week of ${shortDay(episode.since)}`;
  const rows = [
    ...misses.map((miss) => ({ ...row(miss, since(miss)), share: miss.lack / most })),
    ...over.map((miss) => row(miss, 'on target again')),
  ];
  const { week, more } = alert.standing;
  if (rows.length === 0) return [];
  const subject = SCOPE_WORDS[alert.scope];
  const by = alert.scope === 'all' ? '' : ` by ${subject}`;
  const when = week === null ? '' : `, week of ${shortDay(week)}`;
  return [
    { kind: 'heading', text: `${capital(word)}${by}, ${shownTarget(alert)}`, note: `“${sheet}”${when}` },
    { kind: 'table', head: [capital(subject), capital(lacking), 'Figure'], rows },
    ...(more === 0
      ? []
      : [{ kind: 'text' as const, text: `And ${shownNumber(more)} more: see the tab Alerts.` }]),
  ];
}
