import { describe, expect, test } from '@jest/globals';
import { groupKeysGiven } from '../../../../src/answers/arguments/options';
import { failureOf } from '../../../support/fetching';

describe('what to group by', () => {
  test.each([
    ['its own place', ['week'], undefined, ['week']],
    ['the option', undefined, ['venue', 'role'], ['venue', 'role']],
    ['neither', undefined, undefined, undefined],
  ] as const)('is said by %s', (_, by, option, expected) => {
    expect(groupKeysGiven(by, option)).toEqual(expected);
  });

  test('is refused where both say it, even the same', () => {
    expect(failureOf(() => groupKeysGiven(['week'], ['week']))).toEqual({
      code: 'invalid_option',
      message: '"group by" is given twice.',
    });
  });
});
