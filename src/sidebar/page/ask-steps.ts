import type { SidebarOutcome, SidebarState } from '../contract';
import { askOn, type Ending } from './ask-on';
import type { ScriptCalls } from './call-script';

/** One question to the script, asked again while it says that there is more. */
export interface Question {
  /** What the status says meanwhile. */
  readonly progress: string;
  readonly call: (calls: ScriptCalls) => Promise<SidebarOutcome>;
  /** What to do after a good outcome, said with it. */
  readonly nextStep?: string;
  /** What to ask after a good outcome; null for nothing more. */
  readonly andThen?: (outcome: SidebarOutcome) => Question | null;
}

/** What the page does while questions are asked one after the other. */
export interface Steps {
  /** Shows what one part brought, while the next is on its way. */
  onPart(state: SidebarState, message: string): void;
  /** Whether the person wants no further part and no further question. */
  isStopped(): boolean;
}

/** How the asking ended; `skipped` where the person called the next question off. */
export type StepsEnding =
  | (Ending & { readonly nextStep: string })
  | { readonly kind: 'skipped'; readonly outcome: SidebarOutcome; readonly nextStep: string };

/** Asks a question and those that follow from its answers, until one fails, is stopped, or is the last. */
export async function askSteps(first: Question, calls: ScriptCalls, steps: Steps): Promise<StepsEnding> {
  let question = first;
  for (;;) {
    const { progress, call, nextStep = '', andThen } = question;
    const ending = await askOn(() => call(calls), {
      onPart: (state, message) => steps.onPart(state, `${progress} ${message}`),
      isStopped: steps.isStopped,
    });
    const { outcome, kind } = ending;
    const isGood = kind === 'finished' && outcome.kind === 'done';
    const following = isGood ? (andThen?.(outcome) ?? null) : null;
    if (following === null || outcome.state === null) return { ...ending, nextStep };
    if (steps.isStopped()) return { kind: 'skipped', outcome, nextStep };
    steps.onPart(outcome.state, following.progress);
    question = following;
  }
}
