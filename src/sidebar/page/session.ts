import type { KnownNames } from '../../contract/reports';
import type { SidebarOutcome, SidebarState } from '../../contract/sidebar';
import type { ScriptCalls } from './call-script';

/** Something that can be done about what was just said. */
export interface NoticeAction {
  readonly label: string;
  readonly run: () => void;
}

/** What stands in the live regions. */
export type Notice =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'working';
      readonly message: string;
      /** In milliseconds since 1970. */
      readonly startedAt: number;
      /** Whether parts or other calls follow, which the person may call off. */
      readonly canStop: boolean;
    }
  | {
      readonly kind: 'done' | 'failed';
      readonly message: string;
      /** What the status says besides, such as that a name is unknown. */
      readonly aside?: string;
      readonly actions?: readonly NoticeAction[];
      /** Where Google lets the person allow what is missing. */
      readonly link?: string;
      /** What `Copy details` copies. */
      readonly support?: string;
    };

/** What the page is drawn from. `state` is null until the script has answered once. */
export interface Seen {
  readonly state: SidebarState | null;
  readonly notice: Notice;
  /** The names that refreshes have seen, as last heard. */
  readonly names: KnownNames | undefined;
}

/** A good outcome. */
export type Done = Extract<SidebarOutcome, { kind: 'done' }>;

/** One call of the script, repeated while its answer says that there is more. */
export interface Step {
  /** What the status says meanwhile. */
  readonly progress: string;
  readonly call: (call: ScriptCalls) => Promise<SidebarOutcome>;
  /** What to ask after a good answer; null for nothing more. */
  readonly next?: (outcome: Done) => Step | null;
}

/** One page's talk with the script: one call at a time, and what is shown of its answers. */
export interface Session {
  /** What to draw now. */
  seen(): Seen;
  /** Resolves to the last answer, however long it took; to null at once while another call runs. */
  ask(step: Step): Promise<SidebarOutcome | null>;
  /** Asks for no further part of what runs; the part under way comes to its end. */
  stop(): void;
  /** Lets the person go on while the script goes on. The answer is shown when it comes. */
  leave(): void;
  /** Asks for the state without a word; not while another call runs or someone types, nor within seconds of an answer. */
  look(): void;
  /** Says something beside the last result, and what can be done about it. */
  add(aside: string, actions?: readonly NoticeAction[]): void;
  /** Takes the result off the page. */
  dismiss(): void;
}

/** A state that is younger is not asked for again when the page gets the focus. */
const FRESH_MILLIS = 5000;

/** Where a link of the script may lead. */
const GOOGLE = /^https:\/\/(?:[a-z0-9-]+\.)*google\.com\//;

/**
 * Begins to talk.
 *
 * @param draw Called whenever `seen` has changed.
 * @param isTyping Whether a form holds what someone typed, which a state that came unasked could take away.
 */
export function createSession(calls: ScriptCalls, draw: () => void, isTyping: () => boolean): Session {
  let seen: Seen = {
    state: null,
    notice: { kind: 'working', message: 'Loading\u2026', startedAt: Date.now(), canStop: false },
    names: undefined,
  };
  /** What the person waits for. */
  let wait: { isStopped: boolean } | null = null;
  let answeredAt = 0;
  let isLooking = false;
  const show = (changed: Partial<Seen>) => {
    seen = { ...seen, ...changed };
    draw();
  };
  const showState = (outcome: SidebarOutcome, notice: Notice) => {
    const names = (outcome.kind === 'done' && outcome.names) || seen.names;
    show({ state: outcome.state ?? seen.state, names, notice });
  };

  return {
    seen: () => seen,
    async ask(first) {
      if (wait !== null) return null;
      const own = { isStopped: false };
      wait = own;
      const startedAt = Date.now();
      const canStop = first.next !== undefined;
      show({ notice: { kind: 'working', message: first.progress, startedAt, canStop } });
      for (let step = first; ; ) {
        const outcome = await step.call(calls);
        const next = followingStep(step, outcome);
        if (next === null || own.isStopped) {
          if (wait === own) wait = null;
          answeredAt = Date.now();
          // Over a call that runs nothing is said: its own answer brings the newer state.
          if (wait === null) showState(outcome, noticeOf(outcome, next !== null));
          return outcome;
        }
        if (wait === own) {
          const message = next === step ? `${step.progress} ${outcome.message}` : next.progress;
          showState(outcome, { kind: 'working', message, startedAt, canStop: true });
        }
        step = next;
      }
    },
    stop() {
      if (wait === null || seen.notice.kind !== 'working') return;
      wait.isStopped = true;
      show({ notice: { ...seen.notice, message: 'Stopping after this part\u2026', canStop: false } });
    },
    leave() {
      wait = null;
      const message = 'You can keep working. The result appears here when it comes.';
      show({ notice: { kind: 'done', message } });
    },
    look() {
      const before = answeredAt;
      if (wait !== null || isLooking || isTyping() || Date.now() - before < FRESH_MILLIS) return;
      isLooking = true;
      void calls('state').then((outcome) => {
        isLooking = false;
        // What someone pressed meanwhile brings a newer state.
        if (wait !== null || answeredAt !== before || isTyping()) return;
        answeredAt = Date.now();
        showState(outcome, seen.notice);
      });
    },
    add(aside, actions = []) {
      const { notice } = seen;
      if (notice.kind === 'working') return;
      const about = notice.kind === 'none' ? { kind: 'done' as const, message: '' } : notice;
      show({ notice: { ...about, aside, actions: [...(about.actions ?? []), ...actions] } });
    },
    dismiss() {
      if (wait === null) show({ notice: { kind: 'none' } });
    },
  };
}

/** What to ask next; null where an answer is the last. */
function followingStep(step: Step, outcome: SidebarOutcome): Step | null {
  if (outcome.kind === 'failed') return null;
  // While requests are on hold, asking again at once would only be refused again.
  if (outcome.more) return outcome.state.pause === null ? step : null;
  return step.next?.(outcome) ?? null;
}

/** What to say of an answer. @param isCut Whether the person called off what follows. */
function noticeOf(outcome: SidebarOutcome, isCut: boolean): Notice {
  const { message } = outcome;
  if (outcome.kind === 'done') {
    const more = isCut || outcome.more ? ' Stopped here: what is done is kept, and Refresh continues.' : '';
    return message + more === '' ? { kind: 'none' } : { kind: 'done', message: message + more };
  }
  // The report's card asks; a question is no failure.
  if (outcome.code === 'held_back') return { kind: 'done', message: 'Waiting for your answer.' };
  const link = GOOGLE.test(outcome.link ?? '') ? { link: outcome.link as string } : {};
  // The lines of a check bring their details with them.
  const support = outcome.support ?? `Shift Reports\nCode: ${outcome.code}`;
  return { kind: 'failed', message, ...link, ...(outcome.checks ? {} : { support }) };
}
