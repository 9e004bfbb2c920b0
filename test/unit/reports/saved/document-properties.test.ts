import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { PROPERTY } from '../../../../src/reports/saved/document-state';

test('the page on privacy lists the properties that there are, and no other', () => {
  const names = Object.values(PROPERTY).map((name) => (typeof name === 'string' ? name : name('…')));
  const [, table = ''] = readFileSync('docs/privacy.md', 'utf8').split('| what | property |');
  const rows = table.split('\n\n')[0] ?? '';
  expect([...rows.matchAll(/`([^`]+)`/g)].map(([, name]) => name).sort()).toEqual(names.sort());
});
