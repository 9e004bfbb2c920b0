import { describe, expect, test } from '@jest/globals';
import type { SidebarOutcome } from '../../../src/sidebar/answer';
import type { ScriptCalls } from '../../../src/sidebar/page/call-script';
import { createSession, type Step } from '../../../src/sidebar/page/session';
import type { SidebarState } from '../../../src/sidebar/state-view';
import { CONNECTED, sampleReport } from './sample-state';

const done = (message: string, more = false, state: SidebarState = CONNECTED): SidebarOutcome => ({
  kind: 'done',
  message,
  state,
  more,
});
const failed = (code: string, message: string): SidebarOutcome => ({
  kind: 'failed',
  code,
  message,
  state: null,
});

/** A session whose calls answer when the test says so. */
function open() {
  const asked: { name: string; answer: (outcome: SidebarOutcome) => Promise<void> }[] = [];
  const calls = (name: string) =>
    new Promise<SidebarOutcome>((resolve) => {
      asked.push({
        name,
        answer: async (outcome) => {
          resolve(outcome);
          await new Promise((later) => setTimeout(later));
        },
      });
    });
  const session = createSession(
    calls as ScriptCalls,
    () => undefined,
    () => false,
  );
  const refresh: Step = { progress: 'Refreshing…', call: ['refreshReport', 'r1', false] };
  const notice = () => session.seen().notice;
  return { session, asked, refresh, notice };
}

describe('a call', () => {
  test('keeps the page busy until it answers, and a second press starts nothing', async () => {
    const { session, asked, refresh, notice } = open();
    void session.ask(refresh);
    expect(await session.ask(refresh)).toBeNull();
    expect(notice()).toMatchObject({ kind: 'working', message: 'Refreshing…', wait: { canStop: false } });
    await asked[0]?.answer(done('Refreshed: 12 shifts.'));
    expect([asked.length, notice()]).toEqual([1, { kind: 'done', message: 'Refreshed: 12 shifts.' }]);
  });

  test('is repeated while there is more, until someone stops it', async () => {
    const { session, asked, refresh, notice } = open();
    void session.ask(refresh);
    await asked[0]?.answer(done('12 of 30 days.', true));
    expect(notice()).toMatchObject({ message: 'Refreshing… 12 of 30 days.', wait: { canStop: true } });
    session.stop();
    await asked[1]?.answer(done('24 of 30 days.', true));
    expect(asked).toHaveLength(2);
    expect(notice()).toMatchObject({ kind: 'done', message: expect.stringContaining('Stopped here') });
  });

  test('that failed keeps the state, and says the remedy with what support needs', async () => {
    const { session, asked, refresh, notice } = open();
    void session.ask(refresh);
    await asked[0]?.answer(done('12 shifts.'));
    void session.ask(refresh);
    await asked[1]?.answer(failed('busy', 'Try again later.'));
    expect(session.seen().state).toBe(CONNECTED);
    expect(notice()).toMatchObject({
      kind: 'failed',
      message: 'Try again later.',
      support: 'Shift Reports\nCode: busy',
    });
  });

  test('that brought no rows leaves to the card what the card says', async () => {
    const { session, asked, refresh, notice } = open();
    const remark = '0 shifts from 1–7 Jul 2026.';
    void session.ask(refresh);
    const state = { ...CONNECTED, reports: [sampleReport({ id: 'r1', remark })] };
    await asked[0]?.answer(done(`Refreshed: ${remark} 1 alert is over.`, false, state));
    expect(notice().message).toBe('Refreshed: the table is empty. 1 alert is over.');
  });

  test('whose table waits for an answer is no failure', async () => {
    const { session, asked, refresh, notice } = open();
    void session.ask(refresh);
    await asked[0]?.answer(failed('held_back', 'Only 12 of 4,000 rows came.'));
    expect(notice()).toEqual({ kind: 'done', message: 'Not replaced: the report’s card asks.' });
  });
});

describe('what was said', () => {
  test.each([
    ['a good result', done('Alert saved.'), ''],
    ['a failure', failed('busy', 'Try again.'), 'Try again.'],
  ])('of %s goes or stays when the person turns to something else', async (_, outcome, left) => {
    const { session, asked, refresh, notice } = open();
    void session.ask(refresh);
    await asked[0]?.answer(outcome);
    session.moveOn();
    expect(notice().message).toBe(left);
    session.tell('Unknown venue.', { actions: [{ label: 'Undo', run: () => undefined }] });
    session.moveOn();
    expect(notice()).toMatchObject(left ? { aside: 'Unknown venue.' } : { message: 'Unknown venue.' });
  });

  test.each([
    ['failed', 'Check the region.'],
    ['done', 'Nothing to do, the schedule tries again: the service did not answer in time.'],
  ])(
    'beside a step of a check is not said again, nor in red if there is nothing to do: %s',
    async (kind, sentence) => {
      const { session, asked, refresh, notice } = open();
      const checks = [{ name: 'One-day report', state: 'failed', sentence }] as const;
      void session.ask({ ...refresh, call: ['checkConnection'] });
      await asked[0]?.answer({ ...failed('wrong_employer', sentence), checks } as SidebarOutcome);
      expect(notice()).toEqual({ kind, message: 'One-day report: failed.' });
      // Of a check that may not ask yet.
      void session.ask({ ...refresh, call: ['checkConnection'] });
      await asked[1]?.answer({ ...failed('rate_limited', sentence), checks: [] } as SidebarOutcome);
      expect(notice().message).toBe(`Not checked, the service was just asked. ${sentence}`);
    },
  );
});

describe('whoever stops waiting', () => {
  test('sees the answer when it comes', async () => {
    const { session, asked, refresh, notice } = open();
    void session.ask(refresh);
    session.leave();
    expect(notice().kind).toBe('done');
    const later = { ...CONNECTED, running: null };
    await asked[0]?.answer(done('Refreshed: 12 shifts.', false, later));
    expect([session.seen().state, notice()]).toEqual([
      later,
      { kind: 'done', message: 'Refreshed: 12 shifts.' },
    ]);
  });

  test('and asks for something else hears of that: its answer brings the newer state', async () => {
    const { session, asked, refresh, notice } = open();
    void session.ask(refresh);
    session.leave();
    void session.ask({ ...refresh, progress: 'Checking…' });
    await asked[0]?.answer(done('Refreshed: 12 shifts.', false, { ...CONNECTED, running: null }));
    expect([session.seen().state, notice()]).toMatchObject([null, { message: 'Checking…' }]);
    await asked[1]?.answer(done('Checked.'));
    expect([session.seen().state, notice()]).toMatchObject([CONNECTED, { message: 'Checked.' }]);
  });
});
