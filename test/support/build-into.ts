import path from 'node:path';
import { buildAddOn } from '../../build/bundle';
import { readServiceAddresses } from '../../build/service-addresses';

// tsx test/support/build-into.ts FOLDER: builds the add-on there, as bound to a spreadsheet.
const [outDir] = process.argv.slice(2);
if (outDir === undefined) throw new Error('Name the folder to build into.');
const root = process.cwd();
const addresses = readServiceAddresses(path.join(root, 'build/service-addresses.json'));
await buildAddOn({ addresses, installation: 'bound', root, outDir });
