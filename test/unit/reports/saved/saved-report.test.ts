import { describe, expect, test } from '@jest/globals';
import { reportRange } from '../../../../src/reports/saved/saved-report';

/** Wednesday 2025-07-09. */
const TODAY = 45_847;
function sentence(period: string, from = '', to = ''): string {
  try {
    reportRange({ period, from, to }, TODAY, 1);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('The period was accepted');
}

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
    ['', '2026-03-07'],
    ['2026-03-01', ''],
    ['2026-02-30', '2026-03-07'],
    ['1989-12-31', '1990-01-02'],
    ['2100-12-31', '2101-01-01'],
    ['yesterday', 'today'],
  ])('are refused as %j to %j', (from, to) => {
    expect(sentence('custom', from, to)).toBe('Give both dates as YYYY-MM-DD, from 1990 to 2100.');
  });

  test('do not run backwards', () => {
    expect(sentence('custom', '2026-03-07', '2026-03-01')).toBe(
      'The first day, 2026-03-07, is after the last day, 2026-03-01.',
    );
  });

  test('are refused where the period is no word', () => {
    expect(sentence('last fortnight')).toBe('Choose a period from the list.');
  });
});
