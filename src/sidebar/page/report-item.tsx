import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import type { ReportView } from '../contract';
import { HeldQuestion } from './held-question';
import { ReportButtons } from './report-buttons';
import { describeChoices, describePeriod, describeProgress, describeRun, type RunWords } from './report-view';
import { Sentence } from './sentence';
import { ShowChanges } from './show-changes';
import { useReportRefresh } from './use-report-refresh';
import { SENTENCES } from './words';

interface ReportItemProps {
  readonly report: ReportView;
  /** The ID of the text that says why refreshing is not possible; undefined when it is. */
  readonly blockedBy: string | undefined;
  readonly onEdit: () => void;
  /** The report's form while it is open: it takes the place of the buttons. */
  readonly children: ComponentChildren;
}

/** One saved report: what it shows, how its newest refresh ended, and what can be done with it. */
export function ReportItem({ report, blockedBy, onEdit, children }: ReportItemProps) {
  const name = useId();
  const { question, isKept, refresh, keep } = useReportRefresh(report);
  return (
    <li aria-labelledby={name}>
      <h3 id={name}>{report.sheet}</h3>
      <p>{describePeriod(report)}</p>
      {describeChoices(report).map((line) => (
        <p class="hint" key={line}>
          {line}
        </p>
      ))}
      <LastRun words={describeRun(report.lastRun)} />
      {report.lastRun !== null && <ShowChanges report={report} describedBy={name} />}
      {report.progress !== null && <p class="run">{describeProgress(report.progress)}</p>}
      {isKept && <p class="run">{SENTENCES.heldKept}</p>}
      {question !== null && (
        <HeldQuestion
          sentence={question.sentence}
          blockedBy={blockedBy}
          focusName={`keep ${report.id}`}
          onReplace={() => refresh(true)}
          onKeep={keep}
        />
      )}
      {children ?? (
        <ReportButtons
          report={report}
          name={name}
          blockedBy={blockedBy}
          onRefresh={() => refresh(false)}
          onEdit={onEdit}
        />
      )}
    </li>
  );
}

function LastRun({ words }: { readonly words: RunWords }) {
  return (
    <div class={`run ${words.tone}`}>
      {words.heading && <p class="strong">{words.heading}</p>}
      <Sentence text={words.message} />
      {words.reference && <p class="reference">Reference: {words.reference}</p>}
    </div>
  );
}
