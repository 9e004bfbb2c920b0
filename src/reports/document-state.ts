import * as v from 'valibot';
import { parseConnection } from '../employer-api/connection';
import { parseJson } from '../employer-api/json';
import { parseSavedReport, type SavedReport } from './saved-report';

/** Names of document properties. The secret stands in exactly one, `connection`. */
export const PROPERTY = {
  connection: 'connection',
  schedule: 'schedule',
  lease: 'lease',
  statusSheet: 'statusSheet',
  zone: 'zone',
  /** What refreshes found out about the percentages. */
  bases: 'bases',
  /** The venues, areas and roles that refreshes have seen. */
  names: 'names',
  report: (id: string) => `report.${id}`,
} as const;

const LEASE = v.object({
  id: v.string(),
  by: v.picklist(['sidebar', 'menu', 'schedule']),
  since: v.number(),
  until: v.number(),
});

/** Who refreshes now: a kind of run, never a person. Taken over after `until`. */
export type Lease = v.InferOutput<typeof LEASE>;

const SCHEDULE = v.object({
  every: v.picklist(['off', 'hour', 'day']),
  hour: v.number(),
  /** When someone set it. Milliseconds since 1970. */
  savedAt: v.number(),
  /** When a scheduled refresh last began. Milliseconds since 1970; null before the first. */
  lastRunAt: v.nullable(v.number()),
  /** The triggers that may begin a run: one per person who set the schedule, the newest last. */
  triggerIds: v.array(v.string()),
});

const STATUS_SHEET = v.object({
  sheetId: v.number(),
  rows: v.number(),
  /** When the newest refresh that succeeded wrote the stamp. Milliseconds since 1970; 0 before the first. */
  stampedAt: v.optional(v.number(), 0),
  /** Whether the stamp's cell was given its name. */
  named: v.optional(v.boolean(), false),
});

/** Where the status sheet is, how many rows below its heading row are ours, and its stamp. */
export type StatusSheet = v.InferOutput<typeof STATUS_SHEET>;

/** When reports are refreshed by themselves. */
export type Schedule = v.InferOutput<typeof SCHEDULE>;

const SCHEDULE_OFF: Schedule = { every: 'off', hour: 6, savedAt: 0, lastRunAt: null, triggerIds: [] };

/** How long an interval of the schedule is. */
export const INTERVAL_MILLIS = { hour: 3_600_000, day: 86_400_000 };

/** What may be told of a connection. */
export interface ConnectionSummary {
  readonly region: 'US' | 'UK';
  readonly employer: string;
  /** The last four characters of the client ID. */
  readonly clientIdTail: string;
}

/** What a spreadsheet remembers; of its connection only what may be told. */
export interface DocumentState {
  /** The connection of everyone who edits; `undefined` where there is none. */
  readonly connection: ConnectionSummary | undefined;
  readonly reports: readonly SavedReport[];
  readonly schedule: Schedule;
  readonly lease: Lease | undefined;
  /** `undefined` before the first refresh. */
  readonly statusSheet: StatusSheet | undefined;
  /** The spreadsheet's time zone as last seen; `undefined` before anything was saved. */
  readonly zone: string | undefined;
}

/** Understands one read of the document properties. What cannot be read counts as not set. */
export function readDocumentState(properties: Readonly<Record<string, string>>): DocumentState {
  const reports = Object.keys(properties)
    .filter((name) => name.startsWith(PROPERTY.report('')))
    .map((name) => parseSavedReport(properties[name] ?? ''))
    .filter((report): report is SavedReport => report !== undefined)
    .sort((one, other) => one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1));
  const schedule = v.safeParse(SCHEDULE, parseJson(properties[PROPERTY.schedule] ?? ''));
  const lease = v.safeParse(LEASE, parseJson(properties[PROPERTY.lease] ?? ''));
  const statusSheet = v.safeParse(STATUS_SHEET, parseJson(properties[PROPERTY.statusSheet] ?? ''));
  return {
    connection: summarizeConnection(properties[PROPERTY.connection]),
    reports,
    schedule: schedule.success ? schedule.output : SCHEDULE_OFF,
    lease: lease.success ? lease.output : undefined,
    statusSheet: statusSheet.success ? statusSheet.output : undefined,
    zone: properties[PROPERTY.zone] || undefined,
  };
}

/**
 * The refresh that runs now, if any. A lease that ran out belongs to a run that was killed; one that begins in the
 * future, to a clock that was wrong.
 */
export function runningLease({ lease }: DocumentState, now: number): Lease | undefined {
  return lease && lease.since <= now && lease.until > now ? lease : undefined;
}

/** What may be told of a stored connection; `undefined` when the text is none. */
export function summarizeConnection(text: string | undefined): ConnectionSummary | undefined {
  const connection = parseConnection(text);
  if (connection === undefined) return undefined;
  const { region, employer, clientId } = connection;
  return { region, employer, clientIdTail: clientId.slice(-4) };
}
