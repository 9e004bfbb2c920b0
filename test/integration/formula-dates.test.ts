import { beforeAll, describe, expect, test } from '@jest/globals';
import type { FormulaArgument } from '../emulator/values';
import { columnOf, oneValue } from '../support/formula-answers';
import { ANN, type Scene, Stage } from '../support/scene';
import { sentRecord } from '../support/shift-records';

/* Which days a formula asks for: words, offsets, date cells, in every zone and around changes of the clock. */

const stage = new Stage();

/** The days of a formula, as a table by day shows them: the service is asked for whole months. */
function shownDays(scene: Scene, [from, to]: readonly FormulaArgument[]): string {
  const options = ['dates', 'text', 'measures', 'posted', 'notes', false] as const;
  const days = columnOf(scene.call('SHIFT_FULFILMENT_AGGREGATED', from, to, 'day', ...options), 'DAY');
  return `${days[0]} to ${days[days.length - 1]}`;
}

/** Each on Tuesday, 10 March 2026, with weeks from Monday. Every word: test/unit/answers/arguments/dates-words.test.ts. */
const WORDS: readonly (readonly [args: FormulaArgument[], days: string])[] = [
  [[], '2026-03-03 to 2026-03-09'],
  [['2026-03-01'], '2026-03-01 to 2026-03-10'],
  [[-7], '2026-03-03 to 2026-03-10'],
  [['last month', 'last week'], '2026-02-01 to 2026-03-08'],
  [['Tomorrow'], '2026-03-11 to 2026-03-11'],
  [['last 3 months'], '2025-12-01 to 2026-02-28'],
  [[46_083.75, 46_084.25], '2026-03-02 to 2026-03-03'],
  [[[['2026-02-03']], [[46_057]]], '2026-02-03 to 2026-02-04'],
  [['1990-01-01', '1990-01-31'], '1990-01-01 to 1990-01-31'],
  [['2100-12-31', '2100-12-31'], '2100-12-31 to 2100-12-31'],
];

describe('the days that words and dates stand for', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await stage.connected();
    await scene.server.setScenario('report', { name: 'empty' });
  });

  test.each(WORDS)('%j: %s', (args, days) => {
    expect(shownDays(scene, args)).toBe(days);
  });

  test.each([
    ['last week', '2026-03-01 to 2026-03-07'],
    ['WTD', '2026-03-08 to 2026-03-10'],
    ['last 4 weeks', '2026-02-08 to 2026-03-07'],
    ['2025-W27', '2025-06-30 to 2025-07-06'],
  ])('%s in the US, where weeks begin on Sunday: %s', async (word, days) => {
    const american = await stage.open({ zone: 'America/New_York' });
    const employer = american.server.employers.find(({ region }) => region === 'US');
    american.connect({
      region: 'US',
      clientId: employer?.clientId ?? '',
      clientSecret: employer?.clientSecret ?? '',
    });

    await american.server.setScenario('report', { name: 'empty' });
    expect(shownDays(american, [word])).toBe(days);
  });
});

const AROUND_MIDNIGHT = [
  ['Europe/London', '2026-03-29T22:59:59Z', '2026-03-29'],
  ['Europe/London', '2026-03-29T23:00:00Z', '2026-03-30'],
  ['America/New_York', '2026-03-09T03:59:59Z', '2026-03-08'],
  ['America/New_York', '2026-03-09T04:00:00Z', '2026-03-09'],
  ['Asia/Kolkata', '2026-03-10T18:29:59Z', '2026-03-10'],
  ['Asia/Kolkata', '2026-03-10T18:30:00Z', '2026-03-11'],
  ['Pacific/Kiritimati', '2026-03-10T09:59:59Z', '2026-03-10'],
  ['Pacific/Kiritimati', '2026-03-10T10:00:00Z', '2026-03-11'],
] as const;

describe('today in the spreadsheet', () => {
  test.each(AROUND_MIDNIGHT)('in %s at %s is %s', async (zone, startAt, today) => {
    const scene = await stage.connected({ zone, startAt });

    await scene.server.setScenario('report', { name: 'empty' });
    expect(shownDays(scene, ['today'])).toBe(`${today} to ${today}`);
  });
});

