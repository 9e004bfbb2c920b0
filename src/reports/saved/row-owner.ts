import { type Connection, isSampleConnection, type Region } from '../../employer-api/connection';
import { ReportError } from '../../employer-api/errors';
import { shortHash } from '../../employer-api/text';
import type { SavedReport } from './saved-report';

type Table = Pick<SavedReport, 'content' | 'mode' | 'sheet'>;

/** Whose rows a table holds: the sample employer's or an employer's. */
export interface RowOwner {
  /** The fingerprint of the connection, for sample rows. */
  readonly sample?: string;
  /** A hash of region and employer, or of region and client ID if the employer is `me`. */
  readonly employer?: string;
  /** A hash of region and the employer's number, if known. */
  readonly employerNumberHash?: string;
}

/** The owner of rows from a connection. New credentials of the same employer do not change it. */
export function ownerOf(connection: Connection): RowOwner {
  if (isSampleConnection(connection)) return { sample: connection.fingerprint };
  const { region, employer, clientId } = connection;
  if (employer === 'me') return { employer: shortHash(JSON.stringify([region, clientId])) };
  return withEmployerNumber({}, region, Number(employer));
}

/** Adds the employer's number from a response: `me` and other credentials may be the same employer. */
export function withEmployerNumber(owner: RowOwner, region: Region, employer: number | undefined): RowOwner {
  if (employer === undefined || owner.sample !== undefined) return owner;
  const employerNumberHash = shortHash(JSON.stringify([region, employer]));
  return { employer: employerNumberHash, ...owner, employerNumberHash };
}

/** True if a table holds sample rows of another connection, which may not stay beside other rows. */
export function holdsOtherSample({ content }: Pick<Table, 'content'>, owner: RowOwner): boolean {
  return content?.sample !== undefined && content.sample !== owner.sample;
}

/** True if a table is known to hold rows of another employer. */
export function holdsOtherEmployer({ content }: Pick<Table, 'content'>, owner: RowOwner): boolean {
  if (content?.employer === undefined || owner.employer === undefined) return false;
  if (content.employerNumberHash !== undefined && owner.employerNumberHash !== undefined)
    return content.employerNumberHash !== owner.employerNumberHash;
  return content.employer !== owner.employer;
}

/** True if the rows of a table may not stay beside those of this owner. */
export function holdsOthersRows(saved: Pick<Table, 'content'>, owner: RowOwner): boolean {
  return holdsOtherSample(saved, owner) || holdsOtherEmployer(saved, owner);
}

/** The history of a table; none if its rows belong to another owner. */
export function keptHistory(saved: SavedReport, owner: RowOwner): Pick<SavedReport, 'history' | 'period'> {
  return { history: holdsOthersRows(saved, owner) ? null : saved.history, period: saved.period };
}

/**
 * Refuses to mix sample rows with kept real rows, which Undo could not separate.
 *
 * @throws {ReportError} `invalid_settings`
 */
export function refuseMixedSampleData(saved: Table, connection: Connection): void {
  if (saved.mode !== 'history' || !replacesRealRows(saved, ownerOf(connection))) return;
  const sentence = `Connect with your own credentials first: “${saved.sheet}” keeps history, which sample rows would spoil`;
  throw new ReportError('invalid_settings', { sentence });
}

/** True if sample rows are about to replace real ones. */
export function replacesRealRows({ content }: Pick<Table, 'content'>, owner: RowOwner): boolean {
  return owner.sample !== undefined && content !== null && content.sample === undefined;
}

/**
 * Why a table needs confirmation before it gets these rows, without a full stop; `undefined` if it does not. Kept days
 * cannot be fetched again by another connection, and may not stay beside its rows.
 */
export function confirmationReason(saved: Table, owner: RowOwner): string | undefined {
  if (replacesRealRows(saved, owner)) {
    return 'Press Refresh and confirm if this is right: sample rows would replace real ones, so the old table stays';
  }
  if (saved.mode !== 'history' || !holdsOtherEmployer(saved, owner)) return undefined;
  return 'Press Refresh and confirm if this is right: the days kept of another employer would go for good, so the old table stays';
}
