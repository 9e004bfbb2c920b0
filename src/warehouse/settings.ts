import * as v from 'valibot';
import type { WarehouseForm } from '../contract/warehouse';
import { parseJson } from '../employer-api/text';
import type { Properties } from '../reports/ports';
import { PROPERTY } from '../reports/saved/document-state';

const name = (part: string) => PROPERTY.edition(`warehouse${part}`);

/** Names of the document properties of the warehouse. None holds a secret. */
export const WAREHOUSE_PROPERTY = {
  settings: name(''),
  /** The IDs of the connected tables' sheets, as JSON. */
  connected: name('.connected'),
  /** Days that are to be sent, by the number of their place. */
  owed: (index: number) => name(`.owed.${index}`),
  /** The history that is asked for. */
  history: name('.history'),
  /** What was last sent of a report. */
  sent: (reportId: string) => name(`.sent.${reportId}`),
  /** What the views calculate with; not set before they are made. */
  views: name('.views'),
} as const;

const STORED = v.object({
  version: v.literal(1),
  project: v.string(),
  dataset: v.string(),
  location: v.string(),
  /** The IDs of the saved reports whose rows are sent. */
  reports: v.array(v.string()),
});

/** Reads the stored settings; `undefined` if there are none. No service call. */
export function parseSettings(properties: Properties): WarehouseForm | undefined {
  const stored = v.safeParse(STORED, parseJson(properties[WAREHOUSE_PROPERTY.settings] ?? ''));
  if (!stored.success) return undefined;
  const { project, dataset, location, reports } = stored.output;
  return { project, dataset, location, reports };
}

/** The text to store. */
export function formatSettings({ project, dataset, location, reports }: WarehouseForm): string {
  return JSON.stringify({ version: 1, project, dataset, location, reports });
}
