import type { FormulaArgumentView, FunctionAnswer } from './protocol';

/** A cell of the grid: rows and columns count from 0. */
export interface CellPlace {
  readonly sheetId: string;
  readonly row: number;
  readonly column: number;
}

/** Asks the script for one cell's value. Must not reject. */
export type CallScript = (
  name: string,
  args: readonly FormulaArgumentView[],
  place: CellPlace,
) => Promise<FunctionAnswer>;

interface Entry {
  readonly key: string;
  readonly name: string;
  answer: FunctionAnswer | null;
  /** It has just come: the calculation it sets off takes it, whatever the arguments are by now. */
  isFresh: boolean;
}

/** Calls of one cell that are remembered: enough for a formula that calls several functions. */
const ENTRIES_PER_CELL = 8;

/** Answers that come close together set off one calculation. */
const GATHER_MILLIS = 20;

/**
 * The script's answers, by cell and arguments.
 *
 * As in Google Sheets, formulas wait side by side and show "Loading..." meanwhile, and a function runs again only
 * when its arguments change or its formula is entered anew. The grid's own asynchronous functions do neither: they
 * run one by one, and an edit made meanwhile leaves `#VALUE!` behind.
 */
export class FormulaAnswers {
  readonly #call: CallScript;
  readonly #onAnswers: (places: readonly CellPlace[]) => void;
  readonly #later: (work: () => void) => void;
  readonly #cells = new Map<string, Entry[]>();
  #answered: CellPlace[] = [];
  #pending = 0;

  /**
   * @param onAnswers Must calculate these cells again.
   * @param later Does something after the answers that come close together.
   */
  constructor(
    call: CallScript,
    onAnswers: (places: readonly CellPlace[]) => void,
    later: (work: () => void) => void = (work) => setTimeout(work, GATHER_MILLIS),
  ) {
    this.#call = call;
    this.#onAnswers = onAnswers;
    this.#later = later;
  }

  /** Calls under way, and answers that no calculation has taken yet. */
  get pending(): number {
    return this.#pending + this.#answered.length;
  }

  /** The answer to a call, or null while it is under way. The first time, this sets the call off. */
  take(name: string, args: readonly FormulaArgumentView[], place: CellPlace): FunctionAnswer | null {
    const entries = this.#entries(place);
    const key = JSON.stringify([name, args]);
    const known = entries.find((entry) => entry.key === key);
    if (known) return known.answer;
    // A volatile cell among the arguments changes with every calculation: asking again would never end.
    const fresh = entries.find((entry) => entry.isFresh && entry.name === name);
    if (fresh) return fresh.answer;
    const entry: Entry = { key, name, answer: null, isFresh: false };
    entries.unshift(entry);
    entries.length = Math.min(entries.length, ENTRIES_PER_CELL);
    this.#pending++;
    void this.#call(name, args, place).then((answer) => this.#keep(entry, answer, place));
    return null;
  }

  /** Forgets what a cell was answered: its formula has been entered anew. */
  forget(place: CellPlace): void {
    this.#cells.delete(cellKey(place));
  }

  /** Ends the time in which a new answer counts for other arguments too. */
  calculationEnded(): void {
    for (const entries of this.#cells.values()) for (const entry of entries) entry.isFresh = false;
  }

  #entries(place: CellPlace): Entry[] {
    const key = cellKey(place);
    const entries = this.#cells.get(key) ?? [];
    this.#cells.set(key, entries);
    return entries;
  }

  #keep(entry: Entry, answer: FunctionAnswer, place: CellPlace): void {
    this.#pending--;
    entry.answer = answer;
    // Forgotten meanwhile: a newer call of the cell is under way.
    if (!this.#entries(place).includes(entry)) return;
    if (this.#answered.length === 0) this.#later(() => this.#tell());
    this.#answered.push(place);
    entry.isFresh = true;
  }

  #tell(): void {
    const places = this.#answered;
    this.#answered = [];
    this.#onAnswers(places);
  }
}

function cellKey({ sheetId, row, column }: CellPlace): string {
  return `${sheetId}:${row}:${column}`;
}
