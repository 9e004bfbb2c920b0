import { formatIsoDate } from '../calendar/calendar-date';
import type { PackView } from '../contract/packs';
import { dayText } from '../dashboards/dashboard-texts';
import { isAccountRefused, mustPackWait, parseLedger } from '../reports/mail/mail-ledger';
import { maskAddress } from '../reports/mail/outbox';
import type { SpreadsheetCalendar } from '../reports/ports';
import type { DocumentState } from '../reports/saved/document-state';
import { describeRefusal } from '../reports/schedule/scheduler';
import { type Pack, type PackRun, parsePackRuns, parsePacks, SENT_AGAIN } from './pack-record';
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
  /** Whether the build lets packs go to Google Chat. @default false */
  readonly allowsChat?: boolean;
}

const NO_SCHEDULE = 'Save a schedule first: the pack goes out with it.';
const SAMPLE = 'Connect with your own credentials first: sample data is sent as a test only.';
const NO_CHAT = 'Ask your administrator to allow Google Chat: this add-on was built without it.';
const WAITS = 'Some of its mail waits for a day: too many new addresses, or too many packs, went out today.';

/** The packs of reports that are still there, and when they go. No service call that counts. */
export function viewPacks(state: DocumentState, context: PackViewContext): PackView[] {
  const runs = parsePackRuns(state.packRuns);
  return parsePacks(state.packs)
    .filter(({ report }) => state.reports.some(({ id }) => id === report))
    .map((pack) => {
      const { savedAt: _savedAt, to, ...shown } = pack;
      const run = runs[pack.id];
      const blocked = whyBlocked(pack, run, state, context);
      const sentence = [describeRun(pack, run, context), blocked].filter(Boolean).join(' ');
      return {
        ...shown,
        to: to.map(maskAddress),
        sentence,
        isBlocked: blocked !== '' && !SENT_AGAIN.includes(run?.chatStatus ?? 0),
      };
    });
}

/** Why it does not go, remedy first; empty where nothing is wrong. */
function whyBlocked(
  { to, hasChat }: Pack,
  run: PackRun | undefined,
  { schedule, packMails }: DocumentState,
  context: PackViewContext,
): string {
  const { allowsChat = false, now, isSample, mailDomains = [] } = context;
  if (schedule.every === 'off') return NO_SCHEDULE;
  if (isSample) return SAMPLE;
  if (hasChat && !allowsChat) return NO_CHAT;
  if (run?.chatStatus !== undefined) return describeChat(run.chatStatus);
  const ledger = parseLedger(packMails);
  const refusals = to.map((address) => describeRefusal(schedule, ledger, 'packs', address, now, mailDomains));
  const refused = refusals.find((sentence) => sentence !== '');
  if (refused !== undefined) return refused;
  return !isAccountRefused(ledger, now) && to.some((address) => mustPackWait(ledger, address, now))
    ? WAITS
    : '';
}

/** What to do about the last message to Google Chat. */
function describeChat(status: number): string {
  if (status === 0)
    return 'Look into the Chat space: Google Chat gave no answer, so the page may be missing there.';
  if (status === 429) return 'Wait for the next run: Google Chat had too many messages (HTTP 429).';
  if (status === 400)
    return 'Ask your administrator for a newer add-on: Google Chat did not take the message (HTTP 400).';
  if (status === 401 || status === 403) {
    return `Enter a new webhook of the Chat space: it no longer takes messages by this one (HTTP ${status}).`;
  }
  if (status === 404)
    return 'Enter a webhook of another Chat space: this space or its webhook is gone (HTTP 404).';
  if (status === 500 || status === 503)
    return `Wait for the next run: Google Chat did not work (HTTP ${status}).`;
  return `Look into the Chat space: Google Chat answered HTTP ${status}, so the page may be missing there.`;
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
