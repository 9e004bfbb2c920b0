import type { SavedFact } from './saved-results';
import type { AskedFact } from './script-text';

/** What the platform itself said of a fact. */
export interface PlatformAnswer {
  readonly agrees: boolean;
  /** Day, ISO 8601. */
  readonly day: string;
}

/** Finds what the platform said of a fact, by its ID. */
export type AnswerOf = (id: string) => PlatformAnswer | undefined;

/** Joins saved results with the facts as they are worded now; an answer to an older wording does not count. */
export function answersOf(asked: readonly AskedFact[], saved: readonly SavedFact[]): AnswerOf {
  const digests = new Map(asked.map(({ id, digest }) => [id, digest]));
  const current = saved.filter(({ id, digest }) => digests.get(id) === digest);
  const answers = new Map(current.map(({ id, agrees, at }) => [id, { agrees, day: at.slice(0, 10) }]));
  return (id) => answers.get(id);
}
