import { createEnum } from './enum';
import { refuseUnknownMembers } from './realm';

/** `Charts.ChartType`, as far as charts are emulated. */
export const chartTypes = createEnum('ChartType', ['AREA', 'BAR', 'COLUMN', 'COMBO', 'LINE', 'PIE']);
/** `Charts.Position`: of a legend. */
export const positions = createEnum('Position', ['TOP', 'RIGHT', 'BOTTOM', 'NONE']);

/** Charts: only its enums, which embedded charts use too. */
export function createCharts(): object {
  return refuseUnknownMembers('Charts', { ChartType: chartTypes, Position: positions });
}
