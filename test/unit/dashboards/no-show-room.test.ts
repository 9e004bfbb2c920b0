import { describe, expect, test } from '@jest/globals';
import { planDashboard } from '../../../src/dashboards/plan-dashboard';
import type { ShiftRow } from '../../../src/employer-api/shift-records';
import { dashboardSource } from '../../support/dashboard-source';
import { shiftRow } from '../../support/shift-records';

/* No-show watch has room for 200 venues, and for 10 roles and 10 areas: what does not fit is told, not dropped. */

/** One record for each number: so many venues, roles and areas as asked, each named at least once. */
function rowsOf(counts: { venues: number; roles: number; areas: number }): ShiftRow[] {
  const { venues, roles, areas } = counts;
  return Array.from({ length: Math.max(venues, roles, areas) }, (_, at) =>
    shiftRow({
      day: '2026-03-02',
      posted: 9,
      booked: 5,
      worked: 3,
      demand: 9,
      venue: `Venue ${at % venues}`,
      role: `Role ${at % roles}`,
      area: `Area ${at % areas}`,
    }),
  );
}

/** Beside the label `Notes`. */
function notesOf(rows: readonly ShiftRow[]): string {
  const { cells } = planDashboard('no_show_watch', dashboardSource(rows));
  const line = cells.find(([label]) => label === 'Notes');
  return String(line?.[1]);
}

describe('the notes of No-show watch', () => {
  test.each([
    [{ venues: 201, roles: 11, areas: 11 }, 'Not shown: 1 role, 1 area, 1 venue.'],
    [{ venues: 1200, roles: 12, areas: 10 }, 'Not shown: 2 roles, 1,000 venues.'],
    [{ venues: 3, roles: 2, areas: 40 }, 'Not shown: 30 areas.'],
  ])('of %j begin with what is left out', (counts, told) => {
    expect(notesOf(rowsOf(counts)).startsWith(told)).toBe(true);
  });

  test('say nothing of it where all fit: 200 venues, 10 roles, 10 areas', () => {
    expect(notesOf(rowsOf({ venues: 200, roles: 10, areas: 10 }))).not.toContain('Not shown');
  });
});
