import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const PAGE = join(process.cwd(), 'src/sidebar/page');
const TOKENS = readFileSync(join(PAGE, 'tokens.css'), 'utf8');
const STYLES = readFileSync(join(PAGE, 'page.css'), 'utf8');

/** The tokens of a theme. */
function tokens(theme: 'light' | 'dark'): Readonly<Record<string, string>> {
  const found = TOKENS.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]+), (#[0-9a-f]+)\);/g);
  return Object.fromEntries(
    [...found].map(([, name, light, dark]) => [name, theme === 'light' ? light : dark]),
  );
}

/** WCAG 2.2: relative luminance. */
function luminance(hex: string): number {
  const digits =
    hex.length === 4 ? [...hex.slice(1)].map((digit) => digit + digit) : (hex.slice(1).match(/../g) ?? []);
  const [red = 0, green = 0, blue = 0] = digits.map((pair) => {
    const share = Number.parseInt(pair, 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG 2.2: contrast ratio, from 1 to 21. */
function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const SURFACES = ['paper', 'raised', 'accent-tint', 'bad-tint', 'notice-tint'];

/* Of texts axe-core measures it in every state: test/browser/sidebar-themes.test.ts. */
test.each(SURFACES.flatMap((under) => ['light', 'dark'].map((theme) => [under, theme as 'light' | 'dark'])))(
  'the frame of a field and the ring of the focus stand out from %s in the %s theme',
  (under, theme) => {
    const {
      [under as string]: surface = '',
      'control-line': frame = '',
      accent = '',
    } = tokens(theme as 'light' | 'dark');
    expect(contrast(frame, surface)).toBeGreaterThanOrEqual(3);
    expect(contrast(accent, surface)).toBeGreaterThanOrEqual(3);
  },
);

test('all colours of the page come from the tokens', () => {
  expect(STYLES.match(/#[0-9a-f]{3,6}\b|\brgba?\(/gi)).toBeNull();
});
