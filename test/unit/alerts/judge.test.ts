import { describe, expect, test } from '@jest/globals';
import { type Episode, missesOf } from '../../../src/alerts/alert';
import { continueEpisodes } from '../../../src/alerts/judge';
import { tagOf } from '../../../src/reports/mail/outbox';
import { type Crew, dayAfter } from '../../support/shift-records';
import { Alerting, WORKED, weekOf } from './alerting';

const RANGE = { from: '2026-03-02', to: '2026-03-08' };
const NEXT = { from: '2026-03-09', to: '2026-03-15' };

/** A week of records that settle every definition: some positions unfilled, some not worked. */
function crews(worked: number, venue = 'Grand Hotel'): Omit<Crew, 'day'>[] {
  return Array.from({ length: 21 }, (_, at) => ({
    venue,
    posted: 14,
    booked: 10,
    demand: 12,
    worked,
    noShows: 10 - worked,
    area: `Area ${at % 3}`,
  }));
}

/** After a first refresh, which says nothing: it is where the alerts of a connection begin. */
function watching(changes: object = {}): Alerting {
  const book = new Alerting();
  book.list.save({ ...WORKED, ...changes });
  return book;
}

describe('a refresh', () => {
  test('tells of a miss when it begins and when it is over, and of nothing in between', () => {
    const book = watching();
    const heard = [
      [crews(9), '2026-03-02'],
      [crews(8), '2026-03-09'],
      [crews(8), '2026-03-09'],
      [crews(7), '2026-03-16'],
      [crews(9), '2026-03-23'],
      [crews(9), '2026-03-30'],
    ].map(([some, monday]) => {
      const range = { from: monday as string, to: isoSunday(monday as string) };
      return book.refresh(weekOf(monday as string, some as Crew[]), range);
    });
    expect(heard).toEqual([
      [],
      ['Alert: “Grand Hotel”: worked 80.0% in the week of 9 Mar 2026 (168 of 210), target 90%.'],
      [],
      [],
      ['Back on target: “Grand Hotel”: worked 90.0% in the week of 23 Mar 2026 (189 of 210), target 90%.'],
      [],
    ]);
  });

  test.each([
    ['any_miss', 92, 'open'],
    // The likely range of 189 of 210 ends at 93.4%.
    ['likely_real', 92, 'quiet'],
    ['likely_real', 95, 'open'],
    ['any_miss', 90, 'quiet'],
  ] as const)('finds 90.0%% by %s, target %d: %s', (strictness, target, expected) => {
    const book = watching({ strictness, target });
    book.refresh(weekOf('2026-03-02', crews(9)), RANGE);
    expect(book.views()[0]?.state).toBe(expected);
  });

  test('with clear misses only never says that no other venue is below', () => {
    const book = watching({ strictness: 'likely_real' });
    const near = crews(9).map((crew, at) => ({ ...crew, venue: 'Pier', worked: at === 0 ? 8 : 9 }));
    const found = (...some: Omit<Crew, 'day'>[]) => {
      book.refresh(weekOf('2026-03-02', some), RANGE);
      return book.views()[0]?.sentence.split('\n')[0];
    };
    expect(found(...near)).toBe('No venue clearly below target in the week of 2 Mar 2026: 1 judged.');
    const some = found(...near.slice(0, 7), ...crews(6).slice(0, 14));
    expect(some).toBe('1 venue clearly below target in the week of 2 Mar 2026.');
  });

  test('says why nothing can be judged', () => {
    const sentences = (
      range: { from: string; to: string; today?: string },
      changes = {},
      some = crews(5),
    ) => {
      const book = watching(changes);
      book.refresh(weekOf('2026-03-02', some), range);
      return book.views().map(({ state, sentence }) => [state, sentence]);
    };
    expect(sentences({ from: '2026-03-03', to: '2026-03-09' })).toEqual([
      ['waiting', 'Needs a complete week; this report covers none: choose last 13 weeks.'],
    ]);
    expect(sentences(RANGE, {}, [])).toEqual([
      ['waiting', 'Nothing to judge: no shifts in the newest complete week.'],
    ]);
  });

  test('keeps fifteen misses one by one and counts the others, whatever their names', () => {
    const book = watching();
    const long = (at: number) => `${'漢\u0001"\ud83d'.repeat(15)} ${at}`;
    const rows = Array.from({ length: 130 }, (_, at) => weekOf('2026-03-02', crews(8, long(at)))).flat();
    const heard = book.refresh(rows, RANGE);
    expect(heard[2]).toBe('13 more in the tab Alerts.');
    expect(book.views()[0]?.sentence).toMatch(
      /^130 venues below target in the week of 2 Mar 2026\.\n.*\nAnd 127 more\.$/s,
    );
    expect(book.refresh(rows, RANGE)).toEqual([]);
    const text = book.document.readAll()['alert.a-1'] ?? '';
    expect(Buffer.byteLength(text)).toBeLessThan(9000);
  });

  test('shows a figure with as many decimals as tell it from its target', () => {
    const book = watching({ scope: 'all', target: 80 });
    const large = { posted: 999, booked: 999, demand: 999, worked: 799 };
    // 967 of 1,209 is 79.9835%.
    const heard = book.refresh(weekOf('2026-03-02', [...crews(8), large]), RANGE);
    expect(heard[0]).toBe('Alert: worked 79.98% in the week of 2 Mar 2026 (967 of 1,209), target 80%.');
  });
});

