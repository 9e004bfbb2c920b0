import type { FigureSet } from '../../figures/figure-set';

/** What the rows tell about figures, besides the figures. */
export interface FigureFacts extends Pick<FigureSet, 'requests' | 'today'> {
  /** When the service made the oldest piece of the rows. ISO 8601; null when it did not say. */
  readonly generatedAt: string | null;
  /** Whether notes name incomplete periods. */
  readonly marksIncomplete: boolean;
  /** How many incomplete periods are not shown though the total counts them. */
  readonly hiddenPeriods: number;
  /** What the line of all records is called. @default 'Total' */
  readonly totalName?: string;
  /** The day on which weeks begin. @default Monday */
  readonly weekStart?: FigureSet['weekStart'];
}

/** What a set tells about its figures, where every period is shown. */
export function factsOf(
  { requests, today, weekStart }: FigureSet,
  generatedAt: string | null,
  marksIncomplete = true,
): FigureFacts {
  return { requests, today, weekStart, generatedAt, marksIncomplete, hiddenPeriods: 0 };
}
