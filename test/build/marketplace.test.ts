import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';

/* The kit for a Marketplace listing: what Google does not accept otherwise, and what has to be the same in several places. */

const KIT = resolve(process.cwd(), 'docs/marketplace');
const page = readFileSync(join(KIT, 'README.md'), 'utf8');
const SCOPES: string[] = JSON.parse(readFileSync('appsscript.json', 'utf8')).oauthScopes;

/** Width, height and whether there is an alpha channel, from the header of a PNG. */
function pngHeader(name: string) {
  const bytes = readFileSync(join(KIT, 'images', name));
  expect(bytes.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  return {
    width: bytes.readUInt32BE(16),
    height: bytes.readUInt32BE(20),
    hasAlpha: [4, 6].includes(bytes.readUInt8(25)),
  };
}

/** What follows a heading, as quoted there, without the marks of the quotation. */
function quoted(heading: string): string {
  const part = page.split(`### ${heading}\n`)[1]?.split(/\n#/)[0] ?? '';
  return part
    .split('\n')
    .filter((line) => line.startsWith('>'))
    .map((line) => line.slice(2))
    .join('\n');
}

describe('the pictures have the sizes that Google asks for', () => {
  test.each([
    ['icon-128.png', 128, 128],
    ['icon-32.png', 32, 32],
    ['card-banner-220x140.png', 220, 140],
    ['screenshot-1-overview-1280x800.png', 1280, 800],
    ['screenshot-2-explain-1280x800.png', 1280, 800],
    ['screenshot-3-venues-1280x800.png', 1280, 800],
  ])('%s', (name, width, height) => {
    expect(pngHeader(name)).toMatchObject({ width, height });
    expect(page).toContain(`images/${name}`);
  });

  test('and there is no other; the corners of the icons are transparent', () => {
    expect(readdirSync(join(KIT, 'images'))).toHaveLength(6);
    expect(['icon-128.png', 'icon-32.png'].map((name) => pngHeader(name).hasAlpha)).toEqual([true, true]);
  });
});

describe('the list of fields', () => {
  test('has the scopes of the manifest to paste, and a reason for each', () => {
    const [, block = ''] = /```\n([\s\S]*?)```/.exec(page) ?? [];
    expect(block.trim().split('\n')).toEqual(SCOPES);
    const reasons = [...page.matchAll(/^\| `([\w.]+)` \| .{20,} \|$/gm)].map(([, name]) => name);
    const names = SCOPES.map((scope) => scope.replace('https://www.googleapis.com/auth/', ''));
    expect(reasons.sort()).toEqual(names);
    expect(SCOPES).toContain('https://www.googleapis.com/auth/script.container.ui');
  });

  test.each([
    'Application name',
    'Short description',
    'Detailed description',
    'Application icons 128 × 128 and 32 × 32',
    'Application card banner 220 × 140',
    'Screenshots 1280 × 800',
    'Terms of service URL',
    'Privacy policy URL',
    'Support URL',
    'Developer name',
    'Developer website URL',
    'Developer email',
    'App visibility',
    'Installation settings',
    'App integrations',
    'Sheets add-on project script ID',
    'Sheets add-on script version',
    'OAuth scopes',
  ])('has a value for “%s”, without which a page cannot be saved', (field) => {
    const [, value = ''] = new RegExp(`^\\| ${field} \\| (.+) \\|$`, 'm').exec(page) ?? [];
    expect(value).toMatch(/\S{2}/);
  });

  test('keeps the descriptions within the limits of the listing', () => {
    expect(quoted('Short description')).toMatch(/^.{20,200}$/s);
    expect(quoted('Detailed description')).toMatch(/^.{200,15999}$/s);
  });

  test('names what has to be filled into the three texts, and nothing else is left open', () => {
    const texts = ['terms.md', 'privacy-statement.md', 'support.md'];
    const open = texts.flatMap(
      (name) => readFileSync(join(KIT, name), 'utf8').match(/\[[^\]]+\](?!\()/g) ?? [],
    );
    const named = page.match(/`\[[^\]]+\]`/g)?.map((text) => text.slice(1, -1)) ?? [];
    expect([...new Set(open)].sort()).toEqual([...new Set(named)].sort());
    for (const name of texts) expect(page).toContain(`](${name})`);
  });
});

test('no page asks for a deployment, which the Marketplace does not take', () => {
  for (const file of ['README.md', 'docs/private-add-on.md', 'docs/marketplace/README.md', 'build/push.ts'])
    expect(readFileSync(file, 'utf8')).not.toMatch(/(create|update)-deployment/);
});
