import type { SheetView } from '../protocol';
import { unitSheetId } from './workbook-data';

/**
 * Which sheet of the grid is which sheet of the document of record.
 *
 * A sheet that the person adds has a name of the grid's own until the server has answered with its ID.
 */
export class SheetIds {
  readonly #byUnit = new Map<string, number>();

  constructor(sheets: readonly SheetView[]) {
    for (const sheet of sheets) this.#byUnit.set(unitSheetId(sheet.sheetId), sheet.sheetId);
  }

  /** Notes that a sheet of the grid has an ID in the document of record. */
  learn(unitSheet: string, sheetId: number): void {
    this.#byUnit.set(unitSheet, sheetId);
  }

  /** Forgets a sheet that is gone. */
  forget(unitSheet: string): void {
    this.#byUnit.delete(unitSheet);
  }

  /** The ID in the document of record; `undefined` while the server has not answered yet. */
  sheetId(unitSheet: string): number | undefined {
    return this.#byUnit.get(unitSheet);
  }

  /** The grid's name of a sheet; `undefined` when the grid does not have it. */
  unitSheet(sheetId: number): string | undefined {
    for (const [unitSheet, id] of this.#byUnit) if (id === sheetId) return unitSheet;
    return undefined;
  }
}
