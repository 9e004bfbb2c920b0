import { GROUP_CHOICES } from '../contract-reports';

type GroupKey = (typeof GROUP_CHOICES)[number];

/** Other words that people, and formulas, have for keys. */
const OTHER_WORDS: Readonly<Record<string, GroupKey>> = {
  date: 'day',
  shiftdate: 'day',
  venuename: 'venue',
  areaname: 'area',
  jobtitle: 'role',
  job: 'role',
};

/** The key that a word means: case, spaces, hyphens, underscores and a plural do not matter. */
export function findGroupKey(word: string): GroupKey | undefined {
  const plain = word.toLowerCase().replace(/[\s_-]+/g, '');
  return findExactly(plain) ?? findExactly(plain.replace(/s$/, ''));
}

/** The items of a list that is written with commas; empty ones are dropped. */
export function splitList(text: string): readonly string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

function findExactly(plain: string): GroupKey | undefined {
  const own = GROUP_CHOICES.find((key) => key === plain);
  return own ?? (Object.keys(OTHER_WORDS).includes(plain) ? OTHER_WORDS[plain] : undefined);
}
