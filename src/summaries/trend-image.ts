/** One period of a trend, in percent; null where the percentage can't be given or has no interval. */
interface TrendPoint {
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

/** A line of percentages over periods, oldest first. */
export interface Trend {
  readonly points: readonly TrendPoint[];
  /** In percent; null without a target. */
  readonly target: number | null;
}

/** The size at which a mail shows it, in pixels. */
export const SHOWN_SIZE = { width: 544, height: 140 } as const;

/** It is drawn larger than shown, for sharp lines on screens of high resolution. */
const SCALE = 2;
const [WIDTH, HEIGHT] = [SHOWN_SIZE.width * SCALE, SHOWN_SIZE.height * SCALE];
/** Half the width of the line, the radius of the dot on the newest period, and half the width of the target line. */
const [LINE, DOT, TARGET] = [3, 9, 1.5];
const [DASH, GAP] = [14, 10];
const MARGIN = 16;
/** A steady line isn't blown up to the height of the picture: it shows at least so many points. */
const FEWEST_POINTS = 6;

/** Opacity in steps: the edges of the line are smooth on a light and on a dark background. */
const STEPS = 4;
const BAND_ALPHA = 0.22;
const ACCENT = [26, 115, 232] as const;
const WARNING = [200, 107, 18] as const;

/** The numbers of the colours: 0 is the background, then band, target line, and the line over either of the first two. */
const [BAND, TARGET_COLOUR, LINE_COLOURS] = [1, 2, 3];

const PALETTE: Picture['palette'] = [
  [255, 255, 255, 0],
  [...ACCENT, alphaOf(BAND_ALPHA)],
  [...WARNING, 255],
  ...[0, BAND_ALPHA].flatMap((below) =>
    Array.from({ length: STEPS }, (_, at) => {
      return [...ACCENT, alphaOf(1 - (1 - below) * (1 - (at + 1) / STEPS))] as const;
    }),
  ),
];

function alphaOf(share: number): number {
  return Math.round(255 * share);
}

/**
 * Draws the percentages as a line, their intervals as a band, and the target as a dashed line. It has no text, and its
 * background is transparent. Periods without a percentage are left blank.
 *
 * @returns `undefined` where no period has a percentage.
 */
export function drawTrend({ points, target }: Trend): Picture | undefined {
  const known = points.flatMap(({ value, low, high }) => [value, low, high]).filter(isNumber);
  if (!points.some(({ value }) => value !== null)) return undefined;
  const shown = target === null ? known : [...known, target];
  const [least, most] = [Math.min(...shown), Math.max(...shown)];
  const spread = Math.max(most - least, FEWEST_POINTS);
  const top = (most + least + spread) / 2;
  const yOf = (value: number) => MARGIN + ((top - value) / spread) * (HEIGHT - 2 * MARGIN);
  const step = points.length > 1 ? (WIDTH - 2 * MARGIN) / (points.length - 1) : 0;
  const xOf = (at: number) => (points.length > 1 ? MARGIN + at * step : WIDTH / 2);
  const pixels = new Uint8Array(WIDTH * HEIGHT);
  const ends = (read: (point: TrendPoint) => number | null) =>
    points.map((point, at) => {
      const value = read(point);
      return value === null ? undefined : ([xOf(at), yOf(value)] as const);
    });
  fillBand(
    pixels,
    ends(({ value, high }) => (value === null ? null : high)),
    ends(({ low }) => low),
  );
  if (target !== null) drawTarget(pixels, yOf(target));
  drawLine(
    pixels,
    ends(({ value }) => value),
  );
  return { width: WIDTH, height: HEIGHT, palette: PALETTE, pixels };
}

/** A corner of the line; `undefined` where it is interrupted. */
type Corner = readonly [x: number, y: number] | undefined;

/** Calls for each column of pixels between two corners, with the heights of both lines there. */
function eachColumn(corners: readonly Corner[], visit: (x: number, y: number, slope: number) => void): void {
  for (let at = 1; at < corners.length; at += 1) {
    const [from, to] = [corners[at - 1], corners[at]];
    if (from === undefined || to === undefined) continue;
    const slope = (to[1] - from[1]) / (to[0] - from[0]);
    for (let x = Math.ceil(from[0] - 0.5); x < to[0] - 0.5; x += 1) {
      visit(x, from[1] + (x + 0.5 - from[0]) * slope, slope);
    }
  }
}

function fillBand(pixels: Uint8Array, tops: readonly Corner[], bottoms: readonly Corner[]): void {
  const ends = new Map<number, number>();
  eachColumn(tops, (x, y) => ends.set(x, y));
  eachColumn(bottoms, (x, bottom) => {
    const end = ends.get(x);
    if (end === undefined) return;
    for (let y = Math.round(end); y < Math.round(bottom); y += 1) pixels[y * WIDTH + x] = BAND;
  });
}

function drawTarget(pixels: Uint8Array, y: number): void {
  for (let row = Math.round(y - TARGET); row < Math.round(y + TARGET); row += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      if (x % (DASH + GAP) < DASH) pixels[row * WIDTH + x] = TARGET_COLOUR;
    }
  }
}

function drawLine(pixels: Uint8Array, corners: readonly Corner[]): void {
  eachColumn(corners, (x, y, slope) => {
    const half = LINE * Math.sqrt(1 + slope * slope);
    for (let row = Math.floor(y - half); row <= Math.ceil(y + half); row += 1) {
      const covered = Math.min(row + 1, y + half) - Math.max(row, y - half);
      paint(pixels, x, row, Math.min(1, covered));
    }
  });
  corners.forEach((corner, at) => {
    if (corner === undefined) return;
    const isAlone = corners[at - 1] === undefined && corners[at + 1] === undefined;
    const isNewest = at === corners.length - 1;
    drawDot(pixels, corner, isNewest || isAlone ? DOT : LINE);
  });
}

