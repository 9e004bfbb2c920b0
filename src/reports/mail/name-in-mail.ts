import { fitText } from '../../employer-api/fit-text';

/** The longest name in a mail, in characters. */
const LONGEST_NAME = 60;

/**
 * A name that someone has given, as a mail says it: on one line, cut where it is too long, and nothing that a mail program
 * makes a link of. Whoever edits the spreadsheet names it and its sheets, and the mail goes out under another's account.
 */
export function nameInMail(name: string): string {
  return fitText(withoutLinks(oneLine(name).replace(/[“”„]/g, '"')), LONGEST_NAME);
}

/** Text on one line: nothing that someone named can begin a line of its own, or turn the order of others around. */
export function oneLine(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/\p{C}+/gu, '')
    .trim();
}

/** Text with a space where a web or mail address would hold together: `shop.example` becomes `shop. example`. */
export function withoutLinks(text: string): string {
  return text
    .replace(/:(?=\/\/)/g, ': ')
    .replace(/([.。．｡])(?=[\p{L}\p{N}-]*\p{L})/gu, '$1 ')
    .replace(/[@＠](?=\S)/g, '$& ')
    .replace(/\b(?:mailto|tel|sms|javascript|data):/gi, '$& ');
}
