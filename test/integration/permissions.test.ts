import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { NEEDED } from '../../src/reports/permissions';
import { type Measured, measureAll, renderPage, SCOPES } from '../permission-table/permission-table';
import { ENDPOINT_NEEDS } from '../support/endpoints';
import { recordFigure } from '../support/record-figure';
import { ANN, type Scene, Stage, state } from '../support/scene';

/* What people may leave out or take back of the five permissions, surface by surface. */

const ALL = SCOPES.map(({ scope }) => scope);
const without = (...names: string[]) =>
  SCOPES.filter(({ name }) => !names.includes(name)).map(({ scope }) => scope);

describe('each surface with each of the 32 sets of permissions', () => {
  let measured: Measured[];
  beforeAll(async () => {
    measured = await measureAll();
  }, 600_000);

  test('works or shows a way forward: no dead end', () => {
    const dead = measured.filter(({ fare }) => fare === 'dead end');
    expect(dead.slice(0, 5)).toEqual([]);
    const what = `dead ends, ${measured.length / 32} surfaces with 32 sets of permissions`;
    recordFigure({ requirement: 'H9', what, n: measured.length, figure: String(dead.length) });
  });

  test('works with all of them, but for what nobody can do', () => {
    const failed = measured.filter(({ missing, said }) => missing.length === 0 && said !== '');
    expect(failed.map(({ surface, said }) => [surface, said])).toEqual([
      ['WORKER_TURNOVER', expect.stringContaining('its address is not published')],
    ]);
  });

  test('works where it has what it is said to need, and there alone', () => {
    const needs: Readonly<Record<string, readonly string[]>> = {
      ...Object.fromEntries(ENDPOINT_NEEDS),
      'menu: Open sidebar': NEEDED.showSidebar,
      'menu: Refresh all reports': NEEDED.refreshAllReports,
      'scheduled run': NEEDED.refreshOnSchedule,
      'sidebarSaveSchedule, with an address': [...(ENDPOINT_NEEDS.get('sidebarSaveSchedule') ?? []), 'mail'],
    };
    const wrong = measured.filter(({ surface, missing, fare }) => {
      const lacks = (needs[surface] ?? []).some((name) => missing.includes(name));
      return lacks === (fare === 'works' || fare === 'no mail');
    });
    expect(wrong.map(({ surface, missing, fare, said }) => [surface, missing, fare, said])).toEqual([]);
  });

  test('is measured for every endpoint', () => {
    const shown = new Set(measured.map(({ surface }) => surface.split(',')[0]));
    expect([...ENDPOINT_NEEDS.keys()].filter((name) => !shown.has(name))).toEqual([]);
  });

  test('is what docs/permissions.md shows: else run npm run permission-table', () => {
    expect(readFileSync('docs/permissions.md', 'utf8')).toBe(renderPage(measured));
  });
});

