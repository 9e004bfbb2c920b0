import { describe, expect, test } from '@jest/globals';
import { drawInteger, drawOne, drawWeighted, seededRandom } from '../../api-server/data/seeded-random';

describe('seededRandom', () => {
  test('repeats itself from the same start', () => {
    const [one, other] = [seededRandom(1, 'a'), seededRandom(1, 'a')];
    expect([one(), one(), one()]).toEqual([other(), other(), other()]);
  });

  test('differs when any part of the start differs', () => {
    const firsts = [seededRandom(1, 2), seededRandom(12), seededRandom(2, 1), seededRandom(1, 3)];
    expect(new Set(firsts.map((random) => random())).size).toBe(4);
  });

  test('is spread evenly from 0 to 1', () => {
    const random = seededRandom(7);
    const tenths = new Array<number>(10).fill(0);
    for (let draw = 0; draw < 10_000; draw++) {
      const tenth = Math.floor(random() * 10);
      tenths[tenth] = (tenths[tenth] ?? 0) + 1;
    }
    expect(tenths.filter((count) => count < 850 || count > 1150)).toEqual([]);
  });
});

describe('drawing', () => {
  test('reaches both bounds of whole numbers and nothing beyond', () => {
    const random = seededRandom(1);
    const drawn = new Set(Array.from({ length: 200 }, () => drawInteger(random, 3, 5)));
    expect([...drawn].sort()).toEqual([3, 4, 5]);
  });

  test('follows the weights', () => {
    const random = seededRandom(1);
    const choices = [
      { name: 'often', weight: 9 },
      { name: 'seldom', weight: 1 },
      { name: 'never', weight: 0 },
    ];
    const names = Array.from({ length: 1000 }, () => drawWeighted(random, choices).name);
    const count = (name: string) => names.filter((other) => other === name).length;
    expect([count('often') > 850, count('seldom') > 50, count('never')]).toEqual([true, true, 0]);
  });

  test('refuses to draw from nothing', () => {
    expect(() => drawOne(seededRandom(1), [])).toThrow('Nothing to draw from.');
    expect(() => drawWeighted(seededRandom(1), [])).toThrow('Nothing to draw from.');
  });
});
