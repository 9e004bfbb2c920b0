import type { ReportForm, ReportPreview } from '../../../../src/contract/reports';
import type { Connection } from '../../../../src/employer-api/connection';
import { previewReport } from '../../../../src/reports/preview/report-preview';
import { nodePacker } from '../../../support/node-text';
import { Refreshing } from '../../../support/refreshing';
import { WEEK_FORM } from '../../../support/report-form';
import { CONNECTION, reportAnswer } from '../../../support/sample-report';
import type { StubReport } from '../../../support/stub-transport';

/** What a person has chosen: all shifts of 2026-03-01 to 2026-03-07, into a sheet of their own. */
const CHOICE: ReportForm = { ...WEEK_FORM, sheet: 'New' };

/** A connected spreadsheet with the report `r-1` on the sheet `Shifts`, in whose form somebody presses Preview. */
export class Previewing {
  readonly book: Refreshing;

  constructor(answers: StubReport = reportAnswer(), connection: Connection = CONNECTION) {
    this.book = new Refreshing([], undefined, connection);
    this.book.fetching.transport.next(answers);
  }

  /** The report `r-1` is refreshed; its choices from then on. */
  refreshed(choices: Partial<ReportForm> = {}): Partial<ReportForm> {
    this.book.save({ ...this.book.report(), ...choices, id: 'r-1', sheet: 'Shifts' });
    this.book.refresh();
    return { ...choices, id: 'r-1', sheet: 'Shifts' };
  }

  preview(changes: Partial<ReportForm> = {}): ReportPreview {
    const { stores, sheets, calendar, fetching } = this.book;
    const services = {
      stores,
      sheets,
      calendar,
      packer: nodePacker,
      ...fetching.reading('sidebar'),
    };
    return previewReport(services, { ...CHOICE, ...changes });
  }
}
