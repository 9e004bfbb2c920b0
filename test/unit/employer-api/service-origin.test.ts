import { describe, expect, test } from '@jest/globals';
import { isPlaceholderOrigin, isServiceOrigin } from '../../../build/addresses';

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
    expect(isPlaceholderOrigin(origin)).toBe(true);
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
    expect(isPlaceholderOrigin(origin)).toBe(false);
  });
});

describe('the parts of a host', () => {
  test.each([
    'https://a.ok',
    'https://ab.ok',
    'https://a-b.ok',
    'https://a--b.c1.ok',
    'https://1.2.ok',
    'https://auth.xn.ok',
    'https://axn--b.ok',
  ])('may be as in %s', (origin) => {
    expect(isServiceOrigin(origin)).toBe(true);
  });

  test.each([
    'https://auth-.ok',
    'https://a.-b.ok',
    'https://auth.o',
    'https://auth.o1',
    'https://auth.o-k',
    'https://.auth.ok',
    'https://auth_1.ok',
    'https://auth.ok:44',
    'https://auth.ok:443',
    'https://auth.ok:4430',
    'https://auth.ok:',
    'xhttps://auth.ok',
    'https://https://auth.ok',
    'https://xn--a.ok',
    'https://auth.xn--a.ok',
    'https://ok',
  ])('may not be as in %s', (origin) => {
    expect(isServiceOrigin(origin)).toBe(false);
  });
});
