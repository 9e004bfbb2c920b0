import { beforeAll, describe, expect, test } from '@jest/globals';
import type { SidebarState } from '../../src/sidebar/state-view';
import { ANN, BOB, type Scene, Stage, state } from '../support/scene';

/*
 * Connecting, switching and disconnecting, and addresses that are not the built ones, where one could come in. What each
 * failure says and leaves is in `connecting.test.ts`.
 */

const stage = new Stage();

/** The texts of all properties. */
function allProperties(scene: Scene): string[] {
  return [...scene.emulator.properties].flatMap(([, pairs]) => [...pairs.values()]);
}

function usedSecrets(scene: Scene): string[] {
  return scene.emulator.requests
    .filter(({ url }) => url.endsWith('/tokens'))
    .map(({ body }) => new URLSearchParams(body).get('client_secret') ?? '');
}

const NOT_CONNECTED =
  'Connect in the sidebar (Extensions ▸ Shift Reports): this spreadsheet has no saved connection.';

describe('connecting', () => {
  test('that fails saves nothing, and keeps the connection before at work', async () => {
    const scene = await stage.open();
    const outcome = scene.ask('sidebarConnect', scene.form({ clientSecret: 'wrong' }));
    expect(outcome).toMatchObject({
      kind: 'failed',
      code: 'credentials_rejected',
      state: { connection: null },
    });
    expect(allProperties(scene)).toEqual([]);
    expect(scene.formula('2026-03-01', '2026-03-01')).toEqual({
      kind: 'error',
      message: NOT_CONNECTED,
    });
    scene.connect();
    const before = allProperties(scene);

    expect(scene.ask('sidebarConnect', scene.form({ employer: '99999' })).kind).toBe('failed');

    expect(allProperties(scene)).toEqual(before);
    expect(scene.formula('2026-03-01', '2026-03-01').kind).toBe('values');
  });

  test('with a rotated secret never uses the old one again', async () => {
    const scene = await stage.connected();
    const { employerId, clientSecret } = scene.server.demoEmployer;
    await scene.server.setSecret(employerId, 'rotated & new');
    await scene.server.revokeTokens();

    scene.connect({ clientSecret: 'rotated & new' });
    scene.formula('2026-03-01', '2026-03-01');
    scene.emulator.clock.advance(4_000_000);
    scene.formula('2026-03-02', '2026-03-02');

    await scene.server.setSecret(employerId, clientSecret);
    expect(usedSecrets(scene)).toEqual([clientSecret, 'rotated & new', 'rotated & new']);
    expect(allProperties(scene).join()).not.toContain(clientSecret);
  });

  test('while reports are not answered in time saves, and says that they could not be checked', async () => {
    const scene = await stage.open();
    await scene.server.setScenario('report', { name: 'status', status: 504 });

    const outcome = scene.ask('sidebarConnect', scene.form());

    expect(outcome).toMatchObject({ kind: 'done', state: { connection: { employer: 'me' } } });
    expect(outcome.message).toMatch(
      /^Connected, but the report could not be checked yet: press “Check connection” later\. .*\(HTTP\u00a0504\)$/,
    );
  });

  test('and checking the connection say how many shifts yesterday had', async () => {
    const scene = await stage.open();

    const connected = scene.ask('sidebarConnect', scene.form());
    const checked = scene.ask('sidebarCheckConnection');

    const rows = scene.formula('2026-03-09', '2026-03-09');
    const shifts = rows.kind === 'values' ? rows.values.length - 1 : -1;
    expect([connected.message, checked.message]).toEqual([
      `Connected: ${shifts} shifts on 9 Mar 2026.`,
      `The connection works: ${shifts} shifts on 9 Mar 2026.`,
    ]);
  });
});

