import { resolve } from 'node:path';
import { buildAndCheck } from './check-bundle';
import { readBuildChoices, report } from './command';

// npm run build [-- --installation add-on|bound] [--edition sheets|warehouse]
await report(async () => {
  const { outDir, files } = await buildAndCheck(resolve('.'), readBuildChoices(process.argv.slice(2)));
  return [...files.map(({ name, bytes }) => `${name} ${bytes} bytes`), `Built and checked in ${outDir}.`];
});
