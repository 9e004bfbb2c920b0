import { describe, expect, test } from '@jest/globals';
import { checkAddresses } from '../../build/check-addresses';
import { ADDRESSES, makeBundle, messagesOf, type Planted } from './sound-bundle';

const check = (planted: Planted) => messagesOf(checkAddresses(makeBundle(planted), ADDRESSES));

describe('the check of addresses', () => {
  test('finds nothing in a sound bundle', () => {
    expect(check({})).toEqual([]);
  });

  test('accepts the configured addresses, with or without a path', () => {
    expect(
      check({
        inside: 'const a = "https://auth.staff.example"; const b = `https://us.staff.example/v1/`;',
      }),
    ).toEqual([]);
  });

  test.each([
    ['another host', 'https://evil.test/x'],
    ['a host that begins like ours', 'https://auth.staff.example.evil.test'],
    ['our host behind user information', 'https://auth.staff.example@evil.test'],
    ['our host without encryption', 'http://auth.staff.example'],
    ['our host on another port', 'https://auth.staff.example:8443'],
    ['another scheme', 'wss://us.staff.example'],
  ])('finds %s', (_what, address) => {
    const message = `It holds the address ${address}, which is not one of the service.`;
    expect(check({ inside: `const a = "${address}";` })).toEqual([message]);
    expect(check({ inside: `// see ${address} ` })).toEqual([message]);
    expect(check({ markup: `<a href="${address}">Help</a>` })).toEqual([message]);
  });

  test('accepts the sample employer’s addresses in the script, as they are and nowhere else', () => {
    const sample = 'https://uk.sample.invalid';
    expect(check({ inside: `const a = ["https://auth.sample.invalid", "${sample}"];` })).toEqual([]);
    expect(check({ inside: `const a = "${sample}/v1/";` })).toHaveLength(1);
    expect(check({ inside: `const a = "${sample}.evil.test";` })).toHaveLength(1);
    expect(check({ inside: 'const a = "https://sample.invalid";' })).toHaveLength(1);
    expect(check({ markup: `<a href="${sample}">Help</a>` })).toHaveLength(1);
  });

  test('finds an address put together at run time', () => {
    expect(check({ inside: 'const a = (host) => "https://" + host;' })).toEqual([
      'It holds the address https://, which is not one of the service.',
    ]);
    expect(check({ inside: `const a = (host) => \`https://\${host}/x\`;` })).toHaveLength(1);
  });

  test('finds an address without a scheme', () => {
    expect(check({ pageScript: 'const a = "//evil.test/x.js";' })).toEqual([
      'It holds the address //evil.test/x.js, which has no scheme.',
    ]);
  });

  test.each([
    ['misses an address', ['https://auth.staff.example/', 'https://uk.staff.example/']],
    ['has no path', ['https://auth.staff.example', 'https://uk.staff.example', 'https://us.staff.example']],
    [
      'is not sorted',
      ['https://us.staff.example/', 'https://auth.staff.example/', 'https://uk.staff.example/'],
    ],
    ['is absent', undefined],
  ])('finds a manifest whose list %s', (_what, urlFetchWhitelist) => {
    expect(check({ manifest: { urlFetchWhitelist } })).toEqual([
      expect.stringContaining('urlFetchWhitelist must be'),
    ]);
  });

  test('finds a manifest that allows one address too many', () => {
    const urlFetchWhitelist = [
      'https://auth.staff.example/',
      'https://uk.staff.example/',
      'https://us.staff.example/',
      'https://evil.test/',
    ];
    expect(check({ manifest: { urlFetchWhitelist } })).toHaveLength(2);
  });
});
