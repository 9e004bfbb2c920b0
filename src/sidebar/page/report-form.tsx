import { useId } from 'preact/hooks';
import type { ReportForm as ReportFields, ReportView } from '../contract-reports';
import { Button } from './button';
import { FilterFields } from './filter-fields';
import { PeriodFields } from './period-fields';
import { PreviewPanel } from './preview-panel';
import { RadioGroup } from './radio-group';
import { modeChoices, reportChoices } from './report-view';
import { SelectField } from './select-field';
import { TextField } from './text-field';
import { useReportForm } from './use-report-form';
import { useSidebar } from './use-sidebar';
import { PAGE_WORDS } from './words/page';
import { REPORT_WORDS } from './words/reports';

interface ReportFormProps {
  /** The report to change; null for a new one. */
  readonly report: ReportView | null;
  readonly suggestedSheet: string;
  readonly onSave: (form: ReportFields) => void;
  readonly onCancel: () => void;
}

/** Asks what a report shows, which sheet it fills, and what becomes of older days. */
export function ReportForm({ report, suggestedSheet, onSave, onCancel }: ReportFormProps) {
  const title = useId();
  const { words } = useSidebar();
  const { form, fields, change, problems, submit, shown, preview } = useReportForm(
    report,
    suggestedSheet,
    onSave,
  );
  const isGrouped = fields.report === 'shift_fulfilment_aggregated';
  return (
    <form ref={form} class="card" onSubmit={submit} noValidate autocomplete="off" aria-labelledby={title}>
      <h3 id={title}>{report === null ? REPORT_WORDS.newTitle : REPORT_WORDS.changeTitle}</h3>
      <SelectField
        label={REPORT_WORDS.report}
        hint={words.reports[fields.report].rows}
        choices={reportChoices(words)}
        value={fields.report}
        problem={problems.report}
        focusName="report"
        onChange={(value) => change({ report: value as ReportFields['report'] })}
      />
      <PeriodFields {...{ fields, change, problems }} kept={report?.period} />
      <FilterFields {...{ fields, change, problems }} />
      {isGrouped && (
        <TextField
          label={REPORT_WORDS.groupBy}
          hint={REPORT_WORDS.groupByHint}
          value={fields.groupBy}
          problem={problems.groupBy}
          onChange={(groupBy) => change({ groupBy })}
        />
      )}
      <TextField
        label={REPORT_WORDS.columns}
        hint={REPORT_WORDS.columnsHint}
        value={fields.columns}
        problem={problems.columns}
        onChange={(columns) => change({ columns })}
      />
      <TextField
        label={REPORT_WORDS.sheet}
        hint={REPORT_WORDS.sheetHint}
        value={fields.sheet}
        problem={problems.sheet}
        onChange={(sheet) => change({ sheet })}
      />
      {!isGrouped && (
        <RadioGroup
          label={REPORT_WORDS.mode}
          choices={modeChoices()}
          chosen={fields.mode}
          // The problem with history is shown at the columns.
          onChoose={(mode) => change({ mode, columns: fields.columns })}
        />
      )}
      <div class="buttons">
        <Button look="primary">{REPORT_WORDS.save}</Button>
        <Button onClick={preview}>{REPORT_WORDS.preview}</Button>
        <Button look="text" onClick={onCancel}>
          {PAGE_WORDS.cancel}
        </Button>
      </div>
      {shown !== null && <PreviewPanel preview={shown} />}
    </form>
  );
}
