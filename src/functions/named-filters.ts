import { closest } from '../answers/arguments/did-you-mean';
import { echo } from '../answers/arguments/echo';
import { refuseOption } from '../answers/arguments/option-mistakes';
import type { ShiftRow } from '../employer-api/shift-records';
import { foldName } from '../figures/names';
import type { RowFilter } from '../figures/row-filter';
import { kindOfNames, listNames } from '../reports/saved/seen-names';
import type { FormulaRun } from './formula-run';

/**
 * Refuses a name that filters pick or rule out, but no refresh and none of these records ever held: then it is a typing
 * mistake. Where no names are kept, only several names in one text are refused.
 *
 * @param rows All records that were read: before, an unknown name may belong to days that no refresh has reached.
 * @throws {ReportError} `invalid_option`
 */
export function refuseUnknownNames(
  run: FormulaRun,
  rows: readonly ShiftRow[],
  filters: readonly RowFilter[],
): void {
  for (const filter of filters) {
    const kind = filter.names.length === 0 ? undefined : kindOfNames(filter);
    // Kept names have to be unpacked, which most formulas can do without.
    if (kind === undefined || filter.strangersTo(listNames(rows, kind)).length === 0) continue;
    const seen = run.seenNames();
    const known = listNames(rows, kind, seen?.[kind]);
    const strangers = filter.strangersTo(known);
    const folded = new Set(known.map(foldName));
    const list = strangers.find((name) => isListOf(folded, name));
    if (list !== undefined) {
      refuseOption(
        `Put each ${kind} into a cell of its own and point at them: a comma belongs to the name. (${echo(list)})`,
      );
    }
    const [name] = seen === undefined ? [] : strangers;
    if (name === undefined) continue;
    const near = closest(name, known);
    if (near !== undefined) refuseOption(`Unknown ${kind} ${echo(name)}. Did you mean ${echo(near)}?`);
    refuseOption(`Choose another ${kind}: no refresh has seen ${echo(name)}`);
  }
}

/** @param known Names as `foldName` has them. */
function isListOf(known: ReadonlySet<string>, text: string): boolean {
  return text.includes(',') && text.split(',').every((part) => known.has(foldName(part)));
}
