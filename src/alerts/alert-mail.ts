import { shortDay } from '../calendar/calendar-date';
import { shownCount, shownNumber } from '../employer-api/text';
import { type MailBlock, type MailRow, nameInMail } from '../reports/mail/mail-document';
import { type NewsPart, type NewsSource, tagOf } from '../reports/mail/outbox';
import type { Properties } from '../reports/ports';
import { readDocumentState } from '../reports/saved/document-state';
import {
  type Alert,
  alertProperty,
  alertsIn,
  type Episode,
  shownFigure,
  shownName,
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
  const all = alerts.flatMap(({ to }) => to.map((one) => [one.toLowerCase(), one] as const));
  // As whoever saved the first of them wrote it.
  const addresses = new Map(all.reverse());
  return [...addresses].map(([key, to]): NewsPart => {
    const own = alerts.filter((alert) => alert.to.some((one) => one.toLowerCase() === key));
    const parts = own.map((alert) => ({ alert, ...newsOf(alert, to) }));
    const count = (read: (part: (typeof parts)[number]) => readonly Episode[]) =>
      parts.reduce((sum, part) => sum + read(part).length, 0);
    const [begun, over] = [count((part) => part.begun), count((part) => part.over)];
    const sheets = new Set(own.map(({ report }) => reports.find(({ id }) => id === report)?.sheetId));
    const [sheetId] = sheets;
    return {
      to,
      heads: [
        ...(begun === 0 ? [] : [`${shownCount(begun, 'target')} missed`]),
        ...(over === 0 ? [] : [`${shownNumber(over)} back on target`]),
      ],
      blocks: parts.flatMap((part) =>
        blocksOf(part, reports.find(({ id }) => id === part.alert.report)?.sheet ?? ''),
      ),
      notes: begun + over === 0 ? [] : NOTES,
      ...(sheets.size === 1 && typeof sheetId === 'number' ? { sheetId } : {}),
      told: (stored) => Object.assign({}, ...own.map(({ id }) => withTold(id, to, stored))),
    };
  });
};

interface AlertNews {
  /** Missed, and not yet told to the address. */
  readonly begun: readonly Episode[];
  /** Told to the address as missed, and over. */
  readonly over: readonly Episode[];
  /** Missed as before. */
  readonly same: readonly Episode[];
}

function newsOf({ standing }: Alert, to: string): AlertNews {
  const told = standing.told[tagOf(to)] ?? [];
  const isTold = ({ who }: Episode) => told.includes(tagOf(who));
  return {
    begun: standing.open.filter((episode) => !isTold(episode)),
    over: standing.over.filter(isTold),
    same: standing.open.filter(isTold),
  };
}

/** An alert once an address was told how it stands: what is over is kept only for those who have yet to hear it. */
function withTold(id: string, to: string, properties: Properties): Properties {
  const { reports } = readDocumentState(properties);
  const alert = alertsIn({ properties, reports }).find((one) => one.id === id);
  if (alert === undefined) return {};
  const { standing } = alert;
  const told = { ...standing.told, [tagOf(to)]: standing.open.map(({ who }) => tagOf(who)) };
  const isWaited = ({ who }: Episode) => Object.values(told).some((tags) => tags.includes(tagOf(who)));
  return alertProperty({ ...alert, standing: { ...standing, told, over: standing.over.filter(isWaited) } });
}

/** The heading of a table's first column. */
const HEADS = { all: 'Report', venue: 'Venue', area: 'Area', role: 'Job title' } as const;

function blocksOf(
  { alert, begun, over, same }: { readonly alert: Alert } & AlertNews,
  sheet: string,
): MailBlock[] {
  const { word } = watchedBy(alert);
  const row = (episode: Episode, below: string): MailRow => ({
    cells: [
      alert.scope === 'all' ? nameInMail(sheet) : nameInMail(shownName(episode)) || '(none given)',
      shownFigure(alert, episode),
      `${shownNumber(episode.k)} of ${shownNumber(episode.n)}`,
    ],
    below,
  });
  const since = ({ since: first, week }: Episode) =>
    first === week ? 'missed' : `missed since the week of ${shortDay(first)}`;
  const rows = [
    ...begun.map((episode) => row(episode, 'new')),
    ...over.map((episode) => row(episode, 'on target again')),
    ...same.map((episode) => row(episode, since(episode))),
  ];
  const { week, more } = alert.standing;
  const title = `${word.charAt(0).toUpperCase()}${word.slice(1)}, ${shownTarget(alert)}`;
  const when = week === null ? '' : `, week of ${shortDay(week)}`;
  return [
    { kind: 'heading', text: title, note: `“${nameInMail(sheet)}”${when}` },
    rows.length === 0
      ? { kind: 'text', text: 'Nothing is missed.' }
      : { kind: 'table', head: [HEADS[alert.scope], 'Figure', 'Positions'], rows },
    ...(more === 0
      ? []
      : [{ kind: 'text' as const, text: `And ${shownNumber(more)} more: see the tab Alerts.` }]),
  ];
}
