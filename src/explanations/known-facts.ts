import { type CalendarDate, type DateRange, dayOfCell, isDate, shortDays } from '../calendar/calendar-date';
import { isSampleConnection } from '../employer-api/connection';
import { fitText } from '../employer-api/text';
import { isSampleOwner } from '../reports/saved/saved-connection';
import type { SavedReport } from '../reports/saved/saved-report';
import { SpreadsheetContext } from '../reports/saved/spreadsheet-context';
import type { SheetValue } from '../reports/sheet/cells';
import { type ExplanationLine, linesOf, nameInTitle } from './figure-lines';

/** Everything about the spreadsheet that explanations rest on. It makes no request. */
export class KnownFacts extends SpreadsheetContext {
  /** A moment as people read it: `21 Nov 2026, 14:05 (Europe/London)`. */
  time(millis: number): string {
    return `${this.services.calendar.text(millis, this.zone())} (${this.zone()})`;
  }

  /** The day on which a moment falls. */
  dayAt(millis: number): CalendarDate {
    return Math.floor(this.services.calendar.serial(millis, this.zone()));
  }

  /** The day of a cell that holds a date. */
  dayOf(date: Date): CalendarDate {
    return dayOfCell(date, (millis) => this.services.calendar.serial(millis, this.zone()));
  }

  /** Whether a cell holds a value that was written to it. */
  holds(shown: unknown, value: SheetValue | undefined): boolean {
    if (isDate(shown)) return value === this.dayOf(shown);
    if (typeof value === 'number') {
      return typeof shown === 'number' && Math.abs(shown - value) <= 1e-9 * Math.max(1, Math.abs(value));
    }
    return (shown ?? '') === (typeof value === 'string' ? fitText(value) : (value ?? ''));
  }

  /**
   * Whether the rows still give what a cell shows: days are corrected, and people type over cells.
   *
   * @param say How a number is written.
   * @param whyBlank Why the cell is blank, if it is; not given where its meaning says that.
   */
  comparison(
    shown: unknown,
    value: SheetValue,
    say: (value: number) => string,
    whyBlank?: string | undefined,
  ): string {
    const isBlank = value === null || value === '';
    const words = typeof value === 'number' ? say(value) : isBlank ? 'Blank' : nameInTitle(String(value));
    if (!this.holds(shown, value)) {
      return `${words}, which differs from the cell: it was changed, or the service corrected these days. Refresh the report.`;
    }
    return `${words}, matches the cell${isBlank && whyBlank ? `: ${whyBlank}` : ''}.`;
  }

  /** What a table rests on: its report, its days, its refresh, and the request that brought its rows. */
  tableLines(saved: SavedReport | undefined, days: DateRange, dashboard?: string): ExplanationLine[] {
    const { content, lastRun } = saved ?? {};
    const isAsked = lastRun?.outcome === 'refreshed' && !isSampleOwner(content?.owner);
    return [
      ...linesOf({
        Dashboard: dashboard,
        Report: saved?.sheet,
        Period: shortDays(days),
        Refreshed: content ? this.time(content.refreshedAt) : undefined,
      }),
      ...this.sourceLines(content?.generatedAt, isAsked ? lastRun.correlationId : undefined),
    ];
  }

  /** When the service made a report, and which request it was: none for sample data. */
  sourceLines(generatedAt: string | null | undefined, correlationId: string | undefined): ExplanationLine[] {
    const isSample = this.isConnected() && isSampleConnection(this.connection());
    return linesOf({
      'Data as of': generatedAt ? this.time(Date.parse(generatedAt)) : undefined,
      'Correlation ID': isSample ? undefined : correlationId,
    });
  }
}
