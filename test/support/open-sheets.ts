import type { ReportSheets } from '../../src/reports/ports';
import type { Book } from '../emulator/book';
import { platformPorts } from './platform-ports';
import { scriptWorld } from './script-world';

const { emulator } = scriptWorld();

/** A new spreadsheet whose sheets are reached by the adapters that ship; Bob is at the keyboard, Ann owns it. */
export class OpenSheets {
  readonly book: Book = emulator.createSpreadsheet({ owner: 'ann@a.example', zone: 'Europe/London' });
  readonly sheets: ReportSheets = platformPorts(emulator, this.book, 'bob@b.example').sheets;
  /** The sheet of each write, in order. */
  readonly writes: string[] = [];

  constructor() {
    this.book.on('change', (before, { sheets }) => {
      const changed = sheets.filter(({ id, grid }) => before.findSheet(id)?.grid.rows !== grid.rows);
      this.writes.push(...changed.map(({ name }) => name));
    });
  }

  /** Somebody adds a sheet with a text in A1. @returns Its ID. */
  add(name: string, text = 'mine'): number {
    const id = this.book.editor.createSheet(name);
    this.book.editor.type(`'${name}'!A1`, text);
    return id;
  }

  /** The cells of a sheet, from 0: a formula as it is written, a date as its serial number. */
  cells(name: string): (string | number | boolean)[][] {
    const sheet = this.book.workbook.sheetNamed(name);
    return sheet?.grid.map(sheet.bounds, ({ formula, value }) => formula || (value as string)) ?? [];
  }
}