describe('a permission', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await Stage.start();
  });
  afterAll(() => stage.close());

  async function scheduled(): Promise<Scene> {
    const scene = await stage.open({ installation: 'add-on' });
    scene.connect();
    scene.saveReport({ from: '2026-03-02', to: '2026-03-02' });
    const schedule = { every: 'hour', hour: 0, email: 'ann@employer.example' };
    state(scene.ask('sidebarSaveSchedule', schedule));
    scene.book.as(ANN).open();
    return scene;
  }
  const hour = (scene: Scene) => scene.emulator.advance({ hours: 1, minutes: 1 })[0];

  test.each(SCOPES)(
    'to use $name that is taken back between two runs stops what needs it, until it is given again',
    async ({ name }) => {
      const scene = await scheduled();
      expect(hour(scene)?.outcome.kind).toBe('returned');
      scene.book.as(ANN).consent(without(name));
      const stops = name === 'spreadsheet' || name === 'requests';
      const run = hour(scene);
      expect([run?.outcome.kind, (run?.fetches ?? 0) > 0]).toEqual(
        stops ? ['threw', false] : ['returned', true],
      );
      scene.book.as(ANN).consent(ALL);
      expect(hour(scene)?.outcome.kind).toBe('returned');
      expect(state(scene.ask('sidebarState')).schedule.mailProblem).toBeNull();
    },
  );

  test('that is declined for good keeps nobody from the rest: the menu asks only for what it needs', async () => {
    const scene = await scheduled();
    const ann = scene.book.as(ANN);
    ann.consent(without('mail', 'timers'));
    expect(ann.clickMenu('Open sidebar').outcome.kind).toBe('returned');
    expect(ann.clickMenu('Refresh all reports').outcome.kind).toBe('returned');
    expect(scene.emulator.world.consents.questions).toEqual([]);
  });

  test('that the menu asks for covers all that is missing; half an answer is asked for again', async () => {
    const scene = await scheduled();
    const ann = scene.book.as(ANN);
    const { questions } = scene.emulator.world.consents;
    ann.consent([]);
    ann.clickMenu('Refresh all reports');
    ann.consent(without('requests'));
    ann.clickMenu('Refresh all reports');
    expect(questions.map(({ scopes }) => new Set(scopes))).toEqual([new Set(ALL), new Set([ALL[1]])]);
    ann.consent(without('mail'));
    expect(ann.clickMenu('Refresh all reports').outcome.kind).toBe('returned');
    expect(questions).toHaveLength(2);
  });

  test('that is missing is found whatever language the platform speaks', async () => {
    const scene = await scheduled();
    scene.emulator.switches.translatedTexts = true;
    scene.book.as(ANN).consent(without('requests'));
    expect(scene.ask('sidebarCheckConnection')).toMatchObject({
      code: 'permission_missing',
      message:
        'Press “Allow access”, tick “Connect to an external service”, then try again: Google needs your permission.',
      link: expect.stringMatching(/^https:\/\/accounts\.google\.com\//),
    });
  });

  test('for mail that is missing when a schedule is saved with an address: it is saved, and says so with a link', async () => {
    const scene = await scheduled();
    scene.book.as(ANN).consent(without('mail'));
    const outcome = scene.ask('sidebarSaveSchedule', {
      every: 'day',
      hour: 6,
      email: 'ann@employer.example',
    });
    expect(outcome).toMatchObject({
      kind: 'failed',
      message:
        'Press “Allow access” and tick “Send email as you”: the schedule is saved, but Google lets it send no email.',
      state: { schedule: { every: 'day', isOwn: true } },
    });
  });

  test('for mail that is missing costs a scheduled run nothing, and the status sheet says that it is off', async () => {
    const scene = await scheduled();
    state(scene.ask('sidebarRefreshAll'));
    hour(scene);
    const before = hour(scene)?.wireCalls;
    scene.book.as(ANN).consent(without('mail'));
    const after = hour(scene)?.wireCalls;
    expect(after).toBe(before);
    expect(JSON.stringify(scene.book.values('Shift Reports status!A1:R3'))).toContain('; email is off');
    await scene.server.setScenario('report', { name: 'status', status: 403 });
    expect(hour(scene)?.outcome.kind).toBe('threw');
    expect(scene.emulator.mails).toEqual([]);
    scene.book.as(ANN).consent(ALL);
    hour(scene);
    expect(scene.emulator.mails).toHaveLength(1);
  });

  test('is not needed by formulas; where Google asked for it all the same, the cell says what to allow', async () => {
    const scene = await scheduled();
    const shown = (name: string, ...args: string[]) => {
      const result = scene.call(name, ...args);
      return result.kind === 'values' ? 'values' : result.message;
    };
    const days = ['2026-03-02', '2026-03-02'];
    scene.emulator.switches.formulaConsent = 'asked';
    for (let ticked = 0; ticked < 32; ticked += 1) {
      const granted = SCOPES.filter((_, bit) => (ticked >> bit) % 2 === 1);
      scene.emulator.world.caches.clear();
      scene.book.as(ANN).consent(granted.map(({ scope }) => scope));
      const missing = SCOPES.slice(0, 2).find((one) => !granted.includes(one));
      const expected =
        missing === undefined
          ? 'values'
          : `Choose Extensions ▸ Shift Reports ▸ Refresh all reports and allow “${missing.consent}”: Google needs your permission.`;
      expect([granted.length, shown('SHIFT_FULFILMENT', ...days)]).toEqual([granted.length, expected]);
      expect(shown('SHIFT_METRIC', 'posted', ...days)).toBe(expected);
    }
  });
});
