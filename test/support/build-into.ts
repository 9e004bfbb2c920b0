import { createRequire } from 'node:module';
import path from 'node:path';
import { build } from 'esbuild';
import { readServiceAddresses } from '../../build/addresses';
import { buildAddOn } from '../../build/bundle';
import { WAREHOUSE_PROGRAM } from '../warehouse-server/start-warehouse-server';
import { ADD_ON_FOLDER, editionFolder } from './built-bundle';

// tsx test/support/build-into.ts FOLDER: makes there what the tests run: both editions of the add-on, as bound to a
// spreadsheet, and the warehouse as one file.
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the folder to build into.');
const root = process.cwd();
const ENGINE = createRequire(import.meta.url).resolve('@duckdb/node-api');
const addresses = readServiceAddresses(path.join(root, 'build/service-addresses.json'));
const outDir = path.join(folder, ADD_ON_FOLDER);
const options = { addresses, installation: 'bound', root } as const;
await Promise.all([
  buildAddOn({ ...options, outDir }),
  buildAddOn({ ...options, edition: 'warehouse', outDir: editionFolder(outDir, 'warehouse') }),
  build({
    entryPoints: [path.join(root, 'test/warehouse-server/cli.ts')],
    outfile: path.join(folder, WAREHOUSE_PROGRAM),
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'error',
    // It loads a library of the machine, so it stays where it is installed.
    external: [ENGINE],
    alias: { '@duckdb/node-api': ENGINE },
  }),
]);
