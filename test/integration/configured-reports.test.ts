import { describe, expect, test } from '@jest/globals';
import { loadOpenApiChecker } from '../contract/api/openapi-checker';
import type { FormulaArgument } from '../emulator/values';
import { builtWith } from '../support/built-with';
import { sentenceIn } from '../support/formula-answers';
import { ANN, type Scene, Stage, state } from '../support/scene';

/* The two reports whose paths only the operator of the service knows: without a path, and with one. */

const stage = new Stage();
const days = { from_date: '{from}', to_date: '{to}' };
const dist = builtWith({
  reports: {
    worker_turnover: { path: 'reports/worker_turnover', parameters: days },
    shift_fulfilment_aggregated: { path: 'reports/aggregated', parameters: { ...days, group_by: '{by}' } },
  },
});

/** Two weeks from Monday; the second ends the day before the scene begins. */
const WEEKS = ['2026-02-23', '2026-03-08'] as const;
const TURNOVER_PATH = '/v1/reporting/me/reports/worker_turnover?from_date=2026-02-23&to_date=2026-03-08';

/** What the service says of two weeks at two venues; nothing about them is known to the add-on. */
const PERIODS: readonly Period[] = ['2026-02-23', '2026-03-02'].flatMap((period_start, at) =>
  ['Pier', 'Arena'].map((name) => ({
    period_start,
    period_end: ['2026-03-01', '2026-03-08'][at] ?? '',
    venue: { name, city: at === 0 ? 'Leeds' : null },
    headcount_start: 40,
    hires: at === 0 ? 3 : null,
    leavers: at === 0 ? 1 : null,
    headcount_end: at === 0 ? 42 : null,
    turnover_percentage: at === 0 ? 2.5 : null,
    is_complete: at === 0,
  })),
);

/** A connected spreadsheet with the add-on built as an operator would who knows both paths. */
async function configured(): Promise<Scene> {
  const scene = await stage.open({ dist });
  await scene.server.setReport('worker_turnover', { report: { periods: PERIODS } });
  await scene.server.setReport('aggregated', { report: { groups: [] } });
  scene.connect();
  await scene.server.clear();
  return scene;
}

function run(scene: Scene, name: string, args: readonly FormulaArgument[]): readonly (readonly unknown[])[] {
  const result = scene.book.as(ANN).runFormula(name, args);
  if (result.kind === 'error') throw new Error(result.message);
  return result.values;
}

function refusal(scene: Scene, name: string, args: readonly FormulaArgument[]): string {
  const result = scene.book.as(ANN).runFormula(name, args);
  return result.kind === 'error' ? result.message : 'not refused';
}

/** Makes the service answer the next report with these records. */
async function answering(scene: Scene, records: unknown): Promise<void> {
  await scene.server.setScenario('report', {
    name: 'body',
    text: JSON.stringify({ report: records }),
    times: 1,
  });
}

interface Period {
  readonly period_start: string;
  readonly period_end: string;
  readonly venue: { readonly name: string; readonly city: string | null };
  readonly headcount_start: number;
  readonly hires: number | null;
  readonly leavers: number | null;
  readonly headcount_end: number | null;
  readonly turnover_percentage: number | null;
  readonly is_complete: boolean;
}

const day = (iso: string) => new Date(`${iso}T00:00:00Z`);
/** What a formula gives where nothing is known. */
const blank = <Value>(value: Value | null) => value ?? '';

describe('an add-on built without the paths', () => {
  test('says of worker turnover what is missing and who has it, and asks nobody', async () => {
    const scene = await stage.connected();
    await scene.server.clear();

    expect(refusal(scene, 'WORKER_TURNOVER', WEEKS)).toBe(
      'Ask the operator of the service for the path of the worker turnover report, then have the add-on built with it: its address is not published.',
    );
    expect(await scene.server.requests()).toEqual([]);
  });
});

describe('worker turnover with a path', () => {
  test('has a heading row, then each record as the service sent it', async () => {
    const scene = await configured();

    const [headings, ...rows] = run(scene, 'WORKER_TURNOVER', WEEKS);

    expect(headings).toEqual([
      'period_start',
      'period_end',
      'venue',
      'headcount_start',
      'hires',
      'leavers',
      'headcount_end',
      'turnover_percentage',
      'is_complete',
    ]);
    expect(rows).toEqual(
      PERIODS.map((one) => [
        day(one.period_start),
        day(one.period_end),
        JSON.stringify(one.venue),
        one.headcount_start,
        blank(one.hires),
        blank(one.leavers),
        blank(one.headcount_end),
        blank(one.turnover_percentage),
        one.is_complete,
      ]),
    );
    expect(rows).toHaveLength(4);
  });

  test('spills real dates, numbers and TRUE into the cells, blanks where nothing is known', async () => {
    const scene = await configured();
    await answering(scene, [
      { week: '2026-03-02', hires: 3, rate: 2.5, done: true, note: '=1+1', from: null },
      { week: null, hires: null, rate: 4, done: false, note: '007', from: { city: 'Leeds' } },
    ]);

    scene.book.as(ANN).enter('Sheet1!B2', '=WORKER_TURNOVER("2026-03-02", "2026-03-08")');

    expect(scene.book.values('Sheet1!B2:G4')).toEqual([
      ['week', 'hires', 'rate', 'done', 'note', 'from'],
      // 46,083 is 2026-03-02.
      [46_083, 3, 2.5, true, '=1+1', ''],
      ['', '', 4, false, '007', '{"city":"Leeds"}'],
    ]);
  });

  test('asks for the path and the days that it was built with', async () => {
    const scene = await configured();
    // Once for many formulas, and not for the shifts of the same days.
    for (let count = 0; count < 5; count += 1) run(scene, 'WORKER_TURNOVER', WEEKS);

    const exchanges = await scene.server.requests();
    const checker = loadOpenApiChecker();
    // But for its path it is asked for as the documented one.
    const documented = exchanges.map((one) => ({
      ...one,
      url: one.url.replace('worker_turnover', 'shift_fulfilment'),
    }));
    expect(exchanges.map(({ url }) => url)).toEqual([TURNOVER_PATH]);
    expect(documented.flatMap((exchange) => checker.checkRequest(exchange))).toEqual([]);
  });

  test('is asked for in one piece again after an answer that did not come in time', async () => {
    const scene = await configured();
    await scene.server.setScenario('report', { name: 'status', status: 504 });
    expect(refusal(scene, 'WORKER_TURNOVER', WEEKS)).toMatch(/^Try again later: .* did not answer in time/);
    await scene.server.clearScenarios();
    scene.emulator.clock.advance(15 * 60_000);
    await scene.server.clear();

    expect(run(scene, 'WORKER_TURNOVER', WEEKS).length).toBeGreaterThan(1);
    expect((await scene.server.requests()).map(({ url }) => url)).toContain(TURNOVER_PATH);
  });
});

