import * as v from 'valibot';
import { refuse } from '../../employer-api/errors';
import type { DocumentServices, Services } from '../ports';
import { type DocumentState, findReport, requireRevision, storedItems } from '../saved/document-state';
import { KEPT } from '../saved/saved-report';
import { wholeAddresses } from './outbox';

/** What is stored of an alert or a summary email, besides what its form asks for. */
export const MAILED = v.object({
  ...KEPT.entries,
  /** The addresses that its email goes to. */
  to: v.array(v.string()),
});

/** With the ID of the report whose rows it is about. */
type Mailed = v.InferOutput<typeof MAILED> & { readonly report: string };

/** Those of reports that are still there, in the order in which they were made. */
export function mailedItems<Item extends Mailed>(
  { properties, reports }: DocumentState,
  beginning: string,
  schema: v.GenericSchema<unknown, Item>,
): readonly Item[] {
  const items = storedItems(properties, beginning, schema);
  return items.filter(({ report }) => reports.some(({ id }) => id === report));
}

/** What saving an alert or a summary email needs. */
export type SavingServices = DocumentServices &
  Pick<Services, 'makeId' | 'clock' | 'calendar' | 'mailDomains'>;

/**
 * Checks that an item may be saved.
 *
 * @param items All of its kind, what one is called, such as `alert`, and how many there may be.
 * @returns The item as it was, if it is not new, and what is stored of it from now on.
 * @throws {ReportError} `invalid_settings` if it or its report is gone, or there are too many; `changed_meanwhile` if someone
 *   saved it since its form was opened; as `wholeAddresses`.
 */
export function savedNow<Item extends Mailed>(
  { clock, calendar, makeId, mailDomains }: Omit<SavingServices, keyof DocumentServices>,
  state: DocumentState,
  form: Pick<Mailed, 'report' | 'to'> & { readonly id: string | null; readonly revision?: number },
  items: readonly Item[],
  name: string,
  most: number,
) {
  const known = items.find(({ id }) => id === form.id);
  if (form.id !== null && known === undefined)
    refuse('invalid_settings', `Add the ${name} again: it was removed meanwhile`);
  if (known === undefined && items.length >= most)
    refuse('invalid_settings', `Remove one of the ${name}s first: there are ${most} already`);
  requireRevision(known, form.revision, (millis) => calendar.text(millis, state.zone));
  findReport(state, form.report);
  const savedAt = clock.now();
  const { id, createdAt, revision } = known ?? { id: makeId(), createdAt: savedAt, revision: 0 };
  const to = wholeAddresses(form.to, known?.to ?? [], mailDomains);
  return { known, base: { id, createdAt, revision: revision + 1, savedAt, to } };
}
