import { describe, expect, test } from '@jest/globals';
import { ANN, BOB, Stage, state } from '../support/scene';

/* What endpoints give back, and to whom they do not answer at all. */

const stage = new Stage();

describe('the answer of an endpoint', () => {
  test('says when a refresh began that still writes', async () => {
    const scene = await stage.connected();
    const id = scene.saveReport();
    scene.emulator.fault = { killAtCall: 1, match: ({ method }) => method === 'SpreadsheetApp.flush' };
    scene.book.as(ANN).callFromSidebar('sidebarRefreshReport', id);

    expect(state(scene.ask('sidebarState')).running).toEqual({ by: 'sidebar', since: '09:00' });
    expect(scene.ask('sidebarRefreshReport', id)).toMatchObject({ kind: 'failed', code: 'busy' });
  });

  test('says why the newest call of the service failed, also that of a formula', async () => {
    const scene = await stage.connected();
    await scene.server.setScenario('report', { name: 'retry-after', value: '120' });
    scene.formula('2026-03-01', '2026-03-01');

    const { connection } = state(scene.ask('sidebarState'));

    expect(connection?.failing).toMatch(/^Try again later: the service has had too many requests\. /);
    expect(scene.last.fetches).toBe(0);
  });

  test('of another editor is the same', async () => {
    const scene = await stage.connected();
    scene.saveReport();

    expect(scene.ask('sidebarState', undefined, BOB)).toEqual(scene.ask('sidebarState'));
  });
});

test('the refusal in a cell is a plain sentence', async () => {
  const scene = await stage.open();

  expect(scene.book.as(ANN).runFormula('refreshAllReports', [])).toEqual({
    kind: 'error',
    message: 'Use the sidebar (Extensions ▸ Shift Reports): this isn’t a formula.',
  });
  expect(scene.book.as(ANN).runFormula('refreshOnSchedule', [])).toEqual({
    kind: 'error',
    message: 'Set a schedule in the sidebar: only its timer may call this.',
  });
});

describe('from the page', () => {
  test('the timer of the schedule cannot be called without a timer', async () => {
    const scene = await stage.connected();
    scene.saveReport();
    scene.ask('sidebarSaveSchedule', { every: 'hour', hour: 0 });

    for (const event of [undefined, null, {}, { triggerUid: null }, { triggerUid: {} }, 'triggerUid']) {
      const result = scene.book.as(ANN).callFromSidebar('refreshOnSchedule', event);

      expect(result.kind).toBe('failure');
      expect(scene.last.fetches).toBe(0);
    }
  });

  test.each(['toString', 'constructor', '__proto__', 'App', 'onEdit', 'doGet'])(
    '%s is no endpoint',
    async (name) => {
      const scene = await stage.open();

      expect(scene.book.as(ANN).callFromSidebar(name).kind).toBe('failure');
      expect(scene.emulator.executions).toEqual([]);
    },
  );
});
