import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from '@babel/parser';
import traverse from '@babel/traverse';
import { describe, expect, test } from '@jest/globals';
import { wordsFor } from '../../../src/sidebar/page/words/regional';

const PAGE = join(process.cwd(), 'src/sidebar/page');
const COMPONENTS = readdirSync(PAGE).filter((name) => name.endsWith('.tsx'));
const WORDS = readdirSync(join(PAGE, 'words')).filter((name) => name !== 'regional.ts');

/** Attributes whose text a person reads or hears. */
const READ_ATTRIBUTES = ['label', 'title', 'hint', 'placeholder', 'alt', 'aria-label', 'aria-description'];

/** Texts that stand in a component itself. */
function ownTexts(name: string): string[] {
  const texts: string[] = [];
  const code = readFileSync(join(PAGE, name), 'utf8');
  traverse(parse(code, { sourceType: 'module', plugins: ['typescript', 'jsx'] }), {
    JSXText: ({ node }) => void texts.push(node.value),
    JSXAttribute: ({ node }) => {
      const isRead = READ_ATTRIBUTES.includes(String(node.name.name));
      if (isRead && node.value?.type === 'StringLiteral') texts.push(node.value.value);
    },
  });
  return texts.filter((text) => /[A-Za-z]{2}/.test(text));
}

describe('the words of the page', () => {
  test.each(COMPONENTS.map((name) => [name]))('stand in words/, none in %s', (name) => {
    expect(ownTexts(name)).toEqual([]);
  });

  test.each(WORDS.map((name) => [name]))('are spelled alike in both regions: %s', (name) => {
    const text = readFileSync(join(PAGE, 'words', name), 'utf8').replace(/\/\*\*[\s\S]*?\*\/|\/\/.*/g, '');
    expect(
      text.match(
        /\w*(?:fulfil|isation|ization|colour|color|centre|center|cancelled|canceled|licen[cs]e)\w*/gi,
      ),
    ).toBeNull();
  });

  test('that are spelled by region differ in nothing else', () => {
    const british = readable(wordsFor('UK'));
    expect(readable(wordsFor('US'))).toEqual(
      british.map((text) => text.replace('fulfilment', 'fulfillment')),
    );
    expect(british.filter((text) => text.includes('fulfilment'))).toEqual([
      'Shift fulfilment',
      'Shift fulfilment, aggregated',
      'True fulfilment %',
      'True fulfilment %',
    ]);
  });
});

/** The texts in an object, its keys left out. */
function readable(words: object): string[] {
  return Object.values(words).flatMap((value) => (typeof value === 'string' ? [value] : readable(value)));
}
