import type { ComponentChildren } from 'preact';
import type { AlertForm, AlertView } from '../../contract/alerts';
import type { ReportView } from '../../contract/reports';
import type { SidebarState } from '../../contract/sidebar';
import {
  describeAlert,
  describeAlertRemoval,
  explainTarget,
  measureChoices,
  scopeChoices,
  strictnessChoices,
} from './alert-view';
import { EditableItem, EditableList, useOpenForm } from './editable-list';
import { Form, RadioGroup, SelectField, TextField, useForm } from './fields';
import { type AlertFields, alertFields, checkAlert } from './forms';
import { Button, Sentence } from './parts';
import type { ScriptCall } from './run-steps';
import { useSidebar } from './use-sidebar';
import { ALERT_STATES, ALERT_WORDS } from './words/alerts';
import { PAGE_WORDS, PROGRESS } from './words/page';

/** What is watched, what was found, and how to watch something more or something else. */
export function AlertsSection({ state }: { readonly state: SidebarState }) {
  const { openId, open, close, remove } = useOpenForm('alert');
  const save = useAlertSaving(state, close);
  const { alerts, reports } = state;
  return (
    <EditableList
      kind="alert"
      title={ALERT_WORDS.title}
      none={reports.length === 0 ? ALERT_WORDS.noReports : ALERT_WORDS.none}
      add={ALERT_WORDS.add}
      canAdd={reports.length > 0}
      items={alerts}
      openId={openId}
      open={open}
      formFor={(alert) => (
        <AlertEditor
          alert={alert}
          reports={reports}
          onSave={(filled) => void save(filled)}
          onCancel={close}
        />
      )}
      show={(alert, form) => (
        <AlertItem
          key={alert.id}
          alert={alert}
          reports={reports}
          form={form}
          onEdit={() => open(alert.id)}
          onRemove={() => remove(PROGRESS.removingAlert, (calls) => calls.sidebarRemoveAlert(alert.id))}
        />
      )}
    />
  );
}

interface AlertEditorProps {
  /** The alert to change; null for a new one. */
  readonly alert: AlertView | null;
  /** At least one. */
  readonly reports: readonly ReportView[];
  readonly onSave: (form: AlertForm) => void;
  readonly onCancel: () => void;
}

/** Asks what to watch, from when on that is a miss, and how sure to be of it. */
function AlertEditor({ alert, reports, onSave, onCancel }: AlertEditorProps) {
  const { words } = useSidebar();
  const { form, fields, change, problems, submit } = useForm(
    () => alertFields(alert, reports[0]?.id ?? ''),
    (typed) => checkAlert(typed, alert),
    onSave,
  );
  return (
    <Form form={form} submit={submit} title={alert === null ? ALERT_WORDS.newTitle : ALERT_WORDS.changeTitle}>
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
    </Form>
  );
}

interface AlertItemProps {
  readonly alert: AlertView;
  readonly reports: readonly ReportView[];
  readonly form: ComponentChildren;
  readonly onEdit: () => void;
  readonly onRemove: () => Promise<boolean>;
}

/** One alert: what it watches, and how it stands. */
function AlertItem({ alert, reports, form, onEdit, onRemove }: AlertItemProps) {
  const { words } = useSidebar();
  const { heading, details } = describeAlert(alert, reports, words);
  const { sign, word } = ALERT_STATES[alert.state];
  return (
    <EditableItem
      kind="alert"
      id={alert.id}
      heading={heading}
      details={details}
      words={ALERT_WORDS}
      removal={describeAlertRemoval(alert, reports)}
      onEdit={onEdit}
      onRemove={onRemove}
      form={form}
    >
      <p class={`alert-state ${alert.state}`}>
        <span class="sign" aria-hidden="true">
          {sign}
        </span>{' '}
        <span class="strong">{word}</span>
      </p>
      {alert.sentence !== '' && <Sentence text={alert.sentence} />}
    </EditableItem>
  );
}

/** Refreshes the report that an alert watches, which judges it. */
function judgeBy({ id, sheet }: ReportView): ScriptCall {
  return {
    progress: PROGRESS.judging(sheet),
    call: async (calls) => {
      const outcome = await calls.sidebarRefreshReport(id, false);
      // The card says how the alert stands, and that of the report what came.
      return outcome.kind === 'failed' || outcome.more === true ? outcome : { ...outcome, message: '' };
    },
    nextStep: ALERT_WORDS.judged,
  };
}

/** Saves an alert and judges it. @param close Closes the form once it is saved, however judging ends. */
function useAlertSaving({ connection, reports }: SidebarState, close: () => void) {
  const { ask } = useSidebar();
  return async (filled: AlertForm) => {
    let isSaved = false;
    await ask(PROGRESS.savingAlert, (calls) => calls.sidebarSaveAlert(filled), {
      andThen: () => {
        isSaved = true;
        const report = reports.find(({ id }) => id === filled.report);
        return connection === null || report === undefined ? null : judgeBy(report);
      },
    });
    if (isSaved) close();
  };
}
