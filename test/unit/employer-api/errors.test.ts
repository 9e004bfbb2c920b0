import { describe, expect, test } from '@jest/globals';
import {
  asShown,
  FAILURES,
  type FailureCode,
  type FailureDetail,
  inOwnWords,
  isReportError,
  messageInCell,
  outcomeError,
  ReportError,
  readRetryAfter,
  refuse,
  reportOutcome,
  toReportError,
} from '../../../src/employer-api/errors';
import { answer } from '../../support/stub-transport';

const REF = '00000000-0000-4000-8000-000000000000';
const CODES = Object.keys(FAILURES) as FailureCode[];
const WITH_ADVICE = CODES.filter((code) => FAILURES[code] !== '');

test('codes without advice are those whose sentence depends on what was entered', () => {
  expect(CODES.filter((code) => FAILURES[code] === '').sort()).toEqual([
    'changed_meanwhile',
    'held_back',
    'invalid_option',
    'invalid_settings',
    'sheet_blocked',
    'too_many_requests',
  ]);
});

test.each([
  [
    'rate_limited',
    true,
    'Nothing to do, the schedule tries again: the service has had too many requests. (HTTP\u00a0504)',
  ],
  ['rate_limited', false, 'Try again later: the service has had too many requests. (HTTP\u00a0504)'],
  ['sheet_blocked', true, 'Unlock it: it is locked. (HTTP\u00a0504)'],
] as const)(
  'as a person reads it, %s keeps what is known, tried again: %s',
  (code, isTriedAgain, message) => {
    const sentence = code === 'sheet_blocked' ? 'Unlock it: it is locked' : undefined;
    const detail = { status: 504, correlationId: REF, ...(sentence && { sentence }) };
    const error = new ReportError(code, detail);
    const before = error.message;
    expect(asShown(error, isTriedAgain)).toMatchObject({
      code,
      message,
      detail: { status: 504, correlationId: REF },
    });
    expect(error.message).toBe(before);
  },
);

