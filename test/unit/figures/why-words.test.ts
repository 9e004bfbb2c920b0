import { describe, expect, test } from '@jest/globals';
import { describeChange, WEEK_WORDS } from '../../../src/figures/why-it-moved';
import { asked, over } from './grouped-rows';

type ChangeFacts = Parameters<typeof describeChange>[0];

/** A fall of 6 points that the caller changes in some way. */
function told(changes: Partial<ChangeFacts> = {}) {
  return describeChange({
    measure: asked('true fulfilment %').measure,
    definition: over('SHIFTS_WORKED', 'TRUE_DEMAND'),
    key: 'venue',
    before: 89,
    after: 83,
    change: -6,
    exact: -6,
    likeness: 1,
    isReal: true,
    isMix: false,
    isCompared: true,
    isProvisional: false,
    named: [],
    words: WEEK_WORDS,
    ...changes,
  });
}

const part = (name: string, points: number) => ({ name, points });

describe('the words of a change', () => {
  test('go up and down', () => {
    expect(told().text).toBe(
      'True fulfilment 83.0%, down 6.0 points from 89.0% the week before: no single venue stands out.',
    );
    expect(told({ before: 83, after: 89, change: 6, exact: 6 }).text).toBe(
      'True fulfilment 89.0%, up 6.0 points from 83.0% the week before: no single venue stands out.',
    );
  });

  test('name periods that are not weeks', () => {
    const words = { before: '(2–15 Feb)', after: '(16 Feb–1 Mar)', several: 'such periods' };
    expect(told({ words, isCompared: false }).text).toBe(
      'True fulfilment 83.0% (16 Feb–1 Mar), down 6.0 points from 89.0% (2–15 Feb).',
    );
    expect(told({ words, isReal: false }).text).toBe(
      'True fulfilment 83.0% (16 Feb–1 Mar), 89.0% (2–15 Feb): no more than such periods usually differ.',
    );
  });

  test.each([
    ['venue', 'venue'],
    ['area', 'area'],
    ['role', 'job title'],
    ['weekday', 'weekday'],
    [undefined, 'group'],
  ] as const)('call groups by %s what people call them', (key, word) => {
    expect(told({ key }).text).toContain(`: no single ${word} stands out.`);
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
    const definition = over('SHIFTS_WORKED', denominator);
    const { text } = told({ measure, definition, key, change, exact: change, isMix: true });
    expect(text.split(', mostly because ')[1]).toBe(`${expected}.`);
  });

  test('say what is not known, and what may change', () => {
    expect(told({ likeness: undefined, isProvisional: true }).text).toMatch(
      /: no single venue stands out, assuming people come and go independently; the newest days may still be corrected\.$/,
    );
    expect(told({ likeness: undefined, isProvisional: true, isReal: false }).text).toBe(
      'True fulfilment 83.0%, 89.0% the week before: no more than weeks usually differ, assuming people come and go independently.',
    );
  });

  test('do not call a change nothing that is too small to be seen', () => {
    expect(told({ before: 83, change: 0, exact: 0.04, named: [part('A', 0.04)] })).toEqual({
      text: 'True fulfilment 83.0%, 83.0% the week before: the same but for rounding.',
      named: [],
      others: 0,
    });
  });
});

describe('the parts of a change', () => {
  test('are rounded by the largest remainder, so that they add up', () => {
    // −20.2, −19.5 and −20.3 tenths: each is rounded down, and the two with most left get one back.
    expect(told({ named: [part('A', -2.02), part('B', -1.95)] })).toMatchObject({
      named: [part('A', -2), part('B', -2)],
      others: -2,
    });
    // −20.6, −17.1 and −22.3 tenths.
    expect(told({ named: [part('A', -2.06), part('B', -1.71)] })).toMatchObject({
      named: [part('A', -2.1), part('B', -1.7)],
      others: -2.2,
    });
    // The figures are shown 5.9 points apart: one part has to give way.
    expect(told({ before: 83.1, after: 89, change: 5.9, exact: 6, named: [part('A', 3)] })).toMatchObject({
      named: [part('A', 3)],
      others: 2.9,
    });
  });

  test('that look like nothing are left to the others', () => {
    expect(told({ named: [part('A', -5.9), part('B', -0.04)] })).toEqual({
      text: 'True fulfilment 83.0%, down 6.0 points from 89.0% the week before: 5.9 points from A and 0.1 points from all others together.',
      named: [part('A', -5.9)],
      others: -0.1,
    });
    expect(told({ named: [part('A', -0.04)] })).toMatchObject({ named: [], others: -6 });
    expect(told({ named: [part('A', -0.04)] }).text).toMatch(/89\.0% the week before\.$/);
  });

  test('are listed with what all others did, unless that is nothing', () => {
    const text = (...points: readonly number[]) =>
      told({ named: points.map((one, at) => part('ABC'.charAt(at), one)) }).text.split('week before: ')[1];
    expect(text(-3, -2, -1)).toBe('3.0 points from A, 2.0 points from B and 1.0 points from C.');
    expect(text(-6)).toBe('6.0 points from A.');
    expect(text(-4, -1)).toBe(
      '4.0 points from A, 1.0 points from B and 1.0 points from all others together.',
    );
    expect(text(-4, -3)).toBe(
      '4.0 points from A and 3.0 points from B, less 1.0 points from all others together.',
    );
  });
});

describe('a sentence that would be too long', () => {
  const three = (...names: readonly string[]) => names.map((name, at) => part(name, -2.5 + at / 2));

  test('has names of up to 60 letters, and of 40 where these do not fit', () => {
    const [long] = told({ named: three('x'.repeat(90)) }).text.match(/x+…/) ?? [''];
    expect(long).toHaveLength(60);
    const { text } = told({ named: three('x'.repeat(90), 'y'.repeat(90), 'z'.repeat(90)) });
    expect(text.match(/x+…|y+…|z+…/g)?.map((name) => name.length)).toEqual([40, 40, 40]);
  });

  test('is left whole at 300 characters, not at 301', () => {
    const bare = told({ named: three('x', 'y', 'z') }).text.length - 3;
    const room = 300 - bare;
    const names = (last: number) => three('x'.repeat(59), 'y'.repeat(59), 'z'.repeat(last));
    expect(told({ named: names(room - 118) }).text).toHaveLength(300);
    expect(told({ named: names(room - 118) }).text).not.toContain('…');
    expect(told({ named: names(room - 117) }).text).toContain('…');
  });

  test('names fewer, and gives what they did to all others', () => {
    const changes = { isMix: true, isProvisional: true, named: three('x'.repeat(90), 'y'.repeat(90)) };
    const { text, named, others } = told(changes);
    expect(text.length).toBeLessThanOrEqual(300);
    expect(named.map(({ points }) => points)).toEqual([-2.5]);
    expect(others).toBe(-3.5);
    // Without room for any name there is none, nor a word on whether one stands out.
    const none = told({ ...changes, likeness: undefined });
    expect(none.text.length).toBeLessThanOrEqual(300);
    expect(none).toMatchObject({ named: [], others: -6 });
    expect(none.text).not.toContain('stands out');
  });
});
