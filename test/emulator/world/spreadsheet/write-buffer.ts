import type { SpreadsheetDocument } from './spreadsheet-document';
import type { Workbook } from './workbook';

/** One change of a workbook. It may run twice: once for the execution's own eyes, once for all. */
export type WorkbookEdit = (workbook: Workbook) => void;

interface PendingEdit {
  readonly apply: WorkbookEdit;
  readonly cells: number;
}

/**
 * The writes of one execution that are not permanent yet.
 *
 * Edits are made on a draft at once, so that a mistake is refused where it is made. A flush or a read makes them
 * permanent in order; a kill keeps a prefix of them. Other executions never see the draft.
 */
export class WriteBuffer {
  readonly #document: SpreadsheetDocument;
  #pending: PendingEdit[] = [];
  #draft: Workbook | undefined;
  /** The permanent workbook that the draft was made from. */
  #base: Workbook | undefined;

  constructor(document: SpreadsheetDocument) {
    this.#document = document;
  }

  /** What the execution has made of the workbook so far. To be looked at only. */
  get view(): Workbook {
    return this.#draft ?? this.#document.workbook;
  }

  /** Makes an edit on the draft and remembers it. @throws {HostError} when it is refused; then it is not kept. */
  add(cells: number, apply: WorkbookEdit): void {
    this.addAll(cells, [apply]);
  }

  /** The same for an edit in several steps, each of which may be the last one to survive a kill. */
  addAll(cells: number, steps: readonly WorkbookEdit[]): void {
    if (this.#draft === undefined) this.#base = this.#document.workbook;
    const draft = this.#draft ?? this.#document.workbook.copy();
    try {
      for (const step of steps) step(draft);
    } catch (error) {
      this.#draft = this.#replay(this.#pending).workbook;
      throw error;
    }
    this.#draft = draft;
    for (const apply of steps) this.#pending.push({ apply, cells: cells / steps.length });
  }

  /** Operations made since the last flush or read, not yet certain to survive a kill. */
  pendingCount(): number {
    return this.#pending.length;
  }

  /** Cells that those operations touch: prices the flush. */
  pendingCells(): number {
    return this.#pending.reduce((sum, { cells }) => sum + cells, 0);
  }

  /**
   * Makes all pending operations permanent.
   *
   * @throws {HostError} when another execution made one of the edits impossible; those before it are kept.
   */
  flush(): void {
    const failure = this.#settle(this.#pending.length);
    if (failure !== undefined) throw failure;
  }

  /** Keeps the first `keep` pending operations, undoes the others. */
  abandon(keep: number): void {
    this.#settle(Math.min(Math.max(0, keep), this.#pending.length));
  }

  #settle(keep: number): unknown {
    const pending = this.#pending;
    const draft = this.#draft;
    const isAlone = this.#base === this.#document.workbook;
    this.#pending = [];
    this.#draft = undefined;
    this.#base = undefined;
    if (draft === undefined || keep === 0) return undefined;
    if (keep === pending.length && isAlone) {
      this.#document.adopt(draft);
      return undefined;
    }
    const { workbook, failure } = this.#replay(pending.slice(0, keep));
    this.#document.adopt(workbook);
    return failure;
  }

  /** Repeats edits on the workbook as it is now, up to the first that has become impossible. */
  #replay(edits: readonly PendingEdit[]): { readonly workbook: Workbook; readonly failure: unknown } {
    let workbook = this.#document.workbook.copy();
    for (const { apply } of edits) {
      const next = workbook.copy();
      try {
        apply(next);
      } catch (failure) {
        return { workbook, failure };
      }
      workbook = next;
    }
    return { workbook, failure: undefined };
  }
}
