import { describe, expect, test } from '@jest/globals';
import { parsePolicy } from '../../build/addresses';
import type { SummaryView } from '../../src/sidebar/state-view';
import type { ExecutionRecord } from '../emulator/execution';
import type { InlineImage } from '../emulator/world';
import { builtWith } from '../support/built-with';
import { ChatSpace, WEBHOOK, WEBHOOK_ADDRESS } from '../support/chat-space';
import { readPng } from '../support/png';
import { ANN, type Scene, type SceneOptions, START, Stage, state, wireCalls } from '../support/scene';
import { findLeaks, type Needle, outputsOf } from '../support/secrets-search';
import { week } from './alerts-scene';

/* Summary emails of the built add-on: saved in the sidebar, sent by scheduled runs, to Google Chat as well. */

const stage = new Stage({ allowance: 100_000 });

const ADDRESSES = ['ann.smith@employer.example', 'bob.jones@employer.example'];

const SUMMARY = {
  id: null,
  to: ADDRESSES.join(', '),
  every: 'week',
  day: 1,
  hour: 6,
  split: 'all',
};

const DAILY = { every: 'day', hour: 6, email: '' };
const HOURLY = { every: 'hour', hour: 0, email: '' };

/** A schedule, a report and a summary email of it. */
async function opened(
  options: SceneOptions,
  schedule: object,
  changes: object = {},
  period = 'last week',
): Promise<{ readonly scene: Scene }> {
  const scene = await stage.connected({ installation: 'add-on', ...options });
  const report = scene.saveReport({ period, from: '', to: '' });
  await scene.serve(week('2026-03-09', 9));
  state(scene.ask('sidebarSaveSchedule', schedule));
  state(scene.ask('sidebarSaveSummary', { ...SUMMARY, report, ...changes }));
  return { scene };
}

/** A daily schedule at six. The clock stands at Tuesday, 10 March 2026. */
async function scheduled(): Promise<Scene> {
  const { scene } = await stage.again('daily', () => opened({ startAt: START }, DAILY));
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
  test('goes once, on its day, to each of its addresses alone, with text, HTML and picture', async () => {
    const scene = await scheduled();
    expect(summaryOf(scene).sentence).toBe('Next: 16 Mar 2026, 06:00.');
    runUntilMonday(scene);
    const [mail] = summaries(scene);
    expect(summaries(scene).map(({ to }) => to)).toEqual(ADDRESSES);
    // 7 of 140 positions were not worked: 9 of 10 at one venue, 10 of 10 at the other.
    expect(mail?.subject).toBe('True fulfilment 95.0% (week of 9 Mar), Untitled spreadsheet');
    expect(mail?.body).toContain('Grand Hotel: missing 7, fulfilment 90.0%');
    expect(String(mail?.options.htmlBody)).toContain('src="cid:picture"');
    expect(String(mail?.options.htmlBody)).toContain(`/spreadsheets/d/${scene.book.id}/edit`);
    const images = mail?.options.inlineImages as Record<string, InlineImage>;
    expect(images.picture?.contentType).toBe('image/png');
    // Twice as wide as the text of a mail of 600 pixels, for sharp lines.
    expect(readPng(Buffer.from(images.picture?.base64 ?? '', 'base64')).width).toBe(2 * (600 - 2 * 28));
    const { clientSecret } = scene.server.demoEmployer;
    expect(JSON.stringify(mail)).not.toContain(clientSecret);

    await scene.serve(week('2026-03-16', 8));
    for (let day = 0; day < 7; day += 1) nextRun(scene);
    expect(
      summaries(scene)
        .slice(2)
        .map(({ subject }) => subject),
    ).toEqual(ADDRESSES.map(() => 'True fulfilment 90.0% (week of 16 Mar), Untitled spreadsheet'));
    expect(summaryOf(scene)).toMatchObject({
      isBlocked: false,
      to: ADDRESSES.join(', '),
    });
  });

  test('has its whole week also where its report shows one day of it', async () => {
    const { scene } = await opened({ startAt: START }, DAILY, {}, 'yesterday');
    runUntilMonday(scene);
    expect(summaries(scene)[0]?.subject).toBe('True fulfilment 95.0% (week of 9 Mar), Untitled spreadsheet');
  });

  test('costs nine service calls and one for each address, and a run without one none', async () => {
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
      'MailApp.sendEmail',
      'Lock.tryLock',
      'Properties.getProperties',
      'Properties.setProperties',
      'Lock.releaseLock',
    ]);
    expect(summaries(scene).length).toBe(2);
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
    expect(summaryOf(scene)).toMatchObject({
      isBlocked: false,
      sentence: 'Connect with your own credentials first: sample data is sent as a test only.',
    });
    const outcome = scene.ask('sidebarTestSummary', form);
    expect(outcome).toMatchObject({ kind: 'done', message: 'Test sent to ann.smith@employer.example.' });
    const [mail] = summaries(scene);
    expect([mail?.to, mail?.sender]).toEqual(['ann.smith@employer.example', ANN]);
    expect(mail?.subject).toMatch(/^TEST: True fulfilment/);
    expect(mail?.body).toMatch(/^TEST: someone who edits the spreadsheet sent this to you alone\. SAMPLE: /);
  });
});

