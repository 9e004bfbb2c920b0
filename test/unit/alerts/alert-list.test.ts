import { describe, expect, test } from '@jest/globals';
import { parseAlerts } from '../../../src/alerts/alert-record';
import { fitEpisodes, formatEpisodes, NOT_JUDGED, parseEpisodes } from '../../../src/alerts/episode-record';
import type { Episode } from '../../../src/alerts/episodes';
import { utf8Length } from '../../../src/employer-api/text';
import { failureOf } from '../../support/fetching';
import { Alerting, WORKED, weekOf } from './alerting';

const RANGE = { from: '2026-03-02', to: '2026-03-08' };
const WEEK = weekOf(
  '2026-03-02',
  Array.from({ length: 21 }, () => ({ posted: 14, booked: 10, demand: 12, worked: 8 })),
);

describe('the alerts of a spreadsheet', () => {
  test('are kept in the order in which they were made', () => {
    const book = new Alerting();
    book.list.save(WORKED);
    book.list.save({ ...WORKED, measure: 'no_shows_percentage', target: 5 });
    book.list.save({ ...WORKED, id: 'a-1', target: 85 });
    expect(book.views().map(({ id, measure, target }) => [id, measure, target])).toEqual([
      ['a-1', 'worked_percentage', 85],
      ['a-2', 'no_shows_percentage', 5],
    ]);
  });

  test('begin anew when they watch something else, and go on when only their mail does', () => {
    const book = new Alerting();
    book.list.save(WORKED);
    book.refresh(WEEK, RANGE);
    book.list.save({ ...WORKED, id: 'a-1', email: 'bob@employer.example' });
    expect(book.views().map(({ state, mailTo }) => [state, mailTo])).toEqual([
      ['open', 'b…@employer.example'],
    ]);
    book.list.save({ ...WORKED, id: 'a-1', target: 70 });
    expect(book.views().map(({ state }) => state)).toEqual(['waiting']);
  });

  test('keep the address they have where none is given', () => {
    const book = new Alerting();
    const { email: _, ...chosen } = WORKED;
    book.list.save(WORKED);
    book.list.save({ ...chosen, id: 'a-1', target: 70 });
    expect(book.views()[0]?.mailTo).toBe('a…@employer.example');
  });

  test('go to the address of the schedule where none was ever given', () => {
    const book = new Alerting();
    const { email: _, ...chosen } = WORKED;
    book.list.save(chosen);
    expect(book.views()[0]?.mailTo).toBe('');
    const runner = {
      triggerId: 't-1',
      savedAt: 1,
      email: 'cy@employer.example',
      proven: true,
      zone: 'Europe/London',
    };
    const schedule = { version: 1, every: 'day', hour: 6, weekday: 1, savedAt: 1, lastRunAt: null };
    book.document.write({
      schedule: JSON.stringify({
        ...schedule,
        lastWakeAt: null,
        runners: [runner],
        ending: [],
        reported: {},
      }),
    });
    expect(book.views()[0]?.mailTo).toBe('c…@employer.example');
    expect(book.schedule(WEEK, RANGE).map(({ to }) => to)).toEqual(['cy@employer.example']);
  });

  test('are gone when removed, and removing one twice changes nothing', () => {
    const book = new Alerting();
    book.list.save(WORKED);
    book.refresh(WEEK, RANGE);
    book.list.remove('a-1');
    book.list.remove('a-1');
    expect(book.views()).toEqual([]);
    expect(parseEpisodes(book.document.readAll().alertEpisodes).standings).toEqual({});
    expect(book.schedule(WEEK, RANGE)).toEqual([]);
  });

  test('of a report that is gone are not shown, and go with the next change', () => {
    const book = new Alerting();
    book.list.save(WORKED);
    const report = book.document.readAll()['report.r-1'] ?? '';
    book.document.remove('report.r-1');
    expect(book.views()).toEqual([]);
    book.document.write({ 'report.r-2': report.replace('"r-1"', '"r-2"') });
    book.list.save({ ...WORKED, report: 'r-2' });
    expect(book.views().map(({ id }) => id)).toEqual(['a-2']);
    expect(parseAlerts(book.document.readAll().alerts)).toHaveLength(1);
  });

  test.each([
    ['of a report that is gone', { report: 'r-9' }, /^Choose another report: this one was removed/],
    ['that is gone', { id: 'a-9' }, /^Add the alert again: it was removed meanwhile/],
  ])('are refused %s', (_, changes, sentence) => {
    const book = new Alerting();
    const { code, message } = failureOf(() => book.list.save({ ...WORKED, ...changes }));
    expect([code, message]).toEqual(['invalid_settings', expect.stringMatching(sentence)]);
    expect(book.document.readAll().alerts).toBeUndefined();
  });

  test('are twenty at most, and fit into one property whatever their addresses', () => {
    const book = new Alerting();
    const email = `${'a'.repeat(240)}@employer.example`.slice(-254);
    for (let at = 0; at < 20; at += 1) book.list.save({ ...WORKED, email: at < 10 ? email : '' });
    expect(failureOf(() => book.list.save(WORKED)).message).toMatch(
      /^Remove an alert first: there are 20 already/,
    );
    expect(utf8Length(book.document.readAll().alerts ?? '')).toBeLessThanOrEqual(8000);
  });
});

