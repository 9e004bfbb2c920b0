import { beforeAll, describe, expect, test } from '@jest/globals';
import { connectedScene } from '../support/connected-scene';
import { linesOf, oneValue, rowsOf, sentenceIn } from '../support/formula-answers';
import { state } from '../support/scene';
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
    expect(sentenceIn(metric('true fulfilment %'))).toBe(
      'Choose with "basis", "true demand" or "posted": true fulfilment % is 30.0 to 80.0.',
    );
  });

  test.each([
    ['true demand', 60],
    ['worked / true demand', 60],
    ['booked / true demand', 80],
    ['worked + no shows / true demand', 65],
    ['Booked/Posted', 40],
    ['SHIFTS_WORKED / SHIFTS_POSTED', 30],
  ])('is given with the basis %s', (basis, value) => {
    expect(oneValue(metric('true fulfilment %', 'basis', basis))).toBe(value);
  });

  test('is not chosen by a pair that it cannot be made of', () => {
    expect(sentenceIn(metric('worked %', 'basis', 'booked / true demand'))).toBe(
      'Choose another "basis": "posted", "booked" or "true demand".',
    );
    expect(at.scene.last.fetches).toBe(0);
  });
});

test('a chosen definition that the records speak against shows how many agree', async () => {
  const crews = Array.from({ length: 42 }, (_, index) => ({
    posted: 20,
    booked: 10 + (index % 4),
    worked: 7,
  }));
  await at.scene.serve(crews.map((crew) => sentRecord({ ...crew, day: '2026-02-23' })));

  const [row = []] = rowsOf(metric('worked %', 'basis', 'posted', 'evidence', true));

  expect(row[0]).toBe(35);
  expect(row[4]).toMatch(/^worked ÷ posted, as chosen: 0 of 42 rows agree/);
});

describe('a service that makes worked % of booked in January, and of posted from February on', () => {
  // 8 of 15 booked are 53.3 %, of 26 posted 30.8 %.
  const shift = (day: string, percentage: number) =>
    sentRecord({
      day,
      posted: 26,
      booked: 15,
      worked: 8,
      demand: 20,
      sent: { SHIFTS_WORKED_PERCENTAGE: percentage },
    });
  const monthOf = (month: string, percentage: number) =>
    Array.from({ length: 196 }, (_, at) =>
      shift(`2026-${month}-${String(1 + (at % 28)).padStart(2, '0')}`, percentage),
    );
  const JANUARY = ['2026-01-01', '2026-01-28'] as const;
  const FEBRUARY = ['2026-02-01', '2026-02-28'] as const;
  const evidence = (from: string, to: string) => {
    const [row = []] = rowsOf(at.scene.call('SHIFT_METRIC', 'worked %', from, to, 'evidence', true));
    return [Number(row[0]).toFixed(1), row[4]];
  };

  beforeAll(async () => {
    await at.scene.serve([...monthOf('01', 53.3), ...monthOf('02', 30.8)]);
    const report = at.scene.saveReport({ from: FEBRUARY[0], to: FEBRUARY[1] });
    state(at.scene.ask('sidebarRefreshReport', report));
  });

  test('is read by the rows of each month, whatever a refresh of February has found', () => {
    expect(oneValue(at.scene.call('SHIFT_STATUS', 'basis worked %'))).toBe(
      'worked ÷ posted: 196 of 196 refreshed rows agree',
    );
    expect(evidence(...JANUARY)).toEqual(['53.3', 'worked ÷ booked: 196 of 196 rows agree']);
    expect(evidence(...FEBRUARY)).toEqual(['30.8', 'worked ÷ posted: 196 of 196 rows agree']);
  });

  test('has no figure for both months but the one that a person chooses', () => {
    const both = [JANUARY[0], FEBRUARY[1]] as const;
    expect(sentenceIn(at.scene.call('SHIFT_METRIC', 'worked %', ...both))).toBe(
      'Choose with "basis", "posted", "booked" or "true demand": worked % fits no known definition.',
    );
    expect(oneValue(at.scene.call('SHIFT_METRIC', 'worked', ...both))).toBe(2 * 196 * 8);
    const chosen = at.scene.call('SHIFT_METRIC', 'worked %', ...both, 'basis', 'booked');
    expect(Number(oneValue(chosen)).toFixed(1)).toBe('53.3');
    const options = ['measures', 'worked %'];
    const [line] = linesOf(at.scene.call('SHIFT_COMPARE', 'venue', ...JANUARY, ...FEBRUARY, ...options));
    const note = 'worked % fits no known definition';
    expect(line).toMatchObject({ CHANGE: '', NOTES: `before: ${note}; after: ${note}` });
  });
});
