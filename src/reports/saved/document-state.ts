import * as v from 'valibot';
import type { ConnectionView } from '../../contract/connection';
import { RUN_ORIGINS } from '../../contract/sidebar';
import { isSampleConnection, parseConnection } from '../../employer-api/connection';
import { ReportError } from '../../employer-api/errors';
import { parseJson } from '../../employer-api/json';
import type { Properties } from '../ports';
import { type ActivityRecord, parseActivity, utf8Length } from './activity';
import { LONGEST_REPORT_BYTES, parseSavedReport, type SavedReport } from './saved-report';
import { parseSchedule, type Schedule } from './schedule-record';

/** Names of document properties. The secret stands in exactly one, `connection`. */
export const PROPERTY = {
  connection: 'connection',
  schedule: 'schedule',
  lease: 'lease',
  statusSheet: 'statusSheet',
  zone: 'zone',
  /** How the spreadsheet writes dates, as last seen. */
  locale: 'locale',
  /** Which refreshes began, and how they ended. */
  activity: 'activity',
  /** What refreshes found out about the percentages. */
  bases: 'bases',
  /** The venues, areas and roles that refreshes have seen. */
  names: 'names',
  /** How windows of the service are best asked for. */
  pace: 'pace',
  /** Where tables are kept for undoing. */
  snapshots: 'snapshots',
  /** Where the sheet of changes is. */
  ledger: 'ledger',
  /** Which dashboards there are, and where. */
  dashboards: 'dashboards',
  /** Which figures people want to hear of, and which of them are missed. */
  alerts: 'alerts',
  alertEpisodes: 'alertEpisodes',
  /** To whom mail went, and what is collected for a mail. */
  mails: 'mails',
  report: (id: string) => `report.${id}`,
  staging: (id: string) => `staging.${id}`,
} as const;

/** How much the store of a document holds, as the quotas page says without telling how it is counted. */
const STORE_BYTES = 500_000;
/** A refused write counts as one too many from here on. */
const NEARLY_FULL_BYTES = 480_000;
const FULL =
  'Remove reports, dashboards or alerts, or shorten the filters of reports: this spreadsheet has no room for more settings';

/** That a write was refused, or would be, since the store of the spreadsheet is full. */
export function storeIsFull(): ReportError {
  return new ReportError('invalid_settings', { sentence: FULL });
}

/** Whether these are so many that a refused write is due to it. */
export function isNearlyFull(properties: Properties): boolean {
  return storedBytes(properties) > NEARLY_FULL_BYTES;
}

/**
 * Makes sure that a report can be stored whatever its next table is like, before that table is written.
 *
 * @throws {ReportError} `invalid_settings`
 */
export function requireStoreRoom(properties: Properties, reportId: string): void {
  const others = { ...properties, [PROPERTY.report(reportId)]: '' };
  if (storedBytes(others) + LONGEST_REPORT_BYTES > STORE_BYTES) throw storeIsFull();
}

function storedBytes(properties: Properties): number {
  const sizes = Object.entries(properties).map(([name, text]) => utf8Length(name) + utf8Length(text));
  return sizes.reduce((sum, size) => sum + size, 0);
}

const LEASE = v.object({
  id: v.string(),
  by: v.picklist(RUN_ORIGINS),
  since: v.number(),
  until: v.number(),
});

/** Who refreshes now: a kind of run, never a person. Taken over after `until`. */
export type Lease = v.InferOutput<typeof LEASE>;

const STATUS_SHEET = v.object({
  sheetId: v.number(),
  rows: v.number(),
  /** When the newest refresh that succeeded wrote the stamp. Milliseconds since 1970; 0 before the first. */
  stampedAt: v.optional(v.number(), 0),
  /** Whether the stamp's cell was given its name. */
  named: v.optional(v.boolean(), false),
  /** How many of its columns are ours; left out where nobody has looked since there are more than there were. */
  columns: v.optional(v.number()),
  /** How large its grid was when it was last looked at: any other size means that cells may have moved. */
  grid: v.optional(v.object({ rows: v.number(), columns: v.number() })),
});

