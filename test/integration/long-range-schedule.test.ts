import { describe, expect, test } from '@jest/globals';
import { ANN, type Scene, Stage, state } from '../support/scene';

/* Scheduled refreshes of more days than fit one run: they arrive, keep no other table waiting, and say how far they are. */

const HOUR = 3_600_000;
const COLUMNS = { columns: 'SHIFT_DATE, SHIFT_ID' };

const stage = new Stage({ allowance: 100_000 });

/** Connected to the employer with the fewest shifts. */
async function opened(): Promise<Scene> {
  const scene = await stage.open();
  const { employers, demoEmployer } = scene.server;
  const small = employers.find(
    ({ clientId, region }) => clientId !== demoEmployer.clientId && region === 'UK',
  );
  scene.connect({ clientId: small?.clientId ?? '', clientSecret: small?.clientSecret ?? '' });
  return scene;
}

function schedule(scene: Scene, every: 'hour' | 'day'): void {
  state(scene.ask('sidebarSaveSchedule', { every, hour: 6, email: ANN }));
}

/** So many hours by the clocks of both sides. */
async function pass(scene: Scene, hours: number): Promise<void> {
  for (let hour = 0; hour < hours; hour += 1) {
    await scene.server.setClock(new Date(scene.emulator.clock.now() + HOUR).toISOString());
    scene.emulator.advance({ hours: 1 });
  }
}

/** Answers up to ten days, in half a minute; more are refused. */
async function givesTenDays(scene: Scene): Promise<void> {
  await scene.server.clearScenarios();
  const refusal = { name: 'status', status: 504, latencyMillis: 15_000 } as const;
  await scene.server.setScenario('report', { ...refusal, when: { daysOver: 10 } });
  await scene.server.setScenario('report', { name: 'slow', millis: 30_000 });
}

/** Never answers a window that includes a day. */
async function neverGives(scene: Scene, day: string, status: number): Promise<void> {
  await scene.server.setScenario('report', { name: 'status', status, when: { includes: day } });
}

const lastRun = (scene: Scene, sheet = 'Shifts') =>
  state(scene.ask('sidebarState')).reports.find((report) => report.sheet === sheet)?.lastRun;
/** Those that the platform sends by itself are not ours. */
const mails = (scene: Scene) =>
  scene.emulator.mails.filter(({ subject }) => subject.startsWith('Shift Reports:'));
const runs = (scene: Scene) =>
  state(scene.ask('sidebarState')).activity.map(({ sheet, outcome }) => [sheet, outcome]);
const statusOf = (scene: Scene) => scene.book.values('Shift Reports status!A2:B3');
const shownDays = (scene: Scene) => scene.book.cell('Shift Reports status!H2').value;

describe('a slow service that gives ten days at a time', () => {
  test('fills three years by a daily schedule within eleven hours', async () => {
    const scene = await opened();
    scene.saveReport({ from: '2023-03-10', to: '2026-03-09', ...COLUMNS });
    schedule(scene, 'day');
    await givesTenDays(scene);

    await pass(scene, 32);

    expect(lastRun(scene)).toMatchObject({ outcome: 'refreshed' });
    const runs = () => state(scene.ask('sidebarState')).activity.map(({ at }) => at);
    const before = runs();

    // It is filled: nothing until the next morning.
    await pass(scene, 12);

    expect(runs()).toEqual(before);
  });
});

describe('a daily schedule that goes on every hour', () => {
  test('rests until the next day once what came is six hours old and the sign-in is refused', async () => {
    const scene = await opened();
    scene.saveReport({ from: '2006-03-10', to: '2026-03-09', ...COLUMNS });
    schedule(scene, 'day');
    await givesTenDays(scene);
    await pass(scene, 22);
    expect(lastRun(scene)?.outcome).toBe('unfinished');
    await scene.server.clearScenarios();
    await scene.server.setScenario('report', { name: 'status', status: 401 });
    await scene.server.setScenario('token', { name: 'status', status: 401 });

    await pass(scene, 7);
    const last = lastRun(scene);
    await pass(scene, 14);

    expect(last?.outcome).toBe('failed');
    expect(lastRun(scene)).toEqual(last);
  });
});

