import { nameInMail, oneLine } from '../reports/name-in-mail';
import type { Mail } from '../reports/ports';
import type { Alert } from './alert-record';
import { describeMiss, describeRecovery } from './alert-words';
import type { Episode } from './episodes';
import type { Letter, LetterPart } from './letters';

/** More lines nobody reads: the rest is counted. */
const MOST_LINES = 30;

/** What the text needs to know besides the news. */
export interface DigestContext {
  readonly spreadsheet: string;
  /** The name of a report's sheet. */
  readonly sheetOf: (alert: Alert) => string;
  readonly isAmerican: boolean;
}

/**
 * The mail about a run's alerts: what is missed now, and what is back to normal. Plain text, with the figures that an
 * alert is about; no secret, token or address of the service.
 */
export function writeDigest({ parts }: Letter, context: DigestContext): Omit<Mail, 'to'> {
  const name = nameInMail(context.spreadsheet);
  const began = linesOf(parts, 'began', describeMiss, context);
  const ended = linesOf(parts, 'ended', describeRecovery, context);
  const what = [
    began.length === 0 ? '' : `${began.length} alert${began.length === 1 ? '' : 's'}`,
    ended.length === 0 ? '' : `${ended.length} back to normal`,
  ];
  const subject = `Shift Reports: ${what.filter((part) => part !== '').join(', ')}`;
  const body = [
    ...(name === '' ? [] : [`Spreadsheet: ${name}`]),
    ...section('Missed', began),
    ...section('Back to normal', ended),
    'Figures are of finished, complete weeks, as published by the service; the newest may still be corrected. You get ' +
      'this because an alert was saved with your address (Extensions ▸ Shift Reports, section Alerts; remove it there ' +
      'to get no more). While a miss lasts there is no further mail; there is one when it is over.',
  ];
  return { subject: `${subject}${name === '' ? '' : ` in “${name}”`}`, body: body.join('\n\n') };
}

function linesOf(
  parts: readonly LetterPart[],
  what: 'began' | 'ended',
  describe: (alert: Alert, episode: Episode, isAmerican: boolean) => string,
  { sheetOf, isAmerican }: DigestContext,
): string[] {
  return parts.flatMap((part) => {
    const sheet = nameInMail(sheetOf(part.alert));
    return part[what].map(
      (episode) => `${oneLine(describe(part.alert, episode, isAmerican))}. (Report “${sheet}”)`,
    );
  });
}

function section(heading: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  const more = lines.length - MOST_LINES;
  const shown = lines.slice(0, MOST_LINES).join('\n');
  return [`${heading}:`, more > 0 ? `${shown}\nAnd ${more} more: see the section Alerts.` : shown];
}
