import { HostError } from '../../host-errors';
import { parseA1 } from './a1-notation';
import { markAllFormulas } from './dependents';
import type { Rectangle } from './rectangle';
import type { Sheet } from './sheet';
import type { Workbook } from './workbook';

/**
 * Gives a block a name, or moves the name to it.
 *
 * @throws {HostError} for a name that no formula could use; the text is assumed.
 */
export function nameBlock(workbook: Workbook, name: string, sheet: Sheet, block: Rectangle): void {
  const isWord = /^[A-Za-z_][A-Za-z0-9_]{0,249}$/.test(name) && !/^(?:true|false)$/i.test(name);
  if (!isWord || parseA1(name) !== undefined || /^r\d*c\d*$/i.test(name)) {
    throw new HostError('The name you have entered for this named range is invalid.');
  }
  workbook.names.set(name.toLowerCase(), { name, sheetId: sheet.id, block });
  markAllFormulas(workbook);
  workbook.noteChange(sheet.id);
}

/** Takes a name away. @throws {HostError} when there is none; the text is assumed. */
export function removeName(workbook: Workbook, name: string): void {
  const named = workbook.names.get(name.toLowerCase());
  if (named === undefined) throw new HostError(`The named range ${name} does not exist.`);
  workbook.names.delete(name.toLowerCase());
  markAllFormulas(workbook);
  workbook.noteChange(named.sheetId);
}
