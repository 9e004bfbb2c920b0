import { describe, expect, test } from '@jest/globals';
import { WAREHOUSE_VIEWS } from '../../../src/contract/warehouse';
import { connectionName, type ViewBasis, viewQuery, viewSchema } from '../../../src/warehouse/tables';
import { parseGoogleSql } from './google-sql';

const PLACE = { project: 'acme-shifts', dataset: 'shift_reports', location: 'EU' };
const BASIS: ViewBasis = {
  timeZone: 'Europe/London',
  definitions: {
    SHIFTS_BOOKED_PERCENTAGE: { numerator: 'SHIFTS_BOOKED', denominator: 'SHIFTS_POSTED' },
    NO_SHOWS_PERCENTAGE: { numerator: 'NO_SHOWS', denominator: 'WORKED_AND_NO_SHOWS' },
  },
};
const fieldOf = (basis: ViewBasis, name: string) =>
  viewSchema('shifts_weekly', basis).fields.find((field) => field.name === name);
const lineOf = (basis: ViewBasis, name: string) =>
  viewQuery(PLACE, 'shifts_weekly', basis)
    .split('\n')
    .find((line) => new RegExp(` AS ${name},?$`).test(line));

describe.each(WAREHOUSE_VIEWS)('the view %s', (view) => {
  test('is a query of GoogleSQL on the shifts, with the columns of its schema in their order', () => {
    const { columns, tables } = parseGoogleSql(viewQuery(PLACE, view, BASIS));
    const { fields } = viewSchema(view, BASIS);

    expect(tables).toEqual(['select::null::acme-shifts.shift_reports.shifts']);
    expect(columns).toEqual(fields.map(({ name }) => name));
    expect(columns.includes('VENUE_NAME')).toBe(view === 'shifts_by_venue');
    expect(fields.map(({ mode }) => mode)).toEqual(fields.map(() => 'NULLABLE'));
  });
});

describe('a percentage of a view', () => {
  test('is the ratio of sums by its definition, over the records that have both', () => {
    expect(lineOf(BASIS, 'SHIFTS_BOOKED_PERCENTAGE')).toContain(
      'SAFE_DIVIDE(100 * SUM(IF(SHIFTS_BOOKED IS NOT NULL AND SHIFTS_POSTED IS NOT NULL, SHIFTS_BOOKED, NULL)), ' +
        'SUM(IF(SHIFTS_BOOKED IS NOT NULL AND SHIFTS_POSTED IS NOT NULL, SHIFTS_POSTED, NULL)))',
    );
    expect(fieldOf(BASIS, 'SHIFTS_BOOKED_PERCENTAGE')?.description).toContain('100 × booked ÷ posted');
  });

  test('counts finished days only where what has not ended cannot count', () => {
    expect(lineOf(BASIS, 'NO_SHOWS_PERCENTAGE')).toContain("SHIFT_DATE < CURRENT_DATE('Europe/London')");
    expect(lineOf(BASIS, 'SHIFTS_WORKED')).toContain("SHIFT_DATE < CURRENT_DATE('Europe/London')");
    expect(lineOf(BASIS, 'SHIFTS_POSTED')).not.toContain('CURRENT_DATE');
    expect(fieldOf(BASIS, 'NO_SHOWS_PERCENTAGE')?.description).toMatch(
      /100 × no shows ÷ worked \+ no shows.*finished days only$/,
    );
  });

  test('is NULL while no refresh has found its definition, and the description says so', () => {
    expect(lineOf(BASIS, 'TRUE_FULFILMENT_PERCENTAGE')).toContain('CAST(NULL AS FLOAT64)');
    expect(fieldOf(BASIS, 'TRUE_FULFILMENT_PERCENTAGE')?.description).toMatch(/^NULL: no refresh/);
  });

  test('that we define is always there', () => {
    const none: ViewBasis = { timeZone: 'Etc/UTC', definitions: {} };
    expect(lineOf(none, 'HOURS_WORKED_PERCENTAGE')).toMatch(/SAFE_DIVIDE\(100 \* SUM\(IF\(.*HOURS_SCHEDULED/);
  });
});

describe('a view', () => {
  test('begins weeks as the employer of each row does', () => {
    expect(viewQuery(PLACE, 'shifts_weekly', BASIS)).toContain(
      "IF(STARTS_WITH(CONNECTION, 'US ') OR CONNECTION = 'SAMPLE US', DATE_TRUNC(SHIFT_DATE, WEEK(SUNDAY)), DATE_TRUNC(SHIFT_DATE, WEEK(MONDAY)))",
    );
    expect([connectionName('US', 87), connectionName('UK', 1234), connectionName('US', null)]).toEqual([
      'US 87',
      'UK 1234',
      'SAMPLE US',
    ]);
  });

  test('takes no time zone that could end its text', () => {
    expect(() => viewQuery(PLACE, 'shifts_weekly', { ...BASIS, timeZone: "UTC') --" })).toThrow(RangeError);
  });
});
