import { describe, expect, test } from '@jest/globals';
import type { HttpRequest, HttpResponse, HttpTransport } from '../../../src/employer-api/ports';
import { withSample } from '../../../src/sample/sample-service';

const request = (url: string): HttpRequest => ({
  url,
  headers: { Authorization: 'Bearer sample' },
  timeoutSeconds: 60,
  body: { json: '[]' },
});
const REPORT = '/v1/reporting/me/reports/shift_fulfilment?from_date=2026-03-01&to_date=2026-03-01';
const SAMPLE = request(`https://uk.sample.invalid${REPORT}`);
const REAL = request(`https://uk.service.example${REPORT}`);

/** A transport that answers with the number of the request, and what it was asked for in each call. */
function service() {
  const calls: string[][] = [];
  let count = 0;
  const answer = (): HttpResponse => {
    count += 1;
    return { status: 200, headers: {}, text: `real ${count}` };
  };
  const real: HttpTransport = {
    send: ({ url }) => {
      calls.push([url]);
      return answer();
    },
    sendAll: (requests) => {
      calls.push(requests.map(({ url }) => url));
      return requests.map(answer);
    },
  };
  const clock = { now: () => Date.parse('2026-03-10T12:00:00Z') };
  return { calls, transport: withSample(real, clock) };
}

describe('the transport', () => {
  test('answers the sample’s addresses itself', () => {
    const { calls, transport } = service();
    expect(transport.send(SAMPLE)?.text).toContain('"Sample ');
    expect(transport.sendAll([SAMPLE, SAMPLE]).map((answer) => answer?.status)).toEqual([200, 200]);
    expect(calls).toEqual([]);
  });

  test('hands all others on in one call, in their order', () => {
    const { calls, transport } = service();
    expect(transport.send(REAL)?.text).toBe('real 1');
    expect(transport.sendAll([REAL, REAL]).map((answer) => answer?.text)).toEqual(['real 2', 'real 3']);
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
    transport.send(request(url));
    expect(calls).toEqual([[url]]);
  });
});
