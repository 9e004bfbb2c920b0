import { shortDay } from '../calendar/calendar-date';
import { isBetterLow } from '../contract/alerts';
import { capital, shownCount, shownNumber } from '../employer-api/text';
import { type MailBlock, nameInMail } from '../reports/mail/mail-document';
import { headlineOf, type NewsPart, type NewsSource, tagOf } from '../reports/mail/outbox';
import type { Properties } from '../reports/ports';
import { readDocumentState } from '../reports/saved/document-state';
import {
  type Alert,
  alertProperty,
  alertsIn,
  type Episode,
  SCOPE_WORDS,
  shownFigure,
  shownTarget,
  watchedBy,
} from './alert';

const WORDS = {
  stand: (count: number) => `${shownCount(count, 'target')} missed`,
  end: (count: number) => `${shownNumber(count)} back on target`,
  still: 'still missed',
};

const NOTES = [
  'Figures cover complete weeks, as published by the service. The newest may still be corrected.',
  'You get this because an alert was saved with your address. To stop it, change the alert: Extensions ▸ Shift Reports, tab Alerts.',
];

/** What the addresses of alerts have not heard, and how all of their alerts stand. Sample data makes no mail. */
export const alertNews: NewsSource = (properties) => {
  const { reports } = readDocumentState(properties);
  const alerts = alertsIn({ properties, reports }).filter(({ standing }) => !standing.isSample);
  const reportOf = (alert: Alert) => reports.find(({ id }) => id === alert.report);
  const addresses = new Map(
    alerts.flatMap(({ to }) => to.map((one) => [tagOf(one), one] as const)).reverse(),
  );
  return [...addresses].flatMap(([tag, to]): NewsPart[] => {
    const own = alerts.filter((alert) => alert.to.some((one) => tagOf(one) === tag));
    const parts = own
      .map((alert) => partOf(alert, tag, nameInMail(reportOf(alert)?.sheet ?? '')))
      .sort((one, other) => (other.misses[0]?.lack ?? -1) - (one.misses[0]?.lack ?? -1));
    const misses = parts.flatMap((part) => part.misses);
    const over = parts.flatMap((part) => part.over).length;
    if (misses.length + over === 0) return [];
    const begun = misses.filter(({ isNew }) => isNew).length;
    const unlisted = own.reduce((sum, { standing }) => sum + standing.more, 0);
    return [
      {
        to,
        headline: headlineOf({ begun, told: misses.length - begun, unlisted, over }, WORDS),
        sentence: sentenceOf(misses),
        blocks: parts.flatMap(blocksOf),
        notes: NOTES,
        sheetIds: own.map((alert) => reportOf(alert)?.sheetId ?? null),
        told: (stored: Properties) => Object.assign({}, ...own.map(({ id }) => withTold(id, tag, stored))),
      },
    ];
  });
};

/** A miss, or one that is over, as one address hears of it. */
interface Miss {
  readonly alert: Alert;
  readonly episode: Episode;
  /** The venue, area, job title or sheet, as a mail may name it. */
  readonly name: string;
  /** How many positions make it, as `watchedBy` calls them. */
  readonly lack: number;
  /** Whether it was not yet told. */
  readonly isNew: boolean;
}

/** What is missed, most positions first, and what is over. */
function partOf(alert: Alert, address: string, sheet: string) {
  const { open, over, told } = alert.standing;
  const missOf = (episode: Episode): Miss => ({
    ...{ alert, episode, isNew: !told[address]?.includes(episode.tag) },
    name: alert.scope === 'all' ? sheet : nameInMail(episode.who) || '(none given)',
    lack: isBetterLow(alert.measure) ? episode.k : episode.n - episode.k,
  });
  const misses = open.map(missOf).sort((one, other) => other.lack - one.lack);
  return { alert, sheet, misses, over: over.map(missOf).filter(({ isNew }) => !isNew) };
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

/** The lines of an alert; none where nothing is missed or over. */
function blocksOf({ alert, sheet, misses, over }: ReturnType<typeof partOf>): MailBlock[] {
  if (misses.length + over.length === 0) return [];
  const { word, lacking } = watchedBy(alert);
  const { week, more } = alert.standing;
  const most = misses[0]?.lack || 1;
  const row = (miss: Miss, below: string) => ({
    cells: [miss.name, lackOf(miss), shownFigure(alert, miss.episode)],
    below,
  });
  const since = ({ isNew, episode }: Miss) => {
    if (isNew) return 'new';
    return episode.since === episode.week ? 'missed' : `missed since the week of ${shortDay(episode.since)}`;
  };
  const rows = [
    ...misses.map((miss) => ({ ...row(miss, since(miss)), share: miss.lack / most })),
    ...over.map((miss) => row(miss, 'on target again')),
  ];
  const subject = SCOPE_WORDS[alert.scope];
  const text = `${capital(word)}${alert.scope === 'all' ? '' : ` by ${subject}`}, ${shownTarget(alert)}`;
  const note = `“${sheet}”${week === null ? '' : `, week of ${shortDay(week)}`}`;
  const rest = { kind: 'text', text: `And ${shownNumber(more)} more: see the tab Alerts.` } as const;
  return [
    { kind: 'heading', text, note },
    { kind: 'table', head: [capital(subject), capital(lacking), 'Figure'], rows },
    ...(more === 0 ? [] : [rest]),
  ];
}
