import { useEffect, useId, useMemo, useState } from 'preact/hooks';
import type { ScheduleForm, ScheduleInterval, ScheduleView } from '../../contract/schedule';
import {
  KEPT_MONTHS,
  type KeptMonths,
  type NotesFile,
  type NotesView,
  type SidebarState,
} from '../../contract/sidebar';
import { Form, SelectField, TextField, useForm } from './fields';
import { checkSchedule, type ScheduleFields } from './forms';
import { Button, Definitions, Question, Section, Sentence } from './parts';
import {
  canTakeOver,
  describeScheduleStatus,
  explainSchedule,
  hourChoices,
  intervalChoices,
  weekdayChoices,
} from './schedule-view';
import { useSidebar } from './use-sidebar';
import { PROGRESS } from './words/page';
import { TARGET_WORDS } from './words/reports';
import { NOTES_WORDS, SCHEDULE_WORDS } from './words/settings';

/** When reports are refreshed without anyone asking, as whom, and with what result. */
export function ScheduleSection({ state }: { readonly state: SidebarState }) {
  const { schedule } = state;
  const { every, hour, weekday, mailTo } = schedule;
  const [saves, setSaves] = useState(0);
  return (
    <Section title={SCHEDULE_WORDS.title}>
      <ScheduleStatus schedule={schedule} />
      {/* Only a schedule that was saved or really changed replaces what is being chosen; every call brings a new state. */}
      <ScheduleEditor
        key={JSON.stringify([every, hour, weekday, mailTo, saves])}
        schedule={schedule}
        timeZone={state.timeZone}
        onSaved={() => setSaves(saves + 1)}
      />
    </Section>
  );
}

const TAKE_OVER_HINT = 'take-over-hint';

/** When the next run comes and as whom, what is wrong with that, and how to take it over. */
function ScheduleStatus({ schedule }: { readonly schedule: ScheduleView }) {
  const status = describeScheduleStatus(schedule);
  return (
    <>
      {status.length > 0 && <Definitions lines={status} look="status-lines" />}
      <Warning sentence={schedule.late} />
      {canTakeOver(schedule) && <TakeOver />}
      <Warning sentence={schedule.mailProblem} />
    </>
  );
}

function Warning({ sentence }: { readonly sentence: string | null }) {
  return sentence === null ? null : <Sentence look="notice" text={sentence} />;
}

function TakeOver() {
  const { ask, focusNext } = useSidebar();
  const takeOver = async () => {
    const outcome = await ask(PROGRESS.takingOver, (call) => call('takeOver'));
    if (outcome?.kind === 'done') focusNext('status');
  };
  return (
    <div class="buttons field">
      <Button focusName="take-over" describedBy={TAKE_OVER_HINT} onClick={() => void takeOver()}>
        {SCHEDULE_WORDS.takeOver}
      </Button>
      <p class="hint" id={TAKE_OVER_HINT}>
        {SCHEDULE_WORDS.takeOverHint}
      </p>
    </div>
  );
}

interface ScheduleEditorProps {
  readonly schedule: ScheduleView;
  readonly timeZone: string;
  readonly onSaved: () => void;
}

/** Chooses when reports are refreshed without anyone asking, and who gets mail about failures. */
function ScheduleEditor({ schedule, timeZone, onSaved }: ScheduleEditorProps) {
  const explanation = useId();
  const { form, fields, change, problems, submit } = useScheduleForm(schedule, onSaved);
  const { every } = fields;
  return (
    <Form form={form} submit={submit}>
      <SelectField
        label={SCHEDULE_WORDS.every}
        choices={intervalChoices()}
        value={every}
        problem={problems.every}
        onChange={(value) => change({ every: value as ScheduleInterval })}
      />
      {every === 'week' && (
        <SelectField
          label={SCHEDULE_WORDS.on}
          choices={weekdayChoices()}
          value={String(fields.weekday)}
          problem={problems.weekday}
          onChange={(value) => change({ weekday: Number(value) })}
        />
      )}
      {(every === 'day' || every === 'week') && (
        <SelectField
          label={SCHEDULE_WORDS.at}
          choices={hourChoices()}
          value={String(fields.hour)}
          problem={problems.hour}
          onChange={(value) => change({ hour: Number(value) })}
        />
      )}
      <p class="hint field" id={explanation}>
        {explainSchedule(fields, timeZone)}
      </p>
      {every !== 'off' && (
        <TextField
          label={SCHEDULE_WORDS.mail}
          hint={SCHEDULE_WORDS.mailHint}
          inputMode="email"
          value={fields.email}
          problem={problems.email}
          onChange={(email) => change({ email })}
        />
      )}
      <div class="buttons">
        <Button focusName="save-schedule" describedBy={explanation}>
          {SCHEDULE_WORDS.save}
        </Button>
      </div>
    </Form>
  );
}

