import type { Properties, ReportSheet } from '../ports';
import type { NotePlace } from '../tables/note-place';
import type { SheetColumn, SheetRow } from '../tables/sheet-table';

/** A table that is about to be written. */
export interface NotedTable {
  readonly sheet: ReportSheet;
  /** What is to be written: its columns without notes, its rows below `head` rows that stay, and the place of its notes. */
  readonly draft: {
    readonly columns: readonly SheetColumn[];
    readonly rows: readonly SheetRow[];
    readonly head?: number;
    readonly notes?: NotePlace | undefined;
  };
  /** How many rows below its heading row the table has now. */
  readonly oldRows: number;
  /** Where its notes are now; `undefined` if it has none. */
  readonly oldNotes: NotePlace | undefined;
  /** Its heading row now; what is right of the service's fields is notes. */
  readonly record: { readonly headings: readonly string[] };
  /** Whether the heading row is written too. */
  readonly withHeading: boolean;
  readonly mayReplace: boolean;
}

/** Reads the notes of a table and finds their new rows; `undefined` for a table without notes. */
export type TakeNotes = (table: NotedTable) => TakenNotes | undefined;

/** The notes of a table on their way to their new rows. */
export interface TakenNotes {
  /** The cells of the note columns, for each row to write. */
  readonly cells: readonly SheetRow[];
  /** False if every note stays in its cell: then the note columns need not be written. */
  readonly areWritten: boolean;
  /** To be stored before the write. */
  readonly logs: Properties;
  /** To be stored after it. */
  after(): Properties;
  /** What became of notes, in a sentence or two; empty if all stayed in the table. */
  readonly sentence: string;
  /** Takes notes that leave to the sheet of notes. Up to five service calls if any leave or come back, otherwise none. */
  beforeWrite(): void;
  /** Removes notes that came back from the sheet of notes. Up to five service calls. Never fails. */
  afterWrite(): void;
  /** Takes `beforeWrite` back. Never fails. */
  afterRefusal(): void;
}
