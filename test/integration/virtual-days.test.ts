import { expect, test } from '@jest/globals';
import type { ScenarioRule } from '../api-server/scenarios/scenario-rule';
import type { Fault } from '../emulator/execution';
import { documentProperties } from '../support/document-properties';
import { HeapGrowth } from '../support/heap';
import { type Scene, Stage, state } from '../support/scene';
import { SeededRandom } from '../support/seeded-random';

/*
 * Days of hourly refreshes with random faults of the service and of the platform.
 * DAYS=1000 npx jest test/integration/virtual-days runs more.
 */

const DAYS = Number(process.env.DAYS ?? 2);
const SEED = Number(process.env.TEST_SEED ?? 20_260_306);
const CHANCE = 0.05;
/** After so many days everything that is kept for long has been kept once; the heap is measured each time so many are over. */
const WARM_UP_DAYS = Math.max(1, Math.min(20, Math.floor(DAYS / 4)));
const MOST_GROWTH = 0.1;
const DAY_MILLIS = 86_400_000;
/** What one property may hold, and what all of them may come to. */
const PROPERTY_BYTES = 9 * 1024;
const ALL_BYTES = 32 * 1024;

const stage = new Stage({ allowance: 100_000 });

const SERVICE_FAULTS: readonly ScenarioRule[] = [
  { name: 'status', status: 504 },
  { name: 'status', status: 503 },
  { name: 'status', status: 401, times: 1 },
  { name: 'retry-after', value: '90' },
  { name: 'html' },
  { name: 'truncated', bytes: 4000 },
  { name: 'reset' },
  { name: 'empty' },
];

/** What goes wrong in a run, if anything does. */
function draw(random: SeededRandom): { readonly fault: Fault | null; readonly rule: ScenarioRule | null } {
  if (random.next() >= CHANCE) return { fault: null, rule: null };
  const call = 1 + random.below(60);
  const kind = random.below(4);
  if (kind === 0) return { fault: { killAtCall: call, keepUnflushed: random.below(4) }, rule: null };
  if (kind === 1) return { fault: { throwAtCall: call, afterEffect: random.below(2) === 0 }, rule: null };
  return { fault: null, rule: SERVICE_FAULTS[random.below(SERVICE_FAULTS.length)] ?? null };
}

/**
 * Drops what the emulator keeps for tests to look into, and what the cache would not give back any more: over years
 * they would grow, and hide what the add-on itself leaves behind.
 */
function tidy({ emulator }: Scene): void {
  const { clock, executions, requests, mails, caches } = emulator;
  executions.length = 0;
  requests.length = 0;
  mails.length = 0;
  for (const entries of caches.values())
    for (const [key, { expiresAt }] of entries) if (expiresAt <= clock.now()) entries.delete(key);
}

/** The bytes of each property that the add-on keeps. */
function bytesOf(scene: Scene): number[] {
  return Object.entries(documentProperties(scene)).map(
    ([name, text]) => Buffer.byteLength(name) + Buffer.byteLength(text),
  );
}

test(`${DAYS} days of hourly refreshes with faults in 5 of 100 runs end with the service’s rows (seed ${SEED})`, async () => {
  const random = new SeededRandom(SEED);
  const scene = await stage.connected();
  const id = scene.saveReport({ period: 'last 7 days', from: '', to: '' });
  state(scene.refresh(id));
  scene.book.editor.type('Shifts!T2', 'ours');
  state(scene.ask('sidebarSaveSchedule', { every: 'hour', hour: 0, email: 'ann@employer.example' }));
  const heap = new HeapGrowth();
  const figures = { days: 0, runs: 0, faults: 0, failed: 0, most: 0, all: 0 };

  for (let day = 1; day <= DAYS; day += 1) {
    await scene.server.restate(7);
    for (let hour = 1; hour <= 24; hour += 1) {
      const { fault, rule } = draw(random);
      if (rule) await scene.server.setScenario('report', rule);
      scene.emulator.fault = fault;
      const runs = scene.emulator.advance({ hours: 1 });
      scene.emulator.fault = null;
      if (rule) await scene.server.clearScenarios();
      figures.runs += runs.length;
      figures.faults += fault || rule ? 1 : 0;
      figures.failed += runs.filter(({ outcome }) => outcome.kind !== 'returned').length;
    }
    figures.days += 1;
    const bytes = bytesOf(scene);
    figures.most = Math.max(figures.most, ...bytes);
    figures.all = Math.max(
      figures.all,
      bytes.reduce((sum, one) => sum + one, 0),
    );
    tidy(scene);
    await scene.server.clear();
    if (day % WARM_UP_DAYS === 0) await heap.measure();
  }
  scene.emulator.advance({ hours: 3 });

  const check = scene.saveReport({ period: 'last 7 days', from: '', to: '', sheet: 'Check' });
  state(scene.refresh(check));
  const rows = (sheet: string) => scene.book.values(`${sheet}!A1:R600`);
  expect(rows('Shifts')).toEqual(rows('Check'));
  expect(scene.book.cell('Shifts!T2').value).toBe('ours');
  const sheets = scene.book.workbook.sheets.map(({ name }) => name).sort();
  expect(sheets).toEqual(['Check', 'Sheet1', 'Shift Reports status', 'Shift Reports undo', 'Shifts']);
  expect(heap.share).toBeLessThan(MOST_GROWTH);
  expect(figures.runs).toBeGreaterThan(23 * DAYS);
  expect(figures.most).toBeLessThanOrEqual(PROPERTY_BYTES);
  expect(figures.all).toBeLessThanOrEqual(ALL_BYTES);
  expect(scene.emulator.clock.now()).toBeGreaterThan(Date.parse('2026-03-10') + DAYS * DAY_MILLIS);
});
