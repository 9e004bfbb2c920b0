import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { PICTURE_WIDTH } from '../../../src/reports/mail/mail-document';
import { drawTrend } from '../../../src/summaries/trend-image';
import { type Picture, readPng } from '../../support/png';
import { SeededRandom } from '../../support/seeded-random';

const gzip = (bytes: readonly number[]) => [...gzipSync(Uint8Array.from(bytes))];
const point = (value: number, half = 3) => ({ value, low: value - half, high: value + half });
const NONE = { value: null, low: null, high: null };
const THIRTEEN = [88, 92, 87, 86.5, 88, 86, 87, 82, 85, 84, 86, 84.5, 85.8].map((value) => point(value));

function pictureOf(points: Parameters<typeof drawTrend>[0], target: number | null = null): Picture {
  return readPng(drawTrend(points, target, gzip)?.png ?? []);
}

type Colour = 'none' | 'grid' | 'band' | 'line' | 'target';

/** The colours of a column of pixels, from the top down. */
function columnOf({ data, width, height }: Picture, x: number): Colour[] {
  return Array.from({ length: height }, (_, y) => {
    const at = 4 * (y * width + x);
    const [red = 0, , blue = 0, alpha = 0] = data.subarray(at, at + 4);
    if (alpha === 0) return 'none';
    if (red > blue) return 'target';
    if (alpha === 90) return 'grid';
    return alpha < 80 ? 'band' : 'line';
  });
}

/** The same, each run once, without the lines at the ends of the scale. */
function runs(png: Picture, x: number): Colour[] {
  const all = columnOf(png, x).filter((colour) => colour !== 'grid');
  return all.filter((colour, at) => colour !== all[at - 1]);
}

describe('the picture of a trend', () => {
  test('is a PNG of twice the width at which it is shown, small and with a transparent background', () => {
    const bytes = drawTrend(THIRTEEN, 90, gzip)?.png ?? [];
    const png = readPng(bytes);
    expect([png.width, columnOf(png, 0)[0]]).toEqual([2 * PICTURE_WIDTH, 'none']);
    expect(bytes.length).toBeLessThan(8000);
    const chunks = Buffer.from(bytes)
      .toString('latin1')
      .match(/IHDR|PLTE|tRNS|IDAT|IEND/g);
    expect(chunks).toEqual(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);
  });

  test('shows the line inside its band, and the dashes of the target above', () => {
    const png = pictureOf(
      Array.from({ length: 5 }, () => point(80)),
      90,
    );
    expect(runs(png, 8)).toContain('target');
    // Between two dashes.
    expect(runs(png, 500)).toEqual(['none', 'band', 'line', 'band', 'none']);
  });

  test('is to scale: 10 of the 20 points between the lowest and the highest are half the height', () => {
    const png = pictureOf([90, 80, 70].map((value) => point(value, 0)));
    const heightAt = (x: number) => {
      const rows = columnOf(png, x).flatMap((colour, y) => (colour === 'line' ? [y + 0.5] : []));
      return rows.reduce((sum, y) => sum + y, 0) / rows.length;
    };
    expect(heightAt(png.width / 2)).toBeCloseTo(png.height / 2, -1);
    // One in eight of the way down from 90 to 80.
    const drawn = heightAt(Math.round(12 + (png.width / 2 - 12) / 8));
    expect(Math.abs(drawn - (12 + (png.height - 24) / 16))).toBeLessThan(2);
  });

  test('leaves a period without a percentage blank, and marks one that stands alone', () => {
    const png = pictureOf([point(80), NONE, point(82), NONE, point(84)]);
    expect([runs(png, 12 + 133), runs(png, 12 + 532).includes('line')]).toEqual([['none'], true]);
    expect(drawTrend([NONE, NONE], 90, gzip)).toBeUndefined();
    expect(runs(pictureOf([point(80)]), 544)).toContain('line');
  });

  test.each([
    ['whole percentages around everything', THIRTEEN, 90, { top: 95, bottom: 79 }],
    ['at least six points', [point(80, 0)], null, { top: 83, bottom: 77 }],
    ['the target too', [point(80, 1)], 95, { top: 95, bottom: 79 }],
    ['a percentage over 100', [{ value: 104, low: null, high: null }, NONE], null, { top: 107, bottom: 101 }],
  ])('has a scale of %s', (_, points, target, expected) => {
    expect(drawTrend(points, target, gzip)).toMatchObject(expected);
  });

  test('decodes for any trend', () => {
    const random = new SeededRandom(7);
    const one = () => (random.below(5) === 0 ? NONE : point(random.below(1000) / 10, random.below(100) / 10));
    for (let run = 0; run < 20; run += 1) {
      const points = Array.from({ length: 1 + random.below(13) }, one);
      const drawn = drawTrend(points, run % 2 === 0 ? null : random.below(100), gzip);
      if (drawn !== undefined) expect(readPng(drawn.png).width).toBe(2 * PICTURE_WIDTH);
    }
  });
});
