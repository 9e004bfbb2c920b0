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
import { PROPERTY, viewConnection } from './document-state';
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

/** The name of the property in which a person keeps their own connection for this spreadsheet. */
export function ownName({ spreadsheetId }: Pick<ConnectionStores, 'spreadsheetId'>): string {
  return `connection.${spreadsheetId()}`;
}

/**
 * Finds the connection: the spreadsheet's, else this person's own for this spreadsheet (one more read).
 *
 * @param properties The document properties, already read.
 * @throws {ReportError} `settings_missing` when there is none, or it was made for other addresses.
 */
export function findConnection(properties: Properties, stores: ConnectionStores): SavedConnection {
  const [saved] = listConnections(properties, stores);
  if (saved === undefined) throw new ReportError('settings_missing');
  const { connection } = saved;
  if (isPinnedTo(connection, stores.addresses) || isSampleConnection(connection)) return saved;
  return refuse(
    'settings_missing',
    'Connect again in the sidebar: the address of the service has changed, so the secret must be typed again',
  );
}

/**
 * The connections that this person has here, even those made for other addresses, which no request may use: the
 * spreadsheet's, then their own (one property read), which is unused while there is the other.
 *
 * @param all Whether the unused one is looked for.
 */
export function listConnections(
  properties: Properties,
  stores: ConnectionStores,
  all = false,
): SavedConnection[] {
  const shared = parseConnection(properties[PROPERTY.connection]);
  const found: SavedConnection[] = shared ? [{ connection: shared, audience: 'everyone' }] : [];
  const own = shared && !all ? undefined : parseConnection(stores.user.readAll()[ownName(stores)]);
  return own ? [...found, { connection: own, audience: 'me' }] : found;
}

/** This person's own connection as it may be shown; `undefined` if there is none. One property read. */
export function viewOwnConnection(stores: ConnectionStores) {
  return viewConnection(stores.user.readAll()[ownName(stores)], 'me');
}

/** Whose rows a table holds: the sample employer's or an employer's. */
export interface RowOwner {
  /** The fingerprint of the connection, for sample rows. */
  readonly sample?: string | undefined;
  /** The region and the employer's number: `UK 4711`. Unknown with `me`, until the service has answered. */
  readonly employer?: string | undefined;
}

/** The owner of rows from a connection. @param answered The employer that the service's answer names. */
export function ownerOf(connection: Connection, answered?: number): RowOwner {
  if (isSampleConnection(connection)) return { sample: connection.fingerprint };
  const { region, employer } = connection;
  if (answered === undefined && employer === 'me') return {};
  return { employer: `${region} ${answered ?? Number(employer)}` };
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
