import { shortDay } from '../calendar/calendar-date';
import { isBetterLow } from '../contract/alerts';
import { capital, shownCount, shownNumber } from '../employer-api/text';
import { NO_NAME } from '../figures/names';
import { type MailBlock, nameInMail } from '../reports/mail/mail-document';
import { headlineOf, heardBy, type NewsPart, type NewsSource, tagOf } from '../reports/mail/outbox';
import { findReport } from '../reports/saved/document-state';
import { isSampleOwner } from '../reports/saved/saved-report';
import { type Alert, alertsIn, keyOf, scopeWord, shownFigure, shownTarget, watchedBy } from './alert';

const backOnTarget = (count: number) => `${shownNumber(count)} back on target`;

/** The first is of clear misses alone. */
const NOTES = [
  'Clear misses only: figures that chance may explain are left out, so more may be off target.',
  'Figures cover complete weeks, as published by the service. The newest may still be corrected.',
  'You get this because an alert was saved with your address. To stop it, change the alert: Extensions ▸ Shift Reports, tab Alerts.',
];

/** What the addresses of alerts have not heard, and how all of their alerts stand. Sample data makes no mail. */
export const alertNews: NewsSource = (state) => {
  const reportOf = ({ report }: Alert) => findReport(state, report);
  const alerts = alertsIn(state).filter((alert) => !isSampleOwner(reportOf(alert).content?.owner));
  const addresses = new Map(
    alerts.flatMap(({ to }) => to.map((one) => [tagOf(one), one] as const)).reverse(),
  );
  return [...addresses].flatMap(([tag, to]): NewsPart[] => {
    const own = alerts.filter((alert) => alert.to.some((one) => tagOf(one) === tag));
    const heard = heardBy(state, [to]);
    const parts = own
      .map((alert) => partOf(alert, heard, nameInMail(reportOf(alert).sheet)))
      .sort((one, other) => (other.misses[0]?.lack ?? -1) - (one.misses[0]?.lack ?? -1));
    const misses = parts.flatMap((part) => part.misses);
    const over = parts.flatMap((part) => part.over).length;
    if (misses.length + over === 0) return [];
    const told = misses.filter(({ isTold }) => isTold).length;
    const more = own.reduce((sum, { standing }) => sum + standing.more, 0);
    const clearly = own.some(({ strictness }) => strictness === 'any_miss') ? '' : 'clearly ';
    // Several alerts may count one venue for several figures.
    const [first, ...others] = own as [Alert, ...Alert[]];
    const word = others.length > 0 ? 'figure' : scopeWord(first.scope);
    const [side, isMixed] = new Set(own.map(({ measure }) => (isBetterLow(measure) ? 'above' : 'below')));
    const stand = (count: number) => `${shownCount(count, word)} ${clearly}${isMixed ? 'off' : side} target`;
    return [
      {
        to,
        headline: headlineOf({ begun: misses.length - told, told, more, over }, { stand, end: backOnTarget }),
        sentence: sentenceOf(misses),
        blocks: parts.flatMap((part) => blocksOf(part, told > 0 ? 'newly reported' : '')),
        notes: clearly === '' ? NOTES.slice(1) : NOTES,
        sheetIds: own.map((alert) => reportOf(alert).sheetId),
        stands: misses.map(({ key }) => key),
      },
    ];
  });
};

/** A miss, or one that is over, as one address hears of it. */
type Miss = ReturnType<typeof partOf>['misses'][number];

/** What is missed, most positions first, and what is over. */
function partOf(alert: Alert, heard: readonly string[], sheet: string) {
  const all = alert.standing.episodes.map((episode) => {
    const key = keyOf(alert, episode);
    // The venue, area, job title or sheet, as a mail may name it.
    const name = alert.scope === 'all' ? sheet : nameInMail(episode.who) || NO_NAME;
    return { alert, episode, key, name, lack: episode.lack, isTold: heard.includes(key) };
  });
  const misses = all.filter(({ episode }) => !episode.isOver).sort((one, other) => other.lack - one.lack);
  return { alert, sheet, misses, over: all.filter(({ episode, isTold }) => episode.isOver && isTold) };
}

/** Where most positions are missing: at a venue, area or job title if one is watched, otherwise in a whole report. */
function sentenceOf(misses: readonly Miss[]): string {
  const named = misses.filter(({ alert }) => alert.scope !== 'all');
  const [worst] = (named.length > 0 ? named : [...misses]).sort((one, other) => other.lack - one.lack);
  if (worst === undefined) return 'No target is missed any more.';
  const { alert, episode, name } = worst;
  const { word, lacking } = watchedBy(alert);
  return `${name} matters most: ${shareOf(worst)} ${lacking}, ${word} ${shownFigure(alert, episode)}, ${shownTarget(alert)}.`;
}

/** Missing people are no part of those that the percentage is out of: extra people on one shift don’t help another. */
function shareOf({ alert, lack, episode: { n } }: Miss): string {
  return watchedBy(alert).isFulfilment ? shownNumber(lack) : `${shownNumber(lack)} of ${shownNumber(n)}`;
}

/** The lines of an alert; none where nothing is missed or over. @param unheard What stands below a miss that was not yet told. */
function blocksOf({ alert, sheet, misses, over }: ReturnType<typeof partOf>, unheard: string): MailBlock[] {
  if (misses.length + over.length === 0) return [];
  const { word, lacking } = watchedBy(alert);
  const { week, more } = alert.standing;
  const most = misses[0]?.lack || 1;
  const row = (miss: Miss, below: string) => ({
    cells: [miss.name, shareOf(miss), shownFigure(alert, miss.episode)],
    below,
  });
  const rows = [
    ...misses.map((miss) => {
      const since = `reported since the week of ${shortDay(miss.episode.since)}`;
      return { ...row(miss, miss.isTold ? since : unheard), share: miss.lack / most };
    }),
    ...over.map((miss) => row(miss, 'on target again')),
  ];
  const subject = scopeWord(alert.scope);
  const title = `${capital(word)}${alert.scope === 'all' ? '' : ` by ${subject}`}, ${shownTarget(alert)}`;
  const note = `“${sheet}”${week === null ? '' : `, week of ${shortDay(week)}`}`;
  const text = more === 0 ? '' : `And ${shownNumber(more)} more: see the tab Alerts.`;
  return [{ title, note, table: { head: [capital(subject), capital(lacking), capital(word)], rows }, text }];
}
