import { describe, expect, test } from '@jest/globals';
import { startBudget } from '../../../../src/budget';
import { ReportError } from '../../../../src/employer-api/errors';
import { checkConnection } from '../../../../src/reports/connection/connection-check';
import { dailyReport } from '../../../support/daily-report';
import { Fetching } from '../../../support/fetching';
import { MemoryProperties } from '../../../support/memory-properties';
import { ADDRESSES, CONNECTION } from '../../../support/sample-report';
import { answer, type StubAnswer, type StubReport } from '../../../support/stub-transport';
import { ZonedCalendar } from '../../../support/zoned-calendar';

/* Today is 10 March 2026. */

const CONNECTED = { connection: JSON.stringify(CONNECTION), zone: 'Europe/London' };
const TOKEN = { access_token: 'marked-token', token_type: 'Bearer', expires_in: 3600 };

function checking(report: StubReport = dailyReport, properties: Record<string, string> = CONNECTED) {
  const fetching = new Fetching([report]);
  const document = new MemoryProperties(properties);
  const calendar = new ZonedCalendar(fetching.clock);
  const stores = { document, user: new MemoryProperties(), spreadsheetId: () => 's-1', addresses: ADDRESSES };
  const budget = startBudget('sidebar', fetching.clock.now());
  const check = () => {
    const found = checkConnection({ stores, fetchingFor: () => fetching.services, calendar, budget });
    const states = found.checks.map(({ name, state }) => `${name}: ${state}`);
    return { ...found, code: found.error?.code, states };
  };
  const requests = () => [fetching.transport.tokenRequests.length, fetching.transport.reportRequests.length];
  return { check, fetching, requests, calendar };
}

const WORKS = ['Sign-in: ok', 'One-day report: ok'];

describe('a check', () => {
  test('asks for a token, then for yesterday by the clock of the spreadsheet', () => {
    const { check, fetching, requests, calendar } = checking();
    expect(check()).toMatchObject({
      error: undefined,
      message: 'The connection works: 1 shift on 9 Mar 2026.',
      states: WORKS,
    });
    expect([requests(), fetching.asked]).toEqual([[1, 1], ['2026-03-08 to 2026-03-10']]);
    calendar.name = 'Pacific/Kiritimati';
    expect(checking(dailyReport, { connection: CONNECTED.connection }).check().code).toBeUndefined();
  });

  test('goes past what is remembered, clears it, and leaves the newest token', () => {
    const { check, fetching } = checking();
    const now = fetching.clock.now();
    fetching.put('state', { failure: { code: 'not_available', at: now, until: now + 60_000 } });
    check();
    expect([fetching.entry('state'), fetching.entry('token').value]).toEqual([{}, 'token-1']);
  });

  test('makes no request of a service that asked to wait', () => {
    const { check, fetching, requests } = checking();
    const now = fetching.clock.now();
    fetching.put('state', { failure: { code: 'rate_limited', status: 429, at: now, until: now + 60_000 } });
    expect(check()).toMatchObject({
      code: 'rate_limited',
      states: ['Sign-in: failed'],
      message: 'Wait a minute, then try again: the service has had too many requests. (HTTP 429)',
    });
    expect(requests()).toEqual([0, 0]);
  });

  test.each<[string, StubAnswer, string]>([
    ['401', answer(401), 'credentials_rejected'],
    ['400', answer(400), 'credentials_rejected'],
    ['403 as a page', answer(403, '<html>'), 'access_refused'],
    ['429', answer(429), 'rate_limited'],
    ['504', answer(504), 'upstream_timeout'],
    ['503', answer(503), 'unreachable'],
    ['a page', answer(200, '<html>'), 'invalid_response'],
    ['a redirect', answer(302), 'redirect_refused'],
    ['no answer', undefined, 'unreachable'],
  ])('%s to the token: the sign-in failed, and nothing else is asked for', (_, given, code) => {
    const { check, fetching, requests } = checking();
    fetching.transport.tokenAnswer = () => given;
    expect(check()).toMatchObject({ code, states: ['Sign-in: failed'] });
    expect(requests()).toEqual([1, 0]);
  });

  test.each<[string, StubAnswer, string]>([
    ['401 of a fresh token', answer(401), 'token_rejected'],
    ['403', answer(403), 'access_refused'],
    ['404', answer(404), 'not_available'],
    ['429', answer(429), 'rate_limited'],
    ['504', answer(504), 'upstream_timeout'],
    ['500', answer(500), 'unreachable'],
    ['no answer', undefined, 'unreachable'],
    ['another shape', answer(200, '{}'), 'invalid_response'],
  ])('%s to the report: that step failed, and others wait', (_, given, code) => {
    const { check, fetching } = checking(() => given);
    expect(check()).toMatchObject({ code, states: ['Sign-in: ok', 'One-day report: failed'] });
    expect(fetching.entry('state').failure).toMatchObject({ code });
  });

  test('leaves that another asks the service now, and for how many days at once', () => {
    const { check, fetching } = checking();
    const until = fetching.clock.now() + 5000;
    const known = { claimedUntil: until, span: { days: 7, until } };
    fetching.put('state', known);
    check();
    expect(fetching.entry('state')).toEqual(known);
  });

  test('of a connection with a number explains 403 by the employer', () => {
    const connection = JSON.stringify({ ...CONNECTION, employer: '77' });
    expect(checking(answer(403), { ...CONNECTED, connection }).check().code).toBe('wrong_employer');
  });

  test.each<[string, Record<string, unknown>, Record<string, string>, string, string]>([
    ['a scope that was not granted', { scope: 'openid' }, {}, 'Token scope', 'the token came without it.'],
    ['a clock ahead', {}, { date: 'Tue, 10 Mar 2026 12:12:00 GMT' }, 'Clock', '12 minutes ahead of Google’s'],
    ['a clock behind', {}, { date: 'Tue, 10 Mar 2026 11:00:00 GMT' }, 'Clock', '60 minutes behind Google’s'],
  ])('warns of %s', (_, changes, headers, name, words) => {
    const { check, fetching } = checking();
    fetching.transport.tokenAnswer = () => answer(200, { ...TOKEN, ...changes }, headers);
    const { error, states, checks } = check();
    expect([error, states]).toEqual([undefined, [WORKS[0], `${name}: warning`, WORKS[1]]]);
    expect(checks[1]?.sentence).toContain(words);
  });

  test('names the step for what fails here: no connection, no permission', () => {
    const none = checking(dailyReport, {});
    expect([none.check().code, none.requests()]).toEqual(['settings_missing', [0, 0]]);
    const { check, fetching } = checking();
    fetching.transport.send = () => {
      throw new ReportError('permission_missing');
    };
    expect(check()).toMatchObject({ code: 'permission_missing', states: ['Sign-in: failed'] });
  });
});
