import type { ExecutionRecord } from '../emulator/execution-record';
import { ANN, type Scene, type Stage, wireCalls } from './scene';

/** How many cells are calculated side by side. */
export const CELLS = 50;
/** Harder than the platform, which starts 30 at once for one person. */
const ALL_AT_ONCE = { simultaneousExecutions: CELLS };

/** A spreadsheet that is connected to a small employer and has neither token nor rows. */
export async function coldScene(stage: Stage, seed: number): Promise<Scene> {
  const scene = await stage.open({ seed, switches: ALL_AT_ONCE });
  const small = scene.server.employers.find(({ clientId }) => clientId !== scene.form().clientId);
  if (small === undefined) throw new Error('There is no other employer.');
  const { region, clientId, clientSecret } = small;
  scene.connect({ region, clientId, clientSecret });
  scene.emulator.clock.advance(4_000_000);
  await scene.server.clear();
  return scene;
}

/** `CELLS` formulas, calculated in an order that the seed decides. */
export function calculateCells(
  scene: Scene,
  seed: number,
  dates: (cell: number) => readonly [string, string],
): Promise<ExecutionRecord[]> {
  const tasks = Array.from({ length: CELLS }, (_, cell) => ({
    book: scene.book,
    user: ANN,
    kind: 'formula' as const,
    name: 'SHIFT_FULFILMENT',
    args: [...dates(cell)],
  }));
  return scene.emulator.interleave(tasks, { seed });
}

/** What all cells together cost, and whether any failed. */
export async function tally(scene: Scene, records: readonly ExecutionRecord[]) {
  const kinds = await scene.requestKinds();
  const calls = (method: string) =>
    records.flatMap((record) => record.calls).filter((call) => call.method === method).length;
  return {
    failures: records.filter(({ outcome }) => outcome.kind !== 'returned').map(({ outcome }) => outcome),
    tokens: kinds.filter((kind) => kind === 'token').length,
    reports: kinds.filter((kind) => kind === 'report').length,
    batches: calls('UrlFetchApp.fetchAll'),
    single: calls('UrlFetchApp.fetch') - kinds.filter((kind) => kind === 'token').length,
    mostCalls: Math.max(...records.map(({ wireCalls: count }) => count)),
    seconds: Math.max(...records.map(({ virtualMillis }) => virtualMillis)) / 1000,
    mostUnderLock: Math.max(...records.map(callsUnderLock)),
  };
}

/** How many calls an execution made while it had the lock, and the most of several times. */
function callsUnderLock(record: ExecutionRecord): number {
  const names = wireCalls(record);
  const spans = names.flatMap((name, index) => (name === 'Lock.releaseLock' ? [index] : []));
  return Math.max(0, ...spans.map((end) => end - names.lastIndexOf('Lock.tryLock', end) - 1));
}
