import type { FormatToken } from './format-tokens';
import type { NumberMarks } from './number-format';

/** Compiles a section of a number format that shows no date. @throws {RangeError} on a fraction such as `# ?/?`. */
export function compileNumberSection(
  tokens: readonly FormatToken[],
): (value: number, marks: NumberMarks) => string {
  if (tokens.some((token) => token.kind === 'slash'))
    throw new RangeError('A fraction as number format is not emulated');
  const point = tokens.findIndex((token) => token.kind === 'point');
  const whole = point < 0 ? tokens : tokens.slice(0, point);
  const wholeDigits = digitsOf(whole);
  const fractionDigits = point < 0 ? '' : digitsOf(tokens.slice(point));
  const exponent = tokens.find((token) => token.kind === 'exponent');
  const percents = tokens.filter((token) => token.kind === 'percent').length;
  const grouped = isGrouped(whole);
  const thousands = trailingCommas(whole);
  if (wholeDigits === '' && fractionDigits === '') return (value) => withoutDigits(tokens, value);
  return (value, { decimal, grouping }) => {
    const scaled = (Math.abs(value) * 100 ** percents) / 1000 ** thousands;
    const { mantissa, power } = exponent ? normalise(scaled) : { mantissa: scaled, power: 0 };
    const fixed = roundHalfUp(mantissa, fractionDigits.length);
    const [integer = '0', fraction = ''] = fixed.split('.');
    const shown = {
      whole: groupThousands(padWhole(integer, wholeDigits), grouped ? grouping : ''),
      fraction: trimOptional(fraction, fractionDigits),
      exponent: exponent ? printExponent(exponent.text, power) : '',
    };
    const negative = value < 0 && Number(fixed) !== 0;
    return (negative ? '-' : '') + assemble(tokens, shown, decimal);
  };
}

function digitsOf(tokens: readonly FormatToken[]): string {
  return tokens.map((token) => (token.kind === 'digit' ? token.text : '')).join('');
}

/** A comma between digits groups by thousands; commas after the last digit divide by thousands. */
function isGrouped(whole: readonly FormatToken[]): boolean {
  return whole.some((token, index) => token.kind === 'comma' && whole[index + 1]?.kind === 'digit');
}

function trailingCommas(whole: readonly FormatToken[]): number {
  const last = whole.findLastIndex((token) => token.kind === 'digit');
  return last < 0 ? 0 : whole.slice(last + 1).filter((token) => token.kind === 'comma').length;
}

function normalise(size: number): { mantissa: number; power: number } {
  if (size === 0) return { mantissa: 0, power: 0 };
  const power = Math.floor(Math.log10(size));
  return { mantissa: size / 10 ** power, power };
}

/** Rounds the decimal that a person sees: 1.005 to two places is 1.01, although its binary value lies below. */
function roundHalfUp(size: number, places: number): string {
  const exact = Number(size.toPrecision(15));
  const shifted = Math.round(Number(`${exact}e${places}`));
  return Number.isFinite(shifted) && shifted < 1e15
    ? Number(`${shifted}e-${places}`).toFixed(places)
    : size.toFixed(places);
}

function padWhole(integer: string, pattern: string): string {
  const least = pattern.length - pattern.search(/0|$/);
  const digits = integer === '0' && least === 0 ? '' : integer;
  return digits.padStart(least, '0');
}

function groupThousands(digits: string, grouping: string): string {
  return digits.replace(/\B(?=(?:\d{3})+$)/g, grouping);
}

function trimOptional(fraction: string, pattern: string): string {
  let shown = fraction;
  while (shown.endsWith('0') && pattern.charAt(shown.length - 1) !== '0') shown = shown.slice(0, -1);
  return shown;
}

function printExponent(pattern: string, power: number): string {
  const sign = power < 0 ? '-' : pattern.charAt(1) === '+' ? '+' : '';
  return `E${sign}${String(Math.abs(power)).padStart(pattern.length - 2, '0')}`;
}

function withoutDigits(tokens: readonly FormatToken[], value: number): string {
  return tokens
    .map((token) => (token.kind === 'text' ? String(value) : token.kind === 'comma' ? ',' : token.text))
    .join('');
}

/** The number goes where its first digit stands; literals keep their places around it. */
function assemble(
  tokens: readonly FormatToken[],
  shown: { readonly whole: string; readonly fraction: string; readonly exponent: string },
  decimal: string,
): string {
  let result = '';
  let placed = false;
  let afterPoint = false;
  for (const { kind, text } of tokens) {
    if (kind === 'digit' && !afterPoint && !placed) {
      result += shown.whole;
      placed = true;
    } else if (kind === 'point') {
      result += (placed ? '' : shown.whole) + (shown.fraction === '' ? '' : decimal + shown.fraction);
      placed = true;
      afterPoint = true;
    } else if (kind === 'exponent') result += shown.exponent;
    else if (kind === 'literal' || kind === 'percent') result += text;
  }
  return result;
}
