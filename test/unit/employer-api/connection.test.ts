import { describe, expect, test } from '@jest/globals';
import { EMPLOYER } from '../../../src/contract/connection';
import {
  isPinnedTo,
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

  test.each([
    ['for the other region', { region: 'UK' }],
    ['for the employer of the token', { employer: 'me' }],
  ])('may be %s', (_, changes) => {
    expect(read(changes)).toEqual({ ...STORED, ...changes });
  });

  test('loses members that are not part of it', () => {
    expect(read({ baseUrl: 'https://evil.test' })).toEqual(STORED);
  });

  test.each([undefined, '', '{"region":"US","emp', 'null', '[]', '5'])('is none in %j', (text) => {
    expect(parseConnection(text)).toBeUndefined();
  });

  test.each<[string, unknown]>([
    ...Object.keys(STORED).flatMap((name): [string, unknown][] => [
      [name, undefined],
      [name, 1042],
    ]),
    ...['clientId', 'clientSecret', 'fingerprint', 'employer'].map((name): [string, string] => [name, '']),
    ...['FR', 'us', 'constructor', '__proto__', ''].map((region): [string, string] => ['region', region]),
    ...['../me', '0', 'me '].map((employer): [string, string] => ['employer', employer]),
  ])('is none where %s is %j', (name, value) => {
    expect(read({ [name]: value })).toBeUndefined();
  });
});

test('weeks begin on Sunday, day 7, in the US, on Monday, day 1, in the UK', () => {
  expect([weekStartIn('US'), weekStartIn('UK')]).toEqual([7, 1]);
});

/* Which connections are to it: test/unit/sample/sample-connection.test.ts. */

describe('the sample employer', () => {
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
  test('is `me` or a number of up to 18 digits', () => {
    const good = ['me', '1', '1042', '123456789012345678'];
    const bad = [
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
    ];
    expect([...good, ...bad, 'me?x=1'].filter((text) => EMPLOYER.test(text))).toEqual(good);
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
