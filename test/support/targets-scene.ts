import { ANN, type Scene, state } from './scene';

/** The targets sheet's name, as documented. */
export const TARGETS = 'Shift Reports targets';

const LETTERS = {
  ...{ VENUE_NAME: 'A', AREA_NAME: 'B', JOB_TITLE: 'C', FROM: 'D', TO: 'E', MEASURE: 'F', TARGET: 'G' },
  ...{ PLAN_POSITIONS: 'H', PLAN_HOURS: 'I', RATE_PER_HOUR: 'J', CREDIT_PER_MISSING: 'K' },
  CREDIT_PER_NO_SHOW: 'L',
} as const;

/** A line of the targets sheet, as a person types it. */
export type TypedLine = Readonly<Partial<Record<keyof typeof LETTERS, string>>>;

/** Presses *Set targets*. @returns The sentence. */
export function setTargets(scene: Scene): string {
  const outcome = scene.ask('sidebarSetTargets', undefined, ANN);
  state(outcome);
  return outcome.message;
}

/** A person types lines from row 2 on, in place of the example. */
export function typeTargets(scene: Scene, ...lines: readonly TypedLine[]): void {
  const isExample = String(scene.book.values(`${TARGETS}!A2:A2`)[0]?.[0]).startsWith('Example:');
  for (const letter of isExample ? Object.values(LETTERS) : [])
    scene.book.editor.type(`${TARGETS}!${letter}2`, '');
  lines.forEach((line, at) => {
    for (const [heading, text] of Object.entries(line)) {
      const letter = LETTERS[heading as keyof typeof LETTERS];
      scene.book.editor.type(`${TARGETS}!${letter}${at + 2}`, text);
    }
  });
}
