import { ReportError } from '../../src/employer-api/errors';
import type { NamedBlock, ReportSheet, ReportSheets, StagedBlock } from '../../src/reports/ports';
import {
  a1,
  type CellBlock,
  type CellRule,
  type GridSize,
  type WrittenCell,
} from '../../src/reports/sheet/cells';
import { shiftSpan } from '../emulator/spreadsheet/a1';

/** What a cell holds after it was written as if typed. */
type TypedCell = string | number | boolean;

/** A sheet in memory. Cells count from 0 here; rows and columns of the port from 1. */
export class MemorySheet implements ReportSheet {
  /** How many columns its grid has. Its rows have no end. */
  columns = 26;
  /** How many rows its grid is said to have; cells may be written beyond. */
  gridRows = 1000;
  /** Columns, from 1, whose numbers are read as dates, as those with a date format are: in UTC. */
  dateColumns: readonly number[] = [];
  /** The cells that someone merged. */
  merges: readonly CellBlock[] = [];
  isFiltered = false;

  constructor(
    readonly id: number,
    public tab: string,
    public cells: TypedCell[][] = [],
    private readonly owner: MemorySheets,
  ) {}

  name(): string {
    return this.tab;
  }

  rename(name: string): void {
    this.tab = name;
  }

  lastRow(): number {
    const filled = this.cells.map((row) => row.some((cell) => cell !== ''));
    return filled.lastIndexOf(true) + 1;
  }

  gridSize(): GridSize {
    return { rows: this.gridRows, columns: this.columns };
  }

  grow({ rows, columns }: GridSize): void {
    this.columns = Math.max(this.columns, columns);
    this.gridRows = Math.max(this.gridRows, rows);
  }

  insertRows(before: number, count: number): void {
    this.owner.step(`insert ${count} rows in ${this.tab}`);
    this.cells.splice(before - 1, 0, ...Array.from({ length: count }, () => []));
    this.gridRows += count;
  }

  readBlock(row: number, column: number, rows: number, columns: number): readonly (readonly unknown[])[] {
    if (column + columns - 1 > this.columns) throw new ReportError('platform_unavailable');
    this.owner.reads.push(`${this.tab} ${row},${column} ${rows} × ${columns}`);
    return Array.from({ length: rows }, (_, down) =>
      Array.from({ length: columns }, (_, right) => this.read(row + down, column + right)),
    );
  }

  firstUsed({ row, column, rows, columns }: CellBlock): string | undefined {
    if (column > this.columns) return undefined;
    const cells = this.readBlock(row, column, rows, Math.min(columns, this.columns - column + 1));
    const down = cells.findIndex((line) => line.some((cell) => cell !== ''));
    const right = cells[down]?.findIndex((cell) => cell !== '') ?? -1;
    return down < 0 ? undefined : a1(row + down, column + right);
  }

  mergedCells(block: CellBlock): readonly CellBlock[] {
    const { row, column, rows, columns } = block;
    this.owner.reads.push(`${this.tab} merged ${row},${column} ${rows} × ${columns}`);
    const there = Math.min(rows, this.gridRows - row + 1);
    return this.merges.filter((one) => overlap(one, { ...block, rows: there }));
  }

  numberFormats({ row, column, rows, columns }: CellBlock): readonly (readonly string[])[] {
    this.owner.reads.push(`${this.tab} formats ${row},${column} ${rows} × ${columns}`);
    return Array.from({ length: rows }, () => new Array<string>(columns).fill(''));
  }

  hasFilter(): boolean {
    this.owner.reads.push(`${this.tab} filter`);
    return this.isFiltered;
  }

  write(row: number, cells: readonly (readonly WrittenCell[])[], first = 1): void {
    this.owner.step(`write ${this.tab} row ${row} × ${cells.length}`);
    cells.forEach((values, index) => {
      const target = this.row(row + index);
      values.forEach((value, column) => {
        if (!this.isCovered(row + index, column + first)) target[column + first - 1] = typed(value);
      });
    });
  }

  copyValues({ sheet: { id }, row: from, rows, columns }: StagedBlock, row: number, column: number): void {
    const source = this.owner.byId(id);
    this.owner.step(`copy ${source?.tab} row ${from} × ${rows} to ${this.tab} row ${row}`);
    if (source === undefined) throw new ReportError('sheet_blocked', { sentence: 'No such sheet' });
    const values = source.readBlock(from, 1, rows, columns) as TypedCell[][];
    values.forEach((cells, index) => {
      this.row(row + index).splice(column - 1, columns, ...cells);
    });
  }

  blank(): void {
    this.owner.step(`clear ${this.tab}`);
    this.cells = [];
  }

  dress(): void {
    this.owner.step(`dress ${this.tab}`);
  }

