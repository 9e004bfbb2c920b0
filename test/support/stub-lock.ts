import type { DocumentLock } from '../../src/reports/ports';

/** One lock of one execution; another execution may hold it. */
export class StubLock implements DocumentLock {
  isHeld = false;
  /** The longest waits asked for, in milliseconds. */
  readonly waits: number[] = [];
  /** How many of the next attempts are refused, because another execution holds the lock. */
  refusals = 0;

  acquire(waitMillis: number): boolean {
    this.waits.push(waitMillis);
    if (this.isHeld) throw new Error('The lock is taken twice by one execution');
    if (this.refusals > 0) {
      this.refusals -= 1;
      return false;
    }
    this.isHeld = true;
    return true;
  }

  release(): void {
    if (!this.isHeld) throw new Error('A lock is released that is not held');
    this.isHeld = false;
  }
}
