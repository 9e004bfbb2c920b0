import * as v from 'valibot';
import { PERCENTAGE_DIGITS } from '../limits';

/** The most characters of text that fit one cell of a sheet, with the apostrophe that marks text. */
export const LONGEST_TEXT = 49_999;

/** Reads JSON, with or without a byte order mark; `undefined` when the text is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return undefined;
  }
}

/** Reads a stored value; `undefined` where there is none, or one of another form. */
export function parseStored<Schema extends v.GenericSchema>(
  schema: Schema,
  text: string | undefined,
): v.InferOutput<Schema> | undefined {
  const stored = v.safeParse(schema, parseJson(text ?? ''));
  return stored.success ? stored.output : undefined;
}

/** Text as far as it may go, with `…` where it was cut, after no comma or space nor half of a character of two code units. */
export function fitText(text: string, longest: number = LONGEST_TEXT): string {
  if (text.length <= longest) return text;
  return `${text.slice(0, longest - 1).replace(/[\s,;:]*[\ud800-\udbff]?$/, '')}…`;
}

/** Text for a sentence: one line, as far as it may go. Characters that are not seen become spaces. */
export function fitLine(text: string, longest: number): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they take six bytes each where text is stored as JSON.
  return fitText(text.replace(/[\u0000-\u001f\u007f]/g, ' '), longest);
}

/** A sentence or heading with a capital at its beginning. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A name of ours for comparing: case, spaces, hyphens, underscores and American spelling do not matter. */
export function plainName(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\s_-]+/g, '')
    .replace(/fulfillment/g, 'fulfilment')
    .replace(/(.)percent(?:age)?$/, '$1%');
}

/** A number as people read it, with commas between the thousands, without the noise of binary fractions: `64,259.5`. */
export function shownNumber(count: number): string {
  const digits = String(Number(count.toPrecision(12)));
  return digits.replace(/\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ','));
}

/** A percentage from 0 to 100 as people read it, without its sign: `85.4`. */
export function shownRate(value: number): string {
  return value.toFixed(PERCENTAGE_DIGITS);
}

/** The same with its sign: `85.4%`. */
export function shownPercent(value: number): string {
  return `${shownRate(value)}%`;
}

/** How far two percentages lie apart: `3.2 points`. */
export function shownPoints(difference: number): string {
  return `${shownRate(Math.abs(difference))} points`;
}

/** A number of things, as people read it: `1 row`, `4,000 rows`. */
export function shownCount(count: number, noun: string): string {
  return `${shownNumber(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** Words as a sentence lists them: `a, b or c`. */
export function listed(words: readonly string[], last: 'or' | 'and' = 'or'): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} ${last} ${words[words.length - 1]}`;
}

/** The bytes of text in UTF-8, which the platform counts. */
export function utf8Length(text: string): number {
  let bytes = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    // Half of a surrogate pair, which takes four bytes.
    const isHalf = unit >= 0xd800 && unit <= 0xdfff;
    bytes += unit < 0x80 ? 1 : unit < 0x800 || isHalf ? 2 : 3;
  }
  return bytes;
}

/**
 * FNV-1a, 32 bits, in at most 7 characters. The chance that a text has the same hash as one of 300 is 1 in 14 million.
 */
export function shortHash(text: string): string {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  }
  return (value >>> 0).toString(36);
}
