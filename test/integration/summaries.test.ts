import { describe, expect, test } from '@jest/globals';
import type { SummaryView } from '../../src/contract/summaries';
import type { ExecutionRecord } from '../emulator/execution';
import type { InlineImage } from '../emulator/world';
import { readPng } from '../support/png';
import { ANN, type Scene, START, Stage, state, wireCalls } from '../support/scene';
import { week } from './alerts-scene';

/* Summary emails of the built add-on: saved in the sidebar, sent by scheduled runs. */

const stage = new Stage({ allowance: 100_000 });

const SUMMARY = {
  id: null,
  to: ['ann.smith@employer.example', 'bob.jones@employer.example'],
  every: 'week',
  day: 1,
  hour: 6,
  split: 'all',
};

const DAILY = { every: 'day', hour: 6, email: '' };
const HOURLY = { every: 'hour', hour: 0, email: '' };

/** A schedule, a report of last week and a summary email of it. */
async function opened(
  startAt: string,
  schedule: object,
  changes: object = {},
): Promise<{ readonly scene: Scene }> {
  const scene = await stage.open({ installation: 'add-on', startAt });
  scene.connect({ region: 'UK' });
  const report = scene.saveReport({ period: 'last week', from: '', to: '' });
  await scene.serve(week('2026-03-09', 9));
  state(scene.ask('sidebarSaveSchedule', schedule));
  state(scene.ask('sidebarSaveSummary', { ...SUMMARY, report, ...changes }));
  return { scene };
}

/** A daily schedule at six. The clock stands at Tuesday, 10 March 2026. */
async function scheduled(): Promise<Scene> {
  const { scene } = await stage.again('daily', () => opened(START, DAILY));
  return scene;
}

