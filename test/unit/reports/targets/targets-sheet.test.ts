import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { lineValueReader, type TargetLine } from '../../../../src/figures/targets';
import type { ReportSheets } from '../../../../src/reports/ports';
import { generalTarget, parseTargets, readTargetsSheet } from '../../../../src/reports/targets/targets-sheet';
import { HOSTILE_BEGINNINGS, HOSTILE_VALUES } from '../../../support/hostile-texts';
import { nodePacker } from '../../../support/node-text';
import { serialOf as day } from '../../../support/shift-records';
import { StubClock } from '../../../support/stub-clock';
import { ZonedCalendar } from '../../../support/zoned-calendar';
import { type Cells, cellsOf, HEADINGS, read, readRows, sheetOf } from './targets-scene';

/** The target of one percentage for shifts of these names and this day. */
function targetFor(
  lines: readonly TargetLine[],
  { venue, area, role, day }: { venue: string; area: string | null; role: string; day: number },
  measure = 'TRUE_FULFILMENT_PERCENTAGE',
) {
  return lineValueReader(lines, 'target', measure)([day, venue, area, role]);
}

const GRAND = { venue: 'Grand Hotel', area: 'Bar', role: 'Waiter', day: day('2026-11-16') };

describe('the lines of the targets sheet', () => {
  test('are read by heading, blank cells as nothing', () => {
    const { lines, mistakes } = readRows([
      {
        VENUE_NAME: ' Grand Hotel ',
        FROM: new Date(Date.UTC(2026, 10, 1)),
        TO: '2026-11-30',
        MEASURE: 'no-shows %',
        TARGET: 3,
        PLAN_POSITIONS: 40,
        PLAN_HOURS: '320,5',
        RATE_PER_HOUR: 18.5,
        CREDIT_PER_MISSING: 25,
        CREDIT_PER_NO_SHOW: 0,
      },
    ]);
    expect(mistakes).toEqual([]);
    expect(lines).toEqual([
      {
        line: 2,
        venue: 'Grand Hotel',
        from: day('2026-11-01'),
        to: day('2026-11-30'),
        measure: 'NO_SHOWS_PERCENTAGE',
        target: 3,
        planPositions: 40,
        planHours: 320.5,
        ratePerHour: 18.5,
        creditPerMissing: 25,
        creditPerNoShow: 0,
      },
    ]);
  });

  test('are found below readable headings, in whatever order and capitals', () => {
    const values = [
      [
        'Note',
        ...HEADINGS.map((heading) =>
          heading
            .toLowerCase()
            .replace(/_name$/, '')
            .replace(/_/g, ' '),
        ).reverse(),
      ],
      ['mine', ...(cellsOf([{ VENUE_NAME: 'Grand Hotel', TARGET: 92 }])[1] ?? []).reverse()],
    ];
    const { lines, mistakes } = read(values);
    expect(mistakes).toEqual([]);
    expect(targetFor(lines, GRAND)).toBe(92);
  });

  test.each([
    [92, '', 92],
    [92, '0.0', 92],
    [0.92, '0%', 92],
    [0.29, '0.00%', 29],
    [1.5, '0.0"%"', 1.5],
    ['92%', '', 92],
    ['92,5 %', '', 92.5],
    ['92', '@', 92],
    [0, '0%', 0],
    [1, '0%', 100],
  ])('a percentage %p with the format %p is %p', (TARGET, format, target) => {
    const { lines, mistakes } = readRows([{ TARGET }], [format]);
    expect(mistakes).toEqual([]);
    expect(lines[0]?.target).toBe(target);
  });

  test('pass over blank rows and the example, and take over the number format of the first amount of money', () => {
    const example = { VENUE_NAME: 'Example: Grand Hotel', MEASURE: 'true fulfilment %', TARGET: 0.92 };
    const rows = [example, {}, { PLAN_HOURS: 80 }, { RATE_PER_HOUR: 18.5 }, { CREDIT_PER_NO_SHOW: 5 }];
    const formats = ['', '0%', '', '0', '[$£]#,##0.00', '0.0'];
    const numberFormats = () => cellsOf(rows).map((line, at) => line.map(() => formats[at] ?? ''));
    const { lines, moneyFormat, mistakes } = read(cellsOf(rows), { numberFormats });
    expect([lines.map(({ line }) => line), moneyFormat, mistakes]).toEqual([[4, 5, 6], '[$£]#,##0.00', []]);
  });

  test('are for true fulfilment where no measure is named', () => {
    const { lines } = readRows([{ TARGET: 92 }, { MEASURE: 'booked %', TARGET: 98 }]);
    expect(targetFor(lines, GRAND)).toBe(92);
    expect(targetFor(lines, GRAND, 'SHIFTS_BOOKED_PERCENTAGE')).toBe(98);
    expect(targetFor(lines, GRAND, 'NO_SHOWS_PERCENTAGE')).toBeNaN();
  });
});

