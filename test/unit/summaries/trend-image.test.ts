import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { PNG } from 'pngjs';
import { drawTrend, encodePng, SHOWN_SIZE, type Trend } from '../../../src/summaries/trend-image';

type TrendPoint = Trend['points'][number];

const gzip = (bytes: readonly number[]) => [...gzipSync(Uint8Array.from(bytes))];

/** Read by a program that shares nothing with the one that wrote it; it checks every checksum. */
function decode(bytes: readonly number[]): PNG {
  return PNG.sync.read(Buffer.from(bytes), { checkCRC: true } as never);
}

function pictureOf(trend: Trend): PNG {
  const picture = drawTrend(trend);
  if (picture === undefined) throw new Error('There is no picture.');
  return decode(encodePng(picture, gzip));
}

const point = (value: number, half = 3): TrendPoint => ({ value, low: value - half, high: value + half });
const THIRTEEN = [88, 92, 87, 86.5, 88, 86, 87, 82, 85, 84, 86, 84.5, 85.8].map((value) => point(value));

type Colour = 'none' | 'band' | 'line' | 'target';

function colourAt({ data, width }: PNG, x: number, y: number): Colour {
  const [red = 0, , blue = 0, alpha = 0] = [...data.subarray(4 * (y * width + x), 4 * (y * width + x) + 4)];
  if (alpha === 0) return 'none';
  if (red > blue) return 'target';
  return alpha < 80 ? 'band' : 'line';
}

/** The colours of a column of pixels from the top down, each run once. */
function runs(png: PNG, x: number): Colour[] {
  const all = Array.from({ length: png.height }, (_, y) => colourAt(png, x, y));
  return all.filter((colour, at) => colour !== all[at - 1]);
}

describe('the picture of a trend', () => {
  test('is a PNG of twice the size at which it is shown, small and with a transparent background', () => {
    const picture = drawTrend({ points: THIRTEEN, target: 90 });
    const bytes = encodePng(picture as NonNullable<typeof picture>, gzip);
    const png = decode(bytes);
    expect([png.width, png.height]).toEqual([2 * SHOWN_SIZE.width, 2 * SHOWN_SIZE.height]);
    expect(bytes.length).toBeLessThan(6000);
    expect(colourAt(png, 0, 0)).toBe('none');
    const chunks = [
      ...Buffer.from(bytes)
        .toString('latin1')
        .matchAll(/IHDR|PLTE|tRNS|IDAT|IEND/g),
    ];
    expect(chunks.map(([name]) => name)).toEqual(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);
  });

  test('shows the line inside its band, and the target above', () => {
    const png = pictureOf({ points: Array.from({ length: 5 }, () => point(80)), target: 90 });
    // The dashes of the target begin at the left edge, 14 pixels long.
    expect(runs(png, 16 + 8)).toContain('target');
    expect(runs(png, 500).filter((colour) => colour !== 'target')).toEqual([
      'none',
      ...(runs(png, 500).includes('target') ? (['none'] as const) : []),
      'band',
      'line',
      'band',
      'none',
    ]);
  });

  test('is to scale: 10 of the 20 points between the lowest and the highest are half the height', () => {
    const points = [90, 80, 70].map((value) => point(value, 0));
    const png = pictureOf({ points, target: null });
    const heightAt = (x: number) => {
      const rows = Array.from({ length: png.height }, (_, y) => y).filter(
        (y) => colourAt(png, x, y) === 'line',
      );
      return rows.reduce((sum, y) => sum + y + 0.5, 0) / rows.length;
    };
    expect(heightAt(png.width / 2)).toBeCloseTo(png.height / 2, 0);
    // One in eight of the way down from 90 to 80.
    const [left, middle] = [16, png.width / 2];
    const drawn = heightAt(Math.round(left + (middle - left) / 8));
    expect(Math.abs(drawn - (16 + (png.height - 32) / 16))).toBeLessThan(1.5);
  });

  test('leaves a period without a percentage blank, and marks one that stands alone', () => {
    const none = { value: null, low: null, high: null };
    const png = pictureOf({ points: [point(80), none, point(82), none, point(84)], target: null });
    expect(runs(png, 16 + 132)).toEqual(['none']);
    expect(runs(png, 16 + 528)).toContain('line');
    expect(drawTrend({ points: [none, none], target: 90 })).toBeUndefined();
  });

  test('draws one period, a percentage over 100 without an interval, and a steady line', () => {
    for (const points of [
      [point(80)],
      [{ value: 104, low: null, high: null }, point(99, 1)],
      [point(80, 0), point(80, 0)],
    ]) {
      expect(runs(pictureOf({ points, target: null }), 544).length + points.length).toBeGreaterThan(1);
    }
  });

  test('of odd width and height has the pixels that it was given', () => {
    const palette = [
      [255, 0, 0, 255],
      [0, 0, 255, 128],
    ] as const;
    const pixels = Uint8Array.from([0, 1, 1, 1, 0, 0, 1, 1, 0]);
    const { data } = decode(encodePng({ width: 3, height: 3, palette, pixels }, gzip));
    expect([...data]).toEqual([...pixels].flatMap((colour) => [...(palette[colour] ?? [])]));
  });

  test('any trend decodes, whatever header the gzip file has', () => {
    let seed = 7;
    const random = () => {
      seed = (seed * 16_807) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    /** As another program may write it: with extra bytes, a name, a comment and a checksum of the header. */
    const wordy = (bytes: readonly number[]) => {
      const [head, rest] = [gzip(bytes).slice(0, 10), gzip(bytes).slice(10)];
      head[3] = 0x02 | 0x04 | 0x08 | 0x10;
      return [...head, 3, 0, 1, 0, 2, 97, 0, 98, 99, 0, 7, 7, ...rest];
    };
    for (let run = 0; run < 20; run += 1) {
      const points = Array.from({ length: 1 + Math.floor(random() * 13) }, () =>
        random() < 0.2 ? { value: null, low: null, high: null } : point(100 * random(), 10 * random()),
      );
      const picture = drawTrend({ points, target: random() < 0.5 ? null : 100 * random() });
      if (picture === undefined) continue;
      const pixels = (made: readonly number[]) => decode(made).data.toString('base64');
      expect(pixels(encodePng(picture, wordy))).toBe(pixels(encodePng(picture, gzip)));
    }
  });
});
