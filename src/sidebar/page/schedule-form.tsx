import { useId, useState } from 'preact/hooks';
import type { ScheduleForm as ScheduleChoice, ScheduleInterval, ScheduleView } from '../contract-schedule';
import { Button } from './button';
import { checkScheduleForm, type ScheduleFields, tidyScheduleFields } from './schedule-form-checks';
import { explainSchedule, hourChoices, intervalChoices, weekdayChoices } from './schedule-view';
import { SelectField } from './select-field';
import { TextField } from './text-field';
import { useFormProblems } from './use-form-problems';
import { useSidebar } from './use-sidebar';
import { PROGRESS } from './words/page';
import { SCHEDULE_WORDS } from './words/schedule';

interface ScheduleFormProps {
  readonly schedule: ScheduleView;
  readonly timeZone: string;
}

/** Chooses when reports are refreshed without anyone asking, and who is told of failures. */
export function ScheduleForm({ schedule, timeZone }: ScheduleFormProps) {
  const explanation = useId();
  const { form, fields, change, problems, submit } = useScheduleForm(schedule);
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

function useScheduleForm(schedule: ScheduleView) {
  const { ask, busy, focusNext } = useSidebar();
  const [fields, setFields] = useState<ScheduleFields>(() => firstValues(schedule));
  const { form, problems, accept, forget } = useFormProblems<keyof ScheduleChoice>();
  const change = (changed: Partial<ScheduleFields>) => {
    forget(...(Object.keys(changed) as (keyof ScheduleFields)[]));
    setFields({ ...fields, ...changed });
  };
  const save = async (filled: ScheduleChoice) => {
    const outcome = await ask({
      progress: PROGRESS.savingSchedule,
      call: (calls) => calls.sidebarSaveSchedule(filled),
    });
    // The form is drawn anew for a changed schedule, and the pressed button with it.
    if (outcome?.kind === 'done') focusNext('save-schedule');
  };
  const submit = (event: Event) => {
    event.preventDefault();
    if (busy) return;
    const filled = tidyScheduleFields(fields, schedule);
    if (accept(checkScheduleForm(filled))) void save(filled);
  };
  return { form, fields, change, problems, submit };
}

function firstValues({ every, hour, weekday, mailTo }: ScheduleView): ScheduleFields {
  return { every, hour, weekday, email: mailTo };
}
