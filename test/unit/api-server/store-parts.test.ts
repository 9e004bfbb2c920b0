import { describe, expect, test } from '@jest/globals';
import { Allowance } from '../../api-server/allowance';
import { buildEmployers, type Employer } from '../../api-server/data/employers';
import { ServerClock } from '../../api-server/server-clock';
import { TokenRegister } from '../../api-server/token-register';

const NOON = Date.parse('2026-11-21T12:00:00Z');
const EMPLOYER = buildEmployers(1)[0] as Employer;

describe('the server clock', () => {
  test('keeps real time when no start is given', () => {
    expect(new ServerClock(undefined, () => 5).now()).toBe(5);
  });

  test('runs on from a given start', () => {
    let real = 1_000;
    const clock = new ServerClock(NOON, () => real);
    real += 250;
    expect(clock.now()).toBe(NOON + 250);
  });

  test('stands where it is set until it is released', () => {
    let real = 1_000;
    const clock = new ServerClock(NOON, () => real);
    clock.standAt(7);
    real += 250;
    const standing = clock.now();
    clock.release();
    expect([standing, clock.now()]).toEqual([7, NOON + 250]);
  });

  test('changes day at midnight UTC', () => {
    const clock = new ServerClock(undefined);
    clock.standAt(Date.parse('2026-11-21T23:59:59.999Z'));
    const before = clock.today();
    clock.standAt(Date.parse('2026-11-22T00:00:00Z'));
    expect([before, clock.today()]).toEqual([20_778, 20_779]);
  });
});

describe('the token register', () => {
  test('issues a different token each time', () => {
    const tokens = new TokenRegister(1, new ServerClock(NOON));
    expect(tokens.issue(EMPLOYER).accessToken).not.toBe(tokens.issue(EMPLOYER).accessToken);
  });

  test('forgets a token at its end, and knows it again when the clock goes back', () => {
    const clock = new ServerClock(undefined);
    clock.standAt(NOON);
    const tokens = new TokenRegister(1, clock);
    const { accessToken } = tokens.issue(EMPLOYER);
    clock.standAt(NOON + 3_600_000);
    const late = tokens.find(accessToken);
    clock.standAt(NOON + 3_599_999);
    expect([late, tokens.find(accessToken)?.employerId]).toEqual([undefined, 20_417]);
  });

  test('says how many tokens it revoked', () => {
    const tokens = new TokenRegister(1, new ServerClock(NOON));
    tokens.issue(EMPLOYER);
    tokens.issue(EMPLOYER);
    expect([tokens.revokeAll(), tokens.revokeAll()]).toEqual([2, 0]);
  });
});

describe('the allowance', () => {
  test('frees a request sixty seconds after it was made', () => {
    const clock = new ServerClock(undefined);
    const allowance = new Allowance(2, clock);
    const takeAt = (seconds: number) => {
      clock.standAt(NOON + seconds * 1000);
      return allowance.take('token');
    };
    expect([takeAt(0), takeAt(10), takeAt(20), takeAt(59.5), takeAt(60), takeAt(61)]).toEqual([
      0, 0, 40, 1, 0, 9,
    ]);
  });

  test('does not hold requests against a token that a clock set back puts into the future', () => {
    const clock = new ServerClock(undefined);
    const allowance = new Allowance(1, clock);
    clock.standAt(NOON);
    allowance.take('token');
    clock.standAt(NOON - 3_600_000);
    expect(allowance.take('token')).toBe(0);
  });

  test('is whole again once all requests are forgotten', () => {
    const allowance = new Allowance(1, new ServerClock(NOON));
    allowance.take('token');
    allowance.clear();
    expect(allowance.take('token')).toBe(0);
  });

  test('of nothing refuses everything', () => {
    expect(new Allowance(0, new ServerClock(NOON)).take('token')).toBeGreaterThan(0);
  });
});
