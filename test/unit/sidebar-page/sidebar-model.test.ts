import { describe, expect, test } from '@jest/globals';
import type { SidebarOutcome, SidebarState } from '../../../src/sidebar/contract';
import {
  beginCall,
  complain,
  continueCall,
  findAddedReport,
  isFirstConnection,
  type SidebarModel,
  settleCall,
  stopAsking,
} from '../../../src/sidebar/page/sidebar-model';
import { CONNECTED, sampleReport, UNCONNECTED } from './sample-state';

const SHOWN: SidebarModel = { state: UNCONNECTED, notice: { kind: 'none' } };

function done(state: SidebarState, message = 'Saved.'): SidebarOutcome {
  return { kind: 'done', message, state, more: false };
}

describe('what the page shows', () => {
  test('during a call is the progress, over the state there was', () => {
    expect(beginCall(SHOWN, 'Connecting\u2026', 1_000)).toEqual({
      state: UNCONNECTED,
      notice: { kind: 'working', message: 'Connecting\u2026', startedAt: 1_000, canStop: false },
    });
  });

  test('after a good outcome is its state and message', () => {
    expect(settleCall(SHOWN, done(CONNECTED))).toEqual({
      state: CONNECTED,
      notice: { kind: 'done', message: 'Saved.' },
    });
  });

  test('after a good outcome without a message is quiet', () => {
    expect(settleCall(SHOWN, done(CONNECTED, '')).notice).toEqual({ kind: 'none' });
  });

  test('after a failure is the message of the failure alone', () => {
    const failed: SidebarOutcome = { kind: 'failed', code: 'busy', message: 'Wait.', state: CONNECTED };
    expect(settleCall(SHOWN, failed, 'Press Refresh to fill it.')).toEqual({
      state: CONNECTED,
      notice: { kind: 'failed', message: 'Wait.' },
    });
  });

  test('after a failure without a state keeps the state there was', () => {
    const failed: SidebarOutcome = { kind: 'failed', code: 'unreachable', message: 'Reload.', state: null };
    expect(settleCall(SHOWN, failed).state).toBe(UNCONNECTED);
  });

  test('adds the next step to a good outcome, once', () => {
    const step = 'Press Refresh to fill it.';
    const message = 'Saved. Press Refresh to fill it.';
    expect(settleCall(SHOWN, done(CONNECTED), step).notice).toEqual({ kind: 'done', message });
    expect(settleCall(SHOWN, done(CONNECTED, message), step).notice).toEqual({ kind: 'done', message });
    expect(settleCall(SHOWN, done(CONNECTED, ''), step).notice).toEqual({ kind: 'done', message: step });
  });

  test('is a complaint where the page itself refuses a form', () => {
    expect(complain(SHOWN, 'Choose a date.')).toEqual({
      state: UNCONNECTED,
      notice: { kind: 'failed', message: 'Choose a date.' },
    });
  });
});

describe('what the page shows between the parts of a refresh', () => {
  const begun = beginCall(SHOWN, 'Refreshing\u2026', 1_000);

  test('is the new state and how far it came, by the clock that began with the first part', () => {
    expect(continueCall(begun, CONNECTED, 'Refreshing\u2026 1 of 3')).toEqual({
      state: CONNECTED,
      notice: { kind: 'working', message: 'Refreshing\u2026 1 of 3', startedAt: 1_000, canStop: true },
    });
  });

  test('is that it stops, once, after the person asked for that', () => {
    const going = continueCall(begun, CONNECTED, 'Refreshing\u2026 1 of 3');
    expect(stopAsking(going, 'Stopping\u2026').notice).toEqual({
      kind: 'working',
      message: 'Stopping\u2026',
      startedAt: 1_000,
      canStop: false,
    });
  });

  test('stays as it is when nothing runs any more', () => {
    expect(stopAsking(SHOWN, 'Stopping\u2026')).toBe(SHOWN);
  });
});

describe('the first connection', () => {
  const withReport = { ...CONNECTED, reports: [sampleReport()] };
  const failed: SidebarOutcome = { kind: 'failed', code: 'busy', message: '', state: CONNECTED };

  test('is one that succeeds where there was none and there are no reports', () => {
    expect(isFirstConnection(UNCONNECTED, done(CONNECTED))).toBe(true);
  });

  test.each([
    ['a change of the connection', CONNECTED, done(CONNECTED)],
    ['a spreadsheet that has reports', UNCONNECTED, done(withReport)],
    ['an outcome without a connection', UNCONNECTED, done(UNCONNECTED)],
    ['a failure', UNCONNECTED, failed],
  ])('is not %s', (_, before, outcome) => {
    expect(isFirstConnection(before, outcome)).toBe(false);
  });
});

describe('a new report', () => {
  const before = { ...CONNECTED, reports: [sampleReport({ id: 'r1' })] };

  test('is the one that was not there before', () => {
    const reports = [sampleReport({ id: 'r2' }), sampleReport({ id: 'r1' })];
    expect(findAddedReport(before, done({ ...before, reports }))).toBe('r2');
  });

  test('is absent when nothing was added', () => {
    expect(findAddedReport(before, done(before))).toBeNull();
    expect(findAddedReport(before, { kind: 'failed', code: 'busy', message: '', state: null })).toBeNull();
  });
});
