import { fitText } from '../employer-api/fit-text';

/** The longest name in a mail, in characters. */
const LONGEST_NAME = 100;

/** A name that someone has given, as a mail says it: on one line, and cut where it is too long. */
export function nameInMail(name: string): string {
  return fitText(oneLine(name), LONGEST_NAME);
}

/** Text on one line: nothing that someone named can begin a line of its own. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
