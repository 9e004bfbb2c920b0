import type { Scene } from './scene';

/** Calls of stores, caches and locks that one scene has made so far. */
export interface StoreCalls {
  /** All of them, whosever they are: each store is asked for once before it is used. */
  readonly all: number;
  /** Those that ask for one that all people and all spreadsheets of the script share. */
  readonly scriptWide: readonly string[];
}

/** Reads the records of all executions, those of threads and triggers among them. */
export function storeCalls({ emulator }: Scene): StoreCalls {
  const methods = emulator.executions.flatMap(({ calls }) => calls.map(({ method }) => method));
  return {
    all: methods.filter((name) => /^(?:PropertiesService|CacheService|LockService)\./.test(name)).length,
    scriptWide: methods.filter((name) => /\.getScript(?:Properties|Cache|Lock)$/.test(name)),
  };
}
