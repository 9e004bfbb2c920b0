/** The global in which instrumented code finds its counters; it is there only while coverage is measured. */
export const BRANCH_COUNTERS = '__branches__';

/** How often each branch was taken, by module; in shared memory, so that threads that are ended have counted too. */
export type BranchCounters = Readonly<Record<string, Int32Array>>;

const place = globalThis as { [BRANCH_COUNTERS]?: BranchCounters | undefined };

/** The counters of this thread; `undefined` unless coverage is measured. */
export function branchCounters(): BranchCounters | undefined {
  return place[BRANCH_COUNTERS];
}

/** Has all that runs in this thread from now on count here. */
export function countBranchesIn(counters: BranchCounters | undefined): void {
  place[BRANCH_COUNTERS] = counters;
}

/** Has a realm count in the counters of this thread. */
export function lendBranchCounters(realm: Record<string, unknown>): void {
  const value = branchCounters();
  if (value !== undefined) Object.defineProperty(realm, BRANCH_COUNTERS, { value, enumerable: false });
}
