import { describe, expect, test } from '@jest/globals';
import type { SidebarOutcome } from '../../../src/sidebar/contract';
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
  message: 'Reload this page and open the sidebar again: the script sent something unexpected.',
  state: null,
};

describe('a call to the script', () => {
  test('names the endpoint and passes its arguments on', () => {
    const script = new FakeScriptRunner();
    void createScriptCalls(script.surroundings).sidebarRefreshReport('r1', true);
    expect(script.calls.map(({ name, args }) => [name, args])).toEqual([
      ['sidebarRefreshReport', ['r1', true]],
    ]);
  });

  test('resolves with the outcome', async () => {
    const script = new FakeScriptRunner();
    const answer = createScriptCalls(script.surroundings).sidebarState();
    script.calls[0]?.succeed(DONE);
    expect(await answer).toEqual(DONE);
  });

  test('resolves with a failure of the script as it is', async () => {
    const failed: SidebarOutcome = { kind: 'failed', code: 'rate_limited', message: 'Wait.', state: null };
    const script = new FakeScriptRunner();
    const answer = createScriptCalls(script.surroundings).sidebarState();
    script.calls[0]?.succeed(failed);
    expect(await answer).toEqual(failed);
  });

  test('keeps answers apart when two calls are under way', async () => {
    const script = new FakeScriptRunner();
    const calls = createScriptCalls(script.surroundings);
    const answers = [calls.sidebarState(), calls.sidebarRefreshReport('r1', true)];
    script.calls[1]?.succeed({ ...DONE, message: 'second' });
    script.calls[0]?.succeed({ ...DONE, message: 'first' });
    expect((await Promise.all(answers)).map(({ message }) => message)).toEqual(['first', 'second']);
  });
});

describe('a call that does not arrive', () => {
  test('says what to do and drops the platform\u2019s text', async () => {
    const script = new FakeScriptRunner();
    const answer = createScriptCalls(script.surroundings).sidebarState();
    script.calls[0]?.fail(new Error('Authorization is required to perform that action.'));
    expect(await answer).toEqual(NO_ANSWER);
  });

  test('to an endpoint that the script does not have says the same', async () => {
    const script = new FakeScriptRunner([]);
    expect(await createScriptCalls(script.surroundings).sidebarState()).toEqual(NO_ANSWER);
  });

  test('outside Google Sheets says the same', async () => {
    const { after } = new FakeScriptRunner().surroundings;
    const runner = () => {
      throw new ReferenceError('google is not defined');
    };
    expect(await createScriptCalls({ after, runner }).sidebarState()).toEqual(NO_ANSWER);
  });

  test('ends half a minute after Google would have ended the script', async () => {
    const script = new FakeScriptRunner();
    const answer = createScriptCalls(script.surroundings).sidebarState();
    expect(script.timers.map(({ millis }) => millis)).toEqual([390_000]);
    script.timers[0]?.fire();
    expect(await answer).toEqual({
      kind: 'failed',
      code: 'upstream_timeout',
      message:
        'Reload this page and open the sidebar again: the script has not answered for longer than Google lets it run.',
      state: null,
    });
  });

  test('leaves no timer behind once it is settled', async () => {
    const script = new FakeScriptRunner();
    const calls = createScriptCalls(script.surroundings);
    const answers = [calls.sidebarState(), calls.sidebarState()];
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
    const answer = createScriptCalls(script.surroundings).sidebarState();
    script.calls[0]?.succeed(result);
    expect(await answer).toEqual(WRONG_ANSWER);
  });
});
