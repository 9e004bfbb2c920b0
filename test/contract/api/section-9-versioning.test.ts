import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type ServiceUnderTest, startService } from './service-under-test';

let service: ServiceUnderTest;
let token: string;

beforeAll(async () => {
  service = await startService();
  token = await service.obtainToken();
});
afterAll(() => service.close());

describe('section 9, versioning', () => {
  test('carries the version as the first segment of the path', async () => {
    const reply = await service.requestReport(token, { path: '/v1/reporting/me/reports/shift_fulfilment' });
    expect(reply.status).toBe(200);
  });

  test.each([
    '/reporting/me/reports/shift_fulfilment',
    '/v0/reporting/me/reports/shift_fulfilment',
    '/V1/reporting/me/reports/shift_fulfilment',
  ])('has nothing at %s', async (path) => {
    expect((await service.requestReport(token, { path })).status).toBe(404);
  });
});
