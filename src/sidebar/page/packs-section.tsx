import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import type { PackForm, PackPreview, PackUnit, PackView } from '../../contract/packs';
import type { ReportView } from '../../contract/reports';
import type { SidebarState } from '../../contract/sidebar';
import { Button } from './button';
import { RadioGroup, SelectField, TextField } from './fields';
import { checkPack, type PackFields, packFields } from './forms';
import { describePack, packDayChoices, splitChoices, unitChoices } from './pack-view';
import { Question, useQuestion } from './question';
import { hourChoices } from './schedule-view';
import { Section } from './section';
import { Sentence } from './sentence';
import { useForm } from './use-form';
import { useSidebar } from './use-sidebar';
import { PACK_WORDS } from './words/packs';
import { PAGE_WORDS, PROGRESS } from './words/page';

/** The pages that go out by mail every week or month, and how to add or change one. */
export function PacksSection({ state }: { readonly state: SidebarState }) {
  const { openId, open, close, save, remove } = usePackActions();
  const { packs, reports, schedule } = state;
  const isAdding = openId === 'new';
  const isPossible = reports.length > 0 && schedule.every !== 'off';
  const why = reports.length === 0 ? PACK_WORDS.noReports : PACK_WORDS.noSchedule;
  const formFor = (pack: PackView | null) => (
    <PackEditor pack={pack} reports={reports} onSave={(filled) => void save(filled)} onCancel={close} />
  );
  return (
    <Section title={PACK_WORDS.title}>
      {packs.length === 0 && !isAdding && <p class="intro">{isPossible ? PACK_WORDS.none : why}</p>}
      {isAdding && isPossible && formFor(null)}
      {!isAdding && isPossible && (
        <div class="buttons first">
          <Button focusName="add-pack" onClick={() => open('new')}>
            {PACK_WORDS.add}
          </Button>
        </div>
      )}
      {packs.length > 0 && (
        <ul>
          {packs.map((pack) => (
            <PackItem
              key={pack.id}
              pack={pack}
              reports={reports}
              onEdit={() => open(pack.id)}
              onRemove={() => remove(pack.id)}
            >
              {openId === pack.id ? formFor(pack) : null}
            </PackItem>
          ))}
        </ul>
      )}
    </Section>
  );
}

interface PackEditorProps {
  /** The pack to change; null for a new one. */
  readonly pack: PackView | null;
  /** At least one. */
  readonly reports: readonly ReportView[];
  readonly onSave: (form: PackForm) => void;
  readonly onCancel: () => void;
}

/** Asks what to send, to whom and when; shows it and sends a test without saving. */
function PackEditor({ pack, reports, onSave, onCancel }: PackEditorProps) {
  const title = useId();
  const testHint = useId();
  const { form, fields, change, problems, submit, shown, preview, test } = usePackForm(pack, reports, onSave);
  return (
    <form ref={form} class="card" onSubmit={submit} noValidate autocomplete="off" aria-labelledby={title}>
      <h3 id={title}>{pack === null ? PACK_WORDS.newTitle : PACK_WORDS.changeTitle}</h3>
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
    </form>
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
    const outcome = await ask({
      progress: PROGRESS.previewingPack,
      call: (calls) => calls.sidebarPreviewPack(filled),
    });
    setShown(outcome?.kind === 'done' ? (outcome.pack ?? null) : null);
  };
  const test = () => {
    const filled = complete();
    if (filled === null) return;
    void ask({ progress: PROGRESS.testingPack, call: (calls) => calls.sidebarTestPack(filled) });
  };
  const changeAnew = (changed: Partial<PackFields>) => {
    change(changed);
    setShown(null);
  };
  return { ...form, change: changeAnew, shown, preview: () => void preview(), test };
}

interface PackItemProps {
  readonly pack: PackView;
  readonly reports: readonly ReportView[];
  readonly onEdit: () => void;
  /** Removes it. Resolves to whether that was done. */
  readonly onRemove: () => Promise<boolean>;
  /** The pack's form while it is open: it takes the place of the buttons. */
  readonly children: ComponentChildren;
}

/** One pack: what it shows, to whom and when it goes, and how to change or remove it. */
function PackItem({ pack, reports, onEdit, onRemove, children }: PackItemProps) {
  const opener = `remove-pack ${pack.id}`;
  const question = useQuestion(opener);
  const name = useId();
  const { heading, details } = describePack(pack, reports);
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
      {pack.isBlocked && (
        <p class="alert-state open">
          <span class="sign" aria-hidden="true">
            !
          </span>{' '}
          <span class="strong">{PACK_WORDS.waits}</span>
        </p>
      )}
      <Sentence text={pack.sentence} />
      {children ??
        (question.isAsking ? (
          <Question
            title={PACK_WORDS.removeQuestion(heading)}
            keep={PACK_WORDS.keep}
            confirm={PACK_WORDS.confirmRemove}
            focusName={question.focusName}
            onKeep={question.close}
            onConfirm={() => void remove()}
          >
            <p>{PACK_WORDS.removeEffect(pack.to.join(', '))}</p>
          </Question>
        ) : (
          <div class="buttons">
            <Button look="text" focusName={`edit-pack ${pack.id}`} describedBy={name} onClick={onEdit}>
              {PACK_WORDS.edit}
            </Button>
            <Button look="text" focusName={opener} describedBy={name} onClick={question.open}>
              {PACK_WORDS.remove}
            </Button>
          </div>
        ))}
    </li>
  );
}

/** What the Packs section does, with the place where the keyboard goes on afterwards. */
function usePackActions() {
  const { ask, focusNext } = useSidebar();
  /** The ID of the pack whose form is open, `new` for one not yet saved, null for none. */
  const [openId, setOpenId] = useState<string | null>(null);
  const open = (id: string) => {
    setOpenId(id);
    focusNext('pack-report');
  };
  const close = () => {
    setOpenId(null);
    focusNext(openId === 'new' ? 'add-pack' : `edit-pack ${openId}`);
  };
  const save = async (filled: PackForm) => {
    const outcome = await ask({
      progress: PROGRESS.savingPack,
      call: (calls) => calls.sidebarSavePack(filled),
    });
    if (outcome?.kind === 'done') close();
  };
  const remove = async (id: string) => {
    const outcome = await ask({
      progress: PROGRESS.removingPack,
      call: (calls) => calls.sidebarRemovePack(id),
    });
    const isDone = outcome?.kind === 'done';
    if (isDone) focusNext('add-pack');
    return isDone;
  };
  return { openId, open, close, save, remove };
}
