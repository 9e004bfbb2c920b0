import { describe, expect, test } from '@jest/globals';
import type { Fault } from '../emulator/execution';
import { sample } from '../support/crash-scene';
import { documentProperties } from '../support/document-properties';
import { heldReport } from '../support/held-table';
import { outOfAll } from '../support/runs';
import { ANN, mails, type Scene, Stage, state } from '../support/scene';
import { sentRecord } from '../support/shift-records';

/*
 * A refresh of twelve months: killed, stopped and gone on with.
 */

const RUNS = outOfAll(5);
const SEED = Number(process.env.TEST_SEED ?? 20_260_305);
const WINDOWS = 12;
const YEAR = { from: '2025-04-01', to: '2026-03-09' };

const stage = new Stage({ allowance: 100_000 });

/** Connected to the employer with the fewest shifts. */
async function connected(): Promise<Scene> {
  const scene = await stage.open();
  const { employers, demoEmployer } = scene.server;
  const small = employers.find(
    ({ clientId, region }) => clientId !== demoEmployer.clientId && region === 'UK',
  );
  scene.connect({ clientId: small?.clientId ?? '', clientSecret: small?.clientSecret ?? '' });
  return scene;
}

/** A report of a year. */
async function opened(changes = {}): Promise<{ scene: Scene; id: string }> {
  const scene = await connected();
  const id = scene.saveReport({ ...YEAR, columns: 'SHIFT_DATE, VENUE_NAME, SHIFT_ID', ...changes });
  return { scene, id };
}

/** One run that may be killed. @returns Whether the table is written. */
function run({ scene, id }: { readonly scene: Scene; readonly id: string }, fault: Fault | null): boolean {
  scene.emulator.fault = fault;
  const result = scene.book.as(ANN).callFromSidebar('sidebarRefreshReport', id, true);
  scene.emulator.fault = null;
  return result.kind === 'success' && (result.value as { readonly more?: boolean }).more === false;
}

const windowsOf = async (scene: Scene) =>
  (await scene.requestKinds()).filter((kind) => kind === 'report').length;
const table = (scene: Scene) =>
  JSON.stringify(scene.book.values('Shifts!A1:C20000').filter(([day]) => day !== ''));

describe('a refresh of twelve months', () => {
  test('asks for each month once, and nothing of it is left over', async () => {
    const begun = await opened();
    await begun.scene.server.clear();

    expect(run(begun, null)).toBe(true);

    expect(await windowsOf(begun.scene)).toBe(WINDOWS);
    const { lease = '', ...others } = documentProperties(begun.scene);
    expect([lease, JSON.parse(others[`report.${begun.id}`] ?? '{}').cursor]).toEqual(['', null]);
  });

  test(`killed at calls of its fetch (seed ${SEED}) it is exact once it is run again`, async () => {
    const clean = await opened();
    expect(run(clean, null)).toBe(true);
    const { calls } = clean.scene.last;
    const fetches = calls.filter(({ method }) => method.startsWith('UrlFetchApp.'));
    const last = (fetches[fetches.length - 1]?.index ?? 0) + 2;
    const expected = table(clean.scene);
    const kills = sample(
      Array.from({ length: last }, (_, index) => index + 1),
      RUNS,
      SEED,
    );

    for (const killAtCall of kills) {
      const killed = await opened();
      await killed.scene.server.clear();
      expect([killAtCall, run(killed, { killAtCall })]).toEqual([killAtCall, false]);
      killed.scene.emulator.advance({ minutes: 8 });
      expect([killAtCall, run(killed, null)]).toEqual([killAtCall, true]);
      expect({ killAtCall, isExact: table(killed.scene) === expected }).toEqual({
        killAtCall,
        isExact: true,
      });
    }
  });
});

