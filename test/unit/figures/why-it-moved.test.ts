import { describe, expect, test } from '@jest/globals';
import { formatIsoDate } from '../../../src/calendar/calendar-date';
import { columnOf, DAY_COLUMN, type ShiftRow } from '../../../src/employer-api/shift-records';
import type { FigureRequest } from '../../../src/figures/figures';
import { describeChange, WEEK_WORDS, whyItMoved, whyTheWeekMoved } from '../../../src/figures/why-it-moved';
import { SeededRandom } from '../../emulator/random';
import { asked, day, leaving, over, shift } from './grouped-rows';

const SEED = Number(process.env.TEST_SEED ?? Date.now() % 2_147_483_647);
const RUNS = Number(process.env.TEST_RUNS ?? 1000);

const OF_DEMAND = over('SHIFTS_WORKED', 'TRUE_DEMAND');
const OF_POSTED = over('SHIFTS_WORKED', 'SHIFTS_POSTED');
/** Monday 24 March 2025, the first of fifteen weeks. */
const FIRST = day('2025-03-24');

/** `k` of `n` positions of a venue, for each week in turn. */
interface Venue {
  readonly name: string | null;
  readonly weeks: readonly (readonly [k: number, n: number, posted?: number])[];
}

/** The same share in so many weeks, then others. */
function steady(name: string | null, share: readonly [number, number], ...then: Venue['weeks']): Venue {
  return { name, weeks: [...Array.from({ length: 12 }, () => share), ...then] };
}

function rowsOf(venues: readonly Venue[], published: number | null): ShiftRow[] {
  return venues.flatMap(({ name, weeks }) =>
    weeks.map(([k, n, posted = n], at) =>
      shift({
        SHIFT_DATE: formatIsoDate(FIRST + 7 * at),
        VENUE_NAME: name,
        SHIFTS_WORKED: k,
        TRUE_DEMAND: n,
        SHIFTS_POSTED: posted,
        TRUE_FULFILMENT_PERCENTAGE: published,
      }),
    ),
  );
}

function why(
  venues: readonly Venue[],
  {
    daysLater = 20,
    request = asked('true fulfilment %', OF_DEMAND),
    published = null,
  }: { daysLater?: number; request?: FigureRequest; published?: number | null } = {},
) {
  const weeks = Math.max(...venues.map((venue) => venue.weeks.length));
  const range = { from: FIRST, to: FIRST + 7 * weeks - 1 };
  const set = { rows: rowsOf(venues, published), range, today: range.to + daysLater, weekStart: 1 as const };
  return whyTheWeekMoved(set, request, 'venue');
}

const WORKED = columnOf('SHIFTS_WORKED');
const STEADY = ['Bar', 'Café', 'Dock', 'Elm'].map((name) => steady(name, [180, 200], [180, 200]));

const FALLEN = steady('Grand Hotel', [170, 200], [110, 200]);
const barTo = (k: number) => [steady('Bar', [180, 200], [k, 200]), ...STEADY.slice(1), FALLEN];

