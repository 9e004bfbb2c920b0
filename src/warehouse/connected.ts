import * as v from 'valibot';
import type { WarehouseViewName } from '../contract/warehouse';
import { refuse } from '../employer-api/errors';
import { parseStored } from '../employer-api/text';
import type { DocumentLock, Properties, PropertyStore } from '../reports/ports';
import { type DocumentState, readDocumentState, withLock } from '../reports/saved/document-state';
import { parseSettings, WAREHOUSE_PROPERTY } from './settings';

/** Sheets of this spreadsheet that show a view of BigQuery. Google Sheets reads it after the call has ended. */
export interface ConnectedSheets {
  /**
   * Adds a sheet, the newest weeks first, and brings it to the front. Three service calls.
   *
   * @returns Its ID and its name.
   * @throws {ReportError} `permission_missing`, `sheet_blocked`
   */
  add(view: { readonly project: string; readonly dataset: string; readonly table: string }): {
    readonly sheetId: number;
    readonly sheet: string;
  };
  /**
   * Has Google Sheets read the view again for the sheet and for the extracts, pivot tables and charts made from it. Two service
   * calls, none if the sheet is gone.
   *
   * @throws {ReportError} `permission_missing`, `sheet_blocked`
   */
  refresh(sheetId: number): void;
}

/** What connected sheets need. */
export interface ConnectedServices {
  readonly document: PropertyStore;
  readonly lock: DocumentLock;
  readonly connectedSheets: ConnectedSheets;
}

/** Sheets that scheduled runs refresh, the newest: BigQuery bills each reading. */
const MOST_SHEETS = 5;

/**
 * Adds a sheet on a view and remembers it. Eight service calls.
 *
 * @returns The state, and the name of the sheet.
 * @throws {ReportError} `invalid_settings` if no warehouse is saved; `permission_missing`, `sheet_blocked`, `busy`.
 */
export function addConnectedSheet(
  { document, lock, connectedSheets }: ConnectedServices,
  view: WarehouseViewName,
): { readonly state: DocumentState; readonly sheet: string } {
  const settings = parseSettings(document.readAll());
  if (settings === undefined) refuse('invalid_settings', 'Save the warehouse first');
  const { project, dataset } = settings;
  const { sheetId, sheet } = connectedSheets.add({ project, dataset, table: view });
  return withLock(lock, () => {
    const properties = document.readAll();
    const ids = [...parseConnected(properties), sheetId].slice(-MOST_SHEETS);
    const changes = { [WAREHOUSE_PROPERTY.connected]: JSON.stringify(ids) };
    document.write(changes);
    return { state: readDocumentState({ ...properties, ...changes }), sheet };
  });
}

/**
 * Has Google Sheets read the views of these sheets again. No service call if there are none, two for each. Never throws:
 * Google Sheets shows on a sheet that it was not refreshed, and why.
 */
export function refreshConnectedSheets({ connectedSheets }: ConnectedServices, properties: Properties): void {
  for (const sheetId of parseConnected(properties)) {
    try {
      connectedSheets.refresh(sheetId);
    } catch {
      // The sheet says so.
    }
  }
}

const IDS = v.array(v.pipe(v.number(), v.safeInteger()));

/** The IDs of the sheets that were added, the newest last. */
function parseConnected(properties: Properties): readonly number[] {
  return parseStored(IDS, properties[WAREHOUSE_PROPERTY.connected]) ?? [];
}
