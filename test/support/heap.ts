import { setTimeout as wait } from 'node:timers/promises';
import { getHeapSnapshot } from 'node:v8';

/** What was looked at, or closed, in a turn of the event loop is held until later ones. */
const ROUNDS = 3;
const PAUSE_MILLIS = 50;

/**
 * The heap that is in use, in megabytes, once everything that nobody holds is gone: also the realms of runs and what
 * was compiled for them. The engine's own `gc()` leaves megabytes of compiled code to age, more from day to day; before
 * it draws a picture of the heap it collects all there is.
 */
export async function heapMegabytes(): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round += 1) {
    await wait(PAUSE_MILLIS);
    getHeapSnapshot().destroy();
    least = Math.min(least, process.memoryUsage().heapUsed);
  }
  return least / 2 ** 20;
}
