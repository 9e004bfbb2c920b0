import { shownCount } from '../../employer-api/text';
import { cachedTimeZone } from '../saved/document-state';
import type { SavedReport } from '../saved/saved-report';
import { scheduleProperty, timetable } from '../schedule/schedule';
import { type MailBlock, nameInMail, typedText } from './mail-document';
import { headlineOf, type NewsSource, tagOf } from './outbox';

/** The most reports whose failures are remembered as told: so they fit one property. */
const MOST_TOLD = 100;

const WORDS = {
  stand: (count: number) => `${shownCount(count, 'report')} not refreshed`,
  end: (count: number) => `${shownCount(count, 'report')} refreshed again`,
};

/** True of reports that fail and of those that wait for a person, whenever the mail is read. */
const STANDS =
  'The tables keep the data of their last refresh. Nothing is left to do where the next try succeeds; where a table waits for your answer, open the sidebar.';

const HOW_TO_STOP =
  'You get this because the schedule was saved with your address. To stop it, clear the address: Extensions ▸ Shift Reports, tab Settings, Schedule.';

/**
 * What the address of the schedule has not heard: reports that fail or wait for a person, each cause once, and reports
 * that are refreshed again. It names sheets and messages; no figure, reference, secret, token or address of the service.
 */
export const failureNews: NewsSource = (state, now, calendar) => {
  const { schedule, reports } = state;
  const { email: to, told } = schedule;
  const failing = reports.filter((report) => causeOf(report) !== '');
  const over = reports.filter(({ id, lastRun }) => tagOf(id) in told && lastRun?.outcome === 'refreshed');
  if (to === '' || failing.length + over.length === 0) return [];
  const begun = failing.filter((report) => told[tagOf(report.id)] !== tagOf(causeOf(report))).length;
  const zone = cachedTimeZone(state);
  const times = timetable(schedule, now, zone, calendar);
  const block = (title: string, next: string, shown: readonly SavedReport[]): MailBlock => {
    const rows = shown.map((report) => ({
      cells: [nameInMail(report.sheet), times.next([report]) ?? 'by hand'],
      below: report.content ? `data of ${calendar.text(report.content.refreshedAt, zone)}` : 'no data yet',
    }));
    return { title, table: { head: ['Sheet', next], rows } };
  };
  const causes = [...new Set(failing.map(causeOf))].map((cause) => {
    const alike = failing.filter((report) => causeOf(report) === cause);
    // It is tried again by itself.
    const why = cause.replace(/^Try again(?: [^:]*)?: (.)/, (_, first: string) => first.toUpperCase());
    return block(typedText(why), 'Next try', alike);
  });
  return [
    {
      to,
      headline: headlineOf({ begun, told: failing.length - begun, over: over.length }, WORDS),
      sentence: failing.length === 0 ? 'No report is failing any more.' : STANDS,
      blocks: over.length === 0 ? causes : [...causes, block('Refreshed again', 'Next', over)],
      notes: [HOW_TO_STOP],
      sheetIds: [...failing, ...over].map(({ sheetId }) => sheetId),
      told: ({ schedule: now }) => {
        const after = failing.map((report) => [tagOf(report.id), tagOf(causeOf(report))] as const);
        return now.email === to
          ? scheduleProperty({ ...now, told: Object.fromEntries(after.slice(0, MOST_TOLD)) })
          : {};
      },
    },
  ];
};

/** Why a report fails or waits; empty where it does neither. */
function causeOf({ lastRun }: SavedReport): string {
  return lastRun?.outcome === 'failed' || lastRun?.outcome === 'held' ? lastRun.message : '';
}
