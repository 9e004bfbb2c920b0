import { describe, expect, test } from '@jest/globals';
import { findReleaseNotes } from '../../build/release-notes';

const CHANGELOG =
  '# Changelog\n\n## 0.2.0 (not yet released)\n\n- Add b.\n\n## 0.1.0\n\n- Add a.\n- Mend c.\n';

describe('findReleaseNotes', () => {
  test('finds the section of a version', () => {
    expect(findReleaseNotes(CHANGELOG, '0.1.0')).toBe('- Add a.\n- Mend c.\n');
    expect(findReleaseNotes(CHANGELOG, '0.2.0')).toBe('- Add b.\n');
  });

  test.each(['0.3.0', '0.1', '1.0'])('refuses %s, which has no section', (version) => {
    expect(() => findReleaseNotes(CHANGELOG, version)).toThrow(
      `Write a section "## ${version}" into CHANGELOG.md before releasing.`,
    );
  });

  test('refuses a section with nothing in it', () => {
    expect(() => findReleaseNotes('## 0.1.0\n\n## 0.0.9\n\n- Add a.\n', '0.1.0')).toThrow('CHANGELOG.md');
  });
});
