import type { ServiceAddresses } from '../employer-api/connection';
import type { Installation, Policy } from '../reports/ports';

declare const SERVICE_ADDRESSES: ServiceAddresses;
declare const POLICY: Policy;
declare const INSTALLATION: Installation;
declare const DIRECT_WRITE_CELLS: number;
declare const VERSION: string;

/** The service's addresses, from `build/service-addresses.json`. */
export const serviceAddresses: ServiceAddresses = SERVICE_ADDRESSES;

/** What the administrator allows, from `build/policy.json`. */
export const policy: Policy = POLICY;

/** Whether those who edit the spreadsheet can also edit the script (`bound`). */
export const installation = INSTALLATION;

/** How many cells a table may have to be written by one `setValues`; a larger one is staged and copied. */
export const directWriteCells = DIRECT_WRITE_CELLS;

/** The product's version, from `package.json`. */
export const version = VERSION;
