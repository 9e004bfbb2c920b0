import { describe, expect, test } from '@jest/globals';
import { ANN, BOB, type Scene, Stage, state } from '../support/scene';

/* Who can do what with whose connection, and what happens where the platform gives less. */

const stage = new Stage();

const EVE = 'eve@employer.example';
const SCOPES = 'https://www.googleapis.com/auth/';
const DAYS = ['2026-03-02', '2026-03-02'] as const;

/** Ann connects for everyone or for herself; Bob may edit, Eve may only look. */
async function connectedFor(audience: 'everyone' | 'me', by = ANN): Promise<Scene> {
  const scene = await stage.open();
  scene.book.viewers.add(EVE);
  state(scene.ask('sidebarConnect', scene.form({ audience }), by));
  return scene;
}

function formulaOf(scene: Scene, person: string): string {
  const result = scene.book.as(person).runFormula('SHIFT_FULFILMENT', [...DAYS]);
  return result.kind === 'values' ? 'data' : result.message;
}

function refreshOf(scene: Scene, person: string): string {
  const form = { id: null, period: 'custom', from: DAYS[0], to: DAYS[1], sheet: 'Shifts' };
  const [report] = state(scene.ask('sidebarSaveReport', form)).reports;
  const outcome = scene.ask('sidebarRefreshReport', report?.id, person);
  return outcome.kind === 'done' ? 'works' : outcome.code;
}

/** The person's own trigger, one hour later. */
function triggerOf(scene: Scene, person: string): string {
  refreshOf(scene, ANN);
  state(scene.ask('sidebarSaveSchedule', { every: 'hour', hour: 0 }, person));
  const [run] = scene.emulator.advance({ hours: 1, minutes: 1 });
  return run?.outcome.kind === 'returned' ? 'works' : 'fails';
}

const MISSING =
  'Connect in the sidebar (Extensions ▸ Shift Reports): this spreadsheet has no saved connection.';

describe('a connection for everyone who edits', () => {
  test.each([ANN, BOB, EVE])('gives data in the cells of %s', async (person) => {
    expect(formulaOf(await connectedFor('everyone'), person)).toBe('data');
  });

  test.each([ANN, BOB])('works in the sidebar of %s', async (person) => {
    expect(refreshOf(await connectedFor('everyone'), person)).toBe('works');
  });

  test('shows a viewer the state, and writes nothing for them', async () => {
    const scene = await connectedFor('everyone');
    expect(state(scene.ask('sidebarState', undefined, EVE)).connection?.region).toBe('UK');
    const form = { id: null, period: 'custom', from: DAYS[0], to: DAYS[1], sheet: 'Shifts' };
    const [report] = state(scene.ask('sidebarSaveReport', form)).reports;
    const before = scene.book.snapshot();

    const outcome = scene.ask('sidebarRefreshReport', report?.id, EVE);

    expect(outcome).toMatchObject({ kind: 'failed', code: 'sheet_blocked' });
    expect(scene.book.snapshot()).toEqual(before);
  });

  test.each([ANN, BOB])('works in the schedule of %s', async (person) => {
    expect(triggerOf(await connectedFor('everyone'), person)).toBe('works');
  });
});

