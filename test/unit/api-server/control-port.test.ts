import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { callHttp } from '../../contract/api/http-call';
import { ScenarioService, shiftsOf } from './scenario-service';

let service: ScenarioService;

beforeAll(async () => {
  service = await ScenarioService.start();
});
afterEach(() => service.control.clear());
afterAll(() => service.close());

const control = (method: string, url: string, body = '') =>
  callHttp('control', { origin: service.addresses.control, method, url, headers: {}, body });

describe('the control port', () => {
  test('lists requests as they were sent, with their answers', async () => {
    const reply = await service.requestToken();
    expect(await service.newest()).toMatchObject({
      id: 1,
      at: '2026-11-21T12:00:00.000Z',
      role: 'auth',
      method: 'POST',
      url: '/oauth/v2/tokens',
      rawHeaders: expect.arrayContaining(['Content-Type', 'application/x-www-form-urlencoded']),
      body: expect.stringContaining('grant_type=client_credentials'),
      status: 200,
      answerBody: reply.text,
      answerBytes: reply.bytes.length,
      scenario: null,
      deliberatelyBroken: false,
    });
  });

  test('forgets requests', async () => {
    await service.requestToken();
    await service.control.clear();
    expect(await service.control.requests()).toEqual([]);
  });

  test('tells the time', async () => {
    expect(JSON.parse((await control('GET', '/clock')).text)).toEqual({ now: '2026-11-21T12:00:00.000Z' });
  });

  test('lists what a restatement changed, and reports say the same', async () => {
    const before = shiftsOf(await service.requestReport('2026-11-11', '2026-11-20'));
    const { from, to, corrections } = await service.control.restate();
    const after = shiftsOf(await service.requestReport('2026-11-11', '2026-11-20'));
    const own = corrections.filter(({ employerId }) => employerId === 20_417);
    const expected = new Map(before.map((shift) => [shift.SHIFT_ID, shift as object]));
    for (const { shiftId, after: record } of own) {
      if (record === null) expected.delete(shiftId);
      else expected.set(shiftId, record);
    }
    expect([from, to, own.length > 5]).toEqual(['2026-11-11', '2026-11-20', true]);
    expect(new Map(after.map((shift) => [shift.SHIFT_ID, shift]))).toEqual(expected);
  });

  test('corrects only as many days back as it is told', async () => {
    const { from, corrections } = await service.control.restate(2);
    const days = corrections.map(({ before, after }) => (before ?? after)?.SHIFT_DATE ?? '');
    expect([from, days.filter((day) => day < '2026-11-19')]).toEqual(['2026-11-19', []]);
  });

  test.each([
    ['GET', '/nothing', '', 404],
    ['POST', '/requests', '', 404],
    ['PUT', '/scenarios', '{', 400],
    ['PUT', '/clock', '{"now":"noon"}', 400],
    ['PUT', '/clock', '{}', 400],
    ['POST', '/employers/1/access', '{"enabled":true}', 400],
    ['POST', '/employers/20417/access', '{"enabled":"yes"}', 400],
    ['PUT', '/employers/20417', '{"name":"x"}', 400],
    ['POST', '/restate', '{"days":0}', 400],
  ])('answers %s %s %s with %i and a sentence', async (method, url, body, status) => {
    const reply = await control(method, url, body);
    expect([reply.status, typeof JSON.parse(reply.text).error]).toEqual([status, 'string']);
  });
});
