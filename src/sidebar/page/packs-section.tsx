import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import type { PackForm, PackPreview, PackUnit, PackView } from '../../contract/packs';
import type { ReportView } from '../../contract/reports';
import type { SidebarState } from '../../contract/sidebar';
import { describePack, packDayChoices, splitChoices, unitChoices } from './alert-view';
import { EditableItem, EditableList, useOpenForm } from './editable-list';
import { CheckBox, Field, Form, RadioGroup, SelectField, TextField, useForm } from './fields';
import { checkPack, type PackFields, packFields } from './forms';
import { Button, Sentence } from './parts';
import { hourChoices } from './schedule-view';
import { useSidebar } from './use-sidebar';
import { PACK_WORDS } from './words/alerts';
import { PAGE_WORDS, PROGRESS } from './words/page';

/** The pages that go out by mail every week or month, and how to add or change one. */
export function PacksSection({ state }: { readonly state: SidebarState }) {
  const { openId, open, close, remove } = useOpenForm('pack');
  const { ask } = useSidebar();
  const { packs, reports, schedule } = state;
  const isPossible = reports.length > 0;
  // Without a schedule nothing is saved, but a preview and a test show what would go out.
  const isScheduled = schedule.every !== 'off';
  const save = async (filled: PackForm) => {
    const outcome = await ask(PROGRESS.savingPack, (calls) => calls.sidebarSavePack(filled));
    if (outcome?.kind === 'done') close();
  };
  return (
    <EditableList
      kind="pack"
      title={PACK_WORDS.title}
      none={isPossible ? PACK_WORDS.none : PACK_WORDS.noReports}
      hint={isPossible && !isScheduled ? PACK_WORDS.noSchedule : undefined}
      add={PACK_WORDS.add}
      canAdd={isPossible}
      items={packs}
      openId={openId}
      open={open}
      formFor={(pack) => (
        <PackEditor
          pack={pack}
          reports={reports}
          allowsChat={state.allowsChat}
          onSave={(filled) => void save(filled)}
          onCancel={close}
        />
      )}
      show={(pack, form) => (
        <PackItem
          key={pack.id}
          pack={pack}
          reports={reports}
          form={form}
          onEdit={() => open(pack.id)}
          onRemove={() => remove(PROGRESS.removingPack, (calls) => calls.sidebarRemovePack(pack.id))}
        />
      )}
    />
  );
}

interface PackEditorProps {
  /** The pack to change; null for a new one. */
  readonly pack: PackView | null;
  /** At least one. */
  readonly reports: readonly ReportView[];
  /** Whether the build lets packs go to Google Chat. */
  readonly allowsChat: boolean;
  readonly onSave: (form: PackForm) => void;
  readonly onCancel: () => void;
}

