import type { Audience } from '../../contract/connection';
import {
  type Connection,
  isPinnedTo,
  isSampleConnection,
  parseConnection,
  type ServiceAddresses,
} from '../../employer-api/connection';
import { ReportError, refuse } from '../../employer-api/errors';
import type { Properties, PropertyStore } from '../ports';
import { type SavedConnection, sharedConnection } from './document-state';
import type { SavedReport } from './saved-report';

export type { Audience };

/** The stores of a spreadsheet and of the person who runs, and the addresses a secret may go to. */
export interface ConnectionStores {
  readonly document: PropertyStore;
  readonly user: PropertyStore;
  spreadsheetId(): string;
  readonly addresses: ServiceAddresses;
}

/** The name of the property in which a person keeps their own connection for this spreadsheet. */
export function ownName({ spreadsheetId }: Pick<ConnectionStores, 'spreadsheetId'>): string {
  return `connection.${spreadsheetId()}`;
}

/**
 * This person's own connection for this spreadsheet; `undefined` if there is none. It is unused while there is one for
 * everyone. One property read.
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
    'Connect again in the sidebar: the address of the service has changed, so the secret must be typed again',
  );
}

/**
 * Whose rows come from a connection: `UK 4711`, or `sample` with its fingerprint; empty with `me`, until the service has
 * answered.
 *
 * @param answered The employer that the service's answer names.
 */
export function ownerOf(connection: Connection, answered?: number): string {
  const { region, employer, fingerprint } = connection;
  if (isSampleConnection(connection)) return `sample ${fingerprint}`;
  return answered === undefined && employer === 'me' ? '' : `${region} ${answered ?? Number(employer)}`;
}

/** Whether rows are those of the sample employer. */
export function isSampleOwner(owner: string | undefined): boolean {
  return owner?.startsWith('sample ') ?? false;
}

/** True if a table holds rows of another owner than this: sample rows beside real ones, or those of another employer. */
export function holdsOthersRows({ content }: Pick<SavedReport, 'content'>, owner: string): boolean {
  if (content === null || content.owner === owner) return false;
  // What is not known is no other, but it is not the sample.
  return [content.owner, owner].every(Boolean) || [content.owner, owner].some(isSampleOwner);
}
