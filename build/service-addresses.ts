import { readFileSync } from 'node:fs';
import { isPlaceholderOrigin, SAMPLE_ADDRESSES, type ServiceAddresses } from '../src/employer-api/connection';
import { findAddressProblem } from './address-problem';
import { BuildError } from './build-error';
import { ADDRESS_FILE, readMembers } from './read-members';
import { parseReportCatalogue } from './report-catalogue';

/**
 * Reads and checks the file with the service's addresses.
 *
 * @throws {BuildError} One sentence per cause: no such file, not JSON, or a refused address.
 */
export function readServiceAddresses(file: string): ServiceAddresses {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new BuildError(`${ADDRESS_FILE} cannot be read; restore it from the repository.`);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new BuildError(`${ADDRESS_FILE} is not JSON; compare it with the one in the repository.`);
  }
  return parseServiceAddresses(value);
}

/**
 * Checks the three addresses and the catalogue of reports, and returns them in a fixed order of members, so that
 * equal addresses make equal bundles.
 *
 * @throws {BuildError} One sentence that names the address and what is wrong with it.
 */
export function parseServiceAddresses(value: unknown): ServiceAddresses {
  const { auth, regions, reports } = readMembers(value, 'the file', ['auth', 'regions', 'reports']);
  const { US, UK } = readMembers(regions, '`regions`', ['US', 'UK']);
  const addresses = {
    auth: checkOrigin('auth', auth),
    regions: { US: checkOrigin('regions.US', US), UK: checkOrigin('regions.UK', UK) },
    reports: parseReportCatalogue(reports),
  };
  checkApart(addresses);
  return addresses;
}

/** The three origins, the authorisation server first. */
export function listOrigins(addresses: ServiceAddresses): readonly string[] {
  return [addresses.auth, addresses.regions.US, addresses.regions.UK];
}

/** The host name of an origin. */
export function readHost(origin: string): string {
  return origin.replace(/^https:\/\//, '');
}

/** Whether any address stands under a reserved domain, where nothing can be reached. */
export function arePlaceholders(addresses: ServiceAddresses): boolean {
  return listOrigins(addresses).some(isPlaceholderOrigin);
}

function checkOrigin(name: string, value: unknown): string {
  const problem = findAddressProblem(value);
  if (problem !== undefined) throw new BuildError(`${ADDRESS_FILE}: the address \`${name}\` ${problem}.`);
  if (listOrigins(SAMPLE_ADDRESSES).some((origin) => readHost(origin) === readHost(String(value)))) {
    throw new BuildError(
      `${ADDRESS_FILE}: the address \`${name}\` is the sample employer’s; give the service’s own.`,
    );
  }
  return value as string;
}

/** Three different hosts, none of which is another one with a foreign ending: auth.ok.evil.com. */
function checkApart(addresses: ServiceAddresses): void {
  const hosts = listOrigins(addresses).map(readHost);
  if (new Set(hosts).size < hosts.length)
    throw new BuildError(`${ADDRESS_FILE}: the three addresses must differ.`);
  const disguised = hosts.find((host) => hosts.some((other) => host.startsWith(`${other}.`)));
  if (disguised !== undefined) {
    throw new BuildError(
      `${ADDRESS_FILE}: ${disguised} begins with the whole name of another address; check its ending.`,
    );
  }
}
