import { type CalendarDate, startOfPeriod } from '../calendar/calendar-date';
import type { SummaryForm, SummaryUnit } from '../contract/summaries';
import { countOf, DashboardFigures, isComplete, largestFirst, nameOf } from '../dashboards/dashboard-figures';
import type { DashboardSource } from '../dashboards/dashboard-source';
import { judgeTarget, type Verdict } from '../dashboards/tiles';
import { type Group, keyOf } from '../figures/figures';
import type { GroupKey } from '../figures/group-keys';
import { foldName } from '../figures/names';
import { MOST_VENUE_PAGES } from '../limits';

/** A venue or job title with people missing. */
interface WorstGroup {
  readonly name: string;
  readonly missing: number;
  readonly group: Group;
}

/** The groups that a summary email is made of: of the whole report, or of one venue. All are groups of the dashboards' figures. */
export class SummaryRows {
  private constructor(
    private readonly source: DashboardSource,
    readonly figures: DashboardFigures,
    /** Whether there are targets. */
    readonly isScored: boolean,
    readonly unit: SummaryUnit,
    /** As people write it; `undefined` for the whole report. */
    readonly venue: string | undefined,
  ) {}

  /** Sums the rows of a report, once for all of its summary emails. */
  static of(source: DashboardSource, unit: SummaryUnit): SummaryRows {
    const isScored = source.targets !== undefined;
    const figures = new DashboardFigures(source);
    return new SummaryRows(source, figures, isScored, unit, undefined);
  }

  /** The same of one venue. */
  of(venue: string): SummaryRows {
    return new SummaryRows(this.source, this.figures, this.isScored, this.unit, venue);
  }

  /** Complete weeks or months of the report, oldest first, by their first days. */
  get complete(): readonly CalendarDate[] {
    return this.figures
      .by(this.unit)
      .groups.filter(isComplete)
      .map((group) => Number(keyOf(group)));
  }

  /** The last week or month that was over when today began, whether the report has it or not. */
  get last(): CalendarDate {
    const { today, weekStart } = this.source;
    return startOfPeriod(this.unit, today, weekStart, -1);
  }

  /** The last day of a week or month. */
  endOf(start: CalendarDate): CalendarDate {
    return startOfPeriod(this.unit, start, this.source.weekStart, 1) - 1;
  }

  /** The week or month before. */
  before(start: CalendarDate): CalendarDate {
    return startOfPeriod(this.unit, start, this.source.weekStart, -1);
  }

  /** A complete week or month; `undefined` where it is not complete, or its venue has no record in it. */
  period(start: CalendarDate): Group | undefined {
    return this.complete.includes(start)
      ? this.groupsBy(this.unit).find(({ keys }) => keys[0] === start)
      : undefined;
  }

  /** Every day of the report that is over, oldest first; without a group where the venue has no record on it. */
  get finishedDays(): readonly (readonly [day: CalendarDate, group: Group | undefined])[] {
    const own = new Map(this.groupsBy('day').map((group) => [group.keys[0], group]));
    const { today } = this.source;
    return this.figures
      .by('day')
      .groups.flatMap(({ keys: [day] }) =>
        typeof day === 'number' && day < today ? [[day, own.get(day)] as const] : [],
      );
  }

  /** The days from today on that have records, soonest first. */
  get daysToCome(): readonly (readonly [day: CalendarDate, group: Group])[] {
    const { today } = this.source;
    return this.groupsBy('day').flatMap((group) => {
      const [day] = group.keys;
      return typeof day === 'number' && day >= today && group.records > 0 ? [[day, group] as const] : [];
    });
  }

  /** The venues of a week or month with the most missing people, the most first; of one venue its job titles. */
  worst(start: CalendarDate): readonly WorstGroup[] {
    const key = this.venue === undefined ? 'venue' : 'role';
    const own = this.groupsBy(this.unit, key).filter(({ keys }) => keys[0] === start);
    return largestFirst(own, (group) => countOf(group, 'MISSING_PEOPLE')).flatMap((group) => {
      const missing = countOf(group, 'MISSING_PEOPLE');
      const at = group.keys.length - 1;
      return missing !== null && missing > 0 ? [{ name: nameOf(group, at), missing, group }] : [];
    });
  }

  /** How a group stands beside its target, as the Scorecard says it. */
  verdict(group: Group): Verdict | null {
    if (!this.isScored) return null;
    return judgeTarget(group, this.figures.request('TRUE_FULFILMENT_PERCENTAGE').likeness);
  }

  /** The names of the venues of a week or month, those with the most missing people first. */
  venues(start: CalendarDate): readonly string[] {
    const own = this.figures
      .by(this.unit, 'venue')
      .groups.filter(({ keys: [period, name] }) => period === start && typeof name === 'string');
    return largestFirst(own, (group) => countOf(group, 'MISSING_PEOPLE')).map((group) => nameOf(group, 1));
  }

  private groupsBy(unit: SummaryUnit | 'day', ...more: readonly GroupKey[]): readonly Group[] {
    const { venue } = this;
    if (venue === undefined) return this.figures.by(unit, ...more).groups;
    const wanted = foldName(venue);
    return this.figures
      .by(unit, 'venue', ...more)
      .groups.filter(({ keys: [, name] }) => foldName(String(name ?? '')) === wanted);
  }
}

/** The pages of a summary email: the venue of each, or `undefined` for the whole report; and how many venues have none. */
export function pagesOf(
  rows: SummaryRows,
  start: CalendarDate,
  split: SummaryForm['split'],
): { readonly pages: readonly (string | undefined)[]; readonly left: number } {
  if (split === 'all') return { pages: [undefined], left: 0 };
  const venues = rows.venues(start);
  return { pages: venues.slice(0, MOST_VENUE_PAGES), left: Math.max(0, venues.length - MOST_VENUE_PAGES) };
}
