import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { FINISHED_WEEK, isOurServer, type ServiceUnderTest, startService } from './service-under-test';

let service: ServiceUnderTest;
let token: string;

beforeAll(async () => {
  service = await startService();
  token = await service.obtainToken();
});
afterAll(() => service.close());

async function employerIdOf(reply: Promise<{ readonly text: string }>): Promise<unknown> {
  const body = JSON.parse((await reply).text) as { readonly request: { readonly employer_id: unknown } };
  return body.request.employer_id;
}

describe('section 4.2, the shift fulfilment report', () => {
  test('answers the documented request with JSON and 200', async () => {
    const reply = await service.requestReport(token);
    expect([reply.status, reply.headers['content-type']]).toEqual([
      200,
      expect.stringMatching(/^application\/json/),
    ]);
  });

  test('answers the numeric ID that "me" stands for alike', async () => {
    const employerId = await employerIdOf(service.requestReport(token));
    const named = service.requestReport(token, { employer: String(employerId) });
    expect(await employerIdOf(named)).toBe(employerId);
  });

  test('answers 403 to another numeric ID', async () => {
    const employerId = Number(await employerIdOf(service.requestReport(token)));
    const reply = await service.requestReport(token, { employer: String(employerId + 1) });
    expect(reply.status).toBe(403);
  });

  test('answers a single day with that day alone', async () => {
    const day = FINISHED_WEEK.from;
    const reply = await service.requestReport(token, { query: `?from_date=${day}&to_date=${day}` });
    const { report } = JSON.parse(reply.text) as {
      readonly report: { readonly shifts: readonly { readonly SHIFT_DATE: string }[] };
    };
    expect(report.shifts.filter((shift) => shift.SHIFT_DATE !== day)).toEqual([]);
  });

  test('answers a single day with all that a longer range holds of it: the last day is included', async () => {
    const { from, to } = FINISHED_WEEK;
    const idsOn = async (last: string) => {
      const reply = await service.requestReport(token, { query: `?from_date=${from}&to_date=${last}` });
      const { report } = JSON.parse(reply.text) as {
        readonly report: { readonly shifts: readonly { readonly SHIFT_DATE: string; SHIFT_ID: number }[] };
      };
      return report.shifts.filter((shift) => shift.SHIFT_DATE === from).map((shift) => shift.SHIFT_ID);
    };
    const wider = await idsOn(to);
    expect(wider.length).toBeGreaterThan(0);
    expect(await idsOn(from)).toEqual(wider);
  });

  test('works without the optional correlation ID and with it', async () => {
    const reply = await service.requestReport(token, { headers: { 'X-Correlation-ID': 'trace-1' } });
    expect([reply.status, (await service.requestReport(token)).status]).toEqual([200, 200]);
  });
});

if (isOurServer) {
  describe('section 4.2, chosen refusals (needs our server)', () => {
    test.each([
      ['no dates', ''],
      ['no first day', '?to_date=2026-11-08'],
      ['no last day', '?from_date=2026-11-02'],
      ['an empty day', '?from_date=&to_date=2026-11-08'],
      ['a day that does not exist', '?from_date=2026-02-30&to_date=2026-11-08'],
      ['another spelling', '?from_date=02/11/2026&to_date=2026-11-08'],
      ['a day with a time', '?from_date=2026-11-02T00:00:00Z&to_date=2026-11-08'],
      ['one digit', '?from_date=2026-11-2&to_date=2026-11-08'],
      ['an inverted range', '?from_date=2026-11-08&to_date=2026-11-02'],
      ['a day given twice', '?from_date=2026-11-02&from_date=2026-11-03&to_date=2026-11-08'],
      ['another parameter', '?from_date=2026-11-02&to_date=2026-11-08&venue=1'],
    ])('refuses %s with 400', async (_, query) => {
      expect((await service.requestReport(token, { query })).status).toBe(400);
    });

    test.each(['', '{}', '[1]', 'null', '[', '[][]'])('refuses the body "%s" with 400', async (body) => {
      expect((await service.requestReport(token, { body })).status).toBe(400);
    });

    test.each(['text/plain', undefined, 'application/x-www-form-urlencoded'])(
      'refuses the content type %s with 415',
      async (type) => {
        const headers = { 'Content-Type': type };
        expect((await service.requestReport(token, { headers })).status).toBe(415);
      },
    );

    test('takes a content type with a character set', async () => {
      const headers = { 'Content-Type': 'application/json; charset=utf-8' };
      expect((await service.requestReport(token, { headers })).status).toBe(200);
    });

    test.each(['GET', 'PUT', 'DELETE'])('answers %s with 405 and what is allowed', async (method) => {
      const reply = await service.requestReport(token, { method });
      expect([reply.status, reply.headers.allow]).toEqual([405, 'POST']);
    });

    test('answers a range without shifts with an empty array', async () => {
      const reply = await service.requestReport(token, { query: '?from_date=1999-01-01&to_date=1999-12-31' });
      expect(JSON.parse(reply.text)).toMatchObject({ report: { shifts: [] } });
    });

    test('answers the longest range that can be written', async () => {
      const reply = await service.requestReport(token, { query: '?from_date=0001-01-01&to_date=9999-12-31' });
      const { report } = JSON.parse(reply.text) as { readonly report: { readonly shifts: unknown[] } };
      expect(report.shifts.length).toBeGreaterThan(8_000);
    });
  });
}
