import { beforeAll, describe, expect, test } from '@jest/globals';
import type { FormulaArgument } from '../emulator/values';
import { sentenceIn } from '../support/formula-answers';
import { type Scene, Stage } from '../support/scene';

/* Mistakes in formulas: one sentence in the cell, word for word, and no request. */

const stage = new Stage();
let scene: Scene;
beforeAll(async () => {
  scene = await stage.connected();
  await scene.serve([]);
});

type Mistake = readonly [name: string, args: readonly FormulaArgument[], sentence: string];

const DATE_HELP = 'Write 2024-12-31, point at a date cell, or use a word such as "last week".';
const F = 'SHIFT_FULFILMENT';
const A = 'SHIFT_FULFILMENT_AGGREGATED';
const M = 'SHIFT_METRIC';
const __ = undefined;

/** One of each kind; all of them stand in test/unit/answers. */
const MISTAKES: readonly Mistake[] = [
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

describe('a mistake in a formula', () => {
  test.each(MISTAKES)('%s%j', (name, args, sentence) => {
    expect(sentenceIn(scene.call(name, ...args))).toBe(sentence);
    expect(scene.last.fetches).toBe(0);
  });

  test('is told before anyone has connected', async () => {
    const fresh = await stage.open();

    for (const [name, args, sentence] of MISTAKES.filter(([, , text]) => !text.includes('requests'))) {
      expect(sentenceIn(fresh.call(name, ...args))).toBe(sentence);
    }
    expect(fresh.emulator.requests).toEqual([]);
  });

  test('is told in both spellings of the American functions', () => {
    const twins = MISTAKES.filter(([name]) => name === F || name === A);
    for (const [name, args, sentence] of twins) {
      expect(sentenceIn(scene.call(name.replace('FULFILMENT', 'FULFILLMENT'), ...args))).toBe(sentence);
    }
    expect(twins.length).toBeGreaterThan(9);
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
      ...MISTAKES.map(([name, args]) => sentenceIn(scene.call(name, ...args))),
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

    expect(said.length).toBe(MISTAKES.length + TEXTS.length * PLACES.length);
    expect(wrong).toEqual([]);
  });
});
