/** Who holds which lock. There is one lock per scope (document, user or script); it has no name. */
export class LockTable {
  /** Scope to the number of the execution that holds it. A test may hold one itself by a number below 0. */
  readonly holders = new Map<string, number>();

  isFreeFor(scope: string, execution: number): boolean {
    const holder = this.holders.get(scope);
    return holder === undefined || holder === execution;
  }

  isHeldBy(scope: string, execution: number): boolean {
    return this.holders.get(scope) === execution;
  }

  take(scope: string, execution: number): void {
    this.holders.set(scope, execution);
  }

  release(scope: string, execution: number): void {
    if (this.isHeldBy(scope, execution)) this.holders.delete(scope);
  }

  /** At the end of an execution, and when it opens a dialog. */
  releaseAll(execution: number): void {
    for (const [scope, holder] of this.holders) {
      if (holder === execution) this.holders.delete(scope);
    }
  }
}
