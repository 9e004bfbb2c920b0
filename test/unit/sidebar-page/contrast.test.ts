import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';

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
const TEXTS = ['text', 'quiet', 'accent', 'good', 'bad'];
/** What carries a text of its own: the text, then what is under it. */
const LABELS = [
  ['on-accent', 'accent'],
  ['on-badge', 'badge'],
  ['paper', 'bad'],
  ['text', 'button'],
  ['quiet', 'raised'],
] as const;

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  const colours = tokens(theme);
  const ratio = (text: string, under: string) => contrast(colours[text] ?? '', colours[under] ?? '');

  test.each(SURFACES.flatMap((under) => TEXTS.map((text) => [text, under])))(
    'text in %s on %s has a contrast of 4.5 or more',
    (text, under) => {
      expect(ratio(text, under)).toBeGreaterThanOrEqual(4.5);
    },
  );

  test.each(LABELS)('a label in %s on %s has a contrast of 4.5 or more', (text, under) => {
    expect(ratio(text, under)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(SURFACES)('the frame of a field and the ring of the focus stand out from %s', (under) => {
    expect(ratio('control-line', under)).toBeGreaterThanOrEqual(3);
    expect(ratio('accent', under)).toBeGreaterThanOrEqual(3);
  });
});

describe('the colours of the page', () => {
  test('are measured as WCAG does', () => {
    expect(contrast('#000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrast('#777777', '#fff')).toBeCloseTo(4.48, 2);
  });

  test('all come from the tokens, and those that colour text are tried above', () => {
    expect(STYLES.match(/#[0-9a-f]{3,6}\b|\brgba?\(/gi)).toBeNull();
    const used = [...STYLES.matchAll(/(?:^|[\s;{])color:\s*var\(--([\w-]+)\)/g)].map(([, name]) => name);
    const tried = [...TEXTS, ...LABELS.map(([text]) => text)];
    expect(used.filter((name) => !tried.includes(name ?? ''))).toEqual([]);
    expect(used.length).toBeGreaterThan(10);
  });
});
