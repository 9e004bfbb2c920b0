import { resolve } from 'node:path';
import { readBuildChoices } from './command-line';
import { buildAndCheck } from './release';
import { report } from './terminal';

// npm run build [-- --installation add-on|bound] [--edition sheets|warehouse]
await report(async () => {
  const root = resolve(process.cwd());
  const { outDir, files } = await buildAndCheck({
    root,
    ...readBuildChoices(process.argv.slice(2)),
  });
  return [...files.map(({ name, bytes }) => `${name} ${bytes} bytes`), `Built and checked in ${outDir}.`];
});
