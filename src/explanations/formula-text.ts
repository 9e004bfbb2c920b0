/** A function of ours as a formula calls it. */
export interface CalledFunction {
  /** In capitals. */
  readonly name: string;
  /** Its arguments as written, without the spaces around them. */
  readonly args: readonly string[];
  /** Whether the formula does more than call it. */
  readonly isPart: boolean;
}

/** What an argument is written as. */
type Argument =
  | { readonly kind: 'value'; readonly value: string | number | boolean | undefined }
  | { readonly kind: 'reference'; readonly text: string }
  | { readonly kind: 'calculated'; readonly text: string };

/** `B2`, `$A$1:B4`, `Settings!A1`, `'My sheet'!B2`. */
const REFERENCE =
  /^(?:(?:'(?:[^']|'')+'|[A-Za-z_]\w*)!)?\$?[A-Za-z]{1,3}\$?\d{1,7}(?::\$?[A-Za-z]{1,3}\$?\d{1,7})?$/;
const LONGEST_FORMULA = 50_000;

/**
 * Finds the first of our functions in a formula.
 *
 * Arguments are apart by commas, or by semicolons where the spreadsheet's locale writes so.
 *
 * @returns `undefined` where there is none, or its brackets do not close.
 */
export function findCall(formula: string, isOurs: (name: string) => boolean): CalledFunction | undefined {
  const text = formula.slice(0, LONGEST_FORMULA);
  for (const { index, name } of namesIn(text)) {
    if (!isOurs(name)) continue;
    const end = closingOf(text, index);
    if (end === undefined) return undefined;
    const before = text.slice(0, index).replace(/[A-Za-z_0-9]+\s*\($/, '');
    const isPart = before.trim() !== '=' || text.slice(end + 1).trim() !== '';
    return { name, args: splitArguments(text.slice(index, end)), isPart };
  }
  return undefined;
}

/** Reads an argument that stands for itself. @param decimal How the formula writes decimals. */
export function readArgument(text: string, decimal: '.' | ','): Argument {
  if (text === '') return { kind: 'value', value: undefined };
  if (/^"(?:[^"]|"")*"$/.test(text)) return { kind: 'value', value: text.slice(1, -1).replace(/""/g, '"') };
  if (/^true$/i.test(text)) return { kind: 'value', value: true };
  if (/^false$/i.test(text)) return { kind: 'value', value: false };
  const number = decimal === ',' ? text.replace(',', '.') : text;
  if (/^[+-]?\d+(?:\.\d+)?$/.test(number)) return { kind: 'value', value: Number(number) };
  return REFERENCE.test(text) ? { kind: 'reference', text } : { kind: 'calculated', text };
}

/** How the formula writes decimals: with a comma where semicolons stand between its arguments. */
export function decimalOf(formula: string): '.' | ',' {
  return splitterOf(formula) === ';' ? ',' : '.';
}

/** Every name that an opening bracket follows, outside of quotes, and where its arguments begin. */
function namesIn(text: string): { readonly index: number; readonly name: string }[] {
  const found: { index: number; name: string }[] = [];
  forEachPlain(text, (character, at) => {
    if (character !== '(') return;
    const name = /([A-Za-z_][\w.]*)\s*$/.exec(text.slice(Math.max(0, at - 64), at))?.[1];
    if (name !== undefined) found.push({ index: at + 1, name: name.toUpperCase() });
  });
  return found;
}

function closingOf(text: string, from: number): number | undefined {
  let depth = 1;
  let end: number | undefined;
  forEachPlain(text.slice(from), (character, at) => {
    if (end !== undefined) return;
    if (character === '(' || character === '{') depth += 1;
    if (character === ')' || character === '}') depth -= 1;
    if (depth === 0) end = from + at;
  });
  return end;
}

function splitArguments(text: string): string[] {
  if (text.trim() === '') return [];
  const splitter = splitterOf(text);
  const parts: string[] = [];
  let start = 0;
  forEachTop(text, (character, at) => {
    if (character !== splitter) return;
    parts.push(text.slice(start, at));
    start = at + 1;
  });
  return [...parts, text.slice(start)].map((part) => part.trim());
}

/** A semicolon between arguments stands only where commas do not. */
function splitterOf(text: string): ',' | ';' {
  let hasSemicolon = false;
  let depth = 0;
  forEachPlain(text, (character) => {
    if (character === '{') depth += 1;
    if (character === '}') depth -= 1;
    if (character === ';' && depth === 0) hasSemicolon = true;
  });
  return hasSemicolon ? ';' : ',';
}

function forEachTop(text: string, visit: (character: string, at: number) => void): void {
  let depth = 0;
  forEachPlain(text, (character, at) => {
    if (character === '(' || character === '{') depth += 1;
    else if (character === ')' || character === '}') depth -= 1;
    else if (depth === 0) visit(character, at);
  });
}

/** Visits what is neither inside a text nor inside the name of a sheet. */
function forEachPlain(text: string, visit: (character: string, at: number) => void): void {
  let quote = '';
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (quote === '' && (character === '"' || character === "'")) quote = character;
    else if (character === quote) quote = '';
    else if (quote === '') visit(character, at);
  }
}
