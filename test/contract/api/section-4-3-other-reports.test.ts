import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { isOurServer, type ServiceUnderTest, startService } from './service-under-test';

let service: ServiceUnderTest;
let token: string;

beforeAll(async () => {
  service = await startService();
  token = await service.obtainToken();
});
afterAll(() => service.close());

const reportPath = (name: string) => `/v1/reporting/me/reports/${name}`;

describe('section 4.3, other reports', () => {
  test('answers 404 to a report that does not exist', async () => {
    const reply = await service.requestReport(token, { path: reportPath('no_such_report') });
    expect(reply.status).toBe(404);
  });
});

if (isOurServer) {
  describe('section 4.3, reports whose path is not shown (needs our server)', () => {
    const answer = { report: { periods: [{ PERIOD: '2026-11', HEADCOUNT: 41 }] } };

    test.each(['worker_turnover', 'shift_fulfilment_aggregated'])('has no %s by itself', async (name) => {
      expect((await service.requestReport(token, { path: reportPath(name) })).status).toBe(404);
    });

    test('answers a report that was given an answer, until it is taken away', async () => {
      await service.ours.setReport('headcount', answer);
      const given = await service.requestReport(token, {
        path: reportPath('headcount'),
        query: '?year=2026',
      });
      await service.ours.setReport('headcount', null);
      const gone = await service.requestReport(token, { path: reportPath('headcount') });
      expect([given.status, JSON.parse(given.text), gone.status]).toEqual([200, answer, 404]);
    });

    test('checks token, employer and body of such a report like those of any other', async () => {
      await service.ours.setReport('headcount', answer);
      const path = reportPath('headcount');
      const statuses = [
        (await service.requestReport('none', { path })).status,
        (await service.requestReport(token, { path: path.replace('me', '1') })).status,
        (await service.requestReport(token, { path, body: '{}' })).status,
      ];
      expect(statuses).toEqual([401, 403, 400]);
    });
  });
}
