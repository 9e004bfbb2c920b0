/** Compresses bytes, 0 to 255, as a gzip file (RFC 1952). */
export type Gzip = (bytes: readonly number[]) => readonly number[];

/** A picture of at most 16 colours. */
export interface Picture {
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
