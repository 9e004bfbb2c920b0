import { afterEach, describe, expect, test } from '@jest/globals';
import { parse } from 'acorn';
import { factsOf, readFactFiles } from '../../conformance/all-facts';
import type { Fact } from '../../conformance/fact';
import { judge, parseResults } from '../../conformance/results';
import { askedFacts, portableScript } from '../../conformance/script-text';
import { type ScriptWorld, type ScriptWorldOptions, scriptWorld } from '../platform-facts/script-world';

const FILES = readFactFiles();
const FACTS = factsOf(FILES);
const ASKED = askedFacts(FACTS, FILES);
const ENTERED = 'The formulas are entered. Run it once more when they show no "Loading...".';

const worlds: ScriptWorld[] = [];
afterEach(() => {
  for (const world of worlds.splice(0)) world.dispose();
});

/** The script of some facts, opened by its owner in a spreadsheet. */
function opened(facts: readonly Fact[], name = 'Platform conformance', options: ScriptWorldOptions = {}) {
  const script = portableScript(facts, FILES);
  const manifest = JSON.parse(script['appsscript.json']);
  const world = scriptWorld(script['Code.js'], { manifest, installation: 'bound', ...options });
  worlds.push(world);
  const book = world.emulator.createSpreadsheet({ owner: 'ann@a.example', zone: 'Europe/London', name });
  const ann = book.as('ann@a.example');
  ann.open();
  const click = (caption: string) => {
    const { outcome } = ann.clickMenu(caption);
    book.recalculate();
    return outcome.kind === 'returned' ? outcome.value : `${outcome.kind}: ${outcome.message}`;
  };
  const results = () => world.emulator.logs.filter((line) => line.startsWith('{')).join('\n');
  return { world, book, click, results };
}

/** A fact made up for these tests. */
function madeUp(id: string, observe: string, expected: unknown): Fact {
  const rest = { no: id, mark: 'asm', except: '', title: id, source: '', file: 'made-up' } as const;
  return { id, ...rest, observation: { observe, expected, group: 'made up' } };
}

