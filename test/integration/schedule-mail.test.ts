import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ANN, BOB, type Scene, Stage, state, wireCalls } from '../support/scene';

/* Mail about scheduled refreshes that fail, and what happens where a permission is missing. */

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.start({ allowance: 100_000 });
});
afterAll(() => stage.close());

const SCOPES = 'https://www.googleapis.com/auth/';
const MINE = /^Shift Reports: /;

async function scheduled(email = 'ann.smith@employer.example'): Promise<Scene> {
  const { scene } = await stage.again(email, () => open(email));
  return scene;
}

async function open(email: string): Promise<{ readonly scene: Scene }> {
  const scene = await stage.open({ installation: 'add-on' });
  scene.connect();
  scene.saveReport({ from: '2026-03-02', to: '2026-03-02' });
  state(scene.ask('sidebarRefreshAll'));
  state(scene.ask('sidebarSaveSchedule', { every: 'hour', hour: 0, email }));
  return { scene };
}

function mails(scene: Scene) {
  return scene.emulator.mails.filter(({ subject }) => MINE.test(subject));
}

function hour(scene: Scene) {
  const [run] = scene.emulator.advance({ hours: 1 });
  if (run === undefined) throw new Error('No trigger ran.');
  return run;
}

describe('mail about failures', () => {
  test('goes once to whoever asked, and once more when it is over', async () => {
    const scene = await scheduled();
    await scene.server.setScenario('report', { name: 'status', status: 403, times: 3 });

    const counts = [1, 2, 3, 4, 5].map(() => {
      hour(scene);
      return mails(scene).length;
    });

    expect(counts).toEqual([1, 1, 1, 2, 2]);
    expect(mails(scene).map(({ to, subject, sender }) => [to, sender, subject])).toEqual([
      ['ann.smith@employer.example', ANN, 'Shift Reports: 1 report not refreshed in “Untitled spreadsheet”'],
      [
        'ann.smith@employer.example',
        ANN,
        'Shift Reports: 1 report refreshed again in “Untitled spreadsheet”',
      ],
    ]);
  });

  test('holds remedy, correlation ID and times, and neither secret, token, address nor figure', async () => {
    const scene = await scheduled();
    await scene.server.setScenario('report', { name: 'status', status: 403 });
    hour(scene);

    const [mail] = mails(scene);
    expect(mail?.body).toMatch(
      /“Shifts”: Check the region and the employer .* \(HTTP 403, ref [\w-]{36}\)\nFailing since 10 Mar 2026, 10:00\. The sheet still shows what was fetched 10 Mar 2026, 09:00\./,
    );
    const token = /Bearer (\S+)/.exec(JSON.stringify(scene.emulator.requests))?.[1] ?? 'no token';
    for (const secret of [scene.form().clientSecret, scene.form().clientId, token, 'https://']) {
      expect(mail?.body).not.toContain(secret);
    }
    const figures = scene.book
      .values('Shifts!G2:L5')
      .flat()
      .filter((value) => Number(value) > 20);
    expect(figures.filter((value) => mail?.body.includes(` ${value} `))).toEqual([]);
  });

  test('is not for everybody to read: the sidebar shows its domain', async () => {
    const scene = await scheduled();
    const shown = JSON.stringify(scene.ask('sidebarState', undefined, BOB));
    expect(shown).toContain('a…@employer.example');
    expect(shown).not.toContain('ann.smith');
  });

  test('costs six calls when there is news, and none otherwise', async () => {
    const scene = await scheduled();
    await scene.server.setScenario('report', { name: 'status', status: 403 });
    const withMail = wireCalls(hour(scene));
    const without = wireCalls(hour(scene));
    expect(withMail.slice(-6)).toEqual([
      'Lock.tryLock',
      'Properties.getProperties',
      'Properties.setProperties',
      'Lock.releaseLock',
      'Spreadsheet.getName',
      'MailApp.sendEmail',
    ]);
    // After a failure the token is put apart: it ends sooner than what is remembered of the failure.
    const others = (calls: readonly string[]) => calls.filter((call) => call !== 'Cache.putAll');
    expect(others(without)).toEqual(others(withMail.slice(0, -6)));
  });

  test('is not sent to nobody', async () => {
    const scene = await scheduled('');
    await scene.server.setScenario('report', { name: 'status', status: 403, times: 1 });
    hour(scene);
    hour(scene);
    expect(mails(scene)).toEqual([]);
  });

  test.each([
    [
      'the day’s quota is spent',
      (scene: Scene) => {
        scene.emulator.switches.quotas.mailRecipients = 0;
      },
    ],
    [
      'mail is forbidden',
      (scene: Scene) => {
        scene.emulator.fault = {
          throwAtCall: 1,
          forever: true,
          match: ({ method }) => method.startsWith('MailApp.'),
        };
      },
    ],
    [
      'the service that sends it fails',
      (scene: Scene) => {
        scene.emulator.fault = { throwAtCall: 1, match: ({ method }) => method === 'MailApp.sendEmail' };
      },
    ],
  ])('that Google refuses, for %s, is noted, and the run goes on', async (_, refuse) => {
    const scene = await scheduled();
    await scene.server.setScenario('report', { name: 'status', status: 403 });
    refuse(scene);

    const { outcome } = hour(scene);

    expect(outcome.kind === 'threw' && outcome.message).toMatch(/^Check the region/);
    expect(mails(scene)).toEqual([]);
    expect(state(scene.ask('sidebarState')).schedule.mailProblem).toMatch(/Google refused the last email/);
  });
});

