import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { JudgedFact, PastedResults } from './results';

/** What was found out on the real platform, from the root of the project. */
export const RESULTS_FILE = 'docs/proof/evidence/conformance.json';

/** What came out of one fact on the platform. */
export interface SavedFact {
  readonly id: string;
  /** Holds only for the wording of the fact with this digest. */
  readonly digest: string;
  readonly agrees: boolean;
  readonly observed: unknown;
  /** ISO 8601; facts of one file may come from several days. */
  readonly at: string;
}

/** Reads what was saved; nothing where nobody has run the script on the platform yet. */
export function readSavedResults(file = RESULTS_FILE): readonly SavedFact[] {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).facts : [];
}

/**
 * Saves what was judged, in the place of what was saved of the same facts before.
 *
 * @throws {Error} For a run in the emulator: it would vouch for itself.
 */
export function saveResults(
  results: PastedResults,
  judged: readonly JudgedFact[],
  file = RESULTS_FILE,
): void {
  const { platform, at } = results.header;
  if (platform !== 'Apps Script')
    throw new Error(`These results are of: ${platform}. Only Apps Script counts.`);
  const fresh = judged.flatMap(({ id, digest, verdict, observed }) =>
    verdict === 'agrees' || verdict === 'differs'
      ? [{ id, digest, agrees: verdict === 'agrees', observed, at }]
      : [],
  );
  const replaced = new Set(fresh.map(({ id }) => id));
  const facts = [...readSavedResults(file).filter(({ id }) => !replaced.has(id)), ...fresh];
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify({ facts }, null, 2)}\n`);
}