describe('the sentence of a week', () => {
  test.each<[string, readonly Venue[], string]>([
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
      [...'ABCDEFGH'].map((name) => steady(name, [90, 100], [84, 100])),
      '84.0%, down 6.0 points from 90.0% the week before: spread over all venues.',
    ],
    [
      'names the venue that rose',
      [...STEADY, steady('Grand Hotel', [110, 200], [170, 200])],
      '89.0%, up 6.0 points from 83.0% the week before: 6.0 points from Grand Hotel.',
    ],
    [
      'does not name the only venue that there is',
      [FALLEN],
      '55.0%, down 30.0 points from 85.0% the week before.',
    ],
    [
      'names records without a venue so',
      [...STEADY, steady(null, [170, 200], [110, 200])],
      '83.0%, down 6.0 points from 89.0% the week before: 6.0 points from (no name).',
    ],
    [
      // By hand: rate 37.5% × −10 + 62.5% × −10 = −10, and mix (85 − 60) × −25% + (45 − 60) × 25% = −10, of −20.
      'does not call mix the reason where it made just half of the change',
      [steady('Easy', [180, 200], [80, 100]), steady('Hard', [100, 200], [120, 300])],
      '50.0%, down 20.0 points from 70.0% the week before: 10.0 points from Easy and 10.0 points from Hard.',
    ],
    [
      // By hand: rates −17.5 and −20, and mix 9.1 and 9.7: the easy venue has more of demand.
      'does not call mix the reason where it went the other way',
      [steady('Easy', [95, 100], [180, 300]), steady('Hard', [180, 300], [20, 100])],
      '50.0%, down 18.8 points from 68.8% the week before: 10.3 points from Hard, 8.4 points from Easy and 0.1 points from all others together.',
    ],
  ])('%s', (_, venues, expected) => {
    expect(why(venues)?.text).toBe(`True fulfilment ${expected}`);
  });

  test('that moved no more than weeks usually differ names no venue', () => {
    const told = why([steady('Grand Hotel', [170, 200], [172, 200])]);
    expect(told?.text).toBe('True fulfilment 86.0%, 85.0% the week before: a normal weekly change.');
    expect(told).toMatchObject({ verdict: 'usual', before: 85, after: 86, change: 1, named: [] });
    expect(why([...STEADY, steady('Grand Hotel', [170, 200], [172, 200])])?.text).toBe(
      'True fulfilment 89.2%, 89.0% the week before: a normal weekly change.',
    );
  });

  test('names the venue that fell, and the parts add up', () => {
    // 890 of 1000, then 830: 6.0 points, all of them Grand Hotel’s: 170 of 200, then 110.
    const told = why([...STEADY, steady('Grand Hotel', [170, 200], [110, 200])]);
    expect(told?.text).toBe(
      'True fulfilment 83.0%, down 6.0 points from 89.0% the week before: 6.0 points from Grand Hotel.',
    );
    expect(told).toMatchObject({ verdict: 'moved', named: [{ name: 'Grand Hotel', points: -6 }], others: 0 });
  });

  test('names three venues at most, the largest part first', () => {
    const fallen = [120, 100, 110, 130].map((k, at) => steady(`Hall ${at + 1}`, [180, 200], [k, 200]));
    const told = why([...STEADY, ...fallen]);
    expect(told?.named.map(({ name }) => name)).toEqual(['Hall 2', 'Hall 3', 'Hall 1']);
    // 1440 of 1600, then 1180: 260 positions, of which 80, 70, 60 and 50.
    expect(told?.text).toBe(
      'True fulfilment 73.8%, down 16.2 points from 90.0% the week before: 5.0 points from Hall 2, 4.4 points from Hall 3, 3.8 points from Hall 1 and 3.0 points from all others together.',
    );
  });

  test('names no venue whose part goes the other way, nor one with less than a tenth of the change', () => {
    const risen = steady('Risen', [100, 200], [140, 200]);
    const small = steady('Small', [18, 20], [8, 20]);
    const fallen = steady('Fallen', [900, 1000], [500, 1000]);
    expect(why([...STEADY, risen, small, fallen])?.named.map(({ name }) => name)).toEqual(['Fallen']);
  });

  test('says where most comes from the share that venues have', () => {
    // An easy venue at 95% and a hard one at 60%, each as ever; three quarters of demand move to the hard one.
    const told = why([
      steady('Easy', [285, 300], [95, 100]),
      steady('Hard', [60, 100], [180, 300]),
      steady('Other', [90, 100], [90, 100]),
    ]);
    expect(told?.text).toBe(
      'True fulfilment 73.0%, down 14.0 points from 87.0% the week before, mostly because more of the demand was at venues that are always harder to fill.',
    );
    const back = why([
      steady('Easy', [95, 100], [285, 300]),
      steady('Hard', [180, 300], [60, 100]),
      steady('Other', [90, 100], [90, 100]),
    ]);
    expect(back?.text).toContain('at venues that are always easier to fill');
  });

  test('warns that the newest days may still be corrected for ten days', () => {
    const venues = [...STEADY, steady('Grand Hotel', [170, 200], [110, 200])];
    expect(why(venues, { daysLater: 9 })?.text).toMatch(
      /Grand Hotel; the newest days may still be corrected\.$/,
    );
    expect(why(venues, { daysLater: 10 })?.text).not.toContain('corrected');
  });

  test('rests on the weeks that there are: with seven earlier ones it assumes independence and names no venue', () => {
    const short = [...STEADY, steady('Grand Hotel', [170, 200], [110, 200])].map((venue) => ({
      ...venue,
      weeks: venue.weeks.slice(5),
    }));
    expect(why(short)?.text).toBe('True fulfilment 83.0%, down 6.0 points from 89.0% the week before.');
    for (const count of [1, 0]) {
      const weeks = (venue: Venue) => venue.weeks.slice(venue.weeks.length - count);
      expect(why(short.map((venue) => ({ ...venue, weeks: weeks(venue) })))).toBeUndefined();
    }
  });

  test('takes weeks that differ for weeks that differ: the same fall is no more than usual', () => {
    const restless = ['Bar', 'Café', 'Dock', 'Elm'].map((name, at) => ({
      name,
      weeks: Array.from({ length: 13 }, (_, week) => [week % 2 === at % 2 ? 140 : 190, 200] as const),
    }));
    const fall = steady('Grand Hotel', [170, 200], [130, 200]);
    expect(why([...STEADY, fall])?.verdict).toBe('moved');
    const told = why([...restless, fall]);
    expect(told?.verdict).toBe('usual');
    expect(told?.likeness).toBeGreaterThan(10);
  });

  test('rests on 8 earlier weeks at least and on the newest 13 at most', () => {
    const venues = [...STEADY, steady('Grand Hotel', [170, 200], [110, 200])];
    const eight = venues.map((venue) => ({ ...venue, weeks: venue.weeks.slice(-9) }));
    expect(why(eight)?.named).toEqual([{ name: 'Grand Hotel', points: -6 }]);
    const unlike = venues.map(({ name, weeks }) => ({
      name,
      weeks: [...new Array<[number, number]>(6).fill([40, 200]), ...weeks.slice(0, 1), ...weeks],
    }));
    expect(why(unlike)).toMatchObject({ likeness: 1, named: [{ name: 'Grand Hotel' }] });
  });

  test('counts what a venue did by its rate and by its share of demand', () => {
    // By hand: rate 58.3% × −30 = −17.5 and mix (70 − 77.1) × 16.7% = −1.2 of −20.8, which mix did not mostly make.
    const told = why([steady('Bar', [180, 200], [180, 200]), steady('Dock', [170, 200], [220, 400])]);
    expect(told).toMatchObject({
      ...{ before: 87.5, after: 66.7, change: -20.8 },
      ...{ named: [{ name: 'Dock', points: -18.7 }], others: -2.1 },
    });
    expect(told?.text).not.toContain('mostly');
  });

  test('says that no venue stands out with 8 earlier weeks, and not with 7', () => {
    const all = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'].map((name) => steady(name, [90, 100], [84, 100]));
    const told = (weeks: number) =>
      why(all.map((venue) => ({ ...venue, weeks: venue.weeks.slice(-1 - weeks) })))?.text;
    expect(told(8)).toContain('spread over');
    expect(told(7)).not.toContain('spread over');
  });

  test('does not name a venue that is new', () => {
    const old = [...STEADY, steady('Grand Hotel', [170, 200], [110, 200])];
    const young = {
      name: 'Young',
      weeks: [...new Array<[number, number]>(12).fill([0, 0]), [20, 200]],
    } as const;
    const rows = [...rowsOf(old, null), ...rowsOf([young], null).slice(-1)];
    const range = { from: FIRST, to: FIRST + 7 * 13 - 1 };
    const set = { rows, range, today: range.to + 20, weekStart: 1 as const };
    const told = whyTheWeekMoved(set, asked('true fulfilment %', OF_DEMAND), 'venue');
    expect(told?.named.map(({ name }) => name)).toEqual(['Grand Hotel']);
  });

  test('rests on no day after the newest complete week', () => {
    const venues = [...STEADY, steady('Grand Hotel', [170, 200], [110, 200], [200, 200])];
    const rows = rowsOf(venues, null);
    const monday = FIRST + 7 * 13;
    const set = { rows, range: { from: FIRST, to: monday }, today: monday + 20, weekStart: 1 as const };
    const told = whyTheWeekMoved(set, asked('true fulfilment %', OF_DEMAND), 'venue');
    expect(told).toMatchObject({ week: monday - 7, before: 89, after: 83 });
  });

  test('names a venue with just a tenth of the change', () => {
    // 1,440 of 1,600, then 1,120: 20 points, of which 32 positions are a tenth.
    const slip = steady('Slip', [180, 200], [148, 200]);
    const fallen = ['Bell', 'Crown'].map((name) => steady(name, [180, 200], [36, 200]));
    const others = STEADY.concat(steady('Fig', [180, 200], [180, 200]));
    const told = why([...others, slip, ...fallen]);
    expect(told).toMatchObject({ before: 90, after: 70 });
    expect(told?.named).toContainEqual({ name: 'Slip', points: -2 });
  });

  test('does not name a venue that chance alone may move so far among twenty', () => {
    // 1,761 of 2,000 after twelve weeks of 1,800 lie 2.8 standard errors away.
    const slip = steady('Slip', [1800, 2000], [1761, 2000]);
    const fallen = steady('Fallen', [1800, 2000], [1600, 2000]);
    expect(why([...STEADY, slip, fallen])?.named.map(({ name }) => name)).toEqual(['Fallen']);
  });

  test('is left out for counts, without positions, and unless one definition is left that its rows agree with', () => {
    expect(why(STEADY, { request: asked('missing people') })).toBeUndefined();
    expect(why(STEADY, { request: asked('hours worked %') })).toBeUndefined();
    expect(why([steady('Bar', [180, 200], [0, 0])])).toBeUndefined();
    expect(why([steady('Bar', [180, 200], [0, 0], [180, 200])])).toBeUndefined();
    const several = ['A', 'B', 'C', 'D', 'E', 'F'].map((name) => steady(name, [180, 200], [180, 200]));
    const found = { ...asked('true fulfilment %'), definitions: leaving([OF_DEMAND]) };
    expect(why(several, { published: 90, request: found })).toBeDefined();
    expect(why(several, { published: 70, request: found })).toBeUndefined();
    expect(why(several, { request: asked('true fulfilment %', OF_DEMAND, OF_POSTED) })).toBeUndefined();
    expect(why(STEADY, { request: asked('worked %') })).toBeUndefined();
  });
});

