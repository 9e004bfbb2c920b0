import type { Book } from './book';
import type { Workbook } from './spreadsheet/workbook';

/** One change of a workbook. It may run twice: once for the execution's own eyes, once for all. */
export type WorkbookEdit = (workbook: Workbook) => void;

/**
 * The writes of one execution that are not permanent yet.
 *
 * Edits are made on a draft at once, so that a mistake is refused where it is made. A flush or a read makes them
 * permanent in order; a kill keeps a prefix of them. Other executions never see the draft.
 */
export class WriteBuffer {
  #pending: WorkbookEdit[] = [];
  /** What the execution has made of the workbook so far, and the permanent one that this was made from. */
  #draft: Workbook | undefined;
  #base: Workbook | undefined;

  constructor(private readonly book: Book) {}

  /** What the execution has made of the workbook so far. To be looked at only. */
  get view(): Workbook {
    return this.#draft ?? this.book.workbook;
  }

  /** Makes an edit on the draft and remembers it. @throws {HostError} when it is refused; then it is not kept. */
  add(apply: WorkbookEdit): void {
    if (this.#draft === undefined) this.#base = this.book.workbook;
    const next = this.view.copy();
    apply(next);
    this.#draft = next;
    this.#pending.push(apply);
  }

  /**
   * Makes all pending operations permanent.
   *
   * @param keep After a kill: the first few of them survive, the others are undone.
   * @throws {HostError} when another execution made one of the edits impossible; those before it are kept.
   */
  flush(keep = Number.POSITIVE_INFINITY): void {
    const [pending, draft] = [this.#pending.splice(0), this.#draft];
    this.#draft = undefined;
    const isWhole = keep >= pending.length && this.#base === this.book.workbook;
    if (draft && isWhole) this.book.adopt(draft);
    else for (const apply of pending.slice(0, keep)) this.book.edit(apply);
  }
}