describe('what the percentage is made of', () => {
  test.each([
    // Worked of posted, of booked or of demand: 80, 80 and 80 of 100 where all are the same.
    ['agrees in every definition that the rows leave', 10, 'open'],
    // 9 of 10 booked, but 9 of 20 posted: nobody knows whether that is a miss.
    ['does not agree', 20, 'waiting'],
  ])('%s', (_, posted, state) => {
    const book = watching();
    const few = [
      {
        posted,
        booked: 10,
        demand: 10,
        worked: posted === 10 ? 8 : 9,
        sent: { SHIFTS_WORKED_PERCENTAGE: null },
      },
    ];
    book.refresh(weekOf('2026-03-02', few), RANGE);
    expect(book.views().map((view) => view.state)).toEqual([state]);
    if (state === 'waiting')
      expect(book.views()[0]?.sentence).toBe(
        'Can’t be judged: the service publishes no worked %: choose with "basis", "posted", "booked" or "true demand".',
      );
  });

  test('fits no definition: no alert speaks', () => {
    const book = watching();
    const wrong = crews(5).map((crew) => ({ ...crew, sent: { SHIFTS_WORKED_PERCENTAGE: 33.3 } }));
    expect(book.refresh(weekOf('2026-03-02', wrong), RANGE)).toEqual([]);
    expect(book.views()[0]?.sentence).toBe('Can’t be judged: worked % fits no known definition.');
  });
});

describe('what an alert has found', () => {
  test('starts afresh with another employer, and with other rows of its report', () => {
    const book = watching();
    book.refresh(weekOf('2026-03-02', crews(8)), RANGE);
    expect(book.views()[0]?.state).toBe('open');
    book.owner = 'UK 2';
    expect(book.refresh(weekOf('2026-03-09', crews(9)), NEXT)).toEqual([]);
    expect(book.views()[0]?.state).toBe('quiet');
    expect(book.refresh(weekOf('2026-03-09', crews(8)), NEXT)).toHaveLength(1);
    book.edit({ area: 'Area 1' });
    expect(book.refresh(weekOf('2026-03-09', crews(8)), NEXT)).toHaveLength(1);
  });

  test('stays where a refresh covers no complete week, and says so', () => {
    const book = watching();
    book.refresh(weekOf('2026-03-02', crews(8)), RANGE);
    expect(book.refresh([], { from: '2026-03-10', to: '2026-03-12' })).toEqual([]);
    expect(book.views()[0]).toMatchObject({
      state: 'open',
      sentence: expect.stringMatching(/\nNeeds a complete week; this report covers none: /),
    });
  });
});

