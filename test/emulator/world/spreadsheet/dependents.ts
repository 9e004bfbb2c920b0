import { type A1Reference, resolveA1 } from './a1-notation';
import type { CallArgument } from './formula-call';
import { intersection, intersects, type Rectangle } from './rectangle';
import type { Sheet } from './sheet';
import type { Workbook } from './workbook';

/** Cells that an argument points at; `undefined` when it points nowhere. */
export interface Target {
  readonly sheet: Sheet;
  readonly block: Rectangle;
}

/** Finds the cells that an argument of a formula in `home` points at. */
export function targetOf(workbook: Workbook, home: Sheet, argument: CallArgument): Target | undefined {
  if (argument.kind === 'reference') return resolve(workbook, home, argument.reference);
  if (argument.kind !== 'name') return undefined;
  const named = workbook.names.get(argument.name.toLowerCase());
  const sheet = named && workbook.findSheet(named.sheetId);
  return named && sheet && { sheet, block: named.block };
}

function resolve(workbook: Workbook, home: Sheet, reference: A1Reference): Target | undefined {
  const sheet = reference.sheetName === undefined ? home : workbook.sheetNamed(reference.sheetName);
  if (sheet === undefined) return undefined;
  const block = intersection(resolveA1(reference, sheet.grid.maxRows, sheet.grid.maxColumns), sheet.bounds);
  return block && { sheet, block };
}

/** Marks every formula that points at a changed cell: it may have to run again (fact F5). */
export function markDependents(workbook: Workbook, sheetId: number, block: Rectangle): void {
  for (const sheet of workbook.sheets) {
    for (const formula of sheet.formulas.values()) {
      if (formula.isDirty || formula.call === undefined) continue;
      const concerned = formula.call.args.some((argument) => {
        const target = targetOf(workbook, sheet, argument);
        return target !== undefined && target.sheet.id === sheetId && intersects(target.block, block);
      });
      if (concerned) sheet.keepFormula({ ...formula, isDirty: true });
    }
  }
}

/**
 * Marks every formula: names, sheets or the grid's size changed, so that any reference may mean other cells.
 *
 * @param memory `forget`: a formula runs even if its arguments turn out to be the same.
 */
export function markAllFormulas(workbook: Workbook, memory: 'keep' | 'forget' = 'keep'): void {
  for (const sheet of workbook.sheets) {
    for (const formula of [...sheet.formulas.values()]) {
      const lastArguments = memory === 'keep' ? formula.lastArguments : undefined;
      sheet.keepFormula({ ...formula, isDirty: true, lastArguments });
    }
  }
}
