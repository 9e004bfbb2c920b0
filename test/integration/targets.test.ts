import { beforeAll, describe, expect, test } from '@jest/globals';
import { build, openReport, sheetOf } from '../support/dashboard-scene';
import { linesOf, oneValue, sentenceIn } from '../support/formula-answers';
import { type Scene, Stage, state, wireCalls } from '../support/scene';
import type { SentRecord } from '../support/shift-records';
import { setTargets, TARGETS, typeTargets } from '../support/targets-scene';
import { RECORDS } from '../support/two-weeks';

/* The targets sheet: made once, read by refreshes, used by formulas. */

const stage = new Stage();

const TWO_WEEKS = ['2026-02-23', '2026-03-08'] as const;
const metric = (scene: Scene, name: string, ...options: (string | number)[]) =>
  scene.call('SHIFT_METRIC', name, ...TWO_WEEKS, 'decimals', 10, ...options);
const sum = (venue: string, field: (record: (typeof RECORDS)[number]) => number) =>
  RECORDS.filter(({ VENUE_NAME }) => venue === '' || VENUE_NAME === venue).reduce(
    (all, one) => all + field(one),
    0,
  );

describe('Set targets', () => {
  test('makes a sheet with headings, hover notes, a grey example and drop-downs', async () => {
    const { scene } = await openReport(stage);
    expect(setTargets(scene)).toBe(
      'Made “Shift Reports targets”. Type one line per target there, in place of the grey example, then refresh: only then do dashboards show them.',
    );
    expect(scene.book.values(`${TARGETS}!A1:L2`)).toEqual([
      [
        ...['Venue', 'Area', 'Job title', 'From', 'To', 'Measure', 'Target', 'Plan positions', 'Plan hours'],
        ...['Rate per hour', 'Credit per missing', 'Credit per no-show'],
      ],
      ['Example: Grand Hotel', '', '', '', '', 'true fulfilment %', '92%', '', '', '', '', ''],
    ]);
    expect(scene.book.cell(`${TARGETS}!G1`).note).toBe('Write a percentage like 92 or 92%.');
    const { frozenRows, conditionalFormats } = sheetOf(scene, TARGETS);
    expect([frozenRows, conditionalFormats.map(({ value }) => value)]).toEqual([
      1,
      ['=$A2="Example: Grand Hotel"'],
    ]);
    process.stdout.write(`service calls to make the targets sheet: ${wireCalls(scene.last).length}\n`);
  });

  test('brings one that exists to the front and writes nothing, whatever it is called and holds', async () => {
    const { scene, id } = await openReport(stage);
    setTargets(scene);
    typeTargets(scene, { TARGET: '92' });
    scene.book.editor.type(`${TARGETS}!A1`, 'mine');
    // Each refresh says so until it is mended.
    for (const _ of [1, 2])
      expect(scene.refresh(id).message).toMatch(/1 mistake on the targets sheet: press Set targets\./);
    scene.book.editor.renameSheet(TARGETS, 'Our targets');
    expect(setTargets(scene)).toBe('Your targets are on “Our targets”.');
    expect(wireCalls(scene.last).filter((call) => /^Range\.set|insertSheet|delete/.test(call))).toEqual([]);
    expect(scene.book.values('Our targets!A1:A1')).toEqual([['mine']]);
  });

  test.each([TARGETS, 'SHIFT REPORTS Targets'])('leaves a person’s sheet alone: “%s”', async (name) => {
    const { scene, id } = await openReport(stage);
    const { editor } = scene.book;
    editor.createSheet(name);
    editor.type(`${name}!A1`, 'mine');
    expect(scene.refresh(id).message).not.toContain('targets sheet');
    expect(scene.ask('sidebarSetTargets').message).toContain(
      `Rename the sheet “${name}”, which is one of yours: Shift Reports needs its name`,
    );
    expect(scene.book.values(`${name}!A1:B2`)).toEqual([
      ['mine', ''],
      ['', ''],
    ]);
  });

  test('offers the names that there are, but none that Google takes for a formula and refuses', async () => {
    const [first, ...others] = RECORDS;
    const { scene, id } = await openReport(stage, [
      { ...first, VENUE_NAME: '=1+1' } as SentRecord,
      ...others,
    ]);
    state(scene.refresh(id));
    setTargets(scene);
    const offered = sheetOf(scene, TARGETS).validations.map((rule) => rule.offered);
    expect(offered[0]).toContain('Pier');
    expect(offered.flat()).not.toContain('=1+1');
    expect(offered.at(-1)).toContain('true fulfilment %');
  });

  test('tells mistakes and unknown names at once, names all of their cells, and says nothing where there are none', async () => {
    const { scene, id } = await openReport(stage);
    state(scene.refresh(id));
    setTargets(scene);
    typeTargets(
      scene,
      { TARGET: '120' },
      { VENUE_NAME: 'Peir', TARGET: '92' },
      { TARGET: 'x' },
      { MEASURE: 'y', TARGET: 'z' },
    );
    expect(setTargets(scene)).toBe('Your targets are on “Shift Reports targets”.');
    const left = () => state(scene.ask('sidebarState')).mistakes;
    expect(left()).toEqual([
      'G2: in place of “120”, write a percentage like 92 or 92%.',
      'A3: Unknown venue “Peir”. Did you mean “Pier”?',
      'G4: in place of “x”, write a percentage like 92 or 92%.',
      'F5: in place of “y”, write what Target is for: true fulfilment %, booked %, unfilled %, worked %, no shows %, hours worked %; or nothing for the first.',
      'G5: in place of “z”, write a percentage like 92 or 92%.',
    ]);
    // The same ones as a refresh and the Scorecard.
    expect(scene.refresh(id).message).toContain('5 mistakes on the targets sheet: press Set targets.');
    build(scene, id, 'scorecard');
    expect(String(scene.book.values('Scorecard!A4:A4'))).toContain(
      '5 mistakes on the targets sheet: press Set targets.',
    );
    // The first cell is the one to type into.
    setTargets(scene);
    expect(Array.from(scene.emulator.ui.selections.values())).toMatchObject([{ row: 2, column: 7 }]);
    typeTargets(
      scene,
      { TARGET: '92' },
      { VENUE_NAME: 'Pier' },
      { TARGET: '80' },
      { MEASURE: '', TARGET: '' },
    );
    expect([left(), wireCalls(scene.last).filter((call) => call === 'Range.getValues')]).toEqual([
      [],
      ['Range.getValues'],
    ]);
    expect(setTargets(scene)).toBe(
      'Your targets are on “Shift Reports targets”. Dashboards show them after the next refresh.',
    );
  });
});

