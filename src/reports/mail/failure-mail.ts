import { shownCount } from '../../employer-api/text';
import { cachedTimeZone, PROPERTY, readDocumentState } from '../saved/document-state';
import type { SavedReport } from '../saved/saved-report';
import { timetable } from '../saved/saved-schedule';
import { type MailBlock, type MailRow, nameInMail, typedText } from './mail-document';
import { mailsProperty, type NewsSource, parseMails, tagOf } from './outbox';

/** The most reports whose failures are remembered as told: their record shares one property with the addresses. */
const MOST_TOLD = 50;

const HOW_TO_STOP =
  'You get this because the schedule was saved with your address. To stop it, clear the address: Extensions ▸ Shift Reports, tab Settings, Schedule.';

/**
 * What the address of the schedule has not heard: reports that fail or wait for a person, each cause once, and reports
 * that are refreshed again. It names sheets and messages; no figure, reference, secret, token or address of the service.
 */
export const failureNews: NewsSource = (properties, now, calendar) => {
  const state = readDocumentState(properties);
  const to = state.schedule.email;
  if (to === '') return [];
  const { failures } = parseMails(properties[PROPERTY.mails]);
  const told = failures.to === tagOf(to) ? failures.told : {};
  const failing = state.reports.filter(({ lastRun }) => causeOf(lastRun) !== '');
  const isTold = ({ id, lastRun }: SavedReport) => told[tagOf(id)] === tagOf(causeOf(lastRun));
  const begun = failing.filter((report) => !isTold(report)).length;
  const over = state.reports.filter(
    ({ id, lastRun }) => told[tagOf(id)] !== undefined && lastRun?.outcome === 'refreshed',
  );
  if (failing.length + over.length === 0) return [];
  const zone = cachedTimeZone(state);
  const rowOf = (report: SavedReport, end: string): MailRow => {
    const at = report.content?.refreshedAt;
    const below = at === undefined ? 'no data yet' : `data of ${calendar.text(at, zone)}`;
    return { cells: [nameInMail(report.sheet), end], below };
  };
  const times = timetable(state.schedule, now, zone, calendar);
  const again = (report: SavedReport) => times.next([report]) ?? 'by hand';
  const causes = [...new Set(failing.map(({ lastRun }) => causeOf(lastRun)))];
  const heads = [
    ...(begun === 0 ? [] : [`${shownCount(failing.length, 'report')} not refreshed`]),
    ...(begun === 0 || begun === failing.length ? [] : [`${begun} new`]),
    ...(over.length === 0 ? [] : [`${shownCount(over.length, 'report')} refreshed again`]),
    ...(begun > 0 || over.length === 0 || failing.length === 0 ? [] : [`${failing.length} still not`]),
  ];
  return [
    {
      to,
      headline: heads.join(', '),
      sentence: failing.length === 0 ? 'No report is failing any more.' : STANDS,
      blocks: [
        ...causes.flatMap((cause): MailBlock[] => {
          const own = failing.filter(({ lastRun }) => causeOf(lastRun) === cause);
          const [what, remedy] = splitMessage(typedText(cause));
          return [
            { kind: 'heading', text: what },
            ...(remedy === '' ? [] : [{ kind: 'text' as const, text: `If this is still so: ${remedy}.` }]),
            { kind: 'table', head: ['Sheet', 'Next try'], rows: own.map((one) => rowOf(one, again(one))) },
          ];
        }),
        ...(over.length === 0
          ? []
          : [
              { kind: 'heading' as const, text: 'Refreshed again' },
              {
                kind: 'table' as const,
                head: ['Sheet', 'Next'],
                rows: over.map((one) => rowOf(one, again(one))),
              },
            ]),
      ],
      notes: [HOW_TO_STOP],
      sheetIds: [...failing, ...over].map(({ sheetId }) => sheetId),
      told: (stored) => {
        const after = failing.map(({ id, lastRun }) => [tagOf(id), tagOf(causeOf(lastRun))] as const);
        const now = { to: tagOf(to), told: Object.fromEntries(after.slice(0, MOST_TOLD)) };
        return mailsProperty({ ...parseMails(stored[PROPERTY.mails]), failures: now });
      },
    },
  ];
};

/** True whenever it is read. */
const STANDS =
  'The tables keep the data of their last refresh. Where the next try succeeds, nothing is left to do.';

/** Why a report fails or waits; empty where it does neither. */
function causeOf(run: SavedReport['lastRun']): string {
  return run?.outcome === 'failed' || run?.outcome === 'held' ? run.message : '';
}

/**
 * A message as cause and remedy, which stands before its colon: by the time that someone reads the mail, the remedy may no
 * longer be needed. Names in quotes may have colons of their own.
 */
function splitMessage(message: string): readonly [what: string, remedy: string] {
  const [, remedy = '', what = message] = /^((?:“[^”]*”|[^“:])+): (.+)$/.exec(message) ?? [];
  return [what.charAt(0).toUpperCase() + what.slice(1), remedy.charAt(0).toLowerCase() + remedy.slice(1)];
}
