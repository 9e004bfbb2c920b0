import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { buildTokenForm, isOurServer, type ServiceUnderTest, startService } from './service-under-test';

let service: ServiceUnderTest;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

/** The documented form with one field changed; null leaves it out. */
function form(field: string, value: string | null): string {
  const fields = new URLSearchParams(buildTokenForm(service.employer));
  if (value === null) fields.delete(field);
  else fields.set(field, value);
  return fields.toString();
}

describe('section 4.1, obtain an access token', () => {
  test('answers the documented request with JSON and 200', async () => {
    const reply = await service.requestToken();
    expect([reply.status, reply.headers['content-type']]).toEqual([
      200,
      expect.stringMatching(/^application\/json/),
    ]);
  });

  test.each(['client_id', 'client_secret', 'grant_type', 'scope'])(
    'gives no token without %s, which is required',
    async (field) => {
      const reply = await service.requestToken({ body: form(field, null) });
      expect(reply.status).not.toBe(200);
      expect(reply.text).not.toContain('access_token');
    },
  );

  test.each([
    ['client_id', 'someone-else'],
    ['client_secret', 'wrong'],
    ['grant_type', 'password'],
    ['scope', 'everything'],
  ])('gives no token for another %s', async (field, value) => {
    const reply = await service.requestToken({ body: form(field, value) });
    expect(reply.status).not.toBe(200);
    expect(reply.text).not.toContain('access_token');
  });

  test('does not say the secret back when it refuses', async () => {
    const reply = await service.requestToken({ body: form('grant_type', 'password') });
    expect(reply.text).not.toContain(service.employer.clientSecret);
  });
});

if (isOurServer) {
  describe('section 4.1, chosen refusals (needs our server)', () => {
    test.each([
      ['wrong secret', 'client_secret', 'wrong', 401, 'invalid_client'],
      ['unknown client', 'client_id', 'nobody', 401, 'invalid_client'],
      ['missing field', 'scope', null, 400, 'invalid_request'],
      ['empty field', 'client_id', '', 400, 'invalid_request'],
      ['field too many', 'audience', 'x', 400, 'invalid_request'],
      ['other grant', 'grant_type', 'password', 400, 'unsupported_grant_type'],
      ['other scope', 'scope', 'admin', 400, 'invalid_scope'],
    ])('%s', async (_, field, value, status, error) => {
      const reply = await service.requestToken({ body: form(field, value) });
      expect([reply.status, (JSON.parse(reply.text) as { readonly error: string }).error]).toEqual([
        status,
        error,
      ]);
    });

    test('refuses a field that is given twice', async () => {
      const body = `${buildTokenForm(service.employer)}&scope=employer_access`;
      expect((await service.requestToken({ body })).status).toBe(400);
    });

    test('refuses a JSON body', async () => {
      const headers = { 'Content-Type': 'application/json' };
      expect((await service.requestToken({ headers })).status).toBe(400);
    });

    test('answers any method but POST with 405 and what is allowed', async () => {
      const reply = await service.requestToken({ method: 'GET', body: '' });
      expect([reply.status, reply.headers.allow]).toEqual([405, 'POST']);
    });

    test('has nothing at another path', async () => {
      expect((await service.requestToken({ path: '/oauth/v1/tokens' })).status).toBe(404);
    });

    test('accepts a secret with characters that a form must encode', async () => {
      expect(service.employer.clientSecret).toMatch(/[+/%&=]/);
      expect((await service.requestToken()).status).toBe(200);
    });

    test('keeps the answer out of caches', async () => {
      expect((await service.requestToken()).headers['cache-control']).toBe('no-store');
    });
  });
}