function useScheduleForm(schedule: ScheduleView, onSaved: () => void) {
  const { ask, focusNext } = useSidebar();
  const save = async (filled: ScheduleForm) => {
    const outcome = await ask(PROGRESS.savingSchedule, (call) => call('saveSchedule', filled));
    if (outcome?.kind !== 'done') return;
    // The form is drawn again, and the pressed button with it.
    onSaved();
    focusNext('save-schedule');
  };
  return useForm(
    () => firstValues(schedule),
    (fields) => checkSchedule(fields, schedule),
    (filled) => void save(filled),
  );
}

function firstValues({ every, hour, weekday, mailTo }: ScheduleView): ScheduleFields {
  return { every, hour, weekday, email: mailTo };
}

/** For how long notes are kept, and how to take all of them out of the spreadsheet. */
export function NotesSection({ notes }: { readonly notes: NotesView }) {
  return (
    <Section title={NOTES_WORDS.title}>
      <p class="intro">{NOTES_WORDS.intro}</p>
      <KeepNotes key={notes.keptMonths} notes={notes} />
      <ExportNotes />
    </Section>
  );
}

function KeepNotes({ notes }: { readonly notes: NotesView }) {
  const { ask, focusNext } = useSidebar();
  const [months, setMonths] = useState<KeptMonths>(notes.keptMonths);
  const save = async () => {
    const outcome = await ask(PROGRESS.keepingNotes, (call) => call('keepNotes', months));
    if (outcome?.kind === 'done') focusNext('save-notes');
  };
  return (
    <>
      <SelectField
        label={NOTES_WORDS.keep}
        hint={NOTES_WORDS.keepHint}
        choices={KEPT_MONTHS.map((count) => ({ value: String(count), label: NOTES_WORDS.months[count] }))}
        value={String(months)}
        onChange={(value) => setMonths(Number(value) as KeptMonths)}
      />
      <div class="buttons">
        <Button focusName="save-notes" onClick={() => void save()}>
          {NOTES_WORDS.save}
        </Button>
      </div>
    </>
  );
}

const OPENER = 'export-notes';
const KEEP = `keep ${OPENER}`;

/** Reads all notes, shows them as a file to save, and deletes them once the person says so. */
function ExportNotes() {
  const { ask, focusNext } = useSidebar();
  const [file, setFile] = useState<NotesFile | null>(null);
  const close = () => {
    setFile(null);
    focusNext(OPENER);
  };
  const read = async () => {
    const outcome = await ask(PROGRESS.readingNotes, (call) => call('exportNotes'));
    const found = outcome?.kind === 'done' ? outcome.notesFile : undefined;
    if (found === undefined || found.count === 0) return;
    setFile(found);
    focusNext(KEEP);
  };
  const remove = async (count: number) => {
    await ask(PROGRESS.deletingNotes, (call) => call('deleteNotes', count));
    close();
  };
  if (file !== null) {
    return (
      <Question
        title={NOTES_WORDS.question(file.count)}
        keep={NOTES_WORDS.keepNotes}
        confirm={NOTES_WORDS.confirm}
        focusName={KEEP}
        onKeep={close}
        onConfirm={() => void remove(file.count)}
      >
        <p>{NOTES_WORDS.effect}</p>
        <FileLink file={file} />
      </Question>
    );
  }
  return (
    <div class="buttons field">
      <Button focusName={OPENER} describedBy="export-notes-hint" onClick={() => void read()}>
        {NOTES_WORDS.exportAll}
      </Button>
      <p class="hint" id="export-notes-hint">
        {NOTES_WORDS.exportHint}
      </p>
    </div>
  );
}

/** A link that saves the notes. The mark at its beginning says that the text is UTF-8, which Excel needs. */
function FileLink({ file }: { readonly file: NotesFile }) {
  const address = useMemo(
    () => URL.createObjectURL(new Blob([`\ufeff${file.text}`], { type: 'text/csv' })),
    [file],
  );
  useEffect(() => () => URL.revokeObjectURL(address), [address]);
  return (
    <p>
      <a href={address} download={file.name}>
        {NOTES_WORDS.file(file.name)}
      </a>
    </p>
  );
}

/** Leads to the sheet on which people write targets, plans and prices. */
export function TargetsSection() {
  const { ask } = useSidebar();
  const hint = useId();
  const set = () => void ask(PROGRESS.settingTargets, (call) => call('setTargets'));
  return (
    <Section title={TARGET_WORDS.title}>
      <p class="intro" id={hint}>
        {TARGET_WORDS.hint}
      </p>
      <Button describedBy={hint} onClick={set}>
        {TARGET_WORDS.set}
      </Button>
    </Section>
  );
}
