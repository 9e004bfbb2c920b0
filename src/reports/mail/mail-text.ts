import { fitText } from '../../employer-api/text';
import type { Mail } from '../ports';

/** The longest name in a mail, in characters. */
const LONGEST_NAME = 60;

/** The last words of a mail that lists collected changes: when the next one comes. */
export const DIGEST_PACE =
  'This mail comes once a day, because there were three within a day. After a day without a change, mail comes at ' +
  'once again.';

/**
 * The last words of a mail sent at once: when the next one comes.
 *
 * @param lasting For example `While a miss lasts`.
 * @param end For example `it is over`.
 */
export function paceText(lasting: string, end: string): string {
  return (
    `${lasting} there is no further mail; there is one when ${end}. After three mails within a day, later changes come ` +
    'in one mail a day.'
  );
}

/** A plain-text mail: the subject says what changed and in which spreadsheet; blank lines separate the parts. */
export function mailOf(what: string, spreadsheet: string, parts: readonly string[]): Omit<Mail, 'to'> {
  const name = nameInMail(spreadsheet);
  const body = [...(name === '' ? [] : [`Spreadsheet: ${name}`]), ...parts];
  return { subject: `Shift Reports: ${what}${name === '' ? '' : ` in “${name}”`}`, body: body.join('\n\n') };
}

/**
 * A name that a person chose, made fit for a mail: on one line, at most 60 characters, without anything that a mail program
 * turns into a link. Anyone who edits the spreadsheet names it and its sheets, but the mail is sent from another account.
 */
export function nameInMail(name: string): string {
  return fitText(withoutLinks(oneLine(name).replace(/[“”„]/g, '"')), LONGEST_NAME);
}

/** Text on one line, without control characters: a name cannot start a line of its own or reverse the text around it. */
export function oneLine(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/\p{C}+/gu, '')
    .trim();
}

/** Text with a space inside each web or mail address, so that it is no link: `shop.example` becomes `shop. example`. */
export function withoutLinks(text: string): string {
  return text
    .replace(/:(?=\/\/)/g, ': ')
    .replace(/([.。．｡])(?=[\p{L}\p{N}-]*\p{L})/gu, '$1 ')
    .replace(/[@＠](?=\S)/g, '$& ')
    .replace(/\b(?:mailto|tel|sms|javascript|data):/gi, '$& ');
}

/** An address for everyone to see: `a…@employer.example`; empty where there is none. */
export function maskAddress(address: string): string {
  const [name = '', domain] = address.split('@');
  return domain === undefined ? '' : `${name.charAt(0)}…@${domain}`;
}
