import type { DocumentLock as DocumentLockPort } from '../reports/ports';

/** The lock of the document. A lock service that fails counts as a lock that was not had. */
export class DocumentLock implements DocumentLockPort {
  private held: GoogleAppsScript.Lock.Lock | null = null;

  acquire(waitMillis: number): boolean {
    try {
      const lock = LockService.getDocumentLock() as GoogleAppsScript.Lock.Lock | null;
      if (lock === null) return true;
      if (!lock.tryLock(waitMillis)) return false;
      this.held = lock;
      return true;
    } catch {
      return false;
    }
  }

  release(): void {
    const lock = this.held;
    this.held = null;
    try {
      lock?.releaseLock();
    } catch {
      // The platform releases it when the execution ends.
    }
  }
}