test('groups of two keys are called groups, and named by both', () => {
  const [first, last] = [FIRST, FIRST + 84];
  const rows = [...STEADY, steady('Grand Hotel', [170, 200], [110, 200])].flatMap((one) =>
    rowsOf([one], null),
  );
  const of = (from: number, to: number) =>
    rows.filter(({ [DAY_COLUMN]: day }) => Number(day) >= from && Number(day) < to);
  const period = (rows: readonly ShiftRow[], from: number) => {
    return { rows, range: { from, to: from + 6 }, today: last + 30, weekStart: 1 as const };
  };
  const told = (sets: { readonly before: readonly ShiftRow[]; readonly after: readonly ShiftRow[] }) =>
    whyItMoved(
      {
        ...{ before: period(sets.before, last - 7), after: period(sets.after, last), earlier: rows },
        ...{ keys: ['venue', 'area'], words: WEEK_WORDS },
        weeks: Array.from({ length: 12 }, (_, at) => first + 7 * at),
      },
      asked('true fulfilment %', OF_DEMAND),
    );
  const [before, after] = [of(last - 7, last), of(last, last + 7)];
  expect(told({ before, after })?.text).toMatch(/^True fulfilment 83/);
  expect(told({ before, after })?.named).toEqual([{ name: 'Grand Hotel, (no name)', points: -6 }]);
  // Each 5 points worse: none of them is unlike itself.
  const worse = before.map((row) => row.map((value, at) => (at === WORKED ? Number(value) - 10 : value)));
  expect(told({ before, after: worse })?.text).toContain(': spread over all groups.');
});

