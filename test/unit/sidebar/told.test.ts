import { describe, expect, test } from '@jest/globals';
import { told } from '../../../src/sidebar/told';

describe('what people read of an outcome', () => {
  test('has dates as they write them, and no reference', () => {
    const outcome = {
      message: 'Wait until 2026-11-28 06:50. (HTTP 429, ref 9c41d0aa-11f2)',
      state: {
        reports: [{ lastRun: { finishedAt: '2026-11-28 06:50', message: 'No answer. (ref 9c41d0aa)' } }],
        schedule: { nextRun: '2026-11-29 06:00 to 07:00' },
      },
    };
    expect(told(outcome)).toEqual({
      message: 'Wait until 28 Nov 2026, 06:50. (HTTP 429)',
      state: {
        reports: [{ lastRun: { finishedAt: '28 Nov 2026, 06:50', message: 'No answer.' } }],
        schedule: { nextRun: '29 Nov 2026, 06:00 to 07:00' },
      },
    });
  });

  test('leaves forms, IDs and cells as they are', () => {
    const outcome = { id: '2026-11-28', from: '2026-11-28', preview: { rows: [['2026-11-28']] } };
    expect(told(outcome)).toEqual(outcome);
  });
});
