import * as v from 'valibot';

/** Where a written table has its notes. Columns count from 0. */
export const NOTE_PLACE = v.object({
  /** The columns of SHIFT_ID, SHIFT_DATE and VENUE_NAME; null where the table does not show one. */
  id: v.nullable(v.number()),
  date: v.nullable(v.number()),
  venue: v.nullable(v.number()),
  /** The headings of the note columns: the last of the table. */
  columns: v.array(v.string()),
});

/** The place of notes in a table, as `NOTE_PLACE` describes it. */
export type NotePlace = v.InferOutput<typeof NOTE_PLACE>;

/**
 * The place of notes in a table with these fields.
 *
 * @returns `undefined` for a table without note columns.
 */
export function notePlace(fields: readonly string[], columns: readonly string[]): NotePlace | undefined {
  if (columns.length === 0) return undefined;
  const at = (field: string) => (fields.includes(field) ? fields.indexOf(field) : null);
  return { id: at('SHIFT_ID'), date: at('SHIFT_DATE'), venue: at('VENUE_NAME'), columns: [...columns] };
}

/** The headings of a table without those of its note columns. */
export function fieldHeadings(headings: readonly string[], place: NotePlace | undefined): string[] {
  return headings.slice(0, headings.length - (place?.columns.length ?? 0));
}

/** True if two tables have their notes in the same place. */
export function isSamePlace(one: NotePlace | undefined, other: NotePlace | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
