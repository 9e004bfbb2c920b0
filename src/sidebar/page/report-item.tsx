import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import type { SidebarState } from '../contract';
import type { ReportView } from '../contract-reports';
import { describeFreshness, type Freshness, localMoment } from './freshness';
import { Question } from './question';
import { ReportButtons } from './report-buttons';
import { describeChoices, describePeriod, describeProgress, describeRun, type RunWords } from './report-view';
import { LocalText, Sentence } from './sentence';
import { useReportRefresh } from './use-report-refresh';
import { REPORT_WORDS } from './words/reports';

interface ReportItemProps {
  readonly report: ReportView;
  readonly state: SidebarState;
  /** The ID of the text that says why refreshing is not possible; undefined when it is. */
  readonly blockedBy: string | undefined;
  readonly onEdit: () => void;
  /** The report's form while it is open: it takes the place of the buttons. */
  readonly children: ComponentChildren;
}

/** One saved report: what it shows, how its newest refresh ended, and what can be done with it. */
export function ReportItem({ report, state, blockedBy, onEdit, children }: ReportItemProps) {
  const name = useId();
  const { question, isKept, refresh, keep } = useReportRefresh(report);
  const now = localMoment(Date.now(), state.timeZone);
  return (
    <li aria-labelledby={name}>
      <h3 id={name}>{report.sheet}</h3>
      <Sentence text={describePeriod(report)} />
      {describeChoices(report).map((line) => (
        <p class="hint" key={line}>
          {line}
        </p>
      ))}
      <LastRun
        words={describeRun(report.lastRun)}
        freshness={describeFreshness(report, state.schedule.every, now)}
      />
      {report.progress !== null && report.lastRun?.outcome !== 'unfinished' && (
        <Sentence look="run" text={describeProgress(report.progress)} />
      )}
      {isKept && <p class="run">{REPORT_WORDS.heldKept}</p>}
      {question !== null && (
        <Question
          title={REPORT_WORDS.heldQuestion}
          keep={REPORT_WORDS.keepTable}
          confirm={REPORT_WORDS.replaceTable}
          focusName={`keep ${report.id}`}
          look="held"
          blockedBy={blockedBy}
          onKeep={keep}
          onConfirm={() => refresh(true)}
        >
          <p>
            <LocalText text={question.sentence} />
          </p>
        </Question>
      )}
      {children ?? (
        <ReportButtons
          report={report}
          alertCount={state.alerts.filter((alert) => alert.report === report.id).length}
          name={name}
          blockedBy={blockedBy}
          onRefresh={() => refresh(false)}
          onEdit={onEdit}
        />
      )}
    </li>
  );
}

interface LastRunProps {
  readonly words: RunWords;
  readonly freshness: Freshness | null;
}

function LastRun({ words, freshness }: LastRunProps) {
  return (
    <div class={`run ${words.tone}`}>
      {words.heading && <Sentence look="strong" text={words.heading} />}
      {freshness !== null && <Age freshness={freshness} />}
      <Sentence text={words.message} />
      {words.reference && <p class="reference">{REPORT_WORDS.reference(words.reference)}</p>}
    </div>
  );
}

function Age({ freshness: { age, isStale } }: { readonly freshness: Freshness }) {
  if (!isStale) return <p class="hint">{age}</p>;
  return (
    <p class="stale">
      <strong class="badge">{REPORT_WORDS.stale}</strong> {age}. {REPORT_WORDS.staleHint}
    </p>
  );
}
