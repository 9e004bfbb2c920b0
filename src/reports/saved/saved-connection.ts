import type { Audience } from '../../contract/connection';
import {
  type Connection,
  isPinnedTo,
  isSampleConnection,
  parseConnection,
  type Region,
  type ServiceAddresses,
} from '../../employer-api/connection';
import { ReportError } from '../../employer-api/errors';
import type { Properties, PropertyStore } from '../ports';
import { type ConnectionSummary, PROPERTY, summarizeConnection } from './document-state';
import type { SavedReport } from './saved-report';

/** Whose reports run with a connection. `everyone` is kept with the document, `me` with the person. */
export type { Audience };

/** A connection and where it is kept. */
export interface SavedConnection {
  readonly connection: Connection;
  readonly audience: Audience;
}

/** The stores of a spreadsheet and of the person who runs, and the addresses a secret may go to. */
export interface ConnectionStores {
  readonly document: PropertyStore;
  readonly user: PropertyStore;
  spreadsheetId(): string;
  readonly addresses: ServiceAddresses;
}

/**
 * Finds the connection: the spreadsheet's, else this person's own for this spreadsheet (one more read).
 *
 * @param properties The document properties, already read.
 * @throws {ReportError} `settings_missing` when there is none, or it was made for other addresses.
 */
export function findConnection(properties: Properties, stores: ConnectionStores): SavedConnection {
  const saved = findStored(properties, stores);
  if (saved === undefined) throw new ReportError('settings_missing');
  const { connection } = saved;
  if (!isPinnedTo(connection, stores.addresses) && !isSampleConnection(connection)) {
    const sentence =
      'Connect again in the sidebar: the address of the service has changed, so the secret must be typed again';
    throw new ReportError('settings_missing', { sentence });
  }
  return saved;
}

/**
 * Finds the connection as `findConnection` does, even if it was made for other addresses: no request may use that one,
 * but its cached data can be forgotten.
 *
 * @returns `undefined` if there is none.
 */
export function findStored(properties: Properties, stores: ConnectionStores): SavedConnection | undefined {
  const shared = properties[PROPERTY.connection];
  const connection = parseConnection(shared || stores.user.readAll()[ownName(stores)]);
  return connection && { connection, audience: shared ? 'everyone' : 'me' };
}

/**
 * Finds all connections that this person can use here, as `findStored` does: the spreadsheet's, then their own, which
 * is unused while there is the other. One property read.
 */
export function listStored(properties: Properties, stores: ConnectionStores): SavedConnection[] {
  const shared = parseConnection(properties[PROPERTY.connection]);
  const own = parseConnection(stores.user.readAll()[ownName(stores)]);
  return [
    ...(shared ? [{ connection: shared, audience: 'everyone' as const }] : []),
    ...(own ? [{ connection: own, audience: 'me' as const }] : []),
  ];
}

/** Summarizes this person's own connection; `undefined` if there is none. One property read. */
export function findOwnSummary(stores: ConnectionStores): ConnectionSummary | undefined {
  return summarizeConnection(stores.user.readAll()[ownName(stores)]);
}

/**
 * Saves a connection, which replaces the earlier ones, together with `changes`.
 *
 * @param former The result of `listStored`.
 * @returns The document properties that were written.
 */
export function saveConnection(
  { connection, audience }: SavedConnection,
  stores: ConnectionStores,
  former: readonly SavedConnection[],
  changes: Properties,
): Record<string, string> {
  const text = JSON.stringify(connection);
  if (audience === 'me') stores.user.write({ [ownName(stores)]: text });
  // Empty, not removed: one write instead of two.
  const written = { ...changes, [PROPERTY.connection]: audience === 'everyone' ? text : '' };
  stores.document.write(written);
  if (audience === 'everyone' && former.some((one) => one.audience === 'me'))
    stores.user.remove(ownName(stores));
  return written;
}

/** Removes the spreadsheet's connection and this person's own. */
export function removeConnection(stores: ConnectionStores): void {
  stores.document.remove(PROPERTY.connection);
  stores.user.remove(ownName(stores));
}

function ownName({ spreadsheetId }: ConnectionStores): string {
  return `connection.${spreadsheetId()}`;
}

/** Whose rows a table holds: the sample employer's or an employer's. */
export interface RowOwner {
  /** The fingerprint of the connection, for sample rows. */
  readonly sample?: string | undefined;
  /** The region and the employer's number: `UK 4711`. Unknown with `me`, until the service has answered. */
  readonly employer?: string | undefined;
}

/** The owner of rows from a connection. */
export function ownerOf(connection: Connection): RowOwner {
  if (isSampleConnection(connection)) return { sample: connection.fingerprint };
  const { region, employer } = connection;
  return employer === 'me' ? {} : ownerAnswered({}, region, Number(employer));
}

/** The owner of rows whose answer names an employer. */
export function ownerAnswered(owner: RowOwner, region: Region, employer: number | undefined): RowOwner {
  return employer === undefined || owner.sample !== undefined ? owner : { employer: `${region} ${employer}` };
}

/** True if a table holds rows of another owner than these: sample rows beside real ones, or those of another employer. */
export function holdsOthersRows({ content }: Pick<SavedReport, 'content'>, owner: RowOwner): boolean {
  if (content === null) return false;
  if (content.sample !== undefined || owner.sample !== undefined) return content.sample !== owner.sample;
  // What is not known is no other.
  return (
    content.employer !== undefined && owner.employer !== undefined && content.employer !== owner.employer
  );
}