/** Also rounds the corners of the line. */
function drawDot(pixels: Uint8Array, [x, y]: readonly [number, number], radius: number): void {
  for (let row = Math.floor(y - radius); row <= y + radius; row += 1) {
    for (let column = Math.floor(x - radius); column <= x + radius; column += 1) {
      const distance = Math.hypot(column + 0.5 - x, row + 0.5 - y);
      paint(pixels, column, row, Math.max(0, Math.min(1, radius + 0.5 - distance)));
    }
  }
}

/** Puts the accent over what is there; never less of it than before. */
function paint(pixels: Uint8Array, x: number, y: number, cover: number): void {
  const level = Math.round(cover * STEPS);
  if (level === 0 || x < 0 || y < 0 || x >= WIDTH || y >= HEIGHT) return;
  const place = y * WIDTH + x;
  const before = pixels[place] as number;
  const isLine = before >= LINE_COLOURS;
  const isOverBand = before === BAND || before >= LINE_COLOURS + STEPS;
  const former = isLine ? ((before - LINE_COLOURS) % STEPS) + 1 : 0;
  // Half of a dash shows through no edge of the line: it would need colours of its own.
  if (before === TARGET_COLOUR && level < STEPS / 2) return;
  pixels[place] = LINE_COLOURS + (isOverBand ? STEPS : 0) + Math.max(level, former) - 1;
}

function isNumber(value: number | null): value is number {
  return value !== null;
}

/** Compresses bytes, 0 to 255, as a gzip file (RFC 1952). */
export type Gzip = (bytes: readonly number[]) => readonly number[];

/** A picture of at most 16 colours. */
interface Picture {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and opacity, each from 0 to 255. */
  readonly palette: readonly (readonly [red: number, green: number, blue: number, alpha: number])[];
  /** The number of a colour for each pixel, row by row. */
  readonly pixels: Uint8Array;
}

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const [BIT_DEPTH, PALETTE_COLOURS] = [4, 3];
/** The header of a zlib stream: deflate with a window of 32 kB (RFC 1950). */
const ZLIB = [0x78, 0x9c];

/**
 * Makes a PNG file (W3C PNG specification, third edition) of 4-bit palette colours.
 *
 * Apps Script has no deflate, but gzip files are a deflate stream with another header and trailer: the stream is cut out
 * and put between the header and the checksum of zlib.
 *
 * @returns The bytes of the file, 0 to 255.
 */
export function encodePng({ width, height, palette, pixels }: Picture, gzip: Gzip): number[] {
  const rows = packRows(width, height, pixels);
  const data = [...ZLIB, ...deflateStreamOf(gzip(rows)), ...bytesOf(adler32(rows))];
  return [
    ...SIGNATURE,
    ...chunk('IHDR', [...bytesOf(width), ...bytesOf(height), BIT_DEPTH, PALETTE_COLOURS, 0, 0, 0]),
    ...chunk(
      'PLTE',
      palette.flatMap((colour) => colour.slice(0, 3)),
    ),
    ...chunk(
      'tRNS',
      palette.map(([, , , alpha]) => alpha),
    ),
    ...chunk('IDAT', data),
    ...chunk('IEND', []),
  ];
}

/** Two pixels a byte, and before each row the filter type 0: none. */
function packRows(width: number, height: number, pixels: Uint8Array): number[] {
  const rows: number[] = [];
  for (let row = 0; row < height; row += 1) {
    rows.push(0);
    for (let at = row * width; at < (row + 1) * width; at += 2) {
      const second = at + 1 < (row + 1) * width ? (pixels[at + 1] as number) : 0;
      rows.push(((pixels[at] as number) << 4) | second);
    }
  }
  return rows;
}

/** The flags of a gzip header and its fixed length (RFC 1952, section 2.3). */
const [HAS_CHECKSUM, HAS_EXTRA, HAS_NAME, HAS_COMMENT] = [0x02, 0x04, 0x08, 0x10];
const [HEADER_BYTES, TRAILER_BYTES] = [10, 8];

function deflateStreamOf(file: readonly number[]): readonly number[] {
  const flags = file[3] as number;
  let start = HEADER_BYTES;
  if (flags & HAS_EXTRA) start += 2 + (file[start] as number) + 256 * (file[start + 1] as number);
  if (flags & HAS_NAME) start = file.indexOf(0, start) + 1;
  if (flags & HAS_COMMENT) start = file.indexOf(0, start) + 1;
  if (flags & HAS_CHECKSUM) start += 2;
  return file.slice(start, file.length - TRAILER_BYTES);
}

function chunk(type: string, data: readonly number[]): number[] {
  const body = [...type].map((letter) => letter.charCodeAt(0)).concat(data);
  return [...bytesOf(data.length), ...body, ...bytesOf(crc32(body))];
}

/** Four bytes, the highest first. */
function bytesOf(value: number): number[] {
  return [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff);
}

const ADLER_BASE = 65_521;

/** RFC 1950, section 8. */
function adler32(bytes: readonly number[]): number {
  let [a, b] = [1, 0];
  for (const byte of bytes) {
    a = (a + byte) % ADLER_BASE;
    b = (b + a) % ADLER_BASE;
  }
  return b * 65_536 + a;
}

const CRC_POLYNOMIAL = 0xedb88320;

/** The checksum of a chunk: PNG specification, annex D. */
function crc32(bytes: readonly number[]): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ CRC_POLYNOMIAL : crc >>> 1;
  }
  return ~crc >>> 0;
}