describe('which line counts', () => {
  test('the one with the most filled keys, then the later one', () => {
    const { lines } = readRows([
      { VENUE_NAME: 'grand  hotel', JOB_TITLE: 'Waiter', TARGET: 80 },
      { VENUE_NAME: 'Grand Hotel', TARGET: 90 },
      { AREA_NAME: 'Bar', TARGET: 91 },
      { TARGET: 70 },
    ]);
    expect(targetFor(lines, GRAND)).toBe(80);
    expect(targetFor(lines, { ...GRAND, role: 'Chef' })).toBe(91);
    expect(targetFor(lines, { ...GRAND, role: 'Chef', area: 'Hall' })).toBe(90);
    expect(targetFor(lines, { ...GRAND, venue: 'Zoo', area: null })).toBe(70);
  });

  test('days are keys as well, first and last included', () => {
    const { lines } = readRows([
      { TARGET: 90 },
      { FROM: '2026-11-16', TO: '2026-11-22', TARGET: 95 },
      { TO: '2026-11-16', TARGET: 60 },
    ]);
    const on = (text: string) => targetFor(lines, { ...GRAND, day: day(text) });
    expect([on('2026-11-15'), on('2026-11-16'), on('2026-11-22'), on('2026-11-23')]).toEqual([
      60, 95, 95, 90,
    ]);
  });

  test('a line that leaves a value blank does not hide another line that sets it', () => {
    const { lines } = readRows([{ TARGET: 90 }, { VENUE_NAME: 'Grand Hotel', PLAN_HOURS: 400 }]);
    expect(targetFor(lines, GRAND)).toBe(90);
  });
});

/** The sentences about mistakes. */
const told = ({ mistakes }: ReturnType<typeof read>) => mistakes.map(({ sentence }) => sentence);

const PERCENTAGE = 'write a percentage like 92 or 92%.';
const HOURS = 'write a number, of hours a week, for all shifts of the names in this line together.';
const DAY = (which: string) => `write the ${which} day, such as 2026-03-31, or nothing.`;

