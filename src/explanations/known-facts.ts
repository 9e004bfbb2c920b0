import { type DateRange, dayOfCell, isDate, shortDays } from '../calendar/calendar-date';
import { fitText } from '../employer-api/text';
import type { ReportSheet, ReportSheets } from '../reports/ports';
import { isSampleOwner } from '../reports/saved/saved-connection';
import type { SavedReport } from '../reports/saved/saved-report';
import { type ContextServices, SpreadsheetContext } from '../reports/saved/spreadsheet-context';
import type { SheetValue } from '../reports/sheet/cells';
import { type ExplanationLine, linesOf, nameInTitle } from './figure-lines';
import type { SelectedCell, Selection } from './selected-cell';

/** What explanations ask of the spreadsheet. */
export interface ExplainServices extends ContextServices {
  readonly selection: Selection;
  readonly sheets: ReportSheets;
}

/** The selected cell, and everything about the spreadsheet that its explanation rests on. It makes no request. */
export class KnownFacts extends SpreadsheetContext {
  /** @param sheet That of the cell. */
  constructor(
    services: ExplainServices,
    readonly cell: SelectedCell,
    readonly sheet: ReportSheet,
    readonly sheets = services.sheets,
  ) {
    super(services);
  }

  /** A moment as people read it: `21 Nov 2026, 14:05 (Europe/London)`. */
  time(millis: number): string {
    return `${this.services.calendar.text(millis, this.zone())} (${this.zone()})`;
  }

  /** Whether a cell holds a value that was written to it. */
  holds(shown: unknown, value: SheetValue): boolean {
    if (isDate(shown)) {
      return value === dayOfCell(shown, (millis) => this.services.calendar.serial(millis, this.zone()));
    }
    if (typeof value === 'number') {
      return typeof shown === 'number' && Math.abs(shown - value) <= 1e-9 * Math.max(1, Math.abs(value));
    }
    return (shown ?? '') === (typeof value === 'string' ? fitText(value) : (value ?? ''));
  }

  /**
   * Whether the rows still give what a cell shows: days are corrected, and people type over cells.
   *
   * @param say How a number is written.
   */
  comparison(shown: unknown, value: SheetValue, say: (value: number) => string): string {
    const words = typeof value === 'number' ? say(value) : nameInTitle(String(value ?? '')) || 'Blank';
    return this.holds(shown, value)
      ? `${words}, matches the cell.`
      : `${words}, which differs from the cell: it was changed, or the service corrected these days. Refresh the report.`;
  }

  /** What a table rests on: its report, its days, its refresh, and the request that brought its rows. */
  tableLines(saved: SavedReport | undefined, days: DateRange, dashboard?: string): ExplanationLine[] {
    const { content, lastRun } = saved ?? {};
    const isAsked = lastRun?.outcome === 'refreshed' && !isSampleOwner(content?.owner);
    return linesOf({
      Dashboard: dashboard,
      Report: saved?.sheet,
      Period: shortDays(days),
      Refreshed: content && this.time(content.refreshedAt),
      'Data as of': this.dataTime(content?.generatedAt),
      'Correlation ID': isAsked ? lastRun.correlationId : undefined,
    });
  }

  /** When the service made a report; `undefined` where it did not say. */
  dataTime(generatedAt: string | null | undefined): string | undefined {
    return generatedAt ? this.time(Date.parse(generatedAt)) : undefined;
  }
}
