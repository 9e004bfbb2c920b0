import { ReportError } from '../../src/employer-api/errors';
import type { ReportSheet, ReportSheets } from '../../src/reports/ports';

/** What a cell holds after it was written as if typed. */
type TypedCell = string | number | boolean;

/** A sheet in memory. Cells count from 0 here; rows and columns of the port from 1. */
export class MemorySheet implements ReportSheet {
  readonly formats: string[] = [];

  constructor(
    readonly id: number,
    public tab: string,
    public cells: TypedCell[][] = [],
    private readonly owner: MemorySheets,
  ) {}

  name(): string {
    return this.tab;
  }

  lastRow(): number {
    const filled = this.cells.map((row) => row.some((cell) => cell !== ''));
    return filled.lastIndexOf(true) + 1;
  }

  readRow(row: number, columns: number): readonly unknown[] {
    return Array.from({ length: columns }, (_, column) => this.at(row, column));
  }

  claimRows(first: number, last: number, columns: number): boolean {
    for (let row = first; row <= last; row += 1) {
      if (this.readRow(row, columns).some((cell) => cell !== '')) return false;
    }
    return true;
  }

  write(row: number, cells: readonly (readonly (string | number)[])[]): void {
    this.owner.step(`write ${this.tab} row ${row} × ${cells.length}`);
    cells.forEach((values, index) => {
      const target = this.row(row + index);
      values.forEach((value, column) => {
        target[column] = typed(value);
      });
    });
  }

  format(formats: readonly { readonly columns: readonly string[]; readonly format: string }[]): void {
    this.owner.step(`format ${this.tab}`);
    for (const { columns, format } of formats) this.formats.push(`${columns.join(',')} ${format}`);
  }

  nameCell(name: string, row: number, column: number): void {
    this.owner.step(`name ${name} ${this.tab} ${row},${column}`);
    if (!this.owner.names.has(name)) this.owner.names.set(name, { sheetId: this.id, row, column });
  }

  widen(columns: number, pixels: number): void {
    this.owner.step(`widen ${this.tab} ${columns} × ${pixels}`);
  }

  /** A person types into a cell: row from 1, column from 1. */
  type(row: number, column: number, value: TypedCell): void {
    this.row(row)[column - 1] = value;
  }

  private at(row: number, column: number): TypedCell {
    return this.cells[row - 1]?.[column] ?? '';
  }

  private row(row: number): TypedCell[] {
    while (this.cells.length < row) this.cells.push([]);
    return this.cells[row - 1] ?? [];
  }
}

/** The sheets of a spreadsheet in memory. Writes can be made to fail by their number. */
export class MemorySheets implements ReportSheets {
  readonly sheets: MemorySheet[] = [];
  /** The cells that have a name. Rows and columns count from 1. */
  readonly names = new Map<
    string,
    { readonly sheetId: number; readonly row: number; readonly column: number }
  >();
  /** Everything that changed the spreadsheet, in order. */
  readonly steps: string[] = [];
  /** Which step is refused, counted from 1; 0 for none. */
  refusedStep = 0;
  private nextId = 100;

  add(name: string, cells: TypedCell[][] = []): MemorySheet {
    this.nextId += 1;
    const sheet = new MemorySheet(this.nextId, name, cells, this);
    this.sheets.push(sheet);
    return sheet;
  }

  delete(sheet: MemorySheet): void {
    this.sheets.splice(this.sheets.indexOf(sheet), 1);
  }

  byId(id: number): MemorySheet | undefined {
    return this.sheets.find((sheet) => sheet.id === id);
  }

  byName(name: string): MemorySheet | undefined {
    return this.sheets.find((sheet) => sheet.tab === name);
  }

  create(name: string): MemorySheet {
    this.step(`create ${name}`);
    return this.add(name);
  }

  show(sheet: ReportSheet): void {
    this.step(`show ${this.byId(sheet.id)?.tab}`);
  }

  flush(): void {
    this.step('flush');
  }

  /** Notes a change, or refuses it as protected cells would. */
  step(what: string): void {
    this.steps.push(what);
    if (this.steps.length === this.refusedStep)
      throw new ReportError('sheet_blocked', { sentence: 'Unprotect the cells' });
  }
}

/** What `setValues` makes of a value: one leading apostrophe is taken off, other text is read as if typed. */
function typed(value: string | number): TypedCell {
  if (typeof value === 'number' || value === '') return value;
  if (value.startsWith("'")) return value.slice(1);
  if (/^[=+]/.test(value)) return `formula ${value}`;
  if (/^(true|false)$/i.test(value)) return value.toLowerCase() === 'true';
  return Number.isNaN(Number(value)) ? value : Number(value);
}
