import type { SidebarOutcome } from '../contract';
import { askOn, type Ending, type Parts } from './ask-on';
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

/** How the asking ended; `skipped` where the person called the next question off. */
export type StepsEnding =
  | (Ending & { readonly nextStep: string })
  | { readonly kind: 'skipped'; readonly outcome: SidebarOutcome; readonly nextStep: string };

/** Asks a question and those that follow from its answers, until one fails, is stopped, or is the last. */
export async function askSteps(first: Question, calls: ScriptCalls, parts: Parts): Promise<StepsEnding> {
  let question = first;
  for (;;) {
    const { progress, call, nextStep = '', andThen } = question;
    const ending = await askOn(() => call(calls), {
      onPart: (state, message) => parts.onPart(state, `${progress} ${message}`),
      isStopped: parts.isStopped,
    });
    const { outcome, kind } = ending;
    const isGood = kind === 'finished' && outcome.kind === 'done';
    const following = isGood ? (andThen?.(outcome) ?? null) : null;
    if (following === null || outcome.state === null) return { ...ending, nextStep };
    if (parts.isStopped()) return { kind: 'skipped', outcome, nextStep };
    parts.onPart(outcome.state, following.progress);
    question = following;
  }
}
