import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build, type BuildOptions as EsbuildOptions } from 'esbuild';
import type { ServiceAddresses } from '../src/employer-api/connection';
import type { Policy } from '../src/reports/ports';
import { listOrigins, OPEN_POLICY, parseServiceAddresses } from './addresses';
import { type BuildChoices, BuildError } from './command';
import { EDITIONS, type EditionParts, editionPlugins } from './edition';
import { type EntryPoint, GLOBAL_NAME, readEntryPoints, renderEntryPoints } from './entry-points';

/** What to build, and where to. */
export interface BuildOptions extends Partial<BuildChoices> {
  /** The service's addresses; checked again here, whoever made them. */
  readonly addresses: ServiceAddresses;
  /**
   * What the administrator allows, from `build/policy.json`.
   * @default mail to any domain, no Google Chat
   */
  readonly policy?: Policy;
  /**
   * The largest table, in cells, that is written directly instead of staged and copied. Tests take a low one, so that
   * small tables take both ways.
   * @default 18,000: 1,000 rows of shifts, the largest write seen quick in published timings
   */
  readonly directWriteCells?: number;
  /** The folder to fill. Whatever stands in it is removed first. */
  readonly outDir: string;
  /**
   * The project's folder, with `src/`, `appsscript.json` and `package.json`, which has the version.
   * @default the working directory
   */
  readonly root?: string;
}

/** The file that lists the entry points, relative to the project's folder. */
const MAIN = 'src/main.ts';

/** What was built. */
export interface BuildResult {
  /** The absolute path of the folder. */
  readonly outDir: string;
  /** Each file of the folder with its size in bytes, in alphabetical order. */
  readonly files: readonly { readonly name: string; readonly bytes: number }[];
}

/**
 * Builds the three files that Apps Script gets: `Code.js`, `Sidebar.html` and `appsscript.json`.
 *
 * Equal sources and options make equal bytes. Nothing is checked beyond what building needs; see `checkBundle`.
 *
 * @throws {BuildError} One sentence, when an address, an entry point or the page can't be used.
 */
export async function buildAddOn(options: BuildOptions): Promise<BuildResult> {
  const root = resolve(options.root ?? process.cwd());
  const outDir = resolve(options.outDir);
  const addresses = parseServiceAddresses(options.addresses);
  const edition = EDITIONS[options.edition ?? 'sheets'];
  const entryPoints = readEntryPoints(join(root, MAIN));
  const manifest = readFileSync(join(root, 'appsscript.json'), 'utf8');
  const texts = {
    'Code.js': await bundleScript(root, entryPoints, { ...options, addresses }),
    'Sidebar.html': await inlinePage(join(root, 'src/sidebar/page'), edition),
    'appsscript.json': buildManifest(manifest, addresses, options.policy, edition),
  };
  rmSync(outDir, { recursive: true, force: true });
  mkdirSync(outDir, { recursive: true });
  const files = Object.entries(texts).map(([name, text]) => {
    writeFileSync(join(outDir, name), text);
    return { name, bytes: Buffer.byteLength(text) };
  });
  return { outDir, files };
}

