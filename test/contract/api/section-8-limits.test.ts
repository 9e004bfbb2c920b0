import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { isOurServer, type ServiceUnderTest, startService } from './service-under-test';

let service: ServiceUnderTest;
let token: string;

beforeAll(async () => {
  service = await startService({ allowance: 3 });
});
beforeEach(async () => {
  token = await service.obtainToken();
});
afterAll(() => service.close());

describe('section 8, limits', () => {
  test('a token typically lives for 3600 seconds', async () => {
    const { expires_in } = JSON.parse((await service.requestToken()).text) as { readonly expires_in: number };
    expect(expires_in).toBe(3600);
  });

  test('a fresh token may make a request', async () => {
    expect((await service.requestReport(token)).status).toBe(200);
  });
});

if (isOurServer) {
  describe('section 8, the allowance (needs our server)', () => {
    async function statuses(count: number): Promise<number[]> {
      const all: number[] = [];
      for (let index = 0; index < count; index++) all.push((await service.requestReport(token)).status);
      return all;
    }

    beforeEach(() => service.ours.setClock('2026-11-21T12:00:00Z'));

    test('answers the request beyond the allowance with 429', async () => {
      expect(await statuses(4)).toEqual([200, 200, 200, 429]);
    });

    test('says after how many seconds one more is free, and keeps to it', async () => {
      await statuses(1);
      await service.ours.setClock('2026-11-21T12:00:20Z');
      await statuses(2);
      const refused = await service.requestReport(token);
      await service.ours.setClock('2026-11-21T12:00:59Z');
      const early = await service.requestReport(token);
      await service.ours.setClock('2026-11-21T12:01:00Z');
      expect([refused.headers['retry-after'], early.headers['retry-after'], await statuses(2)]).toEqual([
        '40',
        '1',
        [200, 429],
      ]);
    });

    test('gives every token an allowance of its own', async () => {
      await statuses(4);
      expect((await service.requestReport(await service.obtainToken())).status).toBe(200);
    });

    test('does not count refused requests', async () => {
      await statuses(20);
      await service.ours.setClock('2026-11-21T12:01:00Z');
      expect(await statuses(3)).toEqual([200, 200, 200]);
    });

    test('counts requests that are refused for other reasons', async () => {
      await service.requestReport(token, { query: '' });
      expect(await statuses(3)).toEqual([200, 200, 429]);
    });
  });
}
