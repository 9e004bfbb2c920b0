import { ReportError } from '../../employer-api/errors';
import { closest } from '../../figures/names';

/** The longest sentence that a cell shows, without its full stop. */
export const LONGEST_SENTENCE = 199;

/** What would have been understood. */
export interface KnownWords {
  /** Each word, with the one to suggest for it. */
  readonly words: ReadonlyMap<string, string>;
  /** What a message lists when no word is near. */
  readonly listed: readonly string[];
}

/** Refuses what a formula was given. @throws {ReportError} `invalid_option` */
export function refuseOption(sentence: string): never {
  throw new ReportError('invalid_option', { sentence });
}

/**
 * Refuses a name that is not known.
 *
 * @param what What the name should have been: `option`, `column`.
 * @throws {ReportError} `invalid_option`, with the nearest word, or with as many as fit one sentence.
 */
export function refuseUnknown(what: string, text: string, { words, listed }: KnownWords): never {
  const unknown = `Unknown ${what} ${echo(text)}`;
  const near = closest(text, Array.from(words.keys()));
  if (near !== undefined) refuseOption(`${unknown}. Did you mean ${echo(words.get(near) as string)}?`);
  for (let shown = listed.length; shown > 0; shown -= 1) {
    const sentence = `${unknown}. It can be ${listWords(listed.slice(0, shown), shown < listed.length)}`;
    if (sentence.length <= LONGEST_SENTENCE) refuseOption(sentence);
  }
  refuseOption(unknown);
}

/** Words as a sentence lists them: `a, b or c`, or `a, b and more`. */
export function listWords(words: readonly string[], isPart = false): string {
  if (isPart) return `${words.join(', ')} and more`;
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words[words.length - 1]}`;
}

/** A message repeats at most this much of what a person gave. */
const LONGEST_ECHO = 40;

/** Text in quotation marks, as a message repeats it: on one line, and cut after 40 characters. */
export function echo(text: string): string {
  // Not in the middle of a character of two halves.
  const start = text.slice(0, LONGEST_ECHO).replace(/[\uD800-\uDBFF]$/, '');
  return `"${(text.length > LONGEST_ECHO ? `${start}…` : text).replace(/\s+/g, ' ')}"`;
}
