import { writeFileSync } from 'node:fs';
import prepareBundle from '../support/build-bundle';
import removeBundle from '../support/remove-bundle';
import { makeGuide } from './guide-scene';

/** `npx tsx test/formula-guide/cli.ts`: writes `docs/formulas.md` from the code and from what the built add-on answers. */
await prepareBundle();
try {
  writeFileSync('docs/formulas.md', await makeGuide());
  console.log('docs/formulas.md is written.');
} finally {
  await removeBundle();
}
