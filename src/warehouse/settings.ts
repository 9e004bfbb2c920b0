import * as v from 'valibot';
import type { WarehouseForm } from '../contract/warehouse';
import { parseStored } from '../employer-api/text';
import type { Properties } from '../reports/ports';
import { PROPERTY } from '../reports/saved/document-state';

const name = (part: string) => PROPERTY.edition(`warehouse${part}`);

/** Names of the document properties of the warehouse. None holds a secret. */
export const WAREHOUSE_PROPERTY = {
  settings: name(''),
  /** The IDs of the connected tables' sheets, as JSON. */
  connected: name('.connected'),
  /** What was sent, by day. */
  days: name('.days'),
  /** The history that is asked for. */
  history: name('.history'),
} as const;

const STORED = v.object({
  project: v.string(),
  dataset: v.string(),
  location: v.string(),
  /** The IDs of the saved reports whose rows are sent. */
  reports: v.array(v.string()),
});

/** Reads the stored settings; `undefined` if there are none. No service call. */
export function parseSettings(properties: Properties): WarehouseForm | undefined {
  return parseStored(STORED, properties[WAREHOUSE_PROPERTY.settings]);
}

const DAYS = v.object({
  /** The value of CONNECTION of these days, and the fingerprint of the connection that fetched them. */
  name: v.string(),
  fingerprint: v.string(),
  /** The days that the warehouse does not have as they were last fetched; null if it has all. */
  owed: v.nullable(v.object({ from: v.number(), to: v.number() })),
  /** From this day on, six characters a day: a hash of the records that were last sent, or blanks. */
  first: v.number(),
  hashes: v.string(),
});
const HISTORY = v.object({
  fingerprint: v.string(),
  /** The days that are asked for. */
  since: v.number(),
  until: v.number(),
  /** Of these the last that is left to send; before the first if none is. */
  to: v.number(),
});

/** What was sent, by day, and what is still to be sent. */
export type SentDays = Readonly<v.InferOutput<typeof DAYS>>;

/** The history that is asked for, and how far it is sent. */
export type History = Readonly<v.InferOutput<typeof HISTORY>>;

/** Reads what was sent; `undefined` if nothing was. */
export function parseSentDays(properties: Properties): SentDays | undefined {
  return parseStored(DAYS, properties[WAREHOUSE_PROPERTY.days]);
}

/** Reads the history that is asked for, sent or not; `undefined` if none. */
export function parseHistory(properties: Properties): History | undefined {
  return parseStored(HISTORY, properties[WAREHOUSE_PROPERTY.history]);
}

/** Where the tables are. */
export type WarehousePlace = Pick<WarehouseForm, 'project' | 'dataset' | 'location'>;

/** The table of shift records. */
export const SHIFTS_TABLE = 'shifts';

/**
 * A table as GoogleSQL names it: `` `project.dataset.table` ``.
 *
 * @throws {RangeError} if a part could end the name: a mistake of ours, since the form accepts no such part.
 */
export function sqlName({ project, dataset }: WarehousePlace, table: string): string {
  const full = `${project}.${dataset}.${table}`;
  if (!/^[\w.:-]+\.\w+\.\w+$/.test(full)) throw new RangeError('That is not the name of a table.');
  return `\`${full}\``;
}
