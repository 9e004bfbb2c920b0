import { describe, expect, test } from '@jest/globals';
import type { Region } from '../../../src/contract/connection';
import { requestToken, tokenRequest } from '../../../src/employer-api/access-token';
import { type Connection, SAMPLE_ADDRESSES, SAMPLE_CREDENTIALS } from '../../../src/employer-api/connection';
import type { HttpRequest, HttpResponse, HttpTransport } from '../../../src/employer-api/ports';
import { SHIFT_FULFILMENT_REPORT } from '../../../src/employer-api/shift-report';
import { withSample } from '../../../src/sample/sample-service';
import { type CheckableExchange, loadOpenApiChecker } from '../../contract/api/openapi-checker';
import { startBudget } from '../../support/budget';

const NOW = Date.parse('2026-03-10T12:00:00Z');
/** 2026-03-01 to 2026-03-07; serial 46,082 is 2026-03-01. */
const WEEK = { from: 46_082, to: 46_088 };
const checker = loadOpenApiChecker();

function connectionTo(region: Region): Connection {
  return {
    ...SAMPLE_CREDENTIALS,
    region,
    fingerprint: 'fingerprint-1',
    authOrigin: SAMPLE_ADDRESSES.auth,
    regionOrigin: SAMPLE_ADDRESSES.regions[region],
  };
}

const NO_SERVICE = { send: () => [] };
const sendAt = (request: HttpRequest, now = NOW) =>
  withSample(NO_SERVICE, { now: () => now }).send([request])[0] as HttpResponse;
const send = (request: HttpRequest) => sendAt(request);

function reportRequest(region: Region, token = 'sample', range = WEEK): HttpRequest {
  return SHIFT_FULFILMENT_REPORT.request(connectionTo(region), range, {
    token,
    correlationId: 'asked-id',
    timeoutSeconds: 60,
  });
}

/** Request and answer as the checker of the OpenAPI file takes them. */
function exchange(role: string, request: HttpRequest, answer: HttpResponse): CheckableExchange {
  const form = 'form' in request.body ? new URLSearchParams(request.body.form).toString() : undefined;
  const type = form === undefined ? [] : ['Content-Type', 'application/x-www-form-urlencoded'];
  return {
    role,
    method: 'POST',
    url: request.url.replace(/^https:\/\/[^/]+/, ''),
    rawHeaders: [...Object.entries(request.headers).flat(), ...type],
    body: form ?? ('json' in request.body ? request.body.json : ''),
    status: answer.status,
    answerHeaders: Object.entries(answer.headers),
    answerBody: answer.text,
    deliberatelyBroken: false,
  };
}

describe('the token of the sample employer', () => {
  const request = tokenRequest(connectionTo('UK'));

  test('is asked for and answered as the OpenAPI file says', () => {
    const asked = exchange('auth', request, send(request));
    expect([checker.checkRequest(asked), checker.checkAnswer(asked)]).toEqual([[], []]);
  });

  test('lives for an hour, less the margin of renewal', () => {
    const clock = { now: () => NOW };
    const budget = startBudget('cell', NOW);
    const services = { transport: withSample(NO_SERVICE, clock), clock, budget };
    const { expiresAt } = requestToken(services, connectionTo('UK'));
    expect(expiresAt - NOW).toBe(55 * 60_000);
  });
});

