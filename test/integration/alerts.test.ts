import { describe, expect, test } from '@jest/globals';
import { ANN, BOB, mails, type Scene, Stage, state, wireCalls } from '../support/scene';
import { dayAfter } from '../support/shift-records';
import { ALERT, alertOf, nextRun, watch, week } from './alerts-scene';

/*
 * Alerts over pushed days: judged with each refresh, mailed once when a miss begins and once when it is over; no news that
 * is none where their report, connection or days change meanwhile.
 */

const stage = new Stage({ allowance: 100_000 });

const watched = (changes: object = {}) => watch(stage, 'day', changes);

/** Days that follow one another, each with a refresh at six. @returns How many mails there were after each. */
async function run(scene: Scene, plan: readonly (readonly [string, number, number])[]): Promise<number[]> {
  const counts: number[] = [];
  for (const [monday, worked, days] of plan) {
    await scene.serve(week(monday, worked));
    for (let at = 0; at < days; at += 1) {
      nextRun(scene);
      counts.push(mails(scene).length);
    }
  }
  return counts;
}

/** From Wednesday, 11 March: five days that see the first week, seven that see the next ones. */
const FINE = ['2026-03-02', 10, 5] as const;
const MISSED = ['2026-03-09', 8, 7] as const;

describe('an alert over weeks of daily refreshes', () => {
  test('mails once when a venue begins to miss and once when it is back', async () => {
    const scene = await watched();
    const counts = await run(scene, [FINE, MISSED, ['2026-03-16', 7, 7], ['2026-03-23', 9, 7]]);
    expect(counts).toEqual([...Array(5).fill(0), ...Array(14).fill(1), ...Array(7).fill(2)]);
    expect(mails(scene).map(({ to, sender, subject }) => [to, sender, subject])).toEqual([
      ['ann.smith@employer.example', ANN, 'Shift Reports: 1 venue below target in “Untitled spreadsheet”'],
      ['ann.smith@employer.example', ANN, 'Shift Reports: 1 back on target in “Untitled spreadsheet”'],
    ]);
    expect(mails(scene)[0]?.body).toContain(
      'Worked by venue, target 90% (“Shifts”, week of 9 Mar 2026)\nGrand Hotel: not worked 14 of 70, worked 80.0%\n',
    );
  });

  test('stands in the sidebar, and not in the state of its report, which is well', async () => {
    const scene = await watched();
    await run(scene, [
      ['2026-03-02', 10, 5],
      ['2026-03-09', 8, 1],
    ]);
    const { reports, alerts } = state(scene.ask('sidebarState'));
    expect(reports[0]?.lastRun?.message).toBe('14 shifts from 9–15 Mar 2026. 14 shifts of new days.');
    expect(alerts.map((alert) => [alert.state, alert.sentence])).toEqual([
      ['open', '1 venue below target in the week of 9 Mar 2026.\n“Grand Hotel”: 80.0% (56 of 70)'],
    ]);
  });

  test('is shown at once by the refresh of a person, who sends no mail', async () => {
    const scene = await watched();
    const [report] = state(scene.ask('sidebarState')).reports;
    await scene.serve(week('2026-03-02', 8));
    const outcome = scene.refresh(report?.id ?? '');
    const { alerts } = state(outcome);
    expect([alerts.map((alert) => alert.state), mails(scene)]).toEqual([['open'], []]);
    expect(outcome.message).toContain('Alert: “Grand Hotel”: worked 80.0% in the week of 2 Mar 2026');
  });
});

describe('what an alert costs', () => {
  test('nothing where there is none, nothing while it is quiet, and seven calls with a mail', async () => {
    const plain = await watched();
    state(plain.ask('sidebarRemoveAlert', alertOf(plain).id));
    const calls = async (scene: Scene) => {
      await run(scene, [['2026-03-02', 10, 3]]);
      // Other rows, exactly on target, on Saturday; on Monday the next week is there.
      await scene.serve(week('2026-03-02', 9));
      const fine = wireCalls(nextRun(scene));
      const { alerts } = state(scene.ask('sidebarState'));
      nextRun(scene);
      await scene.serve(week('2026-03-09', 8));
      const missed = wireCalls(nextRun(scene));
      return { fine, stands: alerts.map((alert) => alert.sentence), missed, mails: mails(scene).length };
    };
    const without = await calls(plain);
    const watching = await watched();
    const with1 = await calls(watching);
    expect(without.stands).toEqual([]);
    // Both venues were judged in that run, not only looked for.
    expect(with1.stands).toEqual(['No venue below target in the week of 2 Mar 2026: 2 judged.']);
    expect(with1.fine).toEqual(without.fine);
    expect(with1.missed.slice(0, -7)).toEqual(without.missed);
    expect(with1.missed.slice(-7)).toEqual([
      'Spreadsheet.getName',
      'Spreadsheet.getUrl',
      'MailApp.sendEmail',
      'Lock.tryLock',
      'Properties.getProperties',
      'Properties.setProperties',
      'Lock.releaseLock',
    ]);
    expect([alertOf(watching).state, with1.mails, without.mails]).toEqual(['open', 1, 0]);
  });
});

