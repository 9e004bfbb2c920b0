import { describe, expect, test } from '@jest/globals';
import { arePlaceholders, parseServiceAddresses } from '../../build/service-addresses';
import { isServiceOrigin } from '../../src/employer-api/connection';

const GOOD = {
  auth: 'https://auth.company.com',
  regions: { US: 'https://api.us.company.com', UK: 'https://api.uk.company.com' },
  reports: {},
};
const withAuth = (auth: unknown) => () => parseServiceAddresses({ ...GOOD, auth });

describe('the addresses of the service', () => {
  test.each(['https://auth.sample.invalid', 'https://us.sample.invalid'])(
    'are not the sample employer’s: %s',
    (address) => {
      expect(withAuth(address)).toThrow('is the sample employer’s; give the service’s own');
    },
  );

  test('are taken as they are when all are in order', () => {
    expect(parseServiceAddresses(GOOD)).toEqual(GOOD);
  });

  test.each([
    ['http://auth.ok.com', 'must begin with https://'],
    ['HTTPS://auth.ok.com', 'must be written in lower case'],
    ['https://Auth.ok.com', 'must be written in lower case'],
    ['https://auth.ok.com@evil.test', 'holds user information before an @; give the host only'],
    ['https://evil.test/#auth.ok.com', 'holds a query or a fragment; give the host only'],
    ['https://evil.test/?https://auth.ok.com', 'holds a query or a fragment; give the host only'],
    ['https://evil.test#', 'holds a query or a fragment; give the host only'],
    ['https:\\\\auth.ok.com', 'holds a backslash; write https:// with two slashes'],
    ['//auth.ok.com', 'must begin with https://'],
    ['auth.ok.com', 'must begin with https://'],
    ['https://auth.ok.com/', 'holds a path or ends in a slash; give the host only'],
    ['https://auth.ok.com/token', 'holds a path or ends in a slash; give the host only'],
    [' https://auth.ok.com', 'holds a space, a tab or a line break; remove it'],
    ['https://auth.ok.com ', 'holds a space, a tab or a line break; remove it'],
    ['https://auth.\tok.com', 'holds a space, a tab or a line break; remove it'],
    ['https://auth.ok.com\n', 'holds a space, a tab or a line break; remove it'],
    ['https://auth.ok.com\u0000', 'holds a space, a tab or a line break; remove it'],
    ['https://auth.ok.com.', 'ends in a dot; remove it'],
    ['https://auth.ok.com:443', 'must be given without a port, also without :443'],
    ['https://auth.ok.com.:443', 'must be given without a port, also without :443'],
    ['https://auth.ok.com:8443', 'must be given without a port, also without :443'],
    ['https://auth.ok.com:4430', 'must be given without a port, also without :443'],
    ['https://auth.ok.com:', 'must be given without a port, also without :443'],
    ['https://[::1]', 'is an IP address; give a domain name'],
    ['https://127.0.0.1', 'is an IP address; give a domain name'],
    ['https://2130706433', 'is an IP address; give a domain name'],
    ['https://127.0x1', 'is an IP address; give a domain name'],
    ['https://0x7f000001', 'is an IP address; give a domain name'],
    ['https://xn--uth-5cd.ok.com', 'is an encoded (punycode) name; look-alike names are refused'],
    ['https://auth.xn--k-eva.com', 'is an encoded (punycode) name; look-alike names are refused'],
    ['https://\u0430uth.ok.com', 'holds a letter outside a to z; look-alike names are refused'],
    ['https://auth.ok\u3002com', 'holds a letter outside a to z; look-alike names are refused'],
    ['javascript:alert(1)', 'must begin with https://'],
    ['data:text/html,x', 'must begin with https://'],
    ['file:///etc/hosts', 'must begin with https://'],
    ['', 'is empty; give an https address'],
    [`https://${'a.'.repeat(1500)}com`, 'is longer than 2082 characters'],
    ['https://', 'is not a full domain name such as https://api.company.com'],
    ['https://localhost', 'is not a full domain name such as https://api.company.com'],
    ['https://auth..ok.com', 'is not a full domain name such as https://api.company.com'],
    ['https://.ok.com', 'is not a full domain name such as https://api.company.com'],
    ['https://-auth.ok.com', 'is not a full domain name such as https://api.company.com'],
    ['https://auth-.ok.com', 'is not a full domain name such as https://api.company.com'],
    ['https://*.ok.com', 'is not a full domain name such as https://api.company.com'],
    ['https://auth_1.ok.com', 'is not a full domain name such as https://api.company.com'],
    ['https://auth.ok.c0m', 'is not a full domain name such as https://api.company.com'],
    [`https://${'a'.repeat(64)}.com`, 'is not a full domain name such as https://api.company.com'],
    [`https://${'a.'.repeat(126)}com`, 'is not a full domain name such as https://api.company.com'],
  ])('are refused in one sentence: %j', (auth, problem) => {
    expect(isServiceOrigin(auth)).toBe(false);
    expect(withAuth(auth)).toThrow(`build/service-addresses.json: the address \`auth\` ${problem}.`);
  });

  test.each([[undefined], [null], [5], [{}], [['https://auth.ok.com']]])(
    'are refused when not a text: %j',
    (auth) => {
      expect(withAuth(auth)).toThrow('the address `auth` is not a text; give an https address.');
    },
  );

  test('are refused with the name of the one that is wrong', () => {
    const regions = { ...GOOD.regions, UK: 'http://api.uk.company.com' };
    expect(() => parseServiceAddresses({ ...GOOD, regions })).toThrow(
      'the address `regions.UK` must begin with https://.',
    );
  });

  test('are refused when two are the same', () => {
    const same = { ...GOOD, auth: GOOD.regions.US };
    expect(() => parseServiceAddresses(same)).toThrow('the three addresses must differ.');
  });

  test('are refused when one is another with a foreign ending', () => {
    const regions = { ...GOOD.regions, US: 'https://auth.company.com.evil.test' };
    expect(() => parseServiceAddresses({ ...GOOD, regions })).toThrow(
      'auth.company.com.evil.test begins with the whole name of another address; check its ending.',
    );
  });

  test.each([
    ['no object', 'text', 'the file must be an object with auth, regions, reports.'],
    ['a list', [], 'the file must be an object with auth, regions, reports.'],
    ['a missing member', { auth: GOOD.auth, regions: GOOD.regions }, '`reports` is missing in the file.'],
    ['an unknown member', { ...GOOD, proxy: 'https://evil.test' }, 'the file has an unknown member `proxy`.'],
    ['a missing region', { ...GOOD, regions: { US: GOOD.regions.US } }, '`UK` is missing in `regions`.'],
    [
      'an unknown region',
      { ...GOOD, regions: { ...GOOD.regions, FR: 'https://fr.company.com' } },
      '`regions` has an unknown member `FR`.',
    ],
  ])('are refused with %s', (_what, value, message) => {
    expect(() => parseServiceAddresses(value)).toThrow(message);
  });
});

describe('placeholders', () => {
  test.each([
    'https://auth.shop.example',
    'https://auth.shop.test',
    'https://auth.example.com',
    'https://auth.shop.invalid',
  ])('are told by a reserved domain: %s', (auth) => {
    expect(arePlaceholders({ ...GOOD, auth })).toBe(true);
  });

  test.each(['https://auth.example.shop', 'https://example-shop.com', 'https://auth.myexample.com'])(
    'are not seen in a name that only looks like one: %s',
    (auth) => {
      expect(arePlaceholders({ ...GOOD, auth })).toBe(false);
    },
  );
});
