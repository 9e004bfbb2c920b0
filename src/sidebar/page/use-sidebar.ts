import { createContext } from 'preact';
import { useCallback, useContext, useMemo, useRef, useState } from 'preact/hooks';
import type { SidebarOutcome } from '../contract';
import { askOn, type Ending } from './ask-on';
import type { ScriptCalls } from './call-script';
import {
  beginCall,
  complain,
  continueCall,
  type SidebarModel,
  settleCall,
  stopAsking,
} from './sidebar-model';
import { PROGRESS, SENTENCES } from './words';

/** One question to the script, asked again while it says that there is more. */
export interface Question {
  /** What the status says meanwhile. */
  readonly progress: string;
  readonly call: (calls: ScriptCalls) => Promise<SidebarOutcome>;
  /** What to do after a good outcome, said with it. */
  readonly nextStep?: string;
}

/** What the sections of the page can do besides showing something. */
export interface Sidebar {
  /** True while a call runs; buttons then take no clicks. */
  readonly busy: boolean;
  /** Asks the script and shows the outcome. Null, without a call, while another call runs. */
  ask(question: Question): Promise<SidebarOutcome | null>;
  /** Asks for no further part of what runs; the part under way comes to its end. */
  stop(): void;
  /** Shows what the page itself found wrong; nothing while a call runs. */
  complain(message: string): void;
  /** Moves the focus to the element with this `data-focus`, once the next drawing is done. */
  focusNext(name: string): void;
}

/** Hands the `Sidebar` down to the sections. */
export const SidebarContext = createContext<Sidebar | null>(null);

/** The `Sidebar` that surrounds a section. */
export function useSidebar(): Sidebar {
  const sidebar = useContext(SidebarContext);
  if (sidebar === null) throw new Error('A section was drawn outside the sidebar.');
  return sidebar;
}

/** Keeps what the page shows, and lets one call run at a time. The page starts by loading. */
export function useSidebarModel(calls: ScriptCalls): Omit<Sidebar, 'focusNext'> & { model: SidebarModel } {
  const [model, setModel] = useState<SidebarModel>(FIRST_MODEL);
  // A second click can arrive before the first one is drawn, so drawn state alone would let it through.
  const run = useRef<{ stopped: boolean } | null>(null);
  const ask = useCallback(
    async ({ progress, call, nextStep }: Question) => {
      if (run.current !== null) return null;
      const current = { stopped: false };
      run.current = current;
      setModel((before) => beginCall(before, progress, Date.now()));
      const ending = await askOn(() => call(calls), {
        onPart: (state, message) =>
          setModel((before) => continueCall(before, state, `${progress} ${message}`)),
        isStopped: () => current.stopped,
      });
      run.current = null;
      setModel((before) => settleCall(before, ending.outcome, adviseOn(ending, nextStep)));
      return ending.outcome;
    },
    [calls],
  );
  const stop = useCallback(() => {
    if (run.current !== null) run.current.stopped = true;
    setModel((before) => stopAsking(before, PROGRESS.stopping));
  }, []);
  const say = useCallback((message: string) => {
    if (run.current === null) setModel((before) => complain(before, message));
  }, []);
  const busy = model.notice.kind === 'working';
  return useMemo(() => ({ model, busy, ask, stop, complain: say }), [model, busy, ask, stop, say]);
}

const FIRST_MODEL: SidebarModel = {
  state: null,
  notice: { kind: 'working', message: PROGRESS.loading, startedAt: Date.now(), canStop: false },
};

function adviseOn({ kind }: Ending, nextStep = ''): string {
  return { finished: nextStep, stopped: SENTENCES.stopped, stuck: SENTENCES.stuck }[kind];
}
