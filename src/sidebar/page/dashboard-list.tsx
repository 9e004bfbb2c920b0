import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import {
  DASHBOARD_CUT,
  type DashboardCut,
  type DashboardView,
  type ReportView,
  TEMPLATES,
  type TemplateName,
  TITLES,
} from '../../contract/reports';
import { Button } from './button';
import { CheckBox, SelectField } from './fields';
import { useSidebar } from './use-sidebar';
import { cutWords, DASHBOARD_WORDS, QUESTIONS } from './words/dashboards';
import { PROGRESS } from './words/page';

interface DashboardListProps {
  readonly report: ReportView;
  /** The ID of the text that says why nothing can be built; undefined when it can. */
  readonly blockedBy: string | undefined;
}

/** The dashboards that can be made of a report, each with the question it answers and the sheet that it is on. */
export function DashboardList({ report, blockedBy }: DashboardListProps) {
  const { ask } = useSidebar();
  const [cut, setCut] = useState<DashboardCut | undefined>(newestOf(report, 'where_and_when')?.cut);
  const known = newestOf(report, 'scorecard')?.countsEveryMiss ?? false;
  const [chosen, setChosen] = useState<boolean | null>(null);
  const everyMiss = chosen ?? known;
  const build = (template: TemplateName) =>
    void ask({
      progress: PROGRESS.building(TITLES[template], report.sheet),
      call: (calls) => {
        if (template === 'scorecard')
          return calls.sidebarBuildDashboard(report.id, template, null, everyMiss);
        return template === 'where_and_when' && cut !== undefined
          ? calls.sidebarBuildDashboard(report.id, template, cut)
          : calls.sidebarBuildDashboard(report.id, template);
      },
    });
  return (
    <div class="dashboards">
      <p class="hint">{DASHBOARD_WORDS.intro}</p>
      {TEMPLATES.map((template) => (
        <Dashboard
          key={template}
          template={template}
          sheet={newestOf(report, template, template === 'where_and_when' ? cut : undefined)?.sheet}
          blockedBy={blockedBy}
          onBuild={() => build(template)}
        >
          {template === 'where_and_when' && <CutFields cut={cut} onChange={setCut} />}
          {template === 'scorecard' && (
            <CheckBox
              label={DASHBOARD_WORDS.everyMiss}
              hint={DASHBOARD_WORDS.everyMissHint}
              isChecked={everyMiss}
              onChange={setChosen}
            />
          )}
        </Dashboard>
      ))}
    </div>
  );
}

/** The newest dashboard of a template, of one cut if that is given: the one that a press updates. */
function newestOf(report: ReportView, template: TemplateName, cut?: DashboardCut): DashboardView | undefined {
  const isOfCut = (one: DashboardView) =>
    cut === undefined || CUT_PARTS.every((part) => one.cut?.[part] === cut[part]);
  return report.dashboards.filter((one) => one.template === template && isOfCut(one)).slice(-1)[0];
}

interface DashboardProps {
  readonly template: TemplateName;
  /** The sheet it is on; undefined before it is built. */
  readonly sheet: string | undefined;
  readonly blockedBy: string | undefined;
  readonly onBuild: () => void;
  /** What can be chosen before it is built. */
  readonly children: ComponentChildren;
}

function Dashboard({ template, sheet, blockedBy, onBuild, children }: DashboardProps) {
  const id = useId();
  const [label, question] = [TITLES[template], QUESTIONS[template]];
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
      {children}
    </div>
  );
}

const CUT_PARTS = ['rows', 'columns', 'measure'] as const;
/** What a first choice of rows is completed with. */
const FIRST_CUT = { columns: 'weekday', measure: 'TRUE_FULFILMENT_PERCENTAGE' } as const;

interface CutFieldsProps {
  /** Undefined: the dashboard chooses by its rows. */
  readonly cut: DashboardCut | undefined;
  readonly onChange: (cut: DashboardCut | undefined) => void;
}

/** Chooses what *Where and when* compares. Columns and measure follow once rows are chosen. */
function CutFields({ cut, onChange }: CutFieldsProps) {
  const words = cutWords(useSidebar().words);
  const choose = (part: (typeof CUT_PARTS)[number], value: string) => {
    const { entries } = DASHBOARD_CUT;
    if (part === 'rows') {
      const rows = entries.rows.options.find((one) => one === value);
      onChange(rows && { ...FIRST_CUT, ...cut, rows });
    } else if (cut !== undefined) {
      onChange({ ...cut, [part]: entries[part].options.find((one) => one === value) ?? cut[part] });
    }
  };
  return (
    <div class="cut">
      {CUT_PARTS.filter((part) => part === 'rows' || cut !== undefined).map((part) => (
        <SelectField
          key={part}
          label={words[part].label}
          choices={Object.entries(words[part].choices).map(([value, label]) => ({ value, label }))}
          value={cut?.[part] ?? ''}
          onChange={(value) => choose(part, value)}
        />
      ))}
    </div>
  );
}
