import { describe, expect, test } from '@jest/globals';
import { utf8Length } from '../../../../src/employer-api/text';
import { ADDRESSES_A_DAY, NEW_ADDRESSES_A_DAY } from '../../../../src/limits';
import {
  entryOf,
  formatLedger,
  type MailLedger,
  parseLedger,
  quietUntil,
  turnOf,
  withCollected,
  withSent,
} from '../../../../src/reports/mail/mail-ledger';

const NOW = Date.parse('2026-03-10T12:00:00Z');
const HOUR = 3_600_000;
const NONE = parseLedger('');
const sendTo = (ledger: MailLedger, address: string, at: number) =>
  withSent(ledger, 'alerts', address, { isDigest: false, hasNews: true }, at);

describe('what is remembered of mail', () => {
  test.each(['', 'null', '{', '[]', '{"version":2}', '{"version":1,"alerts":{"a@b":{}}}'])(
    'is nothing where it cannot be read: %j',
    (text) => expect(parseLedger(text)).toEqual(NONE),
  );

  test('reads back as it was', () => {
    const sent = withCollected(
      sendTo(NONE, 'Ann@b.example', NOW),
      'failures',
      'bob@b.example',
      [['r-1', true]],
      NOW,
    );
    expect(parseLedger(formatLedger(sent, NOW))).toEqual(sent);
    expect(entryOf(sent, 'alerts', 'ann@B.example').sent).toEqual([NOW]);
  });

  test('fits into one property, newest addresses first, whatever their length', () => {
    let ledger = NONE;
    for (let at = 0; at < 300; at += 1)
      ledger = sendTo(ledger, `${at}-${'é'.repeat(240)}@b.example`, NOW + at * HOUR);
    const text = formatLedger(ledger, NOW + 300 * HOUR);
    expect(utf8Length(text)).toBeLessThanOrEqual(8000);
    expect(Object.keys(parseLedger(text).alerts)[0]).toMatch(/^299-/);
  });

  test('gives up idle addresses first, then details of what was collected, and counts all of it', () => {
    const topics = Array.from({ length: 10 }, (_, at) => [`topic ${at} ${'x'.repeat(40)}`, true] as const);
    let ledger = NONE;
    for (let at = 0; at < 20; at += 1) ledger = sendTo(ledger, `idle-${at}@b.example`, NOW - 30 * HOUR);
    const collect = (address: string, times: number) => {
      for (let at = 0; at < times; at += 1)
        ledger = withCollected(ledger, 'alerts', address, topics, NOW - 8 * HOUR + at * HOUR);
    };
    const kept = () => parseLedger(formatLedger(ledger, NOW));
    const idle = () => Object.keys(kept().alerts).filter((address) => address.startsWith('idle')).length;

    collect('a@b.example', 8);
    expect(entryOf(kept(), 'alerts', 'a@b.example').log).toEqual(
      entryOf(ledger, 'alerts', 'a@b.example').log,
    );
    expect(idle()).toBe(20);
    collect('b@b.example', 8);
    expect(entryOf(kept(), 'alerts', 'b@b.example').log).toEqual(
      entryOf(ledger, 'alerts', 'b@b.example').log,
    );
    expect(idle()).toBeGreaterThan(0);
    expect(idle()).toBeLessThan(20);

    for (const letter of 'cd') collect(`${letter}@b.example`, 8);
    const two = Object.values(entryOf(kept(), 'alerts', 'a@b.example').log);
    expect(two.map(({ count, changes }) => [count, changes])).toEqual(
      Array.from({ length: 10 }, () => [8, [NOW - 2 * HOUR, NOW - HOUR].map((at) => [at, true])]),
    );
    for (const letter of 'efghijk') collect(`${letter}@b.example`, 8);
    const { log, others } = entryOf(kept(), 'alerts', 'a@b.example');
    expect(Object.values(log)).toEqual([{ count: 8, changes: [[NOW - HOUR, true]] }]);
    expect(others).toBe(9 * 8);
  });

  /** Alerts to ten new addresses an hour and to known ones, for five days, while the ledger is stored after each hour. */
  function relay(address: (at: number) => string, meddle: (ledger: MailLedger, now: number) => MailLedger) {
    const mailed: { readonly at: number; readonly to: string; readonly isNew: boolean }[] = [];
    const known: string[] = [];
    const most = { mailed: 0, added: 0 };
    let text = '';
    for (let hour = 0; hour < 120; hour += 1) {
      const now = NOW + hour * HOUR;
      let ledger = meddle(parseLedger(text), now);
      for (const to of [
        ...Array.from({ length: 10 }, (_, at) => address(hour * 10 + at)),
        ...known.slice(-60),
      ]) {
        const turn = turnOf(ledger, 'alerts', to, true, now);
        if (turn === 'collect') {
          const changes = Array.from({ length: 10 }, (_, at) => [`${at} ${'x'.repeat(60)}`, true] as const);
          ledger = withCollected(ledger, 'alerts', to, changes, now);
        } else if (turn !== 'wait' && turn !== 'nothing') {
          ledger = withSent(ledger, 'alerts', to, { isDigest: turn === 'digest', hasNews: true }, now);
          mailed.push({ at: now, to, isNew: !known.includes(to) });
          if (!known.includes(to)) known.push(to);
        }
      }
      text = formatLedger(ledger, now);
      expect(utf8Length(text)).toBeLessThanOrEqual(8000);
      const today = mailed.filter(({ at }) => now - at < 24 * HOUR);
      most.mailed = Math.max(most.mailed, new Set(today.map(({ to }) => to)).size);
      most.added = Math.max(most.added, today.filter(({ isNew }) => isNew).length);
    }
    return most;
  }

  test.each<[string, (at: number) => string, (ledger: MailLedger, now: number) => MailLedger]>([
    ['changes that are collected', (at) => `a${at}@b.example`, (ledger) => ledger],
    ['the longest addresses', (at) => `a${at}@${'b'.repeat(230)}.example`, (ledger) => ledger],
    [
      'other mail',
      (at) => `a${at}@b.example`,
      (ledger, now) =>
        [1, 2, 3, 4].reduce((after, at) => {
          const news = { isDigest: false, hasNews: true };
          return withSent(after, 'failures', `${at}.${now}@b.example`, news, now);
        }, ledger),
    ],
  ])('is never pushed out by %s while the limits of the day count it', (_, address, meddle) => {
    expect(relay(address, meddle)).toEqual({ mailed: ADDRESSES_A_DAY, added: NEW_ADDRESSES_A_DAY });
  });

  test('is forgotten of an address that got no mail for 30 days', () => {
    const ledger = sendTo(NONE, 'ann@b.example', NOW);
    const keptAfter = (days: number) =>
      Object.keys(parseLedger(formatLedger(ledger, NOW + days * 24 * HOUR)).alerts);
    expect([keptAfter(29), keptAfter(30)]).toEqual([['ann@b.example'], []]);
  });

  test('bounds what is collected: ten topics, of each the newest eight changes and their number', () => {
    let ledger = NONE;
    for (let at = 0; at < 30; at += 1) {
      const changes = Array.from({ length: 12 }, (_, topic) => [`t${topic}`, at % 2 === 0] as const);
      ledger = withCollected(ledger, 'failures', 'ann@b.example', changes, NOW + at * HOUR);
    }
    const { log, others } = entryOf(ledger, 'failures', 'ann@b.example');
    expect(Object.values(log).map(({ count, changes }) => [count, changes.length])).toEqual(
      Array(10).fill([30, 8]),
    );
    expect(others).toBe(60);
  });
});

