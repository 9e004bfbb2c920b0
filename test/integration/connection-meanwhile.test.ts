import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Fault } from '../emulator/fault';
import type { WorkerTask } from '../emulator/workers/worker-task';
import { FULL_SIZE_MILLIS } from '../support/full-size';
import { recordFigure } from '../support/record-figure';
import { ANN, BOB, type Scene, Stage, state } from '../support/scene';

/*
 * Disconnect, Connect and “Only me” while fifty cells (twenty in npm test), a check of the connection, a preview and a
 * refresh are under way with the connection before: once the sidebar has answered, its secret begins no request, and no
 * cache keeps a token that was got with it.
 * SEEDS=170 npx jest test/integration/connection-meanwhile plays 1,020.
 */

const SEEDS = Number(process.env.SEEDS ?? 1);
const FIRST_SEED = Number(process.env.TEST_SEED ?? 1);
const seeds = Array.from({ length: SEEDS }, (_, index) => FIRST_SEED + index);
const CELLS = process.env.SEEDS === undefined ? 20 : 50;
/** Harder than the platform, which starts 30 at once for one person. */
const ALL_AT_ONCE = { simultaneousExecutions: CELLS + 10 };
/** The former credentials, which the service goes on accepting, and the new ones. */
const [FORMER_EMPLOYER, NEXT_EMPLOYER] = [1264, 1108];
const SAVED_DAY = '2026-02-20';
/** A token of 3,600 seconds is used for 3,300. */
const SPENT_MILLIS = 3_400_000;

/** About as many steps as all the others take: 700 beside fifty cells. */
const STEPS = 200 + 10 * CELLS;

type Audience = 'everyone' | 'me';
const CHANGES: readonly { readonly from: Audience; readonly to: Audience | 'nobody' }[] = [
  { from: 'everyone', to: 'nobody' },
  { from: 'everyone', to: 'everyone' },
  { from: 'everyone', to: 'me' },
  { from: 'me', to: 'nobody' },
  { from: 'me', to: 'everyone' },
  { from: 'me', to: 'me' },
];
const TOKENS = ['kept', 'spent', 'revoked'] as const;

/** One call of one execution, in the order in which they began. */
interface BegunCall {
  readonly task: 'change' | 'cell' | 'other';
  readonly method: string;
  readonly sendsFormerSecret: boolean;
}

/** What was found in one interleaving. */
interface Found {
  /** Requests with the former secret that began after the change. */
  readonly late: number;
  /** Requests with the former secret before it. */
  readonly early: number;
  /** Tokens got with the former secret that some cache still holds. */
  readonly left: number;
  /** Service calls of cells after it. */
  readonly meanwhile: number;
}

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.start({ allowance: 1_000_000 });
});
afterAll(() => stage.close());

function credentials(scene: Scene, id: number) {
  const found = scene.server.employers.find(({ employerId }) => employerId === id);
  if (found === undefined) throw new Error(`There is no employer ${id}.`);
  const { region, clientId, clientSecret } = found;
  return { region, clientId, clientSecret };
}

/** A spreadsheet with a saved report. One for many interleavings: its threads are used again. */
async function opened(): Promise<{ scene: Scene; reportId: string }> {
  const scene = await stage.open({ switches: ALL_AT_ONCE });
  scene.connect(credentials(scene, FORMER_EMPLOYER));
  return { scene, reportId: scene.saveReport({ from: SAVED_DAY, to: SAVED_DAY }) };
}

/** Connects it to the former employer, with nothing left of the time before, and a token in the state that the seed says. */
async function begin(scene: Scene, reportId: string, seed: number, audience: Audience): Promise<void> {
  for (const person of [ANN, BOB]) state(scene.ask('sidebarDisconnect', undefined, person));
  scene.emulator.world.caches.clear();
  await scene.server.clearScenarios();
  await scene.server.clear();
  scene.connect({ ...credentials(scene, FORMER_EMPLOYER), audience });
  state(scene.refresh(reportId));
  const token = TOKENS[seed % TOKENS.length];
  if (token === 'spent') scene.emulator.clock.advance(SPENT_MILLIS);
  if (token === 'revoked') await scene.server.revokeTokens();
  if (seed % 2 === 0) await scene.server.setScenario('token', { name: 'slow', millis: 900 });
}

/** Who makes the change: a connection of one’s own is ended by its owner, the one for everyone by either editor. */
function whoChanges(seed: number, { from }: (typeof CHANGES)[number]): string {
  return from === 'me' || seed % 4 < 2 ? ANN : BOB;
}

