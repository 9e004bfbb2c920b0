import { ReportError } from '../../employer-api/errors';
import { changedMeanwhile } from '../changed-meanwhile';
import type { Properties } from '../ports';
import type { DocumentState } from '../saved/document-state';
import { findConnection } from '../saved/saved-connection';
import type { SavedReport } from '../saved/saved-report';
import { type BegunRefresh, chosenFor, type RefreshServices } from './refresh-begun';
import { findReport } from './refresh-records';

/**
 * The fence before a write: the lease is still this run's, the connection that the rows came by is still the
 * spreadsheet's, and the report still asks for what it did when the run began. Under the lock.
 *
 * @param remedy What the person is to do.
 * @returns The report as it is stored now: what is stored next is built on it.
 * @throws {ReportError} `busy` where another run has the lease; `changed_meanwhile`; `invalid_settings` when the report
 *   was removed; `settings_missing`.
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
