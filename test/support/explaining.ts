import type { Typed } from '../../src/contract/form';
import type { DASHBOARD_CUT, TemplateName } from '../../src/contract/reports';
import { dashboardProperty } from '../../src/dashboards/dashboard-records';
import type { Connection } from '../../src/employer-api/connection';
import type { ShiftRow } from '../../src/employer-api/shift-report';
import { explainCell } from '../../src/explanations/explain-cell';
import type { Explanation, SelectedCell } from '../../src/explanations/explanation';
import type { ReportSheet, ReportSheets } from '../../src/reports/ports';
import type { SavedReport } from '../../src/reports/saved/saved-report';
import { sheetRows } from '../../src/reports/sheet/cells';
import { cellName } from '../emulator/spreadsheet/a1';
import { cellsOf } from './dashboard-cells';
import { dashboardSource, TODAY } from './dashboard-source';
import { nodePacker } from './node-text';
import { Refreshing, savedReport } from './refreshing';
import { CONNECTION, RANGE, RECORD, reportBody } from './sample-report';
import { answer } from './stub-transport';

/** A connected spreadsheet with a refreshed table on the sheet `Shifts`, whose cells a person selects and asks about. */
export class Explaining {
  readonly book: Refreshing;
  readonly sheet: ReportSheet;

  /**
   * @param shifts The records of 2026-03-01 to 2026-03-07 as the service sends them.
   * @param choices What the report asks for beside these days.
   */
  constructor(
    shifts: readonly unknown[] = [RECORD],
    choices: Partial<SavedReport> = {},
    private readonly connection: Connection = CONNECTION,
  ) {
    const reports = [{ ...savedReport('r-1', 'Shifts'), ...choices }];
    this.book = new Refreshing([answerOf(shifts)], reports, connection);
    this.book.refresh();
    const sheet = this.book.sheets.byName('Shifts');
    if (sheet === undefined) throw new Error('The refresh made no sheet.');
    this.sheet = sheet;
  }

  /** What is said of a cell of a column, in a row of the table's sheet; both from 1, or the column by its heading. */
  explain(column: string | number, row = 2, sheet = this.sheet): Explanation {
    const at = typeof column === 'number' ? column : this.columnOf(column);
    return this.ask({ sheetId: sheet.id, row, column: at, read: () => undefined });
  }

  /** What is said of a formula in a cell beside all tables. @param cells What its references hold. @param value What the cell shows. */
  explainFormula(
    formula: string,
    cells: Readonly<Record<string, readonly (readonly unknown[])[]>> = {},
    value: unknown = '',
  ) {
    const beside = { id: 1, readFormulas: () => [[formula]], readBlock: () => [[value]] };
    const cell = { sheetId: beside.id, row: 4, column: 4, read: (reference: string) => cells[reference] };
    return this.ask(cell, beside as unknown as ReportSheet);
  }

  /**
   * The table was refreshed on the evening of the last of its days, Saturday, 7 March, and now it is five hours later:
   * that day was not over then, and is now.
   */
  refreshBeforeMidnight(): void {
    const { clock } = this.book.fetching;
    clock.advance((Date.parse('2026-03-07T20:00:00Z') - clock.now()) / 1000);
    this.forgetRows();
    this.book.refresh();
    clock.advance(5 * 3600);
  }

  /** The service has other records of these days from now on, and the table is refreshed. */
  change(shifts: readonly unknown[]): void {
    this.book.fetching.transport.next(answerOf(shifts));
    this.book.refresh();
  }

  /** The connection is taken back; the table stays. */
  disconnect(): void {
    this.book.document.write({ connection: '' });
  }

  /** What was fetched is forgotten, as it is after six hours. */
  forgetRows(): void {
    this.book.fetching.cache.entries.clear();
  }

  /** Somebody types into a cell of the table. @param column By its heading. */
  type(column: string, text: string, row = 2): void {
    this.book.opened.book.editor.type(`Shifts!${cellName(row, this.columnOf(column))}`, text);
  }

  /** The row of the sheet whose column A shows this, from 1. */
  rowOf(first: unknown): number {
    return this.book.opened.cells('Shifts').findIndex(([cell]) => cell === first) + 1;
  }

  /** The column of a heading, from 1; 0 where there is none. */
  columnOf(heading: string): number {
    return (this.book.opened.cells('Shifts')[0] ?? []).indexOf(heading) + 1;
  }

  /** Builds a dashboard of the report's rows, on a sheet of its own. */
  build(template: TemplateName, rows: readonly ShiftRow[], cut?: Typed<typeof DASHBOARD_CUT>): ReportSheet {
    const weekStart = this.connection.region === 'US' ? 7 : 1;
    const cells = cellsOf({ template, cut }, dashboardSource(rows, { range: RANGE, weekStart }));
    const sheet = this.book.sheets.create('Dashboard');
    sheet.write(1, sheetRows(cells, cells.length, cells[0]?.length ?? 0));
    const days: [number, number, number] = [RANGE.from, RANGE.to, TODAY];
    const facts = { covered: RANGE, doubts: 0, undated: 0, roundDays: [] };
    const record = {
      template,
      reportId: 'r-1',
      sheetId: sheet.id,
      sheet: 'Dashboard',
      look: 'l',
      days,
      facts,
      cut,
    };
    this.book.document.write(dashboardProperty(record));
    return sheet;
  }

  /** What is said of a cell; of none where nothing is selected. @param sheet In the place of one of the spreadsheet. */
  ask(cell: SelectedCell | undefined, sheet?: ReportSheet): Explanation {
    const { document, stores, calendar, fetching, sheets } = this.book;
    const byId = (id: number) => sheet ?? sheets.byId(id);
    return explainCell({
      document,
      stores,
      calendar,
      ...fetching.reading('sidebar'),
      packer: nodePacker,
      selectedCell: () => cell,
      sheets: {
        named: (name: string) => sheets.named(name),
        byName: (name: string) => sheets.byName(name),
        byId,
      } as ReportSheets,
    });
  }
}

/** The answer for the days of the report, in either region. */
function answerOf(shifts: readonly unknown[]) {
  const request = { employer_id: 1042, from_date: '2026-03-01', to_date: '2026-03-07' };
  return answer(200, reportBody(shifts, { request }));
}

/** The lines of an explanation by their labels. */
export function linesIn({ lines }: Explanation): Record<string, string> {
  return Object.fromEntries(lines.map(({ label, value }) => [label, value]));
}