describe('mail that Google refused', () => {
  test('goes out with the next run once it takes some again, which costs the same six calls and one to ask', async () => {
    const scene = await scheduled();
    await scene.server.setScenario('report', { name: 'status', status: 403 });
    const { quotas } = scene.emulator.switches;
    const limit = quotas.mailRecipients;
    quotas.mailRecipients = 0;
    const refused = wireCalls(hour(scene));
    expect(refused.slice(-11)).toEqual([
      'Lock.tryLock',
      'Properties.getProperties',
      'Properties.setProperties',
      'Lock.releaseLock',
      'Spreadsheet.getName',
      'MailApp.sendEmail',
      'MailApp.getRemainingDailyQuota',
      'Lock.tryLock',
      'Properties.getProperties',
      'Properties.setProperties',
      'Lock.releaseLock',
    ]);
    const waiting = wireCalls(hour(scene));
    expect(waiting.slice(-4)).toEqual([
      'Lock.tryLock',
      'Properties.getProperties',
      'Lock.releaseLock',
      'MailApp.getRemainingDailyQuota',
    ]);
    expect(mails(scene)).toEqual([]);
    quotas.mailRecipients = limit;
    hour(scene);
    hour(scene);
    expect(mails(scene).map(({ subject }) => subject)).toEqual([
      'Shift Reports: 1 report not refreshed in “Untitled spreadsheet”',
    ]);
    expect(state(scene.ask('sidebarState')).schedule.mailProblem).toBeNull();
  });

  test('and a kill at each call from the note of it on: none is doubled, and only a kill before it is taken back loses one', async () => {
    const refuse = async () => {
      const scene = await scheduled();
      await scene.server.setScenario('report', { name: 'status', status: 403 });
      const { quotas } = scene.emulator.switches;
      const limit = quotas.mailRecipients;
      quotas.mailRecipients = 0;
      return { scene, allow: () => Object.assign(quotas, { mailRecipients: limit }) };
    };
    const clean = await refuse();
    const { calls } = hour(clean.scene);
    const sendAt = calls.findIndex(({ method }) => method === 'MailApp.sendEmail') + 1;
    const noteAt =
      calls
        .slice(0, sendAt)
        .map(({ method }) => method)
        .lastIndexOf('Lock.tryLock') + 1;
    const lost: number[] = [];
    let kills = 0;
    for (let killAtCall = noteAt; killAtCall <= calls.length; killAtCall += 1) {
      const { scene, allow } = await refuse();
      scene.emulator.fault = { killAtCall };
      expect([killAtCall, hour(scene).outcome.kind]).toEqual([killAtCall, 'killed']);
      scene.emulator.fault = null;
      allow();
      hour(scene);
      hour(scene);
      const count = mails(scene).length;
      expect([killAtCall, count <= 1]).toEqual([killAtCall, true]);
      if (count === 0) lost.push(killAtCall);
      kills += 1;
    }
    console.info(`n = ${kills} kills in a run whose mail is refused: doubled 0, lost ${lost.length}`);
    expect(kills).toBe(calls.length - noteAt + 1);
    // From the end of the write that notes it to the write that takes it back.
    const methods = calls.map(({ method }) => method);
    const takenBackAt = methods.lastIndexOf('Properties.setProperties') + 1;
    const notedAt = methods.indexOf('Properties.setProperties', noteAt) + 1;
    expect(lost.every((at) => at >= notedAt && at <= takenBackAt)).toBe(true);
  });
});

describe('a run with mail, killed at each of its calls', () => {
  test('never doubles a mail, and loses at most the one it was about to send', async () => {
    const clean = await scheduled();
    await clean.server.setScenario('report', { name: 'status', status: 403 });
    const { calls } = hour(clean);
    let [kills, doubles, lost] = [0, 0, 0];

    for (let killAtCall = 1; killAtCall <= calls.length; killAtCall += 1) {
      const scene = await scheduled();
      await scene.server.setScenario('report', { name: 'status', status: 403 });
      scene.emulator.fault = { killAtCall };
      expect([killAtCall, hour(scene).outcome.kind]).toEqual([killAtCall, 'killed']);
      scene.emulator.fault = null;
      hour(scene);
      hour(scene);
      const failures = mails(scene).length;
      await scene.server.clearScenarios();
      // Ten minutes after a 403 the service is asked again.
      hour(scene);
      hour(scene);
      const recoveries = mails(scene).length - failures;
      kills += 1;
      doubles += Math.max(0, failures - 1) + Math.max(0, recoveries - 1);
      if (failures === 0) lost += 1;
      expect([killAtCall, recoveries]).toEqual([killAtCall, 1]);
    }

    console.info(`n = ${kills} kills: doubled mails ${doubles}, lost ${lost}`);
    expect(kills).toBe(calls.length);
    // Between the note and the mail there are the release of the lock, the spreadsheet's name and the mail itself.
    expect([doubles, lost <= 4]).toEqual([0, true]);
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
      scene.emulator.switches.missingScopes = [`${SCOPES}${scope}`];

      const runs = [hour(scene), hour(scene), hour(scene)];

      expect(
        runs.map(({ outcome, fetches }) => [outcome.kind === 'threw' && outcome.message, fetches]),
      ).toEqual(new Array(3).fill([MISSING, 0]));
      expect(scene.book.values('Shifts!A1:R9')).toEqual(before);
      expect(mails(scene).length).toBe(1);
      scene.emulator.switches.missingScopes = [];
      const missing = state(scene.ask('sidebarState'));
      expect(missing.reports.map(({ lastRun }) => lastRun?.message)).toEqual([MISSING]);
      expect(missing.activity.filter(({ sentence }) => sentence === MISSING).length).toBe(1);
      hour(scene);
      expect(state(scene.ask('sidebarState')).reports[0]?.lastRun?.outcome).toBe('refreshed');
      expect(mails(scene).length).toBe(2);
    },
  );
});
