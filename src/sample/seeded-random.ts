/** Gives numbers from 0 up to, not including, 1. */
export type Random = () => number;

/**
 * Makes the same numbers from the same start, one start for each shift of each day.
 *
 * The generator is mulberry32 (public domain, Tommy Ettinger): quick, and good enough to look natural.
 *
 * @param seeds Whole numbers; each changes everything.
 */
export function seededRandom(...seeds: readonly number[]): Random {
  let state = seeds.reduce((hash, seed) => {
    const mixed = Math.imul(hash ^ seed, 0x9e3779b1);
    return mixed ^ (mixed >>> 15);
  }, 0x811c9dc5);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
