import { describe, expect, test } from '@jest/globals';
import type { SidebarOutcome } from '../../../src/contract/sidebar';
import { createScriptCalls } from '../../../src/sidebar/page/call-script';
import { runSteps, type ScriptCall } from '../../../src/sidebar/page/run-steps';
import { FakeScriptRunner } from './fake-script-runner';
import { CONNECTED } from './sample-state';

const done = (message: string, more = false): SidebarOutcome => ({
  kind: 'done',
  message,
  state: CONNECTED,
  more,
});
const FAILED: SidebarOutcome = { kind: 'failed', code: 'busy', message: 'Wait.', state: null };

/** Questions that follow each other and get these answers; the person calls it off after `stopAfter` answers. */
async function ask(answers: readonly SidebarOutcome[], stopAfter = Number.POSITIVE_INFINITY) {
  const shown: string[] = [];
  let asked = 0;
  const question = (number: number): ScriptCall => ({
    progress: `Step ${number}`,
    call: async () => {
      asked += 1;
      return answers[asked - 1] ?? FAILED;
    },
    andThen: () => (asked < answers.length ? question(number + 1) : null),
  });
  const calls = createScriptCalls(new FakeScriptRunner().surroundings);
  const ending = await runSteps(question(1), calls, {
    onPart: (_, message) => shown.push(message),
    isStopped: () => asked >= stopAfter,
  });
  return { kind: ending.kind, message: ending.outcome.message, asked, shown };
}

describe('questions that follow from each other', () => {
  test('are asked one after the other, and each is said when it begins', async () => {
    expect(await ask([done('One.'), done('Two.'), done('Three.')])).toEqual({
      kind: 'finished',
      message: 'Three.',
      asked: 3,
      shown: ['Step 2', 'Step 3'],
    });
  });

  test('may each come in parts', async () => {
    expect((await ask([done('1 of 2', true), done('One.'), done('Two.')])).shown).toEqual([
      'Step 1 1 of 2',
      'Step 2',
    ]);
  });

  test('end with the first failure', async () => {
    expect(await ask([done('One.'), FAILED, done('Three.')])).toMatchObject({
      kind: 'finished',
      message: 'Wait.',
      asked: 2,
    });
  });

  test('end before the next when the person calls it off', async () => {
    expect(await ask([done('One.'), done('Two.')], 1)).toMatchObject({
      kind: 'skipped',
      message: 'One.',
      asked: 1,
    });
  });
});
