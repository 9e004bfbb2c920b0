import { ReportError, refuse } from '../../employer-api/errors';
import type { Clock, MakeId } from '../../employer-api/ports';
import type { DocumentLock, Properties, PropertyStore, SpreadsheetCalendar } from '../ports';

/** What keeping alerts and summary emails needs. */
export interface KeptListServices {
  readonly document: PropertyStore;
  readonly lock: DocumentLock;
  readonly makeId: MakeId;
  readonly clock: Clock;
  readonly calendar: Pick<SpreadsheetCalendar, 'text'>;
  /** The domains that mail may go to; any where none is listed. */
  readonly mailDomains: readonly string[];
}

/** What is kept in a property of its own. All times are milliseconds since 1970. */
interface Kept extends Revised {
  readonly id: string;
  /** The ID of the report whose rows it is about. */
  readonly report: string;
  /** When it was made: they are listed in this order. */
  readonly createdAt: number;
}

/** The items stored under names that begin alike, of reports that are still there, in the order in which they were made. */
export function keptItems<Item extends Kept>(
  properties: Properties,
  read: (text: string) => Item | undefined,
  reports: readonly { readonly id: string }[],
): readonly Item[] {
  return Object.values(properties)
    .flatMap((text) => read(text) ?? [])
    .filter(({ report }) => reports.some(({ id }) => id === report))
    .sort((one, other) => one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1));
}

/**
 * The item to change; `undefined` for a new one.
 *
 * @param kind What it is called, such as `alert`.
 * @throws {ReportError} `invalid_settings` if it or its report is gone, or there are too many; `changed_meanwhile`
 */
export function findKept<Item extends Kept>(
  items: readonly Item[],
  wanted: { readonly id: string | null; readonly report: string; readonly revision?: number },
  reports: readonly { readonly id: string }[],
  {
    kind,
    most,
    time,
  }: { readonly kind: string; readonly most: number; readonly time: (millis: number) => string },
): Item | undefined {
  const known = items.find(({ id }) => id === wanted.id);
  if (wanted.id !== null && known === undefined)
    refuse('invalid_settings', `Add the ${kind} again: it was removed meanwhile`);
  if (!reports.some(({ id }) => id === wanted.report))
    refuse('invalid_settings', 'Choose another report: this one was removed');
  if (known === undefined && items.length >= most)
    refuse('invalid_settings', `Remove one of the ${kind}s first: there are ${most} already`);
  requireRevision(known, wanted.revision, time);
  return known;
}

/** What people save with a form. */
export interface Revised {
  /** How often it was saved. */
  readonly revision: number;
  /** When it was saved last. Milliseconds since 1970. */
  readonly savedAt: number;
}

/**
 * Checks that nobody has saved something since its form was opened.
 *
 * @param seen The revision that the form began with; left out by whoever shows no form.
 * @param time A moment as people read it.
 * @throws {ReportError} `changed_meanwhile`. The script may not know names, so it says when.
 */
export function requireRevision(
  stored: Revised | undefined,
  seen: number | undefined,
  time: (millis: number) => string,
): void {
  if (stored === undefined || seen === undefined || stored.revision === seen) return;
  throw new ReportError('changed_meanwhile', {
    sentence: `Copy what you need, then open the form again: someone saved it on ${time(stored.savedAt)}, after you opened it`,
  });
}
