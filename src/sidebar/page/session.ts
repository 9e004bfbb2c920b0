import { TRIED_AGAIN } from '../../contract/schedule';
import type { SidebarOutcome } from '../answer';
import type { SidebarState } from '../state-view';
import type { Call, ScriptCalls } from './call-script';

/** What stands in the live regions. */
export interface Notice {
  readonly kind: 'none' | 'working' | 'done' | 'failed';
  readonly message: string;
  /** While a call runs: since when, in milliseconds since 1970, and whether parts follow that the person may call off. */
  readonly wait?: { readonly startedAt: number; readonly canStop: boolean };
  /** What the status says beside a failure. */
  readonly aside?: string;
  /** What can be done about it. */
  readonly actions?: readonly { readonly label: string; readonly run: () => void }[];
  /** Whether what the actions refer to is gone: then they go, too. @default never */
  readonly isOver?: (state: SidebarState) => boolean;
  /** Where Google lets the person allow what is missing. */
  readonly link?: string;
  /** What `Copy details` copies. */
  readonly support?: string;
}

/** What the page is drawn from. */
export interface Seen {
  /** Null until the script has answered once. */
  readonly state: SidebarState | null;
  readonly notice: Notice;
  /** The names that refreshes have seen, as last heard. */
  readonly names: Done['names'];
}

/** A good outcome. */
export type Done = Extract<SidebarOutcome, { kind: 'done' }>;

/** One call of the script, repeated while its answer says that there is more. */
export interface Step {
  /** What the status says meanwhile. */
  readonly progress: string;
  readonly call: Call;
  /** What to ask after a good answer; null for nothing more. */
  readonly next?: (outcome: Done) => Step | null;
}

/** One page's talk with the script: one call at a time, and what is shown of its answers. */
export type Session = ReturnType<typeof createSession>;

/** A state that is younger is not asked for again when the page gets the focus. */
const RECENT_MILLIS = 5000;

const NOTHING: Notice = { kind: 'none', message: '' };

/** Where a link of the script may lead. */
const GOOGLE = /^https:\/\/(?:[a-z0-9-]+\.)*google\.com\//;

/**
 * Begins to talk.
 *
 * @param draw Called whenever `seen` has changed.
 * @param isTyping Whether a form holds what someone typed, which a state that came unasked could take away.
 */
