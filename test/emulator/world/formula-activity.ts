/** How many formulas of each spreadsheet run at this moment. */
export class FormulaActivity {
  readonly #running = new Map<string, number>();

  begin(bookId: string): void {
    this.#running.set(bookId, (this.#running.get(bookId) ?? 0) + 1);
  }

  end(bookId: string): void {
    this.#running.set(bookId, (this.#running.get(bookId) ?? 1) - 1);
  }

  isQuiet(bookId: string): boolean {
    return (this.#running.get(bookId) ?? 0) === 0;
  }
}
