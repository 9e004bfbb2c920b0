import { describe, expect, test } from '@jest/globals';
import { TOKEN_OUTCOMES, tokenFailure } from '../../../src/employer-api/access-token';
import { answer } from '../../support/stub-transport';

describe('an answer of the token call', () => {
  test.each([
    [400, 'credentials_rejected', 60],
    [401, 'credentials_rejected', 60],
    [403, 'credentials_rejected', 60],
    [404, 'request_refused', 60],
    [405, 'request_refused', 60],
    [418, 'request_refused', 60],
    [408, 'upstream_timeout', 30],
    [504, 'upstream_timeout', 30],
    [500, 'unreachable', 30],
    [502, 'unreachable', 30],
    [599, 'unreachable', 30],
    [300, 'redirect_refused', 600],
    [301, 'redirect_refused', 600],
    [307, 'redirect_refused', 600],
  ])('%i means %s, for %i s', (status, code, seconds) => {
    expect(tokenFailure(answer(status))).toEqual({ code, seconds });
  });

  test('429 means rate_limited, for as long as it says or 60 s', () => {
    expect(tokenFailure(answer(429))).toEqual({ code: 'rate_limited', seconds: 60, coolDown: true });
  });

  test('that never comes means unreachable, for 30 s', () => {
    expect(TOKEN_OUTCOMES.noAnswer).toEqual({ code: 'unreachable', seconds: 30 });
  });

  test.each([202, 204])('%i is no token, and no report is spoken of', (status) => {
    expect(tokenFailure(answer(status))).toEqual({
      code: 'invalid_response',
      seconds: 60,
      sentence: expect.stringMatching(/^Tell the operator of the service: the authorisation server sent/),
    });
  });

  test.each([200, 201])('%i is judged by its body', (status) => {
    expect(tokenFailure(answer(status))).toBeUndefined();
  });
});
