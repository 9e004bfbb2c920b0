import { describe, expect, test } from '@jest/globals';
import type { Surface } from '../../../src/budget';
import { type OutcomeRule, REPORT_OUTCOMES, reportOutcome } from '../../../src/employer-api/errors';
import { answer } from '../../support/stub-transport';

/** Set before the code was written: statuses, attempts in a cell, the sidebar and a trigger, subject, seconds, code. */
const TABLE: readonly (readonly [readonly number[], string, string, number, string])[] = [
  [[201, 204, 206], '1 1 2', 'request', 60, 'invalid_response'],
  [[301, 302, 303, 304, 307, 308], '1 1 1', 'request', 600, 'redirect_refused'],
  [[400, 405, 413, 414, 415, 418, 422, 451], '1 1 1', 'request', 600, 'request_refused'],
  [[401], '1 1 1', 'credential', 60, 'token_rejected'],
  [[403], '1 1 1', 'credential', 600, 'wrong_employer'],
  [[404], '1 1 1', 'credential', 600, 'not_available'],
  [[408, 504], '2 3 4', 'origin', 60, 'upstream_timeout'],
  [[500, 502, 503], '2 3 4', 'origin', 60, 'unreachable'],
  [[501, 505, 520, 599], '1 1 1', 'origin', 60, 'unreachable'],
];
const ROWS = TABLE.flatMap(([statuses, ...rest]) => statuses.map((status) => [status, ...rest] as const));
const SURFACES: readonly Surface[] = ['cell', 'sidebar', 'trigger'];

const attempts = (rule: OutcomeRule | undefined) =>
  SURFACES.map((surface) => rule?.attempts[surface]).join(' ');

describe('an answer of the report call', () => {
  test.each(ROWS)(
    '%i: attempts %s, remembered for the %s, %i s, as %s',
    (status, tries, subject, seconds, code) => {
      const rule = reportOutcome(answer(status));
      expect(rule).toMatchObject({ code, remember: { subject, seconds } });
      expect(attempts(rule)).toBe(tries);
    },
  );

  test('429 is tried again and sets a cool-down for the credential', () => {
    const rule = reportOutcome(answer(429));
    expect([rule?.code, rule?.remember.subject, rule?.coolDown, attempts(rule)]).toEqual([
      'rate_limited',
      'credential',
      true,
      '2 3 4',
    ]);
  });

  test('that never comes is tried twice and remembered for 30 seconds', () => {
    const rule: OutcomeRule = REPORT_OUTCOMES.noAnswer;
    expect([rule.code, attempts(rule), rule.remember]).toEqual([
      'unreachable',
      '2 2 2',
      { subject: 'origin', seconds: 30 },
    ]);
  });

  test('200 is judged by its body', () => {
    expect(reportOutcome(answer(200))).toBeUndefined();
  });

  test('counts for the circuit with 408 and every 5xx, and with no other', () => {
    const counting = [200, 204, 302, 400, 401, 403, 404, 408, 429, 500, 501, 502, 503, 504, 599].filter(
      (status) => reportOutcome(answer(status))?.circuit,
    );
    expect(counting).toEqual([408, 500, 501, 502, 503, 504, 599]);
    expect(REPORT_OUTCOMES.noAnswer).not.toHaveProperty('circuit');
  });
});

describe('a 404 for a path that is not documented, section 4.3', () => {
  test('refuses that request only, and says whom to ask', () => {
    expect(reportOutcome(answer(404), true)).toMatchObject({
      code: 'request_refused',
      remember: { subject: 'request', seconds: 600 },
      sentence: expect.stringMatching(/^Have the path of this report checked by whoever built this add-on/),
    });
  });

  test('is the only outcome that differs', () => {
    const statuses = [200, 201, 301, 400, 401, 403, 408, 429, 500, 504];
    expect(statuses.map((status) => reportOutcome(answer(status), true))).toEqual(
      statuses.map((status) => reportOutcome(answer(status))),
    );
  });
});
