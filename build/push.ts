import { join, resolve } from 'node:path';
import { BuildError } from './build-error';
import { readVersion } from './bundle';
import { checkTarget } from './check-target';
import { readScriptId } from './clasp-project';
import { readBuildChoices } from './command-line';
import { buildAndCheck } from './release';
import { runClasp } from './run-clasp';
import { arePlaceholders, readServiceAddresses } from './service-addresses';
import { report } from './terminal';

// npm run push [-- --installation add-on|bound] [--edition sheets|warehouse]
await report(async () => {
  const root = resolve(process.cwd());
  const { installation, edition } = readBuildChoices(process.argv.slice(2));
  if (arePlaceholders(readServiceAddresses(join(root, 'build/service-addresses.json')))) {
    throw new BuildError(
      'Put the real addresses of the service into build/service-addresses.json before pushing.',
    );
  }
  const settings = join(root, '.clasp.json');
  const scriptId = readScriptId(settings);
  // First, because most of what can be wrong is found here, within seconds.
  checkTarget(root, scriptId);
  const { files } = await buildAndCheck({ root, installation, edition });
  console.log(
    `Pushing to script ${scriptId}, as ${installation}${edition === 'sheets' ? '' : `, ${edition} edition`}:`,
  );
  for (const { name, bytes } of files) console.log(`  ${name} ${bytes} bytes`);
  runClasp({ root, settings, args: ['push', '--force'], isShown: true });
  if (installation === 'bound') return ['Pushed. Reload open spreadsheets to get new functions.'];
  return [
    'Pushed. For people to get it, in this order:',
    `  1. npx clasp create-version "${readVersion(root)}"`,
    '     It prints the number of the version.',
    '  2. In the Google Workspace Marketplace SDK of your Cloud project, under App Configuration, enter',
    `     script ID ${scriptId} and that number for the Sheets add-on.`,
    '  3. The first time: fill in the other fields and publish. docs/marketplace/README.md lists every one.',
  ];
});
