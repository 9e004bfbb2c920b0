import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import type { AlertForm, AlertView } from '../../contract/alerts';
import type { ReportView } from '../../contract/reports';
import type { SidebarState } from '../../contract/sidebar';
import type { SummaryForm, SummaryPreview, SummaryUnit, SummaryView } from '../../contract/summaries';
import {
  describeAlert,
  describeAlertRemoval,
  describeSummary,
  explainTarget,
  measureChoices,
  scopeChoices,
  splitChoices,
  strictnessChoices,
  summaryDayChoices,
  unitChoices,
} from './alert-view';
import { CheckBox, Field, Form, RadioGroup, SelectField, TextField, useAnswer, useForm } from './fields';
import {
  type AlertFields,
  alertFields,
  checkAlert,
  checkSummary,
  type SummaryFields,
  summaryFields,
} from './forms';
import { Button, Question, Section, Sentence, useQuestion } from './parts';
import type { ScriptCall } from './run-steps';
import { hourChoices } from './schedule-view';
import { useSidebar } from './use-sidebar';
import { ALERT_STATES, ALERT_WORDS, SUMMARY_WORDS } from './words/alerts';
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
          onRemove={() => remove(PROGRESS.removingAlert, (call) => call('removeAlert', alert.id))}
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
    call: async (call) => {
      const outcome = await call('refreshReport', id, false);
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
    await ask(PROGRESS.savingAlert, (call) => call('saveAlert', filled), {
      andThen: () => {
        isSaved = true;
        const report = reports.find(({ id }) => id === filled.report);
        return connection === null || report === undefined ? null : judgeBy(report);
      },
    });
    if (isSaved) close();
  };
}

/** The pages that go out by mail every week or month, and how to add or change one. */
export function SummariesSection({ state }: { readonly state: SidebarState }) {
  const { openId, open, close, remove } = useOpenForm('summary');
  const { ask } = useSidebar();
  const { summaries, reports, schedule } = state;
  const isPossible = reports.length > 0;
  // Without a schedule nothing is saved, but a preview and a test show what would go out.
  const isScheduled = schedule.every !== 'off';
  const save = async (filled: SummaryForm) => {
    const outcome = await ask(PROGRESS.savingSummary, (call) => call('saveSummary', filled));
    if (outcome?.kind === 'done') close();
  };
  return (
    <EditableList
      kind="summary"
      title={SUMMARY_WORDS.title}
      none={isPossible ? SUMMARY_WORDS.none : SUMMARY_WORDS.noReports}
      hint={isPossible && !isScheduled ? SUMMARY_WORDS.noSchedule : undefined}
      add={SUMMARY_WORDS.add}
      canAdd={isPossible}
      items={summaries}
      openId={openId}
      open={open}
      formFor={(summary) => (
        <SummaryEditor
          summary={summary}
          reports={reports}
          allowsChat={state.allowsChat}
          onSave={(filled) => void save(filled)}
          onCancel={close}
        />
      )}
      show={(summary, form) => (
        <SummaryItem
          key={summary.id}
          summary={summary}
          reports={reports}
          form={form}
          onEdit={() => open(summary.id)}
          onRemove={() => remove(PROGRESS.removingSummary, (call) => call('removeSummary', summary.id))}
        />
      )}
    />
  );
}

interface SummaryEditorProps {
  /** The summary email to change; null for a new one. */
  readonly summary: SummaryView | null;
  /** At least one. */
  readonly reports: readonly ReportView[];
  /** Whether the build lets summary emails go to Google Chat. */
  readonly allowsChat: boolean;
  readonly onSave: (form: SummaryForm) => void;
  readonly onCancel: () => void;
}