describe('a miss', () => {
  const WEEK = 46_083;
  const finding = (who: string, verdict: 'miss' | 'fine' | 'neither', k = 80) => {
    return { who, k, n: 100, lack: 100 - k, isMiss: verdict === 'miss', isFine: verdict === 'fine' };
  };
  const names = (list: readonly { readonly who: string }[]) => list.map(({ who }) => who);
  const [nobody, someone] = [() => false, () => true];
  const begin = (who: string) => continueEpisodes([], [finding(who, 'miss')], WEEK, nobody).episodes;
  const openIn = (episodes: readonly Episode[]) => missesOf({ episodes: [...episodes] });

  test.each<
    [string, ReturnType<typeof finding>, readonly [open: string[], began: string[], ended: string[]]]
  >([
    ['goes on', finding('A', 'miss'), [['A'], [], []]],
    ['goes on under another spelling', finding(' a ', 'miss'), [['A'], [], []]],
    ['goes on where it may be chance, or nothing can be judged', finding('A', 'neither'), [['A'], [], []]],
    ['ends on target', finding('A', 'fine', 95), [[], [], ['A']]],
    ['of a venue that is gone is forgotten', finding('B', 'fine'), [[], [], []]],
    ['of a venue that is gone makes room for another', finding('B', 'miss'), [['B'], ['B'], []]],
  ])('%s', (_, next, expected) => {
    const { episodes, began, ended } = continueEpisodes(begin('A'), [next], WEEK + 7, nobody);
    expect([names(openIn(episodes)), names(began), names(ended)]).toEqual(expected);
  });

  test('keeps since when, and shows the newest figure', () => {
    const { episodes } = continueEpisodes(begin('A'), [finding('A', 'miss', 85)], WEEK + 7, nobody);
    const kept = { tag: tagOf('A'), who: 'A', since: WEEK, isOver: false };
    expect(episodes).toEqual([{ ...kept, week: WEEK + 7, k: 85, n: 100, lack: 15 }]);
  });

  test('that is over stays until whoever was told of it was told its end, and goes on if it begins again before', () => {
    const fine = finding('A', 'fine', 95);
    expect(continueEpisodes(begin('A'), [fine], WEEK + 7, nobody).episodes).toEqual([]);
    const over = continueEpisodes(begin('A'), [fine], WEEK + 7, someone);
    const still = continueEpisodes(over.episodes, [fine], WEEK + 14, someone);
    expect([names(openIn(still.episodes)), names(still.episodes), still.ended]).toEqual([[], ['A'], []]);
    const missed = finding('A', 'miss');
    const again = continueEpisodes(still.episodes, [missed], WEEK + 21, someone);
    expect([openIn(again.episodes)[0]?.since, names(again.began)]).toEqual([WEEK, ['A']]);
    const anew = continueEpisodes(still.episodes, [missed], WEEK + 21, nobody);
    expect([openIn(anew.episodes)[0]?.since, names(anew.began)]).toEqual([WEEK + 21, ['A']]);
  });
});

describe('where the service changes what worked % is of', () => {
  /** As `crews`, but worked of posted: 14 positions, not the 10 that are booked. */
  const ofPosted = (worked: number) =>
    crews(worked).map((crew) => ({
      ...crew,
      sent: { SHIFTS_WORKED_PERCENTAGE: Number(((100 * worked) / 14).toFixed(1)) },
    }));
  const [MARCH, MAY] = ['2026-03-09', '2026-05-18'];
  const weekly = (monday: string, count: number) =>
    Array.from({ length: count }, (_, at) => isoSunday(monday, 7 * at - 6));

  test('rows of the earlier definition are judged by it, whatever a later refresh has found', () => {
    const book = watching({ target: 60 });
    book.refresh(weekOf(MAY, ofPosted(9)), { from: MAY, to: '2026-05-24' });
    // 8 of 10 booked are 80%; of 14 posted they would be 57.1%, and a miss.
    expect(book.refresh(weekOf(MARCH, crews(8)), NEXT)).toEqual([]);
    expect(book.views()[0]).toMatchObject({ state: 'quiet' });
  });

  test('a week whose own rows follow another definition is not judged', () => {
    const book = watching({ target: 60 });
    const weeks = weekly(MARCH, 11);
    const rows = weeks.flatMap((monday) => weekOf(monday, monday < MAY ? crews(7) : ofPosted(5)));
    expect(book.refresh(rows, { from: MARCH, to: '2026-05-24' })).toEqual([]);
    expect(book.views()[0]).toMatchObject({
      state: 'waiting',
      sentence: 'Can’t be judged: worked % = worked ÷ booked: 0 of 21 rows agree.',
    });
  });
});

/** The Sunday of a week, or another day so many days after it. */
function isoSunday(monday: string, more = 0): string {
  return dayAfter(monday, 6 + more);
}
