import { resolve } from 'node:path';
import { readInstallation } from './command-line';
import { buildAndCheck } from './release';
import { report } from './terminal';

// npm run build [-- --installation add-on|bound]
await report(async () => {
  const root = resolve(process.cwd());
  const { outDir, files } = await buildAndCheck({
    root,
    installation: readInstallation(process.argv.slice(2)),
  });
  return [...files.map(({ name, bytes }) => `${name} ${bytes} bytes`), `Built and checked in ${outDir}.`];
});