/** Asks what to send, to whom and when; shows it and sends a test without saving. */
function PackEditor({ pack, reports, allowsChat, onSave, onCancel }: PackEditorProps) {
  const testHint = useId();
  const { form, fields, change, problems, submit, shown, preview, test } = usePackForm(pack, reports, onSave);
  return (
    <Form form={form} submit={submit} title={pack === null ? PACK_WORDS.newTitle : PACK_WORDS.changeTitle}>
      <SelectField
        label={PACK_WORDS.report}
        choices={reports.map(({ id, sheet }) => ({ value: id, label: sheet }))}
        value={fields.report}
        problem={problems.report}
        focusName="pack-report"
        onChange={(report) => change({ report })}
      />
      <TextField
        label={PACK_WORDS.to}
        hint={PACK_WORDS.toHint}
        inputMode="email"
        value={fields.to}
        problem={problems.to}
        onChange={(to) => change({ to })}
      />
      <SelectField
        label={PACK_WORDS.every}
        choices={unitChoices()}
        value={fields.every}
        problem={problems.every}
        onChange={(every) => change({ every: every as PackUnit, day: 1 })}
      />
      <SelectField
        label={PACK_WORDS.on}
        choices={packDayChoices(fields.every)}
        value={String(fields.day)}
        problem={problems.day}
        onChange={(day) => change({ day: Number(day) })}
      />
      <SelectField
        label={PACK_WORDS.after}
        hint={PACK_WORDS.afterHint}
        choices={hourChoices()}
        value={String(fields.hour)}
        problem={problems.hour}
        onChange={(hour) => change({ hour: Number(hour) })}
      />
      <RadioGroup
        label={PACK_WORDS.split}
        choices={splitChoices()}
        chosen={fields.split}
        onChoose={(split) => change({ split })}
      />
      {allowsChat && (
        <Field label={PACK_WORDS.chat} hint={PACK_WORDS.chatHint} problem={problems.chat}>
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
      {pack?.hasChat && (
        <CheckBox
          label={PACK_WORDS.chatKept}
          hint={PACK_WORDS.chatKeptHint}
          isChecked={fields.keepsChat}
          onChange={(keepsChat) => change({ keepsChat })}
        />
      )}
      <p class="hint field" id={testHint}>
        {PACK_WORDS.testHint}
      </p>
      <div class="buttons">
        <Button look="primary">{PACK_WORDS.save}</Button>
        <Button onClick={preview}>{PACK_WORDS.preview}</Button>
        <Button describedBy={testHint} onClick={test}>
          {PACK_WORDS.test}
        </Button>
        <Button onClick={onCancel}>{PAGE_WORDS.cancel}</Button>
      </div>
      {shown !== null && <PackPanel preview={shown} />}
    </Form>
  );
}

/** The text of a pack: its subject and its parts, one paragraph each. */
function PackPanel({ preview: { subject, text } }: { readonly preview: PackPreview }) {
  return (
    <div class="preview">
      <h4>{PACK_WORDS.previewTitle}</h4>
      <p class="strong">{subject}</p>
      {text.split('\n\n').map((part, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text differ by their place alone.
        <p class="lines" key={place}>
          {part}
        </p>
      ))}
      <p class="hint">{PACK_WORDS.previewNotSent}</p>
    </div>
  );
}

/** Keeps what is chosen until it is sent, and what it would say: null until asked for, and again when the choices change. */
function usePackForm(
  pack: PackView | null,
  reports: readonly ReportView[],
  onSave: (form: PackForm) => void,
) {
  const { ask } = useSidebar();
  const [shown, setShown] = useState<PackPreview | null>(null);
  const { change, complete, ...form } = useForm(
    () => packFields(pack, reports[0]?.id ?? ''),
    (typed) => checkPack(typed, pack),
    onSave,
  );
  const preview = async () => {
    const filled = complete();
    if (filled === null) return;
    const outcome = await ask(PROGRESS.previewingPack, (calls) => calls.sidebarPreviewPack(filled));
    setShown((outcome?.kind === 'done' && outcome.pack) || null);
  };
  const test = () => {
    const filled = complete();
    if (filled === null) return;
    void ask(PROGRESS.testingPack, (calls) => calls.sidebarTestPack(filled));
  };
  const changeAndHide = (changed: Partial<PackFields>) => {
    change(changed);
    setShown(null);
  };
  return { ...form, change: changeAndHide, shown, preview: () => void preview(), test };
}

interface PackItemProps {
  readonly pack: PackView;
  readonly reports: readonly ReportView[];
  readonly form: ComponentChildren;
  readonly onEdit: () => void;
  readonly onRemove: () => Promise<boolean>;
}

/** One pack: what it shows, to whom and when it goes. */
function PackItem({ pack, reports, form, onEdit, onRemove }: PackItemProps) {
  const { heading, details } = describePack(pack, reports);
  return (
    <EditableItem
      kind="pack"
      id={pack.id}
      heading={heading}
      details={details}
      words={PACK_WORDS}
      removal={[PACK_WORDS.removeEffect(pack.to.join(', ') || PACK_WORDS.chatSpace)]}
      onEdit={onEdit}
      onRemove={onRemove}
      form={form}
    >
      {pack.isBlocked && (
        <p class="alert-state open">
          <span class="sign" aria-hidden="true">
            !
          </span>{' '}
          <span class="strong">{PACK_WORDS.waits}</span>
        </p>
      )}
      <Sentence text={pack.sentence} />
    </EditableItem>
  );
}
