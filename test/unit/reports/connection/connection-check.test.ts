import { describe, expect, test } from '@jest/globals';
import { startBudget } from '../../../../src/budget';
import { ReportError } from '../../../../src/employer-api/errors';
import { checkConnection } from '../../../../src/reports/connection/connection-check';
import { NEW_PACE, notePace, type Pace, readPace } from '../../../../src/reports/fetching/pace';
import { REPLACED } from '../../../../src/reports/fetching/shared-state';
import { Fetching } from '../../../support/fetching';
import { type HiddenLimits, LimitedService } from '../../../support/limited-service';
import { MemoryProperties } from '../../../support/memory-properties';
import { ADDRESSES, CONNECTION, reportBody } from '../../../support/sample-report';
import { answer, type StubAnswer } from '../../../support/stub-transport';
import { ZonedCalendar } from '../../../support/zoned-calendar';

const CONNECTED = { connection: JSON.stringify(CONNECTION), zone: 'Europe/London' };
/** Yesterday's report: 2026-03-09. */
const YESTERDAY = answer(
  200,
  reportBody([], { request: { employer_id: 1042, from_date: '2026-03-09', to_date: '2026-03-09' } }),
);
const TOKEN = { access_token: 'marked-token', token_type: 'Bearer', expires_in: 3600 };

function checking(
  report: StubAnswer | 'none' = YESTERDAY,
  properties: Record<string, string> = CONNECTED,
  token?: StubAnswer | 'none',
) {
  const given = (one: StubAnswer | 'none') => (one === 'none' ? undefined : one);
  const fetching = new Fetching([given(report)]);
  if (token !== undefined) fetching.transport.tokenAnswer = () => given(token);
  const document = new MemoryProperties(properties);
  const calendar = new ZonedCalendar(fetching.clock);
  const stores = { document, user: new MemoryProperties(), spreadsheetId: 's-1', addresses: ADDRESSES };
  const budget = startBudget('sidebar', fetching.clock.now());
  const check = () => checkConnection({ stores, fetchingFor: () => fetching.services, calendar, budget });
  const requests = () => [fetching.transport.tokenRequests.length, fetching.transport.reportRequests.length];
  return { check, fetching, requests, calendar, document };
}

/** The states of the eight steps as one word: o(k), w(arning), f(ailed), - not reached. */
function pattern({ checks }: ReturnType<typeof checkConnection>): string {
  const signs = { ok: 'o', warning: 'w', failed: 'f', not_reached: '-' };
  return checks.map(({ state }) => signs[state]).join('');
}

function failedStep({ checks }: ReturnType<typeof checkConnection>): string[] {
  return checks.filter(({ state }) => state === 'failed').map(({ name }) => name);
}

function sentenceOf({ checks }: ReturnType<typeof checkConnection>, wanted: string): string {
  return checks.find(({ name }) => name === wanted)?.sentence ?? '';
}

describe('a check of a connection that works', () => {
  test('asks for a token and for yesterday, by the clock of the spreadsheet, and finds all eight steps in order', () => {
    const { check, fetching, requests } = checking();
    const found = check();
    expect([found.error, found.message]).toEqual([
      undefined,
      'The connection works: 0 shifts on 2026-03-09.',
    ]);
    expect(found.checks.map(({ name }) => name)).toEqual([
      'Address',
      'Clock',
      'Network',
      'Credentials',
      'Token scope',
      'Employer',
      'Report access',
      'One-day report',
    ]);
    expect([pattern(found), requests()]).toEqual(['oooooooo', [1, 2]]);
    expect(fetching.transport.reportRequests[0]?.url).toContain('from_date=2026-03-09&to_date=2026-03-09');
  });

  test('knows another yesterday in another zone', () => {
    const { check, fetching, calendar } = checking(answer(500), { connection: CONNECTED.connection });
    calendar.name = 'Pacific/Kiritimati';
    check();
    expect(fetching.transport.reportRequests[0]?.url).toContain('from_date=2026-03-10&to_date=2026-03-10');
  });

  test('goes past what is remembered, and clears it', () => {
    const { check, fetching } = checking();
    const mark = { code: 'not_available', until: Number.MAX_SAFE_INTEGER, seconds: 600 };
    fetching.put('credential', { mark });
    fetching.put('origin', { failures: 3, mark });
    check();
    expect([fetching.entry('credential').mark, fetching.entry('origin')]).toEqual([
      undefined,
      { failures: 0 },
    ]);
  });

  test('takes an answer that names no scope as one that grants what was asked for', () => {
    expect(pattern(checking(YESTERDAY, CONNECTED, answer(200, TOKEN)).check())).toBe('oooooooo');
  });

  test('warns of a token that came without the scope', () => {
    const found = checking(YESTERDAY, CONNECTED, answer(200, { ...TOKEN, scope: 'openid' })).check();
    expect([found.error, pattern(found)]).toEqual([undefined, 'oooowooo']);
  });
});

