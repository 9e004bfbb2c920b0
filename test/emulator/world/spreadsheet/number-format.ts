import { compileDateSection } from './date-format';
import { splitSections, tokenizeSection } from './format-tokens';
import type { Locale } from './locale';
import { compileNumberSection } from './number-section';

/** Turns a value into what the cell shows. */
interface CompiledFormat {
  /** True when the format shows its numbers as a date or a time: such cells read as `Date`. */
  readonly isDate: boolean;
  readonly display: (value: number | string, marks?: NumberMarks) => string;
}

/** What a locale puts before decimals and between thousands. A format says `.` and `,` in every locale. */
export type NumberMarks = Pick<Locale, 'decimal' | 'grouping'>;

const ENGLISH: NumberMarks = { decimal: '.', grouping: ',' };

const compiled = new Map<string, CompiledFormat>();

/**
 * Compiles a number format.
 *
 * @param format A pattern such as `0.0"%"` or `yyyy-mm-dd`; `''` and `General` are automatic.
 * @throws {RangeError} on a pattern that is not emulated.
 */
export function compileFormat(format: string): CompiledFormat {
  const known = compiled.get(format);
  if (known !== undefined) return known;
  const fresh = compile(format);
  compiled.set(format, fresh);
  return fresh;
}

function compile(format: string): CompiledFormat {
  if (format === '' || /^general$/i.test(format)) {
    return {
      isDate: false,
      display: (value, { decimal } = ENGLISH) =>
        typeof value === 'number' ? automaticNumber(value).replace('.', decimal) : value,
    };
  }
  const sections = splitSections(format).map(tokenizeSection);
  if (sections.length > 4) throw new RangeError(`Number format ${format} is not emulated`);
  const isDate = sections[0]?.some((token) => token.kind === 'date') ?? false;
  const numeric = sections.slice(0, 3).map((tokens) => {
    const dated = tokens.some((token) => token.kind === 'date');
    return dated ? compileDateSection(tokens) : compileNumberSection(tokens);
  });
  const text = sections[3] ?? (sections.length === 1 ? sections[0] : undefined);
  return {
    isDate,
    display: (value, marks = ENGLISH) => {
      if (typeof value === 'string') return displayText(value, text);
      const index = value < 0 && numeric.length > 1 ? 1 : value === 0 && numeric.length > 2 ? 2 : 0;
      return numeric[index]?.(index === 1 ? -value : value, marks) ?? '';
    },
  };
}

function displayText(value: string, section: ReturnType<typeof tokenizeSection> | undefined): string {
  if (section?.some((token) => token.kind === 'text') !== true) return value;
  return section.map((token) => (token.kind === 'text' ? value : token.text)).join('');
}

/** A number in an automatic cell: ten significant digits, an exponent when it is very large or small. Assumed. */
function automaticNumber(value: number): string {
  const size = Math.abs(value);
  if (Number.isInteger(value) && size < 1e15) return String(value === 0 ? 0 : value);
  if (size < 1e15 && size >= 1e-4) return String(Number(value.toPrecision(10)));
  const [mantissa = '', exponent = ''] = value.toExponential(5).split('e');
  const sign = exponent.startsWith('-') ? '-' : '+';
  return `${Number(mantissa)}E${sign}${exponent.replace(/[+-]/, '').padStart(2, '0')}`;
}