  readTexts({ row, column, rows, columns }: CellBlock): readonly (readonly string[])[] {
    return this.readBlock(row, column, rows, columns).map((line) => line.map(String));
  }

  readFormulas({ row, column, rows, columns }: CellBlock): readonly (readonly string[])[] {
    this.owner.reads.push(`${this.tab} formulas ${row},${column} ${rows} × ${columns}`);
    const formulaAt = (cell: unknown) => (String(cell).startsWith('formula ') ? String(cell).slice(8) : '');
    return this.readBlock(row, column, rows, columns).map((line) => line.map(formulaAt));
  }

  setRules(rules: readonly CellRule[]): void {
    this.owner.step(`rules ${this.tab} ${rules.flatMap(({ ranges }) => ranges).join()}`);
  }

  guide(columns: readonly { readonly offers: readonly string[] }[]): void {
    this.owner.step(`guide ${this.tab}: ${columns.flatMap(({ offers }) => offers).join(', ')}`);
  }

  nameBlock(name: string, { row, column, rows, columns }: CellBlock): void {
    this.owner.step(`name ${name} ${a1(row, column, rows, columns)}`);
    this.owner.names.set(name, { sheetId: this.id, row, column, rows, columns });
  }

  /** A person inserts rows before a row, or deletes as many as `count` is below 0. Names move and grow with them. */
  changeRows(at: number, count: number): void {
    while (this.cells.length < at - 1) this.cells.push([]);
    if (count < 0) this.cells.splice(at - 1, -count);
    else this.cells.splice(at - 1, 0, ...Array.from({ length: count }, () => []));
    this.gridRows += count;
    for (const [name, block] of this.owner.names) {
      if (block.sheetId !== this.id) continue;
      const span = shiftSpan(block.row, block.rows, { axis: 'row', at, count });
      if (span === undefined) this.owner.names.delete(name);
      else this.owner.names.set(name, { ...block, row: span.first, rows: span.length });
    }
  }

  /** A person types into a cell: row from 1, column from 1. */
  type(row: number, column: number, value: TypedCell): void {
    this.row(row)[column - 1] = value;
  }

  /** Whether a cell is merged with one before it: what is written to it is lost. */
  private isCovered(row: number, column: number): boolean {
    const merged = this.merges.find((one) => overlap(one, { row, column, rows: 1, columns: 1 }));
    return merged !== undefined && (merged.row !== row || merged.column !== column);
  }

  private read(row: number, column: number): unknown {
    const cell = this.cells[row - 1]?.[column - 1] ?? '';
    if (typeof cell !== 'number' || !this.dateColumns.includes(column)) return cell;
    return new Date(Math.round((cell - 25_569) * 86_400_000));
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
  readonly names = new Map<string, CellBlock & { readonly sheetId: number }>();
  /** Everything that changed the spreadsheet, in order. */
  readonly steps: string[] = [];
  /** Every block that was read. */
  readonly reads: string[] = [];
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
    for (const [name, { sheetId }] of this.names) if (sheetId === sheet.id) this.names.delete(name);
  }

  byId(id: number): MemorySheet | undefined {
    // As the platform does, which takes no other number.
    if (!Number.isInteger(id)) throw new RangeError(`No ID of a sheet: ${id}`);
    return this.sheets.find((sheet) => sheet.id === id);
  }

  byName(name: string): MemorySheet | undefined {
    return this.sheets.find((sheet) => sheet.tab === name);
  }

  all(): readonly MemorySheet[] {
    return this.sheets;
  }

  named(name: string): NamedBlock | undefined {
    this.reads.push(`name ${name}`);
    const found = this.names.get(name);
    const sheet = found && this.byId(found.sheetId);
    if (found === undefined || sheet === undefined) return undefined;
    const { sheetId: _, ...block } = found;
    return { sheet, block };
  }

  create(name: string): MemorySheet {
    this.step(`create ${name}`);
    const other = this.sheets.find((sheet) => sheet.tab.toLowerCase() === name.toLowerCase());
    return other ?? this.add(name);
  }

  show(sheet: ReportSheet, selected: readonly string[] = []): void {
    this.step(['show', this.byId(sheet.id)?.tab, ...selected].join(' '));
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

function overlap(one: CellBlock, other: CellBlock): boolean {
  const rows = one.row < other.row + other.rows && other.row < one.row + one.rows;
  return rows && one.column < other.column + other.columns && other.column < one.column + one.columns;
}

/** What `setValues` makes of a value: one leading apostrophe is taken off, other text is read as if typed. */
function typed(value: WrittenCell): TypedCell {
  if (typeof value !== 'string' || value === '') return value;
  if (value.startsWith("'")) return value.slice(1);
  if (/^[=+]/.test(value)) return `formula ${value}`;
  if (/^(true|false)$/i.test(value)) return value.toLowerCase() === 'true';
  return Number.isNaN(Number(value)) ? value : Number(value);
}
