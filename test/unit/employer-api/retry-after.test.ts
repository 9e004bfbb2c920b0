import { describe, expect, test } from '@jest/globals';
import { readRetryAfter } from '../../../src/employer-api/errors';

const NOW = Date.parse('2026-03-10T12:00:00Z');

describe('Retry-After', () => {
  test.each([
    ['5', 5],
    ['0', 0],
    ['060', 60],
    [' 7 ', 7],
    ['3600', 3600],
    ['3601', 3600],
    ['999999999', 3600],
    ['Tue, 10 Mar 2026 12:00:30 GMT', 30],
    ['Tue, 10 Mar 2026 11:59:00 GMT', 0],
    ['Sun, 06 Nov 1994 08:49:37 GMT', 0],
    ['Sat, 10 Jan 2026 12:00:30 GMT', 0],
    ['Thu, 10 Dec 2026 12:00:30 GMT', 3600],
    ['Wed, 11 Mar 2026 12:00:00 GMT', 3600],
  ])('%j asks for %i seconds', (header, seconds) => {
    expect(readRetryAfter(header, NOW)).toBe(seconds);
  });

  test.each<[string | undefined, string]>([
    [undefined, 'missing'],
    ['', 'empty'],
    ['-1', 'negative'],
    ['1.5', 'decimal'],
    ['+5', 'signed'],
    ['abc', 'a word'],
    ['99999999999', 'eleven digits'],
    ['1234567890', 'ten digits'],
    ['5, 10', 'a list'],
    ['1e3', 'an exponent'],
    ['Tue Mar 10 12:00:30 2026', 'the asctime form'],
    ['Tue, 10 Mar 2026 12:00:30 UTC', 'another zone'],
    ['Tue, 10 Foo 2026 12:00:30 GMT', 'no month'],
    ['2026-03-10T12:00:30Z', 'ISO 8601'],
  ])('%j is ignored: %s', (header) => {
    expect(readRetryAfter(header, NOW)).toBeUndefined();
  });
});