/** Asks what to send, to whom and when; shows it and sends a test without saving. */
function SummaryEditor({ summary, reports, allowsChat, onSave, onCancel }: SummaryEditorProps) {
  const testHint = useId();
  const { form, fields, change, problems, submit, shown, preview, test } = useSummaryForm(
    summary,
    reports,
    onSave,
  );
  return (
    <Form
      form={form}
      submit={submit}
      title={summary === null ? SUMMARY_WORDS.newTitle : SUMMARY_WORDS.changeTitle}
    >
      <SelectField
        label={SUMMARY_WORDS.report}
        choices={reports.map(({ id, sheet }) => ({ value: id, label: sheet }))}
        value={fields.report}
        problem={problems.report}
        focusName="summary-report"
        onChange={(report) => change({ report })}
      />
      <TextField
        label={SUMMARY_WORDS.to}
        hint={SUMMARY_WORDS.toHint}
        inputMode="email"
        value={fields.to}
        problem={problems.to}
        onChange={(to) => change({ to })}
      />
      <SelectField
        label={SUMMARY_WORDS.every}
        choices={unitChoices()}
        value={fields.every}
        problem={problems.every}
        onChange={(every) => change({ every: every as SummaryUnit, day: 1 })}
      />
      <SelectField
        label={SUMMARY_WORDS.on}
        choices={summaryDayChoices(fields.every)}
        value={String(fields.day)}
        problem={problems.day}
        onChange={(day) => change({ day: Number(day) })}
      />
      <SelectField
        label={SUMMARY_WORDS.after}
        hint={SUMMARY_WORDS.afterHint}
        choices={hourChoices()}
        value={String(fields.hour)}
        problem={problems.hour}
        onChange={(hour) => change({ hour: Number(hour) })}
      />
      <RadioGroup
        label={SUMMARY_WORDS.split}
        choices={splitChoices()}
        chosen={fields.split}
        onChoose={(split) => change({ split })}
      />
      {allowsChat && (
        <Field label={SUMMARY_WORDS.chat} hint={SUMMARY_WORDS.chatHint} problem={problems.chat}>
          {(control) => (
            <input
              {...control}
              type="password"
              autocomplete="new-password"
              value={fields.chat}
              onInput={(event) => change({ chat: event.currentTarget.value })}
            />
          )}
        </Field>
      )}
      {summary?.hasChat && (
        <CheckBox
          label={SUMMARY_WORDS.chatKept}
          hint={SUMMARY_WORDS.chatKeptHint}
          isChecked={fields.keepsChat}
          onChange={(keepsChat) => change({ keepsChat })}
        />
      )}
      <p class="hint field" id={testHint}>
        {SUMMARY_WORDS.testHint}
      </p>
      <div class="buttons">
        <Button look="primary">{SUMMARY_WORDS.save}</Button>
        <Button onClick={preview}>{SUMMARY_WORDS.preview}</Button>
        <Button describedBy={testHint} onClick={test}>
          {SUMMARY_WORDS.test}
        </Button>
        <Button onClick={onCancel}>{PAGE_WORDS.cancel}</Button>
      </div>
      {shown !== null && <SummaryPanel preview={shown} />}
    </Form>
  );
}

/** The text of a summary email: its subject and its parts, one paragraph each. */
function SummaryPanel({ preview: { subject, text } }: { readonly preview: SummaryPreview }) {
  return (
    <div class="preview">
      <h4>{SUMMARY_WORDS.previewTitle}</h4>
      <p class="strong">{subject}</p>
      {text.split('\n\n').map((part, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text differ by their place alone.
        <p class="lines" key={place}>
          {part}
        </p>
      ))}
      <p class="hint">{SUMMARY_WORDS.previewNotSent}</p>
    </div>
  );
}

/** Keeps what is chosen until it is sent, and what it would say: null until asked for, and again when the choices change. */
function useSummaryForm(
  summary: SummaryView | null,
  reports: readonly ReportView[],
  onSave: (form: SummaryForm) => void,
) {
  const { ask } = useSidebar();
  const shown = useAnswer<SummaryPreview | null>(null);
  const { change, complete, ...form } = useForm(
    () => summaryFields(summary, reports[0]?.id ?? ''),
    (typed) => checkSummary(typed, summary),
    onSave,
  );
  const preview = () => {
    const filled = complete();
    if (filled === null) return;
    const outcome = ask(PROGRESS.previewingSummary, (call) => call('previewSummary', filled));
    void shown.take(outcome.then((one) => (one?.kind === 'done' && one.summary) || null));
  };
  const test = () => {
    const filled = complete();
    if (filled === null) return;
    void ask(PROGRESS.testingSummary, (call) => call('testSummary', filled));
  };
  const changeAndHide = (changed: Partial<SummaryFields>) => {
    change(changed);
    shown.forget();
  };
  return { ...form, change: changeAndHide, shown: shown.answer, preview, test };
}

interface SummaryItemProps {
  readonly summary: SummaryView;
  readonly reports: readonly ReportView[];
  readonly form: ComponentChildren;
  readonly onEdit: () => void;
  readonly onRemove: () => Promise<boolean>;
}

/** One summary email: what it shows, to whom and when it goes. */
function SummaryItem({ summary, reports, form, onEdit, onRemove }: SummaryItemProps) {
  const { heading, details } = describeSummary(summary, reports);
  return (
    <EditableItem
      kind="summary"
      id={summary.id}
      heading={heading}
      details={details}
      words={SUMMARY_WORDS}
      removal={[SUMMARY_WORDS.removeEffect(summary.to.join(', ') || SUMMARY_WORDS.chatSpace)]}
      onEdit={onEdit}
      onRemove={onRemove}
      form={form}
    >
      {summary.isBlocked && (
        <p class="alert-state open">
          <span class="sign" aria-hidden="true">
            !
          </span>{' '}
          <span class="strong">{SUMMARY_WORDS.waits}</span>
        </p>
      )}
      <Sentence text={summary.sentence} />
    </EditableItem>
  );
}

