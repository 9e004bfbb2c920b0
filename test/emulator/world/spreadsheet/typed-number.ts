/** A number read from typed text, with the format that the way of writing it brings along (`''`: none). */
interface TypedNumber {
  readonly value: number;
  readonly format: string;
}

const DIGITS = /^(?:\d{1,3}(?:,\d{3})+|\d+(?: \d+)*)?(?:\.\d*)?(?:e[+-]?\d+)?$/i;

/**
 * Reads a number as a person may write it: `-5`, `1,000`, `22 34`, `10%`, `$5`, `(7)`, `1e3`, `01234` (facts S3, S5).
 *
 * @returns `undefined` for text that is no number.
 */
export function parseTypedNumber(text: string): TypedNumber | undefined {
  const parts = /^(\()?([+-]?)([$£€]?)([+-]?)\s*([\d ,.e+-]*?)\s*(%?)(\))?$/i.exec(text);
  if (parts === null) return undefined;
  const [, open = '', before = '', currency = '', after = '', digits = '', percent = '', close = ''] = parts;
  const signs = before + after;
  if (!/\d/.test(digits) || !DIGITS.test(digits) || signs.length > 1) return undefined;
  if ((open === '') !== (close === '') || (open !== '' && signs !== '')) return undefined;
  const size = Number(digits.replace(/[ ,]/g, ''));
  if (!Number.isFinite(size)) return undefined;
  const negative = signs === '-' || open !== '';
  const value = (negative && size !== 0 ? -size : size) / (percent === '' ? 1 : 100);
  return { value, format: formatOf(digits, currency, percent) };
}

function formatOf(digits: string, currency: string, percent: string): string {
  const decimals = digits.includes('.') ? '.00' : '';
  if (percent !== '') return `0${decimals}%`;
  if (currency !== '')
    return `${currency === '$' ? '' : '[$'}${currency}${currency === '$' ? '' : ']'}#,##0${decimals}`;
  if (/e/i.test(digits)) return '0.00E+00';
  return digits.includes(',') ? `#,##0${decimals}` : '';
}
