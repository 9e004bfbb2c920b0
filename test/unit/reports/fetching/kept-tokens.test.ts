import { beforeEach, describe, expect, test } from '@jest/globals';
import { startBudget } from '../../../../src/budget';
import { isReportError } from '../../../../src/employer-api/errors';
import { KeptTokens, keepToken, requestToken } from '../../../../src/reports/fetching/kept-tokens';
import { dailyReport } from '../../../support/daily-report';
import { Fetching, failureOf } from '../../../support/fetching';
import { CONNECTION } from '../../../support/sample-report';
import { StubClock } from '../../../support/stub-clock';

const START = '2026-03-10T12:00:00Z';
/** A formula may fetch for 25 seconds, and a request needs 2 of them. docs/limits.md. */
const [CELL_MILLIS, REQUEST_MILLIS] = [25_000, 2000];

let fetching: Fetching;
beforeEach(() => {
  fetching = new Fetching([dailyReport]);
  putToken('dead');
});

function putToken(value: string): void {
  const now = fetching.clock.now();
  fetching.put('token', { value, obtainedAt: now, expiresAt: now + 600_000 });
}

/** A formula whose token `dead` was refused. */
const renew = (clock: StubClock = fetching.clock) =>
  new KeptTokens({ ...fetching.services, clock }, startBudget('cell', clock.now())).renew(
    CONNECTION,
    fetching.keys,
    'dead',
  );
/** While another execution holds the lock: what it does during a pause. */
function meanwhile(act: (pause: number) => void): void {
  fetching.lock.refusals = Number.POSITIVE_INFINITY;
  fetching.clock.duringSleep = act;
}
const refused = () => {
  const mark = { code: 'credentials_rejected', until: fetching.clock.now() + 60_000, seconds: 60 };
  fetching.put('credential', { mark });
};
const sent = () => fetching.transport.tokenRequests.length;

describe('a token that another execution renews', () => {
  test('is used as soon as it is there, and not requested again', () => {
    meanwhile((pause) => {
      if (pause === 3) putToken('fresh');
    });
    expect([renew(), fetching.clock.pauses.length, sent()]).toEqual(['fresh', 3, 0]);
  });

  test('is used if it was there just before the lock was free', () => {
    putToken('fresh');
    expect([renew(), sent(), fetching.lock.isHeld]).toEqual(['fresh', 0, false]);
  });

  test('is not waited for once its request has failed', () => {
    meanwhile((pause) => {
      if (pause === 2) refused();
    });
    expect(failureOf(renew).code).toBe('credentials_rejected');
    expect([fetching.clock.pauses.length, sent()]).toEqual([2, 0]);
  });

  test('whose request failed just before the lock was free is not requested again', () => {
    refused();
    expect(failureOf(renew).code).toBe('credentials_rejected');
    expect([sent(), fetching.lock.isHeld]).toEqual([0, false]);
  });

  test('is waited for while the time that is left takes another look and a request', () => {
    meanwhile(() => undefined);
    const end = fetching.clock.now() + CELL_MILLIS;
    expect(failureOf(renew).code).toBe('busy');
    const left = end - fetching.clock.now();
    expect(left).toBeGreaterThanOrEqual(REQUEST_MILLIS);
    expect(left).toBeLessThan(REQUEST_MILLIS + 300);
  });

  test.each([
    [0, 150],
    [0.9, 420],
  ])('is looked for every 300 ms, more or less by up to a half: by chance %d every %i', (chance, pause) => {
    const clock = new StubClock(START, chance, () => putToken('fresh'));
    fetching.lock.refusals = 1;
    renew(clock);
    expect(clock.pauses).toEqual([expect.closeTo(pause, 6)]);
  });
});

describe('a token that is put into the cache', () => {
  const kept = (tokenSeconds: number, otherSeconds?: number) => {
    const { clock, cache, keys } = fetching;
    cache.entries.clear();
    const token = { value: 't', obtainedAt: clock.now(), expiresAt: clock.now() + tokenSeconds * 1000 };
    const others =
      otherSeconds === undefined ? undefined : { entries: { claim: 'c' }, seconds: otherSeconds };
    keepToken(fetching.services, keys, token, others);
    return [cache.calls.putAll, fetching.entry('token').value, cache.entries.get('claim')];
  };

  test.each<[string, number, number | undefined, unknown[]]>([
    ['alone takes one call', 60, undefined, [1, 't', undefined]],
    ['takes those with it that are needed less long', 60, 20, [1, 't', 'c']],
    ['takes those with it that are needed as long', 60, 60, [1, 't', 'c']],
    ['leaves those that are needed longer to a call of their own', 60, 61, [2, 't', 'c']],
  ])('%s', (_, tokenSeconds, otherSeconds, expected) => {
    expect(kept(tokenSeconds, otherSeconds)).toEqual(expected);
  });
});

describe('a token request', () => {
  /** The time-out of one that is sent so many seconds before the end of the execution. */
  const timeout = (secondsLeft: number) => {
    const deadline = fetching.clock.now() + secondsLeft * 1000;
    requestToken(fetching.services, { surface: 'cell', deadline, timeoutSeconds: 15 }, CONNECTION);
    return fetching.transport.tokenRequests[0]?.timeoutSeconds;
  };

  test.each([
    ['ten seconds where there is time', 25, 10],
    ['what is left where that is less', 6, 6],
    ['ten seconds where nothing fits: it was asked for all the same', 1, 10],
  ])('has %s', (_, left, seconds) => {
    expect(timeout(left)).toBe(seconds);
  });

  test('fails with a failure of the service whatever its answer holds', () => {
    fetching.transport.tokenAnswer = () => ({ status: 200, headers: {}, text: '{"access_token":' });
    const result = requestToken(fetching.services, startBudget('cell', fetching.clock.now()), CONNECTION);
    expect('error' in result && isReportError(result.error) && result.error.code).toBe('invalid_response');
  });
});
