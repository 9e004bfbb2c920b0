import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { SidebarOutcome } from '../../../src/sidebar/answer';
import { callScript } from '../../../src/sidebar/page/call-script';
import { CONNECTED } from './sample-state';

const DONE: SidebarOutcome = { kind: 'done', message: '412 shifts.', state: CONNECTED, more: false };
const FAILED: SidebarOutcome = { kind: 'failed', code: 'rate_limited', message: 'Wait.', state: null };
const RELOAD = 'Reload this page and open the sidebar again:';

type Handler = (value: unknown) => void;

/** The calls of `google.script.run`, each kept until the test answers it. Every handler setter returns a new runner. */
let calls: { readonly args: readonly unknown[]; readonly succeed: Handler; readonly fail: Handler }[];

function runner(succeed: Handler, fail: Handler): object {
  return {
    withSuccessHandler: (handler: Handler) => runner(handler, fail),
    withFailureHandler: (handler: Handler) => runner(succeed, handler),
    sidebarCall: (...args: unknown[]) => void calls.push({ args, succeed, fail }),
  };
}

beforeEach(() => {
  jest.useFakeTimers();
  calls = [];
  const ignore = () => undefined;
  Object.assign(globalThis, { google: { script: { run: runner(ignore, ignore) } } });
});
afterEach(() => {
  jest.useRealTimers();
  Reflect.deleteProperty(globalThis, 'google');
});

describe('a call to the script', () => {
  test('names the question, passes its arguments on, and resolves with the outcome as it is', async () => {
    const answers = [callScript('refreshReport', 'r1', true), callScript('state')];
    expect(calls.map(({ args }) => args)).toEqual([
      ['refreshReport', ['r1', true]],
      ['state', []],
    ]);
    calls[1]?.succeed(FAILED);
    calls[0]?.succeed(DONE);
    expect(await Promise.all(answers)).toEqual([DONE, FAILED]);
    expect(jest.getTimerCount()).toBe(0);
  });

  test.each([
    [
      'Something at https://script.google.com/macros/s/abc went wrong.',
      `${RELOAD} the add-on’s script did not`,
    ],
    [
      'a server error occurred while reading from storage. Error code PERMISSION_DENIED.',
      'Sign out of your other',
    ],
    [
      'Authorization is required to perform that action.',
      'Choose Extensions ▸ Shift Reports ▸ Open sidebar again',
    ],
    [
      'Specified permissions are not sufficient to call UrlFetchApp.fetch.',
      'Choose Extensions ▸ Shift Reports',
    ],
    ['NetworkError: Connection failure due to HTTP 0', 'Check your internet connection'],
    ['Script function not found: sidebarCall', `${RELOAD} the add-on was updated.`],
  ])('that fails with %j says what to do, without the platform’s text', async (said, remedy) => {
    const answer = callScript('state');
    calls[0]?.fail(new Error(said));
    const { kind, message } = await answer;
    expect([kind, message.startsWith(remedy), message.includes(said)]).toEqual(['failed', true, false]);
  });

  test.each([[null], [undefined], ['text'], [{ message: 42 }]])(
    'bears a failure that is no error: %p',
    async (error) => {
      const answer = callScript('state');
      calls[0]?.fail(error);
      expect(await answer).toMatchObject({ kind: 'failed', code: 'unreachable', state: null });
    },
  );

  test('outside Google Sheets says that no script answered', async () => {
    Reflect.deleteProperty(globalThis, 'google');
    expect(await callScript('state')).toMatchObject({ kind: 'failed', code: 'unreachable' });
  });

  test('ends half a minute after Google would have ended the script', async () => {
    const answer = callScript('state');
    jest.advanceTimersByTime(390_000);
    const message = `${RELOAD} the script took longer than Google allows.`;
    expect(await answer).toEqual({ kind: 'failed', code: 'upstream_timeout', message, state: null });
  });

  test.each([
    ['null, as for a result with a Date in it', null],
    ['text', 'done'],
    ['another kind', { kind: 'refreshed', message: '', state: CONNECTED }],
    ['no message', { kind: 'done', state: CONNECTED }],
    ['done without a state', { kind: 'done', message: '', state: null }],
  ])('reports an answer that is no outcome: %s', async (_, result) => {
    const answer = callScript('state');
    calls[0]?.succeed(result);
    const message = `${RELOAD} the script sent an unexpected answer.`;
    expect(await answer).toEqual({ kind: 'failed', code: 'invalid_response', message, state: null });
  });
});
