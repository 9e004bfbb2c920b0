import { beforeAll, describe, expect, test } from '@jest/globals';
import type { FormulaArgument } from '../emulator/values';
import { sentenceIn } from '../support/formula-answers';
import { type Scene, Stage, state } from '../support/scene';
import { sentRecord } from '../support/shift-records';

/* Mistakes in formulas: one sentence in the cell, word for word, and no request. */

const stage = new Stage();
let scene: Scene;
beforeAll(async () => {
  scene = await stage.open();
  scene.connect();
  await scene.serve([]);
});

type Mistake = readonly [name: string, args: readonly FormulaArgument[], sentence: string];

const DATE_HELP = 'Write 2024-12-31, point at a date cell, or use a word such as "last week".';
const F = 'SHIFT_FULFILMENT';
const A = 'SHIFT_FULFILMENT_AGGREGATED';
const M = 'SHIFT_METRIC';
const __ = undefined;

/** Sentences that were set before the code was written. */
const PROMISED: readonly Mistake[] = [
  [A, [__, __, __, 'grop by', 'venue'], 'Unknown option "grop by". Did you mean "group by"?'],
  [F, ['last week', __, 'venue'], '"venue" needs a value after it.'],
  [F, ['last week', __, 'venue', 'A', 'venue', 'B'], '"venue" is given twice.'],
  [
    F,
    [
      'last week',
      __,
      [
        ['Venuue', 'Grand'],
        ['limit', 5],
      ],
    ],
    'Unknown option "Venuue". Did you mean "venue"?',
  ],
  [F, ['venue=Grand'], `${DATE_HELP} ("venue=Grand")`],
  [F, ['31/12/2024'], `${DATE_HELP} ("31/12/2024")`],
  [F, ['lst week'], 'Unknown period "lst week". Did you mean "last week"?'],
  [F, [0], '0 is not a date. A reference to an empty cell can give 0. Check the cell.'],
  [F, ['2025-07-31', '2025-07-01'], 'The first day, 2025-07-31, is after the last day, 2025-07-01.'],
  [F, [__, '2025-07-01'], 'Give the first day as well.'],
  [
    M,
    ['fill rate', 'last week'],
    '"fill rate" has several meanings. Choose "booked %" or "true fulfilment %".',
  ],
  [F, ['last week', __, 'limit', 'ten'], '"limit" must be a whole number of at least 1. ("ten")'],
  [
    M,
    ['posted', '2024-01-15', '2025-11-15'],
    'These dates need 23 requests, too many for a formula. Make a saved report in the sidebar.',
  ],
];

