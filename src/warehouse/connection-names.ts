import { type Connection, isSampleConnection, parseConnection } from '../employer-api/connection';
import { shortHash } from '../employer-api/text';
import type { FollowedRefresh } from '../reports/refreshing/refresh-phases';
import { PROPERTY } from '../reports/saved/document-state';
import { ownerOf } from '../reports/saved/saved-connection';
import { connectionName } from './views';

/** Whose rows they are, as the warehouse names them. */
export interface NamedConnection {
  /** The value of CONNECTION. */
  readonly name: string;
  /** The value of EMPLOYER_ID; null where it is not known. */
  readonly employer: number | null;
}

/** Names the employer of the rows of a refresh. */
export function nameRows({
  properties,
  report,
  region,
  fingerprint,
  isSample,
}: Pick<FollowedRefresh, 'properties' | 'report' | 'region' | 'fingerprint' | 'isSample'>): NamedConnection {
  if (isSample) return { name: connectionName(region, null), employer: null };
  const shared = parseConnection(properties[PROPERTY.connection]);
  if (shared?.fingerprint === fingerprint) return nameConnection(shared, report.employer);
  // Of one person: the document does not have it.
  const { employer } = report;
  return employer === undefined
    ? { name: `${region} ${shortHash(fingerprint)}`, employer: null }
    : { name: connectionName(region, employer), employer };
}

/**
 * Names the employer of rows. With `me`, only the answer says which employer it is; if it does not, a hash of the region
 * and the client ID stands for the number.
 *
 * @param employer The employer's number, as the answer says.
 */
export function nameConnection(connection: Connection, employer: number | undefined): NamedConnection {
  const { region } = connection;
  if (isSampleConnection(connection)) return { name: connectionName(region, null), employer: null };
  const number = employer ?? (connection.employer === 'me' ? undefined : Number(connection.employer));
  if (number !== undefined && Number.isSafeInteger(number))
    return { name: connectionName(region, number), employer: number };
  const hash = ownerOf(connection).employer ?? shortHash(connection.fingerprint);
  return { name: `${region} ${hash}`, employer: null };
}
