import type { SidebarState } from '../contract';
import { ScheduleForm } from './schedule-form';
import { ScheduleStatus } from './schedule-status';
import { Section } from './section';

/** When reports are refreshed without anyone asking, as whom, and how that fares. */
export function ScheduleSection({ state }: { readonly state: SidebarState }) {
  const { schedule } = state;
  const { every, hour, weekday, mailTo } = schedule;
  return (
    <Section title="Schedule">
      <ScheduleStatus schedule={schedule} />
      {/* Only a schedule that really changed replaces what is being chosen; every call brings a new state. */}
      <ScheduleForm
        key={JSON.stringify([every, hour, weekday, mailTo])}
        schedule={schedule}
        timeZone={state.timeZone}
      />
    </Section>
  );
}
