import { describe, expect, test } from '@jest/globals';
import { neededForTimer, PERMISSIONS } from '../../src/reports/permissions';
import { ANN, type Scene, Stage, state } from '../support/scene';

/* What people may leave out or take back of the five permissions, surface by surface. */

/** In the order in which Google asks for them. */
const SCOPES = Object.entries(PERMISSIONS).map(([name, { scope, consent }]) => ({
  name,
  scope: `https://www.googleapis.com/auth/${scope}`,
  consent,
}));
const ALL = SCOPES.map(({ scope }) => scope);
const without = (...names: string[]) =>
  SCOPES.filter(({ name }) => !names.includes(name)).map(({ scope }) => scope);

describe('a permission', () => {
  const stage = new Stage();

  async function scheduled(): Promise<Scene> {
    const scene = await stage.connected({ installation: 'add-on' });
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
    expect(scene.emulator.consents.questions).toEqual([]);
  });

  test('that the menu asks for covers all that is missing; half an answer is asked for again', async () => {
    const scene = await scheduled();
    const ann = scene.book.as(ANN);
    const { questions } = scene.emulator.consents;
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

  test.each(SCOPES)(
    'to use $name that is missing lets no timer of a bound script be set, and says why',
    async ({ name, consent }) => {
      const scene = await scheduled();
      scene.book.as(ANN).consent(without(name));
      for (const outcome of [
        scene.ask('sidebarSaveSchedule', { every: 'day', hour: 6 }),
        scene.ask('sidebarTakeOver'),
      ]) {
        expect(outcome).toMatchObject({
          kind: 'failed',
          message: expect.stringContaining(`Press “Allow access”, tick “${consent}”, then `),
          link: expect.stringMatching(/^https:\/\/accounts\.google\.com\//),
        });
      }
      scene.book.as(ANN).consent(ALL);
      expect(state(scene.ask('sidebarState')).schedule.every).toBe('hour');
    },
  );

  test.each(SCOPES)(
    'to use $name that is taken back silences the timer of a bound script',
    async ({ name }) => {
      const scene = await stage.connected();
      scene.saveReport({ from: '2026-03-02', to: '2026-03-02' });
      state(scene.ask('sidebarSaveSchedule', { every: 'hour', hour: 0 }));
      scene.book.as(ANN).consent(without(name));
      expect(scene.emulator.advance({ hours: 3 })).toEqual([]);
      scene.book.as(ANN).consent(ALL);
      expect(hour(scene)?.outcome.kind).toBe('returned');
    },
  );

  test('to send email is none that a timer of the add-on needs', () => {
    expect(neededForTimer('add-on')).toEqual(['spreadsheet', 'timers', 'requests']);
  });

  test('for mail that is missing costs a scheduled run one note, and the sidebar says that it is off', async () => {
    const scene = await scheduled();
    state(scene.ask('sidebarRefreshAll'));
    hour(scene);
    const before = hour(scene)?.wireCalls;
    scene.book.as(ANN).consent(without('mail'));
    expect([hour(scene)?.wireCalls, hour(scene)?.wireCalls]).toEqual([(before ?? 0) + 4, before]);
    expect(JSON.stringify(state(scene.ask('sidebarState')).schedule)).toContain('mail');
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
      scene.emulator.caches.clear();
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
