import { type Connection, isSampleConnection, type Region } from '../../employer-api/connection';
import { ReportError } from '../../employer-api/errors';
import type { SavedReport } from './saved-report';
import { shortHash } from './short-hash';

type Table = Pick<SavedReport, 'content' | 'mode' | 'sheet'>;

/** Whose rows a table holds: a sample's, or those of an employer. */
export interface RowOwner {
  /** The connection to the sample employer that the rows came by. */
  readonly sample?: string;
  /** A hash of region and employer; of `me`, which names nobody, of the client that asked. */
  readonly employer?: string;
  /** The hash by the employer's number, where it is known. */
  readonly told?: string;
}

/** Whose rows come by a connection. New credentials of the same employer change nothing. */
export function ownerOf(connection: Connection): RowOwner {
  if (isSampleConnection(connection)) return { sample: connection.fingerprint };
  const { region, employer, clientId } = connection;
  if (employer === 'me') return { employer: shortHash(JSON.stringify([region, clientId])) };
  return toldOwner({}, region, Number(employer));
}

/** What is known more once an answer told whose it is: `me` and other credentials may be the same employer. */
export function toldOwner(owner: RowOwner, region: Region, employer: number | undefined): RowOwner {
  if (employer === undefined || owner.sample !== undefined) return owner;
  const told = shortHash(JSON.stringify([region, employer]));
  return { employer: told, ...owner, told };
}

/** Whether a table holds sample rows of another connection than this one. None of them may stay beside its rows. */
export function holdsOtherSample({ content }: Pick<Table, 'content'>, owner: RowOwner): boolean {
  return content?.sample !== undefined && content.sample !== owner.sample;
}

/** Whether a table holds rows of another employer, as far as it is known whose they are. */
export function holdsOtherEmployer({ content }: Pick<Table, 'content'>, owner: RowOwner): boolean {
  if (content?.employer === undefined || owner.employer === undefined) return false;
  if (content.told !== undefined && owner.told !== undefined) return content.told !== owner.told;
  return content.employer !== owner.employer;
}

/** Whether none of a table's rows may stay beside those of this owner. */
export function holdsOthersRows(saved: Pick<Table, 'content'>, owner: RowOwner): boolean {
  return holdsOtherSample(saved, owner) || holdsOtherEmployer(saved, owner);
}

/** What is known of the days that a table keeps; none are where they would be those of somebody else. */
export function keptHistory(saved: SavedReport, owner: RowOwner): Pick<SavedReport, 'history' | 'period'> {
  return { history: holdsOthersRows(saved, owner) ? null : saved.history, period: saved.period };
}

/**
 * Days that are kept cannot be undone, so no sample row is put among real ones.
 *
 * @throws {ReportError} `invalid_settings`
 */
export function requireUnmixed(saved: Table, connection: Connection): void {
  if (saved.mode !== 'history' || !replacesRealRows(saved, ownerOf(connection))) return;
  const sentence = `Connect with your own credentials first: “${saved.sheet}” keeps history, which sample rows would spoil`;
  throw new ReportError('invalid_settings', { sentence });
}

/** Whether made-up rows are about to take the place of real ones. */
export function replacesRealRows({ content }: Pick<Table, 'content'>, owner: RowOwner): boolean {
  return owner.sample !== undefined && content !== null && content.sample === undefined;
}

/**
 * Why a table waits for a person's word before it gets these rows, without a full stop; `undefined` where it need not.
 * Days that are kept cannot be fetched again by another connection, and may not stand beside its rows.
 */
export function waitsForWord(saved: Table, owner: RowOwner): string | undefined {
  if (replacesRealRows(saved, owner)) {
    return 'Press Refresh and confirm if this is right: sample rows would replace real ones, so the old table stays';
  }
  if (saved.mode !== 'history' || !holdsOtherEmployer(saved, owner)) return undefined;
  return 'Press Refresh and confirm if this is right: the days kept of another employer would go for good, so the old table stays';
}
