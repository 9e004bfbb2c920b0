import type { CalendarDate } from '../../calendar/calendar-date';
import type { WeekStart } from '../../calendar/period-unit';
import type { FigureRequest } from '../../figures/figure';

/** What the rows tell about figures, besides the figures. */
export interface FigureFacts {
  /** One per measure, in their order. */
  readonly requests: readonly FigureRequest[];
  readonly today: CalendarDate;
  /** When the service made the oldest piece of the rows. ISO 8601; null when it did not say. */
  readonly generatedAt: string | null;
  /** Whether notes tell of incomplete periods. */
  readonly marksIncomplete: boolean;
  /** How many incomplete periods are not shown though the total counts them. */
  readonly hiddenPeriods: number;
  /** What the line of all records is called. @default 'Total' */
  readonly totalName?: string;
  /** The day on which weeks begin. @default Monday */
  readonly weekStart?: WeekStart;
}