describe('The portable script', () => {
  const { 'Code.js': code, 'appsscript.json': manifest } = portableScript(FACTS, FILES);

  test('is JavaScript of 2019 in one file, and offers four functions', () => {
    const program = parse(code, { ecmaVersion: 2019, sourceType: 'script' });
    const functions = program.body.flatMap((one) =>
      one.type === 'FunctionDeclaration' && one.id !== null ? [one.id.name] : [],
    );

    expect(functions.filter((name) => !name.endsWith('_'))).toEqual(
      // `thrown` is what the observations call.
      ['thrown', 'onOpen', 'CONFORMANCE_FACT', 'runConformance', 'startConformanceAgain'],
    );
  });

  test('asks for no right but to its own spreadsheet and to an alert', () => {
    expect(JSON.parse(manifest).oauthScopes).toEqual([
      'https://www.googleapis.com/auth/spreadsheets.currentonly',
      'https://www.googleapis.com/auth/script.container.ui',
    ]);
  });

  test('asks every observation of the facts, each under an ID of its own', () => {
    const ids = ASKED.map(({ id }) => id);

    expect(new Set(ids).size).toBe(ids.length);
    for (const { id, observation } of FACTS) if (observation !== undefined) expect(ids).toContain(id);
  });

  test('finds in the emulator that all facts agree, and what it writes is read back', () => {
    const { book, click, results } = opened(FACTS);

    expect(click('Run')).toBe(ENTERED);
    expect(click('Run')).toBe(
      `${ASKED.length} of ${ASKED.length} facts agree. The sheet Results has them all.`,
    );

    const verdicts = judge(ASKED, parseResults(results())).filter(({ verdict }) => verdict !== 'agrees');
    expect(verdicts).toEqual([]);
    const column = book.values(`Results!A1:A${ASKED.length + 1}`).map(([text]) => String(text));
    expect(column.join('\n')).toBe(results());
  });

  test('leaves no sheet behind but its own', () => {
    const { world, book, click } = opened(FACTS.slice(0, 40));
    click('Run');
    click('Run');

    expect(book.document.workbook.sheets.map(({ name }) => name)).toEqual(['Sheet1', 'Cells', 'Results']);
    expect(world.emulator.executions.every(({ outcome }) => outcome.kind !== 'killed')).toBe(true);
  });

  test('tells what differs: a value, a member nobody has, a throw', () => {
    const facts = [
      madeUp('M1', 'return { b: 1, a: [2] };', { a: [2], b: 1 }),
      madeUp('M2', 'return 1;', 2),
      madeUp('M3', 'return SpreadsheetApp.getActive().getNothing();', null),
    ];
    const { click, results } = opened(facts);
    click('Run');

    expect(click('Run')).toContain(`${1 + ASKED.length - observedCount()} of`);
    const judged = judge(askedFacts(facts, FILES), parseResults(results()));
    expect(judged.slice(0, 3).map(({ verdict, observed }) => [verdict, observed])).toEqual([
      ['agrees', { a: [2], b: 1 }],
      ['differs', 1],
      ['differs', { threw: 'Exception: Spreadsheet.getNothing is not emulated' }],
    ]);
  });

  test('notices a platform that behaves otherwise', () => {
    const caches = FACTS.filter(({ file }) => file === 'cache-service');
    const { world, click, results } = opened(caches);
    world.emulator.switches.cache = 'empty';
    click('Run');
    click('Run');

    const judged = judge(askedFacts(caches, FILES), parseResults(results()));
    const differing = judged.filter(({ verdict }) => verdict === 'differs').map(({ id }) => id);
    // C2.2 and C3 are about refusals only.
    expect(differing.filter((id) => id.startsWith('C'))).toEqual([
      'C1',
      'C2.1',
      'C4',
      'C5',
      'C6',
      'C7',
      'C8',
      'C9',
      'C11',
    ]);
  });

  test('stops before the time limit and goes on where it ended', () => {
    const nap = 'Utilities.sleep(150000); return 1;';
    const { world, click } = opened([
      madeUp('M1', nap, 1),
      madeUp('M2', nap, 1),
      madeUp('M3', 'return 3;', 3),
    ]);

    expect([click('Run'), click('Run'), click('Run')]).toEqual([
      '1 facts are left. Run it again.',
      ENTERED,
      expect.stringMatching(/^(\d+) of \1 facts agree/),
    ]);
    expect(world.emulator.executions.filter(({ sleptMillis }) => sleptMillis > 0)).toHaveLength(1);
  });

  test('goes on after a fact that it did not survive, and says which', () => {
    const endless = 'Utilities.sleep(300000); Utilities.sleep(300000); return 1;';
    const facts = [madeUp('M1', endless, 1), madeUp('M2', 'return 2;', 2)];
    const { click, results } = opened(facts);

    expect([click('Run'), click('Run'), click('Run')]).toEqual([
      'killed: Exceeded maximum execution time',
      ENTERED,
      expect.stringContaining('facts agree'),
    ]);
    const [first, second] = judge(askedFacts(facts, FILES), parseResults(results()));
    expect([first?.verdict, first?.observed]).toEqual(['differs', { killed: 'The last run ended here.' }]);
    expect(second?.verdict).toBe('agrees');
  });

  test('starts again when told to', () => {
    const { click } = opened([madeUp('M1', 'return 1;', 1)]);
    click('Run');
    click('Run');

    expect(click('Start again')).toBe('Wait ten minutes, then run it.');
    expect(click('Run')).toBe(ENTERED);
  });

  test('takes addresses of persons out of what it writes', () => {
    const { click, results } = opened([madeUp('M1', "return 'I am <ann.b+c@a.example>.';", '')]);
    click('Run');
    click('Run');

    expect(results()).toContain('I am <someone@removed>.');
    expect(results()).not.toContain('a.example');
  });

  test('refuses any other spreadsheet, and changes nothing there', () => {
    const { world, book, click } = opened(FACTS, 'Rota');
    const callsBefore = world.emulator.executions.length;

    for (const caption of ['Run', 'Start again'])
      expect(click(caption)).toContain('This runs only in a spreadsheet of its own');
    const calls = world.emulator.executions
      .slice(callsBefore)
      .flatMap((one) => one.calls.map(({ method }) => method));
    expect([...new Set(calls)]).toEqual(['SpreadsheetApp.getActiveSpreadsheet', 'Spreadsheet.getName']);
    expect(book.document.workbook.sheets.map(({ name }) => name)).toEqual(['Sheet1']);
  });
});

function observedCount(): number {
  return FACTS.filter(({ observation }) => observation !== undefined).length;
}
