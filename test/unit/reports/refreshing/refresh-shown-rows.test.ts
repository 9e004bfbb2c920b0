import { describe, expect, test } from '@jest/globals';
import { Refreshing, savedReport } from '../../../support/refreshing';
import { RECORD, reportAnswer } from '../../../support/sample-report';

/* What a refresh tells of its rows is about those that it shows. */

/** Two shifts at The Crown & Anchor with one empty value, two at the Zoo with three. */
const ANSWER = reportAnswer([
  { ...RECORD, SHIFT_ID: 1, HOURS_WORKED: null },
  { ...RECORD, SHIFT_ID: 2, SHIFT_DATE: '2026-03-07' },
  { ...RECORD, SHIFT_ID: 3, VENUE_NAME: 'Zoo', HOURS_WORKED: null, NO_SHOWS: null },
  { ...RECORD, SHIFT_ID: 4, VENUE_NAME: 'Zoo', HOURS_SCHEDULED: null },
]);
const NOTHING = 'Check the venue, area and job title: no shift of these days fits.';

function refreshed(choices: object, answers = [ANSWER]): Refreshing {
  const book = new Refreshing(answers, [{ ...savedReport('r-1', 'Shifts'), ...choices }]);
  book.refresh();
  return book;
}

describe('what a refresh tells of its rows', () => {
  test.each([
    ['all venues', '', 4, 4, '4 shifts from 2026-03-01 to 2026-03-07.'],
    ['one venue', 'Zoo', 2, 3, '2 shifts from 2026-03-01 to 2026-03-07.'],
    ['no venue that is there', 'Nowhere', 0, 0, `0 shifts from 2026-03-01 to 2026-03-07. ${NOTHING}`],
  ])('with %s counts its own empty values alone', (_, venue, rows, empty, message) => {
    const book = refreshed({ venue });
    expect(book.report().content).toMatchObject({ rows, empty, issues: empty });
    expect(book.report().lastRun?.message).toBe(message);
  });

  test('counts what is doubtful whole, whichever rows it belongs to', () => {
    const doubtful = reportAnswer([
      { ...RECORD, SHIFT_ID: 1, HOURS_WORKED: null },
      { ...RECORD, SHIFT_ID: 2, VENUE_NAME: 'Zoo', SHIFT_DATE: '2026-03-07', JOB_TITLE: 5 },
    ]);
    expect(refreshed({ venue: 'The*' }, [doubtful]).report().content).toMatchObject({ empty: 1, issues: 2 });
  });

  test('finds relations that do not hold in its own rows alone', () => {
    const broken = reportAnswer([
      { ...RECORD, SHIFT_ID: 1 },
      { ...RECORD, SHIFT_ID: 2, VENUE_NAME: 'Zoo', SHIFT_DATE: '2026-03-07', NO_SHOWS: -1 },
    ]);
    const negative = (venue: string) =>
      refreshed({ venue }, [broken])
        .report()
        .content?.checks.filter(({ identity }) => identity === 'NO_SHOWS ≥ 0');
    expect(negative('Zoo')).toEqual([{ identity: 'NO_SHOWS ≥ 0', failing: 1, of: 1, ids: [2] }]);
    expect(negative('The*')).toEqual([]);
  });

  test('says nothing of criteria where there are no shifts of these days at all', () => {
    const message = refreshed({ venue: 'Zoo' }, [reportAnswer([])]).report().lastRun?.message;
    expect(message).toBe('0 shifts from 2026-03-01 to 2026-03-07.');
  });
});
