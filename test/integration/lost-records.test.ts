import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Explanation } from '../../src/contract/sidebar';
import { build } from '../support/dashboard-scene';
import { linesOf, oneValue } from '../support/formula-answers';
import { ANN, type Scene, Stage, state } from '../support/scene';
import { type SentRecord, sentRecord } from '../support/shift-records';

/*
 * Services that do not send all records of the days that they are asked for: no figure is short of them without a word.
 * It is Tuesday, 10 March 2026; every record has one position, so sums and counts can be told from the calendar.
 */

const AGGREGATED = 'SHIFT_FULFILMENT_AGGREGATED';
const MAY_NOT_BE_ALL = 'may not be all: refresh them as a saved report';
const AT_ONCE = 'one day has as many as the service sends at once';
const LAST_WEEK = { from: '2026-03-02', to: '2026-03-08' };
const WINTER = { from: '2025-12-01', to: '2026-02-28' };
const FEBRUARY = { from: '2026-02-01', to: '2026-02-28' };

let stage: Stage;
let scene: Scene;
beforeAll(async () => {
  stage = await Stage.start();
});
afterAll(() => stage.close());
beforeEach(async () => {
  scene = await stage.open();
  scene.connect();
});

/** So many records on each day of a range, and on its last day. */
function records({ from, to }: typeof LAST_WEEK, perDay: number, onLast = perDay): SentRecord[] {
  const rows: SentRecord[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += 86_400_000) {
    const day = new Date(at).toISOString().slice(0, 10);
    const count = day === to ? onLast : perDay;
    for (let index = 0; index < count; index += 1) {
      rows.push(sentRecord({ day, posted: 1, booked: 1, worked: 1 }));
    }
  }
  return rows;
}

/** From now on the service is this one. */
async function serve(filter: Readonly<Record<string, unknown>>): Promise<void> {
  scene.emulator.world.caches.clear();
  await scene.server.clearScenarios();
  await scene.server.setScenario('report', { name: 'day-filter', ...filter });
}

/** What a formula shows of a range, as one line. */
function shown({ from, to }: typeof LAST_WEEK) {
  const [line] = linesOf(scene.call(AGGREGATED, from, to, 'venue', 'measures', 'posted'));
  return { posted: line?.SHIFTS_POSTED, notes: line?.NOTES };
}

/** What a refreshed table holds of a range. */
function refreshed(range: typeof LAST_WEEK) {
  const id = scene.saveReport({ ...range, columns: 'SHIFT_DATE, SHIFT_ID' });
  const { message } = scene.refresh(id);
  const ids = scene.book
    .values('Shifts!B2:B3000')
    .flat()
    .filter((cell) => cell !== '');
  return { id, message, rows: new Set(ids).size, cells: ids.length };
}

describe('a service that leaves out the last day', () => {
  const TEN_A_DAY = records({ from: '2026-02-20', to: '2026-03-15' }, 10);
  beforeEach(() => serve({ rows: TEN_A_DAY, excludesLastDay: true }));

  test('is told by a formula until a refresh has found it out, and then all records are there', () => {
    expect(shown(LAST_WEEK)).toEqual({
      posted: 60,
      notes: `60 records for 2026-03-02 to 2026-03-08 ${MAY_NOT_BE_ALL}`,
    });

    expect(refreshed(LAST_WEEK)).toMatchObject({ rows: 70, cells: 70 });

    expect(shown(LAST_WEEK)).toEqual({ posted: 70, notes: '' });
    expect(scene.last.fetches).toBe(0);
    scene.emulator.world.caches.clear();
    expect(shown(LAST_WEEK)).toEqual({ posted: 70, notes: '' });
    expect(oneValue(scene.call('SHIFT_METRIC', 'posted', 'yesterday'))).toBe(10);
  });

  test('is found out by checking the connection, and formulas have all records from then on', () => {
    const outcome = scene.ask('sidebarCheckConnection');

    const line = outcome.checks?.find(({ name }) => name === 'One-day report');
    expect(line).toMatchObject({
      state: 'warning',
      sentence: expect.stringMatching(
        /^Ask the operator of the service whether to_date is included: of 10 shifts on 2026-03-09, 0 came/,
      ),
    });
    expect(outcome.message).toBe('The connection works: 10 shifts on 2026-03-09.');
    expect(shown(LAST_WEEK)).toEqual({ posted: 70, notes: '' });
    expect(oneValue(scene.call('SHIFT_METRIC', 'posted', 'yesterday'))).toBe(10);
    expect(scene.last.fetches).toBe(1);
    expect(scene.ask('sidebarCheckConnection').message).toBe(
      'The connection works: 10 shifts on 2026-03-09.',
    );
  });

  test('has every day of a trend, a dashboard, and of an explained formula', () => {
    const { id } = refreshed(LAST_WEEK);
    const days = linesOf(scene.call('SHIFT_TREND', 'posted', LAST_WEEK.from, LAST_WEEK.to, 'day'));
    expect(days.map((line) => Object.values(line)[1])).toEqual(new Array(7).fill(10));
    build(scene, id, 'data_quality');
    expect(scene.book.values('Data quality!A6:A7')).toEqual([['Shift records'], [70]]);
    const ann = scene.book.as(ANN);
    ann.enter('Shifts!H2', `=SHIFT_METRIC("posted", "${LAST_WEEK.from}", "${LAST_WEEK.to}")`);
    ann.select('Shifts!H2');
    const { explanation } = scene.ask('sidebarExplainCell') as { explanation?: Explanation };
    expect(explanation?.lines).toContainEqual({ label: 'Recalculated', value: '70.' });
  });

  test('includes the last day again from some day on: it is asked for the wanted days alone', async () => {
    const { id } = refreshed(LAST_WEEK);
    await serve({ rows: TEN_A_DAY });
    state(scene.refresh(id));
    await scene.server.clear();
    await serve({ rows: TEN_A_DAY });
    state(scene.refresh(id));

    const urls = (await scene.server.requests()).map(({ url }) => url).filter((url) => url.includes('from'));
    expect(urls).toEqual([expect.stringMatching(/from_date=2026-03-02&to_date=2026-03-08$/)]);
    expect(shown(LAST_WEEK)).toEqual({ posted: 70, notes: '' });
  });
});

