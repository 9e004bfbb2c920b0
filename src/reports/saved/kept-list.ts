import * as v from 'valibot';
import { ReportError, refuse } from '../../employer-api/errors';
import type { Clock, MakeId } from '../../employer-api/ports';
import { wholeAddresses } from '../mail/outbox';
import type { SpreadsheetCalendar } from '../ports';
import {
  cachedTimeZone,
  change,
  type DocumentServices,
  type DocumentState,
  storedItems,
} from './document-state';

/** What saving alerts and summary emails needs. */
export interface KeptListServices extends DocumentServices {
  readonly makeId: MakeId;
  readonly clock: Clock;
  readonly calendar: Pick<SpreadsheetCalendar, 'text'>;
  /** The domains that mail may go to; any where none is listed. */
  readonly mailDomains: readonly string[];
}

/** What is stored of each, besides what its form asks for. All times are milliseconds since 1970. */
export const KEPT = v.object({
  id: v.string(),
  /** When it was made: they are listed in this order. */
  createdAt: v.number(),
  /** How often, and when last, it was saved. */
  revision: v.number(),
  savedAt: v.number(),
  /** The addresses that its email goes to. */
  to: v.array(v.string()),
});

/** With the ID of the report whose rows it is about. */
type Kept = Readonly<v.InferOutput<typeof KEPT>> & { readonly report: string };

/** Where items are read from. */
export type StoredItems = Pick<DocumentState, 'properties' | 'reports' | 'connection'>;

/** `storedItems` of reports that are still there. */
export function keptItems<Item extends Kept>(
  { properties, reports }: StoredItems,
  beginning: string,
  read: (text: string) => Item | undefined,
): readonly Item[] {
  const items = storedItems(properties, beginning, read);
  return items.filter(({ report }) => reports.some(({ id }) => id === report));
}

/**
 * Checks that an item may be saved.
 *
 * @param items All of its kind, what one is called, such as `alert`, and how many there may be.
 * @returns The item as it was, if it is not new, and what it has from now on.
 * @throws {ReportError} `invalid_settings` if it or its report is gone, there are too many, or mail may not go to an address or
 *   it is not known; `changed_meanwhile` if someone saved it since its form was opened.
 */
export function savedNow<Item extends Kept>(
  { clock, calendar, makeId, mailDomains }: Omit<KeptListServices, keyof DocumentServices>,
  state: DocumentState,
  form: Pick<Kept, 'report' | 'to'> & { readonly id: string | null; readonly revision?: number },
  items: readonly Item[],
  name: string,
  most: number,
) {
  const known = items.find(({ id }) => id === form.id);
  if (form.id !== null && known === undefined)
    refuse('invalid_settings', `Add the ${name} again: it was removed meanwhile`);
  if (!state.reports.some(({ id }) => id === form.report))
    refuse('invalid_settings', 'Choose another report: this one was removed');
  if (known === undefined && items.length >= most)
    refuse('invalid_settings', `Remove one of the ${name}s first: there are ${most} already`);
  requireRevision(known, form.revision, (millis) => calendar.text(millis, cachedTimeZone(state)));
  const savedAt = clock.now();
  const { id, createdAt, revision } = known ?? { id: makeId(), createdAt: savedAt, revision: 0 };
  const to = wholeAddresses(form.to, known?.to ?? [], mailDomains);
  return { known, base: { id, createdAt, revision: revision + 1, savedAt, to } };
}

/** Forgets an item, all that is kept of it; one that is gone already changes nothing. @throws {ReportError} `busy` */
export function removeKept(services: DocumentServices, ...names: readonly string[]): DocumentState {
  return change(services, (_, properties) =>
    Object.fromEntries(names.flatMap((name) => (properties[name] ? [[name, '']] : []))),
  );
}

/**
 * Checks that nobody has saved something since its form was opened.
 *
 * @param seen The revision that the form began with; left out by whoever shows no form.
 * @param time A moment as people read it.
 * @throws {ReportError} `changed_meanwhile`. The script may not know names, so it says when.
 */
export function requireRevision(
  stored: Pick<Kept, 'revision' | 'savedAt'> | undefined,
  seen: number | undefined,
  time: (millis: number) => string,
): void {
  if (stored === undefined || seen === undefined || stored.revision === seen) return;
  throw new ReportError('changed_meanwhile', {
    sentence: `Copy what you need, then open the form again: someone saved it on ${time(stored.savedAt)}, after you opened it`,
  });
}
