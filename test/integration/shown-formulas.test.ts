import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { optionsOf } from '../../src/answers/arguments/options';
import { OPTION_MEANINGS } from '../formula-guide/words';
import { builtBundle } from '../support/built-bundle';
import { ANN, type Scene, Stage, state } from '../support/scene';
import { readFunctionHelp } from '../workbench/function-help';
import { FORMULAS as START_FORMULAS } from '../workbench/start-document';

/*
 * Who copies a formula from the README, a document, the formula help or the sheet Start gets figures, with sample data of
 * either region and with the stand-in of the service, after one refresh.
 */

/** Nothing answers them before the operator has told the report's path: the README says so beside its own. */
const WITHOUT_A_PATH = /^=WORKER_TURNOVER\(/;
/** Of the script for an hour with an account, which is not the add-on. */
const OF_ANOTHER_SCRIPT = /^=QUESTIONS_/;

/** Formulas in backticks and code blocks, not the outlines of functions; the table of mistakes shows what does not work. */
function formulasOf(file: string): string[] {
  const [text = ''] = readFileSync(file, 'utf8').split('\n## Mistakes\n');
  return [...text.matchAll(/(?:^|`)(=[A-Z_]+\(.*\))(?:`|$)/gm)]
    .flatMap(([, line = '']) => line.split(/`[^`]*`/))
    .filter((formula) => !/[[…]/.test(formula) && !OF_ANOTHER_SCRIPT.test(formula));
}

const README = formulasOf('README.md');
const DOCUMENTS = readdirSync('docs')
  .filter((name) => name.endsWith('.md'))
  .flatMap((name) => formulasOf(path.join('docs', name)));

/** The documented tables show arguments alone: they go into a formula of the first function that takes the option. */
const OPTION_FORMULAS = Object.entries(OPTION_MEANINGS).map(([name, [, , example]]) => {
  const ofRecords = (optionsOf('SHIFT_FULFILMENT') as readonly string[]).includes(name);
  if (ofRecords && name !== 'sort') return `=SHIFT_FULFILMENT("last week", , ${example})`;
  const isOfGroups = (optionsOf('SHIFT_FULFILMENT_AGGREGATED') as readonly string[]).includes(name);
  if (!isOfGroups) return `=SHIFT_COMPARE("venue", , , "last week", , ${example})`;
  const by = name === 'group by' ? '' : ' "venue"';
  const measures = name === 'measures' ? '' : ', "measures", "worked %, missing people"';
  return `=SHIFT_FULFILMENT_AGGREGATED("last 4 weeks", ,${by}${measures}, ${example})`;
});

/** Two of each function: the example of its description, and those of its parameters put together. */
function helpFormulas(): string[] {
  const code = readFileSync(path.join(builtBundle(), 'Code.js'), 'utf8');
  const whole = [...code.matchAll(/\bExample: (=[A-Z_]+\(.*\))$/gm)].map(([, formula = '']) => formula);
  const pieced = readFunctionHelp(code.replace(/ Example: =.*$/gm, '')).map(
    ({ name, parameters }) => `=${name}(${parameters.map(({ example }) => example).join(', ')})`,
  );
  expect(whole).toHaveLength(pieced.length);
  // What is between arguments is another sign where decimals have a comma, and the help is the same for all.
  expect(whole.filter((formula) => /[,;]/.test(formula.replace(/"[^"]*"/g, '')))).toEqual([]);
  return [...whole, ...pieced];
}

const stage = new Stage();

async function withSampleData(region: 'UK' | 'US', locale = 'en_GB'): Promise<Scene> {
  const { scene } = await stage.again(`${region} ${locale}`, async () => {
    const opened = await stage.open({ locale });
    const [report] = state(opened.ask('sidebarUseSampleData', region)).reports;
    opened.refresh(report?.id ?? '');
    return { scene: opened };
  });
  return scene;
}

async function withTheLocalService(): Promise<Scene> {
  const { scene } = await stage.again('local service', async () => {
    const opened = await stage.connected();
    opened.refresh(opened.saveReport({ period: 'last 28 days', sheet: 'Shifts' }));
    return { scene: opened };
  });
  return scene;
}

/** A formula as it is written where decimals have a comma: with semicolons between arguments. */
function withSemicolons(formula: string): string {
  return formula.replace(/"[^"]*"|,/g, (part) => (part === ',' ? ';' : part));
}

const EVERYWHERE = [
  ['sample data of the UK', () => withSampleData('UK'), String],
  ['sample data, decimals with a comma', () => withSampleData('UK', 'de_DE'), withSemicolons],
  ['sample data of the US', () => withSampleData('US'), String],
  ['the local service', withTheLocalService, String],
] as const;

/** What is wrong with the answer to a formula: an error, nothing, a heading alone, or a status from before the refresh. */
function fault({ book }: Scene, formula: string): string | undefined {
  book.as(ANN).enter('Sheet1!A1', formula);
  const { error, display } = book.cell('Sheet1!A1');
  const [first = [], ...rows] = book
    .values('Sheet1!A1:T40')
    .map((row) => row.filter((value) => value !== ''));
  book.as(ANN).enter('Sheet1!A1', '');
  if (error !== undefined) return error;
  if (display === '') return 'nothing';
  if (/Never refreshed|Not set up/.test(display)) return display;
  const isTable = first.length > 1 || /^[A-Z_]+$/.test(display);
  const isHeading = first.every((value) => typeof value === 'string');
  return isTable && isHeading && rows.every((row) => row.length === 0) ? 'a heading alone' : undefined;
}

/** Many formulas stand in several texts: each is calculated once in a scene. */
function faults(
  scene: Scene,
  formulas: readonly string[],
  known: Map<string, string | undefined>,
): [string, string][] {
  return [...new Set(formulas)]
    .filter((formula) => !WITHOUT_A_PATH.test(formula))
    .flatMap((formula) => {
      if (!known.has(formula)) known.set(formula, fault(scene, formula));
      const found = known.get(formula);
      return found === undefined ? [] : [[formula, found] as [string, string]];
    });
}

describe('the formulas of the README', () => {
  test('are of every function, but for the American twins', () => {
    const names = README.map((formula) => formula.slice(1, formula.indexOf('(')));
    expect([...new Set(names)].sort()).toEqual([
      'SHIFT_COMPARE',
      'SHIFT_FULFILMENT',
      'SHIFT_FULFILMENT_AGGREGATED',
      'SHIFT_LIST',
      'SHIFT_METRIC',
      'SHIFT_STATUS',
      'SHIFT_TREND',
      'WORKER_TURNOVER',
    ]);
  });
});

describe.each(EVERYWHERE)('with %s', (_, open, written) => {
  let scene: Scene;
  const known = new Map<string, string | undefined>();
  beforeAll(async () => {
    scene = await open();
  });

  test.each([
    ['the README', () => README],
    ['the documents', () => DOCUMENTS],
    ['the documented options', () => OPTION_FORMULAS],
    ['the formula help', helpFormulas],
    ['the sheet Start', () => START_FORMULAS.filter((formula) => /^=SHIFT/.test(formula))],
  ])('every formula of %s gives figures', (__, formulas) => {
    expect(formulas().length).toBeGreaterThan(5);
    expect(faults(scene, formulas().map(written), known)).toEqual([]);
  });
});

describe('SHIFT_STATUS in every example', () => {
  test('has the stamp in it, so that it follows refreshes', () => {
    const shown = [...README, ...DOCUMENTS, ...helpFormulas()].filter((formula) =>
      formula.startsWith('=SHIFT_STATUS('),
    );
    expect(shown.length).toBeGreaterThan(5);
    expect(shown.filter((formula) => !formula.includes('SHIFT_STAMP'))).toEqual([]);
  });
});