describe('switching', () => {
  test('employer or region never shows rows of the other one', async () => {
    const scene = await stage.open();
    const people = scene.server.employers.filter(({ apiAccess }) => apiAccess);
    const shown = () =>
      people.map(({ region, clientId, clientSecret }) => {
        scene.connect({ region, clientId, clientSecret });
        return JSON.stringify(scene.formula('2026-03-03', '2026-03-03'));
      });
    const first = shown();
    expect(new Set(first).size).toBe(people.length);
    expect(shown()).toEqual(first);
  });

  test('me and the numeric employer are kept apart', async () => {
    const scene = await stage.connected();
    scene.formula('2026-03-03', '2026-03-03');

    scene.connect({ employer: '20417' });
    scene.formula('2026-03-03', '2026-03-03');

    expect(scene.emulator.requests.at(-1)?.url).toContain('/v1/reporting/20417/reports/');
  });
});

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
        state: { connection: null, schedule: { every: 'off' }, running: null },
      });
      const properties = allProperties(scene).join();
      expect(properties).not.toContain(clientSecret);
      expect(properties).not.toContain(clientId);
      const left = [...scene.emulator.caches]
        .flatMap(([, entries]) => [...entries])
        .filter(([key]) => key.startsWith('state.'));
      expect(left.map(([, { value }]) => value)).toEqual(['']);
      expect(scene.emulator.triggers).toEqual([]);
      expect(scene.formula('2026-03-02', '2026-03-02')).toEqual({ kind: 'error', message: NOT_CONNECTED });
      expect(scene.last.fetches).toBe(0);
    },
  );

  test('keeps the reports and their tables', async () => {
    const scene = await stage.connected();
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
      const scene = await stage.connected();
      const id = scene.saveReport();
      state(scene.ask('sidebarRefreshReport', id));
      await scene.server.restate();
      expect(couldUndo(state(scene.refresh(id)))).toEqual([true]);
      expect(kept(scene)).not.toBe('');
      return scene;
    }

    test('is blanked, and Undo is not offered any more', async () => {
      const scene = await undoable();
      // Its newest two tables are kept from now on.
      await scene.server.restate();
      state(scene.ask('sidebarRefreshAll'));
      const rows = scene.book.values('Shift Reports undo!A2:A9').filter(([cell]) => cell !== '');
      expect(rows).toHaveLength(2);

      const after = state(scene.ask('sidebarDisconnect'));

      expect([kept(scene), couldUndo(after)]).toEqual(['', [false]]);
    });

    test('is nothing that anyone could undo, even where its hidden sheet cannot be written', async () => {
      const scene = await undoable();
      scene.book.editor.protectSheet('Shift Reports undo');

      const after = state(scene.ask('sidebarDisconnect', undefined, BOB));

      expect(kept(scene)).not.toBe('');
      expect(couldUndo(after)).toEqual([false]);
    });

    test('is blanked even where the other hidden sheet cannot be written', async () => {
      const scene = await undoable();
      const { editor } = scene.book;
      const [staging, mark] = ['Shift Reports staging', 'Shift Reports makes large tables ready here.'];
      editor.createSheet(staging, 0);
      editor.type(`${staging}!A1`, `${mark} What is typed here is deleted.`);
      editor.protectSheet(staging);

      const after = state(scene.ask('sidebarDisconnect', undefined, BOB));

      expect([kept(scene), couldUndo(after)]).toEqual(['', [false]]);
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
  return scene.book.snapshot().sheets.filter(({ isHidden }) => !isHidden);
}

describe('an address that is not a built one', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await stage.connected();
  });

  /** What is made of a good address. Every form of one: test/unit/employer-api/connection.test.ts. */
  const SPOILED: readonly ((good: string) => string)[] = [
    (good) => good.replace('https:', 'http:'),
    (good) => good.toUpperCase(),
    (good) => `${good}@evil.example`,
    (good) => `${good}.evil.example`,
    (good) => `https://evil.example\\@${good.slice(8)}`,
    (good) => `${good}\n`,
    (good) => `${good}:8443`,
    (good) => `${good}/oauth`,
    (good) => good.replace('a', 'а'),
    () => 'https://127.0.0.1',
    () => 'javascript:alert(1)',
    () => '',
  ];

  test('in a stored connection each is refused, with no request, and saving heals it', () => {
    const [store] = [...scene.emulator.properties.values()];
    const saved = store?.get('connection') ?? '{}';
    const { authOrigin, regionOrigin } = JSON.parse(saved);
    const addresses = SPOILED.flatMap((spoil) => [
      { authOrigin: spoil(authOrigin) },
      { regionOrigin: spoil(regionOrigin) },
      { authOrigin: spoil(authOrigin), regionOrigin: spoil(regionOrigin) },
    ]);
    const others = [{ region: 'FR' }, { employer: 'me/../2' }, { clientSecret: 5 }, { fingerprint: '' }];
    const records = [...addresses, ...others].map((change) =>
      JSON.stringify({ ...JSON.parse(saved), ...change }),
    );
    const before = scene.emulator.requests.length;

    for (const record of [...records, '{', 'null', '[]', '"x"', '{"clientSecret":"x"}']) {
      store?.set('connection', record);
      // Days that nobody has asked for: nothing that is kept answers.
      const result = scene.formula('2026-02-01', '2026-02-02');
      const told = { record, message: result.kind === 'error' ? result.message : 'values' };
      expect(told).toEqual({
        record,
        message: expect.stringMatching(/^(Connect|Press “Change connection”) in the sidebar/),
      });
    }

    expect(scene.ask('sidebarState').kind).toBe('done');
    expect(scene.emulator.requests.length).toBe(before);
    scene.connect();
    expect(scene.formula('2026-02-01', '2026-02-02').kind).toBe('values');
  });

  test('as a member of a form each is refused, with no request', () => {
    const schedule = { every: 'hour', hour: 0 };
    const report = { id: null, period: 'custom', from: '2026-03-01', to: '2026-03-02', sheet: 'Shifts' };
    const forms = [
      ['sidebarConnect', scene.form()] as const,
      ['sidebarSaveReport', report] as const,
      ['sidebarSaveSchedule', schedule] as const,
    ];
    const before = scene.emulator.requests.length;

    for (const spoil of SPOILED) {
      for (const name of ['authOrigin', 'regionOrigin', 'url', 'addresses']) {
        for (const [endpoint, form] of forms) {
          const outcome = scene.ask(endpoint, { ...form, [name]: spoil(scene.addresses.auth) });
          expect([endpoint, name, outcome]).toMatchObject([endpoint, name, { kind: 'failed' }]);
        }
      }
    }

    expect(scene.emulator.requests.length).toBe(before);
  });
});
