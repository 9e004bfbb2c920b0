import { describe, expect, test } from '@jest/globals';
import { ANN, mails, type Scene, Stage, state } from '../support/scene';

/* Mail about scheduled refreshes that fail, and what happens where a permission is missing. */

const stage = new Stage({ allowance: 100_000 });

const SCOPES = 'https://www.googleapis.com/auth/';

async function scheduled(email = 'ann.smith@employer.example'): Promise<Scene> {
  const { scene } = await stage.again(email, () => open(email));
  return scene;
}

async function open(email: string): Promise<{ readonly scene: Scene }> {
  const scene = await stage.connected({ installation: 'add-on' });
  scene.saveReport({ from: '2026-03-02', to: '2026-03-02' });
  state(scene.ask('sidebarRefreshAll'));
  state(scene.ask('sidebarSaveSchedule', { every: 'hour', hour: 0, email }));
  return { scene };
}

function hour(scene: Scene) {
  const [run] = scene.emulator.advance({ hours: 1 });
  if (run === undefined) throw new Error('No trigger ran.');
  return run;
}

describe('a failure that passes', () => {
  const REASON = 'the service has had too many requests. (HTTP\u00a0429)';
  test.each([
    ['off', `Try again later: ${REASON}`],
    ['hour', `Nothing to do, the schedule tries again: ${REASON}`],
  ])('has the same words wherever a person reads of it (schedule: %s)', async (every, sentence) => {
    const scene = await stage.connected({ installation: 'add-on' });
    const id = scene.saveReport({ from: '2026-03-02', to: '2026-03-02' });
    state(scene.ask('sidebarRefreshReport', id));
    state(scene.ask('sidebarBuildDashboard', id, undefined, 'overview'));
    const to = every === 'off' ? '' : 'ann.smith@employer.example';
    state(scene.ask('sidebarSaveSchedule', { every, hour: 0, email: to }));
    await scene.server.setScenario('report', { name: 'retry-after', value: '120' });
    scene.emulator.clock.advance(20 * 60_000);

    const pressed = scene.ask('sidebarRefreshReport', id);
    const seen = pressed.state;
    expect([
      ...[pressed.message, seen?.reports[0]?.lastRun?.message, seen?.activity[0]?.sentence],
      ...[seen?.connection?.failing, scene.book.cell('Shift Reports status!C2').value],
    ]).toEqual([
      ...[sentence, sentence],
      // What was to do then is to do no more.
      'The service has had too many requests. (HTTP\u00a0429)',
      ...[sentence, sentence],
    ]);
    expect(scene.book.cell('Overview!A3').formula).toContain("'Shift Reports status'!C");
    if (every === 'off') return;
    hour(scene);
    expect(mails(scene)[0]?.body).toContain(sentence);
  });
});

describe('mail about failures', () => {
  test('goes once to whoever asked, and once more when it is over', async () => {
    const scene = await scheduled();
    await scene.server.setScenario('report', { name: 'status', status: 403, times: 3 });

    const counts = [1, 2, 3, 4, 5].map(() => {
      hour(scene);
      return mails(scene).length;
    });

    // Its end comes with the next day's email.
    expect(counts).toEqual([1, 1, 1, 1, 1]);
    scene.emulator.advance({ days: 1 });
    expect(mails(scene).map(({ to, subject, sender }) => [to, sender, subject])).toEqual([
      ['ann.smith@employer.example', ANN, 'Shift Reports: 1 report not refreshed in “Untitled spreadsheet”'],
      [
        'ann.smith@employer.example',
        ANN,
        'Shift Reports: 1 report refreshed again in “Untitled spreadsheet”',
      ],
    ]);
  });

  test('holds remedy and times, and neither secret, token, reference nor figure', async () => {
    const scene = await scheduled();
    await scene.server.setScenario('report', { name: 'status', status: 403 });
    hour(scene);

    const [mail] = mails(scene);
    expect(mail?.body).toMatch(
      /\(HTTP\u00a0403\)\nShifts: next try 10 Mar 2026, 11:00 to 12:00, not refreshed since 10 Mar 2026, 09:00\n/,
    );
    const token = /Bearer (\S+)/.exec(JSON.stringify(scene.emulator.requests))?.[1] ?? 'no token';
    for (const secret of [scene.form().clientSecret, scene.form().clientId, token]) {
      expect(JSON.stringify(mail)).not.toContain(secret);
    }
    expect(mail?.body).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
    const figures = scene.book
      .values('Shifts!G2:L5')
      .flat()
      .filter((value) => Number(value) > 20);
    expect(figures.filter((value) => mail?.body.includes(` ${value} `))).toEqual([]);
  });
});

describe('a permission taken back', () => {
  test.each([
    ['script.external_request', 'Connect to an external service'],
    ['spreadsheets.currentonly', 'View and manage spreadsheets that this application has been installed in'],
  ])(
    'of %s is noted once, without half work, and mended with the next run that may',
    async (scope, consent) => {
      const MISSING = `Have whoever runs the schedule choose Extensions ▸ Shift Reports ▸ Refresh all reports and allow “${consent}”, or press “Take over”: Google needs their permission.`;
      const scene = await scheduled();
      const before = scene.book.values('Shifts!A1:R9');
      scene.book.as(ANN).withhold(`${SCOPES}${scope}`);

      const runs = [hour(scene), hour(scene), hour(scene)];

      expect(
        runs.map(({ outcome, fetches }) => [outcome.kind === 'threw' && outcome.message, fetches]),
      ).toEqual(new Array(3).fill([MISSING, 0]));
      expect(scene.book.values('Shifts!A1:R9')).toEqual(before);
      expect(mails(scene).length).toBe(1);
      scene.emulator.consents.byUser.clear();
      const missing = state(scene.ask('sidebarState'));
      expect(missing.reports.map(({ lastRun }) => lastRun?.message)).toEqual([MISSING]);
      hour(scene);
      expect(state(scene.ask('sidebarState')).reports[0]?.lastRun?.outcome).toBe('refreshed');
      // Its end comes with the next day's email.
      expect(mails(scene).length).toBe(1);
      scene.emulator.advance({ days: 1 });
      expect(mails(scene).length).toBe(2);
    },
  );
});
