import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { buildAddOn } from '../../build/bundle';
import { checkBundle, listDifferences } from '../../build/check-bundle';
import { ENTRY_POINTS } from '../../build/entry-point-names';
import { readServiceAddresses } from '../../build/service-addresses';
import type { SidebarEndpoints } from '../../src/contract/sidebar';

type ScriptSide = typeof import('../../src/main');

/** Every question of the contract: the compiler refuses a missing one, and one too many. */
const QUESTIONS: Record<keyof SidebarEndpoints, true> = {
  sidebarState: true,
  sidebarConnect: true,
  sidebarDisconnect: true,
  sidebarCheckConnection: true,
  sidebarSaveReport: true,
  sidebarRemoveReport: true,
  sidebarRefreshReport: true,
  sidebarKeepTable: true,
  sidebarRefreshAll: true,
  sidebarSaveSchedule: true,
  sidebarUndoRefresh: true,
  sidebarShowChanges: true,
  sidebarKeepNotes: true,
  sidebarExportNotes: true,
  sidebarDeleteNotes: true,
  sidebarTakeOver: true,
  sidebarExplainCell: true,
  sidebarBuildDashboard: true,
  sidebarSetTargets: true,
  sidebarPreviewReport: true,
  sidebarSaveAlert: true,
  sidebarSaveSummary: true,
  sidebarRemoveSummary: true,
  sidebarPreviewSummary: true,
  sidebarTestSummary: true,
  sidebarRemoveAlert: true,
  sidebarUseSampleData: true,
};

const ROOT = process.cwd();
const ADDRESSES = readServiceAddresses(resolve(ROOT, 'build/service-addresses.json'));

const folder = mkdtempSync(join(tmpdir(), 'shift-reports-product-'));

beforeAll(async () => {
  await buildAddOn({ addresses: ADDRESSES, outDir: join(folder, 'bound') });
  await buildAddOn({ addresses: ADDRESSES, outDir: join(folder, 'add-on'), installation: 'add-on' });
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('the built product', () => {
  test.each(['bound', 'add-on'])('passes every check when installed as %s', (name) => {
    expect(checkBundle(join(folder, name), { addresses: ADDRESSES, environment: process.env })).toEqual([]);
  });

  test('is built with the same bytes again', async () => {
    await buildAddOn({ addresses: ADDRESSES, outDir: join(folder, 'again') });
    expect(listDifferences(join(folder, 'bound'), join(folder, 'again'))).toEqual([]);
  });

  test('differs between the two installations in the script only', () => {
    expect(listDifferences(join(folder, 'bound'), join(folder, 'add-on'))).toEqual(['Code.js']);
  });

  test('has the endpoints that the page may ask for, and no others', () => {
    const listed = Object.entries(ENTRY_POINTS).filter(([, kind]) => kind === 'sidebar');
    expect(Object.keys(QUESTIONS).sort()).toEqual(listed.map(([name]) => name).sort());
  });

  test('answers as the contract says', () => {
    // The compiler decides: an endpoint that is missing or answers otherwise does not fit.
    const keepsContract = (script: ScriptSide): SidebarEndpoints => script;
    expect(keepsContract).toHaveLength(1);
  });
});
