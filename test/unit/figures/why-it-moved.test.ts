import { describe, expect, test } from '@jest/globals';
import { type DateRange, formatIsoDate } from '../../../src/calendar/calendar-date';
import { columnOf, DAY_COLUMN, type ShiftRow } from '../../../src/employer-api/shift-report';
import type { FigureRequest } from '../../../src/figures/figures';
import { whyItMoved, whyTheWeekMoved } from '../../../src/figures/why-it-moved';
import { SeededRandom } from '../../support/seeded-random';
import { asked, day, leaving, over, shift } from './grouped-rows';

const SEED = Number(process.env.TEST_SEED ?? Date.now() % 2_147_483_647);
const RUNS = Number(process.env.TEST_RUNS ?? 1000);

const OF_DEMAND = over('SHIFTS_WORKED', 'TRUE_DEMAND');
const OF_POSTED = over('SHIFTS_WORKED', 'SHIFTS_POSTED');
/** Monday 24 March 2025, the first of the weeks. */
const FIRST = day('2025-03-24');

/** `k` of `n` positions of a venue, in the week before and in the newest week. */
interface Venue {
  readonly name: string | null;
  readonly weeks: readonly (readonly [k: number, n: number])[];
}

const venue = (name: string | null, ...weeks: Venue['weeks']): Venue => ({ name, weeks });

function rowsOf(venues: readonly Venue[], published: number | null = null): ShiftRow[] {
  return venues.flatMap(({ name, weeks }) =>
    weeks.map(([k, n], at) =>
      shift({
        SHIFT_DATE: formatIsoDate(FIRST + 7 * at),
        VENUE_NAME: name,
        SHIFTS_WORKED: k,
        TRUE_DEMAND: n,
        SHIFTS_POSTED: n,
        TRUE_FULFILMENT_PERCENTAGE: published,
      }),
    ),
  );
}

const ASKED = asked('true fulfilment %', OF_DEMAND);

function why(
  venues: readonly Venue[],
  {
    daysLater = 20,
    request = ASKED,
    published = null as number | null,
  }: { daysLater?: number; request?: FigureRequest; published?: number | null } = {},
) {
  const range = { from: FIRST, to: FIRST + 7 * Math.max(...venues.map(({ weeks }) => weeks.length)) - 1 };
  const set = { rows: rowsOf(venues, published), range, today: range.to + daysLater, weekStart: 1 as const };
  return whyTheWeekMoved(set, request, 'venue');
}

const STEADY = ['Bar', 'Café', 'Dock', 'Elm'].map((name) => venue(name, [180, 200], [180, 200]));
const FALLEN = venue('Grand Hotel', [170, 200], [110, 200]);
const FALL = [...STEADY, FALLEN];
const barTo = (k: number) => [venue('Bar', [180, 200], [k, 200]), ...STEADY.slice(1), FALLEN];