describe('the turn of an address', () => {
  test('comes at once for a new one, and for the fourth mail within a day only a day later', () => {
    let ledger = NONE;
    for (let at = 0; at < 3; at += 1) {
      expect(turnOf(ledger, 'alerts', 'ann@b.example', true, NOW + at * HOUR)).toBe('send');
      ledger = sendTo(ledger, 'ann@b.example', NOW + at * HOUR);
    }
    const turn = (hours: number, hasNews = true) =>
      turnOf(ledger, 'alerts', 'ann@b.example', hasNews, NOW + hours * HOUR);
    expect([turn(3), turn(23.9), turn(24), turn(3, false)]).toEqual([
      'collect',
      'collect',
      'send',
      'nothing',
    ]);
  });

  test('does not stop when the clock is turned back', () => {
    const ledger = sendTo(sendTo(sendTo(NONE, 'a@b', NOW), 'a@b', NOW), 'a@b', NOW);
    expect(turnOf(ledger, 'alerts', 'a@b', true, NOW - 1000 * HOUR)).toBe('send');
    expect(quietUntil(ledger, ['a@b'], NOW - 1000 * HOUR)).toBe(0);
  });

  test('is each kind’s own', () => {
    const ledger = [0, 1, 2].reduce((before) => sendTo(before, 'a@b', NOW), NONE);
    expect(turnOf(ledger, 'failures', 'a@b', true, NOW)).toBe('send');
    expect(turnOf(ledger, 'alerts', 'a@b', true, NOW)).toBe('collect');
  });
});
