import { writeFileSync } from 'node:fs';
import prepareBundle from '../support/build-bundle';
import { makeGuide } from './guide-scene';

/** `npx tsx test/formula-guide/cli.ts`: writes `docs/formulas.md` from the code and from what the built add-on answers. */
prepareBundle();
writeFileSync('docs/formulas.md', await makeGuide());
console.log('docs/formulas.md is written.');
