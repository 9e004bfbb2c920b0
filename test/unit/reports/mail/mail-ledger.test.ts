import { describe, expect, test } from '@jest/globals';
import { utf8Length } from '../../../../src/employer-api/text';
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
