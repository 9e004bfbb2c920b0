import { useId } from 'preact/hooks';
import type { ReportForm as ReportFields, ReportView } from '../contract';
import { Button } from './button';
import { FilterFields } from './filter-fields';
import { PeriodFields } from './period-fields';
import { RadioGroup } from './radio-group';
import { modeChoices, reportChoices } from './report-view';
import { SelectField } from './select-field';
import { TextField } from './text-field';
import { useReportForm } from './use-report-form';
import { REPORTS, SENTENCES } from './words';

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
  const { form, fields, change, problems, submit } = useReportForm(report, suggestedSheet, onSave);
  const isGrouped = fields.report === 'shift_fulfilment_aggregated';
  return (
    <form ref={form} class="card" onSubmit={submit} noValidate autocomplete="off" aria-labelledby={title}>
      <h3 id={title}>{report === null ? 'New report' : 'Change report'}</h3>
      <SelectField
        label="Report"
        hint={REPORTS[fields.report].rows}
        choices={reportChoices()}
        value={fields.report}
        problem={problems.report}
        focusName="report"
        onChange={(value) => change({ report: value as ReportFields['report'] })}
      />
      <PeriodFields {...{ fields, change, problems }} kept={report?.period} />
      <FilterFields {...{ fields, change, problems }} />
      {isGrouped && (
        <TextField
          label="Group by"
          hint={SENTENCES.groupByHint}
          value={fields.groupBy}
          problem={problems.groupBy}
          onChange={(groupBy) => change({ groupBy })}
        />
      )}
      <TextField
        label="Columns"
        hint={SENTENCES.columnsHint}
        value={fields.columns}
        problem={problems.columns}
        onChange={(columns) => change({ columns })}
      />
      <TextField
        label="Sheet"
        hint={SENTENCES.sheetHint}
        value={fields.sheet}
        problem={problems.sheet}
        onChange={(sheet) => change({ sheet })}
      />
      {!isGrouped && (
        <RadioGroup
          label="When refreshed"
          choices={modeChoices()}
          chosen={fields.mode}
          // The problem with history is shown at the columns.
          onChoose={(mode) => change({ mode, columns: fields.columns })}
        />
      )}
      <div class="buttons">
        <Button look="primary">Save report</Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}
