import { describe, expect, test } from '@jest/globals';
import { watchedBy } from '../../../src/alerts/alert';
import type { ShiftRow } from '../../../src/employer-api/shift-records';
import { completeWeeks, weeksOf } from '../../../src/figures/weeks';
import { days, serial } from '../../support/daily-report';
import { type Crew, shiftRow } from '../../support/shift-records';
import { leaving } from './grouped-rows';

const MONDAY = 1;
const SUNDAY = 7;

describe('complete weeks', () => {
  test.each([
    ['from Monday in the UK', '2026-03-01', '2026-03-17', '2026-03-20', MONDAY, ['2026-03-02', '2026-03-09']],
    ['from Sunday in the US', '2026-03-01', '2026-03-17', '2026-03-20', SUNDAY, ['2026-03-01', '2026-03-08']],
    ['not without their last day', '2026-03-02', '2026-03-07', '2026-03-20', MONDAY, []],
    ['not without their first day', '2026-03-03', '2026-03-09', '2026-03-20', MONDAY, []],
    ['not while their last day is today', '2026-03-02', '2026-03-08', '2026-03-08', MONDAY, []],
    ['once their last day is over', '2026-03-02', '2026-03-08', '2026-03-09', MONDAY, ['2026-03-02']],
    ['not of days to come', '2026-03-02', '2026-04-30', '2026-03-12', MONDAY, ['2026-03-02']],
    [
      'over the change to summer time',
      '2026-03-23',
      '2026-04-05',
      '2026-04-09',
      MONDAY,
      ['2026-03-23', '2026-03-30'],
    ],
  ] as const)('are counted %s', (_, from, to, today, weekStart, expected) => {
    const weeks = completeWeeks({ range: days(from, to), today: serial(today), weekStart });
    expect(weeks).toEqual(expected.map(serial));
  });
});

const WORKED_OF_BOOKED = { numerator: 'SHIFTS_WORKED', denominator: 'SHIFTS_BOOKED' } as const;
const FACTS = {
  range: days('2026-03-02', '2026-03-15'),
  today: serial('2026-03-20'),
  weekStart: MONDAY,
} as const;
const WEEKS = [serial('2026-03-02'), serial('2026-03-09')];

const REQUEST = {
  measure: watchedBy({ measure: 'worked_percentage' }).measure,
  definitions: leaving([WORKED_OF_BOOKED]),
};

function sums(crews: readonly Crew[], scope: 'all' | 'venue') {
  const keys = scope === 'all' ? [] : [scope];
  return weeksOf(crews.map(shiftRow) as ShiftRow[], WEEKS, keys, [REQUEST], FACTS);
}

describe('the sums of weeks', () => {
  test('tell why a percentage is withheld', () => {
    const crew = { day: '2026-03-02', posted: 12, booked: 10, worked: 9 };
    const zero = { ...crew, day: '2026-03-10', sent: { SHIFTS_WORKED: 0 } };
    const [all] = sums([...new Array<Crew>(20).fill(crew), ...new Array<Crew>(5).fill(zero)], 'all');
    expect(all?.byRequest).toEqual([
      [
        { week: WEEKS[0], k: 180, n: 200 },
        { week: WEEKS[1], k: 0, n: 50, why: { kind: 'own', agree: 0, of: 5 } },
      ],
    ]);
  });

  const crews: readonly Crew[] = [
    { day: '2026-03-02', venue: 'Grand Hotel', posted: 6, booked: 5, worked: 4 },
    { day: '2026-03-08', venue: 'grand  hotel', posted: 6, booked: 5, worked: 3 },
    { day: '2026-03-10', venue: 'Grand Hotel', posted: 10, booked: 8, worked: 8 },
    { day: '2026-03-10', venue: 'Old Mill', posted: 2, booked: 2, worked: 1 },
    { day: '2026-03-16', venue: 'Old Mill', posted: 90, booked: 90, worked: 0 },
    { day: '2026-03-01', venue: 'Old Mill', posted: 90, booked: 90, worked: 0 },
  ];

  test('of each venue hold its positions, whatever the spelling, and no day outside', () => {
    expect(sums(crews, 'venue')).toEqual([
      {
        who: 'Grand Hotel',
        key: '["grand hotel"]',
        byRequest: [
          [
            { week: WEEKS[0], k: 7, n: 10 },
            { week: WEEKS[1], k: 8, n: 8 },
          ],
        ],
      },
      { who: 'Old Mill', key: '["old mill"]', byRequest: [[{ week: WEEKS[1], k: 1, n: 2 }]] },
    ]);
  });

  test('of groups by two keys are apart also where their names are the same text', () => {
    const crew = { day: '2026-03-02', posted: 6, booked: 5 };
    const two = [
      { ...crew, venue: 'Grand, North', area: 'Bar', worked: 4 },
      { ...crew, venue: 'Grand', area: 'North, Bar', worked: 1 },
    ].map(shiftRow) as ShiftRow[];
    const groups = weeksOf(two, WEEKS, ['venue', 'area'], [REQUEST], FACTS);
    expect(groups.map(({ who, byRequest }) => [who, byRequest])).toEqual([
      ['Grand, North, Bar', [[{ week: WEEKS[0], k: 1, n: 5 }]]],
      ['Grand, North, Bar', [[{ week: WEEKS[0], k: 4, n: 5 }]]],
    ]);
  });

  test('leave out weeks without positions, and put records without a venue together', () => {
    const quiet: readonly Crew[] = [
      { day: '2026-03-02', venue: null, posted: 0, booked: 0, worked: 0 },
      { day: '2026-03-09', venue: null, posted: 4, booked: 4, worked: 4 },
    ];
    expect(sums(quiet, 'venue')).toEqual([
      { who: '', key: '[null]', byRequest: [[{ week: WEEKS[1], k: 4, n: 4 }]] },
    ]);
  });

  test('skip records in which a part is null, and count none as 0', () => {
    const partly: readonly Crew[] = [
      { day: '2026-03-02', posted: 4, booked: 4, worked: 4, sent: { SHIFTS_WORKED: null } },
      { day: '2026-03-02', posted: 4, booked: 4, worked: 3 },
    ];
    expect(sums(partly, 'all')[0]?.byRequest).toEqual([[{ week: WEEKS[0], k: 3, n: 4 }]]);
  });
});
