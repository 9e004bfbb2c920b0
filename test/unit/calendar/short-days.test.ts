import { expect, test } from '@jest/globals';
import { withShortDays } from '../../../src/calendar/calendar-date';

test.each([
  ['Failing since 2026-03-01 09:05.', 'Failing since 1 Mar 2026, 09:05.'],
  ['2026-02-23 to 2026-12-31, 42 shifts', '23 Feb 2026 to 31 Dec 2026, 42 shifts'],
  // What people chose stays, and so does what only looks like a date.
  ['“Shifts 2026-03-01”: fetched 2026-03-02', '“Shifts 2026-03-01”: fetched 2 Mar 2026'],
  ['ref 2026-03-01-7f3a, x2026-03-01', 'ref 2026-03-01-7f3a, x2026-03-01'],
  ['2026-02-30 and 2026-03-01 09:05:07', '2026-02-30 and 1 Mar 2026 09:05:07'],
  ['', ''],
])('dates in %j are written for people', (text, written) => {
  expect(withShortDays(text)).toBe(written);
});
