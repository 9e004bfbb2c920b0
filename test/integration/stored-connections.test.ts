import { describe, expect, test } from '@jest/globals';
import type { SidebarState } from '../../src/sidebar/state-view';
import { ANN, BOB, type Scene, Stage, state } from '../support/scene';

/* What is left of a connection after disconnecting. */

const stage = new Stage();

const NOT_CONNECTED =
  'Connect in the sidebar (Extensions ▸ Shift Reports): this spreadsheet has no saved connection.';

/** The texts of all properties. */
function allProperties(scene: Scene): string[] {
  return [...scene.emulator.world.properties].flatMap(([, pairs]) => [...pairs.values()]);
}

describe('disconnecting', () => {
  test.each(['everyone', 'me'] as const)(
    'a connection for %s leaves nothing of it behind',
    async (audience) => {
      const scene = await stage.open();
      const { clientId, clientSecret } = scene.form();
      scene.connect({ audience });
      scene.saveReport();
      state(scene.ask('sidebarRefreshAll'));
      state(scene.ask('sidebarSaveSchedule', { every: 'hour', hour: 0 }));

      const outcome = scene.ask('sidebarDisconnect');

      expect(outcome).toMatchObject({
        kind: 'done',
        state: { connection: null, schedule: { every: 'off' }, running: null, pause: null },
      });
      const properties = allProperties(scene).join();
      expect(properties).not.toContain(clientSecret);
      expect(properties).not.toContain(clientId);
      const now = scene.emulator.clock.now();
      const left = [...scene.emulator.world.caches]
        .flatMap(([, entries]) => [...entries])
        .filter(([key]) => key.startsWith('token.'));
      expect(left.map(([, { value, expiresAt }]) => [value, expiresAt - now])).toEqual([['', 600_000]]);
      expect(scene.emulator.world.triggers).toEqual([]);
      expect(scene.formula('2026-03-02', '2026-03-02')).toEqual({ kind: 'error', message: NOT_CONNECTED });
      expect(scene.last.fetches).toBe(0);
    },
  );

  test('keeps the reports and their tables', async () => {
    const scene = await stage.open();
    scene.connect();
    state(scene.ask('sidebarRefreshReport', scene.saveReport()));
    const cells = visibleSheets(scene);

    const { reports } = state(scene.ask('sidebarDisconnect'));

    expect(reports.map(({ sheet }) => sheet)).toEqual(['Shifts']);
    expect(cells.map(({ name }) => name)).toEqual(['Sheet1', 'Shifts', 'Shift Reports status']);
    expect(visibleSheets(scene)).toEqual(cells);
  });

  describe('what was kept for undoing', () => {
    // Below the line that says whose sheet it is.
    const kept = (scene: Scene) => scene.book.values('Shift Reports undo!A2:B60').flat().join('');
    const couldUndo = ({ reports }: SidebarState) => reports.map(({ canUndo }) => canUndo);

    /** A spreadsheet whose one report was refreshed twice, so that its last refresh can be undone. */
    async function undoable(): Promise<Scene> {
      const scene = await stage.open();
      scene.connect();
      const id = scene.saveReport();
      state(scene.ask('sidebarRefreshReport', id));
      await scene.server.restate();
      expect(couldUndo(state(scene.refresh(id)))).toEqual([true]);
      expect(kept(scene)).not.toBe('');
      return scene;
    }

    test('is blanked, and Undo is not offered any more', async () => {
      const scene = await undoable();

      const after = state(scene.ask('sidebarDisconnect'));

      expect([kept(scene), couldUndo(after)]).toEqual(['', [false]]);
    });

    test('is nothing that anyone could undo, even where its hidden sheet cannot be written', async () => {
      const scene = await undoable();
      scene.book.document.editor.protectSheet('Shift Reports undo', [ANN]);

      const after = state(scene.ask('sidebarDisconnect', undefined, BOB));

      expect(kept(scene)).not.toBe('');
      expect(couldUndo(after)).toEqual([false]);
    });

    test('begins anew with the next connection', async () => {
      const scene = await undoable();
      const [report] = state(scene.ask('sidebarDisconnect')).reports;
      scene.connect();

      expect(couldUndo(state(scene.refresh(report?.id ?? '')))).toEqual([false]);
      await scene.server.restate();
      expect(couldUndo(state(scene.refresh(report?.id ?? '')))).toEqual([true]);
    });
  });

  test('twice, or without a connection, is no failure', async () => {
    const scene = await stage.open();

    expect(scene.ask('sidebarDisconnect').kind).toBe('done');
    expect(scene.ask('sidebarDisconnect', undefined, BOB).kind).toBe('done');
    expect(scene.emulator.requests).toEqual([]);
  });

  test('by one person leaves another’s own connection of this spreadsheet', async () => {
    const scene = await stage.open();
    scene.connect({ audience: 'me' });

    state(scene.ask('sidebarDisconnect', undefined, BOB));

    expect(scene.book.as(ANN).runFormula('SHIFT_FULFILMENT', ['2026-03-02', '2026-03-02']).kind).toBe(
      'values',
    );
  });
});

/** The sheets that people see, with all that stands in them. */
function visibleSheets(scene: Scene) {
  return scene.book.document.snapshot().sheets.filter(({ isHidden }) => !isHidden);
}
