import { describe, expect, test } from '@jest/globals';
import { readShiftFulfilment } from '../../../../src/employer-api/report-kind';
import { datedAnswer } from '../../../../src/reports/fetching/batch-sender';
import { CONNECTION, RANGE, RECORD, reportBody } from '../../../support/sample-report';
import { answer } from '../../../support/stub-transport';

/** When the answer came. */
const NOW = Date.parse('2026-03-10T12:00:00Z');

const answerOf = (generated_at: string | null) =>
  readShiftFulfilment(
    answer(200, reportBody([{ ...RECORD, AREA_NAME: 5 }], { metadata: { employer_id: 1042, generated_at } })),
    CONNECTION,
    RANGE,
  );

describe('an answer', () => {
  test.each([
    ['of long ago', '2024-01-01T00:00:00Z'],
    ['of now', '2026-03-10T12:00:00Z'],
    ['of a clock that is ten minutes ahead', '2026-03-10T12:10:00Z'],
    ['without a date', null],
  ])('%s is taken as it is', (_, generatedAt) => {
    const read = answerOf(generatedAt);
    expect(datedAnswer(read, NOW)).toBe(read);
  });

  test.each(['2026-03-10T12:10:00.001Z', '2027-03-10T09:59:58Z'])(
    'dated %s counts as made when it came, and has an issue before all others',
    (generatedAt) => {
      expect(datedAnswer(answerOf(generatedAt), NOW)).toMatchObject({
        generatedAt: '2026-03-10T12:00:00.000Z',
        issueCount: 2,
        emptyCount: 0,
        issues: [
          'the answer is dated later than it came',
          'record 1, AREA_NAME is not of the documented type',
        ],
      });
    },
  );
});