describe('a table that keeps three years', () => {
  test('gets its new days after the first of a month, however slow the service', async () => {
    const scene = await opened();
    const id = scene.saveReport({ from: '2023-01-01', to: '2026-03-09', mode: 'history', ...COLUMNS });
    state(scene.refresh(id));
    scene.saveReport({ id, period: 'yesterday', from: '', to: '', mode: 'history', ...COLUMNS });
    scene.emulator.clock.advance(22 * 24 * HOUR);
    schedule(scene, 'day');
    await scene.server.setScenario('report', { name: 'slow', millis: 20_000 });

    await pass(scene, 34);

    // The first run of April is that of 2 April.
    expect(shownDays(scene)).toMatch(/–1 Apr 2026$/);
    expect(lastRun(scene)?.outcome).toBe('refreshed');
  });

  test('gets them also where the service refuses an old month for good', async () => {
    const scene = await stage.open({ startAt: '2026-03-31T09:00:00Z' });
    scene.connect();
    const id = scene.saveReport({ from: '2026-01-01', to: '2026-03-30', mode: 'history' });
    state(scene.refresh(id));
    scene.saveReport({ id, period: 'yesterday', from: '', to: '', mode: 'history' });
    schedule(scene, 'day');
    await neverGives(scene, '2026-01-15', 422);

    await pass(scene, 48);

    expect(shownDays(scene)).toBe('1 Jan–1 Apr 2026');
    expect(lastRun(scene)?.outcome).toBe('refreshed');
  });
});

describe('a report that is not finished', () => {
  test('is told as that, on the status sheet, in the activity and in the sidebar', async () => {
    const scene = await opened();
    scene.saveReport({ period: 'last 3 months', from: '', to: '', ...COLUMNS, sheet: 'Long' });
    scene.saveReport({ period: 'yesterday', from: '', to: '', sheet: 'Short' });
    state(scene.ask('sidebarRefreshAll'));
    await neverGives(scene, '2026-01-15', 504);
    schedule(scene, 'hour');

    await pass(scene, 1);

    expect(statusOf(scene)).toContainEqual(['Long', 'Unfinished']);
    expect(lastRun(scene, 'Long')?.message).toMatch(
      /^Fetched \d+ of \d+ days so far\. The next refresh continues from there\. Try again .*HTTP 504/,
    );
    expect(runs(scene).slice(0, 2)).toEqual([
      ['Short', 'refreshed'],
      ['Long', 'unfinished'],
    ]);
  });

  test('and gets no further fails, with its cause and one mail, and is not said to be on its way again hour by hour', async () => {
    const scene = await opened();
    state(scene.refresh(scene.saveReport({ period: 'last 3 months', from: '', to: '', ...COLUMNS })));
    await neverGives(scene, '2026-01-15', 504);
    schedule(scene, 'hour');
    const outcomes: (string | undefined)[] = [];

    for (let hour = 0; hour < 12; hour += 1) {
      await pass(scene, 1);
      outcomes.push(lastRun(scene)?.outcome);
    }

    expect(outcomes).toEqual(['unfinished', ...new Array(11).fill('failed')]);
    expect(lastRun(scene)?.message).toMatch(/HTTP 504/);
    expect(mails(scene)).toHaveLength(1);
  });

  test('keeps no other report from the schedule', async () => {
    const scene = await opened();
    scene.saveReport({ from: '2006-03-10', to: '2026-03-09', ...COLUMNS, sheet: 'Long' });
    const short = scene.saveReport({ period: 'yesterday', from: '', to: '', sheet: 'Short' });
    state(scene.refresh(short));
    schedule(scene, 'day');
    await scene.server.setScenario('report', { name: 'slow', millis: 20_000 });

    await pass(scene, 10 * 24);

    expect(lastRun(scene, 'Short')).toMatchObject({ outcome: 'refreshed' });
    expect(lastRun(scene, 'Short')?.finishedAt).toMatch(/^(19|20) Mar 2026, /);
  });
});