const summaries = (scene: Scene) =>
  scene.emulator.mails.filter(({ subject }) => /\((?:week of|[A-Z][a-z]{2} 20)/.test(subject));
const summaryOf = (scene: Scene) => state(scene.ask('sidebarState')).summaries[0] as SummaryView;

/** Lets a day pass, in which one run is due. */
function nextRun(scene: Scene): ExecutionRecord {
  const run = scene.emulator.advance({ days: 1 }).find(({ wireCalls }) => wireCalls > 1);
  if (run === undefined) throw new Error('No trigger ran.');
  return run;
}

/** Lets days pass until the run of this Monday has begun. */
function runUntilMonday(scene: Scene): ExecutionRecord {
  for (let day = 0; day < 5; day += 1) nextRun(scene);
  expect(summaries(scene).length).toBe(0);
  return nextRun(scene);
}

describe('a weekly summary email', () => {
  test('goes once, on its day, to all of its addresses, with text, HTML and picture', async () => {
    const scene = await scheduled();
    expect(summaryOf(scene).sentence).toBe('Next: 16 Mar 2026, 06:00.');
    runUntilMonday(scene);
    const [mail, ...others] = summaries(scene);
    expect(others).toEqual([]);
    expect(mail?.to).toBe(SUMMARY.to.join(','));
    // 7 of 140 positions were not worked: 9 of 10 at one venue, 10 of 10 at the other.
    expect(mail?.subject).toBe('True fulfilment 95.0% (week of 9 Mar), Untitled spreadsheet');
    expect(mail?.body).toContain('Grand Hotel: missing 7, fulfilment 90.0%');
    expect(String(mail?.options.htmlBody)).toContain('src="cid:trend"');
    expect(String(mail?.options.htmlBody)).toContain(`/spreadsheets/d/${scene.book.document.id}/edit`);
    const images = mail?.options.inlineImages as Record<string, InlineImage>;
    expect(images.trend?.contentType).toBe('image/png');
    expect(readPng(Buffer.from(images.trend?.base64 ?? '', 'base64')).width).toBe(1000);
    const { clientSecret } = scene.server.demoEmployer;
    expect(JSON.stringify(mail)).not.toContain(clientSecret);

    await scene.serve(week('2026-03-16', 8));
    for (let day = 0; day < 7; day += 1) nextRun(scene);
    expect(summaries(scene).map(({ subject }) => subject)).toEqual([
      'True fulfilment 95.0% (week of 9 Mar), Untitled spreadsheet',
      'True fulfilment 90.0% (week of 16 Mar), Untitled spreadsheet',
    ]);
    expect(summaryOf(scene)).toMatchObject({
      isBlocked: false,
      to: ['a…@employer.example', 'b…@employer.example'],
    });
  });

  test('costs ten service calls, and a run without one none', async () => {
    const plain = await scheduled();
    state(plain.ask('sidebarRemoveSummary', summaryOf(plain).id));
    const bare = wireCalls(nextRun(plain));
    for (let day = 1; day < 5; day += 1) nextRun(plain);
    const without = wireCalls(nextRun(plain));
    const scene = await scheduled();
    const run = wireCalls(runUntilMonday(scene));
    expect(run.slice(0, without.length)).toEqual(without);
    expect(run.slice(without.length)).toEqual([
      'Properties.getProperties',
      'Cache.getAll',
      'Spreadsheet.getName',
      'Spreadsheet.getUrl',
      'Properties.getProperties',
      'MailApp.sendEmail',
      'Lock.tryLock',
      'Properties.getProperties',
      'Properties.setProperties',
      'Lock.releaseLock',
    ]);
    expect(summaries(scene).length).toBe(1);
    expect(wireCalls(nextRun(await scheduled()))).toEqual(bare);
  });

  test('never goes with sample data, but can be tried and is marked', async () => {
    const scene = await stage.open({ installation: 'add-on' });
    state(scene.ask('sidebarUseSampleData', 'UK'));
    const [report] = state(scene.ask('sidebarState')).reports;
    const form = { ...SUMMARY, report: report?.id };
    state(scene.ask('sidebarSaveSchedule', DAILY));
    state(scene.ask('sidebarSaveSummary', form));
    for (let day = 0; day < 7; day += 1) nextRun(scene);
    expect(summaries(scene).length).toBe(0);
    expect(summaryOf(scene)).toMatchObject({ isBlocked: true });
    const outcome = scene.ask('sidebarTestSummary', form);
    expect(outcome).toMatchObject({ kind: 'done', message: 'Test sent to a…@employer.example.' });
    const [mail] = summaries(scene);
    expect([mail?.to, mail?.sender]).toEqual(['ann.smith@employer.example', ANN]);
    expect(mail?.subject).toMatch(/^TEST: True fulfilment/);
    expect(mail?.body).toMatch(
      /^TEST: someone who edits the spreadsheet sent this to you alone\. Once .* out every \w+day after \d\d:00\. SAMPLE: /,
    );
  });
});

describe('the run that sends a summary email, killed at each of its calls', () => {
  /** It is Monday, 16 March 2026, 06:00: the next hourly run sends the summary email. */
  async function aboutToSend(): Promise<Scene> {
    const { scene } = await stage.again('about to send', async () => {
      const open = await opened('2026-03-16T04:30:00Z', HOURLY, { split: 'venue' });
      open.scene.emulator.advance({ minutes: 90 });
      expect(summaries(open.scene).length).toBe(0);
      return open;
    });
    return scene;
  }
  const anHour = (scene: Scene) => scene.emulator.advance({ hours: 1 });

  test('never loses it, and doubles it only between the mail and its note', async () => {
    const clean = await aboutToSend();
    const [run] = anHour(clean);
    const calls = run?.calls.map(({ method }) => method) ?? [];
    expect(summaries(clean).length).toBe(2);
    const doubled: number[] = [];
    // The refresh has crash tests of its own: of its calls every fifth is enough here.
    const own = calls.indexOf('MailApp.sendEmail') - 3;
    for (let killAtCall = 1; killAtCall <= calls.length; killAtCall += 1) {
      if (killAtCall <= own && killAtCall % 5 !== 0) continue;
      const scene = await aboutToSend();
      scene.emulator.fault = { killAtCall };
      anHour(scene);
      scene.emulator.fault = null;
      for (let hour = 0; hour < 3; hour += 1) anHour(scene);
      const subjects = summaries(scene).map(({ subject }) => subject);
      expect([killAtCall, new Set(subjects).size, subjects.length <= 3]).toEqual([killAtCall, 2, true]);
      if (subjects.length === 3) doubled.push(killAtCall);
    }
    const isBetween = (call: number) => {
      const sent = calls.lastIndexOf('MailApp.sendEmail', call - 2) + 1;
      return sent > 0 && call <= calls.indexOf('Properties.setProperties', sent) + 1;
    };
    expect(doubled.filter((call) => !isBetween(call))).toEqual([]);
  });
});
