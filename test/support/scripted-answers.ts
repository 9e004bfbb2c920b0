import type { SidebarOutcome } from '../../src/contract/sidebar';
import type { SidebarScene } from '../browser/support/sidebar-states';

/** A call of an endpoint, as the page made it. */
export interface EndpointCall {
  readonly name: string;
  readonly args: readonly unknown[];
}

/** What the script says to each call; a promise keeps the page waiting. */
export type Answer = (call: EndpointCall) => SidebarOutcome | Promise<SidebarOutcome>;

/** An hour after the newest refresh of the scenes. */
export const SCENE_TIME = '2026-11-21T15:05:00Z';

/** What the script says in a scene, once the page is open. */
export function answersOf({ first, answers = {} }: Pick<SidebarScene, 'first' | 'answers'>): Answer {
  return ({ name }) => {
    const answer = answers[name as keyof typeof answers] ?? first;
    return answer === 'never' ? new Promise(() => {}) : answer;
  };
}

/** A page with a script whose answers the test writes. */
export abstract class ScriptedPage {
  /** As the page made them, since it was opened. */
  readonly calls: EndpointCall[] = [];

  constructor(public answer: Answer) {}

  /** Keeps the page waiting for the next answer. @returns What gives it. */
  answerLater(): (outcome: SidebarOutcome) => void {
    let give: (outcome: SidebarOutcome) => void = () => {};
    const answer = new Promise<SidebarOutcome>((resolve) => {
      give = resolve;
    });
    this.answer = () => answer;
    return give;
  }
}