describe('a refresh', () => {
  test('makes no call for targets without the sheet, four with it', async () => {
    const { scene, id } = await openReport(stage);
    const refreshed = () => {
      state(scene.refresh(id));
      return wireCalls(scene.last);
    };
    refreshed();
    const without = refreshed();
    setTargets(scene);
    typeTargets(scene, { VENUE_NAME: 'Pier', TARGET: '92%', PLAN_HOURS: '80' });
    const read = refreshed();
    const at = without.findIndex((call, index) => call !== read[index]);
    expect(read.toSpliced(at, 4)).toEqual(without);
    expect(read.slice(at, at + 4)).toEqual([
      'Sheet.getLastRow',
      'Range.getValues',
      'Range.getNumberFormats',
      'Range.getMergedRanges',
    ]);
  });

  test('forgets the lines of a sheet that is gone', async () => {
    const { scene, id } = await openReport(stage);
    setTargets(scene);
    typeTargets(scene, { TARGET: '92' });
    state(scene.refresh(id));
    expect(oneValue(metric(scene, 'target'))).toBe(92);
    scene.book.editor.deleteSheet(TARGETS);
    state(scene.refresh(id));
    expect(sentenceIn(metric(scene, 'target'))).toMatch(
      /^Press "Set targets" in the sidebar: "target" needs/,
    );
  });

  test('asks for a line that counts until a refresh has read one', async () => {
    const { scene, id } = await openReport(stage);
    setTargets(scene);
    typeTargets(scene, { TARGET: '0.88' });
    state(scene.refresh(id));
    scene.book.editor.type(`${TARGETS}!G2`, '92');
    expect(sentenceIn(metric(scene, 'target'))).toBe(
      'Press "Set targets" in the sidebar to see mistakes, then refresh: "target" needs a line of its sheet that counts.',
    );
    expect(JSON.stringify(scene.call('SHIFT_LIST', 'metrics'))).not.toContain('target');
    state(scene.refresh(id));
    expect(oneValue(metric(scene, 'target'))).toBe(92);
  });

  test('keeps the lines where the sheet cannot be read, and refreshes the table', async () => {
    const { scene, id } = await openReport(stage);
    setTargets(scene);
    typeTargets(scene, { TARGET: '92' });
    state(scene.refresh(id));
    scene.book.editor.deleteColumns(TARGETS, 2, 11);
    expect(scene.refresh(id).kind).toBe('done');
  });
});

