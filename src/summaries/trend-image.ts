import type { Figure } from '../figures/figures';
import { PICTURE_WIDTH } from '../reports/mail/mail-document';

/** A percentage of a period. */
type TrendPoint = Pick<Figure, 'value' | 'low' | 'high'>;

/** Twice as large as it is shown, for sharp lines. In pixels. */
const [WIDTH, HEIGHT] = [2 * PICTURE_WIDTH, 280];
const MARGIN = 12;
/** Half the width of the line, the radius of the dot on the newest period, and the dashes of the target. */
const [LINE, DOT, DASH, GAP] = [3, 9, 14, 10];
/** A steady line isn't blown up to the height of the picture: it shows at least so many points. */
const FEWEST_POINTS = 6;

/** Red, green and blue, and opacity: background, grid, band, target, line. */
const COLOURS = [255, 255, 255, 128, 134, 139, 26, 115, 232, 200, 107, 18, 26, 115, 232];
const OPACITIES = [0, 90, 56, 255, 255];
const [GRID, BAND, TARGET, ACCENT] = [1, 2, 3, 4];

/**
 * Draws the percentages as a line, their likely ranges as a band, and the target as a dashed line, between two lines at the
 * ends of the scale. It has no text, and its background is transparent. Periods without a percentage are left blank.
 *
 * @param points Oldest first.
 * @param target In percent; null without a target.
 * @returns The bytes of a PNG file, 0 to 255, and the whole percentages at its top and bottom; `undefined` where no period
 *   has a percentage.
 */
export function drawTrend(points: readonly TrendPoint[], target: number | null, gzip: Gzip) {
  if (!points.some(({ value }) => value !== null)) return undefined;
  const all = points.flatMap(({ value, low, high }) => [value, low, high, target]);
  const shown = all.filter((one) => one !== null);
  const [least, most] = [Math.floor(Math.min(...shown)), Math.ceil(Math.max(...shown))];
  const more = Math.max(0, FEWEST_POINTS - (most - least));
  const [top, bottom] = [most + Math.ceil(more / 2), least - Math.floor(more / 2)];
  const pixels = new Uint8Array(WIDTH * HEIGHT);
  const paint = (x: number, from: number, to: number, colour: number) => {
    for (let y = Math.max(0, Math.round(from)); y < Math.min(HEIGHT, Math.round(to)); y += 1)
      pixels[y * WIDTH + x] = colour;
  };
  const yOf = (value: number) => MARGIN + ((top - value) / (top - bottom)) * (HEIGHT - 2 * MARGIN);
  const step = (WIDTH - 2 * MARGIN) / Math.max(1, points.length - 1);
  for (let x = 0; x < WIDTH; x += 1) {
    for (const end of [top, bottom]) paint(x, yOf(end) - 1, yOf(end) + 1, GRID);
    const place = (x - MARGIN) / step;
    const [before, after] = [points[Math.floor(place)], points[Math.floor(place) + 1]];
    const share = place - Math.floor(place);
    const between = (read: (point: TrendPoint) => number | null) => {
      const [one, other] = [before && read(before), after && read(after)];
      return one == null || other == null ? undefined : yOf(one + (other - one) * share);
    };
    const [high, low] = [between((one) => one.high), between((one) => one.low)];
    const y = between((one) => one.value);
    if (high !== undefined && low !== undefined && y !== undefined) paint(x, high, low, BAND);
    if (target !== null && x % (DASH + GAP) < DASH) paint(x, yOf(target) - 1.5, yOf(target) + 1.5, TARGET);
    if (y === undefined) continue;
    const slope = (yOf(after?.value ?? 0) - yOf(before?.value ?? 0)) / step;
    const half = LINE * Math.sqrt(1 + slope * slope);
    paint(x, y - half, y + half, ACCENT);
  }
  points.forEach(({ value }, at) => {
    const isAlone = (points[at - 1]?.value ?? null) === null && (points[at + 1]?.value ?? null) === null;
    if (value === null || !(isAlone || at === points.length - 1)) return;
    const centre = Math.round(points.length > 1 ? MARGIN + at * step : WIDTH / 2);
    for (let x = Math.max(0, centre - DOT); x <= Math.min(WIDTH - 1, centre + DOT); x += 1) {
      const half = Math.sqrt(DOT * DOT - (x - centre) ** 2);
      paint(x, yOf(value) - half, yOf(value) + half, ACCENT);
    }
  });
  return { png: encodePng(pixels, gzip), top, bottom };
}

/** Compresses bytes, 0 to 255, as a gzip file (RFC 1952). */
export type Gzip = (bytes: readonly number[]) => readonly number[];

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** The fixed lengths of a gzip header without optional fields, and of its trailer (RFC 1952, section 2.3). */
const [GZIP_HEADER, GZIP_TRAILER] = [10, 8];

/**
 * Makes a PNG file (W3C PNG specification, third edition) of 8-bit palette colours.
 *
 * Apps Script has no deflate, but gzip files are a deflate stream with another header and trailer: the stream is cut out
 * and put between the header and the checksum of zlib (RFC 1950).
 */
function encodePng(pixels: Uint8Array, gzip: Gzip): number[] {
  const rows: number[] = [];
  // Before each row stands its filter type: none.
  for (let row = 0; row < HEIGHT; row += 1) rows.push(0, ...pixels.subarray(row * WIDTH, (row + 1) * WIDTH));
  const deflated = gzip(rows).slice(GZIP_HEADER, -GZIP_TRAILER);
  const chunk = (type: string, data: readonly number[]) => {
    const body = [...type].map((letter) => letter.charCodeAt(0)).concat(data);
    // The trailer begins with the checksum that a chunk ends with (PNG, annex D), the lowest byte first.
    const checksum = gzip(body).slice(-GZIP_TRAILER, -4).reverse();
    return [...bytesOf(data.length), ...body, ...checksum];
  };
  return [
    ...SIGNATURE,
    ...chunk('IHDR', [...bytesOf(WIDTH), ...bytesOf(HEIGHT), 8, 3, 0, 0, 0]),
    ...chunk('PLTE', COLOURS),
    ...chunk('tRNS', OPACITIES),
    ...chunk('IDAT', [0x78, 0x9c, ...deflated, ...bytesOf(adler32(rows))]),
    ...chunk('IEND', []),
  ];
}

/** Four bytes, the highest first. */
function bytesOf(value: number): number[] {
  return [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff);
}

/** RFC 1950, section 8. */
function adler32(bytes: readonly number[]): number {
  let [a, b] = [1, 0];
  for (const byte of bytes) {
    a = (a + byte) % 65_521;
    b = (b + a) % 65_521;
  }
  return b * 65_536 + a;
}
