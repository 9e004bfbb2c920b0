import { resolve } from 'node:path';
import { buildSync } from 'esbuild';
import { oncePerRun } from '../support/once-per-run';

const texts = new Map<string, string>();

/**
 * Bundles one module to text, once per process or test run: `realm` for code evaluated inside a realm (an expression
 * that gives the module's exports), `node` for a worker thread.
 *
 * @param entry Path from the project's root.
 */
export function bundledText(entry: string, target: 'realm' | 'node'): string {
  const known = texts.get(entry);
  if (known !== undefined) return known;
  const text = oncePerRun(`${entry.replaceAll('/', '-')}.js`, () => bundle(entry, target));
  texts.set(entry, text);
  return text;
}

function bundle(entry: string, target: 'realm' | 'node'): string {
  const { outputFiles } = buildSync({
    entryPoints: [resolve(process.cwd(), entry)],
    bundle: true,
    write: false,
    logLevel: 'silent',
    sourcemap: 'inline',
    ...(target === 'realm'
      ? { format: 'iife', globalName: 'services', platform: 'neutral', target: 'es2019' }
      : { format: 'cjs', platform: 'node', target: 'node20' }),
  });
  const code = outputFiles?.[0]?.text ?? '';
  return target === 'realm' ? `(function () { "use strict"; ${code}\n; return services; })()` : code;
}
