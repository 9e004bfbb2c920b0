import { describe, expect, test } from '@jest/globals';
import type { SidebarOutcome, SidebarState } from '../../../src/contract/sidebar';
import { continueUntilDone } from '../../../src/sidebar/page/run-steps';
import { CONNECTED, sampleReport } from './sample-state';

/** The answer to a part that brought the refresh to `text`. */
function part(text: string, more = true, state: Partial<SidebarState> = {}): SidebarOutcome {
  const reports = [sampleReport({ progress: more ? { text } : null })];
  return { kind: 'done', message: text, more, state: { ...CONNECTED, reports, ...state } };
}

/** Asks a script that gives these answers in turn, the last one for ever. */
async function ask(answers: readonly SidebarOutcome[], stopAfter = Number.POSITIVE_INFINITY) {
  const shown: string[] = [];
  let asked = 0;
  const ending = await continueUntilDone(
    async () => {
      const answer = answers[Math.min(asked, answers.length - 1)];
      asked += 1;
      if (answer === undefined) throw new Error('There is no answer.');
      return answer;
    },
    { onPart: (_, message) => shown.push(message), isStopped: () => asked >= stopAfter },
  );
  return { ending, asked, shown };
}

describe('asking for all parts of a refresh', () => {
  test('asks once where nothing more is to come', async () => {
    const { ending, asked, shown } = await ask([part('412 shifts.', false)]);
    expect(ending).toMatchObject({ kind: 'finished', outcome: { message: '412 shifts.' } });
    expect([asked, shown]).toEqual([1, []]);
  });

  test('goes on while there is more, and shows each part', async () => {
    const { ending, asked, shown } = await ask([part('1 of 3'), part('2 of 3'), part('Done.', false)]);
    expect(ending).toMatchObject({ kind: 'finished', outcome: { message: 'Done.' } });
    expect([asked, shown]).toEqual([3, ['1 of 3', '2 of 3']]);
  });

  test('ends with a failure', async () => {
    const failed: SidebarOutcome = { kind: 'failed', code: 'busy', message: 'Wait.', state: null };
    const { ending, asked } = await ask([part('1 of 3'), failed, part('2 of 3')]);
    expect(ending).toEqual({ kind: 'finished', outcome: failed });
    expect(asked).toBe(2);
  });

  test('ends when the person stops it, with the part under way', async () => {
    const { ending, asked } = await ask([part('1 of 3'), part('2 of 3'), part('Done.', false)], 2);
    expect(ending).toMatchObject({ kind: 'stopped', outcome: { message: '2 of 3' } });
    expect(asked).toBe(2);
  });

  test('that is stopped during the last part has finished all the same', async () => {
    expect((await ask([part('Done.', false)], 1)).ending.kind).toBe('finished');
  });

  test('gives up when three parts in a row bring nothing', async () => {
    const { ending, asked } = await ask([part('1 of 3')]);
    expect(ending.kind).toBe('stuck');
    expect(asked).toBe(4);
  });

  test('bears parts that bring nothing between others', async () => {
    const texts = ['1 of 3', '1 of 3', '1 of 3', '2 of 3', '2 of 3', '2 of 3'];
    const { ending, asked } = await ask([...texts.map((text) => part(text)), part('Done.', false)]);
    expect([ending.kind, asked]).toEqual(['finished', 7]);
  });

  test('waits for a person while requests are on hold', async () => {
    const { ending, asked } = await ask([part('1 of 3', true, { pause: 'On hold until 14:12.' })]);
    expect([ending.kind, asked]).toEqual(['stuck', 1]);
  });
});
