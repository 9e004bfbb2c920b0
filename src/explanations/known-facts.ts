import { type CalendarDate, type DateRange, dayOfCell, isDate, shortDays } from '../calendar/calendar-date';
import type { ExplanationLine } from '../contract/sidebar';
import { isSampleConnection } from '../employer-api/connection';
import { fitText, shownPercent } from '../employer-api/text';
import type { KeptReport } from '../reports/fetching/kept-rows';
import type { FetchServices } from '../reports/ports';
import type { Audience } from '../reports/saved/saved-connection';
import type { SavedReport } from '../reports/saved/saved-report';
import { type ContextServices, SpreadsheetContext } from '../reports/saved/spreadsheet-context';
import type { SheetValue } from '../reports/sheet/cells';
import { linesOf, nameInTitle } from './figure-lines';

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

  /** A moment as people read it: `21 Nov 2026, 14:05 (Europe/London)`. */
  time(millis: number): string {
    return `${this.services.calendar.text(millis, this.zone())} (${this.zone()})`;
  }

  /** A moment as sheets count it: days, with the time of day as their fraction. */
  momentOf(date: Date): number {
    return this.services.calendar.serial(date.getTime(), this.zone());
  }

  /** The rows that are kept of a range; `undefined` where some day is missing, or nothing is connected. */
  rowsOf(range: DateRange): KeptReport | undefined {
    return this.keptRows(this.services.fetchingFor, range);
  }

  /** What a table rests on: its report, its days, its refresh, and the request that brought its rows. */
  tableLines(saved: SavedReport | undefined, days: DateRange, dashboard?: string): ExplanationLine[] {
    const { content, lastRun } = saved ?? {};
    const isAsked = lastRun?.outcome === 'refreshed' && content?.sample === undefined;
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

const CHANGED =
  'which differs from the cell: it was changed, or the service corrected these days. Refresh the report.';

/** A minute of a day: cells hold moments by the second. */
const MINUTE = 1 / 1440;

/** How it is said. */
interface Wording {
  readonly isRate: boolean;
  readonly label?: string;
  /** Why the cell is blank, if it is; not given where its meaning says that. */
  readonly whyBlank?: string | undefined;
}

/** Says whether the rows still give what a cell shows: days are corrected, and people type over cells. */
export function workedOutAgain(
  known: KnownFacts,
  shown: unknown,
  value: SheetValue,
  { isRate, label = 'Recalculated', whyBlank }: Wording,
): ExplanationLine {
  const isBlank = value === null || value === '';
  // As many digits as a cell shows, to compare with it.
  const number =
    typeof value === 'number' && (Number.isInteger(value) ? value : Number(value.toPrecision(6)));
  const words =
    isRate && number !== false ? shownPercent(value as number) : nameInTitle(String(number || value || 0));
  if (holds(known, shown, value)) {
    const why = isBlank && whyBlank !== undefined ? `: ${whyBlank}` : '';
    const same = isBlank ? 'Blank, matches' : typeof shown === 'number' ? `${words}, matches` : 'Matches';
    return { label, value: `${same} the cell${why}.` };
  }
  const isOtherDate = isDate(shown) && typeof value === 'number';
  return { label, value: `${isBlank ? 'nothing' : isOtherDate ? 'Another day or time' : words}, ${CHANGED}` };
}

/** Whether a cell holds a value that was written to it. */
export function holds(known: KnownFacts, shown: unknown, value: SheetValue | undefined): boolean {
  if (isDate(shown)) {
    if (typeof value !== 'number') return false;
    return value === known.dayOf(shown) || Math.abs(known.momentOf(shown) - value) < MINUTE;
  }
  if (typeof value === 'number') {
    return typeof shown === 'number' && Math.abs(shown - value) <= 1e-9 * Math.max(1, Math.abs(value));
  }
  return (shown ?? '') === (typeof value === 'string' ? fitText(value) : (value ?? ''));
}
