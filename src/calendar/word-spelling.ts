const NUMBERS = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');
const SPELT_OUT = new RegExp(`(^|[^a-z])(${NUMBERS.join('|')})(?![a-z])`, 'g');

/**
 * Brings words for days to one spelling: lower case, without the spaces, hyphens and underscores between words, the
 * numbers from one to twelve in digits.
 *
 * Those between digits, and a hyphen that stands before a number as its sign, say something: "2-3" is not 23, and "-1" is
 * not 1.
 *
 * @returns `undefined` where the text has one of these.
 */
export function joinWords(text: string): string | undefined {
  const word = text.toLowerCase().replace(SPELT_OUT, (_, before: string, name: string) => {
    return before + (NUMBERS.indexOf(name) + 1);
  });
  if (/\d[\s_-]+\d|(?:^|[\s_-])-\d/.test(word)) return undefined;
  return word.replace(/[\s_-]/g, '');
}
