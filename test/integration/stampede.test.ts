import { describe, expect, test } from '@jest/globals';
import type { ScenarioRule } from '../api-server/scenarios/scenario-rule';
import type { ExecutionRecord } from '../emulator/execution';
import { isLong, runs } from '../support/runs';
import { ANN, type Scene, Stage } from '../support/scene';
import { type ServiceFailure, tokenSentenceOf } from '../support/sentences';

const CELLS = 50;
/** How many interleavings; each seed is one. */
const SEEDS = runs(2, 20);
/** For each failure of the authorisation server, and each refusal: one, unless more are asked for. */
const FAILURE_SEEDS = isLong ? Math.ceil(SEEDS / 10) : 1;
/** Cells for each failure of the authorisation server, and how many ask once more, just before it is forgotten. */
const [FAILED_CELLS, LATE_CELLS] = isLong ? [CELLS, 10] : [8, 3];
/** What a cell may cost in a crowd. */
const MOST_CALLS = 10;

const stage = new Stage({ allowance: 100_000 });

/** Cells of one spreadsheet, calculated side by side in an order that the seed decides. */
function calculate(
  scene: Scene,
  seed: number,
  dates: (cell: number) => [string, string],
  cells = CELLS,
): ExecutionRecord[] {
  const tasks = Array.from({ length: cells }, (_, cell) => ({
    book: scene.book,
    user: ANN,
    kind: 'formula' as const,
    name: 'SHIFT_FULFILMENT',
    args: dates(cell),
  }));
  return scene.emulator.interleave(tasks, { seed });
}

const SAME_DAYS = (): [string, string] => ['2026-03-01', '2026-03-02'];

function failures(records: readonly ExecutionRecord[]): unknown[] {
  return records.filter(({ outcome }) => outcome.kind !== 'returned').map(({ outcome }) => outcome);
}

describe(`${CELLS} cells at once, ${SEEDS} seeds`, () => {
  test('cold, the same range: one token request and one report request', async () => {
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const scene = await stage.connected({ seed });
      scene.emulator.clock.advance(4_000_000);
      await scene.server.clear();

      const records = calculate(scene, seed, SAME_DAYS);

      expect({ seed, failures: failures(records) }).toEqual({ seed, failures: [] });
      expect({ seed, requests: await scene.requestKinds() }).toEqual({
        seed,
        requests: ['token', 'report'],
      });
      const most = Math.max(...records.map(({ wireCalls }) => wireCalls));
      expect({ seed, few: most <= MOST_CALLS }).toEqual({ seed, few: true });
    }
  });

  test(`a token that died: one new token, and all succeed (${FAILURE_SEEDS} seeds)`, async () => {
    for (let seed = 1; seed <= FAILURE_SEEDS; seed += 1) {
      const scene = await stage.connected({ seed });
      scene.formula('2026-02-01', '2026-02-01');
      await scene.server.revokeTokens();
      await scene.server.clear();

      const records = calculate(scene, seed, (cell) => {
        const day = `2026-03-${String((cell % 9) + 1).padStart(2, '0')}`;
        return [day, day];
      });

      expect({ seed, failures: failures(records) }).toEqual({ seed, failures: [] });
      const tokens = (await scene.requestKinds()).filter((kind) => kind === 'token');
      expect({ seed, tokens }).toEqual({ seed, tokens: ['token'] });
    }
  });

  test.each([403, 404])(
    `%d for fifty ranges: the refusal is met once and shown by all (${FAILURE_SEEDS} seeds)`,
    async (status) => {
      let most = 0;
      for (let seed = 1; seed <= FAILURE_SEEDS; seed += 1) {
        const scene = await stage.connected({ seed: status + seed });
        await scene.server.clear();
        await scene.server.setScenario('report', { name: 'status', status });

        const records = calculate(scene, status + seed, (cell) => {
          const day = `2026-0${1 + Math.floor(cell / 25)}-${String((cell % 25) + 1).padStart(2, '0')}`;
          return [day, day];
        });

        expect({ seed, failed: failures(records).length }).toEqual({ seed, failed: CELLS });
        const kinds = await scene.requestKinds();
        most = Math.max(most, kinds.filter((kind) => kind === 'report').length);
        expect({ seed, isMetOnce: most <= 3 }).toEqual({ seed, isMetOnce: true });
      }
    },
  );

  test(`429 with Retry-After: nobody asks again before that time (${FAILURE_SEEDS} seeds)`, async () => {
    for (let seed = 6; seed < 6 + FAILURE_SEEDS; seed += 1) {
      const scene = await stage.connected({ seed });
      await scene.server.clear();
      await scene.server.setScenario('report', { name: 'retry-after', value: '60' });

      const records = calculate(scene, seed, SAME_DAYS);

      expect({ seed, failed: failures(records).length }).toEqual({ seed, failed: CELLS });
      expect({ seed, requests: await scene.requestKinds() }).toEqual({ seed, requests: ['report'] });
    }
  });
});

/** Outcomes of the token call: what all say, and how long nobody asks again. More of them: outcomes.test.ts. */
const TOKEN_FAILURES: readonly {
  readonly title: string;
  readonly rule: ScenarioRule;
  readonly code: ServiceFailure;
  readonly status: number | null;
  readonly seconds: number;
}[] = [
  {
    title: '401',
    code: 'credentials_rejected',
    status: 401,
    seconds: 60,
    rule: { name: 'status', status: 401 },
  },
  {
    title: '429 with Retry-After of 5 minutes',
    ...{ code: 'rate_limited', status: 429, seconds: 300, rule: { name: 'retry-after', value: '300' } },
  },
  {
    title: 'silence for a minute',
    ...{ code: 'unreachable', status: null, seconds: 30, rule: { name: 'slow', millis: 60_000 } },
  },
];

describe(`the authorisation server fails, ${FAILURE_SEEDS} seeds`, () => {
  test.each(TOKEN_FAILURES)(
    '$title: asked once, told by all cells, remembered for $seconds s',
    async ({ rule, code, status, seconds }) => {
      for (let seed = 1; seed <= FAILURE_SEEDS; seed += 1) {
        const scene = await stage.connected({ seed });
        scene.emulator.clock.advance(4_000_000);
        await scene.server.clear();
        await scene.server.setScenario('token', rule);
        const begun = scene.emulator.clock.now();

        const records = calculate(scene, seed, SAME_DAYS, FAILED_CELLS);
        const lasting = Math.max(...records.map(({ virtualMillis }) => virtualMillis));
        // Counted from the beginning: a failure that came later is remembered for longer.
        scene.emulator.clock.advanceTo(Math.max(begun + seconds * 1000 - 28_000, scene.emulator.clock.now()));
        const late = calculate(
          scene,
          seed,
          (cell) => [`2026-02-0${(cell % 9) + 1}`, '2026-02-10'],
          LATE_CELLS,
        );

        const sentences = [...records, ...late].map(({ outcome }) => 'message' in outcome && outcome.message);
        const others = sentences.filter((text) => !(text && tokenSentenceOf(code, status).test(text)));
        expect({ seed, others }).toEqual({ seed, others: [] });
        expect({ seed, requests: await scene.requestKinds() }).toEqual({ seed, requests: ['token'] });
        expect({ seed, isShort: lasting < 30_000 }).toEqual({ seed, isShort: true });
      }
    },
  );
});
