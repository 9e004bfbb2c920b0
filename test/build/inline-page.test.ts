import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { escapeForScript, inlinePage } from '../../build/inline-page';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'shift-reports-inline-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const STYLE = '<link rel="stylesheet" href="page.css">';
const SCRIPT = '<script src="page.tsx"></script>';

function inline({
  html = `${STYLE}<body>${SCRIPT}</body>`,
  css = 'body { margin: 0 }',
  script = 'document.title = "x";',
}) {
  writeFileSync(join(folder, 'index.html'), html);
  writeFileSync(join(folder, 'page.css'), css);
  writeFileSync(join(folder, 'page.tsx'), script);
  return inlinePage(folder);
}

describe('inlining the page', () => {
  test('puts style and script where their tags stood', async () => {
    await expect(inline({})).resolves.toBe(
      '<style>\nbody{margin:0}\n</style><body><script>\n"use strict";(()=>{document.title="x";})();\n</script></body>',
    );
  });

  test.each([
    ['no style', `<body>${SCRIPT}</body>`, `index.html must hold ${STYLE} once; it does so 0 times.`],
    ['no script', STYLE, `index.html must hold ${SCRIPT} once; it does so 0 times.`],
    ['two scripts', `${STYLE}${SCRIPT}${SCRIPT}`, `index.html must hold ${SCRIPT} once; it does so 2 times.`],
    [
      'a remote script',
      `${STYLE}${SCRIPT}<script src="https://cdn.test/x.js"></script>`,
      'index.html fetches from elsewhere; inline it.',
    ],
    [
      'a remote font',
      `${STYLE}${SCRIPT}<link href='//fonts.test/x' rel="stylesheet">`,
      'index.html fetches from elsewhere; inline it.',
    ],
  ])('refuses a skeleton with %s', async (_what, html, message) => {
    await expect(inline({ html })).rejects.toThrow(message);
  });

  test.each([
    ['an image', 'body { background: url(https://cdn.test/x.png) }'],
    ['an import', '@import "https://fonts.test/x.css";'],
    ['an image without scheme', 'body { background: url("//cdn.test/x.png") }'],
  ])('refuses a style that fetches %s', async (_what, css) => {
    await expect(inline({ css })).rejects.toThrow('page.css fetches from elsewhere; inline it.');
  });

  test('takes the door to markup away from our own code too', async () => {
    const page = await inline({
      script: 'document.body.innerHTML = location.hash; document.body["outerHTML"] = "x";',
    });
    expect(page).toContain('document.body.noMarkup=location.hash');
    expect(page).not.toMatch(/innerHTML|outerHTML/);
  });
});

describe('escaping for a script element', () => {
  test.each([
    ['"</script>"', '"\\x3c/script>"'],
    ['"</SCRIPT >"', '"\\x3c/SCRIPT >"'],
    ['"<!-- x -->"', '"\\x3c!-- x -->"'],
    ['a < b && c </div/.test(d)', 'a < b && c </div/.test(d)'],
  ])('turns %s into %s', (script, escaped) => {
    expect(escapeForScript(script)).toBe(escaped);
  });
});
