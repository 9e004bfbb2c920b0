import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { isOurServer, type ServiceUnderTest, startService } from './service-under-test';

let service: ServiceUnderTest;
let token: string;

beforeAll(async () => {
  service = await startService();
});
beforeEach(async () => {
  token = await service.obtainToken();
});
afterAll(() => service.close());

describe('section 5, authentication', () => {
  test.each([
    ['no Authorization', undefined],
    ['an empty one', ''],
    ['another scheme', 'Basic dXNlcjpwYXNz'],
    ['no token', 'Bearer'],
    ['a token that was never issued', 'Bearer not-a-token'],
  ])('answers %s with 401', async (_, authorization) => {
    const reply = await service.requestReport(token, { headers: { Authorization: authorization } });
    expect(reply.status).toBe(401);
  });

  test('accepts one token for many requests', async () => {
    const statuses = [await service.requestReport(token), await service.requestReport(token)];
    expect(statuses.map((reply) => reply.status)).toEqual([200, 200]);
  });

  test('does not take the token in the query', async () => {
    const reply = await service.requestReport(token, {
      headers: { Authorization: undefined },
      query: `?from_date=2026-11-02&to_date=2026-11-08&access_token=${token}`,
    });
    expect(reply.status).toBe(401);
  });
});

if (isOurServer) {
  describe('section 5, what takes time or the operator (needs our server)', () => {
    test('keeps a token valid for 3600 seconds, and not one more', async () => {
      await service.ours.setClock('2026-11-21T12:00:00Z');
      const early = await service.obtainToken();
      await service.ours.setClock('2026-11-21T12:59:59Z');
      const lastSecond = await service.requestReport(early);
      await service.ours.setClock('2026-11-21T13:00:00Z');
      const over = await service.requestReport(early);
      await service.ours.setClock(null);
      expect([lastSecond.status, over.status]).toEqual([200, 401]);
    });

    test('takes the instant of a simulated clock from the request itself and does not record it', async () => {
      await service.ours.clear();
      const reply = await service.requestReport(token, {
        headers: { 'X-Virtual-Now': '2026-11-20T08:00:00Z' },
      });
      const [recorded] = await service.ours.requests();
      await service.ours.setClock(null);
      expect(JSON.parse(reply.text)).toMatchObject({
        metadata: { generated_at: '2026-11-20T08:00:00.000Z' },
      });
      expect(recorded?.rawHeaders).not.toContain('X-Virtual-Now');
    });

    test('answers a revoked token with 401 and a fresh one with 200', async () => {
      await service.ours.revokeTokens();
      const old = await service.requestReport(token);
      const fresh = await service.requestReport(await service.obtainToken());
      expect([old.status, fresh.status]).toEqual([401, 200]);
    });

    test('leaves older tokens valid when a new one is issued', async () => {
      await service.obtainToken();
      expect((await service.requestReport(token)).status).toBe(200);
    });

    test('answers 404 while API access is not enabled, with a valid token', async () => {
      const { employerId } = service.ours.demoEmployer;
      await service.ours.setAccess(employerId, false);
      const without = await service.requestReport(token);
      await service.ours.setAccess(employerId, true);
      expect([without.status, (await service.requestReport(token)).status]).toEqual([404, 200]);
    });

    test('has an employer that never had API access', async () => {
      const closed = service.ours.employers.find((employer) => !employer.apiAccess);
      if (closed === undefined) throw new Error('There is no such employer.');
      const reply = await service.requestReport(await service.obtainToken(closed), { region: closed.region });
      expect(reply.status).toBe(404);
    });

    test('refuses the old secret after a change and takes the new one', async () => {
      const { employerId, clientSecret } = service.ours.demoEmployer;
      await service.ours.setSecret(employerId, 'a new secret');
      const old = await service.requestToken();
      const renewed = await service.requestToken({}, { ...service.employer, clientSecret: 'a new secret' });
      await service.ours.setSecret(employerId, clientSecret);
      expect([old.status, renewed.status]).toEqual([401, 200]);
    });

    test('says the correlation ID back, and makes one up where none was sent', async () => {
      const own = await service.requestReport(token, { headers: { 'X-Correlation-ID': 'trace-7' } });
      const made = await service.requestReport(token);
      expect(own.headers['x-correlation-id']).toBe('trace-7');
      expect(made.headers['x-correlation-id']).toMatch(/^[0-9a-f-]{36}$/);
    });
  });
}
