import { describe, expect, test } from '@jest/globals';
import { startApiServer } from '../../api-server/start-api-server';
import { callHttp } from '../../contract/api/http-call';

describe('startApiServer', () => {
  test('announces four loopback addresses and the employers', async () => {
    const service = await startApiServer({ seed: 3, today: '2026-11-21' });
    const origins = [service.auth, service.regions.US, service.regions.UK, service.control];
    await service.close();
    expect(origins.filter((origin) => !/^http:\/\/127\.0\.0\.1:\d+$/.test(origin))).toEqual([]);
    expect(new Set(origins).size).toBe(4);
    expect(service.demoEmployer).toEqual({
      region: 'UK',
      employerId: 20417,
      name: 'Kingsway Hospitality Group',
      clientId: expect.stringMatching(/^employer-20417-/),
      clientSecret: expect.any(String),
      apiAccess: true,
    });
  });

  test('listens on the ports it is given, and says so when one is taken', async () => {
    const first = await startApiServer();
    const ukPort = Number(new URL(first.regions.UK).port);
    const second = startApiServer({ ukPort });
    await expect(second).rejects.toThrow('EADDRINUSE');
    await first.close();
    const third = await startApiServer({ ukPort });
    await third.close();
    expect(third.regions.UK).toBe(first.regions.UK);
  });

  test('is gone after it was closed, and may be closed twice', async () => {
    const service = await startApiServer();
    await service.close();
    await service.close();
    const call = { origin: service.auth, method: 'GET', url: '/', headers: {}, body: '' };
    await expect(callHttp('auth', call)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  test.each([
    [{ today: '2026-02-30' }, '--today takes a day as YYYY-MM-DD.'],
    [{ seed: -1 }, "'--seed' argument is ambiguous"],
    [{ allowance: 1.5 }, '--allowance takes a whole number.'],
  ])('ends with a sentence for %j', async (options, sentence) => {
    await expect(startApiServer(options)).rejects.toThrow(sentence);
  });
});
