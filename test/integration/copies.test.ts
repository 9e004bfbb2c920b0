import { describe, expect, test } from '@jest/globals';
import { BOB, type Scene, Stage, state } from '../support/scene';

/* A spreadsheet that was copied. */

const stage = new Stage();

/** Bob's copy, and what he asks in its sidebar. */
function copyOf(scene: Scene) {
  const copy = scene.emulator.copySpreadsheet(scene.book, { owner: BOB });
  const ask = (name: string, ...args: unknown[]) => {
    const result = copy.as(BOB).callFromSidebar(name, ...args);
    if (result.kind === 'failure') throw new Error(result.message);
    return state(result.value as never);
  };
  return { copy, ask };
}

describe('a copy of a spreadsheet', () => {
  test('has the sheets and nothing else: no connection, no report, no run, no request', async () => {
    const scene = await stage.connected();
    const id = scene.saveReport({ from: '2026-03-02', to: '2026-03-02' });
    for (const _ of [1, 2]) state(scene.refresh(id));
    state(scene.ask('sidebarSaveSchedule', { every: 'hour', hour: 0 }));
    const before = scene.emulator.requests.length;

    const copy = scene.emulator.copySpreadsheet(scene.book, { owner: BOB });
    const opened = copy.as(BOB).callFromSidebar('sidebarState');
    const refreshed = copy.as(BOB).callFromSidebar('sidebarRefreshAll');
    const formula = copy.as(BOB).runFormula('SHIFT_FULFILMENT', ['2026-03-02', '2026-03-02']);

    expect(opened).toMatchObject({
      kind: 'success',
      value: {
        kind: 'done',
        state: { connection: null, reports: [], schedule: { every: 'off' }, activity: [] },
      },
    });
    expect(refreshed).toMatchObject({ value: { kind: 'failed', code: 'settings_missing' } });
    expect(formula).toMatchObject({ kind: 'error' });
    expect(scene.emulator.triggers.map(({ bookId }) => bookId)).toEqual([scene.book.id]);
    expect(scene.emulator.requests.length).toBe(before);
    expect(copy.values('Shifts!A1:R60')).toEqual(scene.book.values('Shifts!A1:R60'));
  });

  /** A copy for Bob of a spreadsheet in which a report of one day was refreshed, below a row that someone inserted. */
  async function copied() {
    const scene = await stage.connected();
    const id = scene.saveReport({ from: '2026-03-02', to: '2026-03-02' });
    state(scene.refresh(id));
    scene.book.editor.insertRows('Shifts', 1, 1);
    return { scene, ...copyOf(scene) };
  }

  test('says in the sidebar what it is, until it is connected', async () => {
    const { scene, ask } = await copied();
    expect(ask('sidebarState').found).toBe(
      'This is a copy, not connected, with figures as of 10 Mar 2026, 09:00. Connect, then save a report with the name of a table’s sheet: it goes on with that table.',
    );
    expect(ask('sidebarConnect', scene.form()).found).toBeUndefined();
    expect(state(scene.ask('sidebarDisconnect')).found).toBeUndefined();
  });

  test('says that the other installation refreshes it, where the sheet of the status is that one’s', async () => {
    const { copy, ask } = await copied();
    copy.as(BOB).enter('Shift Reports status!K1', 'Written by the add-on');
    expect(ask('sidebarState').found).toBe(
      'Remove the add-on or the script of this spreadsheet: the other one refreshes reports here, last at 10 Mar 2026, 09:00.',
    );
    copy.as(BOB).enter('Shift Reports status!A1', 'Mine');
    expect(ask('sidebarState').found).toBeUndefined();
  });

  const tabsOf = (book: Scene['book']) => book.snapshot().sheets.map(({ name }) => name);

  test('takes up the table of a report that is saved for its sheet, wherever it stands', async () => {
    const { scene, copy, ask } = await copied();
    ask('sidebarConnect', scene.form());
    const days = { period: 'custom', from: '2026-03-03', to: '2026-03-03' };
    const form = { ...days, id: null, sheet: 'Shifts', readableHeadings: false };
    const [report] = ask('sidebarSaveReport', form).reports;

    const [refreshed] = ask('sidebarRefreshReport', report?.id, false).reports;

    expect(refreshed?.lastRun).toMatchObject({
      outcome: 'refreshed',
      message: expect.stringContaining('The table that was on “Shifts” is this report’s now.'),
    });
    expect(copy.values('Shifts!A1:A3')).toEqual([[''], ['SHIFT_DATE'], [46_084]]);
    expect(scene.book.values('Shifts!A3:A3')).toEqual([[46_083]]);
    expect(tabsOf(copy)).toEqual(tabsOf(scene.book));
  });

  test('that is connected makes sheets of its own beside those that came with it', async () => {
    const scene = await stage.connected();
    const id = scene.saveReport({ from: '2026-03-02', to: '2026-03-02' });
    for (const _ of [1, 2]) state(scene.refresh(id));
    const original = scene.book.snapshot();
    const { copy, ask } = copyOf(scene);
    ask('sidebarConnect', scene.form());
    const form = { id: null, period: 'custom', from: '2026-03-03', to: '2026-03-03', sheet: 'Mine' };
    const [report] = ask('sidebarSaveReport', form).reports;

    ask('sidebarRefreshReport', report?.id, true);
    await scene.server.restate();
    ask('sidebarRefreshReport', report?.id, true);
    ask('sidebarUndoRefresh', report?.id);

    expect(scene.book.snapshot()).toEqual(original);
    expect(copy.values('Shifts!A1:R60')).toEqual(scene.book.values('Shifts!A1:R60'));
    expect(copy.values('Mine!A2:A2')).toEqual([[46_084]]);
    expect(copy.values('Shift Reports status!A2:A3')).toEqual([['Mine'], ['']]);
  });
});
