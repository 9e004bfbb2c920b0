import { shortDay, shortDays, shortMoment } from '../calendar/calendar-date';
import { labelOf } from '../contract/form';
import { DASHBOARDS, describePeriod, type TemplateName } from '../contract/reports';
import { NAME_KINDS, nounOf } from '../reports/saved/names';
import { choose } from './choice';
import type { Dashboard } from './dashboard';
import { DashboardFigures, severalOf } from './dashboard-figures';
import type { DashboardRecord } from './dashboard-records';
import { type DashboardSource, daysBefore, joinDaysToCome, withDaysOver } from './dashboard-source';
import { layOut } from './layout';
import { planDataQuality } from './templates/data-quality';
import { planOverview } from './templates/overview';
import { planScorecard } from './templates/scorecard';
import { planUnfilledList } from './templates/unfilled-list';
import { planWhereAndWhen } from './templates/where-and-when';

/** Which dashboard is laid out. */
type DashboardKind = Pick<DashboardRecord, 'template' | 'cut' | 'everyMiss' | 'choice'>;

/** Where no one has chosen: venues by weekday, or what there are several of. */
const USUAL_CUT = { columns: 'weekday', measure: 'TRUE_FULFILMENT_PERCENTAGE' } as const;

const PLANS: Readonly<Record<TemplateName, (figures: DashboardFigures, kind: DashboardKind) => Dashboard>> = {
  overview: planOverview,
  scorecard: (figures, { everyMiss = false }) => planScorecard(figures, everyMiss),
  where_and_when: (figures, { cut }) =>
    planWhereAndWhen(figures, cut ?? { ...USUAL_CUT, rows: severalOf(figures) }),
  unfilled_list: planUnfilledList,
  data_quality: planDataQuality,
};

/** Whether a dashboard is about more than worked shifts: it shows days that are not over too, and no targets. */
export function isOfAllDays(template: TemplateName): boolean {
  return template === 'unfilled_list' || template === 'data_quality';
}

/** Makes a dashboard of its rows. @returns Also the figures that its numbers come from, and what of the choice is there. */
export function planDashboard(kind: DashboardKind, source: DashboardSource) {
  const { template } = kind;
  const shown = (some: DashboardSource) => {
    const joined = joinDaysToCome(some);
    return isOfAllDays(template) ? joined : withDaysOver(joined);
  };
  const whole = new DashboardFigures(shown(source));
  const chosen = kind.choice && choose(kind.choice, source, whole);
  const figures = chosen?.part ? new DashboardFigures(shown(chosen.part), whole) : whole;
  // Of one venue, its job titles are compared.
  const isOne = chosen !== undefined && chosen.choice.name !== '' && kind.cut?.rows === severalOf(whole);
  const cut = isOne && kind.cut ? { ...kind.cut, rows: severalOf(figures) } : kind.cut;
  const dashboard = PLANS[template](figures, { ...kind, cut });
  const head = {
    ...headOf(figures, chosen?.lost ?? ''),
    title: labelOf(DASHBOARDS, template),
    drops: chosen?.drops,
  };
  const isAhead = !isOfAllDays(template) && figures.source.range.from >= source.today;
  const nothing = { ...dashboard, sentence: isAhead ? NOT_OVER : NO_SHIFTS, tiles: [] };
  const said = figures.by().total.rows.length === 0 ? nothing : dashboard;
  return { ...layOut(head, said), figures, choice: chosen?.choice };
}

/** What a period without records shows: sums over nothing are 0, which could be read as a quiet week. */
const NO_SHIFTS = 'No shifts in this period match this report. Choose other days or filters.';
const NOT_OVER = 'No day of the period is over yet: figures of worked shifts come with its first.';
const SAMPLE = 'SAMPLE: figures of an employer that doesn’t exist. Connect in the sidebar to see your own.';

/** The days, what they are compared with, and what a reader must know first. */
function headOf({ source, change }: DashboardFigures, lost: string) {
  const { asOf, range, isSoFar = false, today, isSample, saved, words, notice } = source;
  const label =
    saved.period === undefined || saved.period === 'custom'
      ? ''
      : `${describePeriod({ period: saved.period, from: '', to: '' })}, `;
  return {
    period: [
      words ?? `${label}${shortDays(range)}${isSoFar ? ' so far' : ''}`,
      ...(change === undefined || change.week !== undefined
        ? []
        : [`compared with ${shortDays(daysBefore(range))}`]),
      asOf === null ? 'the service gave no time for its data' : `as of ${shortMoment(asOf)}`,
      reportText(source),
    ].join(' · '),
    warning: [isSample && SAMPLE, notice, lost].filter(Boolean).join(' '),
    overdue: `Not refreshed since ${asOf === null ? shortDay(today) : shortMoment(asOf)}.`,
  };
}

/** Which report the rows are of, with what it leaves out: `from the report “Shifts”, venue: Grand*`. */
export function reportText({ saved }: DashboardSource): string {
  const limits = NAME_KINDS.filter((kind) => saved[kind] !== '').map(
    (kind) => `, ${nounOf(kind)}: ${saved[kind]}`,
  );
  return `from the report “${saved.sheet}”${limits.join('')}`;
}
