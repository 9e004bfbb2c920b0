import { describe, expect, test } from '@jest/globals';
import type { SidebarOutcome, SidebarState } from '../../../src/contract/sidebar';
import {
  beginCall,
  complain,
  continueCall,
  dismiss,
  findAddedReport,
  isFirstConnection,
  leaveWaiting,
  type SidebarModel,
  settleCall,
  stopAsking,
  takeLate,
  takeState,
  tell,
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
      notice: { kind: 'failed', message: 'Wait.', support: expect.stringContaining('Code: busy') },
    });
  });

  test('after a table was held is which one waits: its card says why, and asks', () => {
    const message = 'Press Refresh and confirm if this is right: 1 row came, so the old table stays.';
    const held = sampleReport({ sheet: 'Shifts', confirmation: { sentence: message, isKept: false } });
    const state = { ...CONNECTED, reports: [sampleReport({ id: 'r2', sheet: 'Others' }), held] };
    expect(settleCall(SHOWN, { kind: 'failed', code: 'held_back', message, state })).toEqual({
      state,
      notice: {
        kind: 'failed',
        message: '\u201cShifts\u201d keeps its old table until you answer its question.',
      },
    });
    const other = settleCall(SHOWN, { kind: 'failed', code: 'busy', message: 'Wait.', state });
    expect(other.notice).toMatchObject({ message: 'Wait.', support: expect.any(String) });
  });

  test('after a failure brings the script\u2019s note for support', () => {
    const failed: SidebarOutcome = {
      kind: 'failed',
      code: 'busy',
      message: 'Wait.',
      state: null,
      support: 'A note',
    };
    expect(settleCall(SHOWN, failed).notice).toMatchObject({ support: 'A note' });
  });

  test('after a failed check leaves the note to the lines of the check', () => {
    const failed: SidebarOutcome = {
      kind: 'failed',
      code: 'busy',
      message: 'Wait.',
      state: null,
      checks: [],
    };
    expect(settleCall(SHOWN, failed).notice).toEqual({ kind: 'failed', message: 'Wait.' });
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

describe('a person who waits no longer', () => {
  const waiting = beginCall(SHOWN, 'Connecting\u2026', 1_000);

  test('is told that what was begun goes on', () => {
    expect(leaveWaiting(waiting).notice).toEqual({
      kind: 'done',
      message: 'You can keep working. This finishes in the background (up to 6 minutes) and reports here.',
    });
    expect(leaveWaiting(SHOWN)).toBe(SHOWN);
  });

  test('sees the result when it comes', () => {
    expect(takeLate(leaveWaiting(waiting), done(CONNECTED), true)).toEqual({
      state: CONNECTED,
      notice: { kind: 'done', message: 'Finished: Saved.' },
    });
  });

  test('is not disturbed by it while something else runs, but sees what is true now', () => {
    const late = takeLate(waiting, done(CONNECTED), true);
    expect(late).toEqual({ state: CONNECTED, notice: waiting.notice, late: 'Finished: Saved.' });
    expect(settleCall(late, done(CONNECTED, 'Removed.'))).toEqual({
      state: CONNECTED,
      notice: { kind: 'done', message: 'Removed. Finished: Saved.' },
    });
    const failure: SidebarOutcome = { kind: 'failed', code: 'busy', message: 'Try again.', state: null };
    expect(settleCall(late, failure).notice).toMatchObject({
      message: 'Try again.',
      aside: 'Finished: Saved.',
    });
  });

  test('keeps a newer state than that of the result', () => {
    expect(takeLate(SHOWN, done(UNCONNECTED), false).state).toBe(SHOWN.state);
    expect(takeLate(waiting, done(UNCONNECTED), false).state).toBe(SHOWN.state);
  });

  test('keeps what is shown where a late failure does not know how things stand', () => {
    const failure: SidebarOutcome = { kind: 'failed', code: 'busy', message: 'Try again.', state: null };
    expect(takeLate(waiting, failure, true)).toEqual({ ...waiting, late: 'Finished: Try again.' });
  });

  test('hears nothing of a result that has nothing to say', () => {
    expect(takeLate(SHOWN, done(CONNECTED, ''), true).notice).toEqual({ kind: 'none' });
  });
});

describe('what the page says by itself', () => {
  test('stands in the status', () => {
    expect(tell(SHOWN, 'Copied.').notice).toEqual({ kind: 'done', message: 'Copied.' });
  });

  test('leaves a failure where it is', () => {
    expect(tell(complain(SHOWN, 'Choose a date.'), 'Copied.').notice).toEqual({
      kind: 'failed',
      message: 'Choose a date.',
      aside: 'Copied.',
    });
  });

  test('waits for no one: while a call runs it is not said', () => {
    const waiting = beginCall(SHOWN, 'Connecting\u2026', 1_000);
    expect(tell(waiting, 'Copied.')).toBe(waiting);
  });
});

describe('a late result', () => {
  test('says that it is finished, and not that it is refreshed as well', () => {
    const left = leaveWaiting(beginCall(SHOWN, 'Refreshing\u2026', 1));
    expect(takeLate(left, done(CONNECTED, 'Refreshed: 12 shifts.'), true).notice).toEqual({
      kind: 'done',
      message: 'Finished: 12 shifts.',
    });
  });
});

describe('a question about a name', () => {
  test('offers nothing to copy for support', () => {
    const unknownName = { field: 'venue' as const, typed: 'Grnd', meant: 'Grand' };
    const refused: SidebarOutcome = {
      kind: 'failed',
      code: 'invalid_option',
      message: 'Did you mean Grand?',
      state: CONNECTED,
      unknownName,
    };
    expect(settleCall(SHOWN, refused).notice).toEqual({ kind: 'failed', message: 'Did you mean Grand?' });
  });
});

describe('a result that is closed', () => {
  test('is gone, good or bad', () => {
    const good = settleCall(SHOWN, done(CONNECTED));
    expect(dismiss(good)).toEqual({ state: CONNECTED, notice: { kind: 'none' } });
    expect(dismiss(complain(SHOWN, 'Choose a date.'))).toEqual(SHOWN);
  });

  test('is not what runs', () => {
    const running = beginCall(SHOWN, 'Connecting\u2026', 1_000);
    expect(dismiss(running)).toEqual(running);
  });
});

describe('the names that refreshes have seen', () => {
  const names = { venue: ['Grand Hotel'], area: [], role: [] };

  test('stay as last heard, whatever else is answered', () => {
    const known = takeState(SHOWN, { kind: 'done', message: '', state: CONNECTED, more: false, names });
    expect(known.names).toEqual(names);
    expect(settleCall(beginCall(known, 'Saving\u2026', 1), done(CONNECTED)).names).toEqual(names);
    expect(complain(known, 'Choose a date.').names).toEqual(names);
  });
});

describe('a state that nobody pressed for', () => {
  test('replaces the one before and leaves what is said', () => {
    const refused = complain(SHOWN, 'Choose a date.');
    expect(takeState(refused, done(CONNECTED))).toEqual({ ...refused, state: CONNECTED });
    const nothing: SidebarOutcome = { kind: 'failed', code: 'busy', message: 'Wait.', state: null };
    expect(takeState(refused, nothing)).toEqual(refused);
  });
});
