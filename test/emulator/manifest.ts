import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the emulator reads from `appsscript.json`. */
export interface Manifest {
  readonly timeZone: string;
  /** Absent in the file: the platform detects what the code needs, so nothing is refused. */
  readonly oauthScopes: readonly string[] | null;
  readonly urlFetchWhitelist: readonly string[] | null;
}

/** Reads the manifest of a built folder. @throws {Error} when it is missing or not JSON. */
export function readManifest(dist: string): Manifest {
  const parsed = JSON.parse(readFileSync(join(dist, 'appsscript.json'), 'utf8')) as Partial<Manifest>;
  return {
    timeZone: parsed.timeZone ?? 'Etc/UTC',
    oauthScopes: parsed.oauthScopes ?? null,
    urlFetchWhitelist: parsed.urlFetchWhitelist ?? null,
  };
}

/** Whether the manifest asks for a scope, or for a wider one. */
export function asksForScope(manifest: Manifest, scope: string): boolean {
  return scopesThatAllow(manifest, scope).length > 0;
}

/** The scopes of the manifest of which each allows what one scope does: the wide one includes the narrow one. */
export function scopesThatAllow(manifest: Manifest, scope: string): readonly string[] {
  if (manifest.oauthScopes === null) return [scope];
  const wide = scope.replace(/\.(currentonly|readonly)$/, '');
  return manifest.oauthScopes.filter((each) => each === scope || each === wide);
}

/**
 * Whether an address is inside the whitelist. An entry is a prefix: `https://`, a full domain with at most one
 * leading `*.`, a path that is compared with regard to case.
 */
export function isWhitelisted(manifest: Manifest, url: string): boolean {
  if (manifest.urlFetchWhitelist === null) return true;
  return manifest.urlFetchWhitelist.some((entry) => covers(entry, url));
}

function covers(entry: string, url: string): boolean {
  const allowed = /^https:\/\/(\*\.)?([^/]+)(\/.*)$/.exec(entry);
  const asked = /^https:\/\/([^/?#]+)([/?#].*)?$/.exec(url);
  if (allowed === null || asked === null) return false;
  const host = (asked[1] ?? '').toLowerCase();
  const domain = (allowed[2] ?? '').toLowerCase();
  const hostFits = allowed[1] === undefined ? host === domain : host.endsWith(`.${domain}`);
  return hostFits && (asked[2] ?? '/').startsWith(allowed[3] ?? '/');
}