describe('figures that rest on targets', () => {
  let scene: Scene;
  beforeAll(async () => {
    const opened = await openReport(stage);
    scene = opened.scene;
    setTargets(scene);
    typeTargets(
      scene,
      { TARGET: '60', RATE_PER_HOUR: '20' },
      { VENUE_NAME: 'Pier', TARGET: '50%', PLAN_HOURS: '70', RATE_PER_HOUR: '£22.50' },
      { VENUE_NAME: 'grand hotel, london', FROM: '2026-03-02', TARGET: '80', PLAN_HOURS: '210' },
      { MEASURE: 'no shows %', TARGET: '5' },
    );
    state(scene.refresh(opened.id));
  });

  test('are one number in SHIFT_METRIC', () => {
    expect(oneValue(metric(scene, 'target', 'venue', 'Pier'))).toBe(50);
    const rate = Number(oneValue(metric(scene, 'true fulfilment %')));
    const target = Number(oneValue(metric(scene, 'target')));
    expect(target).toBeGreaterThan(50);
    expect(oneValue(metric(scene, 'gap to target'))).toBeCloseTo(rate - target, 9);
    expect(oneValue(metric(scene, 'target', 'percent', 'fraction'))).toBeCloseTo(target / 100, 9);
    const hours = (venue: string) => sum(venue, (one) => Number(one.HOURS_WORKED));
    const cost = 20 * (hours('Grand Hotel, London') + hours("O'Neill's")) + 22.5 * hours('Pier');
    expect(oneValue(metric(scene, 'cost'))).toBeCloseTo(cost, 9);
    expect(oneValue(metric(scene, 'plan hours'))).toBeCloseTo(140 + 210, 9);
  });

  test('stand beside venues in SHIFT_FULFILMENT_AGGREGATED and SHIFT_TREND', () => {
    const byVenue = linesOf(
      scene.call(
        'SHIFT_FULFILMENT_AGGREGATED',
        ...TWO_WEEKS,
        'venue',
        'measures',
        'target, gap to target, plan hours, true fulfilment %',
      ),
    );
    const pier = byVenue.find((line) => line.VENUE_NAME === 'Pier') ?? {};
    expect(pier).toMatchObject({ TARGET: 50 });
    expect(pier.PLAN_HOURS).toBeCloseTo(140, 9);
    expect(Number(pier.GAP_TO_TARGET)).toBeCloseTo(Number(pier.TRUE_FULFILMENT_PERCENTAGE) - 50, 9);
    const weeks = linesOf(scene.call('SHIFT_TREND', 'plan hours', ...TWO_WEEKS, 'week, venue'));
    expect(weeks.map((line) => [line["O'Neill's"], line.Pier, line['Grand Hotel, London']])).toEqual([
      ['', expect.closeTo(70, 9), ''],
      ['', expect.closeTo(70, 9), expect.closeTo(210, 9)],
    ]);
  });

  test('are not compared: SHIFT_COMPARE says what is', () => {
    const args = ['venue', '2026-02-23', '2026-03-01', '2026-03-02', '2026-03-08', 'measures', 'target'];
    expect(sentenceIn(scene.call('SHIFT_COMPARE', ...args))).toBe(
      'Choose another figure, such as "true fulfilment %": "target" is not compared.',
    );
  });
});
