import type { ServiceAddresses } from '../src/employer-api/connection';
import { BuildError } from './build-error';
import { listOrigins, readHost } from './service-addresses';

/**
 * Completes the source manifest with the only addresses the script may fetch.
 *
 * Each entry is a full domain with a path, which a versioned deployment requires; in alphabetical order, so
 * that equal addresses make equal bytes.
 *
 * @throws {BuildError} When the source manifest has a list of its own, which would go stale.
 */
export function buildManifest(sourceText: string, addresses: ServiceAddresses): string {
  const manifest = JSON.parse(sourceText) as Record<string, unknown>;
  if (Object.hasOwn(manifest, 'urlFetchWhitelist')) {
    throw new BuildError('appsscript.json must not hold urlFetchWhitelist; the build makes it.');
  }
  return `${JSON.stringify({ ...manifest, urlFetchWhitelist: listAllowedAddresses(addresses) }, null, 2)}\n`;
}

/** What `urlFetchWhitelist` must be for these addresses. */
export function listAllowedAddresses(addresses: ServiceAddresses): string[] {
  return listOrigins(addresses)
    .map((origin) => `https://${readHost(origin)}/`)
    .sort();
}
