import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { BuildError } from './build-error';
import { findClasp, readScriptId } from './clasp-project';
import { readInstallation } from './command-line';
import { buildAndCheck } from './release';
import { arePlaceholders, readServiceAddresses } from './service-addresses';
import { report } from './terminal';

// npm run push [-- --installation add-on|bound]
await report(async () => {
  const root = resolve(process.cwd());
  const installation = readInstallation(process.argv.slice(2));
  if (arePlaceholders(readServiceAddresses(join(root, 'build/service-addresses.json')))) {
    throw new BuildError(
      'Put the real addresses of the service into build/service-addresses.json before pushing.',
    );
  }
  const scriptId = readScriptId(join(root, '.clasp.json'));
  const { files } = await buildAndCheck({ root, installation });
  console.log(`Pushing to script ${scriptId}, as ${installation}:`);
  for (const { name, bytes } of files) console.log(`  ${name} ${bytes} bytes`);
  const { status } = spawnSync(process.execPath, [findClasp(root), 'push', '--force'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) throw new BuildError('clasp did not push; its message above says why.');
  return ['Pushed. Reload open spreadsheets to get new functions.'];
});
