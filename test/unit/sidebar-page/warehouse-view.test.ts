import { describe, expect, test } from '@jest/globals';
import {
  checkHistory,
  checkWarehouse,
  readWarehouse,
  sendableReports,
  warehouseFields,
} from '../../../src/sidebar/page/warehouse-view';
import { sampleReport } from './sample-state';

type WarehouseFields = ReturnType<typeof warehouseFields>;

const SHIFTS = sampleReport({ id: 'r1' });
const GROUPED = sampleReport({ id: 'r2', report: 'shift_fulfilment_aggregated', groupBy: 'venue' });
const FIELDS: WarehouseFields = {
  project: ' acme-shifts ',
  dataset: 'shift_reports',
  location: 'EU',
  region: '',
  reports: ['r1'],
};
const FORM = { project: 'acme-shifts', dataset: 'shift_reports', location: 'EU', reports: ['r1'] };
const PROJECT =
  'Copy the project ID from the Google Cloud console: 6 to 30 lower-case letters, digits and hyphens, such as acme-shifts.';
const DATASET = 'Enter the name of a dataset: letters, digits and underscores, such as shift_reports.';
const LOCATION = 'Choose EU or US, or enter a region such as europe-west2.';

describe('the form of the warehouse', () => {
  test('begins with the location that fits the region of the connection', () => {
    expect(warehouseFields(null, 'UK')).toMatchObject({ location: 'EU', region: '', reports: [] });
    expect(warehouseFields(null, 'US')).toMatchObject({ location: 'US', region: '' });
  });

  test.each([
    ['EU', 'EU', ''],
    ['europe-west2', 'other', 'europe-west2'],
  ])('begins with what is saved: %s', (location, chosen, region) => {
    expect(warehouseFields({ ...FORM, location }, 'US')).toEqual({
      ...FORM,
      location: chosen,
      region,
    });
  });

  test('is sent without spaces around its texts', () => {
    expect(checkWarehouse(FIELDS, [SHIFTS])).toEqual({ form: FORM, problems: {} });
    const other = { ...FIELDS, location: 'other', region: ' europe-west2 ' };
    expect(checkWarehouse(other, [SHIFTS]).form).toEqual({ ...FORM, location: 'europe-west2' });
  });

  test('leaves out reports that were removed or became grouped', () => {
    const fields = { ...FIELDS, reports: ['r1', 'r2', 'gone'] };
    expect(checkWarehouse(fields, sendableReports([SHIFTS, GROUPED])).form?.reports).toEqual(['r1']);
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
    [{ location: 'other', region: '' }, 'location', LOCATION],
    [{ location: 'other', region: 'London' }, 'location', LOCATION],
    [{ location: 'other', region: 'other' }, 'location', LOCATION],
  ])('refuses %j with its remedy', (changes, field, sentence) => {
    const { form, problems } = checkWarehouse({ ...FIELDS, ...changes }, [SHIFTS]);
    expect(form).toBeNull();
    expect(problems).toEqual({ [field]: sentence });
  });

  test.each(['', '2025', '2025-13-01', '1999-12-31', '0202-06-01'])(
    'refuses %j as the first day of the history',
    (since) => {
      expect(checkHistory({ since }).problems).toEqual({ since: 'Choose the first day.' });
    },
  );

  test('takes the first day that may be', () => {
    expect(checkHistory({ since: '2000-01-01' }).form).toEqual({ since: '2000-01-01' });
  });

  test('shows a warehouse that is not saved where the script shows none', () => {
    expect(readWarehouse(undefined)).toEqual({
      settings: null,
      sentence: '',
      isFailing: false,
      history: null,
    });
  });
});
