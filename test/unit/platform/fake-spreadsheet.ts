type Cell = string | number;

/** A sheet as Apps Script gives it, as far as these tests touch it: what lies outside of its grid is refused. */
export class FakeSheet {
  readonly cells: Cell[][] = [];
  isHidden = false;

  constructor(
    readonly id: number,
    public rows = 1000,
    public columns = 26,
  ) {}

  getSheetId = () => this.id;
  getMaxRows = () => this.rows;
  hideSheet = () => {
    this.isHidden = true;
  };
  deleteColumns = (_: number, count: number) => {
    this.columns -= count;
  };
  insertRowsAfter = (_: number, count: number) => {
    this.rows += count;
  };

  /** By numbers, or a whole column or row as `A:A`. */
  getRange = (first: number | string, column = 1, rows = this.rows, columns = this.columns) => {
    const row = typeof first === 'string' ? 1 : first;
    if (rows < 1 || row + rows - 1 > this.rows || column + columns - 1 > this.columns) {
      throw new Error('The coordinates of the range are outside the dimensions of the sheet.');
    }
    const each = Array.from({ length: rows }, (_, at) => row - 1 + at);
    const getValues = () =>
      each.map((at) =>
        Array.from({ length: columns }, (_, right) => this.cells[at]?.[column - 1 + right] ?? ''),
      );
    const setValues = (values: readonly Cell[][]) =>
      each.forEach((at, line) => {
        this.cells[at] = [...(values[line] ?? [])];
      });
    return {
      getNumRows: () => rows,
      getNumColumns: () => columns,
      getValues,
      setValues,
      copyTo: (target: { setValues(values: Cell[][]): void }) => target.setValues(getValues()),
    };
  };
}

/** The service `SpreadsheetApp`, for adapters that ask for it by its name. */
export class FakeSpreadsheet {
  readonly sheets: FakeSheet[] = [];
  /** What was brought to the front, by ID. */
  readonly shown: number[] = [];

  /** Every adapter finds it until the next one is installed. */
  install(): this {
    Object.assign(globalThis, { SpreadsheetApp: { getActive: () => this, flush: () => undefined } });
    return this;
  }

  add(rows?: number, columns?: number): FakeSheet {
    const sheet = new FakeSheet(100 + this.sheets.length, rows, columns);
    this.sheets.push(sheet);
    return sheet;
  }

  getSheets = () => this.sheets;
  insertSheet = () => this.add();
  getActiveSheet = () => this.sheets[0] ?? null;
  getSheetById = (id: number) => this.sheets.find((sheet) => sheet.id === id) ?? null;
  setActiveSheet = (sheet: FakeSheet) => this.shown.push(sheet.id);
  deleteSheet = (sheet: FakeSheet) => this.sheets.splice(this.sheets.indexOf(sheet), 1);
}
