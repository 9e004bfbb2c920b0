import * as v from 'valibot';
import type { Audience } from '../../contract/connection';
import { SCHEDULE_FORM } from '../../contract/schedule';
import {
  type Connection,
  isPinnedTo,
  isSampleConnection,
  parseConnection,
} from '../../employer-api/connection';
import { ReportError, refuse } from '../../employer-api/errors';
import { parseStored, utf8Length } from '../../employer-api/text';
import { LOCK_WAIT_MILLIS } from '../../limits';
import type { ConnectionStores, DocumentServices, Properties, SpreadsheetCalendar } from '../ports';
import { formatSavedReport, type KEPT, RUN_OUTCOMES, SAVED_REPORT, type SavedReport } from './saved-report';

/** Names of document properties. Only `connection` holds the secret, and `summaryHook` one of a Chat space. */
export const PROPERTY = {
  connection: 'connection',
  schedule: 'schedule',
  lease: 'lease',
  statusSheet: 'statusSheet',
  zone: 'zone',
  /** The activity log. */
  activity: 'activity',
  /** What formulas learn from refreshes. */
  learned: 'learned',
  /** The report and the time of the change that was listed last. */
  changes: 'changes',
  /** The sheet of notes whose shifts left their tables. */
  notes: 'notes',
  /** How many months notes are kept; not set for all. */
  noteMonths: 'noteMonths',
  /** The trigger that answers choices on dashboards. */
  editTrigger: 'editTrigger',
  /** What refreshes keep of the targets sheet. */
  targets: 'targets',
  /** The line of the status sheet that is not of a report. */
  line: 'line',
  /** What the edition of the add-on stores, by names of its own. */
  edition: (name: string) => `edition.${name}`,
  report: (id: string) => `report.${id}`,
  /** When an address got mail, and what it has heard, by `tagOf` it. */
  mail: (tag: string) => `mail.${tag}`,
  /** A dashboard, by the ID of its sheet. */
  dashboard: (sheetId: number | string) => `dashboard.${sheetId}`,
  /** An alert, and how it stands. */
  alert: (id: string) => `alert.${id}`,
  /** A summary email, and what of it was sent. */
  summary: (id: string) => `summary.${id}`,
  /** Its webhook of a Chat space, a secret: whoever has it can write to the space. Empty where it has none. */
  summaryHook: (id: string) => `summaryHook.${id}`,
} as const;

/** From this size on a store of properties counts as full: it takes 500 kB, and Google doesn't say how it counts them. */
const FULL_BYTES = 480_000;

/** The failure of a write to a store that counts as full; `undefined` for one that has room. */
export function fullStore(properties: Properties): ReportError | undefined {
  const bytes = Object.entries(properties).reduce((sum, [name, text]) => sum + utf8Length(name + text), 0);
  const sentence =
    'Remove reports, dashboards or alerts, or shorten the filters of reports: this spreadsheet has no room for more settings';
  return bytes > FULL_BYTES ? new ReportError('invalid_settings', { sentence }) : undefined;
}

/** What can begin a refresh. */
const RUN_ORIGINS = ['sidebar', 'menu', 'schedule'] as const;

const LEASE = v.object({
  id: v.string(),
  by: v.picklist(RUN_ORIGINS),
  since: v.number(),
  until: v.number(),
});

/** The lease of the refresh that runs now: a kind of run, never a person. It expires at `until`. */
export type Lease = v.InferOutput<typeof LEASE>;

const ACTIVITY = v.object({
  /** When it ended; when it began, if that is not known. Milliseconds since 1970. */
  at: v.number(),
  by: v.picklist(RUN_ORIGINS),
  /** The name of the report's sheet. */
  sheet: v.string(),
  /**
   * `lost`: it runs, or was killed; `held`: the table needs confirmation; `unfinished`: some days are still to fetch;
   * `undone`: someone undid the last change of the table.
   */
  outcome: v.picklist([...RUN_OUTCOMES, 'lost', 'undone']),
  sentence: v.string(),
  correlationId: v.string(),
});

/** A refresh, or an Undo. */
export type ActivityRecord = v.InferOutput<typeof ACTIVITY>;

const STATUS_SHEET = v.object({
  sheetId: v.number(),
  /** Its newest stamp. Milliseconds since 1970. */
  stampedAt: v.number(),
});

