import { describe, expect, test } from '@jest/globals';
import { readDocumentState } from '../../../src/reports/saved/document-state';
import { viewWarehouse } from '../../../src/warehouse/warehouse';
import { FORM, WarehouseScene } from './warehouse-scene';

describe('the settings of the warehouse', () => {
  test('are kept with the spreadsheet and shown again', () => {
    const { document, warehouse } = new WarehouseScene();
    expect(viewWarehouse(warehouse.save(FORM)).settings).toEqual(FORM);
    expect(viewWarehouse(readDocumentState(document.readAll())).settings).toEqual(FORM);
    expect(document.log).toEqual(['write lines,edition.warehouse']);
  });

  test('refuse a report that was removed meanwhile, and store nothing', () => {
    const { document, warehouse } = new WarehouseScene();
    expect(() => warehouse.save({ ...FORM, reports: ['r-1', 'r-2'] })).toThrow(
      'Choose the reports again: one of them was removed.',
    );
    expect(document.log).toEqual([]);
  });

  test('are forgotten with everything else of the warehouse, and with nothing of the spreadsheet', () => {
    const { document, warehouse } = new WarehouseScene();
    warehouse.save(FORM);
    const lines = JSON.stringify([{ name: 'Warehouse', state: 'OK', at: 1, message: 'Sent.' }]);
    document.write({ 'edition.warehouse.sent.r-1': 'x', lines });
    expect(viewWarehouse(warehouse.remove())).toEqual({
      settings: null,
      sentence: '',
      isFailing: false,
      history: null,
    });
    const left = Object.entries(document.readAll()).filter(([, text]) => text !== '');
    expect(left.map(([name]) => name).sort()).toEqual(['connection', 'report.r-1', 'zone']);
  });

  test('forget what was owed to another dataset, and keep it when only reports change', () => {
    const { document, warehouse } = new WarehouseScene();
    warehouse.save(FORM);
    document.write({ 'edition.warehouse.owed.0': 'x' });
    warehouse.save({ ...FORM, reports: [] });
    expect(document.readAll()['edition.warehouse.owed.0']).toBe('x');
    warehouse.save({ ...FORM, dataset: 'other' });
    expect(document.readAll()['edition.warehouse.owed.0']).toBe('');
  });

  test.each(['', '{', '[]', '{"version":2}', '{"version":1,"project":3}'])('are none in %j', (text) => {
    const state = readDocumentState({ 'edition.warehouse': text });
    expect(viewWarehouse(state).settings).toBeNull();
  });

  test.each([
    ['check', (scene: WarehouseScene) => scene.warehouse.check()],
    ['create tables', (scene: WarehouseScene) => scene.warehouse.createTables()],
    ['send history', (scene: WarehouseScene) => scene.warehouse.sendHistory({ since: '2026-01-01' })],
  ])('are needed to %s', (_, act) => {
    const scene = new WarehouseScene();
    expect(() => act(scene)).toThrow('Save the warehouse first');
    expect(scene.transport.asked).toEqual([]);
  });
});