describe('a refresh whose time is up', () => {
  const cursorOf = ({ scene, id }: { readonly scene: Scene; readonly id: string }) =>
    JSON.parse(documentProperties(scene)[`report.${id}`] ?? '{}').cursor;

  /** Three years, most of them without shifts, and how many months they are. */
  const YEARS = { from: '2023-04-01', to: '2026-03-09' };
  const MONTHS = 36;

  /** Three years of a service that takes ten seconds for an answer, after one run in the sidebar. */
  async function stopped(every: 'off' | 'hour' = 'off') {
    const begun = await opened(YEARS);
    state(begun.scene.ask('sidebarSaveSchedule', { every, hour: 0 }));
    await begun.scene.server.clear();
    await begun.scene.server.setScenario('report', { name: 'slow', millis: 10_000 });
    const outcome = begun.scene.ask('sidebarRefreshReport', begun.id);
    return { ...begun, outcome };
  }

  test('says how far it came, leaves the sheet alone and asks the page to go on', async () => {
    const { scene, outcome } = await stopped();

    expect(outcome).toMatchObject({ kind: 'done', more: true });
    const [report] = state(outcome).reports;
    expect(outcome.message).toMatch(/^Fetched [\d,]+ of 1,074 days so far\.$/);
    expect(report?.remark).toBe(`${outcome.message} The next refresh continues from there.`);
    expect(scene.book.workbook.sheets.map(({ name }) => name)).toEqual(['Sheet1']);
    expect(state(outcome).running).toBeNull();
    expect(scene.last.virtualMillis).toBeLessThanOrEqual(60_000);
  });

  test('is gone on with at once as often as asked, each month asked for once', async () => {
    const { scene, id } = await stopped();
    const clean = await opened(YEARS);
    expect(run(clean, null)).toBe(true);
    const days: number[] = [];

    for (let runs = 0; runs < 10; runs += 1) {
      const outcome = scene.ask('sidebarRefreshReport', id);
      if (outcome.kind === 'done' && !outcome.more) break;
      days.push(Number(outcome.message.split(' ')[0]?.replace(',', '')));
    }

    expect(days).toEqual([...days].sort((one, other) => one - other));
    expect(table(scene)).toBe(table(clean.scene));
    expect(state(scene.ask('sidebarState')).reports[0]).toMatchObject({ remark: '' });
  });

  test('says no more how far it came once its table waits for a person’s word', async () => {
    const { scene, id } = await opened(YEARS);
    expect(run({ scene, id }, null)).toBe(true);
    scene.emulator.caches.clear();
    const few = [sentRecord({ day: '2026-03-02', posted: 1, booked: 1, worked: 1 })];
    const answered = { rows: few, onlyAsked: true, latencyMillis: 10_000 };
    await scene.server.setScenario('report', { name: 'replace-rows', ...answered });
    const first = scene.ask('sidebarRefreshReport', id);
    expect(first).toMatchObject({ kind: 'done', more: true });
    expect(state(first).reports[0]).toMatchObject({
      confirmation: null,
      remark: expect.stringContaining('Fetched'),
    });

    let outcome = scene.ask('sidebarRefreshReport', id);
    for (let runs = 0; runs < 10 && outcome.kind === 'done' && outcome.more; runs += 1)
      outcome = scene.ask('sidebarRefreshReport', id);

    expect(outcome).toMatchObject({ kind: 'failed', code: 'held_back' });
    const sentence = expect.stringMatching(/^Only 1 shift came for /);
    expect(heldReport(scene)).toMatchObject({ confirmation: { sentence, isKept: false }, remark: '' });
  });

  test('is gone on with by the schedule', async () => {
    const { scene, id } = await stopped('hour');
    const asked = await windowsOf(scene);
    expect(asked).toBeGreaterThan(0);

    scene.emulator.advance({ hours: 1, minutes: 1 });

    expect(await windowsOf(scene)).toBe(MONTHS);
    expect(cursorOf({ scene, id })).toBeNull();
    expect(JSON.parse(table(scene)).length).toBeGreaterThan(1000);
  });

  test('is begun anew when nobody went on with it for six hours, as long as rows are kept', async () => {
    const { scene, id } = await stopped();
    const asked = await windowsOf(scene);
    scene.emulator.clock.advance(6 * 3_600_000);
    await scene.server.clearScenarios();

    expect(run({ scene, id }, null)).toBe(true);

    expect(await windowsOf(scene)).toBe(asked + MONTHS);
  });

  test.each([
    ['other days', { from: '2025-06-01' }],
    ['a filter', { venue: 'A*' }],
    ['other columns', { columns: 'SHIFT_ID' }],
  ])('is begun anew when its report was given %s', async (_, changes) => {
    const { scene, id } = await stopped();
    const first = cursorOf({ scene, id });

    scene.saveReport({ id, ...YEARS, columns: 'SHIFT_DATE, VENUE_NAME, SHIFT_ID', ...changes });

    expect([typeof first.since, cursorOf({ scene, id })]).toEqual(['number', null]);
    expect(state(scene.ask('sidebarState')).reports[0]?.remark).toBe('');
  });
});

/* On a schedule: days arrive, keep no other table waiting, and say how far they are. */

const HOUR = 3_600_000;
const COLUMNS = { columns: 'SHIFT_DATE, SHIFT_ID' };

