import { expect, test } from '@jest/globals';
import { refreshAll } from '../../../../src/reports/refresh/refresh-all';
import { failureOf } from '../../../support/fetching';
import { Refreshing, savedReport } from '../../../support/refreshing';
import { RECORD, reportAnswer } from '../../../support/sample-report';

/* Large tables, and sheets that take their time for each cell. Google ends a run after six minutes. */

/** What a cell costs by the dearest published timing. Milliseconds. */
const DEAR = 0.145;
/** At this price a table of 10,000 rows does not fit six minutes, but half of it does. */
const TOO_DEAR = 1.9;

/** A report of so many shifts, fetched in 14 seconds, where a cell takes so long; and any others, of one shift. */
function book(
  rows: number,
  cellMillis: number,
  others: readonly ReturnType<typeof savedReport>[] = [],
): Refreshing {
  const shifts = Array.from({ length: rows }, (_, index) => ({
    ...RECORD,
    VENUE_NAME: index === 0 ? 'Pier' : RECORD.VENUE_NAME,
    SHIFT_DATE: `2026-03-0${1 + (index % 7)}`,
    SHIFT_ID: index,
  }));
  const made = new Refreshing([reportAnswer(shifts)], [savedReport('r-1', 'Shifts'), ...others]);
  const { clock, transport } = made.fetching;
  transport.whileReporting = () => clock.advance(14);
  made.sheets.beforeStep = (what) => {
    const count = Number(/^write .* × (\d+)$/.exec(what)?.[1] ?? 0);
    clock.advance((count * 18 * cellMillis) / 1000);
  };
  return made;
}

test('a table that takes a minute to write is written in the sidebar', () => {
  const slow = book(19_991, DEAR);

  slow.refresh();

  expect([slow.ids().length, slow.report().lastRun?.outcome]).toEqual([19_991, 'refreshed']);
});

test('a table that takes longer than a run says so', () => {
  const slow = book(9991, TOO_DEAR);
  const startedAt = slow.fetching.clock.now();

  const first = failureOf(() => slow.refresh());

  expect(first).toEqual({
    code: 'write_timeout',
    message: 'Choose fewer days or columns: Google Sheets takes too long to write so many rows.',
  });
  expect(slow.fetching.clock.now() - startedAt).toBeLessThan(360_000);
});

test('a table that takes longer than a run keeps no other report from the schedule', () => {
  const slow = book(9991, TOO_DEAR, [{ ...savedReport('r-2', 'Small', 2), venue: 'Pier' }]);

  const { left, failures } = refreshAll(slow.services('schedule'), slow.state().reports, 'schedule');

  expect([left, failures.map(({ code }) => code)]).toEqual([0, ['write_timeout']]);
  expect(slow.ids('Small')).toEqual([0]);
});