describe('the sentence of a week', () => {
  test.each<[string, readonly Venue[], string]>([
    [
      // 890 of 1000, then 830: 6.0 points, all of them Grand Hotel’s.
      'names the venue that fell',
      FALL,
      '83.0%, down 6.0 points from 89.0% the week before: 6.0 points from Grand Hotel.',
    ],
    [
      'names the venue that rose',
      [...STEADY, venue('Grand Hotel', [110, 200], [170, 200])],
      '89.0%, up 6.0 points from 83.0% the week before: 6.0 points from Grand Hotel.',
    ],
    [
      'gives the rest to all others together',
      barTo(176),
      '82.6%, down 6.4 points from 89.0% the week before: 6.0 points from Grand Hotel and 0.4 points from all others together.',
    ],
    [
      'also where they moved the other way',
      barTo(184),
      '83.4%, down 5.6 points from 89.0% the week before: 6.0 points from Grand Hotel, less 0.4 points from all others together.',
    ],
    [
      'says so where no venue stands out',
      [...'ABCDEFGH'].map((name) => venue(name, [90, 100], [84, 100])),
      '84.0%, down 6.0 points from 90.0% the week before: spread over all venues.',
    ],
    [
      'does not name the only venue that there is',
      [FALLEN],
      '55.0%, down 30.0 points from 85.0% the week before.',
    ],
    [
      'names records without a venue so',
      [...STEADY, venue(null, [170, 200], [110, 200])],
      '83.0%, down 6.0 points from 89.0% the week before: 6.0 points from (no name).',
    ],
    [
      // 1440 of 1600, then 1180: 260 positions, of which 80, 70, 60 and 50.
      'names three venues at most, the largest part first',
      [...STEADY, ...[120, 100, 110, 130].map((k, at) => venue(`Hall ${at + 1}`, [180, 200], [k, 200]))],
      '73.8%, down 16.2 points from 90.0% the week before: 5.0 points from Hall 2, 4.4 points from Hall 3, 3.8 points from Hall 1 and 3.0 points from all others together.',
    ],
    [
      // 1,738 of 2,020, then 1,368. Risen went the other way, and Small fell by less than a tenth of them.
      'names no venue whose part goes the other way, nor one with less than a tenth of the change',
      [
        ...STEADY,
        venue('Risen', [100, 200], [140, 200]),
        venue('Small', [18, 20], [8, 20]),
        venue('Fallen', [900, 1000], [500, 1000]),
      ],
      '67.7%, down 18.3 points from 86.0% the week before: 19.8 points from Fallen, less 1.5 points from all others together.',
    ],
    [
      // 1,800 of 2,000, then 1,400: 20 points, of which 40 positions are a tenth.
      'names a venue with just a tenth of the change',
      [
        ...STEADY,
        ...['Fig', 'Gate', 'Inn'].map((name) => venue(name, [180, 200], [180, 200])),
        venue('Slip', [180, 200], [140, 200]),
        venue('Bell', [360, 400], [0, 400]),
      ],
      '70.0%, down 20.0 points from 90.0% the week before: 18.0 points from Bell and 2.0 points from Slip.',
    ],
    [
      // By Newcombe's method 10 and the quantiles 1.96 and 2.576: of 200 each, 180 and 164 differ at 95%, not at 99%.
      'does not name a venue that is unlike itself at 95% alone',
      [...STEADY, venue('Slip', [180, 200], [164, 200]), venue('Fallen', [180, 200], [100, 200])],
      '82.0%, down 8.0 points from 90.0% the week before: 6.7 points from Fallen and 1.3 points from all others together.',
    ],
    [
      // An easy venue at 95% and a hard one at 60%, each as ever; three quarters of demand move to the hard one.
      'says where most comes from the share that venues have',
      [
        venue('Easy', [285, 300], [95, 100]),
        venue('Hard', [60, 100], [180, 300]),
        venue('Other', [90, 100], [90, 100]),
      ],
      '73.0%, down 14.0 points from 87.0% the week before, mostly because venues where it is always lower had more of the work.',
    ],
    [
      'and the other way',
      [
        venue('Easy', [95, 100], [285, 300]),
        venue('Hard', [180, 300], [60, 100]),
        venue('Other', [90, 100], [90, 100]),
      ],
      '87.0%, up 14.0 points from 73.0% the week before, mostly because venues where it is always higher had more of the work.',
    ],
    [
      // By hand: rate 37.5% × −10 + 62.5% × −10 = −10, and mix (85 − 60) × −25% + (45 − 60) × 25% = −10, of −20.
      'does not call mix the reason where it made just half of the change',
      [venue('Easy', [180, 200], [80, 100]), venue('Hard', [100, 200], [120, 300])],
      '50.0%, down 20.0 points from 70.0% the week before: spread over all venues.',
    ],
    [
      // By hand: rates −17.5 and −20, and mix 9.1 and 9.7: the easy venue has more of demand.
      'does not call mix the reason where it went the other way',
      [venue('Easy', [95, 100], [180, 300]), venue('Hard', [180, 300], [20, 100])],
      '50.0%, down 18.8 points from 68.8% the week before: 10.3 points from Hard, 8.4 points from Easy and 0.1 points from all others together.',
    ],
    [
      'names no venue where it moved no more than weeks usually differ',
      [...STEADY, venue('Grand Hotel', [170, 200], [172, 200])],
      '89.2%, 89.0% the week before: a normal weekly change.',
    ],
    [
      'calls a change normal that one decimal does not show',
      [venue('Grand Hotel', [9_000_000, 10_000_000], [8_997_000, 10_000_000])],
      '90.0%, 90.0% the week before: a normal weekly change.',
    ],
  ])('%s', (_, venues, expected) => {
    expect(why(venues)?.text).toBe(`True fulfilment ${expected}`);
  });

  test('leaves it to the notes below to say that the newest days may still be corrected', () => {
    expect(why(FALL, { daysLater: 9 })?.text).toMatch(/Hotel\.$/);
  });

  test('rests on likeness: where weeks differ much, the same fall is no more than usual', () => {
    expect(why(FALL)?.verdict).toBe('moved');
    expect(why(FALL, { request: { ...ASKED, likeness: 20 } })?.verdict).toBe('usual');
  });

  test('does not name a venue that is new, and rests on no day after the newest complete week', () => {
    const rows = [...rowsOf(FALL), ...rowsOf([venue('Young', [0, 0], [20, 200], [0, 200])]).slice(1)];
    const set = { rows, range: { from: FIRST, to: FIRST + 14 }, today: FIRST + 40, weekStart: 1 as const };
    const told = whyTheWeekMoved(set, ASKED, 'venue');
    expect(told).toMatchObject({
      week: FIRST + 7,
      text: expect.stringContaining('fulfilment 70.8%, down 18.2'),
    });
    expect(told?.text).not.toContain('Young');
  });

  test('is left out for counts, without positions, and unless one definition is left that its rows agree with', () => {
    expect(why(STEADY, { request: asked('missing people') })).toBeUndefined();
    expect(why(STEADY, { request: asked('hours worked %') })).toBeUndefined();
    expect(why([venue('Bar', [180, 200], [0, 0])])).toBeUndefined();
    expect(why([venue('Bar', [0, 0], [180, 200])])).toBeUndefined();
    expect(why([venue('Bar', [180, 200])])).toBeUndefined();
    const found = { ...asked('true fulfilment %'), definitions: leaving([OF_DEMAND]) };
    expect(why(STEADY, { published: 90, request: found })).toBeDefined();
    expect(why(STEADY, { published: 70, request: found })).toBeUndefined();
    expect(why(STEADY, { request: asked('true fulfilment %', OF_DEMAND, OF_POSTED) })).toBeUndefined();
    expect(why(STEADY, { request: asked('worked %') })).toBeUndefined();
  });
});