describe('many venues', () => {
  test('are compared more strictly above twenty: by 0.05 divided by their number', () => {
    // 1,755 of 2,000 after twelve weeks of 1,800 lie 3.2 standard errors away: more than 3.02, less than the 3.5 of 102 venues.
    const slip = steady('Slip', [1800, 2000], [1755, 2000]);
    const fallen = steady('Fallen', [1800, 2000], [1420, 2000]);
    const others = (count: number) =>
      Array.from({ length: count }, (_, at) => steady(`Venue ${at}`, [9, 10], [9, 10]));
    expect(namedAmong([slip, fallen, ...others(18)])).toEqual(['Fallen', 'Slip']);
    expect(namedAmong([slip, fallen, ...others(100)])).toEqual(['Fallen']);
    // 3.4 and 3.7 standard errors.
    const at = (k: number) => steady('Slip', [1800, 2000], [k, 2000]);
    expect(namedAmong([at(1753), fallen, ...others(100)])).toEqual(['Fallen']);
    expect(namedAmong([at(1748), fallen, ...others(100)])).toEqual(['Fallen', 'Slip']);
  });

  test('are compared at the normal quantile of that level: 3.486 for 102', () => {
    // Intervals that end at 0 for 3.4925 and for 3.4781.
    const to = (name: string, k: number) => steady(name, [180_000, 200_000], [k, 200_000]);
    const others = Array.from({ length: 100 }, (_, at) => steady(`Venue ${at}`, [9, 10], [9, 10]));
    const rest = [to('Fallen', 179_000), ...others];
    expect(namedAmong([to('Slip', 179_512), ...rest])).toEqual(['Fallen', 'Slip']);
    expect(namedAmong([to('Slip', 179_514), ...rest])).toEqual(['Fallen']);
  });

  function namedAmong(venues: readonly Venue[]) {
    return why(venues)?.named.map(({ name }) => name);
  }
});