describe.each(WITH_ADVICE)('the sentence for %s', (code) => {
  const told = () => new ReportError(code, { status: 504, correlationId: REF, waitSeconds: 3600 }).message;

  test('is one sentence of at most 200 characters, remedy first, then the status in brackets, with no address', () => {
    expect(told()).toMatch(
      /^(Connect|Press|Check|Set|Ask|Send|Wait|Try|Tell|Open|Choose) [^.!?]+\. \(HTTP\u00a0504\)$/,
    );
    expect(told().length).toBeLessThanOrEqual(200);
    expect(told()).not.toMatch(/https?:|\.example|\w\.\w+\//);
  });

  test('has no gap left open, and no time that passes', () => {
    expect(told()).not.toMatch(/[{}]|undefined/);
    const stored = new ReportError(code, { status: 504, waitSeconds: 3600 }).message;
    expect(stored).toMatch(/^[A-Z][^{}.!?]+\. \(HTTP\u00a0504\)$/);
    expect(stored).not.toMatch(/minute|second|tomorrow|today|is running/);
  });
});

describe('a service that does not help', () => {
  const unreachable = (detail: FailureDetail) => new ReportError('unreachable', detail).message;

  test('sent no answer: an allow-list of URL Fetch may be the cause', () => {
    expect(unreachable({ correlationId: REF, waitSeconds: 30 })).toBe(
      `Try again later, then ask your Google Workspace administrator whether URL Fetch may reach the service: no answer came.`,
    );
  });

  test.each([500, 501, 502, 503, 599])('had an internal error where it answered with %i', (status) => {
    const rule = reportOutcome(answer(status), { isDocumented: true, employer: 'me' });
    expect(rule && outcomeError(rule, answer(status), 0, REF).message).toBe(
      `Try again later: the service had an internal error. (HTTP\u00a0${status})`,
    );
  });

  test('is spoken of in a more exact sentence where there is one', () => {
    expect(unreachable({ sentence: 'Have the add-on built', status: 503 })).toBe(
      'Have the add-on built. (HTTP\u00a0503)',
    );
  });
});

describe('a failure', () => {
  test('that nobody foresaw loses its text', () => {
    const unforeseen = new Error('Request failed for https://auth.service.example?client_secret=marked');
    expect(toReportError(unforeseen).message).toBe(
      'Try again later: Google Sheets did not answer as expected.',
    );
  });

  test('that was foreseen stays itself', () => {
    const error = new ReportError('busy');
    expect(toReportError(error)).toBe(error);
  });
});

describe('a refusal', () => {
  test('is its sentence, with a full stop if it has none', () => {
    const messageOf = (sentence: string) => new ReportError('busy', { sentence }).message;
    expect(
      ['Wait', 'Wait.', 'Did you mean "last week"?', 'Wait (a while)', 'Wait. Then go on'].map(messageOf),
    ).toEqual(['Wait.', 'Wait.', 'Did you mean "last week"?', 'Wait (a while)', 'Wait. Then go on.']);
    expect(() => refuse('invalid_settings', 'Enter a name')).toThrow(
      expect.objectContaining({ code: 'invalid_settings', message: 'Enter a name.' }),
    );
  });
});

describe('work of which nothing but our own words may come out', () => {
  test('returns what it returns, and ends with our sentence, as a plain error', () => {
    expect(inOwnWords(() => 7)).toBe(7);
    const refused = () => refuse('invalid_option', 'Enter a day');
    expect(() => inOwnWords(refused)).toThrow(new Error('Enter a day.'));
  });

  test('ends without the words of the platform', () => {
    const work = () => {
      throw new Error('Address unavailable: https://api.example/secret');
    };
    expect(() => inOwnWords(work)).toThrow(
      new Error('Try again later: Google Sheets did not answer as expected.'),
    );
  });

  test('knows a failure only by its name: no other value passes for one', () => {
    expect(
      [null, undefined, 'ReportError', 7, { name: 'Error' }, { name: 'ReportError' }].map(isReportError),
    ).toEqual([false, false, false, false, false, true]);
  });
});

test('in a cell the reference of the request stands with the status', () => {
  const told = (detail: FailureDetail) => messageInCell(new ReportError('redirect_refused', detail));
  const sentence = 'Tell the operator of the service: the answer is a redirect, which is never followed.';
  expect(told({ status: 302, correlationId: REF })).toBe(`${sentence} (HTTP\u00a0302, ref ${REF})`);
  expect(told({ correlationId: REF })).toBe(`${sentence} (ref ${REF})`);
  expect(told({})).toBe(sentence);
});

describe('Retry-After', () => {
  test.each([
    ['5', 5],
    ['0', 0],
    ['060', 60],
    [' 7 ', 7],
    ['3600', 3600],
    ['3601', 3600],
    ['999999999', 3600],
    ['Tue, 10 Mar 2026 12:00:30 GMT', 30],
    ['Tue, 10 Mar 2026 11:59:00 GMT', 0],
    ['Sun, 06 Nov 1994 08:49:37 GMT', 0],
    ['Sat, 10 Jan 2026 12:00:30 GMT', 0],
    ['Thu, 10 Dec 2026 12:00:30 GMT', 3600],
    ['Wed, 11 Mar 2026 12:00:00 GMT', 3600],
  ])('%j asks for %i seconds', (header, seconds) => {
    expect(readRetryAfter(header, Date.parse('2026-03-10T12:00:00Z'))).toBe(seconds);
  });

  test.each<[string | undefined, string]>([
    [undefined, 'missing'],
    ['', 'empty'],
    ['-1', 'negative'],
    ['1.5', 'decimal'],
    ['+5', 'signed'],
    ['abc', 'a word'],
    ['99999999999', 'eleven digits'],
    ['1234567890', 'ten digits'],
    ['5, 10', 'a list'],
    ['1e3', 'an exponent'],
    ['Tue Mar 10 12:00:30 2026', 'the asctime form'],
    ['Tue, 10 Mar 2026 12:00:30 UTC', 'another zone'],
    ['Tue, 10 Foo 2026 12:00:30 GMT', 'no month'],
    ['2026-03-10T12:00:30Z', 'ISO 8601'],
  ])('%j is ignored: %s', (header) => {
    expect(readRetryAfter(header, Date.parse('2026-03-10T12:00:00Z'))).toBeUndefined();
  });
});
