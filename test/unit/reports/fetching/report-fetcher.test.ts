import { describe, expect, test } from '@jest/globals';
import { Fetching, failureOf } from '../../../support/fetching';
import { CONNECTION, RANGE, RECORD, ROW, reportAnswer } from '../../../support/sample-report';
import { answer } from '../../../support/stub-transport';

const OTHER_RANGE = { from: RANGE.from, to: RANGE.to + 1 };

describe('a cold cell', () => {
  test('asks for one token and one report, and gives its rows', () => {
    const fetching = new Fetching([reportAnswer()]);
    expect(fetching.cell()).toMatchObject({
      range: RANGE,
      rows: [ROW],
      generatedAt: '2026-03-10T11:59:58Z',
      issueCount: 0,
    });
    expect([fetching.transport.tokenRequests.length, fetching.transport.reportRequests.length]).toEqual([
      1, 1,
    ]);
  });

  test('sends the token in the Authorization header and a correlation ID', () => {
    const fetching = new Fetching([reportAnswer()]);
    const { correlationId } = fetching.cell();
    expect(fetching.transport.reportRequests[0]?.headers).toMatchObject({
      Authorization: 'Bearer token-1',
      'X-Correlation-ID': correlationId,
    });
  });

  test('looks twice, writes token and claim together, then rows and success together', () => {
    const fetching = new Fetching([reportAnswer()]);
    fetching.cell();
    expect(fetching.cache.calls).toEqual({ getAll: 2, putAll: 2, remove: 0 });
  });

  test('holds the lock for the token and not for the report', () => {
    const fetching = new Fetching([reportAnswer()]);
    const held: boolean[] = [];
    const tokenAnswer = fetching.transport.tokenAnswer;
    fetching.transport.tokenAnswer = (count) => {
      held.push(fetching.lock.isHeld);
      return tokenAnswer(count);
    };
    fetching.transport.whileReporting = () => void held.push(fetching.lock.isHeld);
    fetching.cell();
    expect([held, fetching.lock.isHeld]).toEqual([[true, false], false]);
  });

  test('never waits for the lock: it asks and goes on', () => {
    const fetching = new Fetching([reportAnswer()]);
    fetching.cell();
    expect(fetching.lock.waits).toEqual([0]);
  });

  test('leaves neither secret nor client ID in the cache', () => {
    const fetching = new Fetching([reportAnswer()]);
    fetching.cell();
    expect(JSON.stringify([...fetching.cache.entries])).not.toMatch(/marked-client/);
  });
});

describe('a warm cell', () => {
  test('costs one cache read, no lock and no request', () => {
    const fetching = new Fetching([reportAnswer()]);
    fetching.cell();
    const requests = fetching.transport.reportRequests.length;
    const { getAll, putAll } = fetching.cache.calls;
    fetching.cell();
    expect([fetching.cache.calls.getAll - getAll, fetching.cache.calls.putAll - putAll]).toEqual([1, 0]);
    expect([fetching.transport.reportRequests.length - requests, fetching.lock.waits.length]).toEqual([0, 1]);
  });

  test.each([
    [899, 1],
    [900, 2],
  ])('%i seconds later there have been %i requests', (seconds, requests) => {
    const fetching = new Fetching([reportAnswer()]);
    fetching.cell();
    fetching.clock.advance(seconds);
    fetching.cell();
    expect(fetching.transport.reportRequests).toHaveLength(requests);
  });

  test('does not trust rows of a time to come: the clock was set back', () => {
    const fetching = new Fetching([reportAnswer()]);
    fetching.cell();
    fetching.clock.advance(-3600);
    fetching.cell();
    expect(fetching.transport.reportRequests).toHaveLength(2);
  });

  test('with other days asks for another report with the same token', () => {
    const fetching = new Fetching([reportAnswer(), answer(500)]);
    fetching.cell();
    failureOf(() => fetching.cell(OTHER_RANGE));
    expect(fetching.transport.tokenRequests).toHaveLength(1);
    expect(fetching.transport.reportRequests[1]?.url).toContain('to_date=2026-03-08');
  });

  test('after new credentials were saved shares nothing with those before', () => {
    const fetching = new Fetching([reportAnswer(), reportAnswer([{ ...RECORD, SHIFT_ID: 5 }])]);
    fetching.cell();
    const { rows } = fetching.cell(RANGE, { ...CONNECTION, fingerprint: 'fingerprint-2' });
    expect([rows[0]?.[17], fetching.transport.tokenRequests.length]).toEqual([5, 2]);
  });
});

