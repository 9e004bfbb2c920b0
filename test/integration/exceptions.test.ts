import { describe, expect, test } from '@jest/globals';
import { ANN, prepared, type Scene, Stage, state } from '../support/scene';

/* A service call that throws, whichever it is, once or for ever. */

const stage = new Stage();

const RAW = 'Exception from the platform: https://hidden.example/?client_secret=hidden';
/** More calls than any act makes. */
const MOST_CALLS = 80;

interface Act {
  readonly title: string;
  /** Whether the connection has to be made anew before the next call. */
  readonly changesConnection?: true;
  /** @returns What a person reads of a failure; `null` after a success. */
  readonly run: (scene: Scene) => string | null;
}

function asked(scene: Scene, name: string, argument?: unknown): string | null {
  const args = argument === undefined ? [] : [argument];
  const result = scene.book.as(ANN).callFromSidebar(name, ...args);
  if (result.kind === 'failure') return result.message;
  const outcome = result.value as { readonly kind: string; readonly message: string };
  return outcome.kind === 'failed' ? outcome.message : null;
}

const REPORT = { id: null, period: 'custom', from: '2026-03-02', to: '2026-03-02', sheet: 'Shifts' };

const ACTS: readonly Act[] = [
  {
    title: 'a formula',
    run: (scene) => {
      const result = scene.formula('last week');
      return result.kind === 'error' ? result.message : null;
    },
  },
  { title: 'opening the sidebar', run: (scene) => asked(scene, 'sidebarState') },
  {
    title: 'connecting',
    changesConnection: true,
    run: (scene) => asked(scene, 'sidebarConnect', scene.form()),
  },
  { title: 'checking the connection', run: (scene) => asked(scene, 'sidebarCheckConnection') },
  {
    title: 'saving a report',
    run: (scene) => asked(scene, 'sidebarSaveReport', { ...REPORT, sheet: 'New' }),
  },
  { title: 'a preview', run: (scene) => asked(scene, 'sidebarPreviewReport', REPORT) },
  {
    title: 'explaining a cell',
    run: (scene) => {
      scene.book.as(ANN).select('Shifts!J2');
      return asked(scene, 'sidebarExplainCell');
    },
  },
  { title: 'a refresh', run: (scene) => asked(scene, 'sidebarRefreshAll') },
  {
    title: 'saving a schedule',
    run: (scene) => asked(scene, 'sidebarSaveSchedule', { every: 'hour', hour: 0 }),
  },
  {
    title: 'a scheduled refresh',
    run: (scene) => {
      const [run] = scene.emulator.advance({ hours: 1 });
      return run?.outcome.kind === 'threw' ? run.outcome.message : null;
    },
  },
  { title: 'disconnecting', changesConnection: true, run: (scene) => asked(scene, 'sidebarDisconnect') },
];

/** A connected spreadsheet with a table, refreshed every hour. */
const scheduled = prepared(
  async () => {
    const scene = await stage.connected();
    state(scene.ask('sidebarSaveReport', REPORT));
    state(scene.ask('sidebarSaveSchedule', { every: 'hour', hour: 0 }));
    state(scene.ask('sidebarRefreshAll'));
    return scene;
  },
  (scene) => scene,
);

/** A sentence of ours: it begins with what to do and holds nothing of the platform's. */
function isPlain(message: string): boolean {
  return (
    /^[A-Z“1-9].*[.)]$/s.test(message) && !/Exception|https?:|hidden|undefined|object Object/.test(message)
  );
}

describe.each(ACTS)('$title', ({ changesConnection, run }) => {
  test.each([false, true])('ends well or with a plain sentence (for ever: %p)', async (forever) => {
    const scene = await scheduled();
    const table = scene.book.values('Shifts!A1:R60');
    const odd: unknown[] = [];
    let cases = 0;

    for (let call = 1; call <= MOST_CALLS; call += 1) {
      scene.emulator.caches.clear();
      // Past every lease and mark.
      scene.emulator.clock.advance(11 * 60_000);
      scene.emulator.fault = { throwAtCall: call, forever, message: RAW };
      const message = run(scene);
      const reached = scene.last.calls.length >= call;
      scene.emulator.fault = null;
      if (!reached) break;
      cases += 1;
      if (message !== null && !isPlain(message)) odd.push({ call, message });
      if (changesConnection) scene.connect();
    }

    expect(odd).toEqual([]);
    expect(cases).toBeGreaterThanOrEqual(3);
    expect(scene.book.values('Shifts!A1:R60')).toEqual(table);
    scene.connect();
    scene.emulator.clock.advance(11 * 60_000);
    state(scene.ask('sidebarRefreshAll'));
    expect(scene.book.values('Shifts!A1:R60')).toEqual(table);
  });
});
