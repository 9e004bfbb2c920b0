import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { ScenarioService, shiftsOf } from './scenario-service';

let service: ScenarioService;

beforeAll(async () => {
  service = await ScenarioService.start();
});
afterEach(() => service.control.clear());
afterAll(() => service.close());

const shiftIds = async (reply: ReturnType<ScenarioService['requestReport']>) =>
  shiftsOf(await reply).map((shift) => shift.SHIFT_ID as number);

describe('scenario "patch"', () => {
  test.each([
    [
      'no access_token',
      { access_token: { $remove: true } },
      '{"token_type":"Bearer","expires_in":3600,"scope":"employer_access"}',
    ],
    [
      'odd values',
      { access_token: 5, token_type: 'MAC', expires_in: null, scope: { $raw: '1e12' } },
      '{"access_token":5,"token_type":"MAC","expires_in":null,"scope":1e12}',
    ],
  ])('gives a token answer with %s', async (_, patch, expected) => {
    await service.control.setScenario('token', { name: 'patch', patch });
    expect((await service.requestToken()).text).toBe(expected);
  });

  test('changes one field of one record and leaves its neighbours', async () => {
    const before = shiftsOf(await service.requestReport());
    await service.control.setScenario('report', {
      name: 'patch',
      patch: { report: { shifts: { '0': { NO_SHOWS: '5', HOURS_WORKED: { $remove: true } } } } },
    });
    const after = shiftsOf(await service.requestReport());
    expect(after[0]).toMatchObject({ NO_SHOWS: '5' });
    expect(after[0]).not.toHaveProperty('HOURS_WORKED');
    expect(after.slice(1)).toEqual(before.slice(1));
  });

  test.each([
    [{ report: { shifts: null } }],
    [{ report: { $remove: true } }],
    [{ report: { shifts: { '*': null } } }],
  ])('breaks the shape as in %j', async (patch) => {
    await service.control.setScenario('report', { name: 'patch', patch });
    const { report } = JSON.parse((await service.requestReport()).text) as { report?: { shifts: unknown } };
    expect([undefined, null, expect.arrayContaining([null])]).toContainEqual(report?.shifts);
  });

  test('waits for a request that would have succeeded', async () => {
    await service.control.setScenario('report', { name: 'patch', patch: { extra: 1 }, times: 1 });
    const refused = await service.requestReport('2026-11-05', '2026-11-01');
    const served = await service.requestReport();
    expect([refused.status, JSON.parse(served.text).extra]).toEqual([400, 1]);
  });
});

describe('scenario "text"', () => {
  test('replaces text, and adds some before and after', async () => {
    await service.control.setScenario('report', {
      name: 'text',
      find: '"SHIFT_ID":',
      replaceWith: '"shift_id":$&',
      prefix: ' ',
      suffix: ' {}',
    });
    const { text } = await service.requestReport();
    expect(text).toMatch(/^ \{.*"shift_id":\$&\d+.*\} \{\}$/);
    expect(text).not.toContain('"SHIFT_ID":');
  });
});

describe('scenario "echo"', () => {
  test('answers for other dates and another employer', async () => {
    await service.control.setScenario('report', {
      name: 'echo',
      fromDate: '2026-01-01',
      toDate: null,
      employerId: 7,
      metadataEmployerId: 8,
    });
    const body = JSON.parse((await service.requestReport()).text);
    expect([body.request, body.metadata.employer_id]).toEqual([
      { employer_id: 7, deployment_code: 'UK', from_date: '2026-01-01', to_date: null },
      8,
    ]);
  });
});

describe('scenarios that change the records', () => {
  test.each([0, 1, 3, 40, 999, 5_000])('"rows" answers exactly %i rows', async (rows) => {
    await service.control.setScenario('report', { name: 'rows', rows });
    const ids = await shiftIds(service.requestReport('2026-11-05', '2026-11-11'));
    expect([ids.length, new Set(ids).size]).toEqual([rows, rows]);
  });

  test('"rows" keeps to the days asked for, in order', async () => {
    await service.control.setScenario('report', { name: 'rows', rows: 2_000 });
    const days = shiftsOf(await service.requestReport('2026-11-05', '2026-11-06')).map(
      (shift) => shift.SHIFT_DATE,
    );
    expect(days).toEqual([...days].sort());
    expect([...new Set(days)]).toEqual(['2026-11-05', '2026-11-06']);
  });

  test('"rows" never shares a SHIFT_ID between neighbouring ranges', async () => {
    await service.control.setScenario('report', { name: 'rows', rows: 500 });
    const first = await shiftIds(service.requestReport('2026-11-05'));
    const second = await shiftIds(service.requestReport('2026-11-06'));
    expect(new Set([...first, ...second]).size).toBe(1_000);
  });

  test('"rows" fills a range that has no shifts', async () => {
    await service.control.setScenario('report', { name: 'rows', rows: 10 });
    expect(shiftsOf(await service.requestReport('1999-01-01', '1999-01-03'))).toHaveLength(10);
  });

  test('"huge" answers about fifty megabytes', async () => {
    await service.control.setScenario('report', { name: 'huge' });
    const { bytes } = await service.requestReport('2026-11-01', '2026-11-20');
    expect(bytes.length).toBeGreaterThan(50_000_000);
    expect(await service.newest()).toMatchObject({ answerBody: null, answerBytes: bytes.length });
  });

  test('"empty" answers no records', async () => {
    await service.control.setScenario('report', { name: 'empty' });
    expect(shiftsOf(await service.requestReport())).toEqual([]);
  });

  test('"replace-rows" answers the given records', async () => {
    const rows = [{ SHIFT_ID: 1 }, null, 5];
    await service.control.setScenario('report', { name: 'replace-rows', rows });
    expect(shiftsOf(await service.requestReport())).toEqual(rows);
  });

  test('"replace-rows" may leave out those of days that were not asked for', async () => {
    const [asked, other, none] = ['2026-03-02', '2026-03-03', null].map((SHIFT_DATE) => ({ SHIFT_DATE }));
    await service.control.setScenario('report', {
      name: 'replace-rows',
      rows: [asked, other, none],
      onlyAsked: true,
    });
    expect(shiftsOf(await service.requestReport('2026-03-02', '2026-03-02'))).toEqual([asked, none]);
  });
});