describe('mistakes are listed', () => {
  test.each<[Cells, string]>([
    [{ TARGET: 9200 }, `G2: in place of “9200”, ${PERCENTAGE}`],
    [{ TARGET: 'high' }, `G2: in place of “high”, ${PERCENTAGE}`],
    [{ TARGET: '100.5' }, `G2: in place of “100.5”, ${PERCENTAGE}`],
    [{ TARGET: new Date(0) }, `G2: in place of “1 Jan 1970”, ${PERCENTAGE}`],
    [{ TARGET: '#DIV/0!' }, `G2: in place of “#DIV/0!”, ${PERCENTAGE}`],
    // It could be meant either way.
    [{ TARGET: 0.9 }, `G2: in place of “0.9”, ${PERCENTAGE}`],
    [{ TARGET: '1' }, `G2: in place of “1”, ${PERCENTAGE}`],
    [
      { RATE_PER_HOUR: '£18' },
      'J2: in place of “£18”, write a number, of money per hour worked. The Scorecard takes over its number format.',
    ],
    [{ PLAN_HOURS: '1,000' }, `I2: in place of “1,000”, ${HOURS}`],
    [{ PLAN_HOURS: new Date(0) }, `I2: in place of “1 Jan 1970”, ${HOURS}`],
    [
      { CREDIT_PER_MISSING: -5 },
      'K2: in place of “-5”, write a number, of money per missing person in weeks that missed the target.',
    ],
    [{ FROM: '31/03/2026' }, `D2: in place of “31/03/2026”, ${DAY('first')}`],
    [{ TO: 46_000 }, `E2: in place of “46000”, ${DAY('last')}`],
    [{ TO: new Date(0) }, `E2: in place of “1 Jan 1970”, ${DAY('last')}`],
    [
      { FROM: '2026-12-01', TO: '2026-11-01' },
      'E2: in place of “2026-11-01”, write a day that is not before From.',
    ],
    [{ JOB_TITLE: new Date(0) }, 'C2: in place of “1 Jan 1970”, write a name, or nothing for any job title.'],
    [
      { MEASURE: 'worked per cent of the people booked' },
      'F2: in place of “worked per cent of the people booked”, write what Target is for: true fulfilment %, booked %, unfilled %, worked %, no shows %, hours worked %; or nothing for the first.',
    ],
    // Typed beside the grey example.
    [
      { VENUE_NAME: 'Example: Grand Hotel', TARGET: 90 },
      'A2: in place of “Example: Grand Hotel”, write a venue, or nothing for any venue.',
    ],
  ])('%p: the cell and its text are named, and the line does not count', (cells, told) => {
    const { lines, ...found } = readRows([{ TARGET: 92, PLAN_HOURS: 1, ...cells }, { TARGET: 70 }]);
    const [cell = ''] = /[A-L]2/.exec(told) ?? [];
    expect(found).toMatchObject({
      mistakes: [{ cell, sentence: told }],
      mistakeCount: 1,
    });
    expect(lines.map(({ line }) => line)).toEqual([3]);
  });

  test('each cell, names that no refresh has seen among them, by row: the lines of those count', () => {
    const known = { venue: ['Zoo', 'Grand Hotel'], area: [], role: ['Waiter'] };
    const rows = [
      { VENUE_NAME: 'Grand Hotle', TARGET: 92 },
      { FROM: 'May', TO: 'June' },
      { VENUE_NAME: 'GRAND HOTEL', AREA_NAME: 'Bar', JOB_TITLE: 'Xylophonist', TARGET: 92 },
      { TARGET: 9.5 },
    ];
    const found = readRows(rows, ['', '', '', '0%'], known);
    expect(told(found)).toEqual([
      'A2: Unknown venue “Grand Hotle”. Did you mean “Grand Hotel”?',
      `D3: in place of “May”, ${DAY('first')}`,
      `E3: in place of “June”, ${DAY('last')}`,
      'C4: Choose another job title: no refresh has seen “Xylophonist”.',
      `G5: in place of “950%”, ${PERCENTAGE}`,
    ]);
    expect(found.lines.map(({ line }) => line)).toEqual([2, 4]);
    expect(told(readRows(rows.slice(2, 3)))).toEqual([]);
  });

  test('a pattern, which stands for itself here', () => {
    const asked = (...venue: readonly string[]) =>
      told(readRows([{ VENUE_NAME: 'Grand*' }], [], { venue, area: [], role: [] }));
    expect(asked('Grand Hotel')).toEqual(['A2: Unknown venue “Grand*”. Did you mean “Grand Hotel”?']);
    expect(asked('Grand*')).toEqual([]);
  });

  test.each([
    ['VENUE_NAME', 'Venue'],
    ['PLAN_HOURS', 'Plan hours'],
  ])('the heading %s that is missing: no line counts', (name, heading) => {
    const values = cellsOf([{ VENUE_NAME: 'Grand Hotel', TARGET: 92 }]);
    values[0] = (values[0] ?? []).map((cell) => (cell === name ? 'Other' : cell));
    const sentence = `Put the heading ${heading} back into row 1 of the targets sheet: without it no line counts.`;
    expect(read(values)).toMatchObject({ lines: [], mistakes: [{ cell: '', sentence }] });
  });

  test('merged cells, of which all but the first read as blank: no line counts; those beside the columns do no harm', () => {
    const values = cellsOf([
      { VENUE_NAME: 'Grand Hotel', TARGET: 92 },
      { VENUE_NAME: '', TARGET: 80 },
    ]);
    const merged = (column: number) =>
      read(values, { mergedCells: () => [{ row: 2, column, rows: 2, columns: 1 }] });
    const sentence = 'L2:L3: unmerge these cells. Merged cells read as blank, so no line counts.';
    expect(merged(12)).toMatchObject({ lines: [], mistakes: [{ cell: 'L2:L3', sentence }] });
    expect(merged(1).lines).toEqual([]);
    expect(merged(13)).toMatchObject({ lines: [{ line: 2 }, { line: 3 }], mistakes: [] });
  });

  test('a sheet without any of the headings is a person’s: nothing is kept of it', () => {
    expect(read([['mine'], ['Grand Hotel']])).toEqual({ mistakes: [] });
  });

  test('of 10,000 lines the first 200 count, blank ones among them', () => {
    const many = (target: number, length = 10_000) =>
      readRows(Array.from({ length }, (_, at) => ({ VENUE_NAME: `Hotel ${at}`, TARGET: target })));
    expect(many(92).lines.map(({ venue }) => venue)).toHaveLength(200);
    expect(told(many(92))).toEqual(['Shorten the targets sheet to 200 lines.']);
    expect(told(read(cellsOf([]), { lastRow: () => 202 }))).toEqual(told(many(92)));
    expect(told(many(92, 200))).toEqual([]);
    expect(many(920).mistakeCount).toBe(201);
  });

  test('no cell, whatever it holds, makes the sheet unreadable', () => {
    const hostile = fc.oneof(
      fc.constantFrom<unknown>(...HOSTILE_BEGINNINGS, ...HOSTILE_VALUES, new Date(Number.NaN), true, null),
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.double(),
    );
    fc.assert(
      fc.property(fc.array(fc.array(hostile, { minLength: 12, maxLength: 12 }), { maxLength: 8 }), (rows) => {
        const { lines, mistakes } = read([HEADINGS, ...rows]);
        for (const { target } of lines) expect(target ?? 50).toBeGreaterThanOrEqual(0);
        for (const { sentence } of mistakes) expect(sentence.length).toBeLessThan(200);
      }),
    );
  });
});

