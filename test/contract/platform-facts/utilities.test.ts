import { describe, expect, test } from '@jest/globals';
import { describeFacts } from './describe-facts';
import { scriptWorld } from './script-world';

const SUITE = 'gas-fakes suite; RFC 1321, FIPS 180-4';
const hex = `function hex(bytes) {
  return bytes.map(function (byte) { return ('0' + ((byte + 256) % 256).toString(16)).slice(-2); }).join('');
}`;
const JEFE = "'what do ya want for nothing?', 'Jefe'";

describeFacts('Utilities', [
  ...[
    ['MD5', '900150983cd24fb0d6963f7d28e17f72'],
    ['SHA_1', 'a9993e364706816aba3e25717850c26c9cd0d89d'],
    ['SHA_256', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    [
      'SHA_384',
      'cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7',
    ],
    [
      'SHA_512',
      'ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f',
    ],
  ].map(([algorithm, expected]) => ({
    no: 'J8',
    mark: 'rec2' as const,
    source: SUITE,
    title: `the ${algorithm} digest of abc`,
    observe: `${hex} return hex(Utilities.computeDigest(Utilities.DigestAlgorithm.${algorithm}, 'abc'));`,
    expected,
  })),
  ...[
    ['HMAC_MD5', '750c783e6ab0b503eaa86e310a5db738'],
    ['HMAC_SHA_1', 'effcdf6ae5eb2fa2d27416d5f184df9c259a7c79'],
    ['HMAC_SHA_256', '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843'],
    [
      'HMAC_SHA_384',
      'af45d2e376484031617f78d2b58a6b1b9c7ef464f5a01b47e42ec3736322445e8e2240ca5e69e2c78b3239ecfab21649',
    ],
    [
      'HMAC_SHA_512',
      '164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea2505549758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737',
    ],
  ].map(([algorithm, expected]) => ({
    no: 'J8',
    mark: 'rec2' as const,
    source: 'gas-fakes suite; RFC 2202, RFC 4231',
    title: `the ${algorithm} signature with the key Jefe`,
    observe: `${hex} return hex(Utilities.computeHmacSignature(Utilities.MacAlgorithm.${algorithm}, ${JEFE}));`,
    expected,
  })),
  {
    no: 'J8',
    mark: 'rec2',
    source: SUITE,
    title: 'bytes are signed',
    observe: "return Utilities.computeDigest(Utilities.DigestAlgorithm.MD5, 'abc').slice(0, 4);",
    expected: [-112, 1, 80, -104],
  },
  {
    no: 'J9',
    mark: 'rec2',
    source: 'gas-fakes suite',
    title: 'without a charset, text is US-ASCII and everything else a question mark',
    observe: `${hex} var md5 = Utilities.DigestAlgorithm.MD5;
      return [hex(Utilities.computeDigest(md5, '\\u00e9')), hex(Utilities.computeDigest(md5, '?')),
        hex(Utilities.computeDigest(md5, '\\u00e9', Utilities.Charset.UTF_8))];`,
    expected: [
      'd1457b72c3fb323a2671125aef3eab5d',
      'd1457b72c3fb323a2671125aef3eab5d',
      '66ddcd97cfdeabb2f6fb8a999b4bc76f',
    ],
  },
  {
    no: 'E4',
    mark: 'rec2',
    source: 'gas-fakes suite',
    title: 'wrong arguments name their types and the method',
    observe: `return [thrown(function () { Utilities.sleep('1'); }), thrown(function () { Utilities.formatDate(1, 'GMT', 'y'); }),
      thrown(function () { Utilities.getUuid(1); })];`,
    expected: [
      "Exception: The parameters (String) don't match the method signature for Utilities.sleep.",
      "Exception: The parameters (number,String,String) don't match the method signature for Utilities.formatDate.",
      "Exception: The parameters (number) don't match the method signature for Utilities.getUuid.",
    ],
  },
  {
    no: 'Utilities',
    mark: 'doc',
    source: 'Utilities reference',
    title: 'text survives gzip, base64 and back',
    observe: `var text = 'Caf\\u00e9 \\u20ac '.repeat(1000);
      var packed = Utilities.base64Encode(Utilities.gzip(Utilities.newBlob(text)).getBytes());
      var blob = Utilities.newBlob(Utilities.base64Decode(packed), 'application/x-gzip');
      return [packed.length < text.length, Utilities.ungzip(blob).getDataAsString() === text];`,
    expected: [true, true],
  },
  {
    no: 'Utilities',
    mark: 'doc',
    source: 'Utilities reference',
    title: 'base64 of text and of bytes, with both alphabets',
    observe: `return [Utilities.base64Encode('a?>'), Utilities.base64EncodeWebSafe('a?>'), Utilities.base64Encode([-1, 0, 97]),
      Utilities.base64Decode('/wBh'), Utilities.base64DecodeWebSafe('_wBh')];`,
    expected: ['YT8+', 'YT8-', '/wBh', [-1, 0, 97], [-1, 0, 97]],
  },
  {
    no: 'Utilities',
    mark: 'doc',
    source: 'Utilities reference',
    title: 'days are formatted and parsed in the zone that is given',
    observe: `var date = Utilities.parseDate('2026-07-01', 'Asia/Kolkata', 'yyyy-MM-dd');
      return [date.getTime(), Utilities.formatDate(date, 'Europe/London', "yyyy-MM-dd'T'HH:mm")];`,
    expected: [1_782_844_200_000, '2026-06-30T19:30'],
  },
]);

describe('Utilities.sleep', () => {
  test('moves the clock and nothing else', () => {
    const { emulator, ann, dispose } = scriptWorld(
      'function nap() { Utilities.sleep(1500); return Date.now(); }',
    );
    const start = emulator.clock.now();
    expect(ann.callFromSidebar('nap')).toEqual({ kind: 'success', value: start + 1_500 });
    expect(emulator.executions[0]).toMatchObject({ virtualMillis: 1_500, sleptMillis: 1_500, wireCalls: 0 });
    dispose();
  });

  test('refuses more than 300,000 ms in one call', () => {
    const { ann, dispose } = scriptWorld('function nap() { Utilities.sleep(300001); }');
    expect(ann.callFromSidebar('nap').kind).toBe('failure');
    dispose();
  });
});
