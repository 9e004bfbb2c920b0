import { useId, useState } from 'preact/hooks';
import type { AlertForm as AlertChoice, AlertView } from '../contract-alerts';
import type { ReportView } from '../contract-reports';
import { type AlertFields, alertFields, checkAlertForm, tidyAlertFields } from './alert-form-checks';
import { explainTarget, measureChoices, scopeChoices, strictnessChoices } from './alert-view';
import { Button } from './button';
import { RadioGroup } from './radio-group';
import { SelectField } from './select-field';
import { TextField } from './text-field';
import { useFormProblems } from './use-form-problems';
import { useSidebar } from './use-sidebar';
import { ALERT_WORDS } from './words/alerts';
import { PAGE_WORDS } from './words/page';

interface AlertFormProps {
  /** The alert to change; null for a new one. */
  readonly alert: AlertView | null;
  /** At least one. */
  readonly reports: readonly ReportView[];
  readonly onSave: (form: AlertChoice) => void;
  readonly onCancel: () => void;
}

/** Asks what to watch, from when on that is a miss, and how sure to be of it. */
export function AlertForm({ alert, reports, onSave, onCancel }: AlertFormProps) {
  const title = useId();
  const { words } = useSidebar();
  const { form, fields, change, problems, submit } = useAlertForm(alert, reports[0]?.id ?? '', onSave);
  return (
    <form ref={form} class="card" onSubmit={submit} noValidate autocomplete="off" aria-labelledby={title}>
      <h3 id={title}>{alert === null ? ALERT_WORDS.newTitle : ALERT_WORDS.changeTitle}</h3>
      <SelectField
        label={ALERT_WORDS.report}
        choices={reports.map(({ id, sheet }) => ({ value: id, label: sheet }))}
        value={fields.report}
        problem={problems.report}
        focusName="alert-report"
        onChange={(report) => change({ report })}
      />
      <SelectField
        label={ALERT_WORDS.measure}
        choices={measureChoices(words)}
        value={fields.measure}
        problem={problems.measure}
        onChange={(measure) => change({ measure: measure as AlertFields['measure'] })}
      />
      <SelectField
        label={ALERT_WORDS.scope}
        choices={scopeChoices()}
        value={fields.scope}
        problem={problems.scope}
        onChange={(scope) => change({ scope: scope as AlertFields['scope'] })}
      />
      <TextField
        label={ALERT_WORDS.target}
        hint={explainTarget(fields.measure)}
        inputMode="decimal"
        value={fields.target}
        problem={problems.target}
        onChange={(target) => change({ target })}
      />
      <RadioGroup
        label={ALERT_WORDS.strictness}
        choices={strictnessChoices()}
        chosen={fields.strictness}
        onChoose={(strictness) => change({ strictness })}
      />
      <TextField
        label={ALERT_WORDS.email}
        hint={ALERT_WORDS.emailHint}
        inputMode="email"
        value={fields.email}
        problem={problems.email}
        onChange={(email) => change({ email })}
      />
      <div class="buttons">
        <Button look="primary">{ALERT_WORDS.save}</Button>
        <Button onClick={onCancel}>{PAGE_WORDS.cancel}</Button>
      </div>
    </form>
  );
}

function useAlertForm(alert: AlertView | null, firstReport: string, onSave: AlertFormProps['onSave']) {
  const { busy } = useSidebar();
  const [fields, setFields] = useState<AlertFields>(() => alertFields(alert, firstReport));
  const { form, problems, accept, forget } = useFormProblems<keyof AlertFields>();
  const change = (changed: Partial<AlertFields>) => {
    forget(...(Object.keys(changed) as (keyof AlertFields)[]));
    setFields({ ...fields, ...changed });
  };
  const submit = (event: Event) => {
    event.preventDefault();
    if (busy) return;
    const filled = tidyAlertFields(fields, alert);
    if (accept(checkAlertForm(filled))) onSave(filled);
  };
  return { form, fields, change, problems, submit };
}
