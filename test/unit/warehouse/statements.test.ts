import { describe, expect, test } from '@jest/globals';
import { queryRequest, replaceDays, replaceDaysParts } from '../../../src/warehouse/statements';
import { SHIFTS_COLUMNS } from '../../../src/warehouse/tables';
import { parseGoogleSql } from './google-sql';

const PLACE = { project: 'acme-shifts', dataset: 'shift_reports', location: 'EU' };
const DAYS = {
  connection: "UK 1234'; DROP",
  from: '2026-05-25',
  to: '2026-05-31',
  refreshedAt: '2026-06-01T09:30:00.000Z',
};
const COLUMNS = SHIFTS_COLUMNS.map(({ name }) => name);
const SHIFTS = 'select::null::acme-shifts.shift_reports.shifts';
const STAGE = 'select::null::acme-shifts.shift_reports.stage_k3x';

describe('the script that replaces days', () => {
  const { query, queryParameters } = replaceDays(PLACE, 'stage_k3x', DAYS);
  const parts = replaceDaysParts(PLACE, 'stage_k3x');

  test('has every value as a parameter, and none in the text', () => {
    expect(
      queryParameters.map(({ name, parameterType, parameterValue }) => [
        name,
        parameterType.type,
        parameterValue.value,
      ]),
    ).toEqual([
      ['connection', 'STRING', DAYS.connection],
      ['first_day', 'DATE', DAYS.from],
      ['last_day', 'DATE', DAYS.to],
      ['refreshed_at', 'TIMESTAMP', DAYS.refreshedAt],
    ]);
    for (const value of Object.values(DAYS)) expect(query).not.toContain(value);
    expect([...new Set(query.match(/@\w+/g))].sort()).toEqual([
      '@connection',
      '@first_day',
      '@last_day',
      '@refreshed_at',
    ]);
  });

  test('is one transaction, after which the stage table is dropped', () => {
    const statements = query.split(/;\n/);
    expect(statements).toHaveLength(6);
    expect(statements[0]).toBe('BEGIN TRANSACTION');
    expect(statements[3]).toBe('COMMIT TRANSACTION');
    expect(statements[4]).toBe('DROP TABLE IF EXISTS `acme-shifts.shift_reports.stage_k3x`');
    expect(statements[5]).toBe('');
  });

  test('lists changes by a statement that a parser of GoogleSQL reads', () => {
    const { tables } = parseGoogleSql(parts.insertChanges);
    expect(tables).toEqual([`insert::null::acme-shifts.shift_reports.shift_changes`, SHIFTS, STAGE].sort());
  });

  // The parser knows no MERGE of BigQuery, so its pieces are read one by one: what is left is the frame.
  test('merges by pieces that a parser of GoogleSQL reads, in the frame of a MERGE that never matches', () => {
    const frame =
      /^MERGE INTO `([^`]+)` AS T\nUSING \((SELECT [\s\S]+)\) AS S\nON FALSE\nWHEN NOT MATCHED BY SOURCE AND ([^\n]+) THEN DELETE\nWHEN NOT MATCHED THEN INSERT \(([^)]+)\) VALUES \(([^)]+)\)$/;
    const [, target, source = '', condition, columns, values] = frame.exec(parts.merge) ?? [];

    expect(target).toBe('acme-shifts.shift_reports.shifts');
    expect(parseGoogleSql(source)).toEqual({ columns: COLUMNS, tables: [SHIFTS, STAGE].sort() });
    expect(parseGoogleSql(`SELECT 1 FROM \`${target}\` AS T WHERE ${condition}`).tables).toEqual([SHIFTS]);
    expect(columns?.split(', ')).toEqual(COLUMNS);
    expect(values?.split(', ')).toEqual(COLUMNS.map((name) => `S.${name}`));
  });

  test.each(['a`; DROP', 'stage x', 'stage_x;', ''])('refuses a stage table called %j', (stage) => {
    expect(() => replaceDays({ ...PLACE, dataset: stage }, stage, DAYS)).toThrow(RangeError);
  });

  test('is sent as GoogleSQL with named parameters, to the location of the dataset', () => {
    const statement = replaceDays(PLACE, 'stage_k3x', DAYS);
    expect(queryRequest(PLACE, statement, { requestId: 'a1', timeoutMs: 10_000 })).toEqual({
      query,
      queryParameters,
      parameterMode: 'NAMED',
      useLegacySql: false,
      location: 'EU',
      timeoutMs: 10_000,
      requestId: 'a1',
    });
  });
});
