import type { Region, SidebarOutcome, SidebarState } from '../contract';
import type { Question } from './ask-steps';
import { findAddedReport } from './sidebar-model';
import { useSidebar } from './use-sidebar';
import { PROGRESS } from './words/page';

/**
 * Connects to the sample employer, fills the report that comes with it and builds its first dashboard.
 *
 * Where the spreadsheet has reports already, none comes with the connection, and theirs are left alone.
 */
export function useSampleStart(state: SidebarState): (region: Region) => void {
  const { ask, focusNext } = useSidebar();
  const start = async (region: Region) => {
    const outcome = await ask({
      progress: PROGRESS.startingSample,
      call: (calls) => calls.sidebarUseSampleData(region),
      andThen: (connected) => fill(connected, findAddedReport(state, connected)),
    });
    if (outcome?.kind === 'done') focusNext('status');
  };
  return (region) => void start(region);
}

function fill({ state }: SidebarOutcome, id: string | null): Question | null {
  const report = state?.reports.find((one) => one.id === id);
  if (report === undefined) return null;
  return {
    progress: PROGRESS.fillingSample(report.sheet),
    call: (calls) => calls.sidebarRefreshReport(report.id, false),
    andThen: () => ({
      progress: PROGRESS.buildingFirst,
      call: (calls) => calls.sidebarBuildDashboard(report.id, 'overview'),
    }),
  };
}
