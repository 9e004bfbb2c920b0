import { describe, expect, test } from '@jest/globals';
import { isEmployer } from '../../../src/contract/connection';
import {
  isPinnedTo,
  isSampleConnection,
  parseConnection,
  SAMPLE_ADDRESSES,
  SAMPLE_CREDENTIALS,
  weekStartIn,
} from '../../../src/employer-api/connection';
import { ADDRESSES, CONNECTION } from '../../support/sample-report';

/** Section 1: the regions are US and UK. Section 4.2: the employer is `me` or a numeric ID. */
const STORED = {
  region: 'US',
  employer: '1042',
  clientId: 'client',
  clientSecret: 'secret',
  fingerprint: 'fingerprint-1',
  authOrigin: 'https://auth.service.example',
  regionOrigin: 'https://us.service.example',
};
const read = (changes: Record<string, unknown>) => parseConnection(JSON.stringify({ ...STORED, ...changes }));

describe('a stored connection', () => {
  test('is read as it was stored', () => {
    expect(read({})).toEqual(STORED);
  });

  test('is parsed once for all who ask in a row', () => {
    const [one, other] = [JSON.stringify(STORED), JSON.stringify({ ...STORED, employer: 'me' })];
    expect(parseConnection(one)).toBe(parseConnection(one));
    expect(parseConnection(other)).toEqual({ ...STORED, employer: 'me' });
    expect(parseConnection(one)).toEqual(STORED);
  });

  test.each([['US'], ['UK']])('may be for the region %s', (region) => {
    expect(read({ region })?.region).toBe(region);
  });

  test('may be for the employer of the token', () => {
    expect(read({ employer: 'me' })?.employer).toBe('me');
  });

  test('loses members that are not part of it', () => {
    expect(read({ baseUrl: 'https://evil.test' })).toEqual(STORED);
  });

  test.each([
    ['there is none', undefined],
    ['it is empty', ''],
    ['it is cut short', '{"region":"US","emp'],
    ['it is null', 'null'],
    ['it is an array', '[]'],
    ['it is a number', '5'],
  ])('is none where %s', (_, text) => {
    expect(parseConnection(text)).toBeUndefined();
  });

  test.each(Object.keys(STORED))('is none without %s', (name) => {
    expect(read({ [name]: undefined })).toBeUndefined();
  });

  test.each(Object.keys(STORED))('is none with a number for %s', (name) => {
    expect(read({ [name]: 1042 })).toBeUndefined();
  });

  test.each(['clientId', 'clientSecret', 'fingerprint', 'employer'])('is none with an empty %s', (name) => {
    expect(read({ [name]: '' })).toBeUndefined();
  });

  test.each(['FR', 'us', 'constructor', '__proto__', ''])('is none for the region %j', (region) => {
    expect(read({ region })).toBeUndefined();
  });

  test.each(['../me', '0', 'me '])('is none for the employer %j', (employer) => {
    expect(read({ employer })).toBeUndefined();
  });
});

describe('weeks begin', () => {
  test('on Sunday, day 7, in the US', () => {
    expect(weekStartIn('US')).toBe(7);
  });

  test('on Monday, day 1, in the UK', () => {
    expect(weekStartIn('UK')).toBe(1);
  });
});

describe('the sample employer', () => {
  const sample = {
    ...CONNECTION,
    authOrigin: SAMPLE_ADDRESSES.auth,
    regionOrigin: SAMPLE_ADDRESSES.regions.UK,
  };

  test('is asked by a connection to both of its addresses', () => {
    expect(isSampleConnection(sample)).toBe(true);
  });

  test.each([
    ['none of its addresses', CONNECTION],
    ['its authorisation server alone', { ...sample, regionOrigin: CONNECTION.regionOrigin }],
    ['its region alone', { ...sample, authOrigin: CONNECTION.authOrigin }],
    ['its address of another region', { ...sample, regionOrigin: SAMPLE_ADDRESSES.regions.US }],
  ])('is not asked by a connection to %s', (_, connection) => {
    expect(isSampleConnection(connection)).toBe(false);
  });

  test('stands where nothing can be reached, RFC 2606, at three addresses', () => {
    const { auth, regions } = SAMPLE_ADDRESSES;
    const hosts = [auth, regions.US, regions.UK];

    expect(hosts.filter((address) => /^https:\/\/[a-z.]+\.invalid$/.test(address))).toEqual(hosts);
    expect(new Set(hosts).size).toBe(3);
  });

  test('has no report of its own, and is asked as the employer of its token', () => {
    expect([SAMPLE_ADDRESSES.reports, SAMPLE_CREDENTIALS.employer]).toEqual([{}, 'me']);
  });
});

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
