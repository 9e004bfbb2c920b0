import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type BuildOptions, build } from 'esbuild';

/** Which files went into a bundle, and what was in them. */
interface Inputs {
  readonly files: readonly string[];
  readonly digest: string;
}

const OUTPUTS = ['index.html', 'page.js', 'page.css', 'sidebar-shim.js'];

/**
 * Bundles the workbench's page, or finds the bundle that was made of the same files before.
 *
 * The grid's own code is not looked at file by file: the lock file says which versions it has.
 *
 * @param root The project's folder.
 * @returns The folder that holds `index.html`, `page.js`, `page.css` and `sidebar-shim.js`.
 */
export async function bundlePage(root: string): Promise<string> {
  const folder = path.join(root, 'build/cache/workbench');
  const inputsFile = path.join(folder, 'inputs.json');
  if (existsSync(inputsFile) && OUTPUTS.every((name) => existsSync(path.join(folder, name)))) {
    const before = JSON.parse(readFileSync(inputsFile, 'utf8')) as Inputs;
    if (before.digest === digestOf(root, before.files)) return folder;
  }
  mkdirSync(folder, { recursive: true });
  const page = path.join(root, 'test/workbench/page');
  const bundle = (options: BuildOptions) =>
    build({ ...SETTINGS, absWorkingDir: root, outdir: folder, ...options });
  const results = [
    await bundle({ entryPoints: { page: path.join(page, 'main.ts') }, format: 'esm' }),
    await bundle({ entryPoints: { page: path.join(page, 'page.css') } }),
    await bundle({ entryPoints: { 'sidebar-shim': path.join(page, 'sidebar-shim.ts') }, format: 'iife' }),
  ];
  const index = path.join('test/workbench/page', 'index.html');
  writeFileSync(path.join(folder, 'index.html'), readFileSync(path.join(root, index)));
  const own = results
    .flatMap(({ metafile }) => Object.keys(metafile?.inputs ?? {}))
    .filter((file) => !file.includes('node_modules'));
  const files = [...new Set([...own, index, 'package-lock.json'])].sort();
  writeFileSync(inputsFile, JSON.stringify({ files, digest: digestOf(root, files) } satisfies Inputs));
  return folder;
}

const SETTINGS: BuildOptions = {
  bundle: true,
  minify: true,
  metafile: true,
  target: 'es2022',
  // React, under the grid, picks its production build by this.
  define: { 'process.env.NODE_ENV': '"production"' },
  // Nothing may be fetched from outside: fonts and pictures become part of the files.
  loader: {
    '.woff': 'dataurl',
    '.woff2': 'dataurl',
    '.ttf': 'dataurl',
    '.svg': 'dataurl',
    '.png': 'dataurl',
  },
  logLevel: 'error',
};

function digestOf(root: string, files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files) {
    const full = path.join(root, file);
    hash.update(`${file}\n`).update(existsSync(full) ? readFileSync(full) : 'missing');
  }
  return hash.digest('hex');
}
