import { describe, expect, test } from '@jest/globals';
import { formatIsoDate } from '../../src/calendar/calendar-date';
import { type Scene, Stage, state } from '../support/scene';
import { sentRecord } from '../support/shift-records';

/* A table that keeps history, and kept days that are read again: gone from the service, gone from the sheet, moved. */

const stage = new Stage();

const DAY_MILLIS = 86_400_000;
const COLUMNS = 'SHIFT_DATE, VENUE_NAME, SHIFT_ID';

/** A shift a day, at a venue, of every day from one to the other. */
function daily(from: string, to: string, venue = 'Inn') {
  const days: ReturnType<typeof sentRecord>[] = [];
  for (let time = Date.parse(from); time <= Date.parse(to); time += DAY_MILLIS) {
    const day = new Date(time).toISOString().slice(0, 10);
    days.push(sentRecord({ day, venue, posted: 1, booked: 1, worked: 1 }));
  }
  return days;
}

async function pass(scene: Scene, days: number): Promise<void> {
  scene.emulator.clock.advance(days * DAY_MILLIS);
  await scene.server.setClock(new Date(scene.emulator.clock.now()).toISOString());
}

const rows = (scene: Scene) => scene.book.values('Shifts!A2:C400').filter(([day]) => day !== '');
const daysOf = (scene: Scene) => rows(scene).map(([day]) => formatIsoDate(Number(day)));
const report = (scene: Scene) => state(scene.ask('sidebarState')).reports[0];
const statusDays = (scene: Scene) => scene.book.cell('Shift Reports status!H2').value;

/** 1 January to 19 March 2026, kept on the 20th; from now on of “yesterday”, refreshed once. */
function kept(records: readonly unknown[]): Promise<{ scene: Scene; id: string }> {
  return records === ALL ? stage.again('all', () => keep(records)) : keep(records);
}

async function keep(records: readonly unknown[]): Promise<{ scene: Scene; id: string }> {
  const scene = await stage.open({ startAt: '2026-03-20T09:00:00Z' });
  scene.connect();
  await scene.serve(records);
  const form = { mode: 'history', columns: COLUMNS } as const;
  const id = scene.saveReport({ ...form, from: '2026-01-01', to: '2026-03-19' });
  state(scene.ask('sidebarRefreshReport', id));
  scene.saveReport({ ...form, id, period: 'yesterday', from: '', to: '' });
  state(scene.ask('sidebarRefreshReport', id));
  return { scene, id };
}

const HELD = (what: string) => `Press Refresh and confirm if this is right: ${what}, so the old table stays.`;
const ALL = daily('2026-01-01', '2026-04-10');
const FROM_MARCH = ALL.slice(59);

describe('kept days that the service has no more, when their month is read again', () => {
  const NO_MONTHS = HELD('only 19 of 47 shifts came for 1 Feb–19 Mar 2026');

  test('are held when a person refreshes', async () => {
    const { scene, id } = await kept(ALL);
    await scene.serve(FROM_MARCH);
    await pass(scene, 12);

    expect(scene.ask('sidebarRefreshReport', id)).toMatchObject({ message: NO_MONTHS });

    expect(report(scene)?.confirmation).toEqual({ sentence: NO_MONTHS, isKept: false });
    expect(daysOf(scene)[0]).toBe('2026-01-01');
  });

  test('are held as well when the answer comes in other columns', async () => {
    const { scene, id } = await kept(ALL);
    const columns = `${COLUMNS}, AREA_NAME`;
    scene.saveReport({ mode: 'history', columns, id, period: 'yesterday', from: '', to: '' });
    await scene.serve(FROM_MARCH);
    await pass(scene, 12);

    expect(scene.ask('sidebarRefreshReport', id)).toMatchObject({ message: NO_MONTHS });
    expect([rows(scene).length, daysOf(scene)[0]]).toEqual([78, '2026-01-01']);
  });

  test('go where a person says so, and those of months before stay', async () => {
    const { scene, id } = await kept(ALL);
    await scene.serve(FROM_MARCH);
    await pass(scene, 12);
    scene.ask('sidebarRefreshReport', id);

    state(scene.refresh(id));

    expect([rows(scene).length, daysOf(scene)[0]]).toEqual([62, '2026-01-01']);
  });
});

describe('kept days that are gone from the sheet', () => {
  test.each<[string, (scene: Scene) => void]>([
    ['deleted', (scene) => scene.book.document.editor.deleteSheet('Shifts')],
    ['emptied', (scene) => scene.book.document.editor.clear('Shifts!A1:Z400')],
    ['cleared below its heading', (scene) => scene.book.document.editor.clear('Shifts!A2:Z400')],
    ['left with its heading alone', (scene) => scene.book.document.editor.deleteRows('Shifts', 2, 78)],
  ])('which was %s, come back with the next refresh', async (_, clear) => {
    const { scene, id } = await kept(ALL);
    clear(scene);

    state(scene.ask('sidebarRefreshReport', id));

    expect([rows(scene).length, statusDays(scene)]).toEqual([78, '1 Jan–19 Mar 2026']);
  });
});

describe('rows that are kept', () => {
  test('never stand under a heading that now shows another field', async () => {
    const scene = await stage.open();
    scene.connect();
    await scene.serve(ALL);
    const form = { mode: 'history', columns: 'SHIFT_DATE, SHIFTS_BOOKED as Shifts, SHIFT_ID' } as const;
    const id = scene.saveReport({ ...form, from: '2026-02-01', to: '2026-02-02' });
    state(scene.ask('sidebarRefreshReport', id));
    const before = rows(scene);
    const columns = 'SHIFT_DATE, SHIFTS_POSTED as Shifts, SHIFT_ID';
    scene.saveReport({ ...form, id, columns, from: '2026-02-03', to: '2026-02-04' });

    expect(scene.ask('sidebarRefreshReport', id)).toMatchObject({
      kind: 'failed',
      code: 'sheet_blocked',
      message: expect.stringContaining('take the new columns and names back'),
    });
    expect(rows(scene)).toEqual(before);
  });

  test('go where their shift has moved into the days that are fetched', async () => {
    const { scene, id } = await kept(ALL);
    const moved = ALL.find(({ SHIFT_DATE }) => SHIFT_DATE === '2026-02-10');
    const others = ALL.filter((one) => one !== moved);
    await scene.serve([...others, { ...moved, SHIFT_DATE: '2026-03-15' }]);

    state(scene.ask('sidebarRefreshReport', id));

    const days = rows(scene).filter(([, , shift]) => shift === moved?.SHIFT_ID);
    expect(days.map(([day]) => formatIsoDate(Number(day)))).toEqual(['2026-03-15']);
    expect(rows(scene)).toHaveLength(78);
  });
});