/** Where the status sheet is, how many rows below its heading row are ours, and its stamp. */
export type StatusSheet = v.InferOutput<typeof STATUS_SHEET>;

/** How long an interval of the schedule is. */
export const INTERVAL_MILLIS = { hour: 3_600_000, day: 86_400_000, week: 604_800_000 };

/** What may be told of a connection. */
export type ConnectionSummary = Omit<ConnectionView, 'audience'>;

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
  /** How the spreadsheet writes dates, as it was when a report was last saved: `en_GB`. Empty before. */
  readonly locale: string;
  /** The newest refreshes: each began, and most ended. Oldest first. */
  readonly activity: readonly ActivityRecord[];
  /** The text of the property `dashboards`, for those who know dashboards. */
  readonly dashboards?: string | undefined;
  /** The texts of the properties `alerts` and `alertEpisodes`, for those who know alerts. */
  readonly alerts?: string | undefined;
  readonly alertEpisodes?: string | undefined;
  /** The text of the property `mails`, for those who know mail. */
  readonly mails?: string | undefined;
}

/** Understands one read of the document properties. What cannot be read counts as not set. */
export function readDocumentState(properties: Properties): DocumentState {
  const reports = Object.keys(properties)
    .filter((name) => name.startsWith(PROPERTY.report('')))
    .map((name) => parseSavedReport(properties[name] ?? '', stagingIdOf(properties, name)))
    .filter((report): report is SavedReport => report !== undefined)
    .sort((one, other) => one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1));
  const lease = v.safeParse(LEASE, parseJson(properties[PROPERTY.lease] ?? ''));
  const statusSheet = v.safeParse(STATUS_SHEET, parseJson(properties[PROPERTY.statusSheet] ?? ''));
  return {
    connection: summarizeConnection(properties[PROPERTY.connection]),
    reports,
    schedule: parseSchedule(properties[PROPERTY.schedule] ?? ''),
    lease: lease.success ? lease.output : undefined,
    statusSheet: statusSheet.success ? statusSheet.output : undefined,
    zone: properties[PROPERTY.zone] || undefined,
    locale: properties[PROPERTY.locale] ?? '',
    activity: parseActivity(properties[PROPERTY.activity] ?? ''),
    dashboards: properties[PROPERTY.dashboards],
    alerts: properties[PROPERTY.alerts],
    alertEpisodes: properties[PROPERTY.alertEpisodes],
    mails: properties[PROPERTY.mails],
  };
}

/** The IDs of staging sheets by the names of their properties, also of reports that are gone. */
export function stagingIds(properties: Properties): Readonly<Record<string, number>> {
  const logged = Object.entries(properties).filter(
    ([name, id]) => name.startsWith(PROPERTY.staging('')) && id !== '',
  );
  return Object.fromEntries(logged.map(([name, id]) => [name, Number(id)]));
}

function stagingIdOf(properties: Properties, reportName: string): number | null {
  const text = properties[PROPERTY.staging(reportName.slice(PROPERTY.report('').length))];
  return text ? Number(text) : null;
}

/**
 * The refresh that runs now, if any. A lease that ran out belongs to a run that was killed; one that begins in the
 * future, to a clock that was wrong.
 */
export function runningLease({ lease }: DocumentState, now: number): Lease | undefined {
  return lease && lease.since <= now && lease.until > now ? lease : undefined;
}

/** The spreadsheet's time zone as last seen, without asking for it; UTC before anything was saved. */
export function zoneAtHand({ zone }: Pick<DocumentState, 'zone'>): string {
  return zone ?? 'Etc/UTC';
}

/** What may be told of a stored connection; `undefined` when the text is none. */
export function summarizeConnection(text: string | undefined): ConnectionSummary | undefined {
  const connection = parseConnection(text);
  if (connection === undefined) return undefined;
  const { region, employer, clientId } = connection;
  return { region, employer, clientIdTail: clientId.slice(-4), isSample: isSampleConnection(connection) };
}
