import { MAX_CHARACTERS_PER_CELL } from '../../limits';
import { HostError } from '../../values';
import { type CellError, type CellValue, PARSE_ERROR } from './cell';
import { localeOf } from './locale';
import { parseTypedDate } from './typed-date';
import { readTypedFormula } from './typed-formula';
import { parseTypedNumber } from './typed-number';

/** What a text becomes when it is put into a cell. */
export interface TypedContent {
  readonly value: CellValue;
  /** The formula with its `=`; `''` for a plain value. */
  readonly formula: string;
  /** The format that the way of writing brings along; an automatic cell takes it on. `''`: none. */
  readonly format: string;
}

/** What the meaning of a text depends on. */
interface TypingContext {
  /** Number format of the cell; `@` keeps text as it is (fact S9). */
  readonly cellFormat: string;
  readonly locale: string;
  readonly currentYear: number;
}

/** Lead a formula. The full-width forms and U+2212 are assumed to count, as the worst case. */
const FORMULA_LEADS = '+-@\uFF1D\uFF0B\uFF0D\uFF20\u2212';
const ERROR_CODES = new Set(['#REF!', '#ERROR!', '#NAME?', '#N/A', '#VALUE!', '#DIV/0!', '#NUM!', '#NULL!']);

/**
 * Reads a text as Sheets does when it is typed or passed to `setValues` (facts S2 to S9, S12, S37 to S39).
 *
 * @throws {HostError} E31 when it is longer than a cell takes.
 */
export function parseTypedText(text: string, context: TypingContext): TypedContent {
  if (text.length > MAX_CHARACTERS_PER_CELL) {
    throw new HostError(
      `Your input contains more than the maximum of ${MAX_CHARACTERS_PER_CELL} characters in a single cell.`,
    );
  }
  if (text.startsWith("'")) return plain(text.slice(1));
  if (text.startsWith('=') && text.length > 1) return parseFormula(text, context.locale);
  if (context.cellFormat === '@') return plain(text);
  const trimmed = text.trim();
  return parseScalar(trimmed, context) ?? parseLead(trimmed) ?? plain(text);
}

function parseFormula(text: string, locale: string): TypedContent {
  const formula = readTypedFormula(text, localeOf(locale));
  return formula === undefined
    ? { value: PARSE_ERROR, formula: text, format: '' }
    : { value: '', formula, format: '' };
}

function parseScalar(text: string, context: TypingContext): TypedContent | undefined {
  const locale = localeOf(context.locale);
  const number = parseTypedNumber(text, locale);
  if (number !== undefined) return { value: number.value, formula: '', format: number.format };
  if (/^(?:true|false)$/i.test(text)) return plain(/^t/i.test(text));
  if (ERROR_CODES.has(text)) return plain({ code: text as CellError['code'], message: '' });
  const date = parseTypedDate(text, locale, context.currentYear);
  return date && { value: date.serial, formula: '', format: date.format };
}

function parseLead(text: string): TypedContent | undefined {
  if (text.length < 2 || !FORMULA_LEADS.includes(text.charAt(0))) return undefined;
  return { value: PARSE_ERROR, formula: `=${text}`, format: '' };
}

function plain(value: CellValue): TypedContent {
  return { value, formula: '', format: '' };
}
