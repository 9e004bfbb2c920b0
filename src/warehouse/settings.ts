import * as v from 'valibot';
import type { Typed } from '../contract/form';
import { WAREHOUSE_FORM } from '../contract/warehouse';
import { parseStored } from '../employer-api/text';
import type { Properties } from '../reports/ports';
import { PROPERTY } from '../reports/saved/document-state';

const name = (part: string) => PROPERTY.edition(`warehouse${part}`);

/** Names of the document properties of the warehouse. None holds a secret. */
export const WAREHOUSE_PROPERTY = {
  settings: name(''),
  /** What was sent, by day. */
  days: name('.days'),
  /** The history that is asked for. */
  history: name('.history'),
} as const;

const DAYS = v.object({
  /** The days that the warehouse does not have as this connection last fetched them; null if it has all. */
  owed: v.nullable(v.object({ fingerprint: v.string(), from: v.number(), to: v.number() })),
  /** By day: a hash of the records that were last sent. */
  hashes: v.record(v.string(), v.string()),
});

const HISTORY = v.object({
  fingerprint: v.string(),
  /** The days that are asked for. */
  since: v.number(),
  until: v.number(),
  /** Of these the last that is left to send; before the first if none is. */
  to: v.number(),
});

/** Where the tables are. */
export type WarehousePlace = Pick<Typed<typeof WAREHOUSE_FORM>, 'project' | 'dataset' | 'location'>;

/** What was sent, by day, and what is still to be sent. */
export type SentDays = Readonly<v.InferOutput<typeof DAYS>>;

/** The history that is asked for, and how far it is sent. */
export type History = Readonly<v.InferOutput<typeof HISTORY>>;

/** Reads the stored settings; `undefined` if there are none. */
export function parseSettings(properties: Properties): Typed<typeof WAREHOUSE_FORM> | undefined {
  return parseStored(WAREHOUSE_FORM, properties[WAREHOUSE_PROPERTY.settings]);
}

/** Reads what was sent, and what is owed. */
export function parseSentDays(properties: Properties): SentDays {
  return parseStored(DAYS, properties[WAREHOUSE_PROPERTY.days]) ?? { owed: null, hashes: {} };
}

/** Reads the history that is asked for, sent or not; `undefined` if none. */
export function parseHistory(properties: Properties): History | undefined {
  return parseStored(HISTORY, properties[WAREHOUSE_PROPERTY.history]);
}
