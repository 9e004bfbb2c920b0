import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EVIDENCE_PAGE, readAllEvidence } from './read-all';
import { renderEvidence } from './render';

// npm run evidence: makes the page of evidence from what the other commands have saved.
const root = process.cwd();
writeFileSync(join(root, EVIDENCE_PAGE), renderEvidence(readAllEvidence(root)));
console.log(`${EVIDENCE_PAGE} is made.`);
