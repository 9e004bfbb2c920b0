import { useEffect, useId, useState } from 'preact/hooks';
import type { ScheduleForm, ScheduleInterval, SidebarState } from '../contract';
import { Button } from './button';
import { checkScheduleForm, summariseProblems } from './form-checks';
import { Section } from './section';
import { SelectField } from './select-field';
import { useSidebar } from './use-sidebar';
import { explainSchedule, hourChoices, intervalChoices } from './view';
import { PROGRESS } from './words';

/** Chooses when reports are refreshed without anyone asking. */
export function ScheduleSection({ state }: { readonly state: SidebarState }) {
  const explanation = useId();
  const { form, setForm, submit } = useScheduleForm(state.schedule);
  return (
    <Section title="Schedule">
      <form onSubmit={submit} noValidate autocomplete="off">
        <SelectField
          label="Refresh reports"
          choices={intervalChoices()}
          value={form.every}
          onChange={(value) => setForm({ ...form, every: value as ScheduleInterval })}
        />
        {form.every === 'day' && (
          <SelectField
            label="At"
            choices={hourChoices()}
            value={String(form.hour)}
            onChange={(value) => setForm({ ...form, hour: Number(value) })}
          />
        )}
        <p class="hint" id={explanation}>
          {explainSchedule(form, state.timeZone)}
        </p>
        <div class="buttons">
          <Button describedBy={explanation}>Save schedule</Button>
        </div>
      </form>
    </Section>
  );
}

function useScheduleForm({ every, hour }: ScheduleForm) {
  const { ask, busy, complain } = useSidebar();
  const [form, setForm] = useState<ScheduleForm>({ every, hour });
  // Only a schedule that really changed replaces what is being chosen; every call brings a new state.
  useEffect(() => setForm({ every, hour }), [every, hour]);
  const submit = (event: Event) => {
    event.preventDefault();
    if (busy) return;
    const problem = summariseProblems(checkScheduleForm(form));
    if (problem !== null) complain(problem);
    else void ask({ progress: PROGRESS.savingSchedule, call: (calls) => calls.sidebarSaveSchedule(form) });
  };
  return { form, setForm, submit };
}
