import { expect, test } from '@jest/globals';
import { type TargetLine, weeklyPlan } from '../../../src/figures/weekly-plan';

/* Monday, 2 March 2026, as a serial number. */
const MONDAY = 46_083;

test.each([33.3, 37.5, 80, 100, 185])('a plan of %d hours a week is as many for each whole week', (hours) => {
  const line: TargetLine = {
    ...{ line: 2, venue: null, area: null, role: null, from: null, to: null },
    ...{ measure: 'TRUE_FULFILMENT_PERCENTAGE', target: null, planPositions: null, planHours: hours },
    ...{ ratePerHour: null, creditPerMissing: null, creditPerNoShow: null },
  };
  const planned = (weeks: number) =>
    weeklyPlan([line], 'planHours', {
      range: { from: MONDAY, to: MONDAY + 7 * weeks - 1 },
      today: MONDAY + 100,
      weekStart: 1,
      filters: [],
    })([], []);
  expect([planned(1), planned(2), planned(13)]).toEqual([hours, 2 * hours, 13 * hours]);
});