/** What is listed; begins the names of its controls for the keyboard. */
type Kind = 'alert' | 'summary';

/** Which form of a list is open, and where the keyboard goes after each step. */
interface OpenForm {
  /** The ID of the item whose form is open, `new` for one not yet saved, null for none. */
  readonly openId: string | null;
  open(id: string): void;
  close(): void;
  /** Removes an item. Resolves to whether that was done. */
  remove(progress: string, call: ScriptCall['call']): Promise<boolean>;
}

/** Keeps which form of a list is open. The first control of each form is named `alert-report`, `summary-report`. */
function useOpenForm(kind: Kind): OpenForm {
  const { ask, focusNext } = useSidebar();
  const [openId, setOpenId] = useState<string | null>(null);
  return {
    openId,
    open: (id) => {
      setOpenId(id);
      focusNext(`${kind}-report`);
    },
    close: () => {
      setOpenId(null);
      focusNext(openId === 'new' ? `add-${kind}` : `edit-${kind} ${openId}`);
    },
    remove: async (progress, call) => {
      const outcome = await ask(progress, call);
      const isDone = outcome?.kind === 'done';
      if (isDone) focusNext(`add-${kind}`);
      return isDone;
    },
  };
}

interface EditableListProps<Item> extends Pick<OpenForm, 'openId' | 'open'> {
  readonly kind: Kind;
  readonly title: string;
  /** What to say while there is none. */
  readonly none: string;
  /** What to know before one is added; undefined for nothing. */
  readonly hint?: string | undefined;
  /** What the button for a new one is called. */
  readonly add: string;
  readonly canAdd: boolean;
  readonly items: readonly Item[];
  /** The form of an item; of a new one for null. */
  readonly formFor: (item: Item | null) => ComponentChildren;
  /** Shows an item, with its form in place of its buttons where that is open. */
  readonly show: (item: Item, form: ComponentChildren) => ComponentChildren;
}

/** A section of items that can be added and changed, one form open at a time. */
function EditableList<Item extends { readonly id: string }>(props: EditableListProps<Item>) {
  const { kind, title, none, hint, add, canAdd, items, openId, open, formFor, show } = props;
  const isAdding = openId === 'new';
  return (
    <Section title={title}>
      {items.length === 0 && !isAdding && <p class="intro">{none}</p>}
      {hint !== undefined && <p class="hint">{hint}</p>}
      {isAdding && canAdd && formFor(null)}
      {!isAdding && canAdd && (
        <div class="buttons first">
          <Button focusName={`add-${kind}`} onClick={() => open('new')}>
            {add}
          </Button>
        </div>
      )}
      {items.length > 0 && (
        <ul>{items.map((item) => show(item, openId === item.id ? formFor(item) : null))}</ul>
      )}
    </Section>
  );
}

/** The words for changing and removing an item. */
interface ItemWords {
  readonly edit: string;
  readonly remove: string;
  readonly removeQuestion: (heading: string) => string;
  readonly keep: string;
  readonly confirmRemove: string;
}

interface EditableItemProps {
  readonly kind: Kind;
  readonly id: string;
  readonly heading: string;
  readonly details: readonly string[];
  readonly words: ItemWords;
  /** What removing it means, a paragraph each. */
  readonly removal: readonly string[];
  readonly onEdit: () => void;
  /** Removes it. Resolves to whether that was done. */
  readonly onRemove: () => Promise<boolean>;
  /** Its form while that is open: it takes the place of the buttons. */
  readonly form: ComponentChildren;
  /** How it stands. */
  readonly children: ComponentChildren;
}

/** One item: what it is, how it stands, and how to change or remove it. */
function EditableItem(props: EditableItemProps) {
  const { kind, id, heading, details, words, removal, onEdit, onRemove, form, children } = props;
  const opener = `remove-${kind} ${id}`;
  const question = useQuestion(opener);
  const name = useId();
  const remove = async () => {
    if (!(await onRemove())) question.close();
  };
  return (
    <li aria-labelledby={name}>
      <h3 id={name}>{heading}</h3>
      {details.map((line) => (
        <p class="hint" key={line}>
          {line}
        </p>
      ))}
      {children}
      {form ??
        (question.isAsking ? (
          <Question
            title={words.removeQuestion(heading)}
            keep={words.keep}
            confirm={words.confirmRemove}
            focusName={question.focusName}
            onKeep={question.close}
            onConfirm={() => void remove()}
          >
            {removal.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </Question>
        ) : (
          <div class="buttons">
            <Button look="text" focusName={`edit-${kind} ${id}`} describedBy={name} onClick={onEdit}>
              {words.edit}
            </Button>
            <Button look="text" focusName={opener} describedBy={name} onClick={question.open}>
              {words.remove}
            </Button>
          </div>
        ))}
    </li>
  );
}
