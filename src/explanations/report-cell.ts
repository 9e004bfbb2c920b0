import { KEY_HEADINGS } from '../figures/group-keys';
import { MEASURES } from '../figures/measures';
import type { AskedQuestion } from '../reports/saved/report-question';
import type { SavedReport, TableContent } from '../reports/saved/saved-report';
import { titleOf } from './meanings';
import type { SelectedCell } from './selected-cell';

/** A cell in the table of a saved report. */
export interface ReportCell {
  readonly cell: SelectedCell;
  readonly saved: SavedReport;
  readonly content: TableContent;
  readonly question: AskedQuestion;
  /** The service's name of the cell's column. */
  readonly field: string;
  /** The values of the table's row, as read. */
  readonly values: readonly unknown[];
}

/** A name at the beginning of a title, for any column of a table. */
export function columnTitle(field: string): string {
  const measure = MEASURES.find(({ name }) => name === field);
  return titleOf(field, measure?.words[0]);
}

/** The value of a column in the row of a cell; `undefined` where the table does not show it. */
export function valueIn({ question, values }: ReportCell, field: string): unknown {
  const column = question.fields.indexOf(field);
  return column < 0 || values[column] === '' ? undefined : values[column];
}

/** Whether a field is what a group stands for, rather than a figure of it. */
export function isKey({ question }: ReportCell): (field: string) => boolean {
  return (field) => question.keys.some((key) => KEY_HEADINGS[key] === field);
}
