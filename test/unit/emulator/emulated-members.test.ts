import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { emulatedMembers, membersTable } from '../../emulator/emulated-members';

describe('The list of emulated members', () => {
  test('in the README is the one of the services', () => {
    const readme = readFileSync('test/emulator/README.md', 'utf8');
    const shown = readme.slice(readme.indexOf('| class | members |')).trim();
    expect(shown).toBe(membersTable());
  });

  test.each([
    ['Cache', 'putAll'],
    ['Utilities', 'computeDigest'],
    ['Utilities', 'sleep'],
    ['HTTPResponse', 'getAllHeaders'],
    ['Range', 'setValues'],
    ['Menu', 'addToUi'],
  ])('knows %s.%s', (className, member) => {
    expect(emulatedMembers().get(className)).toContain(member);
  });

  test('does not know what nobody wrote', () => {
    expect(emulatedMembers().get('Cache')).not.toContain('getMany');
  });
});
