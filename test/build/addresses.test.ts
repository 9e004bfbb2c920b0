import { describe, expect, test } from '@jest/globals';
import { arePlaceholders, parsePolicy, parseServiceAddresses, readPolicy } from '../../build/addresses';

const GOOD = {
  auth: 'https://auth.company.com',
  regions: { US: 'https://api.us.company.com', UK: 'https://api.uk.company.com' },
  reports: {},
};
const DATES = { from_date: '{from}', to_date: '{to}' };
const TURNOVER = { path: 'reports/worker_turnover', parameters: DATES };
const GROUPED = { path: 'aggregated', parameters: { ...DATES, group: '{by}', format: 'rows' } };

const withAuth = (auth: unknown) => () => parseServiceAddresses({ ...GOOD, auth });
const withReports = (reports: unknown) => () => parseServiceAddresses({ ...GOOD, reports });
const withPath = (path: unknown) => withReports({ worker_turnover: { path, parameters: {} } });
const withValue = (from: unknown) => withReports({ worker_turnover: { path: 'x', parameters: { from } } });

describe('the addresses of the service', () => {
  test('are taken as they are when all are in order', () => {
    const reports = { worker_turnover: TURNOVER, shift_fulfilment_aggregated: GROUPED };
    const addresses = parseServiceAddresses({ ...GOOD, reports });
    expect(addresses).toEqual({ ...GOOD, reports });
  });

  test.each([
    ['http://auth.ok.com'],
    ['HTTPS://auth.ok.com'],
    ['https://Auth.ok.com'],
    ['https://auth.ok.com@evil.test'],
    ['https://evil.test/#auth.ok.com'],
    ['https://evil.test/?https://auth.ok.com'],
    ['https:\\\\auth.ok.com'],
    ['//auth.ok.com'],
    ['https://auth.ok.com/'],
    ['https://auth.ok.com/token'],
    [' https://auth.ok.com'],
    ['https://auth.ok.com\n'],
    ['https://auth.ok.com\u0000'],
    ['https://auth.ok.com.'],
    ['https://auth.ok.com:443'],
    ['https://[::1]'],
    ['https://127.0.0.1'],
    ['https://2130706433'],
    ['https://0x7f000001'],
    ['https://auth.xn--k-eva.com'],
    ['https://\u0430uth.ok.com'],
    ['javascript:alert(1)'],
    [''],
    ['https://localhost'],
    ['https://-auth.ok.com'],
    ['https://*.ok.com'],
    ['https://auth.ok.c0m'],
    [`https://${'a.'.repeat(126)}com`],
  ])('are refused in one sentence: %j', (auth) => {
    expect(withAuth(auth)).toThrow(
      'build/service-addresses.json: auth must be https:// and a full domain name',
    );
  });

  test.each([
    [5, 'auth must be an address'],
    ['https://us.sample.invalid', 'auth is the sample employer’s; give the service’s own.'],
    [GOOD.regions.US, 'the file names one address twice'],
    [`${GOOD.regions.US}.evil.test`, 'begins with the whole name of another'],
  ])('are refused: %j', (auth, message) => {
    expect(withAuth(auth)).toThrow(message);
  });

  test.each([
    ['text', 'the file must be an object with auth, regions, reports.'],
    [{ auth: GOOD.auth, regions: GOOD.regions }, 'reports is missing.'],
    [{ ...GOOD, proxy: 'https://evil.test' }, 'proxy is not known here.'],
    [{ ...GOOD, regions: { US: GOOD.regions.US } }, 'regions.UK is missing.'],
    [{ ...GOOD, reports: { headcount: TURNOVER } }, 'reports.headcount is not known here.'],
    [
      { ...GOOD, reports: { worker_turnover: { parameters: {} } } },
      'reports.worker_turnover.path is missing.',
    ],
  ])('are refused with other members: %j', (value, message) => {
    expect(() => parseServiceAddresses(value)).toThrow(`build/service-addresses.json: ${message}`);
  });

  test.each([
    '',
    'x'.repeat(201),
    'https://evil.test/x',
    '//evil.test/x',
    '/reports/x',
    'reports//x',
    '../x',
    'x?from=1',
    '%2e%2e',
    'a b',
    'me@evil',
    '{from}',
    5,
  ])('take no path of a report such as %j', (path) => {
    expect(withPath(path)).toThrow(
      'reports.worker_turnover.path must be a path such as reports/worker_turnover',
    );
  });

  test.each(['{form}', '{from} to {to}', '{by}', 'é', 'a\nb', 'x'.repeat(101)])(
    'take no value of a parameter such as %j',
    (value) => {
      expect(withValue(value)).toThrow(
        'reports.worker_turnover.parameters.from must be one of {from}, {to}, or up to',
      );
    },
  );

  test.each(['from-date', 'a b', 'a&b', 'é'])('take no name of a parameter such as %j', (name) => {
    expect(withReports({ worker_turnover: { path: 'x', parameters: { [name]: 'a' } } })).toThrow(
      'is no name of a parameter',
    );
  });

  test.each([
    ['https://auth.shop.example', true],
    ['https://auth.shop.test', true],
    ['https://auth.example.com', true],
    ['https://auth.example.shop', false],
    ['https://auth.myexample.com', false],
  ])('are placeholders under a reserved domain: %s, %s', (auth, expected) => {
    expect(arePlaceholders({ ...GOOD, auth })).toBe(expected);
  });
});

describe('build/policy.json', () => {
  test('as shipped restricts no mail and knows no Google Chat', () => {
    expect(readPolicy('build/policy.json')).toEqual({ mailDomains: [], chatOrigin: null });
  });

  test('lists domains once, in order', () => {
    const policy = parsePolicy({ mailDomains: ['b.com', 'a.co.uk', 'b.com'], chat: true });
    expect(policy).toEqual({ mailDomains: ['a.co.uk', 'b.com'], chatOrigin: 'https://chat.googleapis.com' });
  });

  test.each([
    [null, 'the file must be an object'],
    [{ chat: false }, 'mailDomains is missing'],
    [{ mailDomains: [], chat: false, more: 1 }, 'more is not known here'],
    [{ mailDomains: 'example.com', chat: false }, 'mailDomains must be a list of domains'],
    [{ mailDomains: ['Example.com'], chat: false }, 'mailDomains.0 must be a domain in lower case'],
    [{ mailDomains: ['*.example.com'], chat: false }, 'mailDomains.0 must be a domain in lower case'],
    [{ mailDomains: [], chat: 'yes' }, 'chat must be true or false'],
  ])('refuses %j', (value, sentence) => {
    expect(() => parsePolicy(value)).toThrow(`build/policy.json: ${sentence}`);
  });
});
