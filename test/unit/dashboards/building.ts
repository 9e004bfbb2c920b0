import type { DashboardCut, TemplateName } from '../../../src/contract/reports';
import { DashboardBuilder } from '../../../src/dashboards/dashboard-builder';
import type { DashboardLooks } from '../../../src/dashboards/dashboard-plan';
import { nodePacker } from '../../support/node-text';
import { Refreshing } from '../../support/refreshing';
import { reportAnswer } from '../../support/sample-report';
import type { StubReport } from '../../support/stub-transport';

/** A connected spreadsheet with the report `r-1` on the sheet `Shifts`, of which dashboards are built by a click. */
export class Building {
  readonly book: Refreshing;
  /** The sheets that were given charts and rules, by their IDs. */
  readonly looksApplied: number[] = [];
  /** How many charts each sheet got, by its ID, in turn. */
  readonly chartsAdded: (readonly [sheetId: number, charts: number])[] = [];
  readonly looks: DashboardLooks = {
    applyLook: (sheetId, { charts }) => {
      this.looksApplied.push(sheetId);
      this.looks.addCharts(sheetId, charts);
    },
    addCharts: (sheetId, { length }) => void this.chartsAdded.push([sheetId, length]),
  };

  constructor(...answers: readonly StubReport[]) {
    this.book = new Refreshing(answers.length > 0 ? answers : [reportAnswer()]);
  }

  /** A click. @returns What the person reads. */
  build(template: TemplateName = 'overview', cut?: DashboardCut): string {
    const { stores, fetching, sheets, calendar, document } = this.book;
    const { sentence } = new DashboardBuilder({
      stores,
      document,
      sheets,
      calendar,
      lock: fetching.lock,
      ...fetching.reading('sidebar'),
      packer: nodePacker,
      looks: this.looks,
    }).build('r-1', template, { cut });
    return sentence;
  }

  /** The text of a cell, row and column from 1. */
  text(sheet: string, row: number, column: number): string {
    return String(this.book.sheets.byName(sheet)?.cells[row - 1]?.[column - 1] ?? '');
  }
}
