/** Whether every case runs: in `npm run test:long`. */
export const isLong = process.env.TEST_LONG !== undefined;

/** How many random cases run: few in `npm test`, many in `npm run test:long`, or as many as `TEST_RUNS` says. */
export const runs = (few: number, many: number): number =>
  Number(process.env.TEST_RUNS ?? (isLong ? many : few));

/** So many of all cases in `npm test`; each of them once in `npm run test:long`. */
export const outOfAll = (few: number): number => runs(few, Number.POSITIVE_INFINITY);
