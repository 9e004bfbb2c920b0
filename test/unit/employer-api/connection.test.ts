import { describe, expect, test } from '@jest/globals';
import { isServiceOrigin } from '../../../build/addresses';
import { isEmployer } from '../../../src/contract/connection';
import { isPinnedTo } from '../../../src/employer-api/connection';
import { ADDRESSES, CONNECTION } from '../../support/sample-report';

describe('an employer', () => {
  test.each(['me', '1', '1042', '123456789012345678'])('may be %s', (text) => {
    expect(isEmployer(text)).toBe(true);
  });

  test.each([
    '../me',
    'me/../2',
    '0',
    '-1',
    '1e3',
    ' 7',
    '７',
    '1234567890123456789',
    '',
    'ME',
    '007',
    '7\n',
    'me?x=1',
  ])('may not be %j', (text) => {
    expect(isEmployer(text)).toBe(false);
  });
});

describe('the address of a service', () => {
  test.each(['https://auth.ok', 'https://api-1.region.service.example'])('may be %s', (text) => {
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

describe('a connection', () => {
  test('is pinned to the addresses it was made for', () => {
    expect(isPinnedTo(CONNECTION, ADDRESSES)).toBe(true);
  });

  test.each([
    ['another authorisation server', { ...CONNECTION, authOrigin: 'https://evil.test' }, ADDRESSES],
    ['another region', { ...CONNECTION, region: 'US' as const }, ADDRESSES],
    ['another base address', { ...CONNECTION, regionOrigin: 'https://evil.test' }, ADDRESSES],
    [
      'a host that only begins like it',
      { ...CONNECTION, authOrigin: `${ADDRESSES.auth}.evil.test` },
      ADDRESSES,
    ],
    ['a build with other addresses', CONNECTION, { ...ADDRESSES, auth: 'https://new.service.example' }],
  ])('is not pinned to %s', (_, connection, addresses) => {
    expect(isPinnedTo(connection, addresses)).toBe(false);
  });
});
