/** A text cut into `*`, `?`, escaped characters such as `~*`, and single characters. */
type Token = string;

/** Whether a text holds a `*` or `?` that stands for other characters. `~` before one of them takes that away. */
export function hasWildcards(pattern: string): boolean {
  return /[*?]/.test(pattern) && tokensOf(pattern).some(isWild);
}

/**
 * Reads a pattern as COUNTIF does: `*` is any text, `?` any one character, `~*`, `~?` and `~~` are those characters.
 *
 * @returns Whether a whole text fits. Its cost is at most the lengths of both multiplied, whatever the pattern.
 */
export function readPattern(pattern: string): (text: string) => boolean {
  const tokens = tokensOf(pattern);
  const plain = tokens.map(unescaped);
  if (!tokens.some(isWild)) {
    const literal = plain.join('');
    return (text) => text === literal;
  }
  const parts = literalParts(tokens);
  const isAny = tokens.map((token) => token === '*');
  const isOne = tokens.map((token) => token === '?');
  const least = isAny.filter((any) => !any).length;
  return (text) => {
    if (text.length < least || !parts.every((part) => text.includes(part))) return false;
    const characters = Array.from(text);
    let [at, token, lastAny, resume] = [0, 0, -1, 0];
    while (at < characters.length) {
      if (isAny[token]) {
        lastAny = token;
        resume = at;
        token += 1;
      } else if (isOne[token] || plain[token] === characters[at]) {
        at += 1;
        token += 1;
      } else if (lastAny < 0) {
        return false;
      } else {
        // The last `*` takes one character more.
        resume += 1;
        at = resume;
        token = lastAny + 1;
      }
    }
    while (isAny[token]) token += 1;
    return token === plain.length;
  };
}

/** The one text that fits a pattern without wildcards. */
export function readLiteral(pattern: string): string {
  return tokensOf(pattern).map(unescaped).join('');
}

/** What every text that fits must hold: few do, and most of the others are told from them by that alone. */
function literalParts(tokens: readonly Token[]): readonly string[] {
  const parts = [''];
  for (const token of tokens) {
    if (isWild(token)) parts.push('');
    else parts[parts.length - 1] += unescaped(token);
  }
  return parts.filter((part) => part !== '');
}

/** `~*`, `~?` and `~~` are the only tokens of two ASCII characters. */
function unescaped(token: Token): string {
  return token.length === 2 && token[0] === '~' ? token.slice(1) : token;
}

function tokensOf(pattern: string): readonly Token[] {
  return pattern.match(/~[*?~]|[\s\S]/gu) ?? [];
}

function isWild(token: Token): boolean {
  return token === '*' || token === '?';
}
