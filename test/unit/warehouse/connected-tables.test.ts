import { describe, expect, test } from '@jest/globals';
import { ReportError } from '../../../src/employer-api/errors';
import { parseOtherLines } from '../../../src/reports/status/status-sheet';
import { type ConnectedTable, ConnectedTables } from '../../../src/warehouse/connected-tables';
import { CONNECTED_TABLES_MAX } from '../../../src/warehouse/limits';
import { formatSettings } from '../../../src/warehouse/settings';
import { MemoryProperties } from '../../support/memory-properties';
import { StubLock } from '../../support/stub-lock';

const SETTINGS = { project: 'acme-shifts', dataset: 'shift_reports', location: 'EU', reports: [] };

const LINE = { name: 'Warehouse', state: 'OK', at: 1, message: 'Sent 3 shifts of 2026-03-09.' };
const OTHER = { name: 'Other', state: 'OK', at: 1, message: 'Else.' };

function scene(properties = { 'edition.warehouse': formatSettings(SETTINGS) } as Record<string, string>) {
  const document = new MemoryProperties(properties);
  const added: ConnectedTable[] = [];
  const refreshed: number[] = [];
  const failing = new Map<number, unknown>();
  const tables = new ConnectedTables({
    document,
    lock: new StubLock(),
    connectedSheets: {
      add: (table) => {
        added.push(table);
        return { sheetId: 100 + added.length, sheet: table.table };
      },
      refresh: (sheetId) => {
        if (failing.has(sheetId)) throw failing.get(sheetId);
        refreshed.push(sheetId);
      },
    },
  });
  return { document, tables, added, refreshed, failing };
}

describe('connected tables', () => {
  test('show a view of the saved dataset, and are refreshed from then on', () => {
    const { document, tables, added, refreshed } = scene();

    expect(tables.add('shifts_weekly').sheet).toBe('shifts_weekly');
    tables.add('shifts_by_venue');
    expect(added).toEqual([
      { project: 'acme-shifts', dataset: 'shift_reports', table: 'shifts_weekly' },
      { project: 'acme-shifts', dataset: 'shift_reports', table: 'shifts_by_venue' },
    ]);
    tables.refresh(document.readAll());
    expect(refreshed).toEqual([101, 102]);
  });

  test('need a saved warehouse', () => {
    const { tables, added } = scene({});

    expect(() => tables.add('shifts_weekly')).toThrow('Save the warehouse first.');
    expect(added).toEqual([]);
  });

  test('that fail leave the others alone, and say why in one sentence', () => {
    const { document, tables, refreshed, failing } = scene();
    for (const view of ['shifts_weekly', 'shifts_by_venue'] as const) tables.add(view);

    document.write({ lines: JSON.stringify([OTHER, LINE]) });
    const said = () => parseOtherLines(document.readAll().lines).map(({ message }) => message);
    failing.set(101, new ReportError('sheet_blocked', { sentence: 'Press Refresh on the connected table' }));
    tables.refresh(document.readAll());
    expect(refreshed).toEqual([102]);
    expect(said()).toEqual(['Else.', 'Sent 3 shifts of 2026-03-09. Press Refresh on the connected table.']);
    document.write({ lines: JSON.stringify([OTHER, LINE]) });
    failing.set(102, new Error('Access Denied: project acme-shifts'));
    tables.refresh(document.readAll());
    expect(said()).toEqual([
      'Else.',
      'Sent 3 shifts of 2026-03-09. Try again in a minute: Google Sheets did not answer as expected.',
    ]);
  });

  test('that fail after someone removed the warehouse write nothing to the status', () => {
    const { document, tables, failing } = scene();
    tables.add('shifts_weekly');
    document.write({ lines: JSON.stringify([OTHER]) });
    const written = document.log.length;
    failing.set(101, new ReportError('sheet_blocked', { sentence: 'Press Refresh on the connected table' }));
    tables.refresh(document.readAll());
    expect(document.log).toHaveLength(written);
  });

  test('that fail while properties cannot be written do not fail the run', () => {
    const { document, tables, failing } = scene();
    tables.add('shifts_weekly');
    document.write({ lines: JSON.stringify([LINE]) });
    failing.set(101, new Error('refused'));
    document.refusesWrites = true;

    expect(() => tables.refresh(document.readAll())).not.toThrow();
  });

  test('are refreshed up to a number, the newest', () => {
    const { document, tables, refreshed } = scene();
    for (let count = 0; count <= CONNECTED_TABLES_MAX; count++) tables.add('shifts_weekly');
    tables.refresh(document.readAll());

    expect(refreshed).toEqual(Array.from({ length: CONNECTED_TABLES_MAX }, (_, index) => 102 + index));
  });

  test.each(['', '{', '{}', '["a"]', '[1.5]'])('are none where %j is stored', (text) => {
    const { tables, refreshed } = scene();

    tables.refresh({ 'edition.warehouse.connected': text });
    expect(refreshed).toEqual([]);
  });
});
