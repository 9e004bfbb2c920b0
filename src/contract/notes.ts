import * as v from 'valibot';

/** For how many months notes can be kept; 0 for as long as no one deletes them. */
export const KEPT_MONTHS = [0, 13, 25] as const;

/** The months to keep notes. */
export const NOTE_MONTHS = v.picklist(KEPT_MONTHS, 'Choose for how long notes are kept.');

/** One of `KEPT_MONTHS`. */
export type KeptMonths = (typeof KEPT_MONTHS)[number];

/** What the sidebar shows of notes. */
export interface NotesView {
  readonly keptMonths: KeptMonths;
}

/** All notes as a file. */
export interface NotesFile {
  readonly name: string;
  /** Comma-separated values with a heading row. */
  readonly text: string;
  readonly count: number;
}
