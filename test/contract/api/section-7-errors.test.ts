import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { isOurServer, type ServiceUnderTest, startService } from './service-under-test';

let service: ServiceUnderTest;
let token: string;

beforeAll(async () => {
  service = await startService();
  token = await service.obtainToken();
});
afterAll(() => service.close());

describe('section 7, errors', () => {
  test('401 for a bearer token that is not valid', async () => {
    expect((await service.requestReport('not-a-token')).status).toBe(401);
  });

  test('403 for an employer the token was not issued for', async () => {
    expect((await service.requestReport(token, { employer: '1' })).status).toBe(403);
  });

  test('404 for an endpoint that does not exist', async () => {
    expect((await service.requestReport(token, { path: '/v1/reporting/me/workers' })).status).toBe(404);
  });
});

if (isOurServer) {
  describe('section 7, errors that no caller can bring about (needs our server)', () => {
    test('504 when an upstream service does not respond, and 200 on the next attempt', async () => {
      await service.ours.setScenario('report', { name: 'status', status: 504, times: 1 });
      const statuses = [await service.requestReport(token), await service.requestReport(token)];
      expect(statuses.map((reply) => reply.status)).toEqual([504, 200]);
    });

    test.each(['0', '-1', 'ME', 'm%65x', '020417', '20417.0', '1e3'])(
      '403 for "%s", which is neither "me" nor the numeric ID',
      async (employer) => {
        expect((await service.requestReport(token, { employer })).status).toBe(403);
      },
    );

    test('403 for the token of another region', async () => {
      expect((await service.requestReport(token, { region: 'US' })).status).toBe(403);
    });

    test('403 for another employer of the same region', async () => {
      const other = service.ours.employers.find(
        ({ region, employerId }) => region === 'UK' && employerId !== service.ours.demoEmployer.employerId,
      );
      const reply = await service.requestReport(token, { employer: String(other?.employerId) });
      expect(reply.status).toBe(403);
    });

    test('401 comes before 403, and 403 before a complaint about dates', async () => {
      const statuses = [
        (await service.requestReport('none', { employer: '1', query: '' })).status,
        (await service.requestReport(token, { employer: '1', query: '' })).status,
        (await service.requestReport(token, { query: '' })).status,
      ];
      expect(statuses).toEqual([401, 403, 400]);
    });

    test('says one sentence and never the token', async () => {
      const reply = await service.requestReport(token, { employer: '1' });
      expect(JSON.parse(reply.text)).toEqual({
        status: 403,
        error: 'Forbidden',
        message: 'The token was issued for another employer.',
      });
    });
  });
}
