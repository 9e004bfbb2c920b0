/**
 * What the build says when it cannot go on: one sentence for the person at the terminal, no stack.
 *
 * Recognise it by its `name`; tests run in another realm.
 */
export class BuildError extends Error {
  override readonly name = 'BuildError';
}