describe.each([1, -1] as const)('a service whose days begin at another hour (%i)', (by) => {
  const TEN_A_DAY = records({ from: '2025-11-25', to: '2026-03-15' }, 10);
  beforeEach(() => serve({ rows: TEN_A_DAY, otherDays: { every: 33, by } }));

  test('gives a formula over three months all 900 records, and says that none is left out', () => {
    expect(shown(WINTER)).toEqual({ posted: 900, notes: '' });
    expect(shown(WINTER)).toEqual({ posted: 900, notes: '' });
    expect(scene.last.fetches).toBe(0);
  });

  test('gives a refresh all 900 records, and formulas after it with one request for each month', () => {
    expect(refreshed(WINTER)).toMatchObject({ rows: 900, cells: 900 });
    expect(shown(WINTER)).toEqual({ posted: 900, notes: '' });
    scene.emulator.world.caches.clear();
    expect(shown(WINTER)).toEqual({ posted: 900, notes: '' });
    expect(scene.last.fetches).toBe(4);
  });
});

describe('a service that cuts its answers', () => {
  test.each([
    [500, 514],
    [1000, 1010],
    [1000, 1028],
  ])('at %i of %i records: a formula tells, and a refresh has all', async (most, all) => {
    // The last day has about as many as any other, also where it is cut.
    const perDay = Math.floor((0.95 * Math.min(most, all)) / 28);
    await serve({ rows: records(FEBRUARY, perDay, all - 27 * perDay), most });

    expect(shown(FEBRUARY)).toEqual({
      posted: most,
      notes: `${most.toLocaleString('en')} records for 2026-02-01 to 2026-02-28 ${MAY_NOT_BE_ALL}`,
    });
    expect(refreshed(FEBRUARY)).toMatchObject({ rows: all, cells: all });
    expect(shown(FEBRUARY)).toEqual({ posted: all, notes: '' });
  });

  test('in the middle of the range: a formula tells, and a refresh has all', async () => {
    await serve({ rows: records(FEBRUARY, 37, 51), most: 730 });

    expect(shown(FEBRUARY)).toEqual({
      posted: 730,
      notes: `730 records for 2026-02-01 to 2026-02-28 ${MAY_NOT_BE_ALL}`,
    });
    expect(refreshed(FEBRUARY)).toMatchObject({ rows: 1050, cells: 1050 });
  });

  test('at 1000 from some day on, after an answer of 1500 was found whole', async () => {
    const rows = records({ ...FEBRUARY, to: '2026-02-26' }, 58, 1500 - 25 * 58);
    await serve({ rows });
    const { id } = refreshed(FEBRUARY);
    expect(shown(FEBRUARY)).toEqual({ posted: 1500, notes: '' });
    await serve({ rows, most: 1000 });

    expect(shown(FEBRUARY)).toMatchObject({ notes: expect.stringContaining(MAY_NOT_BE_ALL) });
    state(scene.refresh(id));
    const ids = scene.book.values('Shifts!B2:B3000').flat();
    expect(ids.filter((cell) => cell !== '')).toHaveLength(1500);
  });

  test('and leaves out the last day besides', async () => {
    const rows = records({ from: '2026-01-25', to: '2026-03-15' }, 50);
    await serve({ rows, most: 1000, excludesLastDay: true });
    expect(refreshed(FEBRUARY)).toMatchObject({ rows: 1400, cells: 1400 });
  });

  test('on one day, which cannot be asked for in parts', async () => {
    await serve({ rows: records(FEBRUARY, 40, 700), most: 600 });
    const { message } = refreshed(FEBRUARY);
    expect(message).toContain('2026-02-28 has 600 records, the number at which longer answers were cut');
    expect(shown(FEBRUARY)).toEqual({
      posted: 27 * 40 + 600,
      notes: `1,680 records for 2026-02-01 to 2026-02-28 may not be all: ${AT_ONCE}`,
    });
    scene.emulator.world.caches.clear();
    expect(shown({ from: '2026-02-28', to: '2026-02-28' })).toEqual({
      posted: 600,
      notes: `600 records for 2026-02-28 may not be all: ${AT_ONCE}`,
    });
  });
});
