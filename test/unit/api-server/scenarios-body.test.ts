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

  describe('"day-filter"', () => {
    const asked = async (from: string, to: string) => shiftsOf(await service.requestReport(from, to));
    const idsOn = (shifts: readonly Record<string, unknown>[], day: string) =>
      shifts.filter((shift) => shift.SHIFT_DATE === day).map((shift) => shift.SHIFT_ID);
    const [FIRST, SECOND] = ['2026-11-05', '2026-11-06'];

    test('leaves out the last day', async () => {
      const good = await asked(FIRST, SECOND);
      await service.control.setScenario('report', { name: 'day-filter', excludesLastDay: true });
      expect(idsOn(await asked(FIRST, SECOND), FIRST)).toEqual(idsOn(good, FIRST));
      expect(idsOn(await asked(FIRST, SECOND), SECOND)).toEqual([]);
      expect(await asked(FIRST, FIRST)).toEqual([]);
    });

    test.each([1, -1] as const)('counts some shifts to another day (%i), each once', async (by) => {
      const good = await asked('2026-11-03', '2026-11-08');
      await service.control.setScenario('report', { name: 'day-filter', otherDays: { every: 3, by } });
      const parts = [await asked('2026-11-02', FIRST), await asked(SECOND, '2026-11-09')];
      const outside = [idsOn(parts[0] ?? [], SECOND), idsOn(parts[1] ?? [], FIRST)];
      expect(outside.flat().every((id) => Number(id) % 3 === 0)).toBe(true);
      expect(outside.map((ids) => ids.length > 0)).toEqual(by === 1 ? [false, true] : [true, false]);
      const ids = parts.flat().map((shift) => shift.SHIFT_ID);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids).toEqual(expect.arrayContaining(good.map((shift) => shift.SHIFT_ID)));
    });

    test('leaves out what is more than so many, of the oldest or the newest days', async () => {
      const good = (await asked(FIRST, '2026-11-11')).map((shift) => shift.SHIFT_ID);
      await service.control.setScenario('report', { name: 'day-filter', most: 50, times: 1 });
      expect(await shiftIds(service.requestReport(FIRST, '2026-11-11'))).toEqual(good.slice(0, 50));
      await service.control.setScenario('report', { name: 'day-filter', most: 50, newestFirst: true });
      expect(await shiftIds(service.requestReport(FIRST, '2026-11-11'))).toEqual(good.slice(-50).reverse());
    });

    test('takes the records that it is given', async () => {
      const record = (SHIFT_DATE: string, SHIFT_ID: number) => ({ SHIFT_DATE, SHIFT_ID });
      const rows = [record(SECOND, 2), record(FIRST, 1), record('2026-11-07', 3)];
      await service.control.setScenario('report', { name: 'day-filter', rows });
      expect(await asked(FIRST, SECOND)).toEqual([rows[1], rows[0]]);
    });
  });
});
