import path from 'node:path';
import { buildAddOn } from '../../build/bundle';
import { readServiceAddresses } from '../../build/service-addresses';

/** Jest's global setup: the tests run what `npm run build` makes, made anew. */
export default async function buildBundle(): Promise<void> {
  const root = process.cwd();
  const addresses = readServiceAddresses(path.join(root, 'build/service-addresses.json'));
  await buildAddOn({ addresses, installation: 'bound', root, outDir: path.join(root, 'build/dist') });
}
