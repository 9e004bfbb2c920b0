import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { BuildError } from './build-error';

const STYLE_TAG = /<link\s+rel="stylesheet"\s+href="page\.css"\s*\/?>/g;
const SCRIPT_TAG = /<script\s+src="page\.tsx"\s*>\s*<\/script>/g;

/** Ways in which markup or styles fetch something from another place. */
const REMOTE_MARKUP =
  /\s(?:src|srcset|href|poster|data|action|formaction)\s*=\s*["']?\s*(?:[a-z][a-z0-9+.-]*:)?\/\//i;
const REMOTE_STYLE = /(?:url\(\s*["']?|@import\s*["'])\s*(?:[a-z][a-z0-9+.-]*:)?\/\//i;

/**
 * The doors through which a view library sets markup from text. Their names are replaced while bundling, so
 * that neither our code nor a package can reach them: everything shown is text.
 */
const RAW_MARKUP_MEMBERS = {
  dangerouslySetInnerHTML: 'noRawMarkup',
  innerHTML: 'noMarkup',
  outerHTML: 'noOuter',
};

/**
 * Makes one self-contained file of `index.html`, `page.css` and `page.tsx`.
 *
 * HtmlService serves a single file. It is said to cut text after `//` inside template literals, so there are
 * none, and everything is ASCII, so no encoding can spoil it.
 *
 * @param folder The page's folder.
 * @param plugins For measuring its script. Never for what is pushed.
 * @throws {BuildError} When a tag to replace is missing, or something would be fetched from elsewhere.
 */
export async function inlinePage(folder: string, plugins: readonly Plugin[] = []): Promise<string> {
  const skeleton = readFileSync(join(folder, 'index.html'), 'utf8');
  if (REMOTE_MARKUP.test(skeleton)) throw new BuildError('index.html fetches from elsewhere; inline it.');
  const style = await bundlePart(folder, 'page.css', {});
  if (REMOTE_STYLE.test(style)) throw new BuildError('page.css fetches from elsewhere; inline it.');
  const script = await bundlePart(folder, 'page.tsx', {
    format: 'iife',
    target: 'es2019',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    plugins: [...plugins],
    supported: { 'template-literal': false },
    mangleProps: new RegExp(`^(?:${Object.keys(RAW_MARKUP_MEMBERS).join('|')})$`),
    mangleQuoted: true,
    mangleCache: { ...RAW_MARKUP_MEMBERS },
    tsconfigRaw: { compilerOptions: { alwaysStrict: true, verbatimModuleSyntax: true } },
  });
  const styled = replaceOnce(
    skeleton,
    STYLE_TAG,
    '<link rel="stylesheet" href="page.css">',
    `<style>\n${style}</style>`,
  );
  const safeScript = escapeForScript(script);
  return replaceOnce(
    styled,
    SCRIPT_TAG,
    '<script src="page.tsx"></script>',
    `<script>\n${safeScript}</script>`,
  );
}

/** Keeps script text from ending its own element or opening a comment. Both spellings mean the same text. */
export function escapeForScript(script: string): string {
  return script.replace(/<(?=\/script|!--)/gi, '\\x3c');
}

async function bundlePart(folder: string, entry: string, options: BuildOptions): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: folder,
    entryPoints: [entry],
    bundle: true,
    write: false,
    minify: true,
    charset: 'ascii',
    legalComments: 'none',
    logLevel: 'silent',
    outdir: folder,
    ...options,
  });
  return outputFiles?.[0]?.text ?? '';
}

function replaceOnce(text: string, pattern: RegExp, shown: string, replacement: string): string {
  const found = text.match(pattern)?.length ?? 0;
  if (found !== 1) throw new BuildError(`index.html must hold ${shown} once; it does so ${found} times.`);
  // A function, because `$&` in the page's code would mean something in a replacement text.
  return text.replace(pattern, () => replacement);
}
