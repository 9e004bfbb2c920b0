import type { BranchCounters } from '../emulator/branch-counters';

/** How many branches each module has; the order of its members is that of the memory. */
export type BranchCounts = Readonly<Record<string, number>>;

/** Counters at zero for all branches, side by side in one memory that threads may share. */
export function makeCounters(counts: BranchCounts): { memory: SharedArrayBuffer; counters: BranchCounters } {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const memory = new SharedArrayBuffer(total * Int32Array.BYTES_PER_ELEMENT);
  return { memory, counters: layOut(memory, counts) };
}

/** Finds each module's counters in a memory. */
export function layOut(memory: ArrayBufferLike, counts: BranchCounts): BranchCounters {
  let start = 0;
  const entries = Object.entries(counts).map(([file, count]) => {
    const counters = new Int32Array(memory, start, count);
    start += count * Int32Array.BYTES_PER_ELEMENT;
    return [file, counters] as const;
  });
  return Object.fromEntries(entries);
}
