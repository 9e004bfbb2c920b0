import { ReportError } from '../../src/employer-api/errors';
import type { SnapshotStore } from '../../src/reports/ports';

/** The most characters that a cell takes. */
const LONGEST_CELL = 50_000;

/** A sheet in memory. Cells count from 0. */
export interface SnapshotSheet {
  readonly name: string;
  isHidden: boolean;
  cells: unknown[][];
}

/** Hidden sheets in memory; counts the service calls that each question costs where all goes well. */
export class MemorySnapshots implements SnapshotStore {
  readonly sheets = new Map<number, SnapshotSheet>();
  /** What was done, in order. */
  readonly calls: string[] = [];
  /** Which kind of call is refused. */
  refused: 'read' | 'write' | 'create' | undefined;
  private nextId = 500;

  readBlock(sheetId: number, row: number, rows: number, columns: number): unknown[][] | undefined {
    const sheet = this.sheets.get(sheetId);
    if (sheet === undefined) return undefined;
    this.calls.push(`read ${row}+${rows}`);
    if (this.refused === 'read') throw new ReportError('platform_unavailable');
    return Array.from({ length: rows }, (_, down) =>
      Array.from({ length: columns }, (_, right) => sheet.cells[row - 1 + down]?.[right] ?? ''),
    );
  }

  writeBlock(sheetId: number, row: number, column: number, cells: readonly (readonly string[])[]): void {
    this.calls.push(`write ${row},${column} ${cells.length}×${cells[0]?.length}`);
    const sheet = this.sheets.get(sheetId);
    const tooLong = cells.some((line) => line.some((cell) => cell.length > LONGEST_CELL));
    if (this.refused === 'write' || sheet === undefined || tooLong) throw new ReportError('sheet_blocked');
    cells.forEach((line, down) => {
      line.forEach((cell, right) => {
        this.type(sheetId, row + down, column + right, cell);
      });
    });
  }

  find(name: string): { sheetId: number; lastRow: number } | undefined {
    for (const [sheetId, sheet] of this.sheets) {
      if (sheet.name !== name) continue;
      this.calls.push('find');
      const filled = sheet.cells.map((line) => line.some((cell) => cell !== '' && cell !== undefined));
      return { sheetId, lastRow: filled.lastIndexOf(true) + 1 };
    }
    return undefined;
  }

  create(name: string): number | undefined {
    this.calls.push('front', 'insert', 'activate');
    if (this.refused === 'create') throw new ReportError('sheet_blocked');
    const isTaken = [...this.sheets.values()].some((one) => one.name.toLowerCase() === name.toLowerCase());
    if (isTaken) return undefined;
    return this.add(name);
  }

  hide(sheetId: number): void {
    this.calls.push('hide');
    const sheet = this.sheets.get(sheetId);
    if (sheet) sheet.isHidden = true;
  }

  /** A sheet that somebody made. */
  add(name: string, cells: unknown[][] = []): number {
    this.nextId += 1;
    this.sheets.set(this.nextId, { name, isHidden: false, cells });
    return this.nextId;
  }

  /** Puts something into a cell as `setValues` does: an apostrophe before a text is taken off. Counts from 1. */
  type(sheetId: number, row: number, column: number, value: string): void {
    const { cells } = this.sheets.get(sheetId) as SnapshotSheet;
    while (cells.length < row) cells.push([]);
    const line = cells[row - 1] as unknown[];
    const isText = value === '' || value.startsWith("'");
    line[column - 1] = isText ? value.replace(/^'/, '') : Number.isNaN(Number(value)) ? value : Number(value);
  }

  /** What a cell holds. Counts from 1. */
  at(sheetId: number, row: number, column: number): unknown {
    return this.sheets.get(sheetId)?.cells[row - 1]?.[column - 1] ?? '';
  }
}