export function createSession(calls: ScriptCalls, draw: () => void, isTyping: () => boolean) {
  const waiting = (message: string, canStop: boolean, startedAt = Date.now()): Notice => ({
    kind: 'working',
    message,
    wait: { startedAt, canStop },
  });
  let seen: Seen = { state: null, notice: waiting('Loading…', false), names: undefined };
  /** What the person waits for. */
  let wait: { isStopped: boolean } | null = null;
  let answeredAt = 0;
  let isLooking = false;
  const say = (notice: Notice) => {
    seen = { ...seen, notice };
    draw();
  };
  const show = (outcome: SidebarOutcome, notice: Notice) => {
    const names = (outcome.kind === 'done' && outcome.names) || seen.names;
    seen = { state: outcome.state ?? seen.state, names, notice };
    draw();
  };
  return {
    /** What to draw now. */
    seen: () => seen,
    /** Resolves to the last answer, however long it took; to null at once while another call runs. */
    async ask(first: Step): Promise<SidebarOutcome | null> {
      if (wait !== null) return null;
      const own = { isStopped: false };
      wait = own;
      const startedAt = Date.now();
      say(waiting(first.progress, first.next !== undefined, startedAt));
      for (let step = first; ; ) {
        const outcome = await calls(...step.call);
        const isDone = outcome.kind === 'done';
        const next = (isDone && (outcome.more ? step : step.next?.(outcome))) || null;
        if (next === null || own.isStopped) {
          if (wait === own) wait = null;
          answeredAt = Date.now();
          // Over a call that runs nothing is said: its own answer brings the newer state.
          if (wait === null) show(outcome, noticeOf(step, outcome, next !== null));
          return outcome;
        }
        const message = next === step ? `${step.progress} ${outcome.message}` : next.progress;
        if (wait === own) show(outcome, waiting(message, true, startedAt));
        step = next;
      }
    },
    /** Asks for no further part of what runs; the part under way comes to its end. */
    stop(): void {
      if (wait === null) return;
      wait.isStopped = true;
      say(waiting('Stopping after this part…', false, seen.notice.wait?.startedAt));
    },
    /** Lets the person go on while the script goes on. The answer is shown when it comes. */
    leave(): void {
      wait = null;
      say({ kind: 'done', message: 'You can keep working. The result appears here when it comes.' });
    },
    /** Asks for the state without a word; not while another call runs or someone types, nor within seconds of an answer. */
    async look(): Promise<void> {
      const before = answeredAt;
      if (wait !== null || isLooking || isTyping() || Date.now() - before < RECENT_MILLIS) return;
      isLooking = true;
      const outcome = await calls('state');
      isLooking = false;
      // What someone pressed meanwhile brings a newer state.
      if (wait !== null || answeredAt !== before || isTyping()) return;
      answeredAt = Date.now();
      const isOver = outcome.state !== null && seen.notice.isOver?.(outcome.state) === true;
      show(outcome, isOver ? NOTHING : seen.notice);
    },
    /** Says something in place of a good result, beside a failure. @param more What can be done about it, until when. */
    tell(message: string, more: Pick<Notice, 'actions' | 'isOver'> = {}): void {
      const { notice } = seen;
      if (notice.kind === 'failed') say({ ...notice, aside: message, ...more });
      else if (notice.kind !== 'working') say({ kind: 'done', message, ...more });
    },
    /** Takes a good result off the page, unless something can be done about it: the person has turned to something else. */
    moveOn(): void {
      if (seen.notice.kind === 'done' && !seen.notice.actions) say(NOTHING);
    },
    /** Takes the result off the page. */
    dismiss(): void {
      if (wait === null) say(NOTHING);
    },
  };
}

/** How the sentence of a failure looks: one that asks for nothing is no alarm. */
export function lookOf(sentence: string): 'bad' | 'waits' {
  return sentence.startsWith(TRIED_AGAIN) ? 'waits' : 'bad';
}

/** What to say of an answer to what was asked. @param isCut Whether the person called off what follows. */
function noticeOf(asked: Step, outcome: SidebarOutcome, isCut: boolean): Notice {
  const { message, checks, state } = outcome;
  const [name, id] = asked.call;
  const report = state?.reports.find((one) => one.id === id);
  // What stands at a step, with its details, or on a card is not said twice.
  if (outcome.kind === 'done') {
    const said = report?.remark ? message.replace(report.remark, 'the table is empty.') : message;
    const more = isCut ? ' Stopped here: what is done is kept.' : '';
    return { kind: said + more === '' ? 'none' : 'done', message: said + more };
  }
  // The report's card asks; a question is no failure.
  if (outcome.code === 'held_back') return { kind: 'done', message: 'Not replaced: the report’s card asks.' };
  const link = GOOGLE.test(outcome.link ?? '') ? { link: outcome.link as string } : {};
  // Of several reports each has its own card.
  const failures = (state?.reports ?? []).flatMap(({ lastRun }) =>
    lastRun?.outcome === 'failed' ? lastRun.message : [],
  );
  const told = name === 'refreshAll' && failures.length > 0 ? failures : [message];
  const kind = told.some((one) => lookOf(one) === 'bad') ? 'failed' : 'done';
  const support = outcome.support ?? `Shift Reports\nCode: ${outcome.code}`;
  if (checks?.length) return { kind, message: `${checks.slice(-1)[0]?.name}: failed.`, ...link };
  if (checks)
    return { kind, message: `Not checked, the service was just asked. ${message}`, ...link, support };
  if (name === 'refreshReport' && report?.lastRun?.message === message)
    return { kind, message: 'Not refreshed: the report’s card says why.', ...link, support };
  return { kind, message, ...link, support };
}
