import { describe, expect, test } from '@jest/globals';
import type { Trigger } from '../emulator/world';
import { ANN, BOB, type Scene, Stage, state } from '../support/scene';

/* Refreshes that nobody asks for: one trigger, on time, once per interval, and loud when they fail. */

const stage = new Stage();

type Installation = 'bound' | 'add-on';
const INSTALLATIONS: readonly Installation[] = ['bound', 'add-on'];

async function scheduled(
  every: 'hour' | 'day',
  options: { readonly installation?: Installation; readonly zone?: string; readonly startAt?: string } = {},
): Promise<Scene> {
  const scene = await stage.connected(options);
  scene.saveReport({ from: '2026-03-02', to: '2026-03-02' });
  state(scene.ask('sidebarSaveSchedule', { every, hour: 6 }));
  return scene;
}

function triggers(scene: Scene): readonly Trigger[] {
  return scene.emulator.triggers;
}

/** How long after an hour of UTC the zone's own hours begin, in milliseconds. */
function pastTheHour(zone: string): number {
  return zone === 'Asia/Kolkata' ? 30 * 60_000 : 0;
}

/** The requests of refreshes. Before them Connect has read one day of the report. */
function refreshRequests(scene: Scene) {
  return scene.emulator.requests.filter(({ url }) => url.includes('/reports/')).slice(1);
}

describe.each(INSTALLATIONS)('the trigger of a script that is %s', (installation) => {
  test('is made once, however often the schedule is saved, and is gone when it is switched off', async () => {
    const scene = await scheduled('hour', { installation });

    for (const every of ['day', 'hour', 'day'] as const) {
      expect(scene.ask('sidebarSaveSchedule', { every, hour: 6 }).kind).toBe('done');
      expect(triggers(scene).map(({ handler, owner }) => [handler, owner])).toEqual([
        ['refreshOnSchedule', ANN],
      ]);
    }
    state(scene.ask('sidebarSaveSchedule', { every: 'off', hour: 0 }));
    expect(triggers(scene)).toEqual([]);
    expect(scene.emulator.advance({ days: 2 })).toEqual([]);
  });

  test('refreshes every hour', async () => {
    const scene = await scheduled('hour', { installation });

    const runs = scene.emulator.advance({ hours: 5, minutes: 30 });

    expect(runs.map(({ outcome }) => outcome.kind)).toEqual(new Array(5).fill('returned'));
    expect(refreshRequests(scene).length).toBe(5);
    expect(scene.book.cell('Shifts!A2').value).toBe(46_083);
  });
});

describe('a trigger left over', () => {
  test('of someone who may not edit any more fails, and the table stays', async () => {
    const scene = await scheduled('hour');
    state(scene.ask('sidebarRefreshAll'));
    state(scene.ask('sidebarSaveSchedule', { every: 'off', hour: 6 }));
    state(scene.ask('sidebarSaveSchedule', { every: 'hour', hour: 6 }, BOB));
    scene.book.viewers.add(BOB);
    // Rows that did not change are not written again: nothing would be refused.
    await scene.server.restate();
    const before = scene.book.snapshot();

    const [run] = scene.emulator.advance({ hours: 1, minutes: 1 });

    expect(run?.outcome.kind).toBe('threw');
    expect(scene.book.snapshot()).toEqual(before);
  });
});

describe('a daily schedule at six', () => {
  test('asks for the days of that morning', async () => {
    const scene = await stage.connected();
    state(
      scene.ask('sidebarSaveReport', { id: null, period: 'yesterday', from: '', to: '', sheet: 'Shifts' }),
    );
    state(scene.ask('sidebarSaveSchedule', { every: 'day', hour: 6 }));

    const shown = [1, 2].map(() => {
      scene.emulator.advance({ days: 1 });
      return scene.book.cell('Shifts!A2').value;
    });

    // 10 March, and the day after.
    expect(shown).toEqual([46_091, 46_092]);
  });
});

describe('a weekly schedule on Thursday at six', () => {
  test.each([
    ['Europe/London', ['03-12T06', '03-19T06', '03-26T06', '04-02T05']],
    ['America/New_York', ['03-12T10', '03-19T10', '03-26T10', '04-02T10']],
    ['Asia/Kolkata', ['03-12T00', '03-19T00', '03-26T00', '04-02T00']],
    ['Pacific/Kiritimati', ['03-11T16', '03-18T16', '03-25T16', '04-01T16']],
  ])('in %s runs in the hours %j, once a week', async (zone, hours) => {
    const scene = await stage.connected({ zone });
    scene.saveReport({ from: '2026-03-02', to: '2026-03-02' });
    state(scene.ask('sidebarSaveSchedule', { every: 'week', hour: 6, weekday: 4 }));

    scene.emulator.advance({ days: 28 });

    const sent = refreshRequests(scene);
    const began = sent.map(({ sentAt }) => new Date(sentAt - pastTheHour(zone)).toISOString());
    expect(began.map((time) => time.slice(5, 13))).toEqual(hours);
  });
});

describe('a scheduled refresh that fails', () => {
  test('notes it on the status sheet and in the sidebar, and throws the sentence for the log', async () => {
    const scene = await scheduled('hour');
    state(scene.ask('sidebarRefreshAll'));
    await scene.server.setScenario('report', { name: 'status', status: 403 });

    const [run] = scene.emulator.advance({ hours: 1, minutes: 1 });

    const { outcome } = run ?? {};
    if (outcome?.kind !== 'threw') throw new Error('The run did not fail.');
    expect(outcome.message).toMatch(/ \(HTTP\u00a0403\)$/);
    expect(scene.book.values('Shift Reports status!A2:B2')).toEqual([['Shifts', 'Failed']]);
    expect(scene.book.cell('Shift Reports status!C2').value).toBe(outcome.message);
    const [report] = state(scene.ask('sidebarState')).reports;
    const correlationId = expect.stringMatching(/^[\w-]{36}$/);
    expect(report?.lastRun).toMatchObject({ outcome: 'failed', message: outcome.message, correlationId });
  });

  test('of a spreadsheet that was deleted ends with a sentence', async () => {
    const scene = await scheduled('hour');
    scene.book.isDeleted = true;

    const [run] = scene.emulator.advance({ hours: 1, minutes: 1 });

    expect(run?.outcome.kind).not.toBe('killed');
    expect(JSON.stringify(run?.outcome)).not.toMatch(/Document spreadsheet-1 is missing/);
  });
});
