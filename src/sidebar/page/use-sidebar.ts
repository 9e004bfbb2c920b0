import { createContext } from 'preact';
import { useCallback, useContext, useMemo, useRef, useState } from 'preact/hooks';
import type { SidebarOutcome } from '../contract';
import type { ScriptCalls } from './call-script';
import { beginCall, complain, type SidebarModel, settleCall } from './sidebar-model';
import { PROGRESS } from './words';

/** One question to the script. */
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
  const [model, setModel] = useState<SidebarModel>({
    state: null,
    notice: { kind: 'working', message: PROGRESS.loading, startedAt: Date.now() },
  });
  // A second click can arrive before the first one is drawn, so drawn state alone would let it through.
  const running = useRef(false);
  const ask = useCallback(
    async (question: Question) => {
      if (running.current) return null;
      running.current = true;
      setModel((before) => beginCall(before, question.progress, Date.now()));
      const outcome = await question.call(calls);
      running.current = false;
      setModel((before) => settleCall(before, outcome, question.nextStep));
      return outcome;
    },
    [calls],
  );
  const say = useCallback((message: string) => {
    if (!running.current) setModel((before) => complain(before, message));
  }, []);
  const busy = model.notice.kind === 'working';
  return useMemo(() => ({ model, busy, ask, complain: say }), [model, busy, ask, say]);
}
