import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { drawTrend, SHOWN_SIZE, scaleOf, type Trend } from '../../../src/summaries/trend-image';
import { type Picture, readPng } from '../../support/png';

type TrendPoint = Trend['points'][number];

const gzip = (bytes: readonly number[]) => [...gzipSync(Uint8Array.from(bytes))];

function pictureOf(trend: Trend): Picture {
  const bytes = drawTrend(trend, gzip);
  if (bytes === undefined) throw new Error('There is no picture.');
  return readPng(bytes);
}

const point = (value: number, half = 3): TrendPoint => ({ value, low: value - half, high: value + half });
const THIRTEEN = [88, 92, 87, 86.5, 88, 86, 87, 82, 85, 84, 86, 84.5, 85.8].map((value) => point(value));

type Colour = 'none' | 'grid' | 'band' | 'line' | 'target';

function colourAt({ data, width }: Picture, x: number, y: number): Colour {
  const [red = 0, , blue = 0, alpha = 0] = [...data.subarray(4 * (y * width + x), 4 * (y * width + x) + 4)];
  if (alpha === 0) return 'none';
  if (red > blue) return 'target';
  if (alpha === 90) return 'grid';
  return alpha < 80 ? 'band' : 'line';
}

/** The colours of a column of pixels from the top down, each run once, without the lines at the ends of the scale. */
function runs(png: Picture, x: number): Colour[] {
  const all = Array.from({ length: png.height }, (_, y) => colourAt(png, x, y)).filter(
    (colour) => colour !== 'grid',
  );
  return all.filter((colour, at) => colour !== all[at - 1]);
}

describe('the picture of a trend', () => {
  test('is a PNG of twice the size at which it is shown, small and with a transparent background', () => {
    const bytes = drawTrend({ points: THIRTEEN, target: 90 }, gzip) ?? [];
    const png = readPng(bytes);
    expect([png.width, png.height]).toEqual([2 * SHOWN_SIZE.width, 2 * SHOWN_SIZE.height]);
    expect(bytes.length).toBeLessThan(8000);
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
    expect(runs(png, 8)).toContain('target');
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
    expect(heightAt(png.width / 2)).toBeCloseTo(png.height / 2, -1);
    // One in eight of the way down from 90 to 80.
    const [left, middle] = [12, png.width / 2];
    const drawn = heightAt(Math.round(left + (middle - left) / 8));
    expect(Math.abs(drawn - (12 + (png.height - 24) / 16))).toBeLessThan(2);
  });

  test('leaves a period without a percentage blank, and marks one that stands alone', () => {
    const none = { value: null, low: null, high: null };
    const png = pictureOf({ points: [point(80), none, point(82), none, point(84)], target: null });
    expect(runs(png, 12 + 122)).toEqual(['none']);
    expect(runs(png, 12 + 488)).toContain('line');
    expect(drawTrend({ points: [none, none], target: 90 }, gzip)).toBeUndefined();
  });

  test('draws one period, a percentage over 100 without an interval, and a steady line', () => {
    for (const points of [
      [point(80)],
      [{ value: 104, low: null, high: null }, point(99, 1)],
      [point(80, 0), point(80, 0)],
    ]) {
      expect(runs(pictureOf({ points, target: null }), 500).length + points.length).toBeGreaterThan(1);
    }
  });

  test.each([
    ['whole percentages around everything', THIRTEEN, 90, { top: 95, bottom: 79 }],
    ['at least six points', [point(80, 0)], null, { top: 83, bottom: 77 }],
    ['the target too', [point(80, 1)], 95, { top: 95, bottom: 79 }],
  ])('has a scale of %s', (_, points, target, expected) => {
    expect(scaleOf({ points, target })).toEqual(expected);
  });

  test('any trend decodes', () => {
    let seed = 7;
    const random = () => {
      seed = (seed * 16_807) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    for (let run = 0; run < 20; run += 1) {
      const points = Array.from({ length: 1 + Math.floor(random() * 13) }, () =>
        random() < 0.2 ? { value: null, low: null, high: null } : point(100 * random(), 10 * random()),
      );
      const bytes = drawTrend({ points, target: random() < 0.5 ? null : 100 * random() }, gzip);
      if (bytes !== undefined) expect(readPng(bytes).width).toBe(2 * SHOWN_SIZE.width);
    }
  });
});
