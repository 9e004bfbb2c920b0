import { describe, expect, test } from '@jest/globals';
import { formatIsoDate, parseIsoDate } from '../../src/calendar/calendar-date';
import { ANN, type Scene, Stage, state } from '../support/scene';

/* A table that keeps history: days outside the fetched ones stay, those inside are replaced. */

const stage = new Stage();

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
  test('gets its months and the month before again, with all days since the last run', async () => {
    const { scene, id } = await kept();
    const before = rows(scene);
    expect(daysOf(before)).toEqual(daysBetween('2026-03-02', '2026-03-08'));
    await pass(scene, 14);
    await scene.server.restate();

    const outcome = scene.ask('sidebarRefreshReport', id);

    const after = rows(scene);
    expect(outcome.kind).toBe('done');
    // On 24 March: last week’s month back to the first day that was ever fetched.
    expect(byId(after)).toEqual(byId(asked(scene, '2026-03-02', '2026-03-22')));
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

  test('keeps the days of earlier months as they are', async () => {
    const { scene, id } = await kept();
    // Last week of 30 April is in April, so March is read once more; last week of 14 May is in May.
    await pass(scene, 51);
    await scene.server.restate(60);
    state(scene.ask('sidebarRefreshReport', id));
    const march = within(rows(scene), '2026-03-02', '2026-03-31');
    expect(byId(march)).toEqual(byId(asked(scene, '2026-03-02', '2026-03-31')));
    await pass(scene, 14);
    await scene.server.restate(90);

    state(scene.ask('sidebarRefreshReport', id));

    const after = rows(scene);
    expect(within(after, '2026-03-02', '2026-03-31')).toEqual(march);
    expect(byId(within(after, '2026-04-01', '2026-05-10'))).toEqual(
      byId(asked(scene, '2026-04-01', '2026-05-10')),
    );
    expect(daysOf(after)).toEqual(daysBetween('2026-03-02', '2026-05-10'));
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
});

function daysBetween(from: string, to: string): string[] {
  const first = serial(from);
  return Array.from({ length: serial(to) - first + 1 }, (_, index) => formatIsoDate(first + index));
}
