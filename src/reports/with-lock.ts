import { ReportError } from '../employer-api/errors';
import { LOCK_WAIT_MILLIS } from '../limits';
import type { DocumentLock } from './ports';

/** Works under the lock of the spreadsheet. @throws {ReportError} `busy` if it cannot be acquired in time. */
export function withLock<Result>(lock: DocumentLock, work: () => Result): Result {
  if (!lock.acquire(LOCK_WAIT_MILLIS)) throw new ReportError('busy');
  try {
    return work();
  } finally {
    lock.release();
  }
}
