import { describe, expect, test } from '@jest/globals';
import { requestToken } from '../../../src/employer-api/access-token';
import { startBudget } from '../../support/budget';
import { CONNECTION } from '../../support/sample-report';
import { answer, type StubAnswer } from '../../support/stub-transport';

/* The request itself, byte for byte: test/integration/wire.test.ts. */

const NOW = Date.parse('2026-03-10T12:00:00Z');
const TOKEN = {
  access_token: 'abc.def-123',
  token_type: 'Bearer',
  expires_in: 3600,
  scope: 'employer_access',
};

const asked = (response: StubAnswer) =>
  requestToken(
    {
      transport: { send: () => [response] },
      clock: { now: () => NOW },
      budget: startBudget('sidebar', NOW),
    },
    CONNECTION,
  );
const read = (body: unknown) => asked(answer(200, body));

/** For how many seconds a token counts; NaN when the answer is refused. */
function usableSeconds(changes: Record<string, unknown>): number {
  return (read({ ...TOKEN, ...changes }).expiresAt - NOW) / 1000;
}

describe('the life of a token', () => {
  test.each([
    [3600, 3300],
    [1201, 901],
    [1200, 900],
    [1199, 900],
    [60, 45],
    [59, 45],
    [4, 3],
    [3, 3],
    [1, 1],
    [21_900, 21_600],
    [86_400, 21_600],
    [86_401, 21_600],
    [1e12, 21_600],
    ['604800', 21_600],
    ['3600', 3300],
    ['1', 1],
    [3600.5, 3300],
    [' 3600', 3300],
    [30.9, 23],
    ['30.9', 23],
    [1.5, 1],
    [299.9, 225],
    [0.5, 225],
  ])('with expires_in %j it counts for %i seconds', (expiresIn, seconds) => {
    expect(usableSeconds({ expires_in: expiresIn })).toBe(seconds);
  });

  test.each<unknown>([...[undefined, null, 0, -5, 'abc', '-5', ''], true, { seconds: 3600 }])(
    'with the odd expires_in %j it counts for 225 seconds, a quarter less than 300',
    (expiresIn) => {
      expect(usableSeconds({ expires_in: expiresIn })).toBe(225);
    },
  );

  test('begins when the request was sent', () => {
    expect(read(TOKEN)).toEqual({ value: 'abc.def-123', expiresAt: NOW + 3_300_000 });
  });
});

describe('the answer of the authorisation server', () => {
  test.each([
    ['the type in small letters', { ...TOKEN, token_type: 'bearer' }],
    ['the type in capitals', { ...TOKEN, token_type: 'BEARER' }],
    ['another scope', { ...TOKEN, scope: 'read' }],
    ['no scope', { access_token: 't', token_type: 'Bearer', expires_in: 60 }],
    ['a refresh token', { ...TOKEN, refresh_token: 'r' }],
    ['a token of 8 KB', { ...TOKEN, access_token: 'x'.repeat(8192) }],
  ])('is accepted with %s, also after a byte order mark', (_, body) => {
    expect([read(body), read(`\ufeff${JSON.stringify(body)}`)]).toEqual(
      [0, 1].map(() => expect.objectContaining({ value: body.access_token })),
    );
  });

  test.each([
    ['no access_token', { ...TOKEN, access_token: undefined }],
    ['a number for a token', { ...TOKEN, access_token: 5 }],
    ['an empty token', { ...TOKEN, access_token: '' }],
    ['a token of 8 KB and one', { ...TOKEN, access_token: 'x'.repeat(8193) }],
    ['a token of 20 KB', { ...TOKEN, access_token: 'x'.repeat(20_480) }],
    ['a line break in the token', { ...TOKEN, access_token: 'abc\r\nX-Other: 1' }],
    ['a space in the token', { ...TOKEN, access_token: 'a b' }],
    ['a token that is not ASCII', { ...TOKEN, access_token: 'tökén' }],
    ['another type, which the message does not show', { ...TOKEN, token_type: 'marked' }],
    ['no type', { ...TOKEN, token_type: undefined }],
    ['an error', { error: 'invalid_client' }],
    ['HTML', '<html>Sign in</html>'],
    ['null', 'null'],
    ['an array', '[]'],
    ['a number', '5'],
    ['nothing', ''],
    ['text cut short', '{"access_token":"abc","token_'],
  ])('is refused with %s', (_, body) => {
    expect(() => read(body)).toThrow(
      expect.objectContaining({
        code: 'invalid_response',
        message: expect.stringMatching(/authorisation server sent [^()]* token\. \(HTTP\u00a0200\)$/),
      }),
    );
  });
});

describe('a token call that fails', () => {
  test.each<[string, StubAnswer, string, number]>([
    ['400', answer(400), 'credentials_rejected', 60],
    ['401', answer(401), 'credentials_rejected', 60],
    ['403', answer(403), 'credentials_rejected', 60],
    ['403 as a page', answer(403, '<html>'), 'access_refused', 60],
    ['404', answer(404), 'request_refused', 60],
    ['408', answer(408), 'upstream_timeout', 30],
    ['429', answer(429), 'rate_limited', 60],
    ['429 with Retry-After', answer(429, '', { 'retry-after': '300' }), 'rate_limited', 300],
    ['503 with Retry-After', answer(503, '', { 'retry-after': '300' }), 'unreachable', 300],
    ['504', answer(504), 'upstream_timeout', 30],
    ['500', answer(500), 'unreachable', 30],
    ['a redirect', answer(307), 'redirect_refused', 60],
    ['no answer', undefined, 'unreachable', 30],
  ])('as %s is remembered for a while', (_, response, code, waitSeconds) => {
    expect(() => asked(response)).toThrow(
      expect.objectContaining({ code, detail: expect.objectContaining({ waitSeconds }) }),
    );
  });
});
