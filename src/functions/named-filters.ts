import { closest } from '../answers/arguments/did-you-mean';
import { echo } from '../answers/arguments/echo';
import { refuseOption } from '../answers/arguments/option-mistakes';
import type { ShiftRow } from '../employer-api/shift-records';
import type { RowFilter } from '../figures/row-filter';
import { kindOfNames, listNames, type NameKind, type SeenNames } from '../reports/saved/seen-names';
import type { FormulaRun } from './formula-run';

/**
 * Refuses a name that no refresh has seen where it is all but one that refreshes have seen, before anything is read.
 *
 * Any other unknown name may belong to days that no refresh has reached. So may one with other digits: `Hall 2` is no
 * slip for `Hall 1`.
 *
 * @throws {ReportError} `invalid_option`
 */
export function refuseSlips(run: FormulaRun, filters: readonly RowFilter[]): void {
  for (const filter of filters) {
    const { kind, known } = seenFor(filter, filter.picksNamesOnly ? run.seenNames() : undefined);
    if (kind === undefined) continue;
    const named = filter.among(known);
    if (known.some((name) => named.matches(name))) continue;
    const meant = filter.names.map((name) =>
      closest(
        name,
        known.filter((other) => digitsOf(other) === digitsOf(name)),
      ),
    );
    const [name = ''] = filter.names;
    const [near] = meant;
    if (near !== undefined && meant.every((one) => one !== undefined)) refuseSlip(kind, name, near);
  }
}

/**
 * Refuses a name that no refresh and none of these records ever held: then it is a typing mistake.
 *
 * @throws {ReportError} `invalid_option`
 */
export function refuseUnknownNames(
  run: FormulaRun,
  rows: readonly ShiftRow[],
  filters: readonly RowFilter[],
): void {
  for (const filter of filters) {
    const seen = filter.names.length === 0 ? undefined : run.seenNames();
    const { kind, known } = seenFor(filter, seen, rows);
    if (kind === undefined || known.some((name) => filter.matches(name))) continue;
    const [name = ''] = filter.names;
    const near = closest(name, known);
    if (near !== undefined) refuseSlip(kind, name, near);
    refuseOption(`Choose another ${kind}: no refresh has seen ${echo(name)}`);
  }
}

/** The names to compare with; no kind where there are none to tell a mistake by. */
function seenFor(
  filter: RowFilter,
  seen: SeenNames | undefined,
  rows: readonly ShiftRow[] = [],
): { readonly kind: NameKind | undefined; readonly known: readonly string[] } {
  const kind = seen && kindOfNames(filter);
  return { kind, known: seen && kind ? listNames(rows, kind, seen[kind]) : [] };
}

function refuseSlip(kind: NameKind, name: string, near: string): never {
  return refuseOption(`Unknown ${kind} ${echo(name)}. Did you mean ${echo(near)}?`);
}

function digitsOf(name: string): string {
  return name.replace(/\P{N}+/gu, '');
}
