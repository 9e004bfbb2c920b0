import { describeRange } from '../calendar/date-range';
import type { Explanation, ExplanationLine } from '../contract/sidebar';
import { type AskedQuestion, readQuestion } from '../reports/saved/report-question';
import type { SavedReport, TableContent } from '../reports/saved/saved-report';
import { explainGroup } from './explain-group';
import { explainShift } from './explain-shift';
import { linesOf } from './explanation';
import type { KnownFacts } from './known-facts';
import { MEANINGS } from './meanings';
import type { ReportCell } from './report-cell';
import type { SelectedCell } from './selected-cell';

const MOVED =
  'Undo the change, or refresh the report to hear what to do: row 1 does not hold the headings that it left there.';

/** The saved report whose table holds a cell, if any. */
export function reportAt(known: KnownFacts, { sheetId, row, column }: SelectedCell): SavedReport | undefined {
  return known.state.reports.find(
    (report) =>
      report.sheetId === sheetId &&
      report.headed &&
      row <= 1 + report.extent &&
      column <= report.headings.length,
  );
}

/**
 * Explains a cell of a saved report's table: its heading row, a shift, or a group of shifts.
 *
 * One read of the heading row, which must be as the last refresh left it, and one of the cell's row; the rows behind it
 * come from the cache.
 */
export function explainReportCell(known: KnownFacts, saved: SavedReport, cell: SelectedCell): Explanation {
  const { content } = saved;
  const question = questionOf(saved);
  const heading = saved.headings[cell.column - 1] ?? '';
  const field = question && fieldAt(question, saved, cell.column - 1);
  const about = content ? tableLines(known, saved, content) : [];
  if (question === undefined || field === undefined || content === null) {
    const value = 'The report was changed since: refresh it, then ask again.';
    return { title: heading, lines: [{ label: 'Column', value }, ...about] };
  }
  const headings = cell.rowValues(saved.headings.length, 1);
  if (!saved.headings.every((text, at) => headings[at] === text)) {
    return { title: `A cell of “${saved.sheet}”`, lines: [...linesOf({ Column: MOVED }), ...about] };
  }
  const renamed = heading === field ? undefined : field;
  if (cell.row === 1) {
    const meaning = MEANINGS[field];
    const lines = linesOf({ Column: renamed, Meaning: meaning && `${meaning}.` });
    return { title: `The column ${heading}`, lines: [...lines, ...about] };
  }
  const values = cell.rowValues(saved.headings.length);
  if (values.every((value) => value === '')) {
    const value = 'Nothing now. The place belongs to the table, and a refresh may fill it.';
    return { title: `An empty row of “${saved.sheet}”`, lines: [{ label: 'Holds', value }, ...about] };
  }
  const place: ReportCell = { cell, saved, content, question, field, values };
  const { title, lines } = question.keys.length > 0 ? explainGroup(known, place) : explainShift(known, place);
  return { title, lines: [...linesOf({ Column: renamed }), ...lines, ...about] };
}

function tableLines(known: KnownFacts, saved: SavedReport, content: TableContent): ExplanationLine[] {
  const { lastRun } = saved;
  const correlationId = lastRun?.outcome === 'refreshed' ? lastRun.correlationId : undefined;
  return [
    ...linesOf({
      Report: saved.sheet,
      Period: describeRange({ from: content.from, to: content.to }),
      Refreshed: known.time(content.refreshedAt),
    }),
    ...known.sourceLines(content.generatedAt, correlationId),
  ];
}

/** What the report asks for now; `undefined` where it cannot be read. */
function questionOf(saved: SavedReport): AskedQuestion | undefined {
  try {
    return readQuestion(saved);
  } catch {
    return undefined;
  }
}

/** The field of a column: the table may be older than the report's choices. */
function fieldAt({ columns, fields }: AskedQuestion, saved: SavedReport, index: number): string | undefined {
  const heading = saved.headings[index];
  const isCurrent = columns.every((column, at) => column.heading === saved.headings[at]);
  return isCurrent && saved.headings.length === columns.length
    ? fields[index]
    : fields[columns.findIndex((column) => column.heading === heading)];
}
