import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import type { ReportView } from '../contract';
import { Button } from './button';
import { useSidebar } from './use-sidebar';
import { describePeriod, describeRun, type RunWords } from './view';
import { PROGRESS } from './words';

interface ReportItemProps {
  readonly report: ReportView;
  /** The ID of the text that says why refreshing is not possible; undefined when it is. */
  readonly blockedBy: string | undefined;
  readonly onEdit: () => void;
  /** The report's form while it is open: it takes the place of the buttons. */
  readonly children: ComponentChildren;
}

/** One saved report: which days, how its newest refresh ended, and what can be done with it. */
export function ReportItem({ report, blockedBy, onEdit, children }: ReportItemProps) {
  const { ask, focusNext } = useSidebar();
  const name = useId();
  const refresh = () =>
    void ask({
      progress: PROGRESS.refreshing(report.sheet),
      call: (calls) => calls.sidebarRefreshReport(report.id),
    });
  const remove = async () => {
    const outcome = await ask({
      progress: PROGRESS.removing(report.sheet),
      call: (calls) => calls.sidebarRemoveReport(report.id),
    });
    if (outcome?.kind === 'done') focusNext('add-report');
  };
  return (
    <li aria-labelledby={name}>
      <h3 id={name}>{report.sheet}</h3>
      <p>{describePeriod(report)}</p>
      <LastRun words={describeRun(report.lastRun)} />
      {children ?? (
        <div class="buttons">
          <Button
            focusName={`refresh ${report.id}`}
            blocked={blockedBy !== undefined}
            describedBy={blockedBy === undefined ? name : `${name} ${blockedBy}`}
            onClick={refresh}
          >
            Refresh
          </Button>
          <Button look="text" focusName={`edit ${report.id}`} describedBy={name} onClick={onEdit}>
            Edit
          </Button>
          <Button look="text" describedBy={name} onClick={() => void remove()}>
            Remove
          </Button>
        </div>
      )}
    </li>
  );
}

function LastRun({ words }: { readonly words: RunWords }) {
  return (
    <div class={`run ${words.tone}`}>
      {words.heading && <p class="strong">{words.heading}</p>}
      <p>{words.message}</p>
      {words.reference && <p class="reference">Reference: {words.reference}</p>}
    </div>
  );
}