describe('the aggregated report with a path', () => {
  test('is the service’s own, grouped by what the formula says', async () => {
    const scene = await configured();
    await answering(scene, {
      groups: [{ PERIOD_START: '2026-02-23', VENUE_NAME: 'Pier', SHIFTS_POSTED: 7 }],
    });

    const [headings, ...rows] = run(scene, 'SHIFT_FULFILMENT_AGGREGATED', [...WEEKS, 'week, venue']);

    expect(headings).toEqual(['PERIOD_START', 'VENUE_NAME', 'SHIFTS_POSTED']);
    expect(rows).toEqual([[day('2026-02-23'), 'Pier', 7]]);
    expect(
      new URL((await scene.server.requests()).at(-1)?.url ?? '', 'http://x').searchParams.get('group_by'),
    ).toMatch(/^week, ?venue$/);
  });

  test('is kept apart for each thing to group by', async () => {
    const scene = await configured();
    for (const name of ['VENUE_NAME', 'JOB_TITLE']) await answering(scene, { groups: [{ [name]: 'x' }] });
    const firstHeading = (by: string) => run(scene, 'SHIFT_FULFILMENT_AGGREGATED', [...WEEKS, by])[0]?.[0];

    expect(['venue', 'role', 'venue'].map(firstHeading)).toEqual(['VENUE_NAME', 'JOB_TITLE', 'VENUE_NAME']);
    expect(await scene.server.requests()).toHaveLength(2);
  });
});

/* Section 7: 404 means that an endpoint does not exist. Of a path that was given at build that is no word on access. */
const UNKNOWN =
  /^Have the path of this report checked by whoever built this add-on: the service does not know it\. \(HTTP\u00a0404, ref [0-9a-f-]{36}\)$/;

test('a path that the service does not know refuses that report, and no other', async () => {
  const scene = await stage.connected({ dist });
  const turnover = () => sentenceIn(scene.book.as(ANN).runFormula('WORKER_TURNOVER', WEEKS));
  expect(scene.formula(...WEEKS).kind).toBe('values');
  await scene.server.clear();
  await scene.server.setScenario('report', { name: 'status', status: 404, times: 1 });

  expect(turnover()).toMatch(UNKNOWN);
  // Remembered for that request, with its sentence.
  expect(turnover()).toMatch(UNKNOWN);
  // What is kept is shown, and other days are asked for.
  expect(scene.formula(...WEEKS).kind).toBe('values');
  expect(scene.formula('2026-01-02', '2026-01-03').kind).toBe('values');
  expect((await scene.server.requests()).map(({ url }) => url.replace(/\?.*/, ''))).toEqual([
    '/v1/reporting/me/reports/worker_turnover',
    '/v1/reporting/me/reports/shift_fulfilment',
  ]);
});

test('of the documented report a 404 says that access is not enabled, and holds for all', async () => {
  const scene = await stage.connected({ dist });
  await scene.server.setScenario('report', { name: 'status', status: 404, times: 1 });

  const sentence = /^Ask the operator of the service to enable API access/;
  expect(sentenceIn(scene.formula(...WEEKS))).toMatch(sentence);
  expect(sentenceIn(scene.book.as(ANN).runFormula('WORKER_TURNOVER', WEEKS))).toMatch(sentence);
});

/** The sample employer, where both paths are known. */
async function tried(): Promise<Scene> {
  const scene = await stage.open({ dist });
  state(scene.ask('sidebarUseSampleData', 'US'));
  return scene;
}

test('worker turnover says that the sample has none, and the other formulas go on', async () => {
  const scene = await tried();
  const refused = scene.call('WORKER_TURNOVER', '2026-03-02', '2026-03-08');
  expect(refused).toMatchObject({
    kind: 'error',
    message: expect.stringContaining('Connect with your own credentials: the sample employer has no worker'),
  });
  expect(scene.formula('2026-03-02', '2026-03-02').kind).toBe('values');
});
