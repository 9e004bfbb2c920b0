import { isRefusal } from '../../employer-api/errors';
import { shownCount } from '../../employer-api/text';
import { needsSomeone, type SavedReport } from '../saved/saved-report';
import { shownMessage, timetable } from '../schedule/schedule';
import { type MailBlock, nameInMail, typedText } from './mail-document';
import { headlineOf, heardBy, type NewsSource, tagOf } from './outbox';

const WORDS = {
  stand: (count: number) => `${shownCount(count, 'report')} not refreshed`,
  end: (count: number) => `${shownCount(count, 'report')} refreshed again`,
};

const HOW_TO_STOP =
  'You get this because the schedule was saved with your address. To stop it, clear the address: Extensions ▸ Shift Reports, tab Settings, Schedule.';

const HOW_TO_CONNECT =
  'To connect again: Extensions ▸ Shift Reports, tab Settings, Change connection. Until then each try fails.';

const WHERE_DETAILS_ARE =
  'The details to send: Extensions ▸ Shift Reports, tab Reports, Copy details below the report.';

/**
 * What the address of the schedule has not heard: reports that fail or wait for a person, each cause once, and reports
 * that are refreshed again: why, what to do, since when, and when it is tried again. It names sheets and messages; no figure,
 * reference, secret, token or address of the service.
 */
export const failureNews: NewsSource = (state, now, calendar) => {
  const { schedule, reports, zone } = state;
  const { email: to } = schedule;
  const heard = heardBy(state, [to]);
  const hasHeardOf = ({ id }: SavedReport) => heard.some((one) => one.startsWith(`${tagOf(id)} `));
  const stands = (report: SavedReport) => `${tagOf(report.id)} ${tagOf(causeOf(report))}`;
  const failing = reports.filter((report) => causeOf(report) !== '');
  const over = reports.filter((report) => report.lastRun?.outcome === 'refreshed' && hasHeardOf(report));
  if (to === '' || failing.length + over.length === 0) return [];
  const begun = failing.filter((report) => !heard.includes(stands(report))).length;
  const codes = failing.map(({ lastRun }) => lastRun?.code);
  const times = timetable(schedule, now, zone, calendar);
  const describeSince = ({ content, lastRun }: SavedReport) => {
    if (content === null) return 'never refreshed';
    const at = calendar.text(content.refreshedAt, zone);
    return lastRun?.outcome === 'refreshed' ? `refreshed ${at}` : `not refreshed since ${at}`;
  };
  const block = (title: string, next: string, shown: readonly SavedReport[]): MailBlock => {
    const rows = shown.map((report) => ({
      cells: [nameInMail(report.sheet), times.next([report]) ?? 'by hand'],
      below: describeSince(report),
    }));
    return { title, table: { head: ['Sheet', next], rows } };
  };
  const whyOf = (report: SavedReport) => shownMessage(report, schedule);
  const causes = [...new Set(failing.map(whyOf))].map((why) => {
    const alike = failing.filter((report) => whyOf(report) === why);
    return block(typedText(why), 'Next try', alike);
  });
  return [
    {
      to,
      headline: headlineOf({ begun, told: failing.length - begun, over: over.length }, WORDS),
      sentence: '',
      blocks: over.length === 0 ? causes : [...causes, block('Refreshed again', 'Next', over)],
      notes: [
        ...(codes.some(isRefusal) ? [HOW_TO_CONNECT] : []),
        ...(codes.includes('access_refused') ? [WHERE_DETAILS_ARE] : []),
        HOW_TO_STOP,
      ],
      sheetIds: [...failing, ...over].map(({ sheetId }) => sheetId),
      stands: failing.map(stands),
    },
  ];
};

/** Why a report fails or waits for an answer; empty where it does neither. */
function causeOf(report: SavedReport): string {
  return needsSomeone(report) ? (report.lastRun?.message ?? '') : '';
}
