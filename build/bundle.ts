import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import type { Policy } from '../src/contract/sidebar';
import type { ServiceAddresses } from '../src/employer-api/connection';
import { EDITIONS, type Edition, editionPlugins } from './edition';
import { GLOBAL_NAME } from './entry-point-names';
import { type EntryPoint, readEntryPoints, renderEntryPoints } from './entry-points';
import { inlinePage } from './inline-page';
import { buildManifest } from './manifest';
import { OPEN_POLICY } from './policy';
import { parseServiceAddresses } from './service-addresses';

/** How the script reaches people: published as an editor add-on, or bound to one spreadsheet. */
export type Installation = 'add-on' | 'bound';

/** What to build, and where to. */
export interface BuildOptions {
  /** The service's addresses; checked again here, whoever made them. */
  readonly addresses: ServiceAddresses;
  /**
   * What the administrator allows, from `build/policy.json`.
   * @default mail to any domain, no Google Chat
   */
  readonly policy?: Policy;
  /** @default 'bound' */
  readonly installation?: Installation;
  /** @default 'sheets' */
  readonly edition?: Edition;
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
  /**
   * Ends `Code.js` with a source map, for finding a place of it in `src`. Never for what is pushed.
   * @default false
   */
  readonly sourceMap?: boolean;
}

/** The file that lists the entry points, relative to the project's folder. */
const MAIN = 'src/main.ts';

/** What was built. */
export interface BuildResult {
  /** The absolute path of the folder. */
  readonly outDir: string;
  readonly entryPoints: readonly EntryPoint[];
  /** Each file of the folder with its size in bytes, in alphabetical order. */
  readonly files: readonly { readonly name: string; readonly bytes: number }[];
}

/**
 * Builds the three files that Apps Script gets: `Code.js`, `Sidebar.html` and `appsscript.json`.
 *
 * Equal sources and options make equal bytes. Nothing is checked beyond what building needs; see
 * `checkBundle`.
 *
 * @throws {BuildError} One sentence, when an address, an entry point or the page cannot be used.
 */
export async function buildAddOn(options: BuildOptions): Promise<BuildResult> {
  const root = resolve(options.root ?? process.cwd());
  const outDir = resolve(options.outDir);
  const addresses = parseServiceAddresses(options.addresses);
  const edition = EDITIONS[options.edition ?? 'sheets'];
  const entryPoints = readEntryPoints(join(root, MAIN));
  const texts = {
    'Code.js': await bundleScript(root, outDir, entryPoints, { ...options, addresses }),
    'Sidebar.html': await inlinePage(join(root, 'src/sidebar/page'), editionPlugins(edition)),
    'appsscript.json': buildManifest(
      readFileSync(join(root, 'appsscript.json'), 'utf8'),
      addresses,
      options.policy,
      edition,
    ),
  };
  rmSync(outDir, { recursive: true, force: true });
  mkdirSync(outDir, { recursive: true });
  const files = Object.entries(texts).map(([name, text]) => {
    writeFileSync(join(outDir, name), text);
    return { name, bytes: Buffer.byteLength(text) };
  });
  return { outDir, entryPoints, files };
}

/** One unnamed function assigned to one global, then a plain top-level wrapper per entry point. */
async function bundleScript(
  root: string,
  outDir: string,
  entryPoints: readonly EntryPoint[],
  {
    addresses,
    policy = OPEN_POLICY,
    installation = 'bound',
    edition = 'sheets',
    directWriteCells = 18_000,
    sourceMap = false,
  }: BuildOptions,
): Promise<string> {
  const { constants } = EDITIONS[edition];
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [MAIN],
    outfile: join(outDir, 'Code.js'),
    write: false,
    bundle: true,
    format: 'iife',
    globalName: GLOBAL_NAME,
    platform: 'neutral',
    mainFields: ['module', 'main'],
    target: 'es2019',
    charset: 'ascii',
    legalComments: 'none',
    logLevel: 'silent',
    sourcemap: sourceMap && 'inline',
    plugins: editionPlugins(EDITIONS[edition]),
    define: {
      SERVICE_ADDRESSES: JSON.stringify(addresses),
      POLICY: JSON.stringify(policy),
      INSTALLATION: JSON.stringify(installation),
      DIRECT_WRITE_CELLS: JSON.stringify(directWriteCells),
      VERSION: JSON.stringify(readVersion(root)),
      ...constants,
    },
    footer: { js: renderEntryPoints(entryPoints, GLOBAL_NAME).trimEnd() },
    // Said here, so that no configuration file found on the way changes the output.
    // Fields are assigned, as the compiler does for ES2019; defining them costs a call each.
    tsconfigRaw: {
      compilerOptions: { alwaysStrict: true, useDefineForClassFields: false, verbatimModuleSyntax: true },
    },
  });
  return outputFiles?.[0]?.text ?? '';
}

/** The version that `package.json` states. */
export function readVersion(root: string): string {
  return (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version;
}
