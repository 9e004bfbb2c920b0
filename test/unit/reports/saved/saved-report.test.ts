import { describe, expect, test } from '@jest/globals';
import { reportRange } from '../../../../src/reports/saved/saved-report';

/** Wednesday 2025-07-09. */
const TODAY = 45_847;

describe('the days a report asks for', () => {
  test.each<
    [string, { period: string; from?: string; to?: string }, 1 | 7, readonly [from: number, to: number]]
  >([
    ['follow its period word', { period: 'last week' }, 1, [45_838, 45_844]],
    ['follow the day on which weeks begin', { period: 'last week' }, 7, [45_837, 45_843]],
    [
      'are its own dates where they are custom',
      { period: 'custom', from: '2026-03-01', to: '2026-03-07' },
      1,
      [46_082, 46_088],
    ],
  ])('%s', (_, days, weekStart, [from, to]) => {
    expect(reportRange({ from: '', to: '', ...days }, TODAY, weekStart)).toEqual({ from, to });
  });

  test.each([
    ['custom', '', '2026-03-07'],
    ['custom', '2026-03-01', ''],
    ['custom', '2026-02-30', '2026-03-07'],
    ['custom', 'yesterday', 'today'],
    ['custom', '2026-03-07', '2026-03-01'],
    ['last fortnight', '', ''],
  ])('are refused as %s from %j to %j', (period, from, to) => {
    expect(() => reportRange({ period, from, to }, TODAY, 1)).toThrow(
      'Choose a period from the list, or two dates in their order.',
    );
  });
});
