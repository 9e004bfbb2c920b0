import { type A1Reference, parseA1 } from './a1-notation';
import { serialOfDay } from './serial-date';

/** One argument as written in a formula. */
export type CallArgument =
  | { readonly kind: 'constant'; readonly value: string | number | boolean }
  | { readonly kind: 'day'; readonly serial: number }
  | { readonly kind: 'blank' }
  | { readonly kind: 'reference'; readonly reference: A1Reference }
  | { readonly kind: 'name'; readonly name: string }
  /** NOW() and its kin, TODAY() included: not allowed in a custom function's arguments (facts F3, F4). */
  | { readonly kind: 'volatile' }
  /** A reference whose cells are gone. */
  | { readonly kind: 'broken' };

/** A formula that is one call of a function with plain arguments. */
export interface FormulaCall {
  /** As written: names ignore case. */
  readonly name: string;
  readonly args: readonly CallArgument[];
}

/** Matches a call whose result changes without any cell changing. TODAY is assumed to be refused too. */
const VOLATILE = /\b(?:NOW|TODAY|RAND|RANDARRAY|RANDBETWEEN)\s*\(/i;

/** True when the formula calculates something anew each time. Fact F3. */
export function isVolatileFormula(formula: string): boolean {
  return VOLATILE.test(withoutText(formula));
}

function withoutText(formula: string): string {
  return formula.replace(/"(?:[^"]|"")*"/g, '""');
}

/**
 * Reads `=NAME(arguments)` with literals, cells, ranges, named ranges, `DATE(y, m, d)` and blanks as arguments.
 *
 * @returns `undefined` for every other formula: its value must come from a grid that calculates.
 */
export function parseFormulaCall(formula: string): FormulaCall | undefined {
  const match = /^=\s*([A-Za-z_][\w.]*)\s*\((.*)\)\s*$/s.exec(formula);
  if (match === null) return undefined;
  const [, name = '', inside = ''] = match;
  const texts = splitArguments(inside);
  if (texts === undefined) return undefined;
  const args: CallArgument[] = [];
  for (const text of texts) {
    const argument = parseArgument(text);
    if (argument === undefined) return undefined;
    args.push(argument);
  }
  return { name, args };
}

/**
 * The arguments of each call of a function anywhere in a formula, as written; `undefined` for those that are no plain
 * arguments. Case does not matter.
 */
export function argumentsOfCalls(formula: string, name: string): (CallArgument | undefined)[][] {
  return argumentTexts(formula, name).map((texts) => texts.map(parseArgument));
}

/** The same, not read: `''` for an argument left out. */
export function argumentTexts(formula: string, name: string): string[][] {
  const call = new RegExp(String.raw`"(?:[^"]|"")*"|(?<![\w.])${name}\s*\(`, 'gi');
  return [...formula.matchAll(call)].flatMap((match) => {
    if (match[0].startsWith('"')) return [];
    const texts = splitArguments(insideOfBrackets(formula.slice(match.index + match[0].length)));
    return texts === undefined ? [] : [texts];
  });
}

/** The text up to the bracket that closes one opened before it; all of it where none does. */
function insideOfBrackets(text: string): string {
  let depth = 1;
  for (const { 0: piece, index } of text.matchAll(/"(?:[^"]|"")*"|'(?:[^']|'')*'|[()]/g)) {
    if (piece === '(') depth++;
    if (piece === ')' && --depth === 0) return text.slice(0, index);
  }
  return text;
}

/** @returns `undefined` when a bracket or a quote does not close, so that the text is not one call. */
function splitArguments(inside: string): string[] | undefined {
  if (inside.trim() === '') return [];
  const texts = [''];
  let depth = 0;
  for (const piece of inside.match(/"(?:[^"]|"")*"|'(?:[^']|'')*'|./gs) ?? []) {
    if (piece === '"' || piece === "'") return undefined;
    if (piece === '(' || piece === '{') depth++;
    if (piece === ')' || piece === '}') depth--;
    if (depth < 0) return undefined;
    if (piece === ',' && depth === 0) texts.push('');
    else texts[texts.length - 1] += piece;
  }
  return depth === 0 ? texts.map((text) => text.trim()) : undefined;
}

function parseArgument(text: string): CallArgument | undefined {
  if (text === '') return { kind: 'blank' };
  if (/^"(?:[^"]|"")*"$/s.test(text)) return constant(text.slice(1, -1).replaceAll('""', '"'));
  if (/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?%?$/i.test(text)) return constant(numberOf(text));
  if (/^(?:true|false)(?:\(\))?$/i.test(text)) return constant(/^t/i.test(text));
  if (VOLATILE.test(withoutText(text))) return { kind: 'volatile' };
  if (text.includes('#REF!')) return { kind: 'broken' };
  const date = /^DATE\(\s*(\d{1,4})\s*,\s*(\d{1,2})\s*,\s*(\d{1,2})\s*\)$/i.exec(text);
  if (date) return dayArgument(Number(date[1]), Number(date[2]), Number(date[3]));
  const reference = parseA1(text);
  if (reference !== undefined) return { kind: 'reference', reference };
  return /^[A-Za-z_][\w.]*$/.test(text) ? { kind: 'name', name: text } : undefined;
}

function constant(value: string | number | boolean): CallArgument {
  return { kind: 'constant', value };
}

function numberOf(text: string): number {
  return text.endsWith('%') ? Number(text.slice(0, -1)) / 100 : Number(text);
}

/** Overflowing months and days carry, as the function DATE does. */
function dayArgument(year: number, month: number, day: number): CallArgument {
  const carriedYear = year + Math.floor((month - 1) / 12);
  const carriedMonth = ((((month - 1) % 12) + 12) % 12) + 1;
  const first = serialOfDay(carriedYear < 1900 ? carriedYear + 1900 : carriedYear, carriedMonth, 1) ?? 0;
  return { kind: 'day', serial: first + day - 1 };
}