describe('a token', () => {
  test.each([
    [3299, 1],
    [3300, 2],
    [3301, 2],
  ])('of 3,600 seconds has been asked for after %i seconds %i times', (seconds, requests) => {
    const fetching = new Fetching([reportAnswer()]);
    fetching.cell();
    fetching.clock.advance(seconds);
    fetching.cell();
    expect(fetching.transport.tokenRequests).toHaveLength(requests);
  });

  test('is not kept longer because the clock was set back', () => {
    const fetching = new Fetching([reportAnswer()]);
    fetching.cell();
    fetching.clock.advance(-3600);
    fetching.cell();
    expect(fetching.transport.tokenRequests).toHaveLength(2);
  });

  test('that was refused once is replaced, and the cell succeeds', () => {
    const fetching = new Fetching([reportAnswer(), answer(401), reportAnswer()]);
    fetching.cell();
    fetching.clock.advance(900);
    fetching.cell();
    const sent = fetching.transport.reportRequests.map(({ headers }) => headers.Authorization);
    expect(sent).toEqual(['Bearer token-1', 'Bearer token-1', 'Bearer token-2']);
    expect(fetching.entry('token').value).toBe('token-2');
  });

  test('that another execution has replaced already is not asked for again', () => {
    const fetching = new Fetching([answer(401), reportAnswer()]);
    const now = fetching.clock.now();
    fetching.transport.whileReporting = () =>
      fetching.put('token', { value: 'from-another', obtainedAt: now, expiresAt: now + 3_300_000 });
    fetching.cell();
    expect(fetching.transport.tokenRequests).toHaveLength(1);
    expect(fetching.transport.reportRequests[1]?.headers.Authorization).toBe('Bearer from-another');
  });

  test('that another execution is replacing is waited for', () => {
    const fetching = new Fetching([answer(401), reportAnswer()]);
    const now = fetching.clock.now();
    fetching.transport.whileReporting = () => {
      if (fetching.transport.reportRequests.length === 1) fetching.lock.refusals = 2;
    };
    fetching.clock.duringSleep = (pause) => {
      if (pause === 2)
        fetching.put('token', { value: 'theirs', obtainedAt: now, expiresAt: now + 3_300_000 });
    };
    fetching.cell();
    expect([fetching.clock.pauses, fetching.transport.tokenRequests.length]).toEqual([[300, 300], 1]);
    expect(fetching.transport.reportRequests[1]?.headers.Authorization).toBe('Bearer theirs');
  });

  test('that cannot be replaced before time is up gives busy', () => {
    const fetching = new Fetching([answer(401)]);
    fetching.transport.whileReporting = () => {
      fetching.lock.refusals = Number.POSITIVE_INFINITY;
    };
    expect(failureOf(() => fetching.cell()).code).toBe('busy');
    expect(fetching.clock.now() - Date.parse('2026-03-10T12:00:00Z')).toBeLessThanOrEqual(25_000);
  });
});

describe('a refresh', () => {
  test('asks the service whatever is cached, and freshens the rows for cells', () => {
    const fetching = new Fetching([reportAnswer(), reportAnswer([{ ...RECORD, SHIFT_ID: 5 }])]);
    fetching.cell();
    fetching.refresh();
    expect([fetching.cell().rows[0]?.[17], fetching.transport.reportRequests.length]).toEqual([5, 2]);
  });

  test('obeys a remembered failure', () => {
    const fetching = new Fetching([answer(403)]);
    failureOf(() => fetching.refresh());
    expect(failureOf(() => fetching.refresh()).code).toBe('wrong_employer');
    expect(fetching.transport.reportRequests).toHaveLength(1);
  });

  test('keeps cells with the same days waiting for its rows', () => {
    const fetching = new Fetching([reportAnswer()]);
    fetching.transport.whileReporting = () => {
      expect(fetching.entry('request').claim).toEqual({
        by: 'id-1',
        until: Date.parse('2026-03-10T12:00:00Z') + 62_000,
      });
    };
    fetching.refresh();
    expect(fetching.entry('request')).toEqual({});
  });
});