test(`1,000 random weeks: short, with the figures it speaks of, and parts that add up (seed ${SEED})`, () => {
  const random = new SeededRandom(SEED);
  const verdicts = new Map<string, number>();
  for (let run = 0; run < RUNS; run += 1) {
    const venues = Array.from({ length: 1 + random.below(30) }, (_, at): Venue => {
      const name = `${at}${'é'.repeat(random.below(3) * 90)}`;
      const rate = 0.5 + 0.5 * random.next();
      const weeks = Array.from({ length: 2 + random.below(13) }, () => {
        const n = random.below(80);
        return [Math.min(n, Math.round(n * rate * (0.7 + 0.5 * random.next()))), n] as const;
      });
      return { name, weeks: [...weeks, [random.below(40), 40]] };
    });
    const told = why(venues, { daysLater: random.below(20) + 1 });
    if (told === undefined) continue;
    verdicts.set(told.verdict, (verdicts.get(told.verdict) ?? 0) + 1);
    const { text, before, after, change, named, others } = told;
    expect([...text].length).toBeLessThanOrEqual(520);
    expect(text).toContain(`${after.toFixed(1)}%`);
    const figures = text.replace(/from \d+é*…?/g, '').match(/\d+\.\d/g) ?? [];
    const known = [before, after, change, others, ...named.map(({ points }) => points)];
    expect(known.map((one) => Math.abs(one).toFixed(1))).toEqual(expect.arrayContaining(figures));
    const tenths = (values: readonly number[]) => values.map((value) => Math.round(value * 10));
    const sum = tenths([...named.map(({ points }) => points), others]).reduce((all, one) => all + one, 0);
    expect(sum).toBe(Math.round(change * 10));
    expect(Math.round(before * 10) + Math.round(change * 10)).toBe(Math.round(after * 10));
  }
  expect(verdicts.size).toBe(2);
});

type ChangeFacts = Parameters<typeof describeChange>[0];