describe('a check tells apart', () => {
  test.each<[string, StubAnswer | 'none', string, string, string]>([
    ['401 of a fresh token', answer(401), 'token_rejected', 'Token scope', 'oooof---'],
    ['403', answer(403), 'wrong_employer', 'Employer', 'ooooof--'],
    ['404', answer(404), 'not_available', 'Report access', 'ooooo-f-'],
    ['429', answer(429, '', { 'retry-after': '120' }), 'rate_limited', 'One-day report', 'ooooo--f'],
    ['504', answer(504), 'upstream_timeout', 'One-day report', 'ooooo--f'],
    ['500', answer(500), 'unreachable', 'One-day report', 'ooooo--f'],
    ['501', answer(501), 'unreachable', 'One-day report', 'ooooo--f'],
    ['no answer', 'none', 'unreachable', 'One-day report', 'ooooo--f'],
    ['a redirect', answer(302), 'redirect_refused', 'Address', 'foooo---'],
    ['an answer that is no report', answer(200, '{}'), 'invalid_response', 'One-day report', 'ooooooof'],
  ])(
    '%s to the report, after asking for it once, alone and with the next day',
    (_, given, code, step, states) => {
      const { check, requests } = checking(given);
      const found = check();
      expect([found.error?.code, failedStep(found), pattern(found)]).toEqual([code, [step], states]);
      expect(sentenceOf(found, step)).toBe(found.message);
      expect(requests()).toEqual([1, 2]);
    },
  );

  test('steps that an earlier failure skipped from those that only a later step could tell', () => {
    const found = checking(answer(404)).check();
    expect(sentenceOf(found, 'Employer')).toBe('Not known, because “Report access” failed.');
    expect(sentenceOf(found, 'One-day report')).toBe('Skipped, because an earlier step failed.');
  });

  test.each<[string, StubAnswer | 'none', string, string, string]>([
    ['401', answer(401), 'credentials_rejected', 'Credentials', 'ooof----'],
    ['400', answer(400), 'credentials_rejected', 'Credentials', 'ooof----'],
    ['429', answer(429, '', { 'retry-after': '120' }), 'rate_limited', 'Credentials', 'ooof----'],
    ['504', answer(504), 'upstream_timeout', 'Credentials', 'ooof----'],
    ['503', answer(503), 'unreachable', 'Credentials', 'ooof----'],
    ['a page', answer(200, '<html>'), 'invalid_response', 'Credentials', 'ooof----'],
    ['a redirect', answer(302), 'redirect_refused', 'Address', 'foo-----'],
    ['no answer from a placeholder', 'none', 'unreachable', 'Address', 'f-------'],
  ])('%s to the token, and asks for no report', (_, given, code, step, states) => {
    const { check, requests } = checking(YESTERDAY, CONNECTED, given);
    const found = check();
    expect([found.error?.code, failedStep(found), pattern(found)]).toEqual([code, [step], states]);
    expect(requests()).toEqual([1, 0]);
  });

  test('how long to wait after a 429', () => {
    const { check } = checking(answer(429, '', { 'retry-after': '120' }));
    expect(check().message).toMatch(
      /^Wait 2 minutes, then try again: the service has had too many requests\. \(HTTP 429, ref id-\d+\)$/,
    );
  });

  test('a service that wants to be left alone, with no request', () => {
    const { check, fetching, requests } = checking();
    const until = fetching.clock.now() + 60_000;
    fetching.put('credential', { mark: { code: 'rate_limited', until, seconds: 60 } });
    const found = check();
    expect([found.error?.code, failedStep(found), requests()]).toEqual(['rate_limited', ['Network'], [0, 0]]);
  });

  test('a refused report whose token lacks the scope from one whose token has it', () => {
    const token = answer(200, { ...TOKEN, scope: 'openid' });
    const found = checking(answer(403), CONNECTED, token).check();
    expect([failedStep(found), found.error?.code]).toEqual([['Token scope'], 'wrong_employer']);
    expect(found.message).toContain('grant these credentials the scope employer_access');
  });

  test('a permission that was not given', () => {
    const { check, fetching } = checking();
    fetching.transport.send = () => {
      throw new ReportError('permission_missing');
    };
    const found = check();
    expect([found.error?.code, failedStep(found), pattern(found)]).toEqual([
      'permission_missing',
      ['Network'],
      'o-f-----',
    ]);
  });

  test('an address that was another one when the secret was typed, with no request', () => {
    const moved = JSON.stringify({ ...CONNECTION, authOrigin: 'https://old.service.example' });
    const { check, requests } = checking(YESTERDAY, { connection: moved });
    const found = check();
    expect([found.error?.code, failedStep(found), requests()]).toEqual([
      'settings_missing',
      ['Address'],
      [0, 0],
    ]);
  });

  test('a spreadsheet without a connection, with no request', () => {
    const { check, requests } = checking(YESTERDAY, {});
    const found = check();
    expect([failedStep(found), pattern(found), requests()]).toEqual([['Credentials'], 'o--f----', [0, 0]]);
  });
});

