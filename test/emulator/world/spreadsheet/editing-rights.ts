import { HostError } from '../../values';
import { intersects, type Rectangle } from './rectangle';
import type { Sheet } from './sheet';

/** Who may edit a spreadsheet, by email address. Viewers may not; everyone else counts as an editor. */
export interface EditingRights {
  readonly owner: string;
  readonly viewers: ReadonlySet<string>;
}

/** E32. */
const PROTECTED =
  'You are trying to edit a protected cell or object. Please contact the spreadsheet owner to remove protection if you need to edit.';

/**
 * Refuses an edit of protected cells, and any edit by a viewer.
 *
 * @throws {HostError} E32; for viewers the same text is assumed.
 */
export function checkEditable(rights: EditingRights, user: string, sheet: Sheet, block: Rectangle): void {
  checkMayEdit(rights, user);
  if (user === rights.owner) return;
  const isBlocked = sheet.protections.some(
    (protection) => intersects(protection.block, block) && !protection.editors.includes(user),
  );
  if (isBlocked) throw new HostError(PROTECTED);
}

/** Refuses an edit that concerns the spreadsheet as a whole. @throws {HostError} for viewers. */
export function checkMayEdit(rights: EditingRights, user: string): void {
  if (rights.viewers.has(user)) throw new HostError(PROTECTED);
}

/** Refuses changing a sheet as such (its name, its size, its removal) where all of it is protected. */
export function checkSheetEditable(rights: EditingRights, user: string, sheet: Sheet): void {
  checkMayEdit(rights, user);
  if (user === rights.owner) return;
  const whole = sheet.protections.find((protection) => protection.wholeSheet);
  if (whole !== undefined && !whole.editors.includes(user)) throw new HostError(PROTECTED);
}
