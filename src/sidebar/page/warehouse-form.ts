import type { Region } from '../../contract/connection';
import { type CheckedForm, checkForm } from '../../contract/form';
import {
  WAREHOUSE_FORM,
  WAREHOUSE_LOCATIONS,
  type WarehouseFields,
  type WarehouseForm,
} from '../../contract/warehouse';

/** What the form begins with. The location is a guess from the region of the connection until one is saved. */
export function warehouseFields(settings: WarehouseForm | null, region: Region): WarehouseFields {
  if (settings === null) {
    return { project: '', dataset: '', location: region === 'US' ? 'US' : 'EU', region: '' };
  }
  const { project, dataset, location } = settings;
  const isNamed = WAREHOUSE_LOCATIONS.some((name) => name === location);
  return { project, dataset, location: isNamed ? location : 'Other', region: isNamed ? '' : location };
}

/** Checks the settings of the warehouse. @param reports The IDs of those that are sent. */
export function checkWarehouse(
  { region, ...fields }: WarehouseFields,
  reports: readonly string[],
): CheckedForm<WarehouseForm> {
  const isOther = fields.location === 'Other';
  const { form, problems } = checkForm(WAREHOUSE_FORM, {
    ...fields,
    location: isOther ? region : fields.location,
    reports,
  });
  const { location, ...others } = problems;
  const moved = isOther && location !== undefined ? { ...others, region: location } : problems;
  return { form, problems: moved };
}