describe('the property targets', () => {
  const rows = Array.from({ length: 200 }, (_, at) => ({ VENUE_NAME: `${at}`.repeat(60), TARGET: 92 }));
  const plain = { pack: (text: string) => text, unpack: (text: string) => text };

  test('holds long lists, and none that take too much room even so, which is a mistake', () => {
    expect(readRows(rows).lines).toHaveLength(200);
    const sentence =
      'Shorten the names in the targets sheet, or use fewer lines: they take too much room to be kept.';
    expect(read(cellsOf([...rows, { TARGET: 'x' }]), {}, undefined, plain)).toMatchObject({
      ...{ lines: [], mistakeCount: 1, mistakes: [{ cell: '', sentence }] },
    });
  });

  test('says what everything is to reach at any time: the lowest such line, or nothing', () => {
    const general = (rows: Parameters<typeof cellsOf>[0]) => generalTarget(read(cellsOf(rows)));
    expect(general([{ TARGET: 90 }, { TARGET: 88 }, { VENUE_NAME: 'Pier', TARGET: 70 }])).toBe(88);
    expect(general([{ FROM: '2026-03-01', TARGET: 90 }])).toBeNull();
    expect(general([{ MEASURE: 'booked %', TARGET: 90 }])).toBeNull();
    expect(generalTarget(undefined)).toBeNull();
  });

  test.each(['', '{}', '{"version":2}', 'H4sI', '[]'])('is not set where it holds %p', (text) => {
    expect(parseTargets(text, nodePacker)).toBeUndefined();
  });

  test('follows a sheet that was renamed, and is emptied with one that is gone', () => {
    const values = cellsOf([{ VENUE_NAME: 'Pier', TARGET: 92 }]);
    const sheet = sheetOf(values);
    let [stored, name, isThere]: [string | undefined, string, boolean] = [
      undefined,
      'Shift Reports targets',
      true,
    ];
    const sheets = {
      byId: (id: number) => (isThere && id === sheet.id ? sheet : undefined),
      byName: (one: string) => (isThere && one === name ? sheet : undefined),
    } as ReportSheets;
    const calendar = new ZonedCalendar(new StubClock());
    const refresh = () => {
      const changes = readTargetsSheet({ sheets, calendar, packer: nodePacker }, stored, 'UTC', undefined);
      stored = changes.targets ?? stored;
      return { changes, lines: parseTargets(stored, nodePacker)?.lines };
    };
    refresh();
    name = 'Ours';
    Object.assign(values[1] as unknown[], { 6: 91 });
    expect(refresh().lines).toMatchObject([{ target: 91 }]);
    expect(refresh().changes).toEqual({});
    isThere = false;
    expect([refresh().changes, refresh().changes]).toEqual([{ targets: '' }, {}]);
  });
});
