import type { SidebarState } from '../contract';
import { ScheduleForm } from './schedule-form';
import { ScheduleStatus } from './schedule-status';
import { Section } from './section';
import { SCHEDULE_WORDS } from './words/schedule';

/** When reports are refreshed without anyone asking, as whom, and how that fares. */
export function ScheduleSection({ state }: { readonly state: SidebarState }) {
  const { schedule } = state;
  const { every, hour, weekday, mailTo } = schedule;
  return (
    <Section title={SCHEDULE_WORDS.title}>
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
