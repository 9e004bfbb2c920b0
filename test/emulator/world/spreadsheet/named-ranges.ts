import { HostError } from '../../values';
import { parseA1 } from './a1-notation';
import { markAllFormulas } from './dependents';
import type { Rectangle } from './rectangle';
import type { Sheet } from './sheet';
import type { NamedRange, Workbook } from './workbook';

/**
 * Gives a block a name, or moves the name to it. Formulas that use the name read the new cells.
 *
 * @throws {HostError} for a name that no formula could use; the text is assumed.
 */
export function nameBlock(workbook: Workbook, name: string, sheet: Sheet, block: Rectangle): void {
  checkName(name);
  workbook.names.set(name.toLowerCase(), { name, sheetId: sheet.id, block });
  markAllFormulas(workbook);
  workbook.noteChange(sheet.id);
}

/** Takes a name away. @throws {HostError} when there is none; the text is assumed. */
export function removeName(workbook: Workbook, name: string): void {
  const named = findName(workbook, name);
  workbook.names.delete(name.toLowerCase());
  markAllFormulas(workbook);
  workbook.noteChange(named.sheetId);
}

/** What a name stands for; case does not matter. @throws {HostError} when there is none; the text is assumed. */
export function findName(workbook: Workbook, name: string): NamedRange {
  const named = workbook.names.get(name.toLowerCase());
  if (named === undefined) throw new HostError(`The named range ${name} does not exist.`);
  return named;
}

/**
 * Fact S22, from the Docs Editors Help, "Name a range of cells": letters, numbers and underscores, 1 to 250 of them;
 * no number and neither `true` nor `false` in front; nothing that reads as A1 or R1C1 notation.
 */
function checkName(name: string): void {
  const isWord = /^(?!true|false)[a-z_][a-z0-9_]{0,249}$/i.test(name);
  const isPlace = parseA1(name) !== undefined || /^r\d*c\d*$/i.test(name);
  if (!isWord || isPlace) throw new HostError('The name you have entered for this named range is invalid.');
}
