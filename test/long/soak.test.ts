import { expect, test } from '@jest/globals';
import type { ScenarioRule } from '../api-server/scenarios/scenario-rule';
import type { Fault } from '../emulator/execution';
import type { FormulaResult } from '../emulator/person';
import { HeapGrowth } from '../support/heap';
import { type Scene, Stage } from '../support/scene';
import { SeededRandom } from '../support/seeded-random';
import { daysFrom } from '../support/shift-records';

/*
 * Formulas over days that nobody has kept, with faults of the service and of the platform, until so many requests were
 * made. SOAK_REQUESTS=100000 npm run test:long makes more.
 */

const REQUESTS = Number(process.env.SOAK_REQUESTS ?? 120);
const SEED = Number(process.env.TEST_SEED ?? 20_260_307);
const CHANCE = 0.05;
const MOST_GROWTH = 0.1;
const NO_LIMIT = Number.POSITIVE_INFINITY;
/** How often the heap is measured. */
const PARTS = 5;
/** Days that are over, so that the service always says the same of them. */
const DAYS = daysFrom('2026-01-05', 30);
const LONGEST = 3;

const stage = new Stage({ allowance: 10_000_000 });

const SERVICE_FAULTS: readonly ScenarioRule[] = [
  { name: 'status', status: 504 },
  { name: 'status', status: 503 },
  { name: 'status', status: 500 },
  { name: 'status', status: 401, times: 1 },
  { name: 'retry-after', value: '90' },
  { name: 'html' },
  { name: 'truncated', bytes: 400 },
  { name: 'reset' },
];

/** The IDs of a day’s shifts. */
async function shiftsOf({ server }: Scene): Promise<Map<string, number[]>> {
  const days = new Map<string, number[]>();
  for (const day of DAYS)
    days.set(
      day,
      (await server.shifts(day, day)).map(({ SHIFT_ID }) => Number(SHIFT_ID)),
    );
  return days;
}

/** Whether a table below its heading holds these IDs and no other. */
function holds(result: FormulaResult, ids: readonly number[]): boolean {
  if (result.kind !== 'values') return false;
  const shown = result.values.slice(1).map(([id]) => Number(id));
  const ascending = (one: number, other: number) => one - other;
  return JSON.stringify(shown.sort(ascending)) === JSON.stringify([...ids].sort(ascending));
}

/** A sentence for people: no exception of the platform or of the engine, and nothing of the connection. */
function isSentence(message: string, hidden: readonly string[]): boolean {
  return (
    /^[A-Z][^\n]{20,600}$/.test(message) &&
    !/\b(?:\w*Error|Exception|undefined|null|NaN)\b|\[object|https?:/.test(message) &&
    !hidden.some((text) => message.includes(text))
  );
}

function draw(random: SeededRandom): { readonly fault: Fault | null; readonly rule: ScenarioRule | null } {
  if (random.next() >= CHANCE) return { fault: null, rule: null };
  if (random.below(4) === 0)
    return { fault: { throwAtCall: 1 + random.below(12), afterEffect: false }, rule: null };
  return { fault: null, rule: SERVICE_FAULTS[random.below(SERVICE_FAULTS.length)] ?? null };
}

test(`${REQUESTS} requests of formulas with faults in 5 of 100 show the service’s rows or a sentence (seed ${SEED})`, async () => {
  const random = new SeededRandom(SEED);
  const scene = await stage.connected();
  const shifts = await shiftsOf(scene);
  const { emulator, server } = scene;
  // More than Google allows one account in a day: what then happens is for tests of their own.
  emulator.switches.fetchesLeft = NO_LIMIT;
  const figures = { requests: 0, formulas: 0, faults: 0, sentences: 0 };
  const broken: unknown[] = [];
  const heap = new HeapGrowth();
  let measuredAt = 0;

  while (figures.requests < REQUESTS) {
    for (const [first] of DAYS.entries()) {
      const { fault, rule } = draw(random);
      const days = DAYS.slice(first, first + 1 + random.below(LONGEST));
      const isFaulty = fault !== null || rule !== null;
      // What the cells before have fetched would keep the fault from being met.
      if (isFaulty) emulator.caches.clear();
      if (rule) await server.setScenario('report', rule);
      emulator.fault = fault;
      const result = scene.formula(days[0] ?? '', days.at(-1) ?? '', 'columns', 'SHIFT_ID');
      emulator.fault = null;
      if (rule) await server.clearScenarios();
      const isExact = holds(
        result,
        days.flatMap((day) => shifts.get(day) ?? []),
      );
      const isTold =
        isFaulty &&
        result.kind === 'error' &&
        isSentence(result.message, [server.demoEmployer.clientSecret, server.demoEmployer.clientId]);
      if (!isExact && !isTold) broken.push({ days, fault, rule, result });
      figures.formulas += 1;
      figures.faults += isFaulty ? 1 : 0;
      figures.sentences += isExact ? 0 : 1;
      // A fault is remembered for a while, which other tests look at: here each cell begins anew.
      if (isFaulty) emulator.caches.clear();
      emulator.clock.advance(1000);
    }
    figures.requests += emulator.requests.length;
    emulator.caches.clear();
    emulator.executions.length = 0;
    emulator.requests.length = 0;
    await server.clear();
    if (figures.requests >= Math.min(REQUESTS, measuredAt + REQUESTS / PARTS)) {
      measuredAt = figures.requests;
      await heap.measure();
    }
  }

  expect(broken.slice(0, 3)).toEqual([]);
  expect(figures.sentences).toBeGreaterThan(figures.faults / 4);
  expect(heap.share).toBeLessThan(MOST_GROWTH);
});
