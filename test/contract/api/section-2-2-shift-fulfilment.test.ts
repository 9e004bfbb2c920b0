import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { SPEC_FIELDS, type SpecType } from '../../support/spec-fields';
import { loadOpenApiChecker } from './openapi-checker';
import { FINISHED_WEEK, isOurServer, type ServiceUnderTest, startService } from './service-under-test';

const FITS: Readonly<Record<SpecType, (value: unknown) => boolean>> = {
  date: (value) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value),
  string: (value) => typeof value === 'string',
  integer: Number.isInteger,
  // Nullability is not shown.
  number: (value) => value === null || typeof value === 'number',
};

interface Report {
  readonly request: Readonly<Record<string, unknown>>;
  readonly report: { readonly shifts: readonly Readonly<Record<string, unknown>>[] };
  readonly metadata: Readonly<Record<string, unknown>>;
}

let service: ServiceUnderTest;
let text: string;
let report: Report;

beforeAll(async () => {
  service = await startService();
  ({ text } = await service.requestReport(await service.obtainToken()));
  report = JSON.parse(text) as Report;
});
afterAll(() => service.close());

describe('section 2.2, the shift fulfilment report', () => {
  test('holds request, report and metadata', () => {
    expect(Object.keys(report).sort()).toEqual(['metadata', 'report', 'request']);
  });

  test('has shift records to look at', () => {
    expect(report.report.shifts.length).toBeGreaterThan(0);
  });

  test.each(SPEC_FIELDS)('has %s as a %s in every record', (name, kind) => {
    const misfits = report.report.shifts.filter((shift) => !FITS[kind](shift[name]));
    expect(misfits).toEqual([]);
  });

  test('has no field but the eighteen', () => {
    const names = new Set(report.report.shifts.flatMap((shift) => Object.keys(shift)));
    expect([...names].sort()).toEqual(SPEC_FIELDS.map(([name]) => name).sort());
  });

  test('keeps to the days that were asked for', () => {
    const days = report.report.shifts.map((shift) => String(shift.SHIFT_DATE));
    expect(days.filter((day) => day < FINISHED_WEEK.from || day > FINISHED_WEEK.to)).toEqual([]);
  });

  test('says the range back as it was asked for', () => {
    expect(report.request).toMatchObject({ from_date: FINISHED_WEEK.from, to_date: FINISHED_WEEK.to });
  });

  test('names the same numeric employer in request and metadata', () => {
    expect(Number.isInteger(report.request.employer_id)).toBe(true);
    expect(report.metadata.employer_id).toBe(report.request.employer_id);
  });

  test('gives the region code of the employer', () => {
    // The UK value is not shown.
    expect(report.request.deployment_code).toEqual(
      service.employer.region === 'US' ? 'US' : expect.any(String),
    );
  });

  test('states in UTC when it was generated', () => {
    expect(report.metadata.generated_at).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/);
  });

  test('puts percentages on a scale of 0 to 100', () => {
    const booked = report.report.shifts.map((shift) => Number(shift.SHIFTS_BOOKED_PERCENTAGE));
    expect(Math.max(...booked)).toBeGreaterThan(1);
    expect(Math.max(...booked)).toBeLessThanOrEqual(100);
  });

  test('fits the OpenAPI file', async () => {
    const { exchange } = await service.requestReport(await service.obtainToken());
    expect(loadOpenApiChecker().checkAnswer(exchange)).toEqual([]);
  });
});

if (isOurServer) {
  describe('section 2.2, chosen (needs our server)', () => {
    test('writes whole decimals with a decimal point, as in 95.0', () => {
      expect(text).toMatch(/"SHIFTS_BOOKED_PERCENTAGE":100\.0,/);
    });

    test('gives the US region code to an employer in the US', async () => {
      const american = service.ours.employers.find((employer) => employer.region === 'US');
      if (american === undefined) throw new Error('There is no US employer.');
      const reply = await service.requestReport(await service.obtainToken(american), { region: 'US' });
      expect((JSON.parse(reply.text) as Report).request.deployment_code).toBe('US');
    });
  });
}