test('other periods, groups and percentages have words of their own', () => {
  const WORKED = columnOf('SHIFTS_WORKED');
  const before = rowsOf(FALL.map(({ name, weeks }) => venue(name, ...weeks.slice(0, 1))));
  // Each 5 points worse: none of them is unlike itself.
  const after: readonly ShiftRow[] = before.map((row) =>
    row.map((value, at) => (at === WORKED ? Number(value) - 10 : value)),
  );
  const labels = ['2–15 Feb', '16 Feb–1 Mar'] as const;
  const told = (
    keys: Parameters<typeof whyItMoved>[2],
    request = ASKED,
    rows: readonly ShiftRow[] = after,
    days = 30,
  ) => {
    const next = rows.map((row) => row.map((value, at) => (at === DAY_COLUMN ? FIRST + 1 : value)));
    const set = { rows: [...before, ...next], today: FIRST + days, weekStart: 1 as const };
    const [one, other] = [FIRST, FIRST + 1].map((only) => ({ from: only, to: only })) as [
      DateRange,
      DateRange,
    ];
    return whyItMoved(set, [one, other], keys, request, labels)?.text;
  };
  expect(told(['venue', 'area'])).toBe(
    'True fulfilment 84.0% (16 Feb–1 Mar), down 5.0 points from 89.0% (2–15 Feb): spread over all groups.',
  );
  expect(told(['venue'], asked('worked %', OF_POSTED), before)).toBe(
    'Worked 89.0% (16 Feb–1 Mar), 89.0% (2–15 Feb): a normal change.',
  );
  const warned = [10, 11].map((days) => told(['venue'], ASKED, after, days)?.endsWith('still be corrected.'));
  expect(warned).toEqual([true, false]);
  const moved = [...before.slice(0, 4), ...rowsOf([venue('Grand Hotel', [110, 200])])];
  const [, area] = ['VENUE_NAME', 'AREA_NAME'].map(columnOf);
  const inAreas = moved.map((row) => row.map((value, at) => (at === area ? 'Bar' : value)));
  expect(told(['venue', 'area'], ASKED, moved)).toContain(': 6.0 points from Grand Hotel, (no name).');
  expect(told(['area'], ASKED, inAreas)).toContain('areas');
});

test(`1,000 random weeks: short, and with parts that add up to the change (seed ${SEED})`, () => {
  const random = new SeededRandom(SEED);
  const verdicts = new Set<string>();
  for (let run = 0; run < RUNS; run += 1) {
    const venues = Array.from({ length: 1 + random.below(30) }, (_, at): Venue => {
      const share = (): readonly [number, number] => {
        const n = random.below(80);
        return [Math.round(n * (0.4 + 0.6 * random.next())), n];
      };
      return venue(`V${at}${'é'.repeat(random.below(3) * 90)}`, share(), share());
    });
    const told = why(venues, { daysLater: random.below(20) + 1 });
    if (told === undefined) continue;
    verdicts.add(told.verdict);
    expect([...told.text].length).toBeLessThanOrEqual(520);
    const found = /(\d+\.\d)%, (up|down) (\d+\.\d) points from (\d+\.\d)%/.exec(told.text);
    if (found === null) continue;
    const tenths = (text = '') => Math.round(Number(text) * 10);
    const change = tenths(found[3]) * (found[2] === 'up' ? 1 : -1);
    expect(tenths(found[4]) + change).toBe(tenths(found[1]));
    const parts = [...told.text.matchAll(/(less )?(\d+\.\d) points from (?:all|V)/g)];
    const sum = parts.reduce((all, [, less, points]) => all + tenths(points) * (less ? -1 : 1), 0);
    expect([0, Math.abs(change)]).toContain(sum);
  }
  expect(verdicts.size).toBe(2);
});