describe('a connection for only me', () => {
  test.each([ANN, BOB, EVE])('of the owner gives data in the cells of %s', async (person) => {
    expect(formulaOf(await connectedFor('me', ANN), person)).toBe('data');
  });

  test.each([ANN, BOB])('of an editor gives no data in the cells of %s', async (person) => {
    expect(formulaOf(await connectedFor('me', BOB), person)).toBe(MISSING);
  });

  test('works in the sidebar of who saved it; of others no refresh is noted, and no schedule saved', async () => {
    const scene = await connectedFor('me', BOB);

    expect(refreshOf(scene, BOB)).toBe('works');
    const before = state(scene.ask('sidebarState'));
    for (const [name, argument] of [
      ['sidebarRefreshReport', before.reports[0]?.id],
      ['sidebarSaveSchedule', { every: 'hour', hour: 0 }],
    ] as const)
      expect(scene.ask(name, argument, ANN)).toMatchObject({ code: 'settings_missing' });
    expect(state(scene.ask('sidebarState', undefined, ANN))).toMatchObject({ ...before, connection: null });
    expect(state(scene.ask('sidebarState', undefined, BOB)).connection?.audience).toBe('me');
  });

  test('works in the schedule of who saved it', async () => {
    expect(triggerOf(await connectedFor('me', ANN), ANN)).toBe('works');
  });

  test('leaves the schedule of someone else without one: that says so, and its owner’s steps in', async () => {
    const scene = await connectedFor('everyone');
    expect(triggerOf(scene, ANN)).toBe('works');
    state(scene.ask('sidebarSaveSchedule', { every: 'hour', hour: 0 }, BOB));
    state(scene.ask('sidebarConnect', scene.form({ audience: 'me' })));
    const runs = Array.from({ length: 3 }, () => {
      scene.emulator.advance({ hours: 1 });
      const [report] = state(scene.ask('sidebarState')).reports;
      return report?.lastRun?.message.replace(/ .*/, '');
    });
    expect(runs).toEqual(['Have', 'Have', '21']);
  });

  test('is stored with the person, under this spreadsheet, and not with the document', async () => {
    const scene = await connectedFor('me', ANN);
    const { clientSecret } = scene.form();

    const holding = [...scene.emulator.properties].flatMap(([scope, pairs]) =>
      [...pairs].flatMap(([name, text]) =>
        text.includes(JSON.stringify(clientSecret)) ? [[scope, name]] : [],
      ),
    );

    expect(holding).toEqual([[expect.stringMatching(/^user:.*ann@/), `connection.${scene.book.id}`]]);
  });

  test('replaces one for everyone, and the other way round', async () => {
    const scene = await connectedFor('everyone');
    scene.connect({ audience: 'me' });
    const withSecret = () =>
      [...scene.emulator.properties].filter(([, pairs]) =>
        [...pairs.values()].some((text) => text.includes('clientSecret')),
      );
    expect(withSecret().map(([scope]) => scope.split(':')[0])).toEqual(['user']);

    scene.connect({ audience: 'everyone' });

    expect(withSecret().map(([scope]) => scope.split(':')[0])).toEqual(['document']);
  });

  test('in another spreadsheet of the same person counts for nothing', async () => {
    const scene = await connectedFor('me', ANN);
    const other = scene.emulator.createSpreadsheet({ owner: ANN, zone: 'Europe/London' });

    const result = other.as(ANN).runFormula('SHIFT_FULFILMENT', [...DAYS]);

    expect(result).toEqual({ kind: 'error', message: MISSING });
  });

  test('reads and writes work with the user cache of formulas missing or shared', async () => {
    for (const userCacheInFormulas of ['null', 'shared'] as const) {
      const scene = await stage.open({ switches: { userCacheInFormulas } });
      scene.connect({ audience: 'me' });

      expect([formulaOf(scene, ANN), formulaOf(scene, BOB)]).toEqual(['data', 'data']);
    }
  });
});

describe('where the platform gives no stores of the document', () => {
  test('a formula says that nothing is connected, and no exception comes through', async () => {
    const scene = await connectedFor('everyone');
    scene.emulator.switches.documentStores = 'null';

    expect(formulaOf(scene, ANN)).toBe(MISSING);
    expect(scene.last.fetches).toBe(0);
  });

  test('every endpoint answers with an outcome', async () => {
    const scene = await stage.open({ switches: { documentStores: 'null' } });

    expect(scene.ask('sidebarState')).toMatchObject({ kind: 'done', state: { connection: null } });
    expect(scene.ask('sidebarConnect', scene.form())).toMatchObject({ kind: 'failed' });
    expect(scene.ask('sidebarRefreshAll')).toMatchObject({ code: 'settings_missing' });
    expect(scene.ask('sidebarCheckConnection')).toMatchObject({ code: 'settings_missing' });
    expect(scene.ask('sidebarDisconnect').kind).toMatch(/^(done|failed)$/);
  });
});

describe('a permission that was not given', () => {
  test('to make triggers does not keep the credentials from being removed', async () => {
    const scene = await connectedFor('everyone');
    scene.book.as(ANN).withhold(`${SCOPES}script.scriptapp`);

    scene.ask('sidebarDisconnect');

    expect(formulaOf(scene, ANN)).toBe(MISSING);
  });

  test('to show the sidebar: Google asks for it', async () => {
    const scene = await connectedFor('everyone');
    scene.book.as(ANN).open();
    scene.book.as(ANN).withhold(`${SCOPES}script.container.ui`);

    const run = scene.book.as(ANN).clickMenu('Open sidebar');

    expect(run.outcome.kind).toBe('killed');
    const scopes = [`${SCOPES}script.container.ui`];
    expect(scene.emulator.consents.questions).toEqual([{ user: ANN, scopes }]);
  });

  test('to see the spreadsheet: a plain sentence, never the platform’s', async () => {
    const scene = await connectedFor('everyone');
    refreshOf(scene, ANN);
    scene.book.as(ANN).withhold(`${SCOPES}spreadsheets.currentonly`);

    for (const name of ['sidebarState', 'sidebarRefreshAll']) {
      const result = scene.book.as(ANN).callFromSidebar(name);
      expect(JSON.stringify(result)).not.toMatch(/googleapis|Specified permissions/);
    }
  });
});
