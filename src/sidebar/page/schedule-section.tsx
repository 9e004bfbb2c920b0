import { useId, useState } from 'preact/hooks';
import type { ScheduleForm, ScheduleInterval, ScheduleView } from '../../contract/schedule';
import type { SidebarState } from '../../contract/sidebar';
import { Button } from './button';
import { SelectField, TextField } from './fields';
import { checkSchedule, type ScheduleFields } from './forms';
import {
  canTakeOver,
  describeScheduleStatus,
  explainSchedule,
  hourChoices,
  intervalChoices,
  weekdayChoices,
} from './schedule-view';
import { Section } from './section';
import { Definitions, Sentence } from './sentence';
import { useForm } from './use-form';
import { useSidebar } from './use-sidebar';
import { PROGRESS } from './words/page';
import { SCHEDULE_WORDS } from './words/schedule';

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
      <Warning sentence={schedule.zoneProblem} />
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
    const outcome = await ask({
      progress: PROGRESS.takingOver,
      call: (calls) => calls.sidebarTakeOver(),
    });
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
    <form ref={form} onSubmit={submit} noValidate autocomplete="off">
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
    </form>
  );
}

function useScheduleForm(schedule: ScheduleView, onSaved: () => void) {
  const { ask, focusNext } = useSidebar();
  const save = async (filled: ScheduleForm) => {
    const outcome = await ask({
      progress: PROGRESS.savingSchedule,
      call: (calls) => calls.sidebarSaveSchedule(filled),
    });
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
