import type { Gradient, GradientPoint } from '../emulator/world/spreadsheet/conditional-format';

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
  const points = [gradient.min, gradient.mid, gradient.max].flatMap((point) => {
    if (point === null) return [];
    const color = readColor(point.color);
    const at = pointValue(point, sorted);
    return color === undefined || Number.isNaN(at) ? [] : [{ color, at }];
  });
  return (value) => {
    if (points.length < 2) return undefined;
    const next = points.findIndex(({ at }) => value < at);
    const upper = points[next === -1 ? points.length - 1 : next];
    const lower = points[next === -1 ? points.length - 1 : Math.max(0, next - 1)];
    if (upper === undefined || lower === undefined) return undefined;
    const share = upper.at === lower.at ? 0 : (value - lower.at) / (upper.at - lower.at);
    return mix(lower.color, upper.color, Math.min(1, Math.max(0, share)));
  };
}

function pointValue({ type, value }: GradientPoint, sorted: readonly number[]): number {
  const least = sorted[0] ?? Number.NaN;
  const most = sorted.at(-1) ?? Number.NaN;
  if (type === 'MIN') return least;
  if (type === 'MAX') return most;
  const number = value === '' ? Number.NaN : Number(value);
  if (type === 'NUMBER') return number;
  return type === 'PERCENT' ? least + ((most - least) * number) / 100 : percentile(sorted, number);
}

/** Between two numbers the percentile is between them, as in PERCENTILE. */
function percentile(sorted: readonly number[], percent: number): number {
  const place = ((sorted.length - 1) * percent) / 100;
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? Number.NaN;
  return below + (above - below) * (place - Math.floor(place));
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
