import { describe, expect, test } from '@jest/globals';
import { BOB, type Scene, Stage, state } from '../support/scene';

/* Google counts an account's requests of a day, over all its scripts. */

const stage = new Stage();

const SPENT = 'Try again later: this account has used up Google’s requests for the day.';
const A_DAY = 24 * 3_600_000;

/** A connected spreadsheet whose owner has no request left. */
async function spent(): Promise<Scene> {
  const scene = await stage.connected();
  scene.emulator.switches.fetchesLeft = 0;
  return scene;
}

describe('an account without a request left for today', () => {
  test.each([false, true])(
    'is told so in a cell, each time (in another language: %s)',
    async (isTranslated) => {
      const scene = await spent();
      scene.emulator.switches.translatedTexts = isTranslated;

      for (const day of ['2026-03-02', '2026-03-02', '2026-03-03']) {
        const result = scene.formula(day, day);
        expect(result.kind === 'error' && result.message).toBe(SPENT);
      }
    },
  );

  test('keeps nobody else from asking', async () => {
    const scene = await spent();
    scene.formula('2026-03-02', '2026-03-02');
    scene.emulator.clock.advance(60_000);

    // Another account has requests left.
    scene.emulator.switches.fetchesLeft = 20_000;
    const result = scene.book.as(BOB).runFormula('SHIFT_FULFILMENT', ['2026-03-02', '2026-03-02']);

    expect(result.kind).toBe('values');
  });

  test('keeps its table, reads why, and refreshes the day after', async () => {
    const scene = await stage.connected();
    const id = scene.saveReport({ from: '2026-03-02', to: '2026-03-02' });
    state(scene.refresh(id));
    const table = scene.book.values('Shifts!A1:R40');
    scene.emulator.clock.advance(3_600_000);
    scene.emulator.switches.fetchesLeft = 0;

    const failed = scene.refresh(id);

    expect(failed).toMatchObject({ kind: 'failed', code: 'quota_spent' });
    expect(scene.book.values('Shifts!A1:R40')).toEqual(table);
    // What stands there for days names no day.
    expect(scene.book.cell('Shift Reports status!C2').value).toBe(SPENT.replace(' tomorrow', ''));

    scene.emulator.clock.advance(A_DAY);
    scene.emulator.switches.fetchesLeft = 20_000;
    expect(state(scene.refresh(id)).reports).toMatchObject([{ lastRun: { outcome: 'refreshed' } }]);
  });
});
