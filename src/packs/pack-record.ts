import * as v from 'valibot';
import { PACK_SPLITS, PACK_UNITS } from '../contract/packs';
import { parseJson } from '../employer-api/text';

const PACK = v.object({
  id: v.string(),
  /** The ID of the saved report whose rows it shows. */
  report: v.string(),
  /** Whole addresses; none only where it goes to Google Chat. */
  to: v.array(v.string()),
  /** Whether it goes to a space of Google Chat as well. The space's address is kept apart: `chat-hooks.ts`. */
  hasChat: v.boolean(),
  every: v.picklist(PACK_UNITS),
  /** Of a week 1 is Monday, 7 is Sunday; of a month 1 to 28. */
  day: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(28)),
  /** From 0 to 23. */
  hour: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(23)),
  split: v.picklist(PACK_SPLITS),
  /** When someone saved or changed it. Milliseconds since 1970. */
  savedAt: v.number(),
});
const STORED = v.object({ version: v.literal(1), packs: v.array(PACK) });

const RUN = v.object({
  /** The day on which it was due, as a serial number. */
  slot: v.number(),
  /** When the newest page was sent. Milliseconds since 1970. */
  at: v.number(),
  /**
   * Who got which page, by `partOf`: a bit for each address of the pack, in their order, and one for Google Chat. A changed pack begins again with
   * its next day, so the order never moves under a mask.
   */
  sent: v.record(v.string(), v.number()),
  /** Whether every page went to every address. */
  isDone: v.boolean(),
  /** What Google Chat answered last, if not 200: its status, or 0 for no answer. */
  chatStatus: v.optional(v.number()),
});
const RUNS = v.object({ version: v.literal(1), runs: v.record(v.string(), RUN) });

/** Statuses of Google Chat after which the message is sent again. After all others it may have arrived, or never will. */
export const SENT_AGAIN: readonly number[] = [429, 500, 503];

/** A page that is sent every week or month. */
export type Pack = Readonly<v.InferOutput<typeof PACK>>;

/** What of a pack was sent for its newest day. */
export type PackRun = Readonly<v.InferOutput<typeof RUN>>;

/** By the IDs of packs. */
export type PackRuns = Readonly<Record<string, PackRun>>;

/** Reads stored packs, in the order in which they were made; what cannot be read counts as none. */
export function parsePacks(text: string | undefined): readonly Pack[] {
  const stored = v.safeParse(STORED, parseJson(text ?? ''));
  return stored.success ? stored.output.packs : [];
}

/** The text to store. */
export function formatPacks(packs: readonly Pack[]): string {
  return JSON.stringify({ version: 1, packs });
}

/** Reads what was sent; what cannot be read counts as nothing. */
export function parsePackRuns(text: string | undefined): PackRuns {
  const stored = v.safeParse(RUNS, parseJson(text ?? ''));
  return stored.success ? stored.output.runs : {};
}

/** The text to store. */
export function formatPackRuns(runs: PackRuns): string {
  return JSON.stringify({ version: 1, runs });
}
