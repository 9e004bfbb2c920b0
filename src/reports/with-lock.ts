import { ReportError } from '../employer-api/errors';
import type { DocumentLock } from './ports';

/** Others hold the lock for a token request or a write: seconds at the most. */
const LOCK_WAIT_MILLIS = 15_000;

/** Works under the lock of the spreadsheet. @throws {ReportError} `busy` when it is not to be had in time. */
export function withLock<Result>(lock: DocumentLock, work: () => Result): Result {
  if (!lock.acquire(LOCK_WAIT_MILLIS)) throw new ReportError('busy');
  try {
    return work();
  } finally {
    lock.release();
  }
}
