import type { DashboardCut } from '../contract/reports';
import type { DashboardFigures } from './dashboard-figures';

/** Where no one has chosen: venues by weekday, or what there are several of. */
export function usualCut(figures: DashboardFigures): DashboardCut {
  const several = (['venue', 'role', 'area'] as const).find((key) => figures.by(key).groups.length > 1);
  return { rows: several ?? 'venue', columns: 'weekday', measure: 'TRUE_FULFILMENT_PERCENTAGE' };
}
