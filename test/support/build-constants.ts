import { resolve } from 'node:path';
import { readServiceAddresses } from '../../build/addresses';

/* What the build defines, for tests that load modules of the script as they are. Import this first. */
Object.assign(globalThis, {
  SERVICE_ADDRESSES: readServiceAddresses(resolve('build/service-addresses.json')),
  POLICY: { mailDomains: [], chatOrigin: null },
  INSTALLATION: 'bound',
  VERSION: '0.0.0',
  DIRECT_WRITE_CELLS: 18_000,
});