/** Others that people make. */
const OTHERS: readonly Mistake[] = [
  [F, ['last week', 'venue'], '"venue" needs a value after it.'],
  [
    F,
    ['last week', __, [['venue', 'Grand', 'x']]],
    'Give options as pairs, or point at two columns: names, and their values beside them.',
  ],
  [F, ['monday'], `${DATE_HELP} ("monday")`],
  [M, ['posted', 'last 2-3 weeks'], 'Unknown period "last 2-3 weeks". Did you mean "last 2 weeks"?'],
  [
    F,
    ['last week', __, 'columns', 'VENUE_NAME as A, AREA_NAME as A'],
    'Give one column another heading with "as": "A" is there twice.',
  ],
  [
    'SHIFT_STATUS',
    ['basis'],
    'Unknown status "basis". It can be state, as of, checked, changed, last error, rows, window, checks, next run, runs as, zone, basis booked %, basis unfilled %, basis worked % and more.',
  ],
  [M, [], 'Give a metric, such as "worked %".'],
  [M, ['workd %', 'last week'], 'Unknown metric "workd %". Did you mean "worked %"?'],
  [M, [[['posted', 'booked']]], '"metric" takes one value, not several.'],
  [M, ['worked', 'last week', __, 'columns', 'X'], 'Leave out "columns": SHIFT_METRIC does not use it.'],
  [F, ['last week', __, 'group by', 'venue'], 'Leave out "group by": SHIFT_FULFILMENT does not use it.'],
  [F, ['last week', __, 'basis', 'posted'], 'Leave out "basis": SHIFT_FULFILMENT does not use it.'],
  [A, ['last week', __, 'venu'], 'Unknown group "venu". Did you mean "venue"?'],
  [
    A,
    ['last week', __, 'day, week, venue, role'],
    '"group by" takes up to 3 of day, week, month, quarter, year, weekday, venue, area or role.',
  ],
  [A, ['last week', __, 'week, week'], '"week" is given twice.'],
  [A, ['last week', __, 'week', 'by', 'venue'], '"group by" is given twice.'],
  [A, ['last week', __, 'week', 'measures', 'posted, posted'], '"posted" is given twice.'],
  [
    A,
    ['last week', __, 'week', 'columns', 'VENUE_NAME'],
    'Unknown column "VENUE_NAME". It can be WEEK, SHIFTS_POSTED, SHIFTS_BOOKED, SHIFTS_BOOKED_PERCENTAGE, SHIFTS_UNFILLED, SHIFTS_UNFILLED_PERCENTAGE, SHIFTS_WORKED, SHIFTS_WORKED_PERCENTAGE and more.',
  ],
  [A, ['last week', __, 'week', 'percent', 'half'], '"percent" must be "0-100" or "fraction". ("half")'],
  [A, ['last week', __, 'week', 'totals', 'maybe'], '"totals" must be TRUE or FALSE. ("maybe")'],
  [
    A,
    ['last week', __, 'week', 'week starts', 'Caturday'],
    '"week starts" must be a day, such as "Monday". ("Caturday")',
  ],
  [F, ['last week', __, 'limit', 0], '"limit" must be a whole number of at least 1. ("0")'],
  [F, ['last week', __, 'limit', 2.5], '"limit" must be a whole number of at least 1. ("2.5")'],
  [F, ['last week', __, 'NO_SHOWS', 'many'], '"NO_SHOWS" is compared with numbers, such as ">=5". ("many")'],
  [F, ['2025-02-30'], `${DATE_HELP} ("2025-02-30")`],
  [F, [2025], `${DATE_HELP} ("2025")`],
  [F, [true], 'Give a date, not TRUE or FALSE.'],
  [F, ['2027-01-01'], 'The first day, 2027-01-01, is after the last day, 2026-03-10.'],
  [
    'WORKER_TURNOVER',
    ['last month'],
    'Ask the operator of the service for the path of the worker turnover report, then have the add-on built with it: its address is not published.',
  ],
];

const ALL = [...PROMISED, ...OTHERS];

describe('a mistake in a formula', () => {
  test.each(ALL)('%s%j', (name, args, sentence) => {
    expect(sentenceIn(scene.call(name, ...args))).toBe(sentence);
    expect(scene.last.fetches).toBe(0);
  });

  test('is told before anyone has connected', async () => {
    const fresh = await stage.open();

    for (const [name, args, sentence] of PROMISED.filter(([, , text]) => !text.includes('requests'))) {
      expect(sentenceIn(fresh.call(name, ...args))).toBe(sentence);
    }
    expect(fresh.emulator.requests).toEqual([]);
  });

  test('is told in both spellings of the American functions', () => {
    const twins = ALL.filter(([name]) => name === F || name === A);
    for (const [name, args, sentence] of twins) {
      expect(sentenceIn(scene.call(name.replace('FULFILMENT', 'FULFILLMENT'), ...args))).toBe(sentence);
    }
    expect(twins.length).toBeGreaterThan(20);
  });

  test('writes to no store, no cache and no sheet', () => {
    const writing = scene.emulator.executions
      .filter(({ kind, fetches }) => kind === 'formula' && fetches === 0)
      .flatMap(({ calls }) => calls)
      .filter(({ method }) => /\.(set|put|delete|insert|remove)/.test(method));

    expect(writing).toEqual([]);
  });
});

