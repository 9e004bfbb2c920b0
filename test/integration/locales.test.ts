import { beforeAll, describe, expect, test } from '@jest/globals';
import { TEMPLATES } from '../../src/contract/reports';
import type { SheetSnapshot } from '../emulator/book';
import { build, openReport } from '../support/dashboard-scene';
import { ANN, type Scene, Stage, state } from '../support/scene';
import { RECORDS } from '../support/two-weeks';
import { conditionalLooks } from '../workbench/conditional-looks';

/* The same report, dashboards, status and formulas in spreadsheets of ten locales: equal but for display. */

/** With their decimals as Unicode CLDR has them. */
const LOCALES = [
  ['en_GB', '.'],
  ['en_US', '.'],
  ['de_DE', ','],
  ['fr_FR', ','],
  ['es_ES', ','],
  ['it_IT', ','],
  ['nl_NL', ','],
  ['pt_BR', ','],
  ['pl_PL', ','],
  ['tr_TR', ','],
] as const;

/** Venues whose names some locale reads as a number, a day, a truth value or a formula; and letters with two cases. */
const VENUES = [
  '1.5',
  '1,5',
  '3/4',
  '1.234',
  '2.1.26',
  'TRUE',
  'Wahr',
  '=A1;B1',
  'İzmir Iı',
  '10:30,5',
  '-1,5%',
];

/** Entered into cells of their own; `|` stands for what is between arguments. */
const FORMULAS = [
  '=SHIFT_METRIC("worked %"|"last week")',
  '=SHIFT_METRIC("posted"|DATE(2026|2|23)|DATE(2026|3|8)|"venue"|"1,5")',
  '=SHIFT_FULFILMENT_AGGREGATED("last 2 weeks"||"venue"|"measures"|"posted, worked %"|"limit"|4)',
  '=SHIFT_TREND("true fulfilment %"|"last 2 weeks")',
  '=SHIFT_STATUS(SHIFT_STAMP)',
];

const stage = new Stage();
let english: Look;
beforeAll(async () => {
  english = (await openAnew('en_GB', '.')).look;
}, 120_000);

/** What a spreadsheet holds, and the colours that its rules give. */
interface Look {
  readonly sheets: readonly object[];
  readonly colours: readonly object[];
  readonly formulas: readonly unknown[];
}

const opened = new Map<string, ReturnType<typeof openAnew>>();

/** The spreadsheet of a locale, which no test changes. */
function openIn(locale: string, decimal: '.' | ',' = '.'): ReturnType<typeof openAnew> {
  const known = opened.get(locale) ?? openAnew(locale, decimal);
  opened.set(locale, known);
  return known;
}

async function openAnew(locale: string, decimal: '.' | ','): Promise<{ scene: Scene; look: Look }> {
  const records = RECORDS.map((record, at) => ({
    ...record,
    VENUE_NAME: VENUES[at % VENUES.length] as string,
  }));
  const { scene, id } = await openReport(stage, records, { locale });
  for (const template of TEMPLATES) build(scene, id, template);
  state(scene.refresh(id));
  scene.book.editor.createSheet('Asked');
  const separator = decimal === ',' ? ';' : ',';
  const places = FORMULAS.map((_, at) => `Asked!A${1 + at * 12}`);
  FORMULAS.forEach((formula, at) => {
    scene.book.as(ANN).enter(places[at] as string, formula.replaceAll('|', separator));
  });
  const { workbook } = scene.book;
  return {
    scene,
    look: {
      sheets: scene.book.snapshot().sheets.map(withoutAutomaticFormats),
      colours: workbook.sheets.map((sheet) => conditionalLooks(workbook, sheet)),
      formulas: places.map((place) => scene.book.cell(place).value),
    },
  };
}

/** A day that a formula answers takes on the locale's own format: display alone. */
function withoutAutomaticFormats({ cells, ...sheet }: SheetSnapshot): object {
  if (sheet.name !== 'Asked') return { ...sheet, cells };
  const values = Object.entries(cells).map(([place, { format, calculatedFormat, ...cell }]) => [place, cell]);
  return { ...sheet, cells: Object.fromEntries(values) };
}

const count = (look: Look): number =>
  (look.sheets as readonly SheetSnapshot[])
    .flatMap(({ cells }) => Object.values(cells))
    .filter(({ value, formula }) => value !== '' || formula !== '').length;

describe('A report, six dashboards, the status sheet and formulas', () => {
  test('are there to be compared', () => {
    expect(english.sheets.length).toBeGreaterThanOrEqual(9);
    // Without targets only the worst third of what is shown is tinted.
    expect(english.colours.flat().length).toBeGreaterThan(5);
    expect(english.colours.flat()).toContainEqual(expect.objectContaining({ background: expect.anything() }));
    for (const value of english.formulas) expect(String(value)).not.toMatch(/^#/);
    expect(count(english)).toBeGreaterThan(500);
  });

  test.each(LOCALES)('are in %s what they are in en_GB', async (locale, decimal) => {
    const { scene, look } = await openIn(locale, decimal);
    expect(look).toEqual(english);
    const shown = scene.book.cell('Shifts!G2').display;
    expect(shown).toMatch(decimal === ',' ? /^\d+,\d%$/ : /^\d+\.\d%$/);
    process.stdout.write(
      `${locale}: ${count(look)} cells and ${look.colours.flat().length} coloured ones equal; shows ${shown}\n`,
    );
  });

  test('hold no formula of ours, in a cell or a rule, with a separator or a decimal', async () => {
    const { scene } = await openIn('de_DE', ',');
    const written = scene.book
      .snapshot()
      .sheets.flatMap(({ name, cells, conditionalFormats }) => [
        ...(name === 'Asked' ? [] : Object.values(cells).flatMap(({ formula }) => formula || [])),
        ...conditionalFormats.map(({ value }) => value),
      ]);
    expect(written.length).toBeGreaterThan(10);
    // Texts within them may hold any sign.
    const outside = written.map((formula) => formula.replace(/"[^"]*"/g, ''));
    expect(outside.filter((formula) => /[,;.\\]/.test(formula))).toEqual([]);
  });
});
