import { describe, expect, test } from '@jest/globals';
import type { HttpRequest } from '../../../../src/employer-api/ports';
import { dailyReport, days } from '../../../support/daily-report';
import { Fetching, failureOf } from '../../../support/fetching';
import { answer, type StubAnswer } from '../../../support/stub-transport';

const SEVEN_MONTHS = days('2025-09-15', '2026-03-05');

const tokenOf = ({ headers }: HttpRequest) => headers.Authorization?.replace('Bearer ', '');

describe('a token that was refused', () => {
  test('is sent with no later batch: the fresh one is, section 5', () => {
    const service = (request: HttpRequest): StubAnswer =>
      tokenOf(request) === 'token-1' ? answer(401) : dailyReport(request);
    const fetching = new Fetching([service]);

    expect(fetching.cell(SEVEN_MONTHS).rows).toHaveLength(172);

    expect(fetching.transport.batches).toEqual([5, 5, 2]);
    expect(fetching.transport.reportRequests.map(tokenOf)).toEqual([
      ...new Array<string>(5).fill('token-1'),
      ...new Array<string>(7).fill('token-2'),
    ]);
    expect(fetching.transport.tokenRequests).toHaveLength(2);
  });
});

describe('a token call that failed', () => {
  test('names no reference, since none was sent, section 4.1', () => {
    const fetching = new Fetching([dailyReport]);
    fetching.transport.tokenAnswer = () => answer(503);
    const message = 'Try again in 30 seconds: the service had an error of its own. (HTTP 503)';

    expect(failureOf(() => fetching.cell()).message).toBe(message);
    expect(failureOf(() => fetching.cell()).message).toBe(message);
    expect(fetching.transport.tokenRequests[0]?.headers).toEqual({ Accept: 'application/json' });
  });

  test('speaks of no report where its answer is no token, also to those who come later', () => {
    const fetching = new Fetching([dailyReport]);
    fetching.transport.tokenAnswer = () => answer(200, { error: 'none' });
    const sentence =
      /^Tell the operator of the service: the authorisation server sent .*token\. \(HTTP 200\)$/;

    expect(failureOf(() => fetching.cell()).message).toMatch(sentence);
    expect(failureOf(() => fetching.cell()).message).toMatch(sentence);
    expect(fetching.transport.tokenRequests).toHaveLength(1);
  });

  test('is none where a token was created, with 201', () => {
    const fetching = new Fetching([dailyReport]);
    fetching.transport.tokenAnswer = () =>
      answer(201, { access_token: 'created', token_type: 'Bearer', expires_in: 3600 });

    expect(fetching.cell().rows).toHaveLength(7);
  });
});
