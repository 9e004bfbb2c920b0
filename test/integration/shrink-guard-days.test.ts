import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Scene, Stage, state } from '../support/scene';
import { sentRecord } from '../support/shift-records';

/* Reports of periods that move on every day, on a daily schedule. */

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.start({ allowance: 1_000_000 });
});
afterAll(() => stage.close());

const report = (scene: Scene) => state(scene.ask('sidebarState')).reports[0];

/** A report of each period, refreshed once and then every day at six. */
async function openDaily(periods: readonly string[], serve?: readonly unknown[]): Promise<Scene> {
  const scene = await stage.open();
  scene.connect();
  if (serve) await scene.serve(serve);
  for (const [index, period] of periods.entries()) {
    const sheet = index === 0 ? 'Shifts' : `Shifts ${index + 1}`;
    state(scene.refresh(scene.saveReport({ period, from: '', to: '', sheet })));
  }
  state(scene.ask('sidebarSaveSchedule', { every: 'day', hour: 6 }));
  return scene;
}

async function nextDay(scene: Scene): Promise<void> {
  scene.emulator.advance({ hours: 24 });
  await scene.server.setClock(new Date(scene.emulator.clock.now()).toISOString());
}

test('thirty days of the demo employer hold nothing back, whatever the period', async () => {
  const periods = ['yesterday', 'today', 'last 7 days', 'this month', 'last month'];
  const scene = await openDaily(periods);
  const held: unknown[] = [];
  for (let day = 0; day < 30; day += 1) {
    await nextDay(scene);
    const { reports } = state(scene.ask('sidebarState'));
    expect(new Set(reports.map(({ period }) => period))).toEqual(new Set(periods));
    for (const { period, lastRun } of reports) {
      if (lastRun?.outcome !== 'refreshed') held.push([day, period, lastRun?.message]);
    }
  }
  expect(held).toEqual([]);
});

describe('a window that has moved on', () => {
  const days = ['03', '04', '05', '06', '07', '08', '09', '10', '11'];
  const shifts = (venue: string, each: number) =>
    days.flatMap((day) =>
      Array.from({ length: each }, () =>
        sentRecord({ day: `2026-03-${day}`, venue, posted: 1, booked: 1, worked: 1 }),
      ),
    );
  /** The service sends only the days that it is asked for. */
  const within = (records: ReturnType<typeof shifts>, from: string, to: string) =>
    records.filter(({ SHIFT_DATE }) => String(SHIFT_DATE) >= from && String(SHIFT_DATE) <= to);

  test.each<[string, ReturnType<typeof shifts>, string]>([
    [
      'half of the rows of the days that stayed',
      shifts('Inn', 1),
      'only 12 of 30 rows came for 2026-03-04 to 2026-03-09',
    ],
    ['a venue of the days that stayed', shifts('Inn', 4), 'no rows came for “Pier” (7 rows before)'],
  ])('is held where it lost %s', async (_, next, why) => {
    const before = [...shifts('Inn', 4), ...shifts('Pier', 1)];
    const scene = await openDaily(['last 7 days'], within(before, '2026-03-03', '2026-03-09'));
    const kept = next.length === 9 ? [...next, ...shifts('Pier', 1)] : next;
    await scene.serve(within(kept, '2026-03-04', '2026-03-10'));

    await nextDay(scene);

    expect(report(scene)?.confirmation?.sentence).toBe(
      `Press Refresh and confirm if this is right: ${why}, so the old table stays.`,
    );
  });
});

describe('a service that sends nothing from some day on', () => {
  const days = ['03', '04', '05', '06', '07', '08', '09'];
  const shifts = days.map((day) =>
    sentRecord({ day: `2026-03-${day}`, venue: 'Inn', posted: 1, booked: 1, worked: 1 }),
  );

  test.each(['replace', 'history'] as const)(
    'has a table held also when none of its days is asked for: %s',
    async (mode) => {
      const scene = await stage.open();
      scene.connect();
      await scene.serve(shifts);
      state(scene.refresh(scene.saveReport({ period: 'last 7 days', from: '', to: '', mode })));
      state(scene.ask('sidebarSaveSchedule', { every: 'day', hour: 6 }));
      await scene.serve([]);
      const outcomes: unknown[] = [];
      for (let day = 0; day < 12; day += 1) {
        await nextDay(scene);
        outcomes.push(report(scene)?.lastRun?.outcome);
      }
      expect(new Set(outcomes)).toEqual(new Set(['held']));
      expect(report(scene)?.confirmation?.sentence).toMatch(
        /no rows came for 2026-03-\d\d to 2026-03-\d\d, unlike in earlier weeks/,
      );
      expect(scene.book.values('Shifts!A2:A8').flat()).not.toContain('');
    },
  );
});
