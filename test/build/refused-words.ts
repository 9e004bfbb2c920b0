/** A word or phrase that our texts do not use. */
interface RefusedWord {
  readonly pattern: RegExp;
  /** What to write. */
  readonly instead: string;
}

/**
 * Words that read like translated prose, with the common English ones. `documents.test.ts` refuses them in documents.
 * Google's developer documentation style guide decides in doubt.
 */
const REFUSED_WORDS: readonly RefusedWord[] = [
  { pattern: /\bnobody\b/i, instead: 'no one, or say who does what' },
  { pattern: /\bany more\b/i, instead: 'no longer' },
  { pattern: /\bcomes? round\b/i, instead: 'is due' },
  { pattern: /\b(?:be|get|got) rid of\b/i, instead: 'remove' },
  { pattern: /\b(?:tells?|told) of\b/i, instead: 'reports, says' },
  { pattern: /\bof one mind\b/i, instead: 'agree' },
  { pattern: /\b(?:is|are|was) to be had\b/i, instead: 'is available' },
  { pattern: /\bhow (?:\S+ ){1,3}(?:fares?|fared)\b/i, instead: 'the result of' },
  { pattern: /\bby (?:itself|themselves)\b/i, instead: 'automatically, alone' },
  { pattern: /\banew\b/i, instead: 'again' },
  { pattern: /\bdays more\b/i, instead: 'more days' },
  { pattern: /\bstands? in for\b/i, instead: 'replaces' },
  { pattern: /\bspeak up\b/i, instead: 'report' },
  { pattern: /\bunasked\b/i, instead: 'without being asked' },
  { pattern: /\bat hand\b/i, instead: 'available' },
  { pattern: /\b(?:is|are|was|were) told\b/i, instead: 'gets, sees' },
  { pattern: /\bbe called back\b/i, instead: 'be cancelled' },
  { pattern: /\bended meanwhile\b/i, instead: 'finished' },
  { pattern: /\bwhat (?:a|the) percentages? (?:is|are) of\b/i, instead: 'how a percentage is calculated' },
  { pattern: /\bwork(?:s|ed)? out (?:again|anew)\b/i, instead: 'recalculate' },
  { pattern: /\d %/, instead: '95%, without a space' },
];

/** The refused words in a text: the line, what it says and what to write. Code in backticks is not prose. */
export function refusedWordsIn(text: string): string[] {
  return text.split('\n').flatMap((line, index) => {
    const prose = line.replace(/`[^`]*`/g, '`code`');
    return REFUSED_WORDS.flatMap(({ pattern, instead }) => {
      const [found] = pattern.exec(prose) ?? [];
      return found === undefined ? [] : [`${index + 1}: “${found}”: write ${instead}`];
    });
  });
}