function schedule(scene: Scene, every: 'hour' | 'day'): void {
  state(scene.ask('sidebarSaveSchedule', { every, hour: 6, email: ANN }));
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
const runs = (scene: Scene) =>
  state(scene.ask('sidebarState')).activity.map(({ sheet, outcome }) => [sheet, outcome]);
const statusOf = (scene: Scene) => scene.book.values('Shift Reports status!A2:B3');
const shownDays = (scene: Scene) => scene.book.cell('Shift Reports status!H2').value;

describe('a slow service that gives ten days at a time', () => {
  test('fills three years by a daily schedule within eleven hours', async () => {
    const scene = await connected();
    scene.saveReport({ from: '2023-03-10', to: '2026-03-09', ...COLUMNS });
    schedule(scene, 'day');
    await givesTenDays(scene);

    scene.emulator.advance({ hours: 32 });

    expect(lastRun(scene)).toMatchObject({ outcome: 'refreshed' });
    const runs = () => state(scene.ask('sidebarState')).activity.map(({ at }) => at);
    const before = runs();

    // It is filled: nothing until the next morning.
    scene.emulator.advance({ hours: 12 });

    expect(runs()).toEqual(before);
  });
});

describe('a daily schedule that goes on every hour', () => {
  test('rests until the next day once what came is six hours old and the sign-in is refused', async () => {
    const scene = await connected();
    scene.saveReport({ from: '2006-03-10', to: '2026-03-09', ...COLUMNS });
    schedule(scene, 'day');
    await givesTenDays(scene);
    scene.emulator.advance({ hours: 22 });
    expect(lastRun(scene)?.outcome).toBe('unfinished');
    await scene.server.clearScenarios();
    await scene.server.setScenario('report', { name: 'status', status: 401 });
    await scene.server.setScenario('token', { name: 'status', status: 401 });

    scene.emulator.advance({ hours: 7 });
    const last = lastRun(scene);
    scene.emulator.advance({ hours: 14 });

    expect(last?.outcome).toBe('failed');
    expect(lastRun(scene)).toEqual(last);
  });
});

describe('a table that keeps three years', () => {
  test('gets its new days after the first of a month, however slow the service', async () => {
    const scene = await connected();
    const id = scene.saveReport({ from: '2023-01-01', to: '2026-03-09', mode: 'history', ...COLUMNS });
    state(scene.refresh(id));
    scene.saveReport({ id, period: 'yesterday', from: '', to: '', mode: 'history', ...COLUMNS });
    scene.emulator.clock.advance(22 * 24 * HOUR);
    schedule(scene, 'day');
    await scene.server.setScenario('report', { name: 'slow', millis: 20_000 });

    scene.emulator.advance({ hours: 34 });

    // The first run of April is that of 2 April.
    expect(shownDays(scene)).toMatch(/–1 Apr 2026$/);
    expect(lastRun(scene)?.outcome).toBe('refreshed');
  });

  test('gets them also where the service refuses an old month for good', async () => {
    const scene = await stage.connected({ startAt: '2026-03-31T09:00:00Z' });
    const id = scene.saveReport({ from: '2026-01-01', to: '2026-03-30', mode: 'history' });
    state(scene.refresh(id));
    scene.saveReport({ id, period: 'yesterday', from: '', to: '', mode: 'history' });
    schedule(scene, 'day');
    await neverGives(scene, '2026-01-15', 422);

    scene.emulator.advance({ hours: 48 });

    expect(shownDays(scene)).toBe('1 Jan–1 Apr 2026');
    expect(lastRun(scene)?.outcome).toBe('refreshed');
  });
});

describe('a report that is not finished', () => {
  test('is told as that, on the status sheet, in the activity and in the sidebar', async () => {
    const scene = await connected();
    scene.saveReport({ period: 'last 3 months', from: '', to: '', ...COLUMNS, sheet: 'Long' });
    scene.saveReport({ period: 'yesterday', from: '', to: '', sheet: 'Short' });
    state(scene.ask('sidebarRefreshAll'));
    await neverGives(scene, '2026-01-15', 504);
    schedule(scene, 'hour');

    scene.emulator.advance({ hours: 1 });

    expect(statusOf(scene)).toContainEqual(['Long', 'Unfinished']);
    expect(lastRun(scene, 'Long')?.message).toMatch(
      /^Fetched \d+ of \d+ days so far\. The next refresh continues from there\. Try again later: .*HTTP\u00a0504/,
    );
    expect(runs(scene).slice(0, 2)).toEqual([
      ['Short', 'refreshed'],
      ['Long', 'unfinished'],
    ]);
  });

  test('and gets no further fails, with its cause and one mail, and is not said to be on its way again hour by hour', async () => {
    const scene = await connected();
    state(scene.refresh(scene.saveReport({ period: 'last 3 months', from: '', to: '', ...COLUMNS })));
    await neverGives(scene, '2026-01-15', 504);
    schedule(scene, 'hour');
    const outcomes: (string | undefined)[] = [];

    for (let hour = 0; hour < 12; hour += 1) {
      scene.emulator.advance({ hours: 1 });
      outcomes.push(lastRun(scene)?.outcome);
    }

    expect(outcomes).toEqual(['unfinished', ...new Array(11).fill('failed')]);
    expect(lastRun(scene)?.message).toMatch(/HTTP\u00a0504/);
    expect(mails(scene)).toHaveLength(1);
  });
});
