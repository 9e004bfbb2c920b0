import * as v from 'valibot';
import type { WarehouseViewName } from '../contract/warehouse';
import { refuse, toReportError } from '../employer-api/errors';
import { parseStored } from '../employer-api/text';
import type { DocumentLock, Properties, PropertyStore } from '../reports/ports';
import { type DocumentState, PROPERTY, readDocumentState, withLock } from '../reports/saved/document-state';
import { parseOtherLines, withOtherLine } from '../reports/status/status-sheet';
import { CONNECTED_TABLES_MAX } from './limits';
import { parseSettings, WAREHOUSE_PROPERTY } from './settings';
import { LINE_NAME } from './transfer-notes';

/** A table or view that a sheet shows. */
export interface ConnectedTable {
  readonly project: string;
  readonly dataset: string;
  readonly table: string;
}

/** Sheets of this spreadsheet that show a table of BigQuery. Google Sheets reads it after the call has ended. */
export interface ConnectedSheets {
  /**
   * Adds a sheet and brings it to the front. Two service calls.
   *
   * @returns Its ID and its name.
   * @throws {ReportError} `permission_missing`, `sheet_blocked`
   */
  add(table: ConnectedTable): { readonly sheetId: number; readonly sheet: string };
  /**
   * Has Google Sheets read the table again. Two service calls, one more after a failure, none if the sheet is gone.
   *
   * @throws {ReportError} `permission_missing`, `sheet_blocked`
   */
  refresh(sheetId: number): void;
}

/** What connected tables need. */
interface ConnectedTablesServices {
  readonly document: PropertyStore;
  readonly lock: DocumentLock;
  readonly connectedSheets: ConnectedSheets;
}

/** The sheets that people added to see a view. */
export class ConnectedTables {
  constructor(private readonly services: ConnectedTablesServices) {}

  /**
   * Adds a sheet on a view and remembers it. Seven service calls.
   *
   * @returns The state, and the name of the sheet.
   * @throws {ReportError} `invalid_settings` if no warehouse is saved; `permission_missing`, `sheet_blocked`, `busy`.
   */
  add(view: WarehouseViewName): { readonly state: DocumentState; readonly sheet: string } {
    const { document, lock, connectedSheets } = this.services;
    const settings = parseSettings(document.readAll());
    if (settings === undefined) refuse('invalid_settings', 'Save the warehouse first');
    const { project, dataset } = settings;
    const { sheetId, sheet } = connectedSheets.add({ project, dataset, table: view });
    return withLock(lock, () => {
      const properties = document.readAll();
      const ids = [...parseConnected(properties), sheetId].slice(-CONNECTED_TABLES_MAX);
      const changes = { [WAREHOUSE_PROPERTY.connected]: JSON.stringify(ids) };
      document.write(changes);
      return { state: readDocumentState({ ...properties, ...changes }), sheet };
    });
  }

  /**
   * Has Google Sheets read the tables of all these sheets again. Why one of them could not be is added to the line of the
   * warehouse. No service call if there are none; two for each, and one more after a failure. Never throws.
   */
  refresh(properties: Properties): void {
    let sentence = '';
    for (const sheetId of parseConnected(properties)) {
      try {
        this.services.connectedSheets.refresh(sheetId);
      } catch (error) {
        sentence = toReportError(error).message;
      }
    }
    if (sentence !== '') this.note(sentence, properties[PROPERTY.lines]);
  }

  private note(sentence: string, lines: string | undefined): void {
    const line = parseOtherLines(lines).find(({ name }) => name === LINE_NAME);
    if (line === undefined) return;
    const noted = { ...line, message: `${line.message} ${sentence}`.trim() };
    try {
      this.services.document.write({ [PROPERTY.lines]: withOtherLine(lines, noted) });
    } catch {
      // Google Sheets shows on the sheet itself that it was not refreshed.
    }
  }
}

const IDS = v.array(v.pipe(v.number(), v.safeInteger()));

/** The IDs of the sheets that were added, the newest last. */
function parseConnected(properties: Properties): readonly number[] {
  return parseStored(IDS, properties[WAREHOUSE_PROPERTY.connected]) ?? [];
}
