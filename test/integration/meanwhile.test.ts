import { describe, expect, test } from '@jest/globals';
import type { SidebarOutcome } from '../../src/sidebar/answer';
import { ANN, BOB, type Scene, Stage, state } from '../support/scene';

/* What a refresh does when something else changed while the service worked, or before it. */

const stage = new Stage({ allowance: 100_000 });

/** Serial number of 2026-02-01. */
const FIRST_OF_FEBRUARY = 46_054;

/** How many interleavings of each; `SEEDS=170 npx jest …` runs more. */
const SEEDS = Array.from({ length: Number(process.env.SEEDS ?? 8) }, (_, index) => index + 1);

async function refreshed(seed: number): Promise<{ scene: Scene; id: string }> {
  const scene = await stage.connected({ seed });
  const id = scene.saveReport({ from: '2026-03-02', to: '2026-03-02' });
  state(scene.ask('sidebarRefreshReport', id));
  return { scene, id };
}

function act(scene: Scene, user: string, name: string, argument: unknown) {
  return { book: scene.book, user, kind: 'sidebar' as const, name, args: [argument as never] };
}

describe('while a refresh fetches', () => {
  test('another employer is connected: its sheet never shows the former one’s rows as refreshed', async () => {
    for (const seed of SEEDS) {
      const { scene, id } = await refreshed(seed);
      const american = scene.server.employers.find(({ region }) => region === 'US');
      if (!american) throw new Error('There is no US employer.');
      const { region, clientId, clientSecret } = american;
      const form = scene.form({ region, clientId, clientSecret });
      await scene.server.setScenario('report', { name: 'rows', rows: 3, when: { region: 'UK' } });
      const before = scene.book.values('Shifts!A1:R60');

      const [refresh, connect] = scene.emulator.interleave(
        [act(scene, ANN, 'sidebarRefreshReport', id), act(scene, BOB, 'sidebarConnect', form)],
        { seed },
      );

      expect(connect?.outcome).toMatchObject({ value: { kind: 'done' } });
      const after = scene.book.values('Shifts!A1:R60');
      const wrote = JSON.stringify(after) !== JSON.stringify(before);
      const told = JSON.stringify(refresh?.outcome).includes('"kind":"done"');
      // Either it was finished before the change, or it wrote nothing and said why.
      expect({ seed, wrote }).toEqual({ seed, wrote: told });
    }
  });

  test('the report is edited: the sheet never shows other days than it asks for', async () => {
    for (const seed of SEEDS) {
      const { scene, id } = await refreshed(seed);
      const edit = { id, period: 'custom', from: '2026-02-01', to: '2026-02-01', sheet: 'February' };

      scene.emulator.interleave(
        [act(scene, ANN, 'sidebarRefreshReport', id), act(scene, BOB, 'sidebarSaveReport', edit)],
        { seed },
      );

      // The edit may have come first: then the refresh made the new sheet, for the new days.
      const made = scene.book.workbook.sheets.some(({ name }) => name === 'February');
      const firstDay = made ? scene.book.cell('February!A2').value : null;
      expect([null, FIRST_OF_FEBRUARY]).toContain(firstDay);
      state(scene.ask('sidebarRefreshReport', id));
      expect({ seed, day: scene.book.cell('February!A2').value }).toEqual({ seed, day: FIRST_OF_FEBRUARY });
    }
  });

  test('the schedule is switched off by someone else: it stays off, whatever the run met', async () => {
    for (const seed of SEEDS) {
      const { scene } = await refreshed(seed);
      state(scene.ask('sidebarSaveSchedule', { every: 'hour', hour: 0 }));
      await scene.server.setScenario('report', { name: 'status', status: 403 });
      const [trigger] = scene.emulator.triggers;

      scene.emulator.interleave(
        [
          // The page may call it too, with what only the timer knows.
          act(scene, ANN, 'refreshOnSchedule', { triggerUid: trigger?.uniqueId ?? '' }),
          act(scene, BOB, 'sidebarSaveSchedule', { every: 'off', hour: 0 }),
        ],
        { seed },
      );

      expect({ seed, every: state(scene.ask('sidebarState')).schedule.every }).toEqual({
        seed,
        every: 'off',
      });
    }
  });
});

describe('after the spreadsheet’s time zone was changed', () => {
  test('a formula with typed dates shows the right days again within 15 minutes', async () => {
    const scene = await stage.connected();
    scene.formula('2026-03-02', '2026-03-02');
    scene.book.settings.zone = 'America/New_York';
    scene.emulator.clock.advance(16 * 60_000);

    scene.book.as(ANN).enter('Sheet1!A1', '=SHIFT_FULFILMENT("2026-03-02","2026-03-02")');

    expect(scene.book.cell('Sheet1!A2').value).toBe(46_083);
  });
});

test('in a copy, which knows of no status sheet, the copied one is found by its heading row', async () => {
  const { scene } = await refreshed(1);
  const copy = scene.emulator.copySpreadsheet(scene.book, { owner: ANN });
  const ask = (name: string, argument?: unknown) => copy.as(ANN).callFromSidebar(name, argument as never);
  ask('sidebarConnect', scene.form());
  const days = { period: 'custom', from: '2026-03-03', to: '2026-03-03' };
  ask('sidebarSaveReport', { id: null, ...days, sheet: 'Mine' });
  const opened = ask('sidebarState');
  const copied = opened.kind === 'success' && state(opened.value as unknown as SidebarOutcome).reports[0]?.id;

  ask('sidebarRefreshReport', copied);

  expect(copy.cell('Shift Reports status!A2').value).toBe('Mine');
  expect(copy.cell('Shift Reports status!A3').value).toBe('');
});
