import type { SidebarOutcome, SidebarState } from '../../contract/sidebar';
import type { ScriptCalls } from './call-script';

/** One call of the script, repeated while its answer says that there is more. */
export interface ScriptCall {
  /** What the status says meanwhile. */
  readonly progress: string;
  readonly call: (calls: ScriptCalls) => Promise<SidebarOutcome>;
  /** What to do after a good outcome, said with it. */
  readonly nextStep?: string;
  /** What to call after a good outcome; null for nothing more. */
  readonly andThen?: (outcome: SidebarOutcome) => ScriptCall | null;
}

/** How the calls ended; `skipped` if the person called the next one off. */
export type StepsEnding =
  | (Ending & { readonly nextStep: string })
  | { readonly kind: 'skipped'; readonly outcome: SidebarOutcome; readonly nextStep: string };

/** Makes a call and those that follow from its answers, until one fails, is stopped, or is the last. */
export async function runSteps(first: ScriptCall, calls: ScriptCalls, parts: Parts): Promise<StepsEnding> {
  let next = first;
  for (;;) {
    const { progress, call, nextStep = '', andThen } = next;
    const ending = await continueUntilDone(() => call(calls), {
      onPart: (state, message) => parts.onPart(state, `${progress} ${message}`),
      isStopped: parts.isStopped,
    });
    const { outcome, kind } = ending;
    const isGood = kind === 'finished' && outcome.kind === 'done';
    const following = isGood ? (andThen?.(outcome) ?? null) : null;
    if (following === null || outcome.state === null) return { ...ending, nextStep };
    if (parts.isStopped()) return { kind: 'skipped', outcome, nextStep };
    parts.onPart(outcome.state, following.progress);
    next = following;
  }
}

/** What the page does between the parts of a refresh, and between calls that follow each other. */
interface Parts {
  /** Shows what one part or call brought, while the next is on its way. */
  onPart(state: SidebarState, message: string): void;
  /** Whether the person wants no further part and no further call. */
  isStopped(): boolean;
}

/** How the calls ended: with the last part, by the person, or because nothing moved. */
interface Ending {
  readonly outcome: SidebarOutcome;
  readonly kind: 'finished' | 'stopped' | 'stuck';
}

// A part may bring nothing, such as one that finds a window too large; as many in a row are no accident.
const MOST_STANDSTILLS = 3;

/** Repeats one call until nothing more is to come. */
export async function continueUntilDone(ask: () => Promise<SidebarOutcome>, parts: Parts): Promise<Ending> {
  let before = '';
  let standstills = 0;
  for (;;) {
    const outcome = await ask();
    if (outcome.kind === 'failed' || !outcome.more) return { outcome, kind: 'finished' };
    if (parts.isStopped()) return { outcome, kind: 'stopped' };
    const reached = describeReached(outcome.state, outcome.message);
    standstills = reached === before ? standstills + 1 : 0;
    // While requests are on hold, asking again at once would only be refused again.
    if (standstills === MOST_STANDSTILLS || outcome.state.pause !== null) return { outcome, kind: 'stuck' };
    before = reached;
    parts.onPart(outcome.state, outcome.message);
  }
}

/** Everything that changes when a part brings something. */
function describeReached({ reports }: SidebarState, message: string): string {
  return JSON.stringify([message, ...reports.map(({ progress, lastRun }) => [progress, lastRun])]);
}
