import type { CalendarDate } from '../calendar/calendar-date';
import type { ShiftRow } from '../employer-api/shift-records';
import { checkIdentities } from '../figures/identities';
import { parseKeptBases, reviseBasis } from '../figures/kept-basis';
import { PROPERTY } from './document-state';
import type { TextPacker } from './ports';
import type { FailedCheck } from './saved-report';
import { addSeenNames, packSeenNames, parseSeenNames } from './seen-names';

/**
 * What formulas can learn from a refresh: what the percentages are made of, and which names there are.
 *
 * @param properties The document properties, already read.
 * @returns The document properties to write.
 */
export function learnedFrom(
  rows: readonly ShiftRow[],
  properties: Readonly<Record<string, string>>,
  {
    fingerprint,
    today,
    packer,
  }: { readonly fingerprint: string; readonly today: CalendarDate; readonly packer: TextPacker },
): Record<string, string> {
  const bases = parseKeptBases(properties[PROPERTY.bases], fingerprint);
  const names = parseSeenNames(properties[PROPERTY.names], fingerprint, packer);
  return {
    [PROPERTY.bases]: JSON.stringify(reviseBasis(bases, rows, today, fingerprint)),
    [PROPERTY.names]: packSeenNames(addSeenNames(names, rows, fingerprint), packer),
  };
}

/** SHIFT_IDs that are kept for a relation that fails. */
const KEPT_IDS = 3;

/** The relations between the figures that do not hold in every shift. Nothing is repaired. */
export function failedChecks(rows: readonly ShiftRow[], today: CalendarDate): FailedCheck[] {
  return checkIdentities(rows, today).flatMap(({ identity, holds, of, failing }) => {
    const ids = failing.map(({ shiftId }) => shiftId).filter((id): id is number => typeof id === 'number');
    return holds === of ? [] : [{ identity, failing: of - holds, of, ids: ids.slice(0, KEPT_IDS) }];
  });
}
