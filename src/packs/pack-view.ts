import { formatIsoDate } from '../calendar/calendar-date';
import type { PackView } from '../contract/packs';
import { dayText } from '../dashboards/dashboard-texts';
import { isAccountRefused, mustPackWait, parseLedger } from '../reports/mail/mail-ledger';
import { maskAddress } from '../reports/mail/mail-text';
import type { SpreadsheetCalendar } from '../reports/ports';
import type { DocumentState } from '../reports/saved/document-state';
import { describeRefusal } from '../reports/schedule/schedule-view';
import { type Pack, type PackRun, parsePackRuns, parsePacks } from './pack-record';
import { nextDay, slotOf } from './pack-slots';

/** What describing packs needs besides the state. */
export interface PackViewContext {
  readonly now: number;
  readonly zone: string;
  readonly calendar: SpreadsheetCalendar;
  /** Whether the spreadsheet is connected to the sample employer. */
  readonly isSample: boolean;
  /** The domains that mail may go to. @default any */
  readonly mailDomains?: readonly string[] | undefined;
}

const NO_SCHEDULE = 'Save a schedule first: the pack goes out with it.';
const SAMPLE = 'Connect with your own credentials first: sample data is sent as a test only.';
const WAITS = 'Some of its mail waits for a day: too many new addresses, or too many packs, went out today.';

/** The packs of reports that are still there, and when they go. No service call that counts. */
export function viewPacks(state: DocumentState, context: PackViewContext): PackView[] {
  const runs = parsePackRuns(state.packRuns);
  return parsePacks(state.packs)
    .filter(({ report }) => state.reports.some(({ id }) => id === report))
    .map((pack) => {
      const { savedAt: _savedAt, to, ...shown } = pack;
      const blocked = whyBlocked(pack, state, context);
      const sentence = [describeRun(pack, runs[pack.id], context), blocked].filter(Boolean).join(' ');
      return { ...shown, to: to.map(maskAddress), sentence, isBlocked: blocked !== '' };
    });
}

/** Why it does not go, remedy first; empty where nothing is wrong. */
function whyBlocked({ to }: Pack, { schedule, packMails }: DocumentState, context: PackViewContext): string {
  const { now, isSample, mailDomains = [] } = context;
  if (schedule.every === 'off') return NO_SCHEDULE;
  if (isSample) return SAMPLE;
  const ledger = parseLedger(packMails);
  const refusals = to.map((address) => describeRefusal(schedule, ledger, 'packs', address, now, mailDomains));
  const refused = refusals.find((sentence) => sentence !== '');
  if (refused !== undefined) return refused;
  return !isAccountRefused(ledger, now) && to.some((address) => mustPackWait(ledger, address, now))
    ? WAITS
    : '';
}

/** `Last sent 2026-11-23 06:12. Next: Mon …`. */
function describeRun(pack: Pack, run: PackRun | undefined, { now, zone, calendar }: PackViewContext): string {
  const { day, state } = slotOf(pack, run, now, zone, calendar);
  const time = `${String(pack.hour).padStart(2, '0')}:00`;
  const last = run === undefined ? '' : `Last sent ${calendar.text(run.at, zone)}. `;
  if (state === 'due') {
    return `${last}Due since ${formatIsoDate(day)} ${time}: it goes with the next scheduled run whose report is refreshed and complete.`;
  }
  const skipped =
    state === 'late' ? `The pack of ${dayText(day)} was skipped: no run could send it within 24 hours. ` : '';
  return `${skipped || last}Next: with the first scheduled run from ${formatIsoDate(nextDay(pack, day))} ${time} on.`;
}
