import { REQUIREMENTS } from '../faults/requirements';
import type { Evidence } from './render';
import { readEvidence } from './saved-evidence';

/** The page that all of it makes, from the root of the project. */
export const EVIDENCE_PAGE = 'docs/proof/evidence.md';

/** What was saved by now, with what was promised. */
export function readAllEvidence(root: string): Evidence {
  return {
    requirements: REQUIREMENTS,
    page: readEvidence(root, 'page'),
    suite: readEvidence(root, 'suite'),
    faults: readEvidence(root, 'faults'),
    bench: readEvidence(root, 'bench'),
    mutation: readEvidence(root, 'mutation'),
    coverage: readEvidence(root, 'coverage'),
  };
}
