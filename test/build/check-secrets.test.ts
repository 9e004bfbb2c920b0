import { describe, expect, test } from '@jest/globals';
import { checkSecrets } from '../../build/check-secrets';
import { makeBundle, messagesOf } from './sound-bundle';

// Put together here, so that no scanner takes this file for the leak.
const join = (...parts: string[]) => parts.join('');

describe('the check of secrets', () => {
  test('finds nothing in a sound bundle', () => {
    expect(checkSecrets(makeBundle())).toEqual([]);
  });

  test.each([
    ['a private key', join('-----BEGIN RSA ', 'PRIVATE KEY-----')],
    ['a signed token', join('eyJhbGciOiJIUzI1NiJ9', '.', 'eyJzdWIiOiIxMjM0NTY3ODkwIn0', '.abc')],
    ['an access token', join('Bearer ', 'abcdefghijklmnop1234')],
    ['a Google API key', join('AI', 'za', 'SyA1234567890abcdefghijklmnopqrstuv')],
    ['a Google client secret', join('GOC', 'SPX-', 'abcdefghijklmnopqrstuvwx')],
    ['an AWS access key', join('AK', 'IA', 'ABCDEFGHIJKLMNOP')],
    ['a GitHub token', join('gh', 'p_', 'abcdefghijklmnopqrstuvwxyz0123456789')],
    ['a Slack token', join('xo', 'xb-', '1234567890-abc')],
  ])('finds %s', (what, secret) => {
    expect(messagesOf(checkSecrets(makeBundle({ inside: `const key = "${secret}";` })))).toEqual([
      `It holds what looks like ${what}.`,
    ]);
  });

  test.each([
    ['client_secret: "s3cr3t-value"', 'a client secret'],
    ['"clientSecret": \'s3cr3t-value\'', 'a client secret'],
    ['password: "correct-horse"', 'a password'],
  ])('finds the member %s', (member, what) => {
    expect(messagesOf(checkSecrets(makeBundle({ inside: `const form = { ${member} };` })))).toEqual([
      `It holds what looks like ${what}.`,
    ]);
  });

  test('leaves a secret that is passed on alone', () => {
    expect(
      checkSecrets(
        makeBundle({
          inside:
            'const form = (kept) => ({ client_secret: kept.clientSecret, grant_type: "client_credentials" });',
        }),
      ),
    ).toEqual([]);
  });

  test('finds the value of a secret environment variable, names the variable and keeps the value to itself', () => {
    const environment = {
      DEPLOY_TOKEN: 'zq-81-zq-81',
      HOME: 'onOpen',
      SHORT_TOKEN: 'onOpen',
      EMPTY_SECRET: '',
    };
    const findings = checkSecrets(makeBundle({ pageScript: 'const a = "zq-81-zq-81";' }), environment);
    expect(findings).toEqual([
      { where: 'Sidebar.html', message: 'It holds the value of the environment variable DEPLOY_TOKEN.' },
    ]);
  });
});
