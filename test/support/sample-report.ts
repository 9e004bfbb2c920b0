import type { DateRange } from '../../src/calendar/calendar-date';
import type { Connection, ServiceAddresses } from '../../src/employer-api/connection';
import type { HttpResponse } from '../../src/employer-api/ports';
import { cellsOfRecord } from './spec-fields';
import { answer } from './stub-transport';

/** Addresses of a service that does not exist. */
export const ADDRESSES: ServiceAddresses = {
  auth: 'https://auth.service.example',
  regions: { US: 'https://us.service.example', UK: 'https://uk.service.example' },
  reports: {},
};

/** A connection to the region UK, with marked credentials. */
export const CONNECTION: Connection = {
  region: 'UK',
  employer: 'me',
  clientId: 'marked-client-id',
  clientSecret: 'marked-client-secret',
  fingerprint: 'fingerprint-1',
  authOrigin: ADDRESSES.auth,
  regionOrigin: ADDRESSES.regions.UK,
};

/** The same person's connection to the region US, where weeks begin on Sunday. */
export const US_CONNECTION: Connection = {
  ...CONNECTION,
  region: 'US',
  regionOrigin: ADDRESSES.regions.US,
};

/** 2026-03-01 to 2026-03-07; serial 46,082 is 2026-03-01. */
export const RANGE: DateRange = { from: 46_082, to: 46_088 };

/** One shift record as the service sends it. */
export const RECORD = {
  SHIFT_DATE: '2026-03-02',
  VENUE_NAME: 'The Crown & Anchor',
  AREA_NAME: 'Bar',
  JOB_TITLE: 'Bartender',
  SHIFTS_POSTED: 10,
  SHIFTS_BOOKED: 9,
  SHIFTS_BOOKED_PERCENTAGE: 90,
  SHIFTS_UNFILLED: 1,
  SHIFTS_UNFILLED_PERCENTAGE: 10,
  SHIFTS_WORKED: 8,
  SHIFTS_WORKED_PERCENTAGE: 80,
  NO_SHOWS: 1,
  NO_SHOWS_PERCENTAGE: 11.1,
  HOURS_SCHEDULED: 72.5,
  HOURS_WORKED: 64.25,
  TRUE_DEMAND: 11,
  TRUE_FULFILMENT_PERCENTAGE: 72.7,
  SHIFT_ID: 900001,
};

/**
 * Records that settle two definitions that are not the default: worked is of booked positions, 8 of 9, and true fulfilment
 * of posted ones, 8 of 10. Neither a round number of them nor without the last day: no answer that might be cut.
 */
export const SETTLING_RECORDS = Array.from({ length: 23 }, (_, at) => ({
  ...RECORD,
  SHIFT_DATE: '2026-03-07',
  SHIFT_ID: 1 + at,
  SHIFTS_WORKED_PERCENTAGE: 88.9,
  TRUE_FULFILMENT_PERCENTAGE: 80,
}));

/** A record that leaves both open: 67 % is 200 of 300 posted (66.67), of 299 booked (66.89) and of a demand of 298 (67.11). */
export const SILENT_RECORD = {
  ...RECORD,
  SHIFT_DATE: '2026-03-07',
  SHIFT_ID: 99,
  SHIFTS_POSTED: 300,
  SHIFTS_BOOKED: 299,
  SHIFTS_BOOKED_PERCENTAGE: 99.7,
  SHIFTS_UNFILLED: 1,
  SHIFTS_UNFILLED_PERCENTAGE: 0.3,
  SHIFTS_WORKED: 200,
  SHIFTS_WORKED_PERCENTAGE: 67,
  NO_SHOWS: 99,
  NO_SHOWS_PERCENTAGE: 33.1,
  TRUE_DEMAND: 298,
  TRUE_FULFILMENT_PERCENTAGE: 67,
};

/** `RECORD` as the 18 values of a row. */
export const ROW = cellsOfRecord(RECORD);

/** The whole answer for `RANGE`; `changes` replace members of its top level. */
export function reportBody(
  shifts: unknown = [RECORD],
  changes: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    request: { employer_id: 1042, deployment_code: 'UK', from_date: '2026-03-01', to_date: '2026-03-07' },
    report: { shifts },
    metadata: { employer_id: 1042, generated_at: '2026-03-10T11:59:58Z' },
    ...changes,
  };
}

/** The answer 200 for `RANGE`. */
export function reportAnswer(shifts: unknown = [RECORD]): HttpResponse {
  return answer(200, reportBody(shifts));
}
