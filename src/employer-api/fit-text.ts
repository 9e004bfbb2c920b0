import { LONGEST_TEXT } from './shift-records';

/** Text as far as it may go, with `…` where it was cut; never half of a character that takes two code units. */
export function fitText(text: string, longest: number = LONGEST_TEXT): string {
  if (text.length <= longest) return text;
  return `${text.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
