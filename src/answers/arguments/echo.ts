/** A message repeats at most this much of what a person gave. */
const LONGEST_ECHO = 40;

/** Text in quotation marks, as a message repeats it: on one line, and cut after 40 characters. */
export function echo(text: string): string {
  // Not in the middle of a character of two halves.
  const start = text.slice(0, LONGEST_ECHO).replace(/[\uD800-\uDBFF]$/, '');
  return `"${(text.length > LONGEST_ECHO ? `${start}…` : text).replace(/\s+/g, ' ')}"`;
}
