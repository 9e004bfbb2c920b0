import { describe, expect, test } from '@jest/globals';
import { told } from '../../../src/sidebar/told';

describe('what people read of an outcome', () => {
  test('has no reference', () => {
    const outcome = {
      message: 'Wait a minute. (HTTP 429, ref 9c41d0aa-11f2)',
      state: { reports: [{ lastRun: { message: 'No answer. (ref 9c41d0aa)' } }] },
    };
    expect(told(outcome)).toEqual({
      message: 'Wait a minute. (HTTP 429)',
      state: { reports: [{ lastRun: { message: 'No answer.' } }] },
    });
  });

  test('leaves forms, IDs and cells as they are', () => {
    const outcome = { id: 'x (ref 1)', from: '2026-11-28', preview: { rows: [['a (ref 9c41d0aa)']] } };
    expect(told(outcome)).toEqual(outcome);
  });
});
