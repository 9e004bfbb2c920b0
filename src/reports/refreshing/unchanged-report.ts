import { ReportError } from '../../employer-api/errors';
import { changedMeanwhile } from '../changed-meanwhile';
import type { Properties } from '../ports';
import type { DocumentState } from '../saved/document-state';
import { findConnection } from '../saved/saved-connection';
import type { SavedReport } from '../saved/saved-report';
import { type BegunRefresh, chosenFor, type RefreshServices } from './refresh-begun';
import { findReport } from './refresh-records';

/**
 * Checks before a write that this run still has the lease, that the connection of the rows is still the spreadsheet's,
 * and that the question of the report has not changed. Under the lock.
 *
 * @param remedy What the person should do.
 * @returns The report as stored now, on which the next record is based.
 * @throws {ReportError} `busy` if another run has the lease; `changed_meanwhile`; `invalid_settings` if the report was
 *   removed; `settings_missing`.
 */
export function requireUnchanged(
  { stores, digest }: Pick<RefreshServices, 'stores' | 'digest'>,
  begun: Pick<BegunRefresh, 'lease' | 'saved' | 'chosen' | 'fingerprint'>,
  state: DocumentState,
  properties: Properties,
  remedy = 'Refresh again',
): SavedReport {
  if (state.lease?.id !== begun.lease.id) throw new ReportError('busy');
  const { connection } = findConnection(properties, stores);
  if (connection.fingerprint !== begun.fingerprint) changedMeanwhile('the connection', remedy);
  const saved = findReport(state, begun.saved.id);
  if (chosenFor(saved, begun.fingerprint, digest) !== begun.chosen) changedMeanwhile('this report', remedy);
  return saved;
}
