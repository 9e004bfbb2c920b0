import { useState } from 'preact/hooks';
import type { ReportView } from '../contract-reports';
import { Button } from './button';
import { DashboardList } from './dashboard-list';
import { Question, useQuestion } from './question';
import { describeRemoval } from './report-view';
import { ShowChanges } from './show-changes';
import { useSidebar } from './use-sidebar';
import { DASHBOARD_WORDS } from './words/dashboards';
import { PROGRESS } from './words/page';
import { REPORT_WORDS } from './words/reports';

interface ReportButtonsProps {
  readonly report: ReportView;
  /** How many alerts watch it. */
  readonly alertCount: number;
  /** The ID of the report's heading, which describes each button. */
  readonly name: string;
  /** The ID of the text that says why refreshing is not possible; undefined when it is. */
  readonly blockedBy: string | undefined;
  readonly onRefresh: () => void;
  readonly onEdit: () => void;
}

/** What can be done with a saved report; the dashboards are unfolded on demand. */
export function ReportButtons({
  report,
  alertCount,
  name,
  blockedBy,
  onRefresh,
  onEdit,
}: ReportButtonsProps) {
  const [isUnfolded, setIsUnfolded] = useState(false);
  const { id } = report;
  const opener = `remove ${id}`;
  const question = useQuestion(opener);
  const remove = useRemoval(report, question.close);
  return (
    <>
      <div class="buttons">
        <Button
          focusName={`refresh ${id}`}
          blocked={blockedBy !== undefined}
          describedBy={blockedBy === undefined ? name : `${name} ${blockedBy}`}
          onClick={onRefresh}
        >
          {REPORT_WORDS.refresh}
        </Button>
        <Button describedBy={name} expanded={isUnfolded} whileBusy onClick={() => setIsUnfolded(!isUnfolded)}>
          {DASHBOARD_WORDS.open}
        </Button>
      </div>
      {isUnfolded && <DashboardList report={report} blockedBy={blockedBy} />}
      {question.isAsking ? (
        <Question
          title={REPORT_WORDS.removeQuestion(report.sheet)}
          keep={REPORT_WORDS.keepReport}
          confirm={REPORT_WORDS.confirmRemove}
          focusName={question.focusName}
          onKeep={question.close}
          onConfirm={() => void remove()}
        >
          {describeRemoval(report, alertCount).map((line) => (
            <p key={line}>{line}</p>
          ))}
        </Question>
      ) : (
        <div class="buttons more">
          {report.lastRun !== null && <ShowChanges report={report} describedBy={name} />}
          <Button look="text" focusName={`edit ${id}`} describedBy={name} onClick={onEdit}>
            {REPORT_WORDS.edit}
          </Button>
          <Button look="text" focusName={opener} describedBy={name} onClick={question.open}>
            {REPORT_WORDS.remove}
          </Button>
        </div>
      )}
    </>
  );
}

function useRemoval({ id, sheet }: ReportView, onRefused: () => void) {
  const { ask, focusNext } = useSidebar();
  return async () => {
    const outcome = await ask({
      progress: PROGRESS.removing(sheet),
      call: (calls) => calls.sidebarRemoveReport(id),
    });
    if (outcome?.kind === 'done') focusNext('add-report');
    else onRefused();
  };
}
