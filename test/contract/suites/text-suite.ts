import { describe, expect, test } from '@jest/globals';
import type { Digest, TextPacker } from '../../../src/reports/ports';

/** What every packer and every digest owe to those who use them. */
export function describeText(name: string, packer: TextPacker, digest: Digest): void {
  describe(`${name} packing text`, () => {
    test.each([[''], ['a'], ['Zürich “Café” 😀'], ['[1,2,3]'.repeat(10_000)]])('gives %j back', (text) => {
      expect(packer.unpack(packer.pack(text))).toBe(text);
    });

    test('makes ASCII of it', () => {
      expect(packer.pack('Zürich 😀')).toMatch(/^[A-Za-z0-9+/]+=*$/);
    });

    test('makes much of the same small', () => {
      expect(packer.pack('[1,2,3]'.repeat(10_000)).length).toBeLessThan(1000);
    });

    test.each(['', 'AAAA', 'not base64 at all'])('knows that %j was not packed', (text) => {
      expect(packer.unpack(text)).toBeUndefined();
    });

    test('knows text that was cut short', () => {
      expect(packer.unpack(packer.pack('[1,2,3]'.repeat(100)).slice(0, -12))).toBeUndefined();
    });
  });

  describe(`${name} digesting text`, () => {
    test.each([
      ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
      ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
      ['é', '4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c'],
    ])('gives the SHA-256 of %j as UTF-8', (text, hash) => {
      expect(digest(text)).toBe(hash);
    });
  });
}
