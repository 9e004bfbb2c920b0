import * as v from 'valibot';
import { type CalendarDate, startOfMonth, toParts, weekday } from '../calendar/calendar-date';
import { isWebhookPath, PACK_SPLITS, PACK_UNITS } from '../contract/packs';
import { parseStored } from '../employer-api/text';
import { PACK_HOURS } from '../limits';
import type { SpreadsheetCalendar } from '../reports/ports';

const PACK = v.object({
  id: v.string(),
  /** The ID of the saved report whose rows it shows. */
  report: v.string(),
  /** Whole addresses; none only where it goes to Google Chat. */
  to: v.array(v.string()),
  /** Whether it goes to a space of Google Chat as well. The space's address is kept apart, in `ChatHooks`. */
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
   * Who got which page, by `partOf`: a bit for each address of the pack, in order, and one for Google Chat. A changed
   * pack starts over on its next day, so the order of a mask never changes.
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
type PackRuns = Readonly<Record<string, PackRun>>;

/** Reads stored packs, in the order in which they were made; what cannot be read counts as none. */
export function parsePacks(text: string | undefined): readonly Pack[] {
  return parseStored(STORED, text)?.packs ?? [];
}

/** The text to store. */
export function formatPacks(packs: readonly Pack[]): string {
  return JSON.stringify({ version: 1, packs });
}

/** Reads what was sent; what cannot be read counts as nothing. */
export function parsePackRuns(text: string | undefined): PackRuns {
  return parseStored(RUNS, text)?.runs ?? {};
}

/** The text to store. */
export function formatPackRuns(runs: PackRuns): string {
  return JSON.stringify({ version: 1, runs });
}

const HOOKS = v.object({ version: v.literal(1), hooks: v.record(v.string(), v.string()) });

/** Addresses of Chat spaces by the IDs of packs. Whoever has one can write to its space: they are secrets. */
export type ChatHooks = Readonly<Record<string, string>>;

/** Reads stored addresses; what cannot be read counts as none. */
export function parseChatHooks(text: string | undefined): ChatHooks {
  return parseStored(HOOKS, text)?.hooks ?? {};
}

/** The text to store. */
export function formatChatHooks(hooks: ChatHooks): string {
  return JSON.stringify({ version: 1, hooks });
}

/** Whether an address is a webhook of Google Chat. @param chatOrigin Of the build; null where packs may not go to Chat. */
export function isWebhook(address: string, chatOrigin: string | null): boolean {
  return (
    chatOrigin !== null &&
    address.startsWith(`${chatOrigin}/`) &&
    isWebhookPath(address.slice(chatOrigin.length))
  );
}

const HOURS_PER_DAY = 24;
/** In days: serial numbers of moments are not exact. */
const SECOND = 1 / 86_400;

/** The newest day on which a pack was due, and how it stands. */
interface PackSlot {
  readonly day: CalendarDate;
  /**
   * `due`: it is to go with the next run. `done`: it went, or the pack was saved later than its hour. `late`: no run could
   * send it within 24 hours, so it is skipped.
   */
  readonly state: 'due' | 'done' | 'late';
}

type Timing = Pick<Pack, 'every' | 'day' | 'hour' | 'savedAt'>;

/** How a pack stands. No service call that counts. @param zone The spreadsheet's. */
export function slotOf(
  pack: Timing,
  run: PackRun | undefined,
  now: number,
  zone: string,
  calendar: Pick<SpreadsheetCalendar, 'serial'>,
): PackSlot {
  const time = calendar.serial(now, zone);
  const hour = pack.hour / HOURS_PER_DAY;
  const day = latestDay(pack, Math.floor(time - hour + SECOND));
  const begins = day + hour;
  const isKnown = run !== undefined && (run.slot > day || (run.slot === day && run.isDone));
  if (isKnown || calendar.serial(pack.savedAt, zone) >= begins + SECOND) return { day, state: 'done' };
  return { day, state: time - begins > PACK_HOURS / HOURS_PER_DAY ? 'late' : 'due' };
}

/** The next day on which it is due, after this one. */
export function nextDay({ every, day }: Pick<Pack, 'every' | 'day'>, after: CalendarDate): CalendarDate {
  return every === 'week' ? after + 7 : startOfMonth(after, 1) + day - 1;
}

/** The newest of its days that is not after this one. */
function latestDay({ every, day }: Pick<Pack, 'every' | 'day'>, today: CalendarDate): CalendarDate {
  if (every === 'week') return today - ((weekday(today) - day + 7) % 7);
  return startOfMonth(today, toParts(today).day < day ? -1 : 0) + day - 1;
}
