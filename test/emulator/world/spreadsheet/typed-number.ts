import type { Locale } from './locale';

/** A number read from typed text, with the format that the way of writing it brings along (`''`: none). */
interface TypedNumber {
  readonly value: number;
  readonly format: string;
}

/**
 * Reads a number as a person may write it: `-5`, `1,000`, `22 34`, `10%`, `$5`, `(7)`, `1e3`, `01234` (facts S3, S5);
 * `1.000,5` where the locale has a decimal comma. Groups may be longer than three digits (fact S39).
 *
 * @returns `undefined` for text that is no number.
 */
export function parseTypedNumber(text: string, locale: Locale): TypedNumber | undefined {
  const parts = /^(\()?([+-]?)([$£€]?)([+-]?)\s*([\d\s,.’e+-]*?)\s*(%?)(\))?$/i.exec(text);
  if (parts === null) return undefined;
  const [, open = '', before = '', currency = '', after = '', written = '', percent = '', close = ''] = parts;
  const signs = before + after;
  const digits = pointedDigits(written, locale);
  if (digits === undefined || signs.length > 1) return undefined;
  if ((open === '') !== (close === '') || (open !== '' && signs !== '')) return undefined;
  const size = Number(digits);
  if (!Number.isFinite(size)) return undefined;
  const negative = signs === '-' || open !== '';
  const value = (negative && size !== 0 ? -size : size) / (percent === '' ? 1 : 100);
  return {
    value,
    format: formatOf(digits, written.includes(locale.grouping.trim() || '\n'), currency, percent),
  };
}

/** The digits with a decimal point and without groups, or `undefined` when they are not written as in the locale. */
function pointedDigits(written: string, { decimal, grouping }: Locale): string | undefined {
  const group = grouping.trim() === '' ? '\\s' : `\\${grouping}`;
  const number = new RegExp(
    `^(\\d+(?:${group}\\d{3,})+|\\d+(?: \\d+)*)?(?:\\${decimal}(\\d*))?(e[+-]?\\d+)?$`,
    'i',
  ).exec(written);
  const [, whole = '', fraction, exponent = ''] = number ?? [];
  if (!/\d/.test(whole + (fraction ?? ''))) return undefined;
  return whole.replace(/\D/g, '') + (fraction === undefined ? '' : `.${fraction}`) + exponent;
}

function formatOf(digits: string, isGrouped: boolean, currency: string, percent: string): string {
  const decimals = digits.includes('.') ? '.00' : '';
  if (percent !== '') return `0${decimals}%`;
  if (currency !== '')
    return `${currency === '$' ? '' : '[$'}${currency}${currency === '$' ? '' : ']'}#,##0${decimals}`;
  if (/e/i.test(digits)) return '0.00E+00';
  return isGrouped ? `#,##0${decimals}` : '';
}
