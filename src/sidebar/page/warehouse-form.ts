import type { Region } from '../../contract/connection';
import { type CheckedForm, checkForm } from '../../contract/form';
import {
  sendableReports,
  WAREHOUSE_FORM,
  WAREHOUSE_LOCATIONS,
  type WarehouseFields,
  type WarehouseForm,
} from '../../contract/warehouse';
import type { ReportView } from '../state-view';

/** What the form begins with. The location is a guess from the region of the connection until one is saved. */
export function warehouseFields(
  settings: WarehouseForm | null,
  region: Region,
  reports: readonly ReportView[],
): WarehouseFields {
  const blank = { project: '', dataset: '', location: region === 'US' ? 'US' : 'EU', reports: [] };
  const { project, dataset, location, reports: saved } = settings ?? blank;
  const isNamed = WAREHOUSE_LOCATIONS.some((name) => name === location);
  return {
    ...{ project, dataset },
    ...(isNamed ? { location, region: '' } : { location: 'Other', region: location }),
    reports: sendableReports(reports).flatMap(({ id }) => (saved.includes(id) ? [id] : [])),
  };
}

/** Checks the settings of the warehouse. */
export function checkWarehouse({ region, ...fields }: WarehouseFields): CheckedForm<WarehouseForm> {
  if (fields.location !== 'Other') return checkForm(WAREHOUSE_FORM, fields);
  const { form, problems } = checkForm(WAREHOUSE_FORM, { ...fields, location: region });
  const { location, ...others } = problems;
  return { form, problems: location === undefined ? others : { ...others, region: location } };
}
