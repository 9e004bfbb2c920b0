import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  ALL,
  FEW,
  FEWER,
  heldIds,
  heldReport,
  NO_PIER,
  openTwelve,
  shifts,
  WITHOUT_PIER,
} from '../support/held-table';
import { Stage, state, wireCalls } from '../support/scene';

/* A person who is asked about a table that lacks much, and keeps the old one. */

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.start();
});
afterAll(() => stage.close());

/** A table that is held back for want of these rows, and kept. */
async function kept(next: readonly unknown[], schedule = true) {
  const opened = await openTwelve(stage, next, schedule);
  opened.scene.ask('sidebarRefreshReport', opened.id);
  state(opened.scene.ask('sidebarKeepTable', opened.id));
  return opened;
}

const IDS = ALL.map(({ SHIFT_ID }) => SHIFT_ID);

describe('a table that a person keeps', () => {
  test('is not asked about when the sidebar opens again, and costs four service calls and no request', async () => {
    const { scene } = await openTwelve(stage, WITHOUT_PIER);
    const { id = '' } = heldReport(scene) ?? {};
    scene.ask('sidebarRefreshReport', id);
    const before = scene.emulator.requests.length;

    expect(scene.ask('sidebarKeepTable', id)).toMatchObject({
      kind: 'done',
      message: 'The old table stays.',
    });

    expect(wireCalls(scene.last)).toEqual([
      'Lock.tryLock',
      'Properties.getProperties',
      'Properties.setProperties',
      'Lock.releaseLock',
    ]);
    expect(scene.emulator.requests.length).toBe(before);
    expect(heldReport(scene)?.confirmation).toEqual({ sentence: NO_PIER, isKept: true });
    expect(heldIds(scene)).toEqual(IDS);
  });

  test('is not asked about for all the hours in which the schedule brings the same, and the status says why', async () => {
    const { scene } = await kept(WITHOUT_PIER);

    scene.emulator.advance({ hours: 30, minutes: 1 });

    expect(heldReport(scene)?.confirmation).toEqual({ sentence: NO_PIER, isKept: true });
    expect(heldIds(scene)).toEqual(IDS);
    expect(scene.book.cell('Shift Reports status!L2').value).toBe(NO_PIER);
  });

  test('is not asked about after an hour in which the service failed', async () => {
    const { scene } = await kept(WITHOUT_PIER);
    await scene.server.clearScenarios();
    await scene.server.setScenario('report', { name: 'html' });
    scene.emulator.advance({ hours: 1, minutes: 1 });
    expect(heldReport(scene)?.confirmation).toBeNull();
    await scene.serve(WITHOUT_PIER);

    scene.emulator.advance({ hours: 1 });

    expect(heldReport(scene)?.confirmation).toEqual({ sentence: NO_PIER, isKept: true });
  });

  test('is asked about again when something else is missing', async () => {
    const { scene } = await kept(WITHOUT_PIER);
    await scene.serve(FEW);

    scene.emulator.advance({ hours: 1, minutes: 1 });

    expect(heldReport(scene)?.confirmation).toEqual({ sentence: FEWER, isKept: false });
  });

  test('is written by the schedule when the rows are there again; the same loss is then asked about anew', async () => {
    const { scene } = await kept(WITHOUT_PIER);
    await scene.serve([...ALL, ...shifts(['Zoo'], 1).map((shift) => ({ ...shift, SHIFT_ID: 9000 }))]);
    scene.emulator.advance({ hours: 1, minutes: 1 });
    expect(heldIds(scene)).toEqual([...IDS, 9000]);
    await scene.serve(ALL);
    scene.emulator.advance({ hours: 1 });
    expect(heldReport(scene)?.confirmation?.isKept).toBe(false);

    state(scene.refresh(heldReport(scene)?.id ?? ''));
    await scene.serve(WITHOUT_PIER);
    scene.emulator.advance({ hours: 1 });

    expect(heldReport(scene)?.confirmation).toEqual({ sentence: NO_PIER, isKept: false });
  });

  test('may be replaced after all, with no further request', async () => {
    const { scene, id } = await kept(WITHOUT_PIER, false);
    expect(scene.ask('sidebarRefreshReport', id)).toMatchObject({ code: 'held_back', message: NO_PIER });
    await scene.server.clear();

    state(scene.refresh(id));

    expect(await scene.requestKinds()).toEqual([]);
    expect(heldIds(scene)).toEqual(WITHOUT_PIER.map(({ SHIFT_ID }) => SHIFT_ID));
  });
});

describe('keeping a table', () => {
  test('about which nothing was asked changes nothing', async () => {
    const { scene, id } = await openTwelve(stage, ALL);
    const before = JSON.stringify(state(scene.ask('sidebarState')));

    expect(JSON.stringify(state(scene.ask('sidebarKeepTable', id)))).toBe(before);
    expect(wireCalls(scene.last)).not.toContain('Properties.setProperties');
  });

  test.each([undefined, null, 5, {}, '', 'no-such-report'])(
    'of %j is refused with a sentence',
    async (id) => {
      const { scene } = await openTwelve(stage, ALL);

      const outcome = scene.ask('sidebarKeepTable', id);

      expect(outcome.kind).toBe('failed');
      expect(outcome.message).toMatch(/^[A-Z].*\.$/);
    },
  );
});
