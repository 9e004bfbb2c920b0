/**
 * Brings words for days to one spelling: lower case, without the spaces, hyphens and underscores between words.
 *
 * Those between digits, and a hyphen that stands before a number as its sign, say something: "2-3" is not 23, and "-1" is
 * not 1.
 *
 * @returns `undefined` where the text has one of these.
 */
export function joinWords(text: string): string | undefined {
  const word = text.toLowerCase();
  if (/\d[\s_-]+\d|(?:^|[\s_-])-\d/.test(word)) return undefined;
  return word.replace(/[\s_-]/g, '');
}
