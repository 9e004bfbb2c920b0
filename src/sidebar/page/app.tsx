import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { SidebarState } from '../contract';
import { ActivitySection } from './activity-section';
import { Button } from './button';
import type { ScriptCalls } from './call-script';
import { ConnectionSection } from './connection-section';
import { ReportsSection } from './reports-section';
import { ScheduleSection } from './schedule-section';
import { StatusRegions } from './status-regions';
import { useFocusNext } from './use-focus-next';
import { SidebarContext, useSidebarModel } from './use-sidebar';
import { describeNotices } from './view';
import { PROGRESS } from './words';

const LOAD = { progress: PROGRESS.loading, call: (calls: ScriptCalls) => calls.sidebarState() };

/** The whole sidebar. Loads its state once, when it opens. */
export function App({ calls }: { readonly calls: ScriptCalls }) {
  const page = useRef<HTMLDivElement>(null);
  const { model, busy, ask, stop, complain } = useSidebarModel(calls);
  const focusNext = useFocusNext(page);
  const sidebar = useMemo(
    () => ({ busy, ask, stop, complain, focusNext }),
    [busy, ask, stop, complain, focusNext],
  );
  const [failedToLoad, setFailedToLoad] = useState(false);
  const load = useCallback(async () => {
    const outcome = await ask(LOAD);
    setFailedToLoad(outcome?.state === null);
    return outcome;
  }, [ask]);
  useEffect(() => void load(), [load]);
  const tryAgain = async () => {
    const outcome = await load();
    if (outcome?.kind === 'done') focusNext('status');
  };
  return (
    <SidebarContext.Provider value={sidebar}>
      <div ref={page} class="page">
        <main class="sections">
          <h1 class="unseen">Shift Reports</h1>
          {model.state !== null && <Sections state={model.state} />}
          {model.state === null && failedToLoad && (
            <div class="buttons">
              <Button look="primary" onClick={() => void tryAgain()}>
                Try again
              </Button>
            </div>
          )}
        </main>
        <StatusRegions notice={model.notice} />
      </div>
    </SidebarContext.Provider>
  );
}

function Sections({ state }: { readonly state: SidebarState }) {
  const [openForm, setOpenForm] = useState<string | null>(null);
  return (
    <>
      {describeNotices(state).map((notice) => (
        <p class="notice" key={notice}>
          {notice}
        </p>
      ))}
      <ConnectionSection state={state} onFirstConnection={() => setOpenForm('new')} />
      <ReportsSection state={state} form={{ id: openForm, set: setOpenForm }} />
      <ScheduleSection state={state} />
      <ActivitySection state={state} />
    </>
  );
}
