import * as v from 'valibot';
import { SCHEDULE_INTERVALS } from '../../contract/schedule';
import { parseJson } from '../../employer-api/text';

/** The form in which schedules are stored. */
const VERSION = 1;

const HOUR = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(23));

const RUNNER = v.object({
  /** The ID of the trigger, which runs as whoever made it. */
  triggerId: v.string(),
  /** When that person saved or took over the schedule. Milliseconds since 1970. */
  savedAt: v.number(),
  /** Where that person wants mail about failures; empty for none. */
  email: v.string(),
  /** Whether a run of this trigger has refreshed anything: only then may earlier triggers end themselves. */
  proven: v.boolean(),
  /** The time zone by whose clock it wakes: the spreadsheet's when it was made. */
  zone: v.string(),
  /** Whether this person had not allowed mail when the trigger last ran. */
  mailOff: v.optional(v.boolean()),
  /** Whether it wakes every hour, whatever the schedule, to continue what did not fit into one run. */
  hourly: v.optional(v.boolean()),
});

const EPISODE = v.object({
  /** Who got mail, as `addressTag`: only they get mail when it ends. */
  to: v.array(v.string()),
  /** The failure codes mailed while the report kept failing. */
  codes: v.array(v.string()),
  /** When the first of them happened. Milliseconds since 1970. */
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
  /** When the last scheduled run that refreshed anything began. Milliseconds since 1970; null before the first. */
  lastRunAt: v.nullable(v.number()),
  /** The heartbeat: when a trigger last began a run, whatever its outcome. Milliseconds since 1970. */
  lastWakeAt: v.nullable(v.number()),
  /** Whose triggers may begin a run: one per person who set the schedule, the newest last. */
  runners: v.array(RUNNER),
  /**
   * Triggers that are no longer wanted but may still exist, the newest last: only their owners can remove them, with
   * the next save, and each ends itself when it wakes.
   */
  ending: v.array(v.string()),
  /** The failures already mailed, by the ID of the report. */
  reported: v.record(v.string(), EPISODE),
});

/** When reports are refreshed automatically, as whom, and with which results. */
export type Schedule = v.InferOutput<typeof SCHEDULE>;

/** A person's trigger that may begin scheduled runs. */
export type Runner = v.InferOutput<typeof RUNNER>;

/** The mails about a report that keeps failing. */
export type Episode = v.InferOutput<typeof EPISODE>;

/** The schedule before anyone set one. */
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
  reported: {},
};

/**
 * Reads a stored schedule; one that cannot be read counts as not set. Once a second version is stored, what turns the
 * first one into it belongs here, before the schema.
 */
export function parseSchedule(text: string): Schedule {
  const parsed = v.safeParse(SCHEDULE, parseJson(text));
  return parsed.success ? parsed.output : SCHEDULE_OFF;
}

/** The IDs of all triggers that this spreadsheet knows to be its own, whoever made them. */
export function namedTriggers({ runners, ending }: Pick<Schedule, 'runners' | 'ending'>): string[] {
  return [...ending, ...runners.map(({ triggerId }) => triggerId)];
}

/** The newest runner; `undefined` if the schedule is off. */
export function newestRunner({ runners }: Pick<Schedule, 'runners'>): Runner | undefined {
  return runners[runners.length - 1];
}
