import { describe, expect, test } from '@jest/globals';
import { rowsOf, sentenceIn } from '../support/formula-answers';
import { ANN, type Scene, Stage, state } from '../support/scene';
import { type Crew, sentRecord } from '../support/shift-records';

/* Lists for drop-downs. It is 10 March 2026. */

const stage = new Stage();

const positions = { posted: 1, booked: 1, worked: 1 };
const CREWS: readonly Crew[] = [
  { ...positions, day: '2026-03-05', venue: 'pier', area: 'Bar', role: 'Chef' },
  { ...positions, day: '2026-03-05', venue: 'Zoo, London', area: 'Kitchen', role: 'Bartender' },
  { ...positions, day: '2026-03-06', venue: 'Äpfel', area: 'Bar', role: '=Chef' },
  { ...positions, day: '2026-03-06', venue: 'Arena', area: null, role: 'Chef' },
];

async function connected(records: readonly Crew[] = CREWS): Promise<Scene> {
  const scene = await stage.connected();
  await scene.serve(records.map(sentRecord));
  return scene;
}

/** A spreadsheet in which a report was refreshed. */
async function refreshed(): Promise<Scene> {
  const scene = await connected();
  state(scene.ask('sidebarRefreshReport', scene.saveReport({ from: '2026-03-01', to: '2026-03-07' })));
  return scene;
}

const list = (scene: Scene, ...args: (string | number | undefined)[]) =>
  rowsOf(scene.call('SHIFT_LIST', ...args)).map((row) => row.join('|'));

describe('the names that a refresh has seen', () => {
  test.each([
    ['venues', ['Äpfel', 'Arena', 'pier', 'Zoo, London']],
    ['areas', ['Bar', 'Kitchen']],
    ['roles', ['=Chef', 'Bartender', 'Chef']],
    ['job titles', ['=Chef', 'Bartender', 'Chef']],
    ['Venues', ['Äpfel', 'Arena', 'pier', 'Zoo, London']],
  ])('%s are listed in one sorted column, each once, without a request', async (what, names) => {
    const scene = await refreshed();
    const before = scene.emulator.requests.length;

    expect(list(scene, what)).toEqual(names);
    expect(scene.emulator.requests.length).toBe(before);
  });

  test('are not known without a connection: a sentence says what to do', async () => {
    const scene = await stage.open();
    expect(sentenceIn(scene.call('SHIFT_LIST', 'venues'))).toMatch(/^Connect in the sidebar/);
  });

  test('stay when another refresh brings others', async () => {
    const scene = await refreshed();
    await scene.serve([sentRecord({ ...positions, day: '2026-03-02', venue: 'New' })]);

    state(scene.refresh(state(scene.ask('sidebarState')).reports[0]?.id ?? ''));

    expect(list(scene, 'venues')).toEqual(['Äpfel', 'Arena', 'New', 'pier', 'Zoo, London']);
  });

  test('are forgotten with another connection', async () => {
    const scene = await refreshed();
    const other = scene.server.employers.filter(({ region }) => region === 'UK')[1];
    scene.connect({ clientId: other?.clientId ?? '', clientSecret: other?.clientSecret ?? '' });
    await scene.serve([sentRecord({ ...positions, day: '2026-03-05', venue: 'Elsewhere' })]);

    expect(list(scene, 'venues')).toEqual(['Elsewhere']);
  });

  test('spill into a column without a heading, as text', async () => {
    const scene = await refreshed();

    scene.book.as(ANN).enter('Sheet1!A1', '=SHIFT_LIST("roles")');

    expect(scene.book.values('Sheet1!A1:B4')).toEqual([
      ['=Chef', ''],
      ['Bartender', ''],
      ['Chef', ''],
      ['', ''],
    ]);
    expect(scene.book.cell('Sheet1!A1').formula).toBe('=SHIFT_LIST("roles")');
  });
});

