import type { DashboardSource } from '../../src/dashboards/dashboard-source';
import type { ShiftRow } from '../../src/employer-api/shift-report';
import type { KeptDefinitions } from '../../src/figures/definitions';
import type { Definition } from '../../src/figures/measures';
import type { SeededRandom } from './seeded-random';
import { isoDay, serialOf, shiftRow } from './shift-records';

/** Tuesday, 10 March 2026. */
export const TODAY = serialOf('2026-03-10');

const kept = (numerator: Definition['numerator'], denominator: Definition['denominator']) => ({
  ...{ numerator, denominator, agree: 300, of: 300 },
  scale: 100 as const,
});

/** What refreshes have found out about percentages as `shiftRow` makes them. */
const KEPT: KeptDefinitions = {
  SHIFTS_BOOKED_PERCENTAGE: kept('SHIFTS_BOOKED', 'SHIFTS_POSTED'),
  SHIFTS_UNFILLED_PERCENTAGE: kept('SHIFTS_UNFILLED', 'SHIFTS_POSTED'),
  SHIFTS_WORKED_PERCENTAGE: kept('SHIFTS_WORKED', 'SHIFTS_BOOKED'),
  NO_SHOWS_PERCENTAGE: kept('NO_SHOWS', 'SHIFTS_BOOKED'),
  TRUE_FULFILMENT_PERCENTAGE: kept('SHIFTS_WORKED', 'TRUE_DEMAND'),
};

/** What a dashboard is made of: these rows, in London, of the 13 weeks before today unless said otherwise. */
export function dashboardSource(
  rows: readonly ShiftRow[],
  changes: Partial<DashboardSource> = {},
): DashboardSource {
  const choices = { venue: '', area: '', role: '', groupBy: '', columns: '' };
  return {
    saved: { sheet: 'Shifts', report: 'shift_fulfilment', ...choices },
    report: {
      rows,
      generatedAt: '2026-03-10T09:00:00Z',
      doubts: 0,
      undated: 0,
      roundDays: [],
    },
    range: { from: serialOf('2025-12-08'), to: serialOf('2026-03-08') },
    zone: 'Europe/London',
    today: TODAY,
    weekStart: 1,
    keptDefinitions: KEPT,
    asOf: TODAY + 0.375,
    isSample: false,
    ...changes,
  };
}

/** What random rows are made of. */
interface RandomRows {
  readonly from: number;
  readonly to: number;
  readonly count: number;
  readonly venues: number;
  /** Of so many figures that a shift has only once it is over, one is missing. */
  readonly blank: number;
}

/** Rows of many venues on random days, some of what was worked and needed missing. */
export function randomRows(random: SeededRandom, { from, to, count, venues, blank }: RandomRows): ShiftRow[] {
  const [worked, demand] = [9, 15];
  return Array.from({ length: count }, () => {
    const day = isoDay(from + random.below(to - from + 1));
    const posted = 1 + random.below(20);
    const booked = random.below(posted + 1);
    const came = random.below(booked + 1);
    const row = shiftRow({
      ...{ day, posted, booked, worked: came, noShows: booked - came, demand: 1 + random.below(posted) },
      venue: `Venue ${random.below(venues)}`,
      role: `Role ${random.below(4)}`,
    });
    return row.map((value, at) =>
      (at === worked || at === demand) && random.below(blank) === 0 ? null : value,
    );
  });
}
