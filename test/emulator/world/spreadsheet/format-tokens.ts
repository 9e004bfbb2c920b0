/** One piece of a number format's section. */
export interface FormatToken {
  readonly kind:
    | 'literal'
    | 'digit'
    | 'point'
    | 'comma'
    | 'percent'
    | 'exponent'
    | 'text'
    | 'date'
    | 'slash'
    | 'elapsed';
  /** What stands in the pattern; for a literal, what is shown. */
  readonly text: string;
}

const PIECES: readonly (readonly [FormatToken['kind'], RegExp])[] = [
  ['literal', /^"([^"]*)"/],
  ['literal', /^\\(.)/s],
  // A space as wide as the next character; a filler. Shown as one space and as nothing.
  ['literal', /^_.()/s],
  ['literal', /^\*.()/s],
  ['literal', /^\[\$([^\]-]*)(?:-[^\]]*)?\]/],
  ['literal', /^\[(?:black|blue|cyan|green|magenta|red|white|yellow|color\d+)()\]/i],
  ['elapsed', /^\[(h+|m+|s+)\]/i],
  ['date', /^(am\/pm|a\/p)/i],
  ['date', /^(y+|m+|d+|h+|s+|\.0{1,3}(?=$|[^0#?]))/i],
  ['exponent', /^(e[+-]0+)/i],
  ['digit', /^([0#?]+)/],
  ['point', /^(\.)/],
  ['comma', /^(,)/],
  ['percent', /^(%)/],
  ['text', /^(@)/],
  ['slash', /^(\/)/],
  ['literal', /^([\s$£€+\-():!^&'~{}<>=])/],
];

/** The parts of a format between semicolons that stand outside quotes and brackets. */
export function splitSections(format: string): string[] {
  const sections = [''];
  for (const piece of format.match(/"[^"]*"|\\.|\[[^\]]*\]|./gs) ?? []) {
    if (piece === ';') sections.push('');
    else sections[sections.length - 1] += piece;
  }
  return sections;
}

/**
 * Splits one section into its pieces.
 *
 * @throws {RangeError} on a character or bracket that is not emulated, for example a condition.
 */
export function tokenizeSection(section: string): FormatToken[] {
  const tokens: FormatToken[] = [];
  let rest = section;
  while (rest !== '') {
    const token = nextToken(rest, tokens);
    if (token === undefined) throw new RangeError(`Number format ${section} is not emulated`);
    tokens.push(token.token);
    rest = rest.slice(token.length);
  }
  return tokens;
}

function nextToken(rest: string, before: readonly FormatToken[]) {
  for (const [kind, pattern] of PIECES) {
    const match = pattern.exec(rest);
    if (match === null) continue;
    // `.000` counts milliseconds only directly after seconds.
    if (kind === 'date' && rest.startsWith('.') && !/^s/i.test(before.at(-1)?.text ?? '')) continue;
    return { token: { kind, text: match[1] ?? '' }, length: match[0].length };
  }
  return undefined;
}
