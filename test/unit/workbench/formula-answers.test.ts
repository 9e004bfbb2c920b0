import { describe, expect, it } from '@jest/globals';
import { FormulaAnswers } from '../../workbench/formula-answers';
import type { FunctionAnswer } from '../../workbench/protocol';

const A1 = { sheetId: 's', row: 0, column: 0 };
const B1 = { sheetId: 's', row: 0, column: 1 };

function value(number: number): FunctionAnswer {
  return { kind: 'value', rows: [[number]] };
}

/** Answers to be given by hand, and what they set off. */
function scene() {
  const calls: { readonly args: unknown; readonly answer: (answer: FunctionAnswer) => Promise<void> }[] = [];
  const calculated: unknown[] = [];
  const later: (() => void)[] = [];
  const answers = new FormulaAnswers(
    (_name, args) =>
      new Promise((resolve) => {
        const answer = async (given: FunctionAnswer) => {
          resolve(given);
          await Promise.resolve();
        };
        calls.push({ args, answer });
      }),
    (places) => calculated.push(places),
    (work) => later.push(work),
  );
  return {
    answers,
    calls,
    calculated,
    gather: () => {
      for (const work of later.splice(0)) work();
    },
  };
}

describe('answers to formulas', () => {
  it('are under way at first, then set off a calculation and stand for the same arguments', async () => {
    const { answers, calls, calculated, gather } = scene();
    expect(answers.take('F', [1], A1)).toBeNull();
    await calls[0]?.answer(value(2));
    gather();
    expect(calculated).toEqual([[A1]]);
    expect(answers.take('F', [1], A1)).toEqual(value(2));
    expect(calls).toHaveLength(1);
  });

  it('are not asked for twice while one is under way', () => {
    const { answers, calls } = scene();
    answers.take('F', [1], A1);
    answers.take('F', [1], A1);
    expect(calls).toHaveLength(1);
  });

  it('wait side by side and set off one calculation when they come together', async () => {
    const { answers, calls, calculated, gather } = scene();
    answers.take('F', [1], A1);
    answers.take('F', [1], B1);
    expect(calls).toHaveLength(2);
    await calls[1]?.answer(value(4));
    await calls[0]?.answer(value(2));
    gather();
    expect(calculated).toEqual([[B1, A1]]);
  });

  it('are asked for again when an argument changes', async () => {
    const { answers, calls } = scene();
    answers.take('F', [1], A1);
    await calls[0]?.answer(value(2));
    answers.calculationEnded();
    expect(answers.take('F', [2], A1)).toBeNull();
    expect(calls.map(({ args }) => args)).toEqual([[1], [2]]);
  });

  it('are asked for again when the formula is entered anew', async () => {
    const { answers, calls } = scene();
    answers.take('F', [1], A1);
    await calls[0]?.answer(value(2));
    answers.forget(A1);
    expect(answers.take('F', [1], A1)).toBeNull();
    expect(calls).toHaveLength(2);
  });

  it('that come after the formula was entered anew set off nothing', async () => {
    const { answers, calls, calculated, gather } = scene();
    answers.take('F', [1], A1);
    answers.forget(A1);
    await calls[0]?.answer(value(2));
    gather();
    expect(calculated).toEqual([]);
    expect(answers.pending).toBe(0);
  });

  it('end the asking when an argument changes with every calculation', async () => {
    const { answers, calls, gather } = scene();
    answers.take('F', [0.1], A1);
    await calls[0]?.answer(value(2));
    gather();
    expect(answers.take('F', [0.2], A1)).toEqual(value(2));
    expect(calls).toHaveLength(1);
  });

  it('count as pending until a calculation is set off', async () => {
    const { answers, calls, gather } = scene();
    answers.take('F', [1], A1);
    expect(answers.pending).toBe(1);
    await calls[0]?.answer(value(2));
    expect(answers.pending).toBe(1);
    gather();
    expect(answers.pending).toBe(0);
  });
});
