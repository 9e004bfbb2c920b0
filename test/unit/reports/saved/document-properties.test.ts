import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { PROPERTY } from '../../../../src/reports/saved/document-state';

test.each(Object.values(PROPERTY).map((name) => (typeof name === 'string' ? name : name('…'))))(
  'the page on privacy names the property %s',
  (name) => {
    expect(readFileSync('docs/privacy.md', 'utf8')).toContain(`\`${name}\``);
  },
);
