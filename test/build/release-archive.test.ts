import { describe, expect, test } from '@jest/globals';
import { strFromU8, unzipSync } from 'fflate';
import { listChecksums, packArchive } from '../../build/release-archive';

describe('packArchive', () => {
  test('packs what can be unpacked', () => {
    const files = unzipSync(packArchive({ 'a/Code.js': 'const ä = 1;', 'a/NOTES.md': '' }));
    expect(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)])).toEqual([
      ['a/Code.js', 'const ä = 1;'],
      ['a/NOTES.md', ''],
    ]);
  });

  test('makes the same bytes of the same files, in any order', () => {
    expect(packArchive({ b: '2', a: '1' })).toEqual(packArchive({ a: '1', b: '2' }));
  });

  test('makes other bytes of other files', () => {
    expect(packArchive({ a: '1' })).not.toEqual(packArchive({ a: '2' }));
  });
});

describe('listChecksums', () => {
  test('lists as sha256sum does', () => {
    // The SHA-256 of "abc", from FIPS 180-2, appendix B.1.
    expect(listChecksums({ 'abc.txt': 'abc' })).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  abc.txt\n',
    );
  });
});
