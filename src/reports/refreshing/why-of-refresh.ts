import { shortDay } from '../../calendar/calendar-date';
import { DAY_COLUMN } from '../../employer-api/shift-records';
import { findMeasure, type Measure } from '../../figures/measures';
import { whyTheWeekMoved } from '../../figures/why-it-moved';
import { figuresOfReport } from '../saved/report-question';
import { type FollowedRefresh, shownRange } from './refresh-followers';

const MEASURE = findMeasure('true fulfilment %') as Measure;

/**
 * Why true fulfilment of the newest complete week of a refreshed report differs from that of the week before, with the
 * week: `Week of 16 Nov 2026: True fulfilment …`. As on the *Overview*, of the days that the report shows.
 *
 * No service call. Never throws.
 *
 * @returns `undefined` where there is nothing to say, such as without two complete weeks.
 */
export function whyOfRefresh(refresh: FollowedRefresh): string | undefined {
  try {
    const { saved, report, region } = refresh;
    const range = shownRange(refresh);
    const rows = report.rows.filter((row) => {
      const day = row[DAY_COLUMN];
      return typeof day !== 'number' || (day >= range.from && day <= range.to);
    });
    const figures = figuresOfReport(saved, { rows }, { ...refresh, range }, [MEASURE], false);
    const [request] = figures.requests;
    const why = request && whyTheWeekMoved(figures, request, 'venue', region === 'US');
    return why && why.text !== '' ? `Week of ${shortDay(why.week)}: ${why.text}` : undefined;
  } catch {
    // A table without a sentence is worth more than no table.
    return undefined;
  }
}
