import type { ReportView } from '../contract-reports';
import { Button } from './button';
import { useSidebar } from './use-sidebar';
import { PROGRESS } from './words/page';
import { REPORT_WORDS } from './words/reports';

interface ShowChangesProps {
  readonly report: ReportView;
  /** The ID of the report's heading. */
  readonly describedBy: string;
}

/** Writes what the last refresh changed to a sheet. */
export function ShowChanges({ report, describedBy }: ShowChangesProps) {
  const { ask } = useSidebar();
  const show = () =>
    void ask({
      progress: PROGRESS.listingChanges(report.sheet),
      call: (calls) => calls.sidebarShowChanges(report.id),
    });
  return (
    <Button look="text" describedBy={describedBy} onClick={show}>
      {REPORT_WORDS.whatChanged}
    </Button>
  );
}
