import { nameInMail } from '../name-in-mail';
import type { Mail } from '../ports';
import { shownCount } from '../shown-count';
import type { News, ToldOutcome } from './failure-mail-episodes';

/** What the text needs to know besides the news. */
export interface MailContext {
  readonly spreadsheet: string;
  readonly zone: string;
  /** A moment as the zone's clock shows it: `2026-11-21 14:05`. */
  readonly time: (millis: number) => string;
}

/**
 * The mail about a run: what failed and what to do about it, since when, what the sheets show meanwhile, and what is
 * well again. Plain text. It names sheets and correlation IDs; no figure, secret, token or address of the service.
 */
export function writeFailureMail({ failed, recovered }: News, context: MailContext): Omit<Mail, 'to'> {
  const name = nameInMail(context.spreadsheet);
  const parts = [
    failed.length === 0 ? '' : `${shownCount(failed.length, 'report')} not refreshed`,
    recovered.length === 0 ? '' : `${shownCount(recovered.length, 'report')} refreshed again`,
  ];
  const what = parts.filter((part) => part !== '').join(', ');
  const body = [
    ...(name === '' ? [] : [`Spreadsheet: ${name}`]),
    ...section(
      'Not refreshed',
      failed.map((outcome) => describeFailed(outcome, context)),
    ),
    ...section(
      'Refreshed again',
      recovered.map((outcome) => describeRecovered(outcome, context)),
    ),
    `Times are in the spreadsheet’s time zone, ${context.zone}. You get this because the schedule was saved with your ` +
      'address (Extensions ▸ Shift Reports, section Schedule; empty it there to get no more). While a report keeps ' +
      'failing for the same reason there is no further mail; there is one when it is refreshed again.',
  ];
  return { subject: `Shift Reports: ${what}${name === '' ? '' : ` in “${name}”`}`, body: body.join('\n\n') };
}

function section(heading: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`${heading}:`, ...lines];
}

function describeFailed({ sheet, failure, since, refreshedAt }: ToldOutcome, { time }: MailContext): string {
  const shows =
    refreshedAt === null
      ? 'The sheet was never filled.'
      : `The sheet still shows what was fetched ${time(refreshedAt)}.`;
  return `${quote(sheet)}: ${failure?.message ?? ''}\nFailing since ${time(since)}. ${shows}`;
}

function describeRecovered({ sheet, since, refreshedAt }: ToldOutcome, { time }: MailContext): string {
  const at = refreshedAt === null ? '' : `, refreshed ${time(refreshedAt)}`;
  return `${quote(sheet)}: failing since ${time(since)}${at}.`;
}

function quote(sheet: string): string {
  return `“${nameInMail(sheet)}”`;
}
