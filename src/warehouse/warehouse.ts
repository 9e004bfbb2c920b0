import type { WarehouseForm, WarehouseView } from '../contract/warehouse';
import { refuse } from '../employer-api/errors';
import type { DocumentLock, PropertyStore } from '../reports/ports';
import { type DocumentState, readDocumentState } from '../reports/saved/document-state';
import { withLock } from '../reports/with-lock';
import { formatSettings, parseSettings, WAREHOUSE_PROPERTY } from './settings';

/** What the settings of the warehouse need. */
export interface WarehouseServices {
  readonly document: PropertyStore;
  readonly lock: DocumentLock;
}

/** The warehouse as the sidebar works with it. */
export class Warehouse {
  constructor(private readonly services: WarehouseServices) {}

  /**
   * Saves project, dataset, location and reports. Four service calls; no request.
   *
   * @throws {ReportError} `invalid_settings` if a report was removed or has no shifts; `busy`.
   */
  save(form: WarehouseForm): DocumentState {
    const { document, lock } = this.services;
    return withLock(lock, () => {
      const properties = document.readAll();
      const { reports } = readDocumentState(properties);
      if (form.reports.some((id) => !reports.some((report) => report.id === id)))
        refuse('invalid_settings', 'Choose the reports again: one of them was removed');
      const changes = { [WAREHOUSE_PROPERTY.settings]: formatSettings(form) };
      document.write(changes);
      return readDocumentState({ ...properties, ...changes });
    });
  }

  /** Forgets the settings and what is left to send; nothing in BigQuery is deleted. Four service calls. */
  remove(): DocumentState {
    const { document, lock } = this.services;
    return withLock(lock, () => {
      const properties = document.readAll();
      const changes = Object.fromEntries(
        Object.keys(readDocumentState(properties).edition ?? {}).map((name) => [name, '']),
      );
      document.write(changes);
      return readDocumentState({ ...properties, ...changes });
    });
  }
}

/** The warehouse as the page shows it. No service call. */
export function viewWarehouse({ edition = {} }: DocumentState): WarehouseView {
  return { settings: parseSettings(edition) ?? null, sentence: '', isFailing: false, history: null };
}
