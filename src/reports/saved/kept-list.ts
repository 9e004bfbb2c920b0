import { refuse } from '../../employer-api/errors';
import type { Clock, MakeId } from '../../employer-api/ports';
import { utf8Length } from '../../employer-api/text';
import { PROPERTY_BYTES } from '../../limits';
import type { DocumentLock, PropertyStore } from '../ports';

/** What keeping them needs. */
export interface KeptListServices {
  readonly document: PropertyStore;
  readonly lock: DocumentLock;
  readonly makeId: MakeId;
  readonly clock: Clock;
  /** The domains that mail may go to; any where none is listed. */
  readonly mailDomains: readonly string[];
}

const WORDS = {
  alert: { gone: 'Add the alert again', full: 'Remove an alert first' },
  summary: { gone: 'Add the summary email again', full: 'Remove a summary email first' },
};

/** What people keep for a saved report. */
type Kind = keyof typeof WORDS;

interface Kept {
  readonly id: string;
  /** The ID of the report. */
  readonly report: string;
}

/** Those whose reports are still there; the others go with the next change. */
export function ofReports<Item extends Kept>(
  items: readonly Item[],
  reports: readonly { readonly id: string }[],
): readonly Item[] {
  return items.filter(({ report }) => reports.some(({ id }) => id === report));
}

/** The item to change; `undefined` for a new one. @throws {ReportError} `invalid_settings` if it or its report is gone. */
export function findKept<Item extends Kept>(
  items: readonly Item[],
  wanted: { readonly id: string | null; readonly report: string },
  reports: readonly { readonly id: string }[],
  kind: Kind,
): Item | undefined {
  const known = items.find(({ id }) => id === wanted.id);
  if (wanted.id !== null && known === undefined)
    refuse('invalid_settings', `${WORDS[kind].gone}: it was removed meanwhile`);
  if (!reports.some(({ id }) => id === wanted.report))
    refuse('invalid_settings', 'Choose another report: this one was removed');
  return known;
}

/** The items with one of them changed, or a new one at the end. @throws {ReportError} `invalid_settings` beyond `most`. */
export function withKept<Item extends Kept>(
  items: readonly Item[],
  known: Item | undefined,
  saved: Item,
  most: number,
  kind: Kind,
): readonly Item[] {
  if (known !== undefined) return items.map((one) => (one === known ? saved : one));
  if (items.length >= most) refuse('invalid_settings', `${WORDS[kind].full}: there are ${most} already`);
  return [...items, saved];
}

/** Makes sure that a text fits one property. @throws {ReportError} `invalid_settings` */
export function requireRoom(text: string, kind: Kind): void {
  if (utf8Length(text) > PROPERTY_BYTES)
    refuse('invalid_settings', `${WORDS[kind].full}: no more can be kept`);
}
