/** Why a group of changes may go unnoticed. */
const SAME_TYPE = 'The check is for the compiler: what follows it gives the same for any other type.';
const ALWAYS_THERE = 'The compiler cannot know that it is always there.';
const NO_SHARE_THERE =
  'Differs only at one exact sum of doubles that no percentage of whole numbers reaches.';

/** Changes that no test can notice, or that none needs to, by place and change as `npm run mutation` prints them. */
const ACCEPTED: Readonly<Record<string, string>> = {
  'src/employer-api/access-token.ts:69:5 ConditionalExpression: true': SAME_TYPE,
  'src/calendar/period-words.ts:90:91 StringLiteral: "Stryker was here!"': ALWAYS_THERE,
  'src/employer-api/retry-after.ts:13:40 StringLiteral: "Stryker was here!"':
    'Any text that is neither digits nor a date counts as a missing header.',
  'src/employer-api/attempt-pause.ts:43:49 OptionalChaining: response.headers':
    'Only a 429 has a cool-down, and a 429 is an answer.',
  'src/employer-api/outcomes.ts:127:7 EqualityOperator: status > 400': '400 was decided five lines before.',
  'src/employer-api/report-calls.ts:110:61 ArrayDeclaration: ["Stryker was here"]': ALWAYS_THERE,
  'src/employer-api/report-calls.ts:163:31 EqualityOperator: one.millis > other.millis':
    'Of two pauses of the same length either will do.',
  'src/employer-api/report-calls.ts:204:18 OptionalChaining: pauses[index].resumesAt': ALWAYS_THERE,
  'src/employer-api/report-calls.ts:206:37 ArrayDeclaration: ["Stryker was here"]':
    'Without parts that failed nobody looks into the list.',
  'src/employer-api/report-calls.ts:230:29 ConditionalExpression: false': SAME_TYPE,
  'src/employer-api/report-calls.ts:240:20 OptionalChaining: pause.coolDownSeconds': ALWAYS_THERE,
  'src/figures/infer-agreement.ts:49:21 EqualityOperator: Math.abs(excess) < unit / 2 + TOLERANCE':
    NO_SHARE_THERE,
  'src/figures/infer-agreement.ts:50:23 EqualityOperator: excess > -TOLERANCE': NO_SHARE_THERE,
  'src/figures/infer-agreement.ts:50:47 EqualityOperator: excess <= unit - TOLERANCE': NO_SHARE_THERE,
  'src/figures/infer-votes.ts:139:36 OptionalChaining: agreeing[one].has': ALWAYS_THERE,
  'src/figures/infer-votes.ts:139:59 OptionalChaining: agreeing[other].has': ALWAYS_THERE,
  'src/figures/basis.ts:108:36 EqualityOperator: interval.high > 100 * FITTING_SHARE':
    'An interval ends at exactly 90 % with 13,989 of 15,625 rows at the least, where the rounding of doubles decides.',
  'src/figures/basis.ts:125:10 MethodExpression: survivors':
    'The list was made by the only caller, which does not use it again.',
  'src/figures/criteria.ts:108:83 StringLiteral: "Stryker was here!"': ALWAYS_THERE,
  'src/figures/wildcards.ts:6:10 Regex: /[^*?]/':
    'Spares a text without wildcards being cut into pieces; what is cut decides the same.',
  'src/figures/wildcards.ts:25:9 ConditionalExpression: false':
    'Spares a text that is too short being compared; comparing it decides the same.',
};

/** Why a change may go unnoticed; empty where nobody has said so. */
export function reasonFor(place: string, change: string): string {
  return ACCEPTED[`${place} ${change}`] ?? '';
}
