import { crc32, inflateSync } from 'node:zlib';

/** A picture as red, green, blue and alpha of each pixel, from the top left on. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/**
 * Reads a PNG file of an 8-bit palette without filters (W3C PNG specification, third edition).
 *
 * @throws {Error} for any other file, and for a checksum that is wrong.
 */
export function readPng(bytes: readonly number[] | Uint8Array): Picture {
  const file = Buffer.from(bytes);
  if (file.toString('latin1', 0, 8) !== '\x89PNG\r\n\x1a\n') throw new Error('That is no PNG file.');
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < file.length; ) {
    const end = at + 8 + file.readUInt32BE(at);
    const type = file.toString('latin1', at + 4, at + 8);
    if (crc32(file.subarray(at + 4, end)) !== file.readUInt32BE(end)) throw new Error(`${type} is damaged.`);
    chunks.set(type, file.subarray(at + 8, end));
    at = end + 4;
  }
  const [header, colours, alphas, packed] = ['IHDR', 'PLTE', 'tRNS', 'IDAT'].map((type) => chunks.get(type));
  if (!header || !colours || !alphas || !packed || !chunks.has('IEND')) throw new Error('A part is missing.');
  if (header.subarray(8).join() !== '8,3,0,0,0') throw new Error('That is no 8-bit palette.');
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  // It checks the checksum of zlib.
  const rows = inflateSync(packed);
  const data = new Uint8Array(4 * width * height);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const row = Math.floor(pixel / width);
    if (rows[row * (width + 1)] !== 0) throw new Error(`Row ${row} is filtered.`);
    const colour = rows[row * (width + 1) + 1 + (pixel % width)] ?? 0;
    data.set([...colours.subarray(3 * colour, 3 * colour + 3), alphas[colour] ?? 255], 4 * pixel);
  }
  return { width, height, data };
}