describe('every sentence', () => {
  /** What a person may give where a text is expected: long, hostile, on several lines. */
  const TEXTS = [
    'x'.repeat(5000),
    `=HYPERLINK("https://evil.example","${'a'.repeat(300)}")`,
    'a\nb\tc',
    '🎉'.repeat(400),
    '<script>',
  ];
  const PLACES: readonly ((text: string) => readonly [name: string, args: FormulaArgument[]])[] = [
    (text) => [F, [text]],
    (text) => [F, ['last week', text]],
    (text) => [F, ['last week', __, text]],
    (text) => [
      F,
      [
        'last week',
        __,
        [
          [text, 1],
          ['limit', 2],
        ],
      ],
    ],
    (text) => [F, ['last week', __, 'columns', text]],
    (text) => [F, ['last week', __, 'sort', text]],
    (text) => [F, ['last week', __, 'limit', text]],
    (text) => [F, ['last week', __, 'NO_SHOWS', text]],
    (text) => [F, ['last week', __, 'dates', text]],
    (text) => [F, ['last week', __, 'if failed', text]],
    (text) => [A, ['last week', __, text]],
    (text) => [A, ['last week', __, 'week', 'measures', text]],
    (text) => [A, ['last week', __, 'week', 'basis', text]],
    (text) => [A, ['last week', __, 'week', 'week starts', text]],
    (text) => [M, [text]],
    (text) => ['SHIFT_TREND', [text]],
    (text) => ['SHIFT_TREND', ['posted', __, __, text]],
    (text) => ['SHIFT_COMPARE', [text]],
    (text) => ['SHIFT_LIST', [text]],
    (text) => ['SHIFT_STATUS', [text]],
  ];

  test('is one line of at most 200 characters that ends in a stop and holds no secret, token, address or host', () => {
    const said = [
      ...ALL.map(([name, args]) => sentenceIn(scene.call(name, ...args))),
      ...TEXTS.flatMap((text) => PLACES.map((place) => place(text))).map(([name, args]) =>
        sentenceIn(scene.call(name, ...args)),
      ),
    ];
    const { clientId, clientSecret } = scene.form();
    const hosts = [scene.addresses.auth, scene.addresses.regions.UK, scene.addresses.regions.US];
    const forbidden = [
      clientId,
      clientSecret,
      'Bearer',
      ...hosts,
      ...hosts.map((address) => new URL(address).host),
    ];
    const wrong = said.filter(
      (sentence) =>
        sentence.length > 200 ||
        !/[.?)]$/.test(sentence) ||
        /[\r\n\t]/.test(sentence) ||
        forbidden.some((text) => sentence.includes(text)),
    );

    expect(said.length).toBe(ALL.length + TEXTS.length * PLACES.length);
    expect(wrong).toEqual([]);
  });
});

describe('a name that nobody has seen', () => {
  const records = ['Grand Hotel', 'Harbour Hall'].map((venue) =>
    sentRecord({ day: '2026-03-05', venue, role: 'Chef', posted: 1, booked: 1, worked: 1 }),
  );
  const HEADINGS = 1;

  async function open(refreshes: boolean): Promise<Scene> {
    const opened = await stage.open();
    opened.connect();
    await opened.serve(records);
    if (refreshes) {
      state(opened.ask('sidebarRefreshReport', opened.saveReport({ from: '2026-03-01', to: '2026-03-07' })));
    }
    return opened;
  }

  test.each([
    ['venue', 'Grand Hotl', 'Unknown venue "Grand Hotl". Did you mean "Grand Hotel"?'],
    ['role', 'Chief', 'Unknown role "Chief". Did you mean "Chef"?'],
    ['area', 'Rooftop', 'Choose another area: no refresh has seen "Rooftop".'],
  ])('as a %s is a mistake after a refresh: %s', async (option, name, sentence) => {
    const opened = await open(true);

    expect(sentenceIn(opened.call(F, '2026-03-05', '2026-03-05', option, name))).toBe(sentence);
    expect(sentenceIn(opened.call(M, 'posted', '2026-03-05', '2026-03-05', option, name))).toBe(sentence);
  });

  test('gives the heading row alone before any refresh', async () => {
    const opened = await open(false);
    const result = opened.call(F, '2026-03-05', '2026-03-05', 'venue', 'Grand Hotl');

    expect(result.kind === 'values' && result.values.length).toBe(HEADINGS);
  });

  test('is no mistake where a refresh has seen it, though these days have none of it', async () => {
    const opened = await open(true);
    await opened.serve([records[0]]);
    const result = opened.call(F, '2026-03-05', '2026-03-05', 'venue', 'harbour hall');

    expect(result.kind === 'values' && result.values.length).toBe(HEADINGS);
  });
});