describe('a check while someone changes the connection', () => {
  test('sends nothing once it was replaced or removed', () => {
    const { check, fetching, requests } = checking();
    fetching.put('token', REPLACED);
    const found = check();
    expect([found.error?.code, found.message, requests()]).toEqual([
      'settings_missing',
      'Try again: the connection was changed meanwhile.',
      [0, 0],
    ]);
    expect([fetching.entry('token'), fetching.lock.isHeld]).toEqual([REPLACED, false]);
  });

  test('sends nothing where one’s own is no longer the saved one, although no cache says so', () => {
    const { check, fetching, requests } = checking();
    fetching.withSaved(() => false);
    expect([check().error?.code, requests()]).toEqual(['settings_missing', [0, 0]]);
  });

  test('asks for the token under the lock, keeps it there, and asks for the report without it', () => {
    const { check, fetching } = checking();
    const held: [string, boolean][] = [];
    const note = (what: string) => held.push([what, fetching.lock.isHeld]);
    const { tokenAnswer } = fetching.transport;
    fetching.transport.tokenAnswer = (count) => {
      note('token');
      return tokenAnswer(count);
    };
    fetching.transport.whileReporting = () => {
      note(`report, token ${fetching.entry('token').value}`);
      fetching.transport.whileReporting = () => fetching.put('token', REPLACED);
    };
    check();
    expect(held).toEqual([
      ['token', true],
      ['report, token token-1', false],
    ]);
    // Whoever changed the connection while the report was on its way is not undone.
    expect(fetching.entry('token')).toEqual(REPLACED);
  });

  test('says busy, and sends nothing, while the lock is not to be had', () => {
    const { check, fetching, requests } = checking();
    fetching.lock.refusals = 1;
    expect([check().error?.code, requests()]).toEqual(['busy', [0, 0]]);
  });

  test('leaves a token that is kept', () => {
    const { check, fetching } = checking();
    const now = fetching.clock.now();
    fetching.put('token', { value: 'kept', obtainedAt: now, expiresAt: now + 1000 });
    check();
    expect(fetching.entry('token').value).toBe('kept');
  });
});