/** The version that `package.json` states. */
export function readVersion(root: string): string {
  return (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version;
}

/** One unnamed function assigned to one global, then a plain top-level wrapper per entry point. */
async function bundleScript(
  root: string,
  entryPoints: readonly EntryPoint[],
  {
    addresses,
    policy = OPEN_POLICY,
    installation = 'bound',
    edition = 'sheets',
    directWriteCells = 18_000,
  }: BuildOptions,
): Promise<string> {
  const module = await bundle({
    absWorkingDir: root,
    entryPoints: [MAIN],
    // As 'iife' would, but without indenting every line: each formula loads them. What is exported is returned.
    format: 'esm',
    banner: { js: `var ${GLOBAL_NAME} = (() => {\n"use strict";` },
    platform: 'neutral',
    mainFields: ['module', 'main'],
    target: 'es2019',
    plugins: editionPlugins(EDITIONS[edition]),
    define: {
      SERVICE_ADDRESSES: JSON.stringify(addresses),
      POLICY: JSON.stringify(policy),
      INSTALLATION: JSON.stringify(installation),
      DIRECT_WRITE_CELLS: JSON.stringify(directWriteCells),
      VERSION: JSON.stringify(readVersion(root)),
      ...EDITIONS[edition].constants,
    },
    footer: { js: `})();\n\n${renderEntryPoints(entryPoints).trimEnd()}` },
    // Said here, so that no configuration file found on the way changes the output.
    // Fields are assigned, as the compiler does for ES2019; defining them costs a call each.
    tsconfigRaw: {
      compilerOptions: { alwaysStrict: true, useDefineForClassFields: false, verbatimModuleSyntax: true },
    },
  });
  return module.replace(/^export \{/m, 'return {').replace(/^ {2}(\w+) as (\w+)/gm, '  $2: $1');
}

/**
 * The doors through which a view library sets markup from text. Their names are replaced while bundling, so that neither
 * our code nor a package can reach them: everything shown is text.
 */
const RAW_MARKUP_MEMBERS = {
  dangerouslySetInnerHTML: 'noRawMarkup',
  innerHTML: 'noMarkup',
  outerHTML: 'noOuter',
};

/**
 * Makes one self-contained file of `index.html`, `page.css` and `page.tsx`.
 *
 * HtmlService serves a single file. It is said to cut text after `//` inside template literals, so there are none, and
 * everything is ASCII, so no encoding can spoil it.
 *
 * @param folder The page's folder.
 * @throws {BuildError} When a tag to replace is missing.
 */
export async function inlinePage(folder: string, edition: EditionParts = EDITIONS.sheets): Promise<string> {
  const part = (entry: string, options: EsbuildOptions) =>
    bundle({ absWorkingDir: folder, entryPoints: [entry], minify: true, ...options });
  const style = await part('page.css', {});
  const script = await part('page.tsx', {
    format: 'iife',
    target: 'es2019',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    plugins: editionPlugins(edition),
    supported: { 'template-literal': false },
    mangleProps: new RegExp(`^(?:${Object.keys(RAW_MARKUP_MEMBERS).join('|')})$`),
    mangleQuoted: true,
    mangleCache: { ...RAW_MARKUP_MEMBERS },
    tsconfigRaw: { compilerOptions: { alwaysStrict: true, verbatimModuleSyntax: true } },
  });
  // Keeps script text from ending its own element or opening a comment. Both spellings mean the same text.
  const safeScript = script.replace(/<(?=\/script|!--)/gi, '\\x3c');
  const styled = replaceOnce(
    readFileSync(join(folder, 'index.html'), 'utf8'),
    '<link rel="stylesheet" href="page.css">',
    `<style>\n${style}</style>`,
  );
  return replaceOnce(styled, '<script src="page.tsx"></script>', `<script>\n${safeScript}</script>`);
}

async function bundle(options: EsbuildOptions): Promise<string> {
  const { outputFiles } = await build({
    bundle: true,
    write: false,
    outdir: 'out',
    charset: 'ascii',
    legalComments: 'none',
    logLevel: 'silent',
    ...options,
  });
  return outputFiles?.[0]?.text ?? '';
}

function replaceOnce(text: string, tag: string, replacement: string): string {
  const parts = text.split(tag);
  if (parts.length !== 2)
    throw new BuildError(`index.html must hold ${tag} once; it does so ${parts.length - 1} times.`);
  return parts.join(replacement);
}

/**
 * Completes the source manifest with the scopes of the edition and the only addresses the script may fetch.
 *
 * @throws {BuildError} When the source manifest has a list of its own, which would go stale.
 */
export function buildManifest(
  sourceText: string,
  addresses: ServiceAddresses,
  policy: Policy = OPEN_POLICY,
  edition: EditionParts = EDITIONS.sheets,
): string {
  const manifest = JSON.parse(sourceText) as { urlFetchWhitelist?: unknown; oauthScopes?: readonly string[] };
  if (manifest.urlFetchWhitelist !== undefined)
    throw new BuildError('appsscript.json must not hold urlFetchWhitelist; the build makes it.');
  const oauthScopes = [...(manifest.oauthScopes ?? []), ...edition.scopes].sort();
  const scopes = edition.scopes.length === 0 ? {} : { oauthScopes };
  const urlFetchWhitelist = listAllowedAddresses(addresses, policy, edition);
  return `${JSON.stringify({ ...manifest, ...scopes, urlFetchWhitelist }, null, 2)}\n`;
}

/**
 * What `urlFetchWhitelist` must be: the service, Google Chat where the policy says so, and what the edition needs. Each entry
 * is a full domain with a path, which a versioned deployment requires, in alphabetical order.
 */
export function listAllowedAddresses(
  addresses: ServiceAddresses,
  { chatOrigin }: Policy,
  { origins }: EditionParts = EDITIONS.sheets,
): string[] {
  const all = [...listOrigins(addresses), ...(chatOrigin === null ? [] : [chatOrigin]), ...origins];
  return all.map((origin) => `${origin}/`).sort();
}
