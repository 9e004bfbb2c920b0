import { useId } from 'preact/hooks';
import { type ReportView, TEMPLATES, type TemplateName } from '../contract-reports';
import { Button } from './button';
import { useSidebar } from './use-sidebar';
import { DASHBOARD_WORDS, DASHBOARDS } from './words/dashboards';
import { PROGRESS } from './words/page';

interface DashboardListProps {
  readonly report: ReportView;
  /** The ID of the text that says why nothing can be built; undefined when it can. */
  readonly blockedBy: string | undefined;
}

/** The dashboards that can be made of a report, each with the question it answers and where it stands. */
export function DashboardList({ report, blockedBy }: DashboardListProps) {
  const { ask } = useSidebar();
  const build = (template: TemplateName) =>
    void ask({
      progress: PROGRESS.building(DASHBOARDS[template].label, report.sheet),
      call: (calls) => calls.sidebarBuildDashboard(report.id, template),
    });
  return (
    <div class="dashboards">
      <p class="hint">{DASHBOARD_WORDS.intro}</p>
      {TEMPLATES.map((template) => (
        <Dashboard
          key={template}
          template={template}
          sheet={report.dashboards.find((one) => one.template === template)?.sheet}
          blockedBy={blockedBy}
          onBuild={() => build(template)}
        />
      ))}
    </div>
  );
}

interface DashboardProps {
  readonly template: TemplateName;
  /** The sheet it stands on; undefined before it is built. */
  readonly sheet: string | undefined;
  readonly blockedBy: string | undefined;
  readonly onBuild: () => void;
}

function Dashboard({ template, sheet, blockedBy, onBuild }: DashboardProps) {
  const id = useId();
  const { label, question } = DASHBOARDS[template];
  return (
    <div class="dashboard">
      <Button
        look="text"
        blocked={blockedBy !== undefined}
        describedBy={blockedBy === undefined ? id : `${id} ${blockedBy}`}
        onClick={onBuild}
      >
        {label}
      </Button>
      <div id={id}>
        <p class="hint">{question}</p>
        {sheet !== undefined && <p class="hint made">{DASHBOARD_WORDS.standsOn(sheet)}</p>}
      </div>
    </div>
  );
}
