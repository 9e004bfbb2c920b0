import { createContext } from 'preact';
import { useCallback, useContext, useMemo, useRef, useState } from 'preact/hooks';
import type { KnownNames } from '../../contract/reports';
import type { SidebarOutcome } from '../../contract/sidebar';
import type { ScriptCalls } from './call-script';
import { runSteps, type ScriptCall, type StepsEnding } from './run-steps';
import {
  beginCall,
  complain,
  continueCall,
  dismiss,
  leaveWaiting,
  type SidebarModel,
  settleCall,
  stopAsking,
  takeLate,
  takeState,
  tell,
  withdraw,
} from './sidebar-model';
import { PROGRESS, WAIT_ENDS } from './words/page';
import type { RegionalWords } from './words/regional';

/** What the sections of the page can do besides showing something. */
interface Sidebar {
  /** True while a call runs; buttons then take no clicks. */
  readonly busy: boolean;
  /**
   * Calls the script and shows the outcome. Null if another call runs, or the person stopped waiting.
   *
   * @param progress What the status says meanwhile.
   */
  ask(
    progress: string,
    call: ScriptCall['call'],
    after?: Pick<ScriptCall, 'nextStep' | 'andThen'>,
  ): Promise<SidebarOutcome | null>;
  /** Asks for no further part of what runs; the part under way comes to its end. */
  stop(): void;
  /** Lets the person go on while the script goes on. Its outcome is shown when it comes. */
  leave(): void;
  /**
   * Asks for the state without a word, to keep what is shown true. Does nothing while another call runs, while a form
   * holds what someone typed, or within seconds of the last answer.
   */
  look(): void;
  /** Notes whether a form holds what someone typed. @param form The same object for the same form. */
  noteDraft(form: object, isDraft: boolean): void;
  /** Takes the result off the page. */
  dismiss(): void;
  /** Shows what the page itself found wrong; nothing while a call runs. */
  complain(message: string): void;
  /** Takes such a complaint off the page again. */
  withdraw(message: string): void;
  /** Says something in the status; nothing while a call runs. */
  tell(message: string): void;
  /** Moves the focus to the element with this `data-focus`, once the next drawing is done. */
  focusNext(name: string): void;
  /** The names that refreshes have seen; undefined where none are known. */
  readonly names: KnownNames | undefined;
  /** How the spreadsheet writes dates, such as `en_GB`; empty where it is not known. */
  readonly locale: string;
  /** The words that are spelled by region. */
  readonly words: RegionalWords;
}

/** What `useSidebarModel` adds to the page; the rest depends on what is drawn. */
type SidebarCalls = Omit<Sidebar, 'focusNext' | 'names' | 'locale' | 'words'>;

/** Hands the `Sidebar` down to the sections. */
export const SidebarContext = createContext<Sidebar | null>(null);

/** The `Sidebar` that surrounds a section: nothing is drawn outside one. */
export function useSidebar(): Sidebar {
  return useContext(SidebarContext) as Sidebar;
}

/** A state that is younger is not asked for again when the page gets the focus. */
const STATE_FRESH_MILLIS = 5000;

/** A wait for the script: ended early by `leave`, kept from further parts by `isStopped`. */
interface Wait {
  isStopped: boolean;
  leave(): void;
}

/** Keeps what the page shows, and lets the person wait for one call at a time. The page starts by loading. */
export function useSidebarModel(calls: ScriptCalls): SidebarCalls & { model: SidebarModel } {
  const [model, setModel] = useState<SidebarModel>(FIRST_MODEL);
  // A second click can arrive before the first one is drawn, so drawn state alone would let it through.
  const wait = useRef<Wait | null>(null);
  const looking = useRef<object | null>(null);
  const answeredAt = useRef(0);
  /** How many calls have answered while someone waited. */
  const settled = useRef(0);
  const drafts = useRef(new Set<object>());
  const look = useCallback(async () => {
    const isTyping = () => drafts.current.size > 0;
    const isFresh = Math.abs(Date.now() - answeredAt.current) < STATE_FRESH_MILLIS;
    if (wait.current !== null || looking.current !== null || isTyping() || isFresh) return;
    const own = {};
    looking.current = own;
    const outcome = await calls('state');
    // What someone pressed meanwhile brings a newer state, and a form that was begun would lose what was typed.
    if (looking.current !== own) return;
    looking.current = null;
    answeredAt.current = Date.now();
    if (!isTyping()) setModel((before) => takeState(before, outcome));
  }, [calls]);
  const ask = useCallback(
    async (
      progress: string,
      call: ScriptCall['call'],
      after: Pick<ScriptCall, 'nextStep' | 'andThen'> = {},
    ) => {
      if (wait.current !== null) return null;
      let leaveNow = () => {};
      const left = new Promise<null>((resolve) => {
        leaveNow = () => resolve(null);
      });
      const own: Wait = { isStopped: false, leave: leaveNow };
      wait.current = own;
      looking.current = null;
      const begun = settled.current;
      const isWaiting = () => wait.current === own;
      setModel((before) => beginCall(before, progress, Date.now(), after.andThen !== undefined));
      const asked = runSteps({ progress, call, ...after }, calls, {
        onPart: (state, message) => {
          if (isWaiting()) setModel((before) => continueCall(before, state, message));
        },
        isStopped: () => own.isStopped,
      });
      void asked.then(({ outcome }) => {
        if (isWaiting()) return;
        const isNewest = settled.current === begun;
        setModel((before) => takeLate(before, outcome, isNewest));
        if (isNewest) return;
        answeredAt.current = 0;
        void look();
      });
      const ending = await Promise.race([asked, left]);
      if (ending === null) return null;
      wait.current = null;
      answeredAt.current = Date.now();
      settled.current += 1;
      setModel((before) => settleCall(before, ending.outcome, adviseOn(ending)));
      return ending.outcome;
    },
    [calls, look],
  );
  const noteDraft = useCallback((form: object, isDraft: boolean) => {
    if (isDraft) drafts.current.add(form);
    else drafts.current.delete(form);
  }, []);
  const stop = useCallback(() => {
    if (wait.current !== null) wait.current.isStopped = true;
    setModel((before) => stopAsking(before, PROGRESS.stopping));
  }, []);
  const leave = useCallback(() => {
    const left = wait.current;
    if (left === null) return;
    left.isStopped = true;
    wait.current = null;
    left.leave();
    setModel(leaveWaiting);
  }, []);
  const own = useCallback((change: typeof complain, message: string) => {
    if (wait.current === null) setModel((before) => change(before, message));
  }, []);
  const takeBack = useCallback((message: string) => setModel((before) => withdraw(before, message)), []);
  const busy = model.notice.kind === 'working';
  return useMemo(
    () => ({
      model,
      busy,
      ask,
      stop,
      leave,
      look: () => void look(),
      noteDraft,
      dismiss: () => setModel(dismiss),
      complain: (message: string) => own(complain, message),
      withdraw: takeBack,
      tell: (message: string) => own(tell, message),
    }),
    [model, busy, ask, stop, leave, look, noteDraft, own, takeBack],
  );
}

const FIRST_MODEL: SidebarModel = {
  state: null,
  notice: { kind: 'working', message: PROGRESS.loading, startedAt: Date.now(), canStop: false },
};

function adviseOn({ kind, nextStep }: StepsEnding): string {
  const { stopped, stuck, stoppedBetween } = WAIT_ENDS;
  return { finished: nextStep, stopped, stuck, skipped: stoppedBetween }[kind];
}
