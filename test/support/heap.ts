import { Session } from 'node:inspector/promises';
import { setTimeout as wait } from 'node:timers/promises';

/** What was looked at, or closed, in a turn of the event loop is held until later ones. */
const ROUNDS = 3;
const PAUSE_MILLIS = 50;

/**
 * The heap that is in use, in megabytes, once everything that nobody holds is gone: also the realms of runs and what
 * was compiled for them. The engine's own `gc()` leaves megabytes of compiled code to age, more from day to day; what
 * the inspector collects for a picture of the heap is all there is.
 */
async function heapMegabytes(): Promise<number> {
  const inspector = new Session();
  inspector.connect();
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round += 1) {
    await wait(PAUSE_MILLIS);
    await inspector.post('HeapProfiler.collectGarbage');
    least = Math.min(least, process.memoryUsage().heapUsed);
  }
  inspector.disconnect();
  return least / 2 ** 20;
}

/** The heap of a long test, measured now and then. */
export class HeapGrowth {
  /** Megabytes when it was first measured. */
  first = 0;
  /** The most megabytes at any time. */
  most = 0;

  async measure(): Promise<void> {
    const used = await heapMegabytes();
    if (this.first === 0) this.first = used;
    this.most = Math.max(this.most, used);
  }

  /** By what share of the first the most is above it. */
  get share(): number {
    return this.most / this.first - 1;
  }
}