describe.each(['US', 'UK'] as const)('the report of the sample employer in the region %s', (region) => {
  const request = reportRequest(region);

  test('is asked for and answered as the OpenAPI file says', () => {
    const asked = exchange(region, request, send(request));
    expect([checker.checkRequest(asked), checker.checkAnswer(asked)]).toEqual([[], []]);
  });

  test('repeats the request, says when it was made, and carries the correlation ID', () => {
    const answer = send(request);
    const id = region === 'US' ? 900_001 : 900_002;
    expect(JSON.parse(answer.text)).toMatchObject({
      request: {
        employer_id: id,
        deployment_code: region,
        from_date: '2026-02-28',
        to_date: '2026-03-08',
      },
      metadata: { employer_id: id, generated_at: '2026-03-10T12:00:00.000Z' },
    });
    expect(answer.headers['x-correlation-id']).toBe('asked-id');
  });

  test('is read by the client without a doubt', () => {
    const report = SHIFT_FULFILMENT_REPORT.read(send(request), connectionTo(region), WEEK);
    expect(report.rows.length).toBeGreaterThan(200);
    expect(report.doubts).toBe(0);
  });

  test('is empty for days far off and for long ago', () => {
    const shifts = (range: typeof WEEK) =>
      JSON.parse(send(reportRequest(region, 'sample', range)).text).report.shifts;
    expect([shifts({ from: 46_193, to: 46_200 }), shifts({ from: 40_000, to: 40_010 })]).toEqual([[], []]);
  });

  test('of another kind is not there', () => {
    const url = request.url.replace('shift_fulfilment', 'worker_turnover');
    expect(send({ ...request, url }).status).toBe(404);
  });
});

describe('the clock of the sample employer', () => {
  test('is that of its region: in the evening of 9 March in Seattle the 10th has not begun', () => {
    const asked = reportRequest('US', 'sample', { from: 46_090, to: 46_092 });
    const answer = sendAt(asked, Date.parse('2026-03-10T07:30:00Z'));
    const { shifts } = JSON.parse(answer.text).report as {
      shifts: { SHIFT_DATE: string; SHIFTS_WORKED: number }[];
    };
    const worked = shifts.filter(({ SHIFTS_WORKED }) => SHIFTS_WORKED > 0);
    expect(new Set(worked.map(({ SHIFT_DATE }) => SHIFT_DATE))).toEqual(
      new Set(['2026-03-08', '2026-03-09']),
    );
  });
});

const requestTo = (url: string): HttpRequest => ({
  url,
  headers: { Authorization: 'Bearer sample' },
  timeoutSeconds: 60,
  body: { json: '[]' },
});
const REPORT = '/v1/reporting/me/reports/shift_fulfilment?from_date=2026-03-01&to_date=2026-03-01';
const SAMPLE = requestTo(`https://uk.sample.invalid${REPORT}`);
const REAL = requestTo(`https://uk.service.example${REPORT}`);

/** A transport that answers with the number of the request, and what it was asked for in each call. */
function service() {
  const calls: string[][] = [];
  let count = 0;
  const answer = (): HttpResponse => {
    count += 1;
    return { status: 200, headers: {}, text: `real ${count}` };
  };
  const real: HttpTransport = {
    send: (requests) => {
      calls.push(requests.map(({ url }) => url));
      return requests.map(answer);
    },
  };
  return { calls, transport: withSample(real, { now: () => NOW }) };
}

describe('the transport', () => {
  test('answers the sample’s addresses itself', () => {
    const { calls, transport } = service();
    expect(transport.send([SAMPLE])[0]?.text).toContain('"Sample ');
    expect(transport.send([SAMPLE, SAMPLE]).map((answer) => answer?.status)).toEqual([200, 200]);
    expect(calls).toEqual([]);
  });

  test('hands all others on in one call, in their order', () => {
    const { calls, transport } = service();
    expect(transport.send([REAL])[0]?.text).toBe('real 1');
    expect(transport.send([REAL, REAL]).map((answer) => answer?.text)).toEqual(['real 2', 'real 3']);
    expect(calls).toEqual([[REAL.url], [REAL.url, REAL.url]]);
  });

  test.each([
    'https://uk.sample.invalid.evil.test/',
    'https://uk.sample.invalid@evil.test/',
    'https://uk.sample.invalid:8443/',
    'http://uk.sample.invalid/',
    'https://sample.invalid/',
    'https://evil.test/?https://uk.sample.invalid/',
  ])('takes %s for no address of the sample', (url) => {
    const { calls, transport } = service();
    transport.send([requestTo(url)]);
    expect(calls).toEqual([[url]]);
  });
});
