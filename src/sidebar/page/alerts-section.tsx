import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
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
import { Button } from './button';
import { RadioGroup, SelectField, TextField } from './fields';
import { type AlertFields, alertFields, checkAlert } from './forms';
import { Question, useQuestion } from './question';
import type { ScriptQuestion } from './run-steps';
import { Section } from './section';
import { Sentence } from './sentence';
import { useForm } from './use-form';
import { useSidebar } from './use-sidebar';
import { ALERT_STATES, ALERT_WORDS } from './words/alerts';
import { PAGE_WORDS, PROGRESS } from './words/page';

/** What is watched, what was found, and how to watch something more or something else. */
export function AlertsSection({ state }: { readonly state: SidebarState }) {
  const { openId, open, close, save, remove } = useAlertActions(state);
  const { alerts, reports } = state;
  const isAdding = openId === 'new';
  const formFor = (alert: AlertView | null) => (
    <AlertEditor alert={alert} reports={reports} onSave={(filled) => void save(filled)} onCancel={close} />
  );
  return (
    <Section title={ALERT_WORDS.title}>
      {alerts.length === 0 && !isAdding && (
        <p class="intro">{reports.length === 0 ? ALERT_WORDS.noReports : ALERT_WORDS.none}</p>
      )}
      {isAdding && reports.length > 0 && formFor(null)}
      {!isAdding && reports.length > 0 && (
        <div class="buttons first">
          <Button focusName="add-alert" onClick={() => open('new')}>
            {ALERT_WORDS.add}
          </Button>
        </div>
      )}
      {alerts.length > 0 && (
        <ul>
          {alerts.map((alert) => (
            <AlertItem
              key={alert.id}
              alert={alert}
              reports={reports}
              onEdit={() => open(alert.id)}
              onRemove={() => remove(alert.id)}
            >
              {openId === alert.id ? formFor(alert) : null}
            </AlertItem>
          ))}
        </ul>
      )}
    </Section>
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
  const title = useId();
  const { words } = useSidebar();
  const { form, fields, change, problems, submit } = useForm(
    () => alertFields(alert, reports[0]?.id ?? ''),
    (typed) => checkAlert(typed, alert),
    onSave,
  );
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

interface AlertItemProps {
  readonly alert: AlertView;
  readonly reports: readonly ReportView[];
  readonly onEdit: () => void;
  /** Removes it. Resolves to whether that was done. */
  readonly onRemove: () => Promise<boolean>;
  /** The alert's form while it is open: it takes the place of the buttons. */
  readonly children: ComponentChildren;
}

/** One alert: what it watches, how it stands, and how to change or remove it. */
function AlertItem({ alert, reports, onEdit, onRemove, children }: AlertItemProps) {
  const { words } = useSidebar();
  const opener = `remove-alert ${alert.id}`;
  const question = useQuestion(opener);
  const name = useId();
  const { heading, details } = describeAlert(alert, reports, words);
  const remove = async () => {
    if (!(await onRemove())) question.close();
  };
  const { sign, word } = ALERT_STATES[alert.state];
  return (
    <li aria-labelledby={name}>
      <h3 id={name}>{heading}</h3>
      {details.map((line) => (
        <p class="hint" key={line}>
          {line}
        </p>
      ))}
      <p class={`alert-state ${alert.state}`}>
        <span class="sign" aria-hidden="true">
          {sign}
        </span>{' '}
        <span class="strong">{word}</span>
      </p>
      {alert.sentence !== '' && <Sentence text={alert.sentence} />}
      {children ??
        (question.isAsking ? (
          <Question
            title={ALERT_WORDS.removeQuestion(heading)}
            keep={ALERT_WORDS.keepAlert}
            confirm={ALERT_WORDS.confirmRemove}
            focusName={question.focusName}
            onKeep={question.close}
            onConfirm={() => void remove()}
          >
            {describeAlertRemoval(alert, reports).map((line) => (
              <p key={line}>{line}</p>
            ))}
          </Question>
        ) : (
          <div class="buttons">
            <Button look="text" focusName={`edit-alert ${alert.id}`} describedBy={name} onClick={onEdit}>
              {ALERT_WORDS.edit}
            </Button>
            <Button look="text" focusName={opener} describedBy={name} onClick={question.open}>
              {ALERT_WORDS.remove}
            </Button>
          </div>
        ))}
    </li>
  );
}

/** Refreshes the report that an alert watches, which judges it. */
function judgeBy({ id, sheet }: ReportView): ScriptQuestion {
  return {
    progress: PROGRESS.judging(sheet),
    call: (calls) => calls.sidebarRefreshReport(id, false),
    nextStep: ALERT_WORDS.judged,
  };
}

/** What the Alerts section does, with the place where the keyboard goes on afterwards. */
function useAlertActions({ connection, reports }: SidebarState) {
  const { ask, focusNext } = useSidebar();
  /** The ID of the alert whose form is open, `new` for one not yet saved, null for none. */
  const [openId, setOpenId] = useState<string | null>(null);
  const open = (id: string) => {
    setOpenId(id);
    focusNext('alert-report');
  };
  const close = () => {
    setOpenId(null);
    focusNext(openId === 'new' ? 'add-alert' : `edit-alert ${openId}`);
  };
  const save = async (filled: AlertForm) => {
    let isSaved = false;
    await ask({
      progress: PROGRESS.savingAlert,
      call: (calls) => calls.sidebarSaveAlert(filled),
      andThen: () => {
        isSaved = true;
        const report = reports.find(({ id }) => id === filled.report);
        return connection === null || report === undefined ? null : judgeBy(report);
      },
    });
    // Once it is saved its form goes, however judging it ends.
    if (isSaved) close();
  };
  const remove = async (id: string) => {
    const outcome = await ask({
      progress: PROGRESS.removingAlert,
      call: (calls) => calls.sidebarRemoveAlert(id),
    });
    const isDone = outcome?.kind === 'done';
    if (isDone) focusNext('add-alert');
    return isDone;
  };
  return { openId, open, close, save, remove };
}
