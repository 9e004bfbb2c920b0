import type { CalendarDate } from '../calendar/calendar-date';
import type { ShiftRow } from '../employer-api/shift-records';
import { parseKeptBases, reviseBasis } from '../figures/kept-basis';
import { PROPERTY } from './document-state';
import type { TextPacker } from './ports';
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
