import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { ExecutionRecord } from '../emulator/execution-record';
import type { Fault } from '../emulator/fault';
import { SeededRandom } from '../emulator/random';
import { FULL_SIZE_MILLIS } from '../support/full-size';
import { state } from '../support/scene';
import { type SentRecord, sentRecord } from '../support/shift-records';
import { SPEC_NAMES } from '../support/spec-fields';
import { type WarehouseScene, WarehouseStage } from '../support/warehouse-scene';
import type { JobManner } from '../warehouse-server/data/warehouse';
import type { FaultRule } from '../warehouse-server/faults';

/*
 * A daily schedule over the last 7 days, whose newest days the service restates, with faults every other day: kills, faults of
 * the platform, of BigQuery and of its jobs. WAREHOUSE_DAYS=1000 npx jest test/integration/warehouse-soak runs more.
 */

const DAYS = Number(process.env.WAREHOUSE_DAYS ?? 30);
const SEED = Number(process.env.TEST_SEED ?? 20_261_123);
const DAY_MILLIS = 86_400_000;
/** The service restates so many of the newest days: all are fetched again on a day without faults. */
const RESTATED_DAYS = 4;
/** Owed days are fetched again this long after. */
const SERVED_DAYS = 40;

let stage: WarehouseStage;
beforeAll(async () => {
  stage = await WarehouseStage.start();
}, 60_000);
afterAll(() => stage.close());

const isoOf = (millis: number) => new Date(millis).toISOString().slice(0, 10);

/** Days of an employer, some of them empty; records move and vanish. */
class Days {
  readonly records = new Map<string, readonly SentRecord[]>();

  constructor(private readonly random: SeededRandom) {}

  /** Makes the days up to `today`, and the newest ones anew: one record vanishes at most, else the refresh would ask. */
  reach(today: number): void {
    const { random } = this;
    let removed = random.below(RESTATED_DAYS) + 1;
    for (let back = 1; back <= 8; back += 1) {
      const day = isoOf(today - back * DAY_MILLIS);
      const known = this.records.get(day);
      if (known === undefined) this.records.set(day, this.added(day));
      else if (back <= RESTATED_DAYS) {
        removed -= known.length > 0 ? 1 : 0;
        const kept = removed === 0 ? known.slice(1) : known;
        const restated = kept.map((one) => ({ ...one, SHIFTS_WORKED: 1 + random.below(9) }));
        this.records.set(day, random.below(4) === 0 ? [...restated, ...this.added(day)] : restated);
      }
    }
  }

  /** Up to three. */
  private added(day: string): readonly SentRecord[] {
    const { random } = this;
    return Array.from({ length: random.below(4) }, () =>
      sentRecord({
        day,
        venue: `Venue ${random.below(3)}`,
        posted: 10,
        booked: 10,
        worked: 1 + random.below(9),
      }),
    );
  }

  since(first: string): readonly SentRecord[] {
    return [...this.records].filter(([day]) => day >= first).flatMap(([, records]) => records);
  }
}

interface Trouble {
  readonly fault: Fault | null;
  readonly rules: readonly FaultRule[];
  readonly jobs: readonly JobManner[];
}

const NONE: Trouble = { fault: null, rules: [], jobs: [] };
const REFUSALS: readonly FaultRule[] = [
  { fault: { kind: 'reset' } },
  { fault: { kind: 'lost answer' } },
  { on: 'jobs.query', fault: { kind: 'lost answer' } },
  { on: 'upload', fault: { kind: 'cut', bytes: 100 } },
  { on: 'upload', fault: { kind: 'lost session' } },
  { on: 'upload', fault: { kind: 'lost answer' } },
  { on: 'jobs.insert', fault: { kind: 'error', status: 503, reason: 'backendError' } },
  { on: 'jobs.query', fault: { kind: 'error', status: 400, reason: 'invalidQuery' } },
  { on: 'jobs.get', fault: { kind: 'error', status: 429, reason: 'rateLimitExceeded', retryAfter: '90' } },
  { on: 'tables.insert', fault: { kind: 'error', status: 403, reason: 'quotaExceeded' } },
  { on: 'jobs.get', fault: { kind: 'html', status: 502 }, times: 3 },
];
const MANNERS: readonly JobManner[] = [
  { kind: 'load', polls: 3 },
  { kind: 'load', millis: 26 * 3_600_000 },
  { kind: 'load', millis: 3_600_000 },
  { kind: 'load', error: { reason: 'backendError', message: 'Retry.' } },
  { kind: 'query', polls: 3 },
  { kind: 'query', millis: 3_600_000 },
  { kind: 'query', error: { reason: 'invalidQuery', message: 'Aborted.' } },
];

function draw(random: SeededRandom, calls: number): Trouble {
  const call = 1 + random.below(calls);
  switch (random.below(5)) {
    case 0:
    case 1:
      return { ...NONE, fault: { killAtCall: call, keepUnflushed: random.below(3) } };
    case 2:
      return { ...NONE, fault: { throwAtCall: call, afterEffect: random.below(2) === 0 } };
    case 3:
      return { ...NONE, rules: [{ ...(REFUSALS[random.below(REFUSALS.length)] as FaultRule) }] };
    default:
      return { ...NONE, jobs: [MANNERS[random.below(MANNERS.length)] as JobManner] };
  }
}

/** One report of the last 7 days, refreshed every day, and what the service has. */
class Soak {
  readonly days: Days;
  /** The first day that was fetched. */
  private first = '';

