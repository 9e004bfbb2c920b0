import { useId, useState } from 'preact/hooks';
import type { ReportForm as ReportFields, ReportView } from '../contract';
import { Button } from './button';
import { DateField } from './date-field';
import { checkReportForm, type Problems, tidyReportForm } from './form-checks';
import { SelectField } from './select-field';
import { TextField } from './text-field';
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

/** Asks which days a report covers and which sheet it fills. */
export function ReportForm(props: ReportFormProps) {
  const title = useId();
  const { form, fields, change, problems, submit } = useReportForm(props);
  return (
    <form ref={form} class="card" onSubmit={submit} noValidate autocomplete="off" aria-labelledby={title}>
      <h3 id={title}>{props.report === null ? 'New report' : 'Change report'}</h3>
      <SelectField
        label="Period"
        hint={explainPeriod(fields.period)}
        choices={periodChoices(props.report?.period ?? 'custom')}
        value={fields.period}
        problem={problems.period}
        focusName="period"
        onChange={(value) => change('period', value)}
      />
      {fields.period === 'custom' && <CustomDates fields={fields} problems={problems} onChange={change} />}
      <TextField
        label="Sheet"
        hint={SENTENCES.sheetHint}
        value={fields.sheet}
        problem={problems.sheet}
        onChange={(value) => change('sheet', value)}
      />
      <div class="buttons">
        <Button look="primary">Save report</Button>
        <Button onClick={props.onCancel}>Cancel</Button>
      </div>
    </form>
  );
}

type Typed = 'period' | 'from' | 'to' | 'sheet';

interface CustomDatesProps {
  readonly fields: ReportFields;
  readonly problems: Problems<Typed>;
  readonly onChange: (field: Typed, value: string) => void;
}

function CustomDates({ fields, problems, onChange }: CustomDatesProps) {
  return (
    <>
      <DateField
        label="From"
        value={fields.from}
        problem={problems.from}
        onChange={(value) => onChange('from', value)}
      />
      <DateField
        label="To"
        value={fields.to}
        problem={problems.to}
        onChange={(value) => onChange('to', value)}
      />
    </>
  );
}

function useReportForm({ report, suggestedSheet, onSave }: ReportFormProps) {
  const { busy } = useSidebar();
  const [fields, setFields] = useState<ReportFields>(() => firstValues(report, suggestedSheet));
  const { form, problems, accept, forget } = useFormProblems<Typed>();
  const change = (field: Typed, value: string) => {
    forget(field);
    setFields({ ...fields, [field]: value });
  };
  const submit = (event: Event) => {
    event.preventDefault();
    if (busy) return;
    const filled = tidyReportForm(fields);
    if (accept(checkReportForm(filled, report?.period))) onSave(filled);
  };
  return { form, fields, change, problems, submit };
}

function firstValues(report: ReportView | null, suggestedSheet: string): ReportFields {
  if (report === null) return { id: null, period: 'last 7 days', from: '', to: '', sheet: suggestedSheet };
  const { id, period, from, to, sheet } = report;
  return { id, period, from, to, sheet };
}
