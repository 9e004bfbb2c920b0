import { fitText } from '../../employer-api/fit-text';
import { DIGEST_PACE, mailOf, nameInMail, oneLine, paceText, withoutLinks } from '../mail/mail-text';
import type { Mail } from '../ports';
import { shownCount } from '../shown-count';
import type { News, ReportOutcome, ToldOutcome } from './failure-mail-episodes';

/** What the text needs to know besides the news. */
export interface MailContext {
  readonly spreadsheet: string;
  readonly zone: string;
  /** A moment as the zone's clock shows it: `2026-11-21 14:05`. */
  readonly time: (millis: number) => string;
}

/** A report whose changes were collected, and how it stands now. */
export interface ChangedReport extends ReportOutcome {
  /** How many changes there were; the newest are listed. */
  readonly count: number;
  /** When, and whether the report failed then, or was refreshed again. */
  readonly changes: readonly (readonly [at: number, hasFailed: boolean])[];
  /** Since when it has been failing; null where it does not fail now. */
  readonly failingSince: number | null;
}

/** The longest message of a failure, in characters: it may repeat names that a person chose. */
const LONGEST_MESSAGE = 500;

/**
 * The mail about a run: what failed, since when, what to do about it, what the sheets show meanwhile, and what works
 * again. Plain text. It names sheets and correlation IDs; no figure, secret, token or address of the service.
 */
export function writeFailureMail({ failed, recovered }: News, context: MailContext): Omit<Mail, 'to'> {
  const parts = [
    failed.length === 0 ? '' : `${shownCount(failed.length, 'report')} not refreshed`,
    recovered.length === 0 ? '' : `${shownCount(recovered.length, 'report')} refreshed again`,
  ];
  return mailOf(parts.filter((part) => part !== '').join(', '), context.spreadsheet, [
    ...section(
      'Not refreshed',
      failed.map((outcome) => describeFailed(outcome, context)),
    ),
    ...section(
      'Refreshed again',
      recovered.map((outcome) => describeRecovered(outcome, context)),
    ),
    footer(context, paceText('While a report keeps failing for the same reason', 'it is refreshed again')),
  ]);
}

/**
 * The mail about reports that failed and recovered repeatedly: what happened when, and how each stands now. It names and omits
 * the same.
 */
export function writeFailureDigest(
  { reports, others }: { readonly reports: readonly ChangedReport[]; readonly others: number },
  context: MailContext,
): Omit<Mail, 'to'> {
  const failing = reports.filter(({ failingSince }) => failingSince !== null).length;
  const now = failing === 0 ? 'all refreshed now' : `${failing} not refreshed now`;
  return mailOf(`${shownCount(reports.length, 'report')} changed, ${now}`, context.spreadsheet, [
    ...section(
      'Changed since the last mail',
      reports.map((report) => describeChanged(report, context)),
    ),
    ...(others === 0
      ? []
      : [`And ${shownCount(others, 'more change')} of other reports: see the section Activity.`]),
    footer(context, DIGEST_PACE),
  ]);
}

function footer({ zone }: MailContext, pace: string): string {
  return (
    `Times are in the spreadsheet’s time zone, ${zone}. You get this because the schedule was saved with your ` +
    `address (Extensions ▸ Shift Reports, section Schedule; empty it there to get no more). ${pace}`
  );
}

function section(heading: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`${heading}:`, ...lines];
}

function describeFailed(outcome: ToldOutcome, context: MailContext): string {
  const message = messageOf(outcome);
  return `${quote(outcome.sheet)}: ${message}\nFailing since ${context.time(outcome.since)}. ${shows(outcome, context)}`;
}

function describeRecovered({ sheet, since, refreshedAt }: ToldOutcome, { time }: MailContext): string {
  const at = refreshedAt === null ? '' : `, refreshed ${time(refreshedAt)}`;
  return `${quote(sheet)}: failing since ${time(since)}${at}.`;
}

/** `“Shifts”: 24 changes, the newest: refreshed again 13:00, failed 14:00.`, and how it stands now. */
function describeChanged(report: ChangedReport, context: MailContext): string {
  const { count, changes, failingSince } = report;
  const words = changes.map(([at, hasFailed], place) => {
    const again = changes[place - 1]?.[1] === true ? 'failed for another reason' : 'failed';
    return `${hasFailed ? again : 'refreshed again'} ${context.time(at)}`;
  });
  const newest = changes.length < count ? ', the newest' : '';
  const now =
    failingSince === null
      ? `Now: refreshed${report.refreshedAt === null ? '' : ` ${context.time(report.refreshedAt)}`}.`
      : `Now: failing since ${context.time(failingSince)}. ${messageOf(report)} ${shows(report, context)}`;
  return `${quote(report.sheet)}: ${shownCount(count, 'change')}${newest}: ${words.join(', ')}.\n${now}`;
}

function messageOf({ failure }: ReportOutcome): string {
  return fitText(withoutLinks(oneLine(failure?.message ?? '')), LONGEST_MESSAGE);
}

function shows({ refreshedAt }: ReportOutcome, { time }: MailContext): string {
  return refreshedAt === null
    ? 'The sheet was never filled.'
    : `The sheet still shows what was fetched ${time(refreshedAt)}.`;
}

function quote(sheet: string): string {
  return `“${nameInMail(sheet)}”`;
}
