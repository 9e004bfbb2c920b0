import { type CalendarDate, type DateRange, dayOfCell, isDate } from '../calendar/calendar-date';
import type { ExplanationLine } from '../contract/sidebar';
import { isSampleConnection } from '../employer-api/connection';
import type { JoinedReport } from '../reports/fetching/joined-report';
import type { FetchServices } from '../reports/ports';
import type { Audience } from '../reports/saved/saved-connection';
import { type ContextServices, SpreadsheetContext } from '../reports/saved/spreadsheet-context';
import { linesOf } from './explanation';

/** What explaining a cell may ask for. */
export interface KnownServices extends ContextServices {
  readonly fetchingFor: (audience: Audience) => FetchServices;
}

/** Everything about the spreadsheet that explanations rest on. It makes no request. */
export class KnownFacts extends SpreadsheetContext {
  constructor(private readonly services: KnownServices) {
    super(services);
  }

  /** The day of a cell that holds a date. */
  dayOf(date: Date): CalendarDate {
    return dayOfCell(date, (millis) => this.services.calendar.serial(millis, this.zone()));
  }

  /** The day on which something happened. */
  dayAt(millis: number): CalendarDate {
    return Math.floor(this.services.calendar.serial(millis, this.zone()));
  }

  /** A moment as people read it: `2026-11-21 14:05 (Europe/London)`. */
  time(millis: number): string {
    return `${this.services.calendar.text(millis, this.zone())} (${this.zone()})`;
  }

  /** The day in a cell of a date; `undefined` for any other value. */
  dayIn(value: unknown): CalendarDate | undefined {
    return isDate(value) ? this.dayOf(value) : undefined;
  }

  /** A moment as sheets count it: days, with the time of day as their fraction. */
  momentOf(date: Date): number {
    return this.services.calendar.serial(date.getTime(), this.zone());
  }

  /** The rows that are kept of a range; `undefined` where some day is missing, or nothing is connected. */
  rowsOf(range: DateRange): JoinedReport | undefined {
    return this.keptRows(this.services.fetchingFor, range);
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