describe('the clocks', () => {
  // The stub's clock shows 2026-03-10 12:00:00 UTC.
  test.each([
    ['five minutes ahead', 'Tue, 10 Mar 2026 12:05:00 GMT', 'ok', 'agree'],
    ['five minutes behind', 'Tue, 10 Mar 2026 11:55:00 GMT', 'ok', 'agree'],
    ['twelve minutes ahead', 'Tue, 10 Mar 2026 12:12:00 GMT', 'warning', '12 minutes ahead of Google'],
    ['an hour behind', 'Tue, 10 Mar 2026 11:00:00 GMT', 'warning', '60 minutes behind Google'],
    ['a date of another form', '2026-03-10T12:00:00Z', 'ok', 'Not compared'],
  ])('%s', (_, date, state, words) => {
    const { check } = checking(YESTERDAY, CONNECTED, answer(200, TOKEN, { date }));
    const clock = check().checks.find(({ name }) => name === 'Clock');
    expect([clock?.state, clock?.sentence]).toEqual([state, expect.stringContaining(words)]);
  });
});

describe('yesterday alone and with the next day', () => {
  const RECORDS_A_DAY = 10;

  function checkingDays(limits: HiddenLimits, pace?: Partial<Pace>) {
    const known = pace && { pace: notePace({ ...NEW_PACE, ...pace }, CONNECTION) };
    const checked = checking('none', { ...CONNECTED, ...known });
    const { report } = new LimitedService(checked.fetching.clock, () => RECORDS_A_DAY, limits);
    checked.fetching.transport.next(report);
    const found = checked.check();
    const { after, before } = readPace(checked.document.readAll().pace, CONNECTION.fingerprint);
    return { found, line: found.checks[7], margin: { before, after }, requests: checked.requests() };
  }

  test('hold the same: nothing more is asked for, or kept', () => {
    const { line, margin, requests } = checkingDays({});
    expect(line).toMatchObject({ state: 'ok', sentence: '10 shifts on 2026-03-09.' });
    expect([margin, requests]).toEqual([{ before: 0, after: 0 }, [1, 2]]);
  });

  test('show that the last day is left out, what to ask whom, and what the add-on does', () => {
    const { found, line, margin } = checkingDays({ excludesLastDay: true });
    expect([found.error, found.message]).toEqual([
      undefined,
      'The connection works: 10 shifts on 2026-03-09.',
    ]);
    expect(line).toMatchObject({
      state: 'warning',
      sentence:
        'Ask the operator of the service whether to_date is included: of 10 shifts on 2026-03-09, 0 came when that day was asked for alone. From now on the add-on requests extra days and shows only the ones you asked for.',
    });
    expect(margin).toEqual({ before: 0, after: 1 });
  });

  test.each([1, -1] as const)('show that days begin at another hour (%i)', (by) => {
    const { line, margin } = checkingDays({ otherDays: { every: 5, by } });
    expect(line).toMatchObject({
      state: 'warning',
      sentence: expect.stringContaining('in which time zone its days begin'),
    });
    expect(margin).toEqual({ before: 1, after: 2 });
  });

  test('show that days begin at another hour and the last one is left out', () => {
    const { margin } = checkingDays({ otherDays: { every: 5, by: -1 }, excludesLastDay: true });
    expect(margin).toEqual({ before: 1, after: 2 });
  });

  test('show that the last day is included by now', () => {
    expect(checkingDays({}, { after: 1 }).margin).toEqual({ before: 0, after: 0 });
    expect(checkingDays({ excludesLastDay: true }, { after: 1 }).margin).toEqual({ before: 0, after: 1 });
  });

  test('take back nothing else: one day shows too little', () => {
    const known = { before: 1, after: 2 };
    expect(checkingDays({}, known).margin).toEqual(known);
    expect(checkingDays({ excludesLastDay: true }, known).margin).toEqual(known);
  });

  test('of which only the first comes: it counts', () => {
    const { line, margin } = checkingDays({ days: 1 });
    expect([line?.sentence, margin]).toEqual(['10 shifts on 2026-03-09.', { before: 0, after: 0 }]);
  });
});
