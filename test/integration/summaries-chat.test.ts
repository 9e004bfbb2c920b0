import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { parsePolicy } from '../../build/addresses';
import type { SummaryView } from '../../src/contract/summaries';
import { ChatServer, WEBHOOK, WEBHOOK_ADDRESS } from '../chat-server/chat-server';
import { builtWith } from '../support/built-with';
import { type Scene, type SceneOptions, Stage, state, wireCalls } from '../support/scene';
import { findLeaks, type Needle, outputsOf } from '../support/secrets-search';
import { week } from './alerts-scene';

/* Summary emails that go to a space of Google Chat, with an add-on that was built to allow it: real HTTP to a server on this machine. */

const stage = new Stage({ allowance: 100_000 });
let chat: ChatServer;
const dist = builtWith({ policy: parsePolicy({ mailDomains: [], chat: true }) });
beforeAll(async () => {
  chat = await ChatServer.start();
}, 60_000);
afterAll(async () => {
  chat.close();
});

const SUMMARY = {
  id: null,
  to: ['ann.smith@employer.example'],
  every: 'week',
  day: 1,
  hour: 6,
  split: 'all',
};
const summaryOf = (scene: Scene) => state(scene.ask('sidebarState')).summaries[0] as SummaryView;
const summaries = (scene: Scene) =>
  scene.emulator.mails.filter(({ subject }) => subject.includes('(week of'));

/** An hourly schedule, a report of last week and a summary email to Google Chat. It is Monday, 16 March 2026, 05:00. */
async function scheduled(changes: object = {}, options: SceneOptions = {}): Promise<Scene> {
  const hosts = { 'https://chat.googleapis.com': chat.origin };
  const scene = await stage.open({ installation: 'add-on', dist, hosts, ...options });
  scene.connect({ region: 'UK' });
  const report = scene.saveReport({ period: 'last week', from: '', to: '' });
  await scene.serve(week('2026-03-09', 9));
  state(scene.ask('sidebarSaveSchedule', { every: 'day', hour: 6, email: '' }));
  state(scene.ask('sidebarSaveSummary', { ...SUMMARY, report, chat: WEBHOOK_ADDRESS, ...changes }));
  scene.emulator.advance({ days: 5, hours: 20 });
  return scene;
}

describe('a summary email to Google Chat', () => {
  test('is one message that the space takes, with the figures of the mail', async () => {
    const scene = await scheduled();
    const before = (await chat.arrivals()).length;
    const [run] = scene.emulator.advance({ hours: 4 });
    if (run === undefined) throw new Error('No trigger ran.');
    const [arrival, ...others] = (await chat.arrivals()).slice(before);
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
    expect(JSON.stringify(cardsV2)).toContain(`/spreadsheets/d/${scene.book.document.id}/edit`);
    const calls = wireCalls(run);
    // A token, the report and the message.
    expect(calls.filter((name) => name === 'UrlFetchApp.fetch').length).toBe(3);
  });

  test('keeps the webhook where it belongs, whatever happens', async () => {
    const scene = await scheduled();
    await chat.answer(503, 429, 400);
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
    const scene = await stage.open({ installation: 'add-on' });
    scene.connect({ region: 'UK' });
    const report = scene.saveReport({ period: 'last week', from: '', to: '' });
    state(scene.ask('sidebarSaveSchedule', { every: 'day', hour: 6, email: '' }));
    expect(state(scene.ask('sidebarState')).allowsChat).toBe(false);
    expect(scene.ask('sidebarSaveSummary', { ...SUMMARY, report, chat: WEBHOOK_ADDRESS })).toMatchObject({
      kind: 'failed',
      message: expect.stringMatching(/^Paste the webhook of a Google Chat space, or ask your administrator/),
    });
  });
});
