import { getHeapSnapshot } from 'node:v8';

/**
 * The heap that is in use, in megabytes, once everything that nobody holds is gone: also the realms of runs and what
 * was compiled for them. The engine's own `gc()` leaves megabytes of compiled code to age, more from day to day; before
 * it draws a picture of the heap it collects all there is.
 */
export async function heapMegabytes(): Promise<number> {
  // What was looked at in this turn of the event loop is held until its end.
  await new Promise((resolve) => setImmediate(resolve));
  getHeapSnapshot().destroy();
  return process.memoryUsage().heapUsed / 2 ** 20;
}
