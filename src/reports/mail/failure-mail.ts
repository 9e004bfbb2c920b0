import { shownCount } from '../../employer-api/text';
import type { Properties, SpreadsheetCalendar } from '../ports';
import { cachedTimeZone, type DocumentState, PROPERTY, readDocumentState } from '../saved/document-state';
import type { SavedReport } from '../saved/saved-report';
import { describeNextRun, newestRunner } from '../saved/saved-schedule';
import { type MailBlock, nameInMail, typedText } from './mail-document';
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
  const to = newestRunner(state.schedule)?.email ?? '';
  if (to === '') return [];
  const failing = state.reports.filter(({ lastRun }) => causeOf(lastRun) !== '');
  const told = toldTo(to, properties);
  const isTold = ({ id, lastRun }: SavedReport) => told[tagOf(id)] === tagOf(causeOf(lastRun));
  const isOver = ({ id, lastRun }: SavedReport) =>
    told[tagOf(id)] !== undefined && lastRun?.outcome === 'refreshed';
  const [begun, over] = [failing.filter((report) => !isTold(report)), state.reports.filter(isOver)];
  const heads = [
    ...(begun.length === 0 ? [] : [`${shownCount(begun.length, 'report')} not refreshed`]),
    ...(over.length === 0 ? [] : [`${shownCount(over.length, 'report')} refreshed again`]),
  ];
  const [only, ...others] = [...failing, ...over];
  return [
    {
      to,
      heads,
      blocks: blocksOf(failing, over, { state, now, calendar }),
      notes: failing.length + over.length === 0 ? [] : [HOW_TO_STOP],
      sheetId: others.length === 0 ? (only?.sheetId ?? undefined) : undefined,
      told: (stored) => {
        const after = failing.map(({ id, lastRun }) => [tagOf(id), tagOf(causeOf(lastRun))] as const);
        const failures = { to: tagOf(to), told: Object.fromEntries(after.slice(0, MOST_TOLD)) };
        return mailsProperty({ ...parseMails(stored[PROPERTY.mails]), failures });
      },
    },
  ];
};

function toldTo(to: string, properties: Properties): Readonly<Record<string, string>> {
  const { failures } = parseMails(properties[PROPERTY.mails]);
  return failures.to === tagOf(to) ? failures.told : {};
}

/** Why a report fails or waits; empty where it does neither. */
function causeOf(run: SavedReport['lastRun']): string {
  return run?.outcome === 'failed' || run?.outcome === 'held' ? run.message : '';
}

function blocksOf(
  failing: readonly SavedReport[],
  over: readonly SavedReport[],
  { state, now, calendar }: FailureContext,
): MailBlock[] {
  const zone = cachedTimeZone(state);
  const causes = [...new Set(failing.map(({ lastRun }) => causeOf(lastRun)))];
  const time = (millis: number) => calendar.text(millis, zone);
  const again = (report: SavedReport) =>
    describeNextRun(state.schedule, report, now, zone, calendar) ?? 'by hand';
  return [
    ...causes.flatMap((cause): MailBlock[] => [
      { kind: 'heading', text: typedText(cause) },
      {
        kind: 'table',
        head: ['Sheet', 'Newest data', 'Next try'],
        rows: failing
          .filter(({ lastRun }) => causeOf(lastRun) === cause)
          .map((report) => {
            const shown = report.content === null ? 'none yet' : time(report.content.refreshedAt);
            return { cells: [nameInMail(report.sheet), shown, again(report)] };
          }),
      },
    ]),
    ...(over.length === 0
      ? []
      : ([
          { kind: 'heading', text: 'Refreshed again' },
          {
            kind: 'table',
            head: ['Sheet', 'Newest data'],
            rows: over.map(({ sheet, content }) => {
              return { cells: [nameInMail(sheet), content === null ? '' : time(content.refreshedAt)] };
            }),
          },
        ] satisfies MailBlock[])),
  ];
}

interface FailureContext {
  readonly state: DocumentState;
  readonly now: number;
  readonly calendar: Pick<SpreadsheetCalendar, 'serial' | 'text'>;
}
