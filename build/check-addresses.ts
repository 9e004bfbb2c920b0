import type { Policy } from '../src/contract/sidebar';
import { SAMPLE_ADDRESSES, type ServiceAddresses } from '../src/employer-api/connection';
import { BUILT_FILE_NAMES, type BuiltFiles, listPageScripts, parseScript } from './built-files';
import { EDITIONS, type EditionParts } from './edition';
import type { Finding } from './finding';
import { listAllowedAddresses, listAllowedOrigins } from './manifest';
import { listTexts } from './names-in-code';
import { OPEN_POLICY } from './policy';
import { listOrigins } from './service-addresses';

const ADDRESS = /\b([a-z][a-z0-9+.-]*:\/\/)([^\s"'`<>\\/?#]*)([^\s"'`<>\\]*)/gi;

/** Names that only look like addresses: authorisation scopes, and the namespaces of HTML and SVG. */
const NAMES_LIKE_ADDRESSES = ['https://www.googleapis.com/auth/', 'http://www.w3.org/'];

/** Where the sample employer stands: names of nothing, without path, in the script alone. */
const SAMPLE_ORIGINS = listOrigins(SAMPLE_ADDRESSES);

/**
 * Refuses every address but those of the service, of the sample employer, of the edition and, where the policy allows it, of
 * Google Chat, in code, comments and markup alike, and a manifest that lets the script fetch anything else.
 *
 * An address put together at run time shows as one without a host, and is refused with the others.
 */
export function checkAddresses(
  { texts }: BuiltFiles,
  addresses: ServiceAddresses,
  policy: Policy = OPEN_POLICY,
  edition: EditionParts = EDITIONS.sheets,
): Finding[] {
  const listed = listAllowedAddresses(addresses, policy, edition);
  const origins = listAllowedOrigins(addresses, policy, edition);
  const foreign = BUILT_FILE_NAMES.flatMap((name) =>
    [...texts[name].matchAll(ADDRESS)]
      .filter(([whole, scheme = '', host = '']) => {
        if (NAMES_LIKE_ADDRESSES.some((prefix) => whole.startsWith(prefix))) return false;
        const origin = `${scheme}${host}`;
        if (name === 'Code.js' && SAMPLE_ORIGINS.includes(whole)) return false;
        return !origins.includes(origin) && !(name === 'appsscript.json' && listed.includes(whole));
      })
      .map(([whole]) => ({
        where: name,
        message: `It holds the address ${whole}, which is not one of the service.`,
      })),
  );
  return [...foreign, ...checkShortAddresses(texts), ...checkManifest(texts['appsscript.json'], listed)];
}

/** `//host/path` takes the scheme of the page around it. */
function checkShortAddresses(texts: BuiltFiles['texts']): Finding[] {
  const scripts = [texts['Code.js'], ...listPageScripts(texts['Sidebar.html'])];
  return scripts
    .flatMap((script) => listTexts(parseScript(script)))
    .filter(({ text }) => /^\/\/[a-z0-9]/i.test(text))
    .map(({ text }) => ({
      where: 'a script',
      message: `It holds the address ${text}, which has no scheme.`,
    }));
}

function checkManifest(text: string, listed: readonly string[]): Finding[] {
  const where = 'appsscript.json';
  let manifest: { urlFetchWhitelist?: unknown };
  try {
    manifest = JSON.parse(text);
  } catch {
    return [{ where, message: 'It is not JSON.' }];
  }
  const expected = JSON.stringify(listed);
  if (JSON.stringify(manifest.urlFetchWhitelist) === expected) return [];
  return [{ where, message: `urlFetchWhitelist must be ${expected}.` }];
}