describe('the run that sends a summary email, killed at each of its calls', () => {
  /** It is Monday, 16 March 2026, 06:00: the next hourly run sends the summary email. */
  async function aboutToSend(): Promise<Scene> {
    const { scene } = await stage.again('about to send', async () => {
      const open = await opened({ startAt: '2026-03-16T04:30:00Z' }, HOURLY, { split: 'venue' });
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
    expect(summaries(clean).length).toBe(4);
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
      // Two pages to two addresses; those of one page are noted together.
      const mails = summaries(scene).map(({ to, subject }) => `${to} ${subject}`);
      expect([killAtCall, new Set(mails).size, mails.length <= 6]).toEqual([killAtCall, 4, true]);
      if (mails.length > 4) doubled.push(killAtCall);
    }
    const isBetween = (call: number) => {
      const sent = calls.lastIndexOf('MailApp.sendEmail', call - 2) + 1;
      return sent > 0 && call <= calls.indexOf('Properties.setProperties', sent) + 1;
    };
    expect(doubled.filter((call) => !isBetween(call))).toEqual([]);
  });
});

const chat = new ChatSpace();
const dist = builtWith({ policy: parsePolicy({ mailDomains: [], chat: true }) });

/** A daily schedule at six, a report of last week and a summary email to Google Chat. It is Monday, 16 March 2026, 05:00. */
async function toChat(): Promise<Scene> {
  const options = { dist, exchange: chat.exchange };
  const { scene } = await opened(options, DAILY, { chat: WEBHOOK_ADDRESS });
  scene.emulator.advance({ days: 5, hours: 20 });
  return scene;
}

describe('a summary email to Google Chat', () => {
  test('is one message that the space takes, with the figures of the mail', async () => {
    const scene = await toChat();
    const before = chat.arrivals.length;
    const [run] = scene.emulator.advance({ hours: 4 });
    if (run === undefined) throw new Error('No trigger ran.');
    const [arrival, ...others] = chat.arrivals.slice(before);
    expect(others).toEqual([]);
    expect([arrival?.status, arrival?.problem]).toEqual([200, '']);
    expect(Buffer.byteLength(arrival?.body ?? '')).toBeLessThanOrEqual(32_000);
    const { fallbackText, cardsV2 } = JSON.parse(arrival?.body ?? '');
    const [mail] = summaries(scene);
    expect(fallbackText).toBe(mail?.body.replace(/[*_~`]/g, '\u200b$&'));
    expect(cardsV2[0].card.header.title).toBe('True fulfilment 95.0%');
    const [, tiles] = cardsV2[0].card.sections[0].widgets;
    expect(tiles.textParagraph.text.split('\n')).toHaveLength(6);
    for (const tile of tiles.textParagraph.text.split('\n')) expect(mail?.body).toContain(tile);
    expect(JSON.stringify(cardsV2)).toContain(`/spreadsheets/d/${scene.book.id}/edit`);
    const calls = wireCalls(run);
    // A token, the report and the message.
    expect(calls.filter((name) => name === 'UrlFetchApp.fetch').length).toBe(3);
  });

  test('keeps the webhook where it belongs, whatever happens', async () => {
    const scene = await toChat();
    chat.next = [503, 429, 400];
    scene.emulator.advance({ hours: 4 });
    const { id, report } = summaryOf(scene);
    for (let call = 1; call <= 12; call += 1) {
      const message = `Request failed for ${WEBHOOK_ADDRESS}`;
      scene.emulator.fault = { throwAtCall: call, message };
      scene.ask('sidebarSaveSummary', { ...SUMMARY, id, report, chat: WEBHOOK_ADDRESS });
      scene.emulator.fault = null;
    }
    scene.ask('sidebarSaveSummary', { ...SUMMARY, report: 'none', chat: `${WEBHOOK_ADDRESS}&x=1` });
    const form = { ...SUMMARY, report, chat: WEBHOOK_ADDRESS };
    scene.ask('sidebarPreviewSummary', form);
    scene.ask('sidebarTestSummary', form);
    const needles: Needle[] = [WEBHOOK.key, WEBHOOK.token, decodeURIComponent(WEBHOOK.token)].map((text) => ({
      name: 'webhook',
      text,
    }));
    const outputs = outputsOf(scene);
    expect(findLeaks(outputs, needles)).toEqual([]);
    const moved = outputs.map(({ text }) => ({ place: 'elsewhere', text }));
    expect(findLeaks(moved, needles).length).toBeGreaterThan(0);
  });

  test('is refused by an add-on that was built without it, which makes no request', async () => {
    const scene = await stage.connected({ installation: 'add-on' });
    const report = scene.saveReport({ period: 'last week', from: '', to: '' });
    state(scene.ask('sidebarSaveSchedule', DAILY));
    expect(state(scene.ask('sidebarState')).allowsChat).toBe(false);
    expect(scene.ask('sidebarSaveSummary', { ...SUMMARY, report, chat: WEBHOOK_ADDRESS })).toMatchObject({
      kind: 'failed',
      message: expect.stringMatching(/^Paste the webhook of a Google Chat space, or ask your administrator/),
    });
  });
});
