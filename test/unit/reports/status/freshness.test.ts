import { describe, expect, test } from '@jest/globals';
import { SCHEDULE_OFF, type Schedule } from '../../../../src/reports/saved/saved-schedule';
import { staleAfterMillis } from '../../../../src/reports/status/status-sheet';

const REFRESHED = { content: { refreshedAt: 1_000_000 } };
const schedule = (every: Schedule['every']): Schedule => ({ ...SCHEDULE_OFF, every });

describe('a table counts as stale', () => {
  test.each([
    ['hour', 1_000_000 + 2 * 3_600_000],
    ['day', 1_000_000 + 2 * 86_400_000],
    ['week', 1_000_000 + 14 * 86_400_000],
  ] as const)('after two intervals of a schedule of every %s', (every, expected) => {
    expect(staleAfterMillis(REFRESHED, schedule(every))).toBe(expected);
  });

  test('never without a schedule: nobody promised to refresh it', () => {
    expect(staleAfterMillis(REFRESHED, schedule('off'))).toBeUndefined();
  });

  test('never before it was refreshed', () => {
    expect(staleAfterMillis({ content: null }, schedule('hour'))).toBeUndefined();
  });
});
