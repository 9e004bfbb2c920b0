import { type Connection, isSampleConnection } from '../../employer-api/connection';
import { ReportError } from '../../employer-api/errors';
import type { SavedReport } from './saved-report';

type Table = Pick<SavedReport, 'content' | 'mode' | 'sheet'>;

/** What a table's content says of where its rows came from: nothing, unless they are made up. */
export function sampleMark(connection: Connection): { readonly sample?: string } {
  return isSampleConnection(connection) ? { sample: connection.fingerprint } : {};
}

/** Whether a table holds sample rows of another connection than this one. None of them may stay beside its rows. */
export function holdsOtherSample({ content }: Pick<Table, 'content'>, fingerprint: string): boolean {
  return content?.sample !== undefined && content.sample !== fingerprint;
}

/** What is known of the days that a table keeps; none are where they would be those of a sample that was left. */
export function keptHistory(saved: SavedReport, fingerprint: string): Pick<SavedReport, 'history'> {
  return { history: holdsOtherSample(saved, fingerprint) ? null : saved.history };
}

/**
 * Days that are kept cannot be undone, so no sample row is put among real ones.
 *
 * @throws {ReportError} `invalid_settings`
 */
export function requireUnmixed(saved: Table, connection: Connection): void {
  if (saved.mode !== 'history' || !replacesRealRows(saved, sampleMark(connection))) return;
  const sentence = `Connect with your own credentials first: “${saved.sheet}” keeps history, which sample rows would spoil`;
  throw new ReportError('invalid_settings', { sentence });
}

/** Whether made-up rows are about to take the place of real ones. */
export function replacesRealRows(
  { content }: Pick<Table, 'content'>,
  mark: { readonly sample?: string },
): boolean {
  return mark.sample !== undefined && content !== null && content.sample === undefined;
}

/** Why sample rows wait for a person's word, without a full stop. */
export const REAL_ROWS_STAY =
  'Press Refresh and confirm if this is right: sample rows would replace real ones, so the old table stays';
