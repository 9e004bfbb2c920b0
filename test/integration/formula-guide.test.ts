import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { makeGuide } from '../formula-guide/guide-scene';

describe('the formula guide', () => {
  test('says what the built add-on answers: else run npx tsx test/formula-guide/cli.ts', async () => {
    expect(readFileSync('docs/formulas.md', 'utf8')).toBe(await makeGuide());
  });
});
