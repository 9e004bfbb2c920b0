/** What a pack is about: the last complete one. */
export const PACK_UNITS = ['week', 'month'] as const;

/** One of `PACK_UNITS`. */
export type PackUnit = (typeof PACK_UNITS)[number];
