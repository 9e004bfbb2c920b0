import { describe, expect, test } from '@jest/globals';
import { untilSeen } from '../../support/progress';

/** Numbers that go up with each look, to a last one. */
function counting(to: number) {
  let looks = 0;
  return () => Math.min(to, ++looks);
}

describe('waiting while there is progress', () => {
  test('ends with what is enough, however many looks that takes', async () => {
    const seen = await untilSeen({ look: counting(40), isEnough: (count) => count === 40, mostIdleLooks: 3 });
    expect(seen).toBe(40);
  });

  test('ends with what was seen last once nothing changes', async () => {
    const wait = untilSeen({ look: counting(5), isEnough: (count) => count === 6, mostIdleLooks: 3 });
    await expect(wait).rejects.toThrow('Nothing changed in 3 looks; seen last: [5,null]');
  });

  test('goes on while something beside it moves', async () => {
    const signs = counting(30);
    let isDone = false;
    const progress = () => {
      const sign = signs();
      isDone = sign === 30;
      return sign;
    };
    expect(await untilSeen({ look: () => isDone, isEnough: Boolean, progress, mostIdleLooks: 3 })).toBe(true);
  });

  test('asks again where a look throws, and fails with its error where it always does', async () => {
    const looks = counting(4);
    const look = () => {
      const count = looks();
      if (count < 3) throw new Error('There is no sheet "Try 11"');
      return count;
    };
    expect(await untilSeen({ look, isEnough: () => true, mostIdleLooks: 5 })).toBe(3);
    const broken = () => {
      throw new Error('There is no sheet "Try 12"');
    };
    await expect(untilSeen({ look: broken, isEnough: () => true, mostIdleLooks: 2 })).rejects.toThrow(
      'There is no sheet "Try 12"',
    );
  });
});