  private constructor(
    readonly open: WarehouseScene,
    readonly id: string,
    random: SeededRandom,
  ) {
    this.days = new Days(random);
  }

  static async begin(random: SeededRandom): Promise<Soak> {
    const open = await stage.open();
    const id = open.setUp({ period: 'last 7 days', from: '', to: '' });
    const soak = new Soak(open, id, random);
    await soak.serve();
    state(open.scene.refresh(id));
    state(open.scene.ask('sidebarSaveSchedule', { every: 'day', hour: 6, email: '' }));
    return soak;
  }

  /** The first day of the next refresh has no records of before. */
  private async serve(): Promise<void> {
    const { scene } = this.open;
    const now = scene.emulator.clock.now();
    this.days.reach(now);
    if (this.first === '') this.first = isoOf(now - 7 * DAY_MILLIS);
    const served = this.days.since(isoOf(now - SERVED_DAYS * DAY_MILLIS));
    await scene.serve(served);
  }

  /** A day, and its scheduled run. */
  async day({ fault, rules, jobs }: Trouble): Promise<readonly ExecutionRecord[]> {
    const { scene, server } = this.open;
    await server.clearFaults();
    await server.fail(...rules);
    await server.nextJobs(...jobs);
    // It passes midnight before the service restates its days.
    scene.emulator.advance({ hours: 12 });
    await this.serve();
    scene.emulator.fault = fault;
    const runs = scene.emulator.advance({ hours: 12 });
    scene.emulator.fault = null;
    return runs;
  }

  /** A day without a fault, and what must be true after it. */
  async heal(isWhole: boolean): Promise<void> {
    const { open } = this;
    const runs = await this.day(NONE);
    expect(runs.map(({ outcome }) => outcome.kind)).toEqual(runs.map(() => 'returned'));
    const lastRun = () => state(open.scene.ask('sidebarState')).reports[0]?.lastRun?.outcome;
    // A person confirms a table that lacks much: what the service has lost is no fault.
    if (lastRun() === 'held') state(open.scene.refresh(this.id));
    expect(lastRun()).toBe('refreshed');
    expect(await this.stagesThatStay()).toEqual([]);
    if (isWhole) await this.compare();
  }

  /** Every fetched day of the warehouse is as the service has it. */
  async compare(): Promise<number> {
    const shown = (await this.open.rows('shifts')).map((row) => SPEC_NAMES.map((name) => row[name] ?? null));
    const expected = this.days.since(this.first).map((row) => SPEC_NAMES.map((name) => row[name] ?? null));
    const sorted = (rows: readonly unknown[][]) => rows.map((row) => JSON.stringify(row)).sort();
    expect(sorted(shown)).toEqual(sorted(expected));
    return shown.length;
  }

  /** Stage tables that last longer than a day. */
  private async stagesThatStay(): Promise<readonly string[]> {
    const now = this.open.scene.emulator.clock.now();
    const all = await this.open.listed();
    return all
      .filter(({ table }) => table.startsWith('stage_'))
      .filter(({ expires }) => expires === null || Date.parse(expires) > now + DAY_MILLIS)
      .map(({ table }) => table);
  }

  /** Drops what the emulator keeps for tests to look into. */
  async tidy(): Promise<void> {
    const { scene, server } = this.open;
    scene.emulator.clearExecutions();
    scene.emulator.world.requests.length = 0;
    await server.forgetRequests();
    await scene.server.clear();
    for (const entries of scene.emulator.world.caches.scopes.values()) entries.clear();
  }
}

test(
  'a scheduled run that Google ends at a service call leaves nothing that the next one does not send',
  async () => {
    const soak = await Soak.begin(new SeededRandom(SEED));
    const [run] = (await soak.day(NONE)).filter(({ calls }) =>
      calls.some(({ method }) => method === 'ScriptApp.getOAuthToken'),
    );
    const calls = run?.calls.filter(({ wire }) => wire) ?? [];
    expect(calls.length).toBeGreaterThan(25);
    // The refresh has crash tests of its own: of the calls before the first one for BigQuery every fifth is enough here.
    const own = calls.findIndex(({ method }) => method === 'ScriptApp.getOAuthToken');
    const kills = calls.filter((_, at) => at >= own || at % 5 === 0).map(({ index }) => index);
    for (const killAtCall of kills) {
      await soak.day({ ...NONE, fault: { killAtCall, keepUnflushed: 0 } });
      await soak.heal(true);
      await soak.tidy();
    }
    process.stdout.write(`Warehouse, kills: ${kills.length} of ${calls.length} calls\n`);
  },
  FULL_SIZE_MILLIS,
);

test(
  `${DAYS} days with a fault every other day end with the rows of the service (seed ${SEED})`,
  async () => {
    const random = new SeededRandom(SEED);
    const soak = await Soak.begin(random);
    let faults = 0;
    for (let day = 1; day <= DAYS; day += 2) {
      await soak.day(draw(random, 250));
      faults += 1;
      // A job of the last day may still run on this one.
      await soak.heal(false);
      if (day % 10 === 1) {
        await soak.heal(false);
        await soak.heal(true);
      }
      await soak.tidy();
    }
    await soak.heal(false);
    await soak.heal(false);
    const rows = await soak.compare();
    const changes = await soak.open.rows('shift_changes');
    const keys = changes.map((row) => JSON.stringify(row));
    expect(keys.length).toBe(new Set(keys).size);
    process.stdout.write(
      `Warehouse, ${DAYS} days, ${faults} with faults: ${rows} rows equal, 0 twice (seed ${SEED})\n`,
    );
  },
  FULL_SIZE_MILLIS,
);
