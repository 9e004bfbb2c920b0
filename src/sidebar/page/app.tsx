import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { Button } from './button';
import type { ScriptCalls } from './call-script';
import { Sections } from './sections';
import { StatusRegions } from './status-regions';
import { useFocusNext } from './use-focus-next';
import { SidebarContext, useSidebarModel } from './use-sidebar';
import { regionOf } from './view';
import { PAGE_WORDS, PROGRESS } from './words/page';
import { wordsFor } from './words/regional';

const LOAD = { progress: PROGRESS.loading, call: (calls: ScriptCalls) => calls.sidebarState() };

/** The whole sidebar. Loads its state once, when it opens. */
export function App({ calls }: { readonly calls: ScriptCalls }) {
  const page = useRef<HTMLDivElement>(null);
  const { model, ...doings } = useSidebarModel(calls);
  const { ask } = doings;
  const focusNext = useFocusNext(page);
  const { state, notice } = model;
  const sidebar = { ...doings, focusNext, locale: state?.locale ?? '', words: wordsFor(regionOf(state)) };
  const [failedToLoad, setFailedToLoad] = useState(false);
  const load = useCallback(async () => {
    const outcome = await ask(LOAD);
    setFailedToLoad(outcome === null || outcome.state === null);
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
          <h1 class="unseen">{PAGE_WORDS.product}</h1>
          {state !== null && <Sections state={state} />}
          {state === null && failedToLoad && (
            <div class="buttons">
              <Button look="primary" onClick={() => void tryAgain()}>
                {PAGE_WORDS.tryAgain}
              </Button>
            </div>
          )}
        </main>
        <StatusRegions notice={notice} />
      </div>
    </SidebarContext.Provider>
  );
}
