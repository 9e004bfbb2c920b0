import { describe, expect, test } from '@jest/globals';
import { checkForm } from '../../../src/contract/form';
import { HISTORY_FORM, type WarehouseFields } from '../../../src/contract/warehouse';
import { checkWarehouse, warehouseFields } from '../../../src/sidebar/page/warehouse-form';

const FIELDS: WarehouseFields = {
  project: ' acme-shifts ',
  dataset: 'shift_reports',
  location: 'EU',
  region: '',
};
const FORM = { project: 'acme-shifts', dataset: 'shift_reports', location: 'EU', reports: ['r1'] };
const PROJECT =
  'Copy the project ID from the Google Cloud console: 6 to 30 lower-case letters, digits and hyphens, such as acme-shifts.';
const DATASET = 'Enter the name of a dataset: letters, digits and underscores, such as shift_reports.';
const LOCATION = 'Choose EU or US, or enter a region such as europe-west2.';

describe('the form of the warehouse', () => {
  test('begins with the location that fits the region of the connection', () => {
    expect(warehouseFields(null, 'UK')).toMatchObject({ location: 'EU', region: '' });
    expect(warehouseFields(null, 'US')).toMatchObject({ location: 'US', region: '' });
  });

  test.each([
    ['EU', 'EU', ''],
    ['europe-west2', 'Other', 'europe-west2'],
  ])('begins with what is saved: %s', (location, chosen, region) => {
    expect(warehouseFields({ ...FORM, location }, 'US')).toEqual({
      project: FORM.project,
      dataset: FORM.dataset,
      location: chosen,
      region,
    });
  });

  test('is sent without spaces around its texts', () => {
    expect(checkWarehouse(FIELDS, ['r1'])).toEqual({ form: FORM, problems: {} });
    const other = { ...FIELDS, location: 'Other', region: ' europe-west2 ' };
    expect(checkWarehouse(other, ['r1']).form).toEqual({ ...FORM, location: 'europe-west2' });
  });

  test.each<[Partial<WarehouseFields>, string, string]>([
    [{ project: '' }, 'project', PROJECT],
    [{ project: 'Acme Shifts' }, 'project', PROJECT],
    [{ project: 'acme' }, 'project', PROJECT],
    [{ project: '123456789' }, 'project', PROJECT],
    [{ project: 'acme-shifts`; DROP TABLE x' }, 'project', PROJECT],
    [{ dataset: '' }, 'dataset', DATASET],
    [{ dataset: 'shift-reports' }, 'dataset', DATASET],
    [{ dataset: 'acme-shifts.shift_reports' }, 'dataset', DATASET],
    [{ location: 'Other', region: '' }, 'region', LOCATION],
    [{ location: 'Other', region: 'London' }, 'region', LOCATION],
    [{ location: 'Other', region: 'other' }, 'region', LOCATION],
  ])('refuses %j with its remedy', (changes, field, sentence) => {
    const { form, problems } = checkWarehouse({ ...FIELDS, ...changes }, ['r1']);
    expect(form).toBeNull();
    expect(problems).toEqual({ [field]: sentence });
  });

  test.each(['', '2025', '2025-13-01', '1999-12-31', '0202-06-01'])(
    'refuses %j as the first day of the history',
    (since) => {
      expect(checkForm(HISTORY_FORM, { since }).problems).toEqual({ since: 'Choose the first day.' });
    },
  );

  test('takes the first day that may be', () => {
    expect(checkForm(HISTORY_FORM, { since: '2000-01-01' }).form).toEqual({ since: '2000-01-01' });
  });
});