async function play(
  { scene, reportId }: Awaited<ReturnType<typeof opened>>,
  seed: number,
  change: (typeof CHANGES)[number],
): Promise<Found> {
  await begin(scene, reportId, seed, change.from);
  // Saving reads the time zone, which waits until formulas have calculated: here it does not, so that they meet.
  scene.emulator.world.formulas.isQuiet = () => true;
  const former = credentials(scene, FORMER_EMPLOYER).clientSecret;
  const next = scene.form({
    ...credentials(scene, NEXT_EMPLOYER),
    ...(change.to === 'nobody' ? {} : { audience: change.to }),
  });
  const begun: BegunCall[] = [];
  const watch = (task: BegunCall['task']): Fault => ({
    match: ({ method, args }) => {
      begun.push({ task, method, sendsFormerSecret: sends(method, args, former) });
      return false;
    },
  });
  const ask = (
    user: string,
    name: string,
    args: readonly unknown[] = [],
    task: BegunCall['task'] = 'other',
  ): WorkerTask => ({ book: scene.book, user, kind: 'sidebar', name, args, fault: watch(task) });
  const who = whoChanges(seed, change);
  const cells = Array.from({ length: CELLS }, (_, cell): WorkerTask => {
    const day = `2026-0${1 + Math.floor(cell / 25)}-${String(1 + (cell % 25)).padStart(2, '0')}`;
    return {
      book: scene.book,
      user: ANN,
      kind: 'formula',
      name: 'SHIFT_FULFILMENT',
      args: [day, day],
      fault: watch('cell'),
    };
  });
  const preview = { id: null, period: 'custom', from: SAVED_DAY, to: SAVED_DAY, sheet: 'Preview' };

  const [changed] = await scene.emulator.interleave(
    [
      change.to === 'nobody'
        ? ask(who, 'sidebarDisconnect', [], 'change')
        : ask(who, 'sidebarConnect', [next], 'change'),
      ask(ANN, 'sidebarCheckConnection'),
      ask(BOB, 'sidebarCheckConnection'),
      ask(ANN, 'sidebarPreviewReport', [preview]),
      ask(ANN, 'sidebarRefreshReport', [reportId, true]),
      ...cells,
    ],
    // The change comes at any moment of the others: before the first has read the connection, and after the last.
    { seed, rush: { task: 0, afterSteps: (seed * 97 + CHANGES.indexOf(change) * 31) % STEPS } },
  );

  expect(changed?.outcome).toMatchObject({ value: { kind: 'done' } });
  // Stricter than the answer, which may wait for a sheet: from here on nothing is changed any more.
  const answered = begun.findIndex(({ task, method }) => task === 'change' && method === 'Lock.releaseLock');
  const sent = (calls: readonly BegunCall[]) => calls.filter((one) => one.sendsFormerSecret).length;
  return {
    late: sent(begun.slice(answered)),
    early: sent(begun.slice(0, answered)),
    left: await tokensLeft(scene, former),
    meanwhile: begun.slice(answered).filter(({ task }) => task === 'cell').length,
  };
}

function sends(method: string, args: readonly unknown[], secret: string): boolean {
  return (
    method.startsWith('UrlFetchApp.') && JSON.stringify(args).includes(JSON.stringify(secret).slice(1, -1))
  );
}

/** How many of the tokens that the service gave for this secret stand in any cache. */
async function tokensLeft(scene: Scene, secret: string): Promise<number> {
  const tokens = (await scene.server.requests())
    .filter(
      ({ url, body, status }) =>
        url.startsWith('/oauth/') &&
        status === 200 &&
        new URLSearchParams(body).get('client_secret') === secret,
    )
    .map(({ answerBody }) => (JSON.parse(answerBody ?? '{}') as { access_token: string }).access_token);
  const texts = [...scene.emulator.world.caches.scopes.values()].flatMap((entries) =>
    [...entries.values()].map(({ value }) => value),
  );
  return tokens.filter((token) => texts.some((text) => text.includes(token))).length;
}

describe(`the connection is changed while ${CELLS} cells are calculated, ${SEEDS} seeds from ${FIRST_SEED}`, () => {
  const all: Found[] = [];
  afterAll(() => {
    if (all.length < CHANGES.length * SEEDS) return;
    const [n, seed] = [all.length, `${FIRST_SEED} and on`];
    const before = all.reduce((sum, { early }) => sum + early, 0);
    const atWork = all.filter(({ meanwhile }) => meanwhile > 0).length;
    const late = `0; before it ${before}; cells were at work in ${atWork} of them`;
    recordFigure({ requirement: 'S7', what: 'former secret sent after the answer', n, figure: late, seed });
    recordFigure({ requirement: 'S7', what: 'its tokens left in a cache', n, figure: '0', seed });
  });

  test.each(CHANGES)(
    'from $from to $to: the former secret is not sent any more, and none of its tokens stays',
    async (change) => {
      const world = await opened();
      let meanwhile = 0;
      for (const seed of seeds) {
        const found = await play(world, seed, change);
        all.push(found);
        expect({ seed, late: found.late, left: found.left }).toEqual({ seed, late: 0, left: 0 });
        meanwhile += found.meanwhile;
      }
      expect(meanwhile).toBeGreaterThan(0);
      world.scene.emulator.dispose();
    },
    FULL_SIZE_MILLIS,
  );
});
