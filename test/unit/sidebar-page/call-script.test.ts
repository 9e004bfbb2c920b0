import { describe, expect, test } from '@jest/globals';
import type { SidebarOutcome } from '../../../src/contract/sidebar';
import { createScriptCalls } from '../../../src/sidebar/page/call-script';
import { FakeScriptRunner } from './fake-script-runner';
import { CONNECTED } from './sample-state';

const DONE: SidebarOutcome = { kind: 'done', message: '412 shifts.', state: CONNECTED, more: false };

const NO_ANSWER: SidebarOutcome = {
  kind: 'failed',
  code: 'unreachable',
  message:
    'Reload this page and open the sidebar again: the add-on\u2019s script did not answer. ' +
    'If you are signed in to several Google accounts in this browser, sign out of the others or use a private window.',
  state: null,
};

const WRONG_ANSWER: SidebarOutcome = {
  kind: 'failed',
  code: 'invalid_response',
  message: 'Reload this page and open the sidebar again: the script sent an unexpected answer.',
  state: null,
};

describe('a call to the script', () => {
  test('names the endpoint and passes its arguments on', () => {
    const script = new FakeScriptRunner();
    void createScriptCalls(script.surroundings)('refreshReport', 'r1', true);
    expect(script.calls.map(({ name, args }) => [name, args])).toEqual([
      ['sidebarCall', ['refreshReport', ['r1', true]]],
    ]);
  });

  test('resolves with the outcome', async () => {
    const script = new FakeScriptRunner();
    const answer = createScriptCalls(script.surroundings)('state');
    script.calls[0]?.succeed(DONE);
    expect(await answer).toEqual(DONE);
  });

  test('resolves with a failure of the script as it is', async () => {
    const failed: SidebarOutcome = { kind: 'failed', code: 'rate_limited', message: 'Wait.', state: null };
    const script = new FakeScriptRunner();
    const answer = createScriptCalls(script.surroundings)('state');
    script.calls[0]?.succeed(failed);
    expect(await answer).toEqual(failed);
  });

  test('keeps answers apart when two calls are under way', async () => {
    const script = new FakeScriptRunner();
    const calls = createScriptCalls(script.surroundings);
    const answers = [calls('state'), calls('refreshReport', 'r1', true)];
    script.calls[1]?.succeed({ ...DONE, message: 'second' });
    script.calls[0]?.succeed({ ...DONE, message: 'first' });
    expect((await Promise.all(answers)).map(({ message }) => message)).toEqual(['first', 'second']);
  });
});

describe('a call that does not arrive', () => {
  test('says what to do and drops the platform\u2019s text', async () => {
    const script = new FakeScriptRunner();
    const answer = createScriptCalls(script.surroundings)('state');
    script.calls[0]?.fail(new Error('Something at https://script.google.com/macros/s/abc went wrong.'));
    expect(await answer).toEqual(NO_ANSWER);
  });

  test.each([
    [
      'several accounts in one browser',
      'We\u2019re sorry, a server error occurred while reading from storage. Error code PERMISSION_DENIED.',
      /^Sign out of your other Google accounts/,
    ],
    ['no consent', 'Authorization is required to perform that action.', /^Choose Extensions .* allow access/],
    [
      'a missing scope',
      'Specified permissions are not sufficient to call UrlFetchApp.fetch. Required permissions: x',
      /^Choose Extensions .* allow access/,
    ],
    ['no network', 'NetworkError: Connection failure due to HTTP 0', /^Check your internet connection/],
    ['a page older than the script', 'Script function not found: sidebarCall', /^Reload this page/],
  ])('tells %s by what the platform says, and says what to do', async (_, said, remedy) => {
    const script = new FakeScriptRunner();
    const answer = createScriptCalls(script.surroundings)('state');
    script.calls[0]?.fail(new Error(said));
    const outcome = await answer;
    expect(outcome.message).toMatch(remedy);
    expect(outcome.message).not.toContain(said);
  });

  test.each([[null], [undefined], ['text'], [{ message: 42 }]])(
    'bears a failure that is no error: %p',
    async (error) => {
      const script = new FakeScriptRunner();
      const answer = createScriptCalls(script.surroundings)('state');
      script.calls[0]?.fail(error);
      expect(await answer).toEqual(NO_ANSWER);
    },
  );

  test('outside Google Sheets says that no script answered', async () => {
    const { after } = new FakeScriptRunner().surroundings;
    const runner = () => {
      throw new ReferenceError('google is not defined');
    };
    expect(await createScriptCalls({ after, runner })('state')).toEqual(NO_ANSWER);
  });

  test('ends half a minute after Google would have ended the script', async () => {
    const script = new FakeScriptRunner();
    const answer = createScriptCalls(script.surroundings)('state');
    expect(script.timers.map(({ millis }) => millis)).toEqual([390_000]);
    script.timers[0]?.fire();
    expect(await answer).toEqual({
      kind: 'failed',
      code: 'upstream_timeout',
      message: 'Reload this page and open the sidebar again: the script took longer than Google allows.',
      state: null,
    });
  });

  test('leaves no timer behind once it is settled', async () => {
    const script = new FakeScriptRunner();
    const calls = createScriptCalls(script.surroundings);
    const answers = [calls('state'), calls('state')];
    script.calls[0]?.succeed(DONE);
    script.calls[1]?.fail(new Error('x'));
    await Promise.all(answers);
    expect(script.timers.map(({ stopped }) => stopped)).toEqual([true, true]);
  });
});

describe('an answer that is no outcome', () => {
  test.each([
    ['null, as for a result with a Date in it', null],
    ['text', 'done'],
    ['another kind', { kind: 'refreshed', message: '', state: CONNECTED }],
    ['no message', { kind: 'done', state: CONNECTED }],
    ['done without a state', { kind: 'done', message: '', state: null }],
    ['failed with a state that is no object', { kind: 'failed', message: '', state: 'none' }],
  ])('is reported: %s', async (_, result) => {
    const script = new FakeScriptRunner();
    const answer = createScriptCalls(script.surroundings)('state');
    script.calls[0]?.succeed(result);
    expect(await answer).toEqual(WRONG_ANSWER);
  });
});
