import { expect, test } from '@jest/globals';
import { parseIsoDate, periodLabels } from '../../../src/calendar/calendar-date';

const range = (from: string, to = from) => ({
  from: parseIsoDate(from) as number,
  to: parseIsoDate(to) as number,
});

test.each([
  [range('2026-11-09', '2026-11-15'), range('2026-11-16', '2026-11-22'), ['9–15 Nov', '16–22 Nov']],
  [range('2026-02-23', '2026-03-01'), range('2026-03-02', '2026-03-08'), ['23 Feb–1 Mar', '2–8 Mar']],
  [range('2026-11-21'), range('2026-11-22'), ['21 Nov', '22 Nov']],
  [range('2025-11-01', '2025-11-30'), range('2026-11-01', '2026-11-30'), ['1–30 Nov 2025', '1–30 Nov 2026']],
  [
    range('2025-12-22', '2025-12-28'),
    range('2025-12-29', '2026-01-04'),
    ['22–28 Dec 2025', '29 Dec 2025–4 Jan 2026'],
  ],
  [range('2026-11-21'), range('2026-11-21'), ['21 Nov', '21 Nov (2)']],
])('%j and %j are %j', (before, after, labels) => {
  expect(periodLabels(before, after)).toEqual(labels);
});
