import { useState } from 'preact/hooks';
import type { SidebarState } from '../contract';
import { ActivitySection } from './activity-section';
import { AlertsSection } from './alerts-section';
import { ConnectionSection } from './connection-section';
import { ExplainSection } from './explain-section';
import { ReportsSection } from './reports-section';
import { SampleBar } from './sample-bar';
import { ScheduleSection } from './schedule-section';
import { Sentence } from './sentence';
import { useSidebar } from './use-sidebar';
import { describeNotices } from './view';

/** Everything above the status, in the order in which a newcomer needs it. */
export function Sections({ state }: { readonly state: SidebarState }) {
  const { focusNext } = useSidebar();
  const [openForm, setOpenForm] = useState<string | null>(null);
  const [isChanging, setIsChanging] = useState(false);
  const changing = {
    isOpen: isChanging,
    open: () => {
      setIsChanging(true);
      focusNext('client-id');
    },
    close: () => setIsChanging(false),
  };
  return (
    <>
      {state.connection?.isSample && <SampleBar isConnecting={isChanging} onConnect={changing.open} />}
      {describeNotices(state).map((notice) => (
        <Sentence look="notice" key={notice} text={notice} />
      ))}
      <ConnectionSection state={state} changing={changing} onFirstConnection={() => setOpenForm('new')} />
      <ReportsSection state={state} form={{ id: openForm, set: setOpenForm }} />
      {(state.connection !== null || state.reports.length > 0) && <ExplainSection />}
      <ScheduleSection state={state} />
      <AlertsSection state={state} />
      <ActivitySection state={state} />
    </>
  );
}
