import { useId, useState } from 'preact/hooks';
import type { ReportForm as ReportFields, ReportView } from '../contract';
import { Button } from './button';
import { Field } from './field';
import { checkReportForm, tidyReportForm } from './form-checks';
import { useFormProblems } from './use-form-problems';
import { useSidebar } from './use-sidebar';
import { explainPeriod, periodChoices } from './view';
import { SENTENCES } from './words';

interface ReportFormProps {
  /** The report to change; null for a new one. */
  readonly report: ReportView | null;
  readonly suggestedSheet: string;
  readonly onSave: (form: ReportFields) => void;
  readonly onCancel: () => void;
}

type Text = 'period' | 'from' | 'to' | 'sheet';

/** Asks which days a report covers and which sheet it fills. */
export function ReportForm({ report, suggestedSheet, onSave, onCancel }: ReportFormProps) {
  const { busy } = useSidebar();
  const title = useId();
  const [fields, setFields] = useState<ReportFields>(() => firstValues(report, suggestedSheet));
  const { form, problems, accept, forget } = useFormProblems<Text>();
  const change = (field: Text, value: string) => {
    forget(field);
    setFields({ ...fields, [field]: value });
  };
  const submit = (event: Event) => {
    event.preventDefault();
    if (busy) return;
    const filled = tidyReportForm(fields);
    if (accept(checkReportForm(filled, report?.period))) onSave(filled);
  };
  const dateField = (label: string, field: 'from' | 'to') => (
    <Field label={label} problem={problems[field]}>
      {(control) => (
        <input
          {...control}
          type="date"
          min="1990-01-01"
          max="2100-12-31"
          value={fields[field]}
          onInput={(event) => change(field, event.currentTarget.value)}
        />
      )}
    </Field>
  );
  return (
    <form ref={form} class="card" onSubmit={submit} noValidate autocomplete="off" aria-labelledby={title}>
      <h3 id={title}>{report === null ? 'New report' : 'Change report'}</h3>
      <Field label="Period" hint={explainPeriod(fields.period)} problem={problems.period}>
        {(control) => (
          <select
            {...control}
            data-focus="period"
            value={fields.period}
            onChange={(event) => change('period', event.currentTarget.value)}
          >
            {periodChoices(fields.period).map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
      {fields.period === 'custom' && (
        <div class="pair">
          {dateField('From', 'from')}
          {dateField('To', 'to')}
        </div>
      )}
      <Field label="Sheet" hint={SENTENCES.sheetHint} problem={problems.sheet}>
        {(control) => (
          <input
            {...control}
            type="text"
            value={fields.sheet}
            onInput={(event) => change('sheet', event.currentTarget.value)}
          />
        )}
      </Field>
      <div class="buttons">
        <Button look="primary">Save report</Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}

function firstValues(report: ReportView | null, suggestedSheet: string): ReportFields {
  if (report === null) return { id: null, period: 'last 7 days', from: '', to: '', sheet: suggestedSheet };
  return {
    id: report.id,
    period: report.period,
    from: report.from,
    to: report.to,
    sheet: report.sheet,
  };
}
