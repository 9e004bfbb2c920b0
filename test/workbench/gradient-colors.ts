import type { Gradient, GradientPoint } from '../emulator/spreadsheet/workbook';

/**
 * Makes the colour scale of a gradient.
 *
 * @param numbers All numbers of the rule's cells: ends and percentiles are found among them.
 * @returns The colour for a number, `#rrggbb`; undefined when the gradient's colours or values cannot be read.
 */
export function gradientColors(
  gradient: Gradient,
  numbers: readonly number[],
): (value: number) => string | undefined {
  const sorted = [...numbers].sort((a, b) => a - b);
  const [lower, upper] = [gradient.min, gradient.max].map((point) => ({
    color: readColor(point.color),
    at: pointValue(point, sorted),
  }));
  return (value) => {
    if (lower?.color === undefined || upper?.color === undefined) return undefined;
    if (Number.isNaN(lower.at + upper.at)) return undefined;
    const share = upper.at === lower.at ? 0 : (value - lower.at) / (upper.at - lower.at);
    return mix(lower.color, upper.color, Math.min(1, Math.max(0, share)));
  };
}

function pointValue({ type, value }: GradientPoint, sorted: readonly number[]): number {
  if (type === 'MIN') return sorted[0] ?? Number.NaN;
  if (type === 'MAX') return sorted.at(-1) ?? Number.NaN;
  return value === '' ? Number.NaN : Number(value);
}

type Color = readonly [red: number, green: number, blue: number];

/** Reads `#rgb` and `#rrggbb`. */
function readColor(text: string): Color | undefined {
  const short = /^#([\da-f])([\da-f])([\da-f])$/i.exec(text);
  const [, red, green, blue] = short
    ? short.map((digit) => digit + digit)
    : (/^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(text) ?? []);
  if (red === undefined || green === undefined || blue === undefined) return undefined;
  return [Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16)];
}

function mix(from: Color, to: Color, share: number): string {
  const parts = from.map((part, index) => Math.round(part + ((to[index] ?? part) - part) * share));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
