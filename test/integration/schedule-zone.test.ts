import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Scene, Stage, state } from '../support/scene';

/* A daily schedule that was saved in London; then somebody sets the spreadsheet's time zone to Tokyo. */

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.start();
});
afterAll(() => stage.close());

const schedule = (scene: Scene) => state(scene.ask('sidebarState')).schedule;

async function movedToTokyo(): Promise<Scene> {
  const scene = await stage.open({ startAt: '2026-03-10T16:30:00Z' });
  scene.connect();
  state(scene.refresh(scene.saveReport({ period: 'last 7 days', from: '', to: '' })));
  state(scene.ask('sidebarSaveSchedule', { every: 'day', hour: 6 }));
  expect(schedule(scene)).toMatchObject({ nextRun: '2026-03-11 06:00 to 07:00', zoneProblem: null });
  scene.book.document.settings.zone = 'Asia/Tokyo';
  return scene;
}

describe('a schedule of another time zone', () => {
  test('says when it runs by the clock of the new one, and what to do, as soon as a refresh has seen that', async () => {
    const scene = await movedToTokyo();
    state(scene.ask('sidebarRefreshAll'));

    // 06:00 in London is 15:00 in Tokyo.
    expect(schedule(scene)).toMatchObject({
      nextRun: '2026-03-11 15:00 to 16:00',
      zoneProblem:
        'Press “Save schedule” to switch it to Asia/Tokyo: the spreadsheet’s time zone has changed, and the schedule still runs in Europe/London.',
    });
  });

  test('runs when it says, and says the next run on the status sheet', async () => {
    const scene = await movedToTokyo();

    const [run] = scene.emulator.advance({ hours: 24 });

    const { lastRun } = state(scene.ask('sidebarState')).reports[0] ?? {};
    expect(run?.outcome.kind).toBe('returned');
    expect(lastRun?.finishedAt).toMatch(/^2026-03-11 15:/);
    expect(schedule(scene).nextRun).toBe('2026-03-12 15:00 to 16:00');
    expect(scene.book.cell('Shift Reports status!O2').value).toBe('2026-03-12 15:00 to 16:00');
  });

  test('runs by the clock of the new one once it is saved again', async () => {
    const scene = await movedToTokyo();

    state(scene.ask('sidebarSaveSchedule', { every: 'day', hour: 6 }));

    // It is 01:30 on 11 March in Tokyo.
    expect(schedule(scene)).toMatchObject({ nextRun: '2026-03-11 06:00 to 07:00', zoneProblem: null });
    scene.emulator.advance({ hours: 6 });
    expect(state(scene.ask('sidebarState')).reports[0]?.lastRun?.finishedAt).toMatch(/^2026-03-11 06:/);
  });
});

test('STALE goes by the new zone, also of a report with dates of its own: at a click, or on the next day', async () => {
  const scene = await stage.open({ zone: 'America/Los_Angeles', startAt: '2026-03-10T16:30:00Z' });
  scene.connect();
  const id = scene.saveReport({ from: '2026-03-02', to: '2026-03-02' });
  state(scene.refresh(id));
  state(scene.ask('sidebarSaveSchedule', { every: 'hour', hour: 0 }));
  scene.book.document.settings.zone = 'Europe/London';
  const staleAfter = () => scene.book.cell('Shift Reports status!I2').value;

  state(scene.refresh(id));
  // Two hours later, at 18:30 in London.
  expect(staleAfter()).toBeCloseTo(46_091 + 18.5 / 24, 4);

  scene.book.document.settings.zone = 'Asia/Tokyo';
  scene.emulator.advance({ hours: 24 });
  // The last run was at 16:30 or later, in Tokyo at 01:30 of the day after the next.
  expect(staleAfter()).toBeGreaterThan(46_093 + 3 / 24);
});

test('a table of dates of its own is not written again because its days are read by another zone', async () => {
  const scene = await stage.open();
  scene.connect();
  scene.saveReport({ from: '2026-03-02', to: '2026-03-02' });
  state(scene.ask('sidebarRefreshAll'));
  state(scene.ask('sidebarSaveSchedule', { every: 'hour', hour: 0 }));
  scene.emulator.advance({ hours: 1, minutes: 1 });
  // The status is written each time, the table is not.
  const sheetWrites = () => scene.last.calls.filter(({ method }) => method === 'Range.setValues').length;
  const usual = sheetWrites();
  scene.book.document.settings.zone = 'America/Los_Angeles';

  const writes = [1, 2, 3].map(() => {
    scene.emulator.advance({ hours: 1 });
    return sheetWrites();
  });

  expect(writes).toEqual([usual, usual, usual]);
});
