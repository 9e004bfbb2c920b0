import { closest } from '../answers/arguments/option-cells';
import type { Reading } from '../compose/reading';
import type { KnownNames, ReportForm, UnknownName } from '../contract/reports';
import type { Properties } from '../reports/ports';
import { PROPERTY } from '../reports/saved/document-state';
import { kindOfNames, parseSeenNames } from '../reports/saved/learned';
import { readCriteria } from '../reports/saved/report-question';
import { findStored } from '../reports/saved/saved-connection';

/**
 * The names that refreshes of this connection have seen; `undefined` where there are none, or too many to keep. One
 * property read where only this person is connected.
 *
 * @param properties The document properties, already read.
 */
export function readKnownNames(
  properties: Properties,
  { stores, packer }: Pick<Reading, 'stores' | 'packer'>,
): KnownNames | undefined {
  const kept = properties[PROPERTY.names];
  const saved = kept ? findStored(properties, stores) : undefined;
  const seen = saved && parseSeenNames(kept, saved.connection.fingerprint, packer);
  return seen && { venue: seen.venue, area: seen.area, role: seen.role };
}

/**
 * The first name in the filters of a report that no refresh has seen, and the one it is probably meant to be. Patterns
 * are not looked at.
 *
 * @throws {ReportError} `invalid_option` where the filters cannot be read.
 */
export function findUnknownName(choice: ReportForm, known: KnownNames): UnknownName | undefined {
  for (const filter of readCriteria(choice, [], () => undefined)) {
    const field = kindOfNames(filter);
    if (field === undefined || known[field].length === 0) continue;
    const [typed] = filter.among(known[field]).unknownNames(known[field]);
    if (typed !== undefined) return { field, typed, meant: closest(typed, known[field]) ?? null };
  }
  return undefined;
}

/** What to say of it: remedy first. */
export function describeUnknownName({ field, typed, meant }: UnknownName): string {
  return meant === null
    ? `Press “Save report” again to keep “${typed}”: no refresh has seen this ${FIELDS[field]}`
    : `Did you mean “${meant}”? Press “Save report” again to keep “${typed}”`;
}

const FIELDS = { venue: 'venue', area: 'area', role: 'job title' };