const { every, hour, weekday } = SCHEDULE_FORM.entries;
const SCHEDULE = v.object({
  // As in the form. The hour is by the clock of the spreadsheet.
  ...{ every, hour, weekday },
  /** Where mail about failures goes; empty for none. */
  email: v.string(),
  /** When someone set it or took it over. Milliseconds since 1970; 0 before that. */
  savedAt: v.number(),
  /** How often it was saved. */
  revision: v.number(),
  /**
   * The IDs of the triggers that may refresh: one per person who set the schedule, the newest last. Off, those that may still
   * exist: only their owners can remove them, with the next save, and each ends itself when it wakes.
   */
  triggers: v.array(v.string()),
  /** Whether whoever ran it last had not allowed mail. */
  mailOff: v.boolean(),
});

/** When reports are refreshed automatically, and by whose triggers. */
export type Schedule = v.InferOutput<typeof SCHEDULE>;

/** The schedule before anyone set one. */
export const SCHEDULE_OFF: Schedule = {
  ...{ every: 'off', hour: 6, weekday: 1, email: '' },
  ...{ savedAt: 0, revision: 0, triggers: [], mailOff: false },
};

/** Everything stored with a spreadsheet, without the secret parts of its connection. */
export interface DocumentState {
  /** The connection for everyone who edits; `undefined` if there is none. */
  readonly connection: ConnectionView | undefined;
  readonly reports: readonly SavedReport[];
  readonly schedule: Schedule;
  readonly lease: Lease | undefined;
  /** `undefined` before the first refresh. */
  readonly statusSheet: v.InferOutput<typeof STATUS_SHEET> | undefined;
  /** The spreadsheet's time zone as last seen; UTC before anything was saved. */
  readonly zone: string;
  /** The newest refreshes, oldest first; one that writes now, or was ended by Google, is `lost`. */
  readonly activity: readonly ActivityRecord[];
  /** The properties as they were read, without secrets. */
  readonly properties: Properties;
}

/** Parses one read of the document properties. What cannot be parsed counts as not set. */
export function readDocumentState(all: Properties): DocumentState {
  const isSecret = (name: string) =>
    name === PROPERTY.connection || name.startsWith(PROPERTY.summaryHook(''));
  const properties = Object.fromEntries(Object.entries(all).filter(([name]) => !isSecret(name)));
  const shared = sharedConnection(all);
  const reports = storedItems(properties, PROPERTY.report(''), SAVED_REPORT);
  return {
    connection: shared && viewConnection(shared, reports),
    reports,
    schedule: parseStored(SCHEDULE, properties[PROPERTY.schedule]) ?? SCHEDULE_OFF,
    lease: parseStored(LEASE, properties[PROPERTY.lease]),
    statusSheet: parseStored(STATUS_SHEET, properties[PROPERTY.statusSheet]),
    zone: properties[PROPERTY.zone] || 'Etc/UTC',
    activity: parseStored(v.array(ACTIVITY), properties[PROPERTY.activity]) ?? [],
    properties,
  };
}

type Kept = Readonly<v.InferOutput<typeof KEPT>>;

/** The items stored under names that begin alike, in the order in which they were made. What cannot be read is left out. */
export function storedItems<Item extends Kept>(
  properties: Properties,
  beginning: string,
  schema: v.GenericSchema<unknown, Item>,
): readonly Item[] {
  return Object.entries(properties)
    .flatMap(([name, text]) => (name.startsWith(beginning) && parseStored(schema, text)) || [])
    .sort((one, other) => one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1));
}

/** A report by its ID. @throws {ReportError} `invalid_settings` if it was removed. */
export function findReport(state: DocumentState, id: string): SavedReport {
  const report = state.reports.find((one) => one.id === id);
  if (report) return report;
  throw new ReportError('invalid_settings', { sentence: 'Open the sidebar again: this report was removed' });
}

/** The document property that holds a report. @throws {ReportError} `invalid_settings` if it is too long. */
export function reportProperty(report: SavedReport): Record<string, string> {
  return { [PROPERTY.report(report.id)]: formatSavedReport(report) };
}

/** The lease of the refresh that runs now, if any. An expired lease belongs to a run that was killed. */
export function runningLease({ lease }: Pick<DocumentState, 'lease'>, now: number): Lease | undefined {
  return lease && lease.until > now ? lease : undefined;
}

/** A connection and where it is kept: that of `everyone` with the document, one's own (`me`) with the person. */
export interface SavedConnection {
  readonly connection: Connection;
  readonly audience: Audience;
}

