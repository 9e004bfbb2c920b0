import type { ActionCost } from './action-cost';
import { goalOf } from './goals';

/** A goal that an action does not reach. */
export interface Shortfall {
  readonly action: string;
  readonly rows: number;
  /** Such as `calls 18, goal 16`. */
  readonly figure: string;
  readonly reason: string;
}

const ZONE = '1 reads the time zone, without which text dates have no day';
const ZONE_FOR_FORMULAS =
  '1 reads the time zone, which would otherwise be 1 call in each formula over the rows';
const KEEPING =
  'undo and “what changed” need 2 more: the hidden sheet is read, so that nobody’s cells are taken, and the old table is written there (46 cells for its place and head)';

const MERGED = '1 more looks for merged cells, which lose without a word what is written to them';
const STAGED =
  'staged in the sidebar, 2 more ask for the sheet in front and put it there again, and 1 looks for a filter, which a copy might heed';

/** Why a goal is not reached. */
const REASONS: Readonly<Record<string, string>> = {
  'formula, cold, token kept': ZONE,
  'formula, cold, no token': ZONE,
  'formula, cold, token refused once (401)': ZONE,
  'refresh, token kept': `${KEEPING}; ${MERGED}; ${STAGED}; ${ZONE_FOR_FORMULAS}`,
  'refresh, no token': `${KEEPING}; ${MERGED}; ${ZONE_FOR_FORMULAS}`,
  'refresh, 10 rows more': `${KEEPING}; ${MERGED}; ${ZONE_FOR_FORMULAS}`,
  'refresh, 10 rows more, staged': `${KEEPING}; ${MERGED}; ${STAGED}; ${ZONE_FOR_FORMULAS}; growing takes 1 less than it may`,
  'refresh of the last days, 697 rows, into older rows': `${KEEPING}; ${MERGED}; 1 reads the rows that are replaced, to keep them, 1 looks again at the days that stay, and ${ZONE}`,
  'scheduled refresh, rows unchanged': `an hourly run has no token (1), looks before it locks (1), and asks whether it may still run (1); ${ZONE_FOR_FORMULAS}`,
  'save credentials, the first':
    '1 reads one day of the report, so that nothing is saved that may not, 1 reads the time zone and 1 looks for a connection of one’s own, while there is nothing to drop yet (1 less)',
  'save credentials, others before':
    '1 reads one day of the report, so that nothing is saved that may not, 1 reads the time zone, 1 looks for a connection of one’s own that lay unused, and 1 for what is kept under the old one, to drop its rows as well',
  'check the connection':
    '1 looks for a refusal or a pause that is remembered, before anything is sent; a lock and its release (2), so that no secret is sent that was replaced meanwhile; 1 request asks for the same day with the next one',
  'switch the schedule on':
    'a lock and its release (2), the schedule that was there (1) and the time zone of its hour (1), while there is no trigger to look for yet (1 less)',
  'switch the schedule on, one of one’s own before':
    'a lock and its release (2), the schedule that was there (1) and the time zone of its hour (1)',
};

/** The goals that were not reached, each with its reason. */
export function shortfallsOf(costs: readonly ActionCost[]): Shortfall[] {
  return costs.flatMap(({ action, rows, calls, requests, cellsSent }) => {
    const goal = goalOf(action, rows);
    const parts = [
      ['calls', calls, goal?.calls],
      ['requests', requests, goal?.requests],
      ['cells', cellsSent, goal?.cells],
    ] as const;
    const missed = parts.filter(([, value, most]) => most !== undefined && value > most);
    if (missed.length === 0) return [];
    const figure = missed.map(([what, value, most]) => `${what} ${value}, goal ${most}`).join('; ');
    return [{ action, rows, figure, reason: REASONS[action] ?? 'not explained' }];
  });
}
