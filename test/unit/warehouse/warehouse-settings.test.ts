import { describe, expect, test } from '@jest/globals';
import { readDocumentState } from '../../../src/reports/saved/document-state';
import { formatSavedReport, newReport } from '../../../src/reports/saved/saved-report';
import { viewWarehouse, Warehouse } from '../../../src/warehouse/warehouse';
import { MemoryProperties } from '../../support/memory-properties';
import { StubLock } from '../../support/stub-lock';

const FORM = { project: 'acme-shifts', dataset: 'shift_reports', location: 'EU', reports: ['r-1'] };

function scene() {
  const document = new MemoryProperties({
    'report.r-1': formatSavedReport({ ...newReport('r-1', 1), sheet: 'Shifts' }),
  });
  return { document, warehouse: new Warehouse({ document, lock: new StubLock() }) };
}

describe('the settings of the warehouse', () => {
  test('are kept with the spreadsheet and shown again', () => {
    const { document, warehouse } = scene();
    expect(viewWarehouse(warehouse.save(FORM)).settings).toEqual(FORM);
    expect(viewWarehouse(readDocumentState(document.readAll())).settings).toEqual(FORM);
    expect(document.log).toEqual(['write edition.warehouse']);
  });

  test('refuse a report that was removed meanwhile, and store nothing', () => {
    const { document, warehouse } = scene();
    expect(() => warehouse.save({ ...FORM, reports: ['r-1', 'r-2'] })).toThrow(
      'Choose the reports again: one of them was removed.',
    );
    expect(document.log).toEqual([]);
  });

  test('are forgotten with everything else of the warehouse, and with nothing of the spreadsheet', () => {
    const { document, warehouse } = scene();
    warehouse.save(FORM);
    document.write({ 'edition.warehouse.other': 'x' });
    expect(viewWarehouse(warehouse.remove()).settings).toBeNull();
    const left = Object.entries(document.readAll()).filter(([, text]) => text !== '');
    expect(left.map(([name]) => name)).toEqual(['report.r-1']);
  });

  test.each(['', '{', '[]', '{"version":2}', '{"version":1,"project":3}'])('are none in %j', (text) => {
    const state = readDocumentState({ 'edition.warehouse': text });
    expect(viewWarehouse(state).settings).toBeNull();
  });
});
