import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ASSUMED_REPORTS } from '../../api-server/assumed-reports';
import { ASSUMED_REPORTS_FILE, loadOpenApiChecker } from './openapi-checker';
import { isOurServer, type ReportCall, type ServiceUnderTest, startService } from './service-under-test';

const TURNOVER = `/v1/reporting/me/${ASSUMED_REPORTS.worker_turnover.path}`;
const AGGREGATED = `/v1/reporting/me/${ASSUMED_REPORTS.shift_fulfilment_aggregated.path}`;
const WEEK = '?from_date=2026-11-02&to_date=2026-11-08';

type Group = Readonly<Record<string, string | number | null>>;

// No other server can know these reports.
if (isOurServer) {
  let service: ServiceUnderTest;
  let token: string;

  beforeAll(async () => {
    service = await startService();
    token = await service.obtainToken();
  });
  afterAll(() => service.close());

  const ask = async (path: string, query: string) => {
    const reply = await service.requestReport(token, { path, query });
    return JSON.parse(reply.text).report as { groups: Group[] };
  };

  describe.each([TURNOVER, AGGREGATED])('the assumed report at %s', (path) => {
    const checker = loadOpenApiChecker([ASSUMED_REPORTS_FILE]);

    test.each<readonly [number, string, ReportCall]>([
      [200, 'a good request', {}],
      [400, 'no dates', { query: '' }],
      [400, 'days that run backwards', { query: '?from_date=2026-11-08&to_date=2026-11-02' }],
      [400, 'a parameter it does not take', { query: `${WEEK}&colour=red` }],
      [400, 'a body that is no empty array', { body: '{}' }],
      [401, 'a bad token', { headers: { Authorization: 'Bearer none' } }],
      [403, 'another employer', { path: path.replace('/me/', '/1/') }],
      [404, 'a path below it', { path: `${path}/x` }],
      [405, 'another method', { method: 'GET' }],
      [415, 'another content type', { headers: { 'Content-Type': 'text/plain' } }],
    ])('answers %i to %s, as its file says', async (status, _, call) => {
      const { exchange } = await service.requestReport(token, { path, query: WEEK, ...call });
      expect([exchange.status, checker.checkAnswer(exchange)]).toEqual([status, []]);
    });

    test('takes part in the allowance of the token', async () => {
      const strict = await startService({ allowance: 1 });
      const spent = await strict.obtainToken();
      await strict.requestReport(spent, { path, query: WEEK });
      const { exchange } = await strict.requestReport(spent, { path, query: WEEK });
      await strict.close();
      expect([exchange.status, checker.checkAnswer(exchange)]).toEqual([429, []]);
    });

    test('is no part of the specification', async () => {
      const { exchange } = await service.requestReport(token, { path, query: WEEK });
      expect(loadOpenApiChecker().checkRequest(exchange)).toEqual([
        `POST ${path} is no operation of the UK server.`,
      ]);
    });

    test('repeats the request and says when it was made', async () => {
      const reply = await service.requestReport(token, { path, query: WEEK });
      expect(JSON.parse(reply.text)).toMatchObject({
        request: { employer_id: 20417, from_date: '2026-11-02', to_date: '2026-11-08' },
        metadata: { employer_id: 20417, generated_at: expect.stringMatching(/^2026-11-21T12:/) },
      });
    });
  });

  describe('the assumed aggregated report', () => {
    test('adds up to the records of the shift fulfilment report', async () => {
      const reply = await service.requestReport(token, { query: WEEK });
      const { shifts } = JSON.parse(reply.text).report as { shifts: Group[] };
      const [week, ...more] = (await ask(AGGREGATED, WEEK)).groups;
      const total = (field: string) => shifts.reduce((sum, shift) => sum + Number(shift[field]), 0);
      expect([week?.SHIFTS_POSTED, week?.NO_SHOWS, week?.HOURS_SCHEDULED]).toEqual([
        total('SHIFTS_POSTED'),
        total('NO_SHOWS'),
        total('HOURS_SCHEDULED'),
      ]);
      expect(more).toEqual([]);
    });

    test.each([
      ['day', ['PERIOD_START'], 7],
      ['month,venue', ['PERIOD_START', 'VENUE_NAME'], 8],
      ['quarter,weekday', ['PERIOD_START', 'WEEKDAY'], 7],
      ['year', ['PERIOD_START'], 1],
      ['venue, role', ['VENUE_NAME', 'JOB_TITLE'], 14],
    ])('groups by %s', async (by, fields, count) => {
      const { groups } = await ask(AGGREGATED, `${WEEK}&group_by=${encodeURIComponent(by)}`);
      expect(Object.keys(groups[0] ?? {}).slice(0, fields.length + 1)).toEqual([...fields, 'SHIFTS_POSTED']);
      expect(groups).toHaveLength(count);
    });

    test.each(['colour', 'day,week', 'venue,venue', 'constructor', ''])(
      'refuses to group by "%s"',
      async (by) => {
        const query = `${WEEK}&group_by=${by}`;
        expect((await service.requestReport(token, { path: AGGREGATED, query })).status).toBe(400);
      },
    );
  });
}
