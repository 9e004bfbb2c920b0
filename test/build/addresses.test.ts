import { describe, expect, test } from '@jest/globals';
import { arePlaceholders, isServiceOrigin } from '../../build/addresses';

const REGIONS = { US: 'https://us.company.com', UK: 'https://uk.company.com' };
const withAuth = (auth: string) => ({ auth, regions: REGIONS, reports: {} });

describe('an address that no service can have', () => {
  test.each([
    'https://auth.service.example',
    'https://us.service.invalid',
    'https://uk.service.test',
    'https://service.localhost',
    'https://auth.example.com',
    'https://auth.example.net',
    'https://auth.example.org',
    'https://a.b.example.org',
  ])('is one under a reserved domain: %s', (origin) => {
    expect(arePlaceholders(withAuth(origin))).toBe(true);
  });

  test.each([
    'https://auth.service.com',
    'https://example.service.com',
    'https://auth.example.service.com',
    'https://auth.test.company.com',
    'https://auth.myexample',
    'https://auth.latest',
    'https://auth.example.co',
    'https://auth.example.company',
    'https://auth.myexample.com',
    'https://auth.invalid.com',
    'https://auth.service.example:8443',
    'https://auth.example.com:44',
    'https://auth.examples',
  ])('is not %s', (origin) => {
    expect(arePlaceholders(withAuth(origin))).toBe(false);
  });
});

describe('the address of a service', () => {
  test.each([
    'https://auth.ok',
    'https://api-1.region.service.example',
    'https://a.ok',
    'https://a--b.c1.ok',
    'https://1.2.ok',
    'https://auth.xn.ok',
    'https://axn--b.ok',
  ])('may be %s', (text) => {
    expect(isServiceOrigin(text)).toBe(true);
  });

  test.each([
    'http://auth.ok',
    'HTTPS://auth.ok',
    'https://AUTH.ok',
    'https://auth.ok@evil.test',
    'https://evil.test/#auth.ok',
    'https://evil.test/?https://auth.ok',
    'https:\\\\auth.ok',
    '//auth.ok',
    ' https://auth.ok',
    'https://auth.ok ',
    'https://auth.ok\t',
    'https://auth\n.ok',
    'https://auth.ok\n',
    'https://auth.ok.',
    'https://auth.ok:',
    'https://auth.ok:443',
    'https://auth.ok:8443',
    'https://[::1]',
    'https://127.0.0.1',
    'https://2130706433',
    'https://xn--pple-43d.com',
    'https://auth.xn--ok',
    'https://аuth.ok',
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    '',
    'https://',
    'https://localhost',
    'https://auth..ok',
    'https://-auth.ok',
    'https://auth-.ok',
    'https://a.-b.ok',
    'https://auth.o',
    'https://auth.o1',
    'https://.auth.ok',
    'https://auth_1.ok',
    'xhttps://auth.ok',
    'https://https://auth.ok',
    'https://ok',
    'https://auth.ok/',
    `https://${'a'.repeat(3000)}.test`,
  ])('may not be %j', (text) => {
    expect(isServiceOrigin(text)).toBe(false);
  });
});

describe('the length of a host', () => {
  const label = (length: number) => 'a'.repeat(length);
  const host = (length: number) => `${`${label(63)}.`.repeat(3)}${label(length - 195)}.ok`;

  test.each([
    ['a label of 63', `${label(63)}.ok`, true],
    ['a label of 64', `${label(64)}.ok`, false],
    ['an ending of 63', `auth.${label(63)}`, true],
    ['an ending of 64', `auth.${label(64)}`, false],
    ['253 in all', host(253), true],
    ['254 in all', host(254), false],
  ])('may be %s characters, %s: %p', (_, name, allowed) => {
    expect(isServiceOrigin(`https://${name}`)).toBe(allowed);
  });
});
