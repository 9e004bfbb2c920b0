import { writeFileSync } from 'node:fs';
import prepareBundle from '../support/build-bundle';
import removeBundle from '../support/remove-bundle';
import { measureAll, renderPage } from './permission-table';

/** `npm run permission-table`: writes `docs/permissions.md` from what the built add-on does without each permission. */
await prepareBundle();
try {
  writeFileSync('docs/permissions.md', renderPage(await measureAll()));
  console.log('docs/permissions.md is written.');
} finally {
  await removeBundle();
}