/** The connection for everyone who edits, even one made for other addresses; `undefined` if there is none. */
export function sharedConnection(properties: Properties): SavedConnection | undefined {
  const connection = parseConnection(properties[PROPERTY.connection]);
  return connection && { connection, audience: 'everyone' };
}

/** The name of the property in which a person keeps their own connection for this spreadsheet. */
export function ownName({ spreadsheetId }: Pick<ConnectionStores, 'spreadsheetId'>): string {
  return `connection.${spreadsheetId()}`;
}

/**
 * This person's own connection for this spreadsheet; `undefined` if there is none. It is unused while there is one for
 * everyone.
 */
export function ownConnection(stores: ConnectionStores): SavedConnection | undefined {
  const connection = parseConnection(stores.user.readAll()[ownName(stores)]);
  return connection && { connection, audience: 'me' };
}

/**
 * Finds the connection: the spreadsheet's, else this person's own (one more read).
 *
 * @param properties The document properties, already read.
 * @throws {ReportError} `settings_missing` when there is none, or it was made for other addresses.
 */
export function findConnection(properties: Properties, stores: ConnectionStores): SavedConnection {
  const saved = sharedConnection(properties) ?? ownConnection(stores);
  if (saved === undefined) throw new ReportError('settings_missing');
  const { connection } = saved;
  if (isPinnedTo(connection, stores.addresses) || isSampleConnection(connection)) return saved;
  return refuse(
    'settings_missing',
    'Press “Change connection” in the sidebar: the address of the service has changed, so the secret must be typed again',
  );
}

/** What may be shown of a connection. */
export type ConnectionView = ReturnType<typeof viewConnection>;

/** A connection as it may be shown. @param reports Their rows name the employer where no answer did while it was made. */
export function viewConnection(
  { connection, audience }: SavedConnection,
  reports: readonly Pick<SavedReport, 'content'>[],
) {
  const { region, employer, clientId, fingerprint } = connection;
  const own = reports.map(({ content }) => (content?.source === fingerprint ? content.owner : ''));
  const answered =
    connection.answered ?? own.flatMap((owner) => Number(/^\w\w (\d+)$/.exec(owner)?.[1]) || [])[0];
  const isSample = isSampleConnection(connection);
  const clientIdTail = clientId.slice(-4);
  const known = answered === undefined ? {} : { answered };
  return { region, employer, ...known, /** Four characters. */ clientIdTail, audience, isSample };
}

/**
 * Works under the lock of the spreadsheet, with what is stored then.
 *
 * @throws {ReportError} `busy` if the lock cannot be acquired in time.
 */
export function locked<Result>(
  { lock, document }: DocumentServices,
  work: (state: DocumentState, properties: Properties) => Result,
): Result {
  if (!lock.acquire(LOCK_WAIT_MILLIS)) throw new ReportError('busy');
  try {
    const properties = document.readAll();
    return work(readDocumentState(properties), properties);
  } finally {
    lock.release();
  }
}

/**
 * Stores changes under the lock, in one write; none where there are none.
 *
 * @returns What is stored after it.
 * @throws {ReportError} `busy`
 */
export function change(
  services: DocumentServices,
  make: (state: DocumentState, properties: Properties) => Properties,
): DocumentState {
  return locked(services, (state, properties) => {
    const changes = make(state, properties);
    if (Object.keys(changes).length === 0) return state;
    services.document.write(changes);
    return readDocumentState({ ...properties, ...changes });
  });
}

/**
 * Checks that no one has saved an item since its form was opened.
 *
 * @param seen The revision that the form began with; left out by whoever shows no form.
 * @throws {ReportError} `changed_meanwhile`. The script may not know names, so it says when.
 */
export function requireRevision(
  stored: Pick<Kept, 'revision' | 'savedAt'> | undefined,
  seen: number | undefined,
  calendar: Pick<SpreadsheetCalendar, 'text'>,
  zone: string,
): void {
  if (stored === undefined || seen === undefined || stored.revision === seen) return;
  const when = calendar.text(stored.savedAt, zone);
  const sentence = `Copy what you need, then open the form again: someone saved it on ${when}, after you opened it`;
  refuse('changed_meanwhile', sentence);
}

/** Forgets properties; those that are gone already change nothing. @throws {ReportError} `busy` */
export function forget(services: DocumentServices, ...names: readonly string[]): DocumentState {
  return change(services, (_, properties) =>
    Object.fromEntries(names.flatMap((name) => (properties[name] ? [[name, '']] : []))),
  );
}
