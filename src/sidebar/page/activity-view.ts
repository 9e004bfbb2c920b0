import type { ReportView } from '../../contract/reports';
import type { ActivityLine, SidebarState } from '../../contract/sidebar';
import { BEGUN, OUTCOMES } from './words/activity';

/** One line of the list `Activity`. */
interface ActivityWords {
  readonly tone: ActivityLine['outcome'];
  readonly heading: string;
  /** Which sheets, and what began it. */
  readonly about: string;
  readonly sentence: string;
  /** The correlation ID of a failure; empty where the sentence gives it. */
  readonly reference: string;
}

/** A run in words. */
export function describeEntry(entry: ActivityLine): ActivityWords {
  const { at, by, outcome, reports, sentence, correlationId } = entry;
  const showReference = outcome !== 'refreshed' && !sentence.includes(correlationId);
  return {
    tone: outcome,
    heading: `${OUTCOMES[outcome]} ${at}`,
    about: [reports.join(', '), BEGUN[by]].filter((part) => part !== '').join(', '),
    sentence,
    reference: showReference ? correlationId : '',
  };
}

/** A report's card shows this many runs; the list `Activity` has all. */
const RUNS_OF_REPORT = 5;

/** The last runs of a report, newest first. */
export function listRunsOf(
  { sheet }: Pick<ReportView, 'sheet'>,
  { activity }: SidebarState,
): readonly ActivityLine[] {
  return activity.filter(({ reports }) => reports.includes(sheet)).slice(0, RUNS_OF_REPORT);
}

/** The reports whose last refresh can be undone, the one refreshed last first. */
export function listUndoable({ reports, activity }: SidebarState): readonly ReportView[] {
  const rank = ({ sheet }: ReportView) => {
    const place = activity.findIndex((run) => run.outcome === 'refreshed' && run.reports.includes(sheet));
    return place < 0 ? activity.length : place;
  };
  const finishedAt = ({ lastRun }: ReportView) => lastRun?.finishedAt ?? '';
  return reports
    .filter(({ canUndo }) => canUndo)
    .sort((one, other) => rank(one) - rank(other) || compareTexts(finishedAt(other), finishedAt(one)));
}

function compareTexts(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
