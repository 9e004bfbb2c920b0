/**
 * True when a number format shows a day or a time, so that a custom function gets a `Date`.
 *
 * Letters inside quotes, after a backslash or in a bracketed colour do not count; `[h]` is a duration and does.
 */
export function isDateFormat(pattern: string): boolean {
  const bare = pattern
    .replace(/"[^"]*"/g, '')
    .replace(/\\./g, '')
    .replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '');
  return /[ymdhs]/i.test(bare) && !/general/i.test(bare);
}
