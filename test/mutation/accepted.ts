/** Why a group of changes may go unnoticed. */
const SAME_TYPE = 'The check is for the compiler: what follows it gives the same for any other type.';
const ALWAYS_THERE = 'The compiler cannot know that it is always there.';
const NO_SHARE_THERE =
  'Differs only at one exact sum of doubles that no percentage of whole numbers reaches.';
const PLAIN_TEXT =
  'Spares a pattern without wildcards being compared piece by piece, which decides the same.';
const TOO_SHORT = 'Spares a text that is too short being compared; comparing it decides the same.';

/** A change that may go unnoticed: the line in which it begins, what becomes of what, and why. */
type Accepted = readonly [line: string, change: string, reason: string];

/** Changes that no test can notice, or that none needs to, by file. A line that was written anew has to be judged anew. */
const ACCEPTED: Readonly<Record<string, readonly Accepted[]>> = {
  'src/employer-api/access-token.ts': [
    [
      "typeof seconds === 'number' && Number.isInteger(seconds) && seconds >= 1 && seconds <= 86_400;",
      "typeof seconds === 'number' → true",
      SAME_TYPE,
    ],
  ],
  'src/calendar/period-words.ts': [
    [
      "const unit = match[2] ?? { w: 'week', m: 'month', q: 'quarter', y: 'year' }[match[1] ?? ''];",
      '\'\' → "Stryker was here!"',
      ALWAYS_THERE,
    ],
  ],
  'src/employer-api/retry-after.ts': [
    [
      "const value = header === undefined ? '' : header.trim();",
      '\'\' → "Stryker was here!"',
      'Any text that is neither digits nor a date counts as a missing header.',
    ],
  ],
  'src/employer-api/attempt-pause.ts': [
    [
      "const stated = rule.coolDown ? readRetryAfter(response?.headers['retry-after'], now) : undefined;",
      'response?.headers → response.headers',
      'Only a 429 has a cool-down, and a 429 is an answer.',
    ],
  ],
  'src/employer-api/outcomes.ts': [
    [
      "if (status >= 400) return { code: 'request_refused', seconds: 60 };",
      'status >= 400 → status > 400',
      '400 was decided five lines before.',
    ],
  ],
  'src/employer-api/report-calls.ts': [
    ['results: this.parts.flatMap(({ result }) => result ?? []),', '[] → ["Stryker was here"]', ALWAYS_THERE],
    [
      '(one, other) => (one && one.millis >= other.millis ? one : other),',
      'one.millis >= other.millis → one.millis > other.millis',
      'Of two pauses of the same length either will do.',
    ],
    [
      'resumesAt: pauses[index]?.resumesAt ?? 0,',
      'pauses[index]?.resumesAt → pauses[index].resumesAt',
      ALWAYS_THERE,
    ],
    [
      'if (failed.length === 0) return [];',
      '[] → ["Stryker was here"]',
      'Without parts that failed nobody looks into the list.',
    ],
    [
      'if (rule !== undefined || response === undefined) return rule ?? REPORT_OUTCOMES.noAnswer;',
      'response === undefined → false',
      SAME_TYPE,
    ],
    [
      'const coolDown = pause?.coolDownSeconds;',
      'pause?.coolDownSeconds → pause.coolDownSeconds',
      ALWAYS_THERE,
    ],
  ],
  'src/figures/infer-agreement.ts': [
    [
      'const isRounded = Math.abs(excess) <= unit / 2 + TOLERANCE;',
      'Math.abs(excess) <= unit / 2 + TOLERANCE → Math.abs(excess) < unit / 2 + TOLERANCE',
      NO_SHARE_THERE,
    ],
    [
      'const isTruncated = excess >= -TOLERANCE && excess < unit - TOLERANCE;',
      'excess >= -TOLERANCE → excess > -TOLERANCE',
      NO_SHARE_THERE,
    ],
    [
      'const isTruncated = excess >= -TOLERANCE && excess < unit - TOLERANCE;',
      'excess < unit - TOLERANCE → excess <= unit - TOLERANCE',
      NO_SHARE_THERE,
    ],
  ],
  'src/figures/infer-votes.ts': [
    [
      'const [agrees, otherAgrees] = [agreeing[one]?.has(a), agreeing[other]?.has(b)];',
      'agreeing[one]?.has → agreeing[one].has',
      ALWAYS_THERE,
    ],
    [
      'const [agrees, otherAgrees] = [agreeing[one]?.has(a), agreeing[other]?.has(b)];',
      'agreeing[other]?.has → agreeing[other].has',
      ALWAYS_THERE,
    ],
  ],
  'src/figures/basis.ts': [
    [
      'return interval === undefined || interval.high >= 100 * FITTING_SHARE;',
      'interval.high >= 100 * FITTING_SHARE → interval.high > 100 * FITTING_SHARE',
      'An interval ends at exactly 90 % with 13,989 of 15,625 rows at the least, where the rounding of doubles decides.',
    ],
  ],
  'src/figures/criteria.ts': [
    [
      "return day && { equals: (value) => value === foldName(WEEKDAY_NAMES[day - 1] ?? '') };",
      '\'\' → "Stryker was here!"',
      ALWAYS_THERE,
    ],
  ],
  'src/figures/row-filter.ts': [
    [
      "return SHIFT_FULFILMENT_FIELDS[columnOf(field)]?.kind ?? 'text';",
      'SHIFT_FULFILMENT_FIELDS[columnOf(field)]?.kind → SHIFT_FULFILMENT_FIELDS[columnOf(field)].kind',
      ALWAYS_THERE,
    ],
    ["return SHIFT_FULFILMENT_FIELDS[columnOf(field)]?.kind ?? 'text';", '\'text\' → ""', ALWAYS_THERE],
  ],
  'src/figures/wildcards.ts': [
    [
      'return /[*?]/.test(pattern) && tokensOf(pattern).some(isWild);',
      '/[*?]/ → /[^*?]/',
      'Spares a text without wildcards being cut into pieces; what is cut decides the same.',
    ],
    ['if (!tokens.some(isWild)) {', '!tokens.some(isWild) → false', PLAIN_TEXT],
    [
      'if (!tokens.some(isWild)) {',
      "{ const literal = plain.join(''); return (text) => text === literal; } → {}",
      PLAIN_TEXT,
    ],
    ['const least = isAny.filter((any) => !any).length;', '(any) => !any → () => undefined', TOO_SHORT],
    ['if (text.length < least) return false;', 'text.length < least → false', TOO_SHORT],
  ],
};

/** Why a change may go unnoticed; empty where nobody has said so. */
export function reasonFor(file: string, line: string, change: string): string {
  return ACCEPTED[file]?.find((one) => one[0] === line && one[1] === change)?.[2] ?? '';
}
