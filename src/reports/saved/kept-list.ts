import { ReportError, refuse } from '../../employer-api/errors';
import type { Clock, MakeId } from '../../employer-api/ports';
import type { Properties, SpreadsheetCalendar } from '../ports';
import {
  cachedTimeZone,
  change,
  type DocumentServices,
  type DocumentState,
  locked,
  readDocumentState,
  storedItems,
} from './document-state';

/** What keeping alerts and summary emails needs. */
export interface KeptListServices extends DocumentServices {
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

/** How items of a kind are kept: what one is called, such as `alert`, how many there may be, and how they are read. */
interface KeptKind<Item> {
  readonly name: string;
  readonly most: number;
  read(state: StoredItems): readonly Item[];
}

/**
 * Saves a new or changed item. Four service calls.
 *
 * @param make What to store, of what each item has, as it was before, and of what is stored.
 * @throws {ReportError} `invalid_settings` if it or its report is gone, or there are too many; `changed_meanwhile` if someone
 *   saved it since its form was opened; `busy`.
 */
export function saveKept<Item extends Kept>(
  services: Omit<KeptListServices, 'mailDomains'>,
  form: { readonly id: string | null; readonly report: string; readonly revision?: number },
  { name, most, read }: KeptKind<Item>,
  make: (
    base: Omit<Kept, 'report'>,
    known: Item | undefined,
    state: DocumentState,
    properties: Properties,
  ) => Properties,
): DocumentState {
  const { clock, calendar, makeId } = services;
  return change(services, (state, properties) => {
    const items = read(state);
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
    return make({ id, createdAt, revision: revision + 1, savedAt }, known, state, properties);
  });
}

/** Forgets an item; one that is gone already changes nothing. Four service calls. @throws {ReportError} `busy` */
export function removeKept(services: DocumentServices, name: string): DocumentState {
  return locked(services, (_, { [name]: __, ...left }) => {
    services.document.remove(name);
    return readDocumentState(left);
  });
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
