import { refuseOption } from '../answers/arguments/cells';
import type { Options } from '../answers/arguments/options';
import {
  daysOf,
  type FunctionName,
  type PlacedArguments,
  type Question,
  readQuestion,
} from '../answers/question';
import { cellMaker } from '../answers/tables/answer-table';
import { repetitionNotes } from '../answers/tables/figure-columns';
import type { DateRange } from '../calendar/calendar-date';
import { composeReading } from '../compose/reading';
import { messageInCell, toReportError } from '../employer-api/errors';
import type { ReportKind } from '../employer-api/shift-report';
import { needsTargets } from '../figures/measures';
import type { ReadReport } from '../reports/fetching/fetch-days';
import { rowNotes } from '../reports/fetching/kept-rows';
import { PROPERTY } from '../reports/saved/document-state';
import { SpreadsheetContext } from '../reports/saved/spreadsheet-context';

/**
 * One calculation of a custom function. With the shared connection two service calls where its rows are kept and fresh, and
 * one more with a period word.
 */
export class FormulaRun extends SpreadsheetContext {
  constructor(readonly reading = composeReading('cell')) {
    super(reading);
  }

  /**
   * What a formula asks.
   *
   * @param args All arguments, or those that are put into their places already.
   * @param name The function as messages call it.
   * @throws {ReportError} `invalid_option`
   */
  ask(like: FunctionName, args: readonly unknown[] | PlacedArguments, name: string = like): Question {
    return readQuestion(like, args, { name, dayOf: this.dateContext().dayOf });
  }

  /** The days that it asks for. @throws {ReportError} `invalid_option` */
  range(question: Question): DateRange {
    return daysOf(question, this.dateContext(question.options.weekStarts)).range;
  }

  /**
   * The figures of a question, and what is needed to show them.
   *
   * @throws {ReportError} As `read`; `invalid_option`
   */
  figures(question: Question) {
    const { options, measures } = question;
    const needed = measures.find(needsTargets);
    if (needed !== undefined && this.targets() === undefined) {
      const [first, needs] = this.keptTargets()
        ? [' to see mistakes, then refresh', 'a line of its sheet that counts']
        : ['', 'the sheet that it makes, and a refresh'];
      refuseOption(`Press "Set targets" in the sidebar${first}: "${needed.words[0]}" needs ${needs}`);
    }
    const range = this.range(question);
    const { first: report, today, cell } = this.read([range], options);
    const figures = this.figuresOf(question, report.rows, { range, today });
    const { generatedAt } = report;
    const notes = [...rowNotes(report), ...repetitionNotes(figures)];
    const answer = { notes, generatedAt, weekStart: figures.weekStart };
    return { figures, answer, cell };
  }

  /**
   * The rows of ranges, from the cache or from the service: in one look at the cache, and by one batch of requests. With
   * today in the spreadsheet's time zone, and how values are shown there.
   *
   * @throws {ReportError} Of any code of the service; a passing failure only where nothing is kept that may be
   *   shown, or where the formula says so with `if failed`. `too_many_requests` for all ranges together.
   */
  read(ranges: readonly DateRange[], options: Options, kind?: ReportKind) {
    const reports = this.readRows(ranges, kind);
    const stale = reports.find((report) => report.stale !== undefined)?.stale;
    if (stale !== undefined && options.ifFailed === 'error') throw stale;
    const [first] = reports as [ReadReport];
    const seen = this.properties()[PROPERTY.zone];
    // What a refresh has seen since may be another one than that beside the rows: then it is asked for.
    const isKept = reports.every(({ zone }) => zone === first.zone) && (!seen || seen === first.zone);
    // A zone that was asked for now is newer than the one kept beside the rows.
    const zone = this.zoneIfAsked() ?? (isKept ? first.zone : undefined) ?? this.zone();
    const { calendar } = this.reading;
    const cell = cellMaker(options, (day) => calendar.midnight(day, zone));
    return { first, reports, today: calendar.today(zone), cell };
  }
}

/**
 * Runs a custom function.
 *
 * @throws {Error} Whose message is one sentence for the cell.
 */
export function inCell<Result>(work: (run: FormulaRun) => Result): Result {
  try {
    return work(new FormulaRun());
  } catch (error) {
    throw new Error(messageInCell(toReportError(error)));
  }
}
