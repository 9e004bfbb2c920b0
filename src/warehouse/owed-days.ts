import * as v from 'valibot';
import { isInside } from '../calendar/calendar-date';
import { parseStored } from '../employer-api/text';
import type { Properties } from '../reports/ports';
import { OWED_SLOTS } from './limits';
import { WAREHOUSE_PROPERTY } from './settings';

const LOAD = v.object({
  job: v.string(),
  stage: v.string(),
  /** The value of CONNECTION in its rows. */
  connection: v.string(),
  /** The days that it replaces. */
  from: v.number(),
  to: v.number(),
  /** When its rows were fetched. Milliseconds since 1970. */
  at: v.number(),
  /** When it was begun. Milliseconds since 1970. */
  since: v.number(),
  rows: v.number(),
  /** The job of its script, if that takes long. */
  script: v.optional(v.string()),
});

/** A load job that a run has begun, for the next one to go on with. */
export type Load = Readonly<v.InferOutput<typeof LOAD>>;

const OWED = v.object({
  version: v.literal(1),
  id: v.string(),
  /** The ID of the saved report whose refresh owes them; `''` for history. */
  report: v.string(),
  /** The value of CONNECTION; `''` for history. */
  connection: v.string(),
  /** Of the connection that fetched them. */
  fingerprint: v.string(),
  /** The days that are left. */
  from: v.number(),
  to: v.number(),
  /** When their rows were fetched. Milliseconds since 1970; 0 for history. */
  at: v.number(),
  /** No other run sends them before. Milliseconds since 1970. */
  until: v.number(),
  /** How many tries in a row have failed. */
  misses: v.number(),
  load: v.nullable(LOAD),
  /** Of history: all days that were asked for, and how many to fetch at once. */
  history: v.optional(v.object({ from: v.number(), to: v.number(), days: v.number() })),
});

/** Days that the warehouse does not have yet, or not as they were last fetched. */
export type OwedDays = Readonly<v.InferOutput<typeof OWED>>;

/** Owed days of history. */
export type OwedHistory = OwedDays & { readonly history: NonNullable<OwedDays['history']> };

/** Owed days and the property that they are in. */
export interface StoredDays<Days extends OwedDays = OwedDays> {
  readonly property: string;
  readonly owed: Days;
}

const SENT = v.object({
  connection: v.string(),
  from: v.number(),
  to: v.number(),
  /** When the rows were fetched. Milliseconds since 1970. */
  at: v.number(),
  /** Of the rows and where they went. */
  hash: v.string(),
});

/** What was last sent of a report. */
export type SentDays = Readonly<v.InferOutput<typeof SENT>>;

/** Reads owed days; `undefined` if there are none. */
export function parseOwed(text: string | undefined): OwedDays | undefined {
  return parseStored(OWED, text);
}

/** Reads what was last sent; `undefined` if that is nothing. */
export function parseSent(text: string | undefined): SentDays | undefined {
  return parseStored(SENT, text);
}

const SLOTS = Array.from({ length: OWED_SLOTS }, (_, index) => WAREHOUSE_PROPERTY.owed(index));

/** All days that refreshes owe, those fetched first at the beginning. */
export function listOwed(properties: Properties): readonly StoredDays[] {
  return SLOTS.flatMap((property): StoredDays[] => {
    const owed = parseOwed(properties[property]);
    return owed ? [{ property, owed }] : [];
  }).sort((one, other) => one.owed.at - other.owed.at);
}

/** The history that is asked for, sent or not; `undefined` if none is. */
export function historyOf(properties: Properties): StoredDays<OwedHistory> | undefined {
  const property = WAREHOUSE_PROPERTY.history;
  const owed = parseOwed(properties[property]);
  return owed?.history && { property, owed: { ...owed, history: owed.history } };
}

/** Whether all days of a history are sent: then it ends before it begins. */
export function isAllSent({ from, to }: Pick<OwedDays, 'from' | 'to'>): boolean {
  return to < from;
}

/**
 * Where to store days that a refresh owes: in a free property, or instead of days of a run that has ended which are among
 * the new ones. If all are taken, one grows over both: they are fetched again then. It is the newest
 * of this connection whose run has ended, of this connection, or of any.
 */
export function placeOwed(properties: Properties, owed: OwedDays, now: number): StoredDays {
  const taken = listOwed(properties);
  const isFree = ({ owed: { until } }: StoredDays) => until <= now;
  const replaced = taken.find(
    (one) =>
      isFree(one) &&
      one.owed.load === null &&
      one.owed.connection === owed.connection &&
      isInside(one.owed, owed),
  );
  if (replaced) return { property: replaced.property, owed };
  const free = SLOTS.find((property) => !taken.some((one) => one.property === property));
  if (free !== undefined) return { property: free, owed };
  const fitness = (one: StoredDays) =>
    (one.owed.connection === owed.connection ? 2 : 0) + (isFree(one) ? 1 : 0);
  const grown = taken.reduce((best, one) => (fitness(one) >= fitness(best) ? one : best));
  const { from, to } = grown.owed;
  const whole = { from: Math.min(from, owed.from), to: Math.max(to, owed.to) };
  return { property: grown.property, owed: { ...owed, ...whole } };
}

/** Whether a later transfer of a refresh sent all of these days. */
export function isSentSince(properties: Properties, owed: OwedDays): boolean {
  return Object.keys(properties)
    .filter((name) => name.startsWith(WAREHOUSE_PROPERTY.sent('')))
    .map((name) => parseSent(properties[name]))
    .some((sent) => sent?.connection === owed.connection && sent.at > owed.at && isInside(owed, sent));
}
