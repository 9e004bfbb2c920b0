import type { Policy } from '../src/contract/sidebar';
import type { ServiceAddresses } from '../src/employer-api/connection';
import { BuildError } from './build-error';
import { EDITIONS, type EditionParts } from './edition';
import { OPEN_POLICY } from './policy';
import { listOrigins, readHost } from './service-addresses';

/**
 * Completes the source manifest with the scopes of the edition and the only addresses the script may fetch.
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
  edition: EditionParts = EDITIONS.sheets,
): string {
  const manifest = JSON.parse(sourceText) as Record<string, unknown>;
  if (Object.hasOwn(manifest, 'urlFetchWhitelist')) {
    throw new BuildError('appsscript.json must not hold urlFetchWhitelist; the build makes it.');
  }
  const urlFetchWhitelist = listAllowedAddresses(addresses, policy, edition);
  const oauthScopes = [...((manifest.oauthScopes as string[] | undefined) ?? []), ...edition.scopes].sort();
  const scopes = edition.scopes.length === 0 ? {} : { oauthScopes };
  return `${JSON.stringify({ ...manifest, ...scopes, urlFetchWhitelist }, null, 2)}\n`;
}

/** The origins of the service, Google Chat where the policy says so, and those of the edition. */
export function listAllowedOrigins(
  addresses: ServiceAddresses,
  { chatOrigin }: Policy,
  { origins }: EditionParts,
): string[] {
  return [...listOrigins(addresses), ...(chatOrigin === null ? [] : [chatOrigin]), ...origins];
}

/** What `urlFetchWhitelist` must be. */
export function listAllowedAddresses(
  addresses: ServiceAddresses,
  policy: Policy,
  edition: EditionParts = EDITIONS.sheets,
): string[] {
  return listAllowedOrigins(addresses, policy, edition)
    .map((origin) => `https://${readHost(origin)}/`)
    .sort();
}
