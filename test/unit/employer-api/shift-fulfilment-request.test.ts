import { describe, expect, test } from '@jest/globals';
import { SHIFT_FULFILMENT_REPORT } from '../../../src/employer-api/shift-report';
import { CONNECTION, RANGE } from '../../support/sample-report';

const CALL = { token: 'abc.def', correlationId: 'correlation-1', timeoutSeconds: 15 };

describe('the report request, section 4.2', () => {
  const request = () => SHIFT_FULFILMENT_REPORT.request(CONNECTION, RANGE, CALL);

  test('goes to the region with the path and both dates, one day further at both ends', () => {
    expect(request().url).toBe(
      'https://uk.service.example/v1/reporting/me/reports/shift_fulfilment?from_date=2026-02-28&to_date=2026-03-08',
    );
  });

  test('carries the four documented headers', () => {
    expect(request().headers).toEqual({
      Authorization: 'Bearer abc.def',
      'Content-Type': 'application/json',
      Accept: 'application/json',
      'X-Correlation-ID': 'correlation-1',
    });
  });

  test('has an empty JSON array for its body', () => {
    expect(request().body).toEqual({ json: '[]' });
  });

  test('waits as long as it is given', () => {
    expect(request().timeoutSeconds).toBe(15);
  });

  test('of a numeric employer in the US goes there', () => {
    const us = {
      ...CONNECTION,
      region: 'US' as const,
      regionOrigin: 'https://us.service.example',
      employer: '1042',
    };
    expect(SHIFT_FULFILMENT_REPORT.request(us, { from: 45_351, to: 45_351 }, CALL).url).toBe(
      'https://us.service.example/v1/reporting/1042/reports/shift_fulfilment?from_date=2024-02-28&to_date=2024-03-01',
    );
  });

  test('holds neither client ID nor secret', () => {
    expect(JSON.stringify(request())).not.toMatch(/marked-client/);
  });
});
