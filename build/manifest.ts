import type { Policy } from '../src/contract/policy';
import type { ServiceAddresses } from '../src/employer-api/connection';
import { BuildError } from './build-error';
import { OPEN_POLICY } from './policy';
import { listOrigins, readHost } from './service-addresses';

/**
 * Completes the source manifest with the only addresses the script may fetch.
 *
 * Each entry is a full domain with a path, which a versioned deployment requires; in alphabetical order, so
 * that equal addresses make equal bytes.
 *
 * @throws {BuildError} When the source manifest has a list of its own, which would go stale.
 */
export function buildManifest(
  sourceText: string,
  addresses: ServiceAddresses,
  policy: Policy = OPEN_POLICY,
): string {
  const manifest = JSON.parse(sourceText) as Record<string, unknown>;
  if (Object.hasOwn(manifest, 'urlFetchWhitelist')) {
    throw new BuildError('appsscript.json must not hold urlFetchWhitelist; the build makes it.');
  }
  const urlFetchWhitelist = listAllowedAddresses(addresses, policy);
  return `${JSON.stringify({ ...manifest, urlFetchWhitelist }, null, 2)}\n`;
}

/** What `urlFetchWhitelist` must be for these addresses: those of the service, and Google Chat where the policy says so. */
export function listAllowedAddresses(addresses: ServiceAddresses, { chatOrigin }: Policy): string[] {
  return [...listOrigins(addresses), ...(chatOrigin === null ? [] : [chatOrigin])]
    .map((origin) => `https://${readHost(origin)}/`)
    .sort();
}
