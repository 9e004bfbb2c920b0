import path from 'node:path';
import { build } from 'esbuild';
import { buildAddOn } from '../../build/bundle';
import { readServiceAddresses } from '../../build/service-addresses';
import { SERVER_PROGRAM } from '../api-server/start-api-server';
import { measuringPlugins } from '../coverage/instrumented-sources';
import { ADD_ON_FOLDER, editionFolder } from './built-bundle';

// tsx test/support/build-into.ts FOLDER: makes there what the tests run: both editions of the add-on, as bound to a
// spreadsheet, and the service as one file.
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the folder to build into.');
const root = process.cwd();
const addresses = readServiceAddresses(path.join(root, 'build/service-addresses.json'));
const plugins = measuringPlugins();
const outDir = path.join(folder, ADD_ON_FOLDER);
const options = { addresses, installation: 'bound', root, plugins } as const;
await Promise.all([
  buildAddOn({ ...options, outDir }),
  buildAddOn({ ...options, edition: 'warehouse', outDir: editionFolder(outDir, 'warehouse') }),
  build({
    entryPoints: [path.join(root, 'test/api-server/cli.ts')],
    outfile: path.join(folder, SERVER_PROGRAM),
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'error',
  }),
]);
