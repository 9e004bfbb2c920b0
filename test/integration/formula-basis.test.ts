import { beforeAll, describe, expect, test } from '@jest/globals';
import { connectedScene } from '../support/connected-scene';
import { linesOf, oneValue, rowsOf, sentenceIn } from '../support/formula-answers';
import { type Crew, sentRecord } from '../support/shift-records';

/* What a percentage is made of, said by a person. It is 10 March 2026. */

const at = connectedScene();

type Plain = string | number | boolean;
const DAYS = ['2026-02-23', '2026-03-08'] as const;
const metric = (name: string, ...options: Plain[]) =>
  at.scene.call('SHIFT_METRIC', name, ...DAYS, ...options);

describe('true fulfilment % that records leave open', () => {
  // One record decides nothing: 60, 80 or 65 % of demand, and half of these of posted positions.
  const open: Crew = { day: '2026-02-23', posted: 200, booked: 80, worked: 60, noShows: 5, demand: 100 };
  beforeAll(() => at.scene.serve([sentRecord(open)]));

  test('is refused with choices that resolve it', () => {
    const numerators = '"worked", "booked" or "worked + no shows"';
    expect(sentenceIn(metric('true fulfilment %'))).toBe(
      `The data do not settle "true fulfilment %": 30.0 or 80.0. Choose with "basis", ${numerators} / "true demand"; ${numerators} / "posted".`,
    );
  });

  test('is refused with a denominator that leaves three numerators', () => {
    expect(sentenceIn(metric('true fulfilment %', 'basis', 'true demand'))).toBe(
      'The data do not settle "true fulfilment %": 60.0 or 80.0. Choose with "basis", "worked / true demand", "booked / true demand" or "worked + no shows / true demand".',
    );
  });

  test.each([
    ['worked / true demand', 60],
    ['booked / true demand', 80],
    ['worked + no shows / true demand', 65],
    ['Booked/Posted', 40],
    ['SHIFTS_WORKED / SHIFTS_POSTED', 30],
  ])('is given with the basis %s', (basis, value) => {
    expect(oneValue(metric('true fulfilment %', 'basis', basis))).toBe(value);
  });

  test('keeps its range in a grouped table and in evidence, where several are left', () => {
    const options = ['measures', 'true fulfilment %', 'basis', 'true demand'];
    const [line] = linesOf(at.scene.call('SHIFT_FULFILMENT_AGGREGATED', ...DAYS, 'venue', ...options));
    const [row = []] = rowsOf(metric('true fulfilment %', 'basis', 'true demand', 'evidence', true));

    expect(line?.NOTES).toBe('true fulfilment % is 60.0 to 80.0, by definition');
    expect([row[0], row[4], row[5], row[6]]).toEqual([60, 60, 80, 'chosen, of true demand']);
  });

  test('has notes on the scale of its column', () => {
    const options = ['measures', 'true fulfilment %', 'basis', 'true demand', 'percent', 'fraction'];
    const [line] = linesOf(at.scene.call('SHIFT_FULFILMENT_AGGREGATED', ...DAYS, 'venue', ...options));

    expect([line?.TRUE_FULFILMENT_PERCENTAGE, line?.NOTES]).toEqual([
      0.6,
      'true fulfilment % is 0.600 to 0.800, by definition',
    ]);
  });

  test('is not chosen by a pair that it cannot be made of', () => {
    expect(sentenceIn(metric('worked %', 'basis', 'booked / true demand'))).toBe(
      'Choose another "basis": "posted", "booked" or "true demand".',
    );
    expect(at.scene.last.fetches).toBe(0);
  });
});

test('a chosen definition that the records speak against shows their real support', async () => {
  const crews = Array.from({ length: 42 }, (_, index) => ({
    posted: 20,
    booked: 10 + (index % 4),
    worked: 7,
  }));
  await at.scene.serve(crews.map((crew) => sentRecord({ ...crew, day: '2026-02-23' })));

  const [row = []] = rowsOf(metric('worked %', 'basis', 'posted', 'evidence', true));

  expect([row[0], row[7]]).toEqual([35, '0 of 42 rows agree']);
});