/** Days before, of and after a change of the clock, and their serial numbers. */
const CLOCK_CHANGES = [
  ['Europe/London', '2026-03-28', '2026-03-30', [46_109, 46_110, 46_111]],
  ['America/New_York', '2026-03-07', '2026-03-09', [46_088, 46_089, 46_090]],
  ['Asia/Kolkata', '2026-02-28', '2026-03-02', [46_081, 46_082, 46_083]],
  ['Pacific/Kiritimati', '2026-03-28', '2026-03-30', [46_109, 46_110, 46_111]],
  ['Europe/London', '2025-10-25', '2025-10-27', [45_955, 45_956, 45_957]],
  ['America/New_York', '2025-11-01', '2025-11-03', [45_962, 45_963, 45_964]],
] as const;

describe('days are never off by one', () => {
  test.each(CLOCK_CHANGES)('in %s, date cells %s and %s, shown', async (zone, from, to, serials) => {
    const scene = await stage.connected({ zone, startAt: '2026-03-25T12:00:00Z' });
    const person = scene.book.as(ANN);
    person.enter('Sheet1!V1', from);
    person.enter('Sheet1!W1', to);
    expect(scene.book.values('Sheet1!V1:W1')).toEqual([[serials[0], serials[2]]]);

    person.enter('Sheet1!A1', '=SHIFT_FULFILMENT(V1, W1)');

    const shown = scene.book.values('Sheet1!A2:A400').flatMap(([value]) => (value === '' ? [] : [value]));
    expect([...new Set(shown)]).toEqual(serials);
    expect(scene.book.cell('Sheet1!A2').format).toMatch(/yy/);
  });

  test.each(CLOCK_CHANGES)('in %s, %s to %s in a written table', async (zone, from, to, serials) => {
    const scene = await stage.connected({ zone, startAt: '2026-03-25T12:00:00Z' });
    const id = scene.saveReport({ from, to });

    scene.ask('sidebarRefreshReport', id);

    const written = scene.book.values('Shifts!A2:A400').flatMap(([value]) => (value === '' ? [] : [value]));
    expect([...new Set(written)]).toEqual(serials);
  });

  test('a date cell with a time of day counts as its day', async () => {
    const scene = await stage.connected({ zone: 'Asia/Kolkata' });

    // 2 March, 00:05 and 3 March, 23:55 in Kolkata.
    await scene.server.setScenario('report', { name: 'empty' });
    const days = shownDays(scene, [new Date('2026-03-01T18:35:00Z'), new Date('2026-03-03T18:25:00Z')]);

    expect(days).toBe('2026-03-02 to 2026-03-03');
  });

  test('a spreadsheet whose zone changes shows the same days', async () => {
    const scene = await stage.connected({ zone: 'Europe/London' });
    await scene.server.setScenario('report', { name: 'empty' });
    const before = shownDays(scene, ['today']);
    scene.book.settings.zone = 'Pacific/Kiritimati';
    scene.emulator.clock.advance(3_600_000);

    expect(before).toBe('2026-03-10 to 2026-03-10');
    expect(shownDays(scene, ['today'])).toBe('2026-03-11 to 2026-03-11');
  });

  test('explicit dates are read by the new zone as soon as a refresh has seen it', async () => {
    // 23:30 in London is the next day in Kiritimati: the 10th is over there.
    const scene = await stage.connected({ zone: 'Europe/London', startAt: '2026-03-10T23:30:00Z' });
    await scene.serve([sentRecord({ day: '2026-03-10', posted: 3, booked: 2, worked: 1 })]);
    const worked = () => oneValue(scene.call('SHIFT_METRIC', 'worked', '2026-03-10', '2026-03-10'));
    expect(worked()).toBe('');
    const id = scene.saveReport({ period: 'last month', from: '', to: '' });
    scene.book.settings.zone = 'Pacific/Kiritimati';
    expect(worked()).toBe('');
    expect(scene.last.wireCalls).toBe(2);

    // It reads other days.
    scene.refresh(id);

    expect(worked()).toBe(1);
  });
});
