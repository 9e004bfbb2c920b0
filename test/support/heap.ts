import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** The heap that is in use, in megabytes, once everything that nobody holds is gone: also the realms of runs. */
export async function heapMegabytes(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let round = 0; round < 3; round += 1) {
    // What was looked at in this turn of the event loop is held until its end.
    await new Promise((resolve) => setImmediate(resolve));
    collect();
  }
  return process.memoryUsage().heapUsed / 2 ** 20;
}
