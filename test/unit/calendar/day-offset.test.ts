import { describe, expect, test } from '@jest/globals';
import { parseDayOffset } from '../../../src/calendar/period-words';

describe('an offset from today', () => {
  test.each([
    ['-7', -7],
    ['+3', 3],
    ['\u22127', -7],
    ['- 7', -7],
    ['7 days ago', -7],
    ['1 day ago', -1],
    ['7daysAgo', -7],
    ['7_DAYS_AGO', -7],
    ['7-days-ago', -7],
    [':YYYYMMDD-7', -7],
    [':yyyymmdd+7', 7],
    ['-1', -1],
    ['-3660', -3660],
    ['+3660', 3660],
    ['3660 days ago', -3660],
  ])('%s is %i days', (text, expected) => {
    expect(parseDayOffset(text)).toBe(expected);
  });

  test.each([
    '7',
    '-3661',
    '+9999',
    '-12345',
    '3661 days ago',
    '0 days ago',
    'zero days ago',
    '+0',
    '-0',
    '-1.5',
    '--7',
    '+-7',
    ':YYYYMM-7',
    ':YYYYMMDD',
    '2025',
    'days ago',
    '7 days',
    '-',
    '',
    '-7 days ago',
  ])('is not read from %j', (text) => {
    expect(parseDayOffset(text)).toBeUndefined();
  });
});
