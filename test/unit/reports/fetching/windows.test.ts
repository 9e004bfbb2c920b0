import { describe, expect, test } from '@jest/globals';
import { describeRange } from '../../../../src/calendar/calendar-date';
import { windowsFor } from '../../../../src/reports/fetching/asked-report';
import { days } from '../../../support/daily-report';

const windows = (from: string, to: string) => windowsFor([days(from, to)]).map(describeRange);

describe('the requests for a range', () => {
  test.each([
    ['2026-03-05', '2026-03-05', '2026-03-05'],
    ['2026-03-01', '2026-03-31', '2026-03-01 to 2026-03-31'],
    ['2026-02-10', '2026-03-12', '2026-02-10 to 2026-03-12'],
  ])('%s to %s, up to 31 days: one, for exactly these', (from, to, window) => {
    expect(windows(from, to)).toEqual([window]);
  });

  test.each([
    ['2026-02-10', '2026-03-13', ['2026-02-01 to 2026-02-28', '2026-03-01 to 2026-03-31']],
    [
      '2023-12-31',
      '2024-02-01',
      ['2023-12-01 to 2023-12-31', '2024-01-01 to 2024-01-31', '2024-02-01 to 2024-02-29'],
    ],
  ])('%s to %s, longer: one for each calendar month, whole', (from, to, months) => {
    expect(windows(from, to)).toEqual(months);
  });

  test('of a year are twelve', () => {
    expect(windows('2025-01-01', '2025-12-31')).toHaveLength(12);
  });

  test('are at most 20', () => {
    expect(windows('2024-05-31', '2025-12-01')).toHaveLength(20);
  });

  test('beyond that are refused with their number', () => {
    expect(() => windows('2024-05-31', '2026-03-01')).toThrow(
      expect.objectContaining({
        code: 'too_many_requests',
        message: 'These dates need 23 requests, too many for a formula. Make a saved report in the sidebar.',
      }),
    );
  });
});

describe('the requests for several ranges', () => {
  const LAST_WEEK = days('2026-03-02', '2026-03-08');

  test('are those of each, in order of days', () => {
    const ranges = [LAST_WEEK, days('2026-02-23', '2026-03-01')];
    expect(windowsFor(ranges).map(describeRange)).toEqual([
      '2026-02-23 to 2026-03-01',
      '2026-03-02 to 2026-03-08',
    ]);
  });

  test('are made once where ranges share a month', () => {
    const ranges = [days('2025-12-10', '2026-01-20'), days('2026-01-21', '2026-02-28')];
    expect(windowsFor(ranges).map(describeRange)).toEqual([
      '2025-12-01 to 2025-12-31',
      '2026-01-01 to 2026-01-31',
      '2026-02-01 to 2026-02-28',
    ]);
  });

  test('leave out days that another request holds', () => {
    expect(windowsFor([LAST_WEEK, days('2026-02-10', '2026-03-20')]).map(describeRange)).toEqual([
      '2026-02-01 to 2026-02-28',
      '2026-03-01 to 2026-03-31',
    ]);
    expect(windowsFor([LAST_WEEK, LAST_WEEK]).map(describeRange)).toEqual(['2026-03-02 to 2026-03-08']);
  });

  test('are at most 20 together', () => {
    const [ten, other] = [days('2024-01-01', '2024-10-31'), days('2025-01-01', '2025-10-31')];
    expect(windowsFor([ten, other])).toHaveLength(20);
    expect(() => windowsFor([ten, other, LAST_WEEK])).toThrow(
      expect.objectContaining({ message: expect.stringMatching(/^These dates need 21 requests, /) }),
    );
  });
});
