import { join, resolve } from 'node:path';
import { arePlaceholders, readServiceAddresses } from './addresses';
import { readVersion } from './bundle';
import { buildAndCheck } from './check-bundle';
import { checkTarget, readScriptId, runClasp } from './clasp';
import { BuildError, readBuildChoices, report } from './command';

// npm run push [-- --installation add-on|bound] [--edition sheets|warehouse]
await report(async () => {
  const root = resolve('.');
  const choices = readBuildChoices(process.argv.slice(2));
  const { installation, edition } = choices;
  if (arePlaceholders(readServiceAddresses(join(root, 'build/service-addresses.json'))))
    throw new BuildError(
      'Put the real addresses of the service into build/service-addresses.json before pushing.',
    );
  const settings = join(root, '.clasp.json');
  const scriptId = readScriptId(settings);
  // First, because most of what can be wrong is found here, within seconds.
  checkTarget(root, scriptId);
  const { files } = await buildAndCheck(root, choices);
  console.log(
    `Pushing to script ${scriptId}, as ${installation}${edition === 'sheets' ? '' : `, ${edition} edition`}:`,
  );
  for (const { name, bytes } of files) console.log(`  ${name} ${bytes} bytes`);
  runClasp(root, settings, ['push', '--force'], true);
  if (installation === 'bound') return ['Pushed. Reload open spreadsheets to get new functions.'];
  return [
    'Pushed. For people to get it, in this order:',
    `  1. npx clasp create-version "${readVersion(root)}"`,
    '     It prints the number of the version. Apps Script keeps 200: delete old ones in the project history.',
    '  2. In the Google Workspace Marketplace SDK of your Cloud project, under App Configuration, enter',
    `     script ID ${scriptId} and that number for the Sheets add-on.`,
    '  3. The first time: fill in the other fields and publish. docs/marketplace/README.md lists every one.',
  ];
});
