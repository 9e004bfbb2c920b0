import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { formatIsoDate, parseIsoDate } from '../../src/calendar/calendar-date';
import { ANN, type Scene, Stage, state } from '../support/scene';

/* A table that keeps history: days outside the fetched ones stay, those inside are replaced. */

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.start();
});
afterAll(() => stage.close());

const DAY_MILLIS = 86_400_000;
const serial = (day: string) => parseIsoDate(day) ?? 0;

/** Last week's shifts, kept, as of 10 March 2026: from Monday, 2 March to Sunday, 8 March. */
async function kept(): Promise<{ scene: Scene; id: string }> {
  const scene = await stage.open();
  scene.connect();
  const id = scene.saveReport({ period: 'last week', from: '', to: '', mode: 'history' });
  state(scene.ask('sidebarRefreshReport', id));
  return { scene, id };
}

/** Both clocks go on. */
async function pass(scene: Scene, days: number): Promise<void> {
  scene.emulator.clock.advance(days * DAY_MILLIS);
  await scene.server.setClock(new Date(scene.emulator.clock.now()).toISOString());
}

type Cells = readonly (string | number | boolean)[];

function rows(scene: Scene, sheet = 'Shifts'): Cells[] {
  return scene.book.values(`${sheet}!A2:R4000`).filter((row) => row.some((cell) => cell !== ''));
}

const daysOf = (table: readonly Cells[]) => [...new Set(table.map(([day]) => formatIsoDate(Number(day))))];
const within = (table: readonly Cells[], from: string, to: string) =>
  table.filter(([day]) => Number(day) >= serial(from) && Number(day) <= serial(to));
const byId = (table: readonly Cells[]) =>
  [...table].sort((one, other) => Number(one[17]) - Number(other[17]));

/** What the service says of some days now, by a report of its own that replaces its table. */
function asked(scene: Scene, from: string, to: string): Cells[] {
  const id = scene.saveReport({ sheet: `From ${from} to ${to}`, from, to });
  state(scene.refresh(id));
  return rows(scene, `From ${from} to ${to}`);
}

describe('a table that keeps history', () => {
  test('keeps days that were fetched before, and gets the last ten days, and all since the last run, besides its own', async () => {
    const { scene, id } = await kept();
    const before = rows(scene);
    expect(daysOf(before)).toEqual(daysBetween('2026-03-02', '2026-03-08'));
    await pass(scene, 14);
    await scene.server.restate();

    const outcome = scene.ask('sidebarRefreshReport', id);

    const after = rows(scene);
    expect(outcome.kind).toBe('done');
    // On 24 March: last week, and back to the day after those that are kept, which is longer ago than ten days.
    expect(within(after, '2026-03-02', '2026-03-08')).toEqual(before);
    expect(byId(within(after, '2026-03-09', '2026-03-22'))).toEqual(
      byId(asked(scene, '2026-03-09', '2026-03-22')),
    );
    expect(daysOf(after)).toEqual(daysBetween('2026-03-02', '2026-03-22'));
  });

  test('exchanges the days that are fetched again, those that were corrected as well', async () => {
    const { scene, id } = await kept();
    const before = rows(scene);
    await scene.server.restate();

    state(scene.ask('sidebarRefreshReport', id));

    const after = rows(scene);
    expect(after).not.toEqual(before);
    expect(byId(within(after, '2026-03-02', '2026-03-08'))).toEqual(
      byId(asked(scene, '2026-03-02', '2026-03-08')),
    );
  });

  test('reads everything again once in a new month', async () => {
    const { scene, id } = await kept();
    await pass(scene, 24);
    await scene.server.restate(60);

    state(scene.ask('sidebarRefreshReport', id));

    // On 3 April: days of the first week of March were corrected.
    expect(byId(within(rows(scene), '2026-03-02', '2026-03-08'))).toEqual(
      byId(asked(scene, '2026-03-02', '2026-03-08')),
    );
    await scene.server.restate(60);
    const first = within(rows(scene), '2026-03-02', '2026-03-08');
    await pass(scene, 1);
    state(scene.ask('sidebarRefreshReport', id));
    expect(within(rows(scene), '2026-03-02', '2026-03-08')).toEqual(first);
  });

  test('that someone sorted, and filled columns beside, keeps both kinds of days, each shift once', async () => {
    const { scene, id } = await kept();
    scene.book.document.editor.sort(`Shifts!A2:R${1 + rows(scene).length}`, 18, false);
    scene.book.as(ANN).enter('Shifts!T2', 'ours');
    await pass(scene, 7);

    state(scene.ask('sidebarRefreshReport', id));

    const after = rows(scene);
    expect(byId(after)).toEqual(byId(asked(scene, '2026-03-02', '2026-03-15')));
    expect(new Set(after.map((row) => row[17])).size).toBe(after.length);
    expect(scene.book.cell('Shifts!T2').value).toBe('ours');
  });

  test('with columns that no longer hold the days is refused, and nothing is written', async () => {
    const { scene, id } = await kept();
    const before = scene.book.document.snapshot().sheets.find(({ name }) => name === 'Shifts');
    const form = { id, period: 'last week', from: '', to: '', mode: 'history' as const };

    const saving = scene.ask('sidebarSaveReport', {
      report: 'shift_fulfilment',
      venue: '',
      area: '',
      role: '',
      groupBy: '',
      sheet: 'Shifts',
      ...form,
      columns: 'VENUE_NAME, SHIFT_ID',
    });
    const outcome = saving.kind === 'failed' ? saving : scene.ask('sidebarRefreshReport', id);

    expect([saving.kind, outcome.message]).toEqual([
      'failed',
      'Add SHIFT_DATE to the columns, or choose Replace: history is kept by day.',
    ]);
    expect(scene.book.document.snapshot().sheets.find(({ name }) => name === 'Shifts')).toEqual(before);
  });
});

function daysBetween(from: string, to: string): string[] {
  const first = serial(from);
  return Array.from({ length: serial(to) - first + 1 }, (_, index) => formatIsoDate(first + index));
}
