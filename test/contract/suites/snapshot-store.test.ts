import { resolve } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { buildSync } from 'esbuild';
import type { SnapshotStore } from '../../../src/reports/ports';
import type { SheetTable } from '../../../src/reports/sheet/cells';
import { HOSTILE_STARTS } from '../../support/hostile-texts';
import { MemorySnapshots } from '../../support/memory-snapshots';
import { wireCalls } from '../../support/scene';
import { scriptWorld } from '../../support/script-world';
import { shiftTable, snapshotOf } from '../../support/snapshot-scene';
import { describeSnapshotStore } from './snapshot-store-suite';

/** The adapter, and the archive and the sheet of changes on it: one execution each, with plain data in and out. */
const ENTRY = `
  import { gzipPacker, sha256 } from './platform/script-services';
  import { snapshotSheet } from './platform/sheet-writer';
  import { keepSnapshot, readSnapshots } from './reports/sheet/snapshots';

  const services = { store: snapshotSheet, packer: gzipPacker, digest: sha256 };
  const actions = {
    store: ({ method, args }) => snapshotSheet[method](...args),
    keep: ({ places, report, pointer, snapshot }) =>
      keepSnapshot(services, readSnapshots(services, places, report, pointer), snapshot),
    read: ({ places, report, pointer }) => {
      const kept = readSnapshots(services, places, report, pointer);
      return { current: kept.current(), previous: kept.previous() };
    },
  };

  export function act(text) {
    const { action, ...given } = JSON.parse(text);
    return JSON.stringify({ value: actions[action](given) });
  }
`;

const world = scriptWorld(`${bundle()}\nfunction act(text) { return adapters.act(text); }`);
afterAll(() => world.dispose());

function act<Result>(action: string, given: object): Result {
  const result = world.ann.callFromSidebar('act', JSON.stringify({ action, ...given }));
  if (result.kind === 'failure') throw new Error(result.message);
  return (JSON.parse(String(result.value)) as { value: Result }).value;
}

const snapshotSheet = new Proxy({} as SnapshotStore, {
  get:
    (_, method) =>
    (...args: unknown[]) =>
      act('store', { method, args }),
});

describeSnapshotStore('snapshotSheet', () => snapshotSheet);
describeSnapshotStore('MemorySnapshots', () => new MemorySnapshots());

interface Kept {
  readonly places: { readonly sheetId: number };
  readonly pointer: object;
}

const lastCalls = () => {
  const { executions } = world.emulator;
  const last = executions[executions.length - 1];
  return last ? wireCalls(last) : [];
};

describe('tables kept in a spreadsheet', () => {
  const hostile: SheetTable = {
    columns: [
      { heading: '=A', kind: 'text' },
      { heading: 'SHIFT_ID', kind: 'integer' },
    ],
    rows: HOSTILE_STARTS.map((text, at) => [text, at]),
  };
  const keep = (table: SheetTable, before?: Kept) =>
    act<Kept>('keep', { report: 'r-1', pointer: null, ...before, snapshot: snapshotOf(table) });

  test('cost five calls the first time, then one read and one write, and come back as they were', () => {
    const first = keep(hostile);
    expect(lastCalls()).toEqual([
      'Spreadsheet.getActiveSheet',
      'Spreadsheet.insertSheet',
      'Spreadsheet.setActiveSheet',
      'Sheet.hideSheet',
      'Range.setValues',
    ]);
    const second = keep(shiftTable(1, 2), first);
    expect(lastCalls()).toEqual(['Range.getValues', 'Range.setValues']);
    expect(act('read', { ...second, report: 'r-1' })).toEqual({
      current: snapshotOf(shiftTable(1, 2)),
      previous: snapshotOf(hostile),
    });
    expect(lastCalls()).toEqual(['Range.getValues']);
    const sheet = world.book.document.workbook.sheets.find(({ id }) => id === second.places.sheetId);
    expect([sheet?.name, sheet?.isHidden]).toEqual(['Shift Reports undo', true]);
  });
});

function bundle(): string {
  const { outputFiles } = buildSync({
    stdin: { contents: ENTRY, resolveDir: resolve(process.cwd(), 'src'), loader: 'ts' },
    bundle: true,
    format: 'iife',
    globalName: 'adapters',
    target: 'es2019',
    mainFields: ['module', 'main'],
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}
