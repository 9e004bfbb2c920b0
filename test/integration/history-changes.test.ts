import { describe, expect, test } from '@jest/globals';
import { formatIsoDate } from '../../src/calendar/calendar-date';
import { type Scene, Stage, state } from '../support/scene';

/* Reports that keep history and ask for something else than before: what stays, and what people are told of it. */

const stage = new Stage();

const DAY_MILLIS = 86_400_000;
const rows = (scene: Scene) => scene.book.values('Shifts!A2:R4000').filter(([day]) => day !== '');
const daysOf = (scene: Scene) => [...new Set(rows(scene).map(([day]) => formatIsoDate(Number(day))))];
const told = (scene: Scene) => state(scene.ask('sidebarState')).reports[0]?.lastRun?.message ?? '';
const statusDays = (scene: Scene) => scene.book.cell('Shift Reports status!H2').value;

const STAY =
  'Choose another sheet to start over: days that the report no longer asks for stay as they were before it was changed.';

async function opened(choices: Parameters<Scene['saveReport']>[0]): Promise<{ scene: Scene; id: string }> {
  const scene = await stage.open();
  scene.connect();
  const id = scene.saveReport(choices);
  state(scene.ask('sidebarRefreshReport', id));
  return { scene, id };
}

describe('a report that replaced its table, and keeps history from now on', () => {
  test('tells the days that its table holds, and which of them it does not read again', async () => {
    const { scene, id } = await opened({ from: '2026-02-01', to: '2026-02-05' });
    const before = rows(scene);
    scene.saveReport({ id, from: '2026-03-01', to: '2026-03-02', mode: 'history' });

    state(scene.ask('sidebarRefreshReport', id));

    expect(rows(scene).slice(0, before.length)).toEqual(before);
    expect(daysOf(scene).slice(-2)).toEqual(['2026-03-01', '2026-03-02']);
    expect(told(scene)).toContain(`${rows(scene).length} shifts from 1 Feb–2 Mar 2026`);
    expect(told(scene)).toContain(STAY);
    expect(statusDays(scene)).toBe('1 Feb–2 Mar 2026');
  });

  test('tells it as long as those rows are there', async () => {
    const { scene, id } = await opened({ from: '2026-02-01', to: '2026-02-05' });
    scene.saveReport({ id, from: '2026-03-01', to: '2026-03-02', mode: 'history' });
    state(scene.ask('sidebarRefreshReport', id));
    state(scene.ask('sidebarRefreshReport', id));
    expect(told(scene)).toContain(STAY);
    scene.book.document.editor.deleteSheet('Shifts');

    state(scene.ask('sidebarRefreshReport', id));

    expect(daysOf(scene)).toEqual(['2026-03-01', '2026-03-02']);
    expect(told(scene)).toMatch(/ from 1–2 Mar 2026/);
    expect(told(scene)).not.toContain('Choose another sheet');
  });
});

describe('a report that keeps history and gets a filter', () => {
  test('loses no row of other days, neither now nor when all is read again in the next month, and says so', async () => {
    const { scene, id } = await opened({ from: '2026-03-01', to: '2026-03-05', mode: 'history' });
    const before = rows(scene);
    const venue = String(before[before.length - 1]?.[1]);
    const edited = { id, from: '2026-03-04', to: '2026-03-05', mode: 'history', venue } as const;
    scene.saveReport(edited);

    state(scene.refresh(id));
    const older = () => rows(scene).filter(([day]) => formatIsoDate(Number(day)) < '2026-03-04');
    const first = before.filter(([day]) => formatIsoDate(Number(day)) < '2026-03-04');

    expect(older()).toEqual(first);
    expect(
      new Set(
        rows(scene)
          .slice(first.length)
          .map((row) => row[1]),
      ),
    ).toEqual(new Set([venue]));
    expect(told(scene)).toContain(STAY);

    scene.emulator.clock.advance(30 * DAY_MILLIS);
    await scene.server.setClock(new Date(scene.emulator.clock.now()).toISOString());
    state(scene.refresh(id));

    expect(older()).toEqual(first);
  });

  test('says nothing where only days or columns changed', async () => {
    const { scene, id } = await opened({ from: '2026-03-01', to: '2026-03-05', mode: 'history' });
    scene.saveReport({
      id,
      from: '2026-03-04',
      to: '2026-03-06',
      mode: 'history',
      columns: 'SHIFT_DATE, SHIFT_ID',
    });

    state(scene.refresh(id));

    expect(told(scene)).not.toContain('Choose another sheet');
    expect(told(scene)).toMatch(/ from 1–6 Mar 2026/);
  });
});

describe('the look-back of a table that keeps history', () => {
  test('grows by one day a day, for “yesterday”, and reads again what it has', async () => {
    const { scene, id } = await opened({ period: 'yesterday', from: '', to: '', mode: 'history' });
    for (let day = 0; day < 2; day += 1) {
      scene.emulator.clock.advance(DAY_MILLIS);
      await scene.server.setClock(new Date(scene.emulator.clock.now()).toISOString());
      state(scene.ask('sidebarRefreshReport', id));
    }
    expect(daysOf(scene)).toEqual(['2026-03-09', '2026-03-10', '2026-03-11']);
  });
});
