import type { Region } from '../../contract/connection';
import { type CheckedForm, checkForm } from '../../contract/form';
import type { ReportView } from '../../contract/reports';
import {
  HISTORY_FORM,
  type HistoryForm,
  WAREHOUSE_FORM,
  WAREHOUSE_LOCATIONS,
  type WarehouseForm,
  type WarehouseView,
} from '../../contract/warehouse';

/** The fields of the warehouse form. */
interface WarehouseFields extends Pick<WarehouseForm, 'project' | 'dataset'> {
  /** One of `WAREHOUSE_LOCATIONS`, or `other` for the region beside it. */
  readonly location: string;
  readonly region: string;
  /** IDs. */
  readonly reports: readonly string[];
}

const EMPTY: WarehouseView = { settings: null, sentence: '', isFailing: false, history: null };

/** The warehouse as the script last showed it. */
export function readWarehouse(edition: unknown): WarehouseView {
  return (edition as WarehouseView | undefined) ?? EMPTY;
}

/** What the form begins with. The location is a guess from the region of the connection until one is saved. */
export function warehouseFields(settings: WarehouseForm | null, region: Region): WarehouseFields {
  if (settings === null) {
    return { project: '', dataset: '', location: region === 'US' ? 'US' : 'EU', region: '', reports: [] };
  }
  const { location, ...rest } = settings;
  const isNamed = WAREHOUSE_LOCATIONS.some((name) => name === location);
  return { ...rest, location: isNamed ? location : 'other', region: isNamed ? '' : location };
}

/** Checks the settings of the warehouse. @param sendable The reports that can be sent: others are left out. */
export function checkWarehouse(
  { region, ...fields }: WarehouseFields,
  sendable: readonly ReportView[],
): CheckedForm<WarehouseForm> {
  const location = fields.location === 'other' ? region : fields.location;
  const reports = fields.reports.filter((id) => sendable.some((report) => report.id === id));
  return checkForm(WAREHOUSE_FORM, { ...fields, location, reports });
}

/** Checks the first day of the history to send. */
export function checkHistory(fields: HistoryForm): CheckedForm<HistoryForm> {
  return checkForm(HISTORY_FORM, fields);
}

/** The reports whose rows are shifts: others are never sent. */
export function sendableReports(reports: readonly ReportView[]): readonly ReportView[] {
  return reports.filter(({ report }) => report === 'shift_fulfilment');
}
