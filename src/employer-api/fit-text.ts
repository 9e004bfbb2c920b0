import { LONGEST_TEXT } from './shift-records';

/** Text as far as it may go, with `…` where it was cut; never half of a character that takes two code units. */
export function fitText(text: string, longest: number = LONGEST_TEXT): string {
  if (text.length <= longest) return text;
  return `${text.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** Text for a sentence: one line, as far as it may go. Characters that are not seen become spaces. */
export function fitLine(text: string, longest: number): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they take six bytes each where text is stored as JSON.
  return fitText(text.replace(/[\u0000-\u001f\u007f]/g, ' '), longest);
}