const monday = (first: string, weeks: number) => dayAfter(first, 7 * weeks);

function reportOf(scene: Scene): string {
  return state(scene.ask('sidebarState')).reports[0]?.id ?? '';
}

describe('a report that keeps history', () => {
  test('gives no alarm and no recovery when all its days are read again', async () => {
    const scene = await stage.connected({ installation: 'add-on', startAt: '2026-03-30T05:00:00Z' });
    const dates = { period: 'custom', from: '2025-12-29', to: '2026-03-29' };
    const id = scene.saveReport({ ...dates, mode: 'history' });
    // Worked of 140 a week: 140 in five weeks, 126 in seven, 133 in the newest. The last eight are 90.6% together.
    const records = Array.from({ length: 13 }, (_, at) =>
      week(monday('2025-12-29', at), at < 5 ? 10 : at < 12 ? 8 : 9),
    ).flat();
    await scene.serve(records);
    state(scene.refresh(id));
    scene.saveReport({ id, period: 'last week', from: '', to: '', mode: 'history' });
    state(scene.ask('sidebarSaveSchedule', { every: 'day', hour: 6, weekday: 1 }));
    const rule = { scope: 'all', target: '92', strictness: 'likely_real' };
    state(scene.ask('sidebarSaveAlert', { ...ALERT, ...rule, report: id }));

    const seen: unknown[] = [];
    for (let day = 0; day < 5; day += 1) {
      await scene.serve(records);
      nextRun(scene);
      seen.push([alertOf(scene).state, mails(scene).length]);
    }

    // 1 April is among them: all kept days are fetched again.
    expect(seen).toEqual(new Array(5).fill(['quiet', 0]));
  });
});

describe('two people with connections of their own', () => {
  test('do not reset each other’s alerts: one mail when a miss begins and one when it is over', async () => {
    const scene = await stage.open({ installation: 'add-on' });
    const ownConnection = { ...scene.form({ region: 'UK' }), audience: 'me' };
    for (const person of [ANN, BOB]) state(scene.ask('sidebarConnect', ownConnection, person));
    const report = scene.saveReport({ period: 'last week', from: '', to: '' });
    state(scene.ask('sidebarSaveSchedule', { every: 'day', hour: 6, weekday: 1 }));
    state(scene.ask('sidebarSaveAlert', { ...ALERT, report }));
    const seen: unknown[] = [];
    for (const [first, worked, days] of [
      ['2026-03-02', 6, 5],
      ['2026-03-09', 10, 3],
    ] as const) {
      await scene.serve(week(first, worked));
      for (let day = 0; day < days; day += 1) {
        nextRun(scene);
        state(scene.refresh(report, BOB));
        seen.push([alertOf(scene).state, mails(scene).length]);
      }
    }

    expect(seen).toEqual([...new Array(5).fill(['open', 1]), ...new Array(3).fill(['quiet', 2])]);
    expect(mails(scene).map(({ subject }) => subject)).toEqual([
      'Shift Reports: 1 venue below target in “Untitled spreadsheet”',
      'Shift Reports: 1 back on target in “Untitled spreadsheet”',
    ]);
  });
});

describe('alerts on sample data', () => {
  async function trying(): Promise<Scene> {
    const scene = await stage.open({ installation: 'add-on' });
    const { reports } = state(scene.ask('sidebarUseSampleData', 'UK'));
    const report = reports[0]?.id ?? '';
    state(scene.ask('sidebarSaveSchedule', { every: 'day', hour: 6, weekday: 1 }));
    state(scene.ask('sidebarSaveAlert', { ...ALERT, report, target: '100' }));
    return scene;
  }

  test('are over with the sample: what they found is no news of the service’s rows', async () => {
    const scene = await trying();
    nextRun(scene);
    const { alerts } = scene.connect({ region: 'UK' });
    expect(alerts.map((alert) => [alert.state, alert.sentence])).toEqual([
      ['waiting', 'Refresh the report: the alert is judged with each refresh.'],
    ]);
    await scene.serve(week('2026-03-02', 10));
    nextRun(scene);
    expect([alertOf(scene).state, mails(scene)]).toEqual(['quiet', []]);
  });
});

describe('a report that is removed before any mail told of its miss', () => {
  test('costs the runs of other reports no call', async () => {
    const calls = async (isMissing: boolean) => {
      const scene = await watch(stage, 'day');
      await scene.serve(week('2026-03-02', isMissing ? 6 : 10));
      const id = reportOf(scene);
      const other = scene.saveReport({ period: 'last week', from: '', to: '', sheet: 'Other' });
      state(scene.refresh(id));
      expect(alertOf(scene).state).toBe(isMissing ? 'open' : 'quiet');
      state(scene.ask('sidebarSaveAlert', { ...ALERT, report: other, target: '2' }));
      state(scene.ask('sidebarRemoveReport', id));
      nextRun(scene);
      return wireCalls(nextRun(scene));
    };
    expect(await calls(true)).toEqual(await calls(false));
  });
});
