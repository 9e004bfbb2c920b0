import * as v from 'valibot';
import { SCHEDULE_INTERVALS } from '../../contract/schedule';
import { parseJson } from '../../employer-api/json';
import { isRecord } from '../../employer-api/shift-records';
import { type Migrations, migrate } from './migrate';

/** The form in which schedules are stored now. */
const VERSION = 2;

const HOUR = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(23));

/** The first form, which was stored without a version. */
const FIRST = v.object({
  every: v.picklist(['off', 'hour', 'day']),
  hour: HOUR,
  savedAt: v.number(),
  lastRunAt: v.nullable(v.number()),
  triggerIds: v.array(v.string()),
});

const RUNNER = v.object({
  /** The ID of the trigger, which runs as whoever made it. */
  triggerId: v.string(),
  /** When that person saved or took over the schedule. Milliseconds since 1970. */
  savedAt: v.number(),
  /** Where that person wants mail about failures; empty for none. */
  email: v.string(),
  /** Whether a run of this trigger refreshed anything: only then may those before it end themselves. */
  proven: v.boolean(),
  /** The time zone by whose clock it wakes: the spreadsheet's when it was made. Left out before that was noted. */
  zone: v.optional(v.string()),
  /** Whether this person had not allowed mail when the trigger last ran. */
  mailOff: v.optional(v.boolean()),
  /** Whether it wakes every hour, whatever the schedule: to go on with what did not fit one run. */
  hourly: v.optional(v.boolean()),
});

const EPISODE = v.object({
  /** Who was told, as `addressTag` has it: only they are told of its end. */
  to: v.array(v.string()),
  /** The codes of failure that a mail told of while the report kept failing. */
  codes: v.array(v.string()),
  /** When the first of them was met. Milliseconds since 1970. */
  since: v.number(),
});

const SCHEDULE = v.object({
  version: v.literal(VERSION),
  every: v.picklist(SCHEDULE_INTERVALS),
  hour: HOUR,
  /** 1 is Monday, 7 is Sunday. */
  weekday: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(7)),
  /** When someone set it. Milliseconds since 1970. */
  savedAt: v.number(),
  /** When a scheduled refresh last began that refreshed anything. Milliseconds since 1970; null before the first. */
  lastRunAt: v.nullable(v.number()),
  /** The heartbeat: when a trigger last began a run, whatever became of it. Milliseconds since 1970. */
  lastWakeAt: v.nullable(v.number()),
  /** Whose triggers may begin a run: one per person who set the schedule, the newest last. */
  runners: v.array(RUNNER),
  /**
   * Triggers that are no longer wanted and may still be there, the newest last: their owners alone can remove them, with
   * the next save, and each ends itself when it wakes.
   */
  ending: v.optional(v.array(v.string()), []),
  /** By the ID of the report: what mails have told of failures that last. */
  told: v.record(v.string(), EPISODE),
});

/** When reports are refreshed by themselves, as whom, and how that fares. */
export type Schedule = v.InferOutput<typeof SCHEDULE>;

/** A person's trigger that may begin scheduled runs. */
export type Runner = v.InferOutput<typeof RUNNER>;

/** What a mail told of a report that keeps failing. */
export type Episode = v.InferOutput<typeof EPISODE>;

/** What holds before anyone set a schedule. */
export const SCHEDULE_OFF: Schedule = {
  version: VERSION,
  every: 'off',
  hour: 6,
  weekday: 1,
  savedAt: 0,
  lastRunAt: null,
  lastWakeAt: null,
  runners: [],
  ending: [],
  told: {},
};

const MIGRATIONS: Migrations = {
  1: (stored) => {
    const first = v.safeParse(FIRST, stored);
    if (!first.success) return undefined;
    const { triggerIds, ...kept } = first.output;
    const { savedAt, lastRunAt } = kept;
    const newest = triggerIds.length - 1;
    const runners = triggerIds.map((triggerId, index) => ({
      triggerId,
      savedAt,
      email: '',
      proven: index === newest && lastRunAt !== null,
    }));
    return { ...SCHEDULE_OFF, ...kept, version: 2, lastWakeAt: lastRunAt, runners };
  },
};

/** Reads a stored schedule of whatever version; one that cannot be read counts as not set. */
export function parseSchedule(text: string): Schedule {
  const stored = parseJson(text);
  // Only the first form has no version of its own.
  const versioned = isRecord(stored) ? { version: 1, ...stored } : stored;
  const parsed = v.safeParse(SCHEDULE, migrate(versioned, MIGRATIONS));
  return parsed.success ? parsed.output : SCHEDULE_OFF;
}

/** The IDs of all triggers that this spreadsheet knows to be its own, whoever made them. */
export function namedTriggers({ runners, ending }: Pick<Schedule, 'runners' | 'ending'>): string[] {
  return [...ending, ...runners.map(({ triggerId }) => triggerId)];
}

/** Whose trigger leads; `undefined` when the schedule is off. */
export function newestRunner({ runners }: Pick<Schedule, 'runners'>): Runner | undefined {
  return runners[runners.length - 1];
}
