import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Fault } from '../emulator/fault';
import type { WorkerTask } from '../emulator/workers/worker-task';
import { recordFigure } from '../support/record-figure';
import { ANN, BOB, type Scene, Stage, state } from '../support/scene';

/*
 * New credentials, saved while a scheduled run is at work with the old ones: from that moment on the old secret is not
 * sent any more. Formulas are not tried: saving reads the time zone, and so waits until they have calculated. SEEDS=100 npx jest test/integration/rotation-meanwhile runs more.
 */

const SEEDS = Number(process.env.SEEDS ?? 4);
const FIRST_SEED = Number(process.env.TEST_SEED ?? 1);
const seeds = Array.from({ length: SEEDS }, (_, index) => FIRST_SEED + index);
/** The old credentials, which the service goes on accepting, and the new ones: both employers have few shifts a day. */
const [OLD_EMPLOYER, NEW_EMPLOYER] = [1264, 1108];
const DAYS = ['2026-03-02', '2026-03-03', '2026-03-04'];
/** A token of 3,600 seconds is used for 3,300. */
const MILLIS = { young: 3_000_000, spent: 3_400_000 };

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.start({ allowance: 100_000 });
});
afterAll(() => stage.close());

const RUNS = [
  { what: 'with a token', token: 'kept' },
  { what: 'without a token', token: 'spent' },
  { what: 'whose token was revoked', token: 'revoked' },
] as const;

/** What was sent before and after the moment in which the new credentials were saved. */
interface Rotation {
  readonly scene: Scene;
  /** Token requests with the old secret, after that moment. */
  readonly late: number;
  /** Whether the run had begun by then, and went on after it. */
  readonly isMeanwhile: boolean;
  readonly requests: number;
}

function credentials(scene: Scene, id: number) {
  const found = scene.server.employers.find(({ employerId }) => employerId === id);
  if (found === undefined) throw new Error(`There is no employer ${id}.`);
  const { region, clientId, clientSecret } = found;
  return { region, clientId, clientSecret };
}

/** Three reports on a schedule, about to be refreshed with a token in that state. */
async function opened(seed: number, token: 'kept' | 'spent' | 'revoked'): Promise<Scene> {
  const scene = await stage.open({ seed });
  scene.connect(credentials(scene, OLD_EMPLOYER));
  for (const day of DAYS) state(scene.refresh(scene.saveReport({ sheet: day, from: day, to: day })));
  state(scene.ask('sidebarSaveSchedule', { every: 'hour', hour: 0 }));
  scene.emulator.clock.advance(token === 'spent' ? MILLIS.spent : MILLIS.young);
  if (token === 'revoked') await scene.server.revokeTokens();
  // Every third time all answer at once; else the new credentials are saved at another moment of the run each time.
  if (seed % 3 !== 0) {
    await scene.server.setScenario('report', { name: 'slow', millis: 3000 });
    await scene.server.setScenario('token', { name: 'slow', millis: (seed * 700) % 9100 });
  }
  return scene;
}

/** Ann's scheduled run, while Bob saves the new credentials. */
async function rotate(seed: number, { token }: (typeof RUNS)[number]): Promise<Rotation> {
  const scene = await opened(seed, token);
  const { clientSecret } = credentials(scene, OLD_EMPLOYER);
  const { requests } = scene.emulator;
  const [trigger] = scene.emulator.world.triggers.triggers;
  const first = requests.length;
  const calls = { before: 0, after: 0 };
  let savedAfter: number | undefined;
  const watch = (seen: (method: string) => void): Fault => ({
    match: ({ method }) => {
      seen(method);
      return false;
    },
  });
  const task = (user: string, name: string, argument: unknown, fault: Fault): WorkerTask => ({
    book: scene.book,
    user,
    name,
    args: [argument],
    fault,
    kind: 'sidebar',
  });
  const seen = watch(() => {
    calls[savedAfter === undefined ? 'before' : 'after'] += 1;
  });
  const form = scene.form(credentials(scene, NEW_EMPLOYER));
  const saving = watch((method) => {
    if (method === 'Properties.setProperties') savedAfter ??= requests.length;
  });

  const [connect] = await scene.emulator.interleave(
    [
      task(BOB, 'sidebarConnect', form, saving),
      // The page may call it too, with what only the timer knows.
      task(ANN, 'refreshOnSchedule', { triggerUid: trigger?.uniqueId ?? '' }, seen),
    ],
    { seed },
  );

  await scene.server.clearScenarios();
  expect(connect?.outcome).toMatchObject({ value: { kind: 'done' } });
  const late = requests
    .slice(savedAfter)
    .filter(({ body }) => new URLSearchParams(body).get('client_secret') === clientSecret);
  const isMeanwhile = calls.before > 0 && calls.after > 0;
  return { scene, late: late.length, isMeanwhile, requests: requests.length - first };
}

describe(`new credentials, saved while a scheduled run is under way, ${SEEDS} seeds from ${FIRST_SEED}`, () => {
  const found = { played: 0, meanwhile: 0, requests: 0 };
  afterAll(() => {
    if (found.played < RUNS.length * SEEDS) return;
    const figure = `0 of ${found.requests} requests; saved while the run went on ${found.meanwhile} times`;
    recordFigure({ requirement: 'S7', what: 'old secret sent after saving', n: found.played, figure });
  });

  test.each(RUNS)(
    '$what: the old secret is not sent any more',
    async (run) => {
      let meanwhile = 0;
      for (const seed of seeds) {
        const { scene, late, isMeanwhile, requests } = await rotate(seed, run);
        expect({ seed, late }).toEqual({ seed, late: 0 });
        meanwhile += isMeanwhile ? 1 : 0;
        found.requests += requests;
        found.played += 1;
        scene.emulator.dispose();
      }
      expect(meanwhile).toBeGreaterThan(0);
      found.meanwhile += meanwhile;
    },
    3_600_000,
  );

  test('the run after that works, whatever became of the one under way', async () => {
    const { scene } = await rotate(FIRST_SEED, RUNS[2]);

    const [run] = scene.emulator.advance({ hours: 1, minutes: 1 });

    expect(run?.outcome.kind).toBe('returned');
  });
});
