import type { ServiceAddresses } from '../employer-api/connection';

declare const SERVICE_ADDRESSES: ServiceAddresses;
declare const INSTALLATION: 'add-on' | 'bound';

/** The service's addresses, from `build/service-addresses.json`. */
export const serviceAddresses: ServiceAddresses = SERVICE_ADDRESSES;

/** Whether those who edit the spreadsheet can also edit the script (`bound`). */
export const installation = INSTALLATION;
