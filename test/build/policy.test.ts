import { resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { checkAddresses } from '../../build/check-addresses';
import { buildManifest, listAllowedAddresses } from '../../build/manifest';
import { parsePolicy, readPolicy } from '../../build/policy';
import { parseServiceAddresses } from '../../build/service-addresses';

const ADDRESSES = parseServiceAddresses({
  auth: 'https://login.company.com',
  regions: { US: 'https://us.company.com', UK: 'https://gb.company.com' },
  reports: {},
});
const SERVICE = ['https://gb.company.com/', 'https://login.company.com/', 'https://us.company.com/'];

describe('build/policy.json', () => {
  test('as shipped restricts no mail and knows no Google Chat', () => {
    expect(readPolicy(resolve('build/policy.json'))).toEqual({ mailDomains: [], chatOrigin: null });
  });

  test('lists domains once, in order', () => {
    const policy = parsePolicy({ mailDomains: ['b.com', 'a.co.uk', 'b.com'], chat: true });
    expect(policy).toEqual({ mailDomains: ['a.co.uk', 'b.com'], chatOrigin: 'https://chat.googleapis.com' });
  });

  test.each([
    [null, 'the file must be an object'],
    [{ chat: false }, '`mailDomains` is missing'],
    [{ mailDomains: [] }, '`chat` is missing'],
    [{ mailDomains: [], chat: false, more: 1 }, 'unknown member `more`'],
    [{ mailDomains: 'example.com', chat: false }, 'must be a list of domains'],
    [{ mailDomains: ['Example.com'], chat: false }, 'is no domain in lower case'],
    [{ mailDomains: ['@example.com'], chat: false }, 'is no domain in lower case'],
    [{ mailDomains: ['*.example.com'], chat: false }, 'is no domain in lower case'],
    [{ mailDomains: ['example'], chat: false }, 'is no domain in lower case'],
    [{ mailDomains: [''], chat: false }, 'is no domain in lower case'],
    [{ mailDomains: [7], chat: false }, 'is no domain in lower case'],
    [{ mailDomains: [], chat: 'yes' }, '`chat` must be true or false'],
  ])('refuses %j', (value, sentence) => {
    expect(() => parsePolicy(value)).toThrow(sentence);
  });
});

describe('Google Chat', () => {
  const allowed = parsePolicy({ mailDomains: [], chat: true });
  const refused = parsePolicy({ mailDomains: [], chat: false });

  test('is in the manifest only if the policy says so', () => {
    const listOf = (policy: typeof allowed) =>
      (JSON.parse(buildManifest('{}', ADDRESSES, policy)) as { urlFetchWhitelist: string[] })
        .urlFetchWhitelist;
    expect(listOf(refused)).toEqual(SERVICE);
    expect(listOf(allowed)).toEqual(['https://chat.googleapis.com/', ...SERVICE]);
  });

  test('is refused in the code and in the manifest where the policy does not allow it', () => {
    const manifest = (policy: typeof allowed) => ({
      names: ['Code.js', 'Sidebar.html', 'appsscript.json'],
      texts: {
        'Code.js': 'const chat = "https://chat.googleapis.com";',
        'Sidebar.html': '',
        'appsscript.json': JSON.stringify({ urlFetchWhitelist: listAllowedAddresses(ADDRESSES, policy) }),
      },
    });
    expect(checkAddresses(manifest(allowed), ADDRESSES, allowed)).toEqual([]);
    const found = checkAddresses(manifest(allowed), ADDRESSES, refused).map(({ where }) => where);
    expect([...new Set(found)].sort()).toEqual(['Code.js', 'appsscript.json']);
  });
});
