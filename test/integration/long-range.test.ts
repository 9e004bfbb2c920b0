import { describe, expect, test } from '@jest/globals';
import type { Fault } from '../emulator/execution';
import { sample } from '../support/crash-scene';
import { documentProperties } from '../support/document-properties';
import { heldReport } from '../support/held-table';
import { outOfAll } from '../support/runs';
import { ANN, type Scene, Stage, state } from '../support/scene';
import { sentRecord } from '../support/shift-records';

/*
 * A refresh of twelve months: killed, stopped and gone on with.
 */

const RUNS = outOfAll(5);
const SEED = Number(process.env.TEST_SEED ?? 20_260_305);
const WINDOWS = 12;
/** The most windows that are asked for together. */
const GROUP = 5;
const YEAR = { from: '2025-04-01', to: '2026-03-09' };

const stage = new Stage({ allowance: 100_000 });

/** A year of the employer with the fewest shifts. */
async function opened(changes = {}): Promise<{ scene: Scene; id: string }> {
  const scene = await stage.open();
  const { employers, demoEmployer } = scene.server;
  const small = employers.find(
    ({ clientId, region }) => clientId !== demoEmployer.clientId && region === 'UK',
  );
  scene.connect({ clientId: small?.clientId ?? '', clientSecret: small?.clientSecret ?? '' });
  return {
    scene,
    id: scene.saveReport({ ...YEAR, columns: 'SHIFT_DATE, VENUE_NAME, SHIFT_ID', ...changes }),
  };
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

  test(`killed at calls of its fetch (seed ${SEED}) it is exact, and only what was under way is asked for twice`, async () => {
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
    const windows: number[] = [];

    for (const killAtCall of kills) {
      const killed = await opened();
      await killed.scene.server.clear();
      // Time passes: what the killed run kept is newer than its begin.
      await killed.scene.server.setScenario('report', { name: 'slow', millis: 100 });
      expect([killAtCall, run(killed, { killAtCall })]).toEqual([killAtCall, false]);
      killed.scene.emulator.advance({ minutes: 8 });
      expect([killAtCall, run(killed, null)]).toEqual([killAtCall, true]);
      windows.push(await windowsOf(killed.scene));
      expect({ killAtCall, isExact: table(killed.scene) === expected }).toEqual({
        killAtCall,
        isExact: true,
      });
    }
    // A kill between an answer and its keeping loses the group that was asked for together.
    expect(Math.max(...windows)).toBeLessThanOrEqual(WINDOWS + GROUP);
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
    expect(outcome.message).toMatch(/^[\d,]+ of 1,074 days\.$/);
    const [report] = state(outcome).reports;
    expect(report?.progress).toBe(outcome.message.slice(0, -1));
    expect(scene.book.document.workbook.sheets.map(({ name }) => name)).toEqual(['Sheet1']);
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
    expect(state(scene.ask('sidebarState')).reports[0]).toMatchObject({ progress: null });
  });

  test('says no more how far it came once its table waits for a person’s word', async () => {
    const { scene, id } = await opened(YEARS);
    expect(run({ scene, id }, null)).toBe(true);
    scene.emulator.world.caches.clear();
    const few = [sentRecord({ day: '2026-03-02', posted: 1, booked: 1, worked: 1 })];
    const answered = { rows: few, onlyAsked: true, latencyMillis: 10_000 };
    await scene.server.setScenario('report', { name: 'replace-rows', ...answered });
    const first = scene.ask('sidebarRefreshReport', id);
    expect(first).toMatchObject({ kind: 'done', more: true });
    expect(state(first).reports[0]).toMatchObject({
      confirmation: null,
      progress: expect.any(String),
    });

    let outcome = scene.ask('sidebarRefreshReport', id);
    for (let runs = 0; runs < 10 && outcome.kind === 'done' && outcome.more; runs += 1)
      outcome = scene.ask('sidebarRefreshReport', id);

    expect(outcome).toMatchObject({ kind: 'failed', code: 'held_back' });
    const sentence = expect.stringMatching(/^Press Refresh and confirm if this is right: only 1 of /);
    expect(heldReport(scene)).toMatchObject({ confirmation: { sentence, isKept: false }, progress: null });
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
    expect(state(scene.ask('sidebarState')).reports[0]?.progress).toBeNull();
  });
});
