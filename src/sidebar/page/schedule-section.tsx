import { useEffect, useId, useState } from 'preact/hooks';
import type { ScheduleForm, ScheduleInterval, SidebarState } from '../contract';
import { Button } from './button';
import { Field } from './field';
import { checkScheduleForm, summariseProblems } from './form-checks';
import { Section } from './section';
import { useSidebar } from './use-sidebar';
import { explainSchedule, hourChoices } from './view';
import { INTERVAL_LABELS, PROGRESS } from './words';

const INTERVALS = Object.keys(INTERVAL_LABELS) as ScheduleInterval[];

/** Chooses when reports are refreshed without anyone asking. */
export function ScheduleSection({ state }: { readonly state: SidebarState }) {
  const { ask, busy, complain } = useSidebar();
  const explanation = useId();
  const [form, setForm] = useState<ScheduleForm>(state.schedule);
  const { every, hour } = state.schedule;
  // Only a schedule that really changed replaces what is being chosen; every call brings a new state.
  useEffect(() => setForm({ every, hour }), [every, hour]);
  const submit = (event: Event) => {
    event.preventDefault();
    if (busy) return;
    const problem = summariseProblems(checkScheduleForm(form));
    if (problem === null) {
      void ask({ progress: PROGRESS.savingSchedule, call: (calls) => calls.sidebarSaveSchedule(form) });
    } else complain(problem);
  };
  return (
    <Section title="Schedule">
      <form onSubmit={submit} noValidate autocomplete="off">
        <Field label="Refresh reports">
          {(control) => (
            <select
              {...control}
              value={form.every}
              onChange={(event) => setForm({ ...form, every: event.currentTarget.value as ScheduleInterval })}
            >
              {INTERVALS.map((interval) => (
                <option key={interval} value={interval}>
                  {INTERVAL_LABELS[interval]}
                </option>
              ))}
            </select>
          )}
        </Field>
        {form.every === 'day' && (
          <Field label="At">
            {(control) => (
              <select
                {...control}
                value={String(form.hour)}
                onChange={(event) => setForm({ ...form, hour: Number(event.currentTarget.value) })}
              >
                {hourChoices().map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </select>
            )}
          </Field>
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
