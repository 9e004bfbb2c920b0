import type { CellBlock } from '../../src/reports/sheet/cells';
import type { MemorySheet } from './memory-sheets';
import type { TableRun } from './table-run';

/** What goes wrong at which of the calls that change something, counted from 1. */
export type TableFault =
  | { readonly killAt: number; readonly keep: number }
  | { readonly throwAt: number; readonly forever?: boolean };

interface Snapshot {
  readonly sheets: readonly { readonly sheet: MemorySheet; readonly cells: MemorySheet['cells'] }[];
  readonly names: ReadonlyMap<string, CellBlock & { readonly sheetId: number }>;
}

/**
 * Does some work with a fault. A kill ends everything at that call; of the sheet operations that were not flushed the
 * first `keep` survive, and what was stored by then stays stored.
 *
 * @returns How many calls there were, and how many of them could be lost at the end.
 */
export function withFault(run: TableRun, fault: TableFault | null, work: () => void) {
  let calls = 0;
  let isDead = false;
  let unflushed: Snapshot[] = [];
  const call = () => {
    calls += 1;
    if (fault && 'killAt' in fault && calls >= fault.killAt) isDead = true;
    if (isDead) throw new Error('Killed');
    if (fault && 'throwAt' in fault && isMet(fault, calls)) throw new Error('Service error');
  };
  run.beforeLog = call;
  run.sheets.beforeStep = (what) => {
    call();
    unflushed = what === 'flush' ? [] : [...unflushed, takeSnapshot(run)];
  };
  try {
    work();
  } catch (error) {
    if (fault === null) throw error;
  } finally {
    run.beforeLog = () => undefined;
    run.sheets.beforeStep = () => undefined;
  }
  const lost = isDead && fault && 'killAt' in fault ? unflushed[fault.keep] : undefined;
  if (lost) restore(run, lost);
  return { calls, pending: unflushed.length };
}

function isMet({ throwAt, forever }: { throwAt: number; forever?: boolean }, calls: number): boolean {
  return forever ? calls >= throwAt : calls === throwAt;
}

function takeSnapshot({ sheets }: TableRun): Snapshot {
  const copies = sheets.sheets.map((sheet) => ({ sheet, cells: sheet.cells.map((row) => [...row]) }));
  return { sheets: copies, names: new Map(sheets.names) };
}

function restore({ sheets }: TableRun, { sheets: copies, names }: Snapshot): void {
  for (const { sheet, cells } of copies) sheet.cells = cells.map((row) => [...row]);
  sheets.sheets.splice(0, sheets.sheets.length, ...copies.map(({ sheet }) => sheet));
  sheets.names.clear();
  for (const [name, block] of names) sheets.names.set(name, block);
}