describe('names without a refresh, or of certain days', () => {
  test('are those of the last 7 days', async () => {
    const scene = await connected();

    expect(list(scene, 'areas')).toEqual(['Bar', 'Kitchen']);
    expect(scene.emulator.requests.at(-1)?.url).toMatch(/from_date=2026-02-28&to_date=2026-03-12$/);
  });

  test('are those of the days that are given, also after a refresh', async () => {
    const scene = await refreshed();
    await scene.serve([sentRecord({ ...positions, day: '2026-02-10', venue: 'Then' })]);

    expect(list(scene, 'venues', '2026-02-10', '2026-02-10')).toEqual(['Then']);
  });

  test('are those that a refresh has seen where the cells of the dates are blank', async () => {
    const scene = await refreshed();
    await scene.serve([sentRecord({ ...positions, day: '2026-03-05', venue: 'Only now' })]);

    expect(scene.call('SHIFT_LIST', 'venues', [['']], [['']])).toEqual(scene.call('SHIFT_LIST', 'venues'));
    expect(scene.last.fetches).toBe(0);
  });

  test('are one blank cell where there are none: a result of no cells is an error in Sheets', async () => {
    const scene = await connected([]);

    expect(rowsOf(scene.call('SHIFT_LIST', 'venues'))).toEqual([['']]);
  });
});

describe('words that the formulas know', () => {
  test.each<[string, string[]]>([
    ['metrics', ['posted', 'worked %', 'true fulfilment %', 'missing people', 'no shows', 'hours worked %']],
    ['periods', ['today', 'last week', 'MTD', 'last 7 days', 'this quarter', '2025-W27']],
    ['options', ['columns', 'group by', 'venue', 'basis', 'if failed', 'week starts', 'refresh']],
  ])('%s are listed, sorted, without a request and without a connection', async (what, some) => {
    const scene = await stage.open();

    const words = list(scene, what);

    expect(words).toEqual(expect.arrayContaining(some));
    expect(words).toEqual([...words].sort());
    expect(new Set(words).size).toBe(words.length);
    expect(scene.last.fetches).toBe(0);
  });

  test('periods are those that a formula has time for', async () => {
    const scene = await connected([]);

    expect(list(scene, 'periods')).toEqual(expect.arrayContaining(['last year', '2 years ago']));
    expect(list(scene, 'periods')).not.toContain('last 2 years');
    expect(sentenceIn(scene.call('SHIFT_FULFILMENT', 'last 2 years'))).toMatch(/requests, too many/);
  });

  test('metrics can each be asked for', async () => {
    const scene = await connected();

    for (const metric of list(scene, 'metrics')) {
      expect(scene.call('SHIFT_METRIC', metric, '2026-03-05', '2026-03-06').kind).toBe('values');
    }
  });

  test('options can each be given: every word is understood', async () => {
    const scene = await connected();

    for (const option of list(scene, 'options')) {
      expect(sentenceIn(scene.call('SHIFT_FULFILMENT', '2026-03-05', '', option))).toBe(
        `"${option}" needs a value after it.`,
      );
    }
  });

  test('periods can each be used as dates', async () => {
    const scene = await connected([]);
    const refused = list(scene, 'periods').flatMap((word) => {
      const result = scene.call('SHIFT_FULFILMENT', word, '2100-12-31', 'if failed', 'error');
      return result.kind === 'error' && !/requests, too many/.test(result.message) ? [result.message] : [];
    });

    expect(refused).toEqual([]);
  });
});

describe('what a list refuses', () => {
  test.each([
    ['', 'Say what to list: venues, areas, roles, job titles, metrics, periods, options.'],
    ['venus', 'Unknown list "venus". Did you mean "venues"?'],
    [
      'workers',
      'Unknown list "workers". It can be venues, areas, roles, job titles, metrics, periods or options.',
    ],
  ])('%p', async (what, sentence) => {
    const scene = await stage.open();

    expect(sentenceIn(scene.call('SHIFT_LIST', what))).toBe(sentence);
    expect(scene.last.fetches).toBe(0);
  });
});

test('a stamp behind the dates changes nothing', async () => {
  const scene = await refreshed();

  expect(scene.call('SHIFT_LIST', 'venues', undefined, undefined, 1_795_305_600_000)).toEqual(
    scene.call('SHIFT_LIST', 'venues'),
  );
  expect(scene.call('SHIFT_LIST', 'venues', '', '', 'refresh', 46_091.5).kind).toBe('values');
});
