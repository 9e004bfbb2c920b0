import { describe, expect, test } from '@jest/globals';
import { continueEpisodes, type Finding, shortName } from '../../../src/alerts/episodes';

type Episodes = Parameters<typeof continueEpisodes>[0];

const WEEK = 46_083;
const NOTHING: Episodes = { open: [], over: [] };

function finding(who: string, verdict: Finding['verdict'], percent = 80): Finding {
  return { who, verdict, k: percent, n: 100 };
}

/** What goes on after each of these refreshes; `told` once a mail has gone out after the first. */
function countsAfter(refreshes: readonly (readonly [number, Finding['verdict']])[], reported = true) {
  let episodes: Episodes = NOTHING;
  return refreshes.map(([week, verdict], at) => {
    const progress = continueEpisodes(episodes, [finding('Grand Hotel', verdict)], WEEK + 7 * week);
    episodes = {
      open: progress.open.map((episode) => ({ ...episode, reported: reported || episode.reported })),
      over: reported && at >= 0 ? [] : progress.over,
    };
    return [progress.began.length, progress.ended.length, progress.open.length, progress.over.length];
  });
}

describe('an episode', () => {
  test('begins once, lasts while the miss does, and ends once', () => {
    const counts = countsAfter([
      [0, 'fine'],
      [1, 'miss'],
      [1, 'miss'],
      [2, 'miss'],
      [3, 'fine'],
      [3, 'fine'],
    ]);
    expect(counts).toEqual([
      [0, 0, 0, 0],
      [1, 0, 1, 0],
      [0, 0, 1, 0],
      [0, 0, 1, 0],
      [0, 1, 0, 1],
      [0, 0, 0, 0],
    ]);
  });

  test.each(['between', 'withheld', 'none'] as const)('neither begins nor ends with %s', (verdict) => {
    expect(countsAfter([[0, verdict]])).toEqual([[0, 0, 0, 0]]);
    expect(
      countsAfter([
        [0, 'miss'],
        [1, verdict],
      ])[1],
    ).toEqual([0, 0, 1, 0]);
  });

  test('that no mail told of ends without one', () => {
    expect(
      countsAfter(
        [
          [0, 'miss'],
          [1, 'fine'],
        ],
        false,
      )[1],
    ).toEqual([0, 1, 0, 0]);
  });

  test('keeps since when, and shows the newest figure', () => {
    const first = continueEpisodes(NOTHING, [finding('A', 'miss', 80)], WEEK);
    const second = continueEpisodes(first, [finding('A', 'miss', 85)], WEEK + 7);
    expect(second.open).toEqual([{ who: 'A', since: WEEK, week: WEEK + 7, k: 85, n: 100, reported: false }]);
  });

  test('is not changed by an older week than the one judged last', () => {
    const open = continueEpisodes(NOTHING, [finding('A', 'miss')], WEEK);
    expect(continueEpisodes(open, [finding('A', 'fine')], WEEK - 7)).toMatchObject({
      ended: [],
      open: open.open,
    });
  });

  test('of a venue that is gone is forgotten without a word', () => {
    const open = continueEpisodes(NOTHING, [finding('A', 'miss')], WEEK);
    expect(continueEpisodes(open, [finding('B', 'fine')], WEEK + 7)).toEqual({
      began: [],
      ended: [],
      open: [],
      over: [],
    });
  });

  test('that begins again before a mail told of its end goes on, as told', () => {
    const reported = { ...continueEpisodes(NOTHING, [finding('A', 'miss')], WEEK) };
    const open = reported.open.map((episode) => ({ ...episode, reported: true }));
    const ended = continueEpisodes({ open, over: [] }, [finding('A', 'fine', 95)], WEEK + 7);
    expect(ended.over).toHaveLength(1);
    const again = continueEpisodes(ended, [finding('A', 'miss')], WEEK + 14);
    expect(again).toMatchObject({ over: [], open: [{ since: WEEK, reported: true }] });
  });

  test('is the same under another spelling of its venue', () => {
    const open = continueEpisodes(NOTHING, [finding('Grand  Hotel ', 'miss')], WEEK);
    expect(continueEpisodes(open, [finding('GRAND HOTEL', 'miss')], WEEK).began).toEqual([]);
  });

  test('of each venue goes on by itself', () => {
    const one = continueEpisodes(NOTHING, [finding('A', 'miss'), finding('B', 'miss')], WEEK);
    const two = continueEpisodes(
      one,
      [finding('A', 'fine'), finding('B', 'miss'), finding('C', 'miss')],
      WEEK + 7,
    );
    const names = (list: readonly { who: string }[]) => list.map(({ who }) => who);
    expect([names(two.open), names(two.began), names(two.ended)]).toEqual([['B', 'C'], ['C'], ['A']]);
  });
});

describe('a name that is kept', () => {
  test('is as it is up to forty characters', () => {
    expect(shortName('The Grand Hotel, Kensington & Chelsea 01')).toBe(
      'The Grand Hotel, Kensington & Chelsea 01',
    );
  });

  test('is cut where it is longer, and told from one that begins alike', () => {
    const [one, other] = ['1', '2'].map((end) => shortName(`${'Very Grand Hotel '.repeat(5)}${end}`));
    expect([one?.length, one?.slice(0, 33), one === other]).toEqual([
      39,
      'Very Grand Hotel Very Grand Hote…',
      false,
    ]);
  });

  test('never ends in half a character', () => {
    expect(shortName(`${'x'.repeat(31)}😀${'y'.repeat(30)}`).slice(0, 32)).toBe(`${'x'.repeat(31)}…`);
  });
});