describe('alerts with the longest words and addresses there are', () => {
  test('are refused before they outgrow their property, and those that are there stay', () => {
    const book = new Alerting();
    const email = `${'a'.repeat(240)}@employer.example`.slice(-254);
    const longest = { measure: 'true_fulfilment_percentage', strictness: 'likely_real', email } as const;
    for (let at = 0; at < 18; at += 1) book.list.save({ ...WORKED, ...longest });
    const before = book.document.readAll().alerts;
    const { message } = failureOf(() => book.list.save({ ...WORKED, ...longest, email: 'é'.repeat(800) }));
    expect(message).toMatch(/^Remove an alert first: no more can be kept/);
    expect(book.document.readAll().alerts).toBe(before);
  });
});

describe('what is stored', () => {
  const KEPT = { version: 1 } as const;
  const episode: Episode = {
    who: '酒店'.repeat(19),
    since: 46_083,
    week: 46_090,
    k: 79,
    n: 100,
    reported: true,
  };

  const STANDING = { ...NOT_JUDGED, connection: 'c1', asked: 'x1y2z3', week: 46_090, weeks: 1, judged: 3 };
  const many = Array.from({ length: 3000 }, (_, at) => ({
    ...episode,
    who: `${at} ${episode.who}`.slice(0, 40),
  }));

  test('reads back as it was', () => {
    const standing = { ...STANDING, isSample: true, open: [episode], more: 2 };
    const record = { ...KEPT, standings: { 'a-1': [standing, { ...STANDING, connection: 'c2' }] } };
    expect(parseEpisodes(formatEpisodes(record))).toEqual({
      ...KEPT,
      standings: {
        'a-1': [standing, { ...STANDING, connection: 'c2' }],
      },
    });
  });

  test.each([
    '',
    'null',
    '{}',
    '[',
    '{"version":1}',
    '{"version":2}',
    '{"version":1,"standings":{"a":{}}}',
    '{"version":1,"standings":{"a":[{}]}}',
    '{"version":1,"standings":{"a":null}}',
  ])('counts as nothing where it cannot be read: %s', (text) => {
    expect(parseEpisodes(text)).toEqual({ ...KEPT, standings: {} });
    expect(parseAlerts(text)).toEqual([]);
  });

  test('stays below 8 kB of UTF-8 however many are missed, and counts the others', () => {
    const standings = Object.fromEntries(
      Array.from({ length: 20 }, (_, at) => [`alert-${at}`, [{ ...NOT_JUDGED, open: many, over: many }]]),
    );
    const fitted = fitEpisodes({ ...KEPT, standings });
    expect(utf8Length(formatEpisodes(fitted))).toBeLessThanOrEqual(8000);
    const [first] = fitted.standings['alert-0'] ?? [];
    expect((first?.open.length ?? 0) + (first?.more ?? 0)).toBe(3000);
  });

  test('of other connections takes no room from what was judged last, and is kept whole or not at all', () => {
    const alert = (at: number) => `alert-${String(at).padStart(2, '0')}`;
    const standings = Object.fromEntries(
      Array.from({ length: 20 }, (_, at) => [
        alert(at),
        ['c1', 'c2', 'c3', 'c4'].map((connection) => ({ ...STANDING, connection, open: many.slice(0, 1) })),
      ]),
    );
    const fitted = fitEpisodes({ ...KEPT, standings });
    expect(utf8Length(formatEpisodes(fitted))).toBeLessThanOrEqual(8000);
    const kept = Object.values(fitted.standings).map((list) => list.map(({ connection }) => connection));
    expect(kept.map(([newest]) => newest)).toEqual(new Array(20).fill('c1'));
    expect(Object.values(fitted.standings).flat()).toEqual(
      Object.values(standings)
        .flat()
        .filter(({ connection }, at) => kept[Math.floor(at / 4)]?.includes(connection)),
    );
    // Some of the second connection fit, so none of the third came before them.
    const counts = ['c2', 'c3'].map((connection) => kept.filter((list) => list.includes(connection)).length);
    expect([counts[0] !== 0, counts[0] !== 20, counts[1]]).toEqual([true, true, 0]);
  });
});