/** A fall of 6 points that the caller changes in some way. */
function sentence(changes: Partial<ChangeFacts> = {}) {
  return describeChange({
    measure: asked('true fulfilment %').measure,
    key: 'venue',
    before: 89,
    after: 83,
    change: -6,
    verdict: 'moved',
    mixOf: undefined,
    isCompared: true,
    isProvisional: false,
    named: [],
    others: -6,
    words: WEEK_WORDS,
    ...changes,
  });
}

describe('the words of a change', () => {
  test('go up and down', () => {
    expect(sentence()).toBe(
      'True fulfilment 83.0%, down 6.0 points from 89.0% the week before: spread over all venues.',
    );
    expect(sentence({ before: 83, after: 89, change: 6 })).toBe(
      'True fulfilment 89.0%, up 6.0 points from 83.0% the week before: spread over all venues.',
    );
  });

  test('name periods that are not weeks', () => {
    const words = { before: '(2–15 Feb)', after: ' (16 Feb–1 Mar)', normal: 'a normal change' };
    expect(sentence({ words, isCompared: false })).toBe(
      'True fulfilment 83.0% (16 Feb–1 Mar), down 6.0 points from 89.0% (2–15 Feb).',
    );
    expect(sentence({ words, verdict: 'usual' })).toBe(
      'True fulfilment 83.0% (16 Feb–1 Mar), 89.0% (2–15 Feb): a normal change.',
    );
  });

  test.each([
    ['venue', 'venues'],
    ['area', 'areas'],
    ['role', 'job titles'],
    ['weekday', 'weekdays'],
    [undefined, 'groups'],
  ] as const)('call groups by %s what people call them', (key, word) => {
    expect(sentence({ key })).toContain(`: spread over all ${word}.`);
  });

  test.each([
    [
      'true fulfilment %',
      'TRUE_DEMAND',
      'venue',
      -6,
      'more of the demand was at venues that are always harder to fill',
    ],
    [
      'booked %',
      'SHIFTS_POSTED',
      'area',
      6,
      'more of the positions were in areas that are always easier to fill',
    ],
    [
      'worked %',
      'SHIFTS_BOOKED',
      'weekday',
      -6,
      'more of the positions were on weekdays that are always harder to fill',
    ],
    [
      'no shows %',
      'SHIFTS_BOOKED',
      'role',
      6,
      'more of the positions were in job titles where it is always higher',
    ],
    [
      'no shows %',
      'SHIFTS_BOOKED',
      undefined,
      -6,
      'more of the positions were in groups where it is always lower',
    ],
  ] as const)('of %s by %s say what mix did', (words, denominator, key, change, expected) => {
    const { measure } = asked(words);
    expect(sentence({ measure, key, change, mixOf: denominator }).split(', mostly because ')[1]).toBe(
      `${expected}.`,
    );
  });

  test('say what is not known, and what may change', () => {
    expect(sentence({ isProvisional: true })).toMatch(
      /: spread over all venues; the newest days may still be corrected\.$/,
    );
    expect(sentence({ isProvisional: true, verdict: 'usual' })).toBe(
      'True fulfilment 83.0%, 89.0% the week before: a normal weekly change.',
    );
  });

  test('do not call a change nothing that is too small to be seen', () => {
    expect(sentence({ before: 83, change: 0 })).toBe(
      'True fulfilment 83.0%, 83.0% the week before: the same but for rounding.',
    );
  });

  test('list the parts with what all others did, unless that is nothing', () => {
    const text = (others: number, ...points: readonly number[]) => {
      const named = points.map((one, at) => ({ name: 'ABC'.charAt(at), points: one }));
      return sentence({ others, named }).split('week before: ')[1];
    };
    expect(text(0, -3, -2, -1)).toBe('3.0 points from A, 2.0 points from B and 1.0 points from C.');
    expect(text(0, -6)).toBe('6.0 points from A.');
    expect(text(-1, -4, -1)).toBe(
      '4.0 points from A, 1.0 points from B and 1.0 points from all others together.',
    );
    expect(text(1, -4, -3)).toBe(
      '4.0 points from A and 3.0 points from B, less 1.0 points from all others together.',
    );
  });
});
