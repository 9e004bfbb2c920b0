import type { ReportView } from '../contract';
import { Button } from './button';
import { useSidebar } from './use-sidebar';
import { PROGRESS } from './words';

interface ReportButtonsProps {
  readonly report: ReportView;
  /** The ID of the report's heading, which describes each button. */
  readonly name: string;
  /** The ID of the text that says why refreshing is not possible; undefined when it is. */
  readonly blockedBy: string | undefined;
  readonly onRefresh: () => void;
  readonly onEdit: () => void;
}

/** What can be done with a saved report. */
export function ReportButtons({ report, name, blockedBy, onRefresh, onEdit }: ReportButtonsProps) {
  const { ask, focusNext } = useSidebar();
  const { id, sheet } = report;
  const remove = async () => {
    const outcome = await ask({
      progress: PROGRESS.removing(sheet),
      call: (calls) => calls.sidebarRemoveReport(id),
    });
    if (outcome?.kind === 'done') focusNext('add-report');
  };
  return (
    <div class="buttons">
      <Button
        focusName={`refresh ${id}`}
        blocked={blockedBy !== undefined}
        describedBy={blockedBy === undefined ? name : `${name} ${blockedBy}`}
        onClick={onRefresh}
      >
        Refresh
      </Button>
      <Button look="text" focusName={`edit ${id}`} describedBy={name} onClick={onEdit}>
        Edit
      </Button>
      <Button look="text" describedBy={name} onClick={() => void remove()}>
        Remove
      </Button>
    </div>
  );
}
