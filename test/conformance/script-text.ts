import { CELL_FACTS, type CellFact, digestOf, scriptOf } from './cell-facts';
import type { Fact } from './fact';
import type { FactFile } from './read-fact-file';
import { scriptHelp } from './script-help';
import { SCRIPT_RUN } from './script-run';

/** A fact as the portable script and its results know it. */
export interface AskedFact {
  readonly id: string;
  readonly title: string;
  /** Changes with the question or the expectation, so that an old answer is not taken for a new one. */
  readonly digest: string;
  readonly expected: unknown;
}

/** The files of the portable script, by name. */
export interface PortableScript {
  readonly 'Code.js': string;
  readonly 'appsscript.json': string;
}

/** The rights it asks for: the spreadsheet it is in, and one alert. */
const MANIFEST = {
  timeZone: 'Etc/UTC',
  runtimeVersion: 'V8',
  exceptionLogging: 'STACKDRIVER',
  oauthScopes: ['spreadsheets.currentonly', 'script.container.ui'].map(
    (scope) => `https://www.googleapis.com/auth/${scope}`,
  ),
};

/** What the script asks, in its order: first what it observes by itself, then what it reads from cells. */
export function askedFacts(facts: readonly Fact[], files: readonly FactFile[]): AskedFact[] {
  const observed = facts.flatMap(({ id, title, observation }) => {
    if (observation === undefined) return [];
    const { observe, expected } = observation;
    return [{ id, title, expected, digest: digestOf(observe, expected) }];
  });
  const inCells = CELL_FACTS.map((fact) => ({
    id: fact.id,
    title: fact.title,
    expected: fact.expected,
    digest: digestOf(fact, scriptOf(fact, files)),
  }));
  return [...observed, ...inCells];
}

/** Makes the portable script: JavaScript of 2019, one file, no service call at its top level. */
export function portableScript(facts: readonly Fact[], files: readonly FactFile[]): PortableScript {
  const asked = new Map(askedFacts(facts, files).map((fact) => [fact.id, fact]));
  const told = (id: string) => {
    const { digest, expected } = asked.get(id) as AskedFact;
    return `id: ${JSON.stringify(id)}, fact: '${digest}', expected: ${JSON.stringify(expected)}`;
  };
  const observed = facts.flatMap(({ id, observation }) =>
    observation === undefined ? [] : [`  { ${told(id)}, observe: function () { ${observation.observe} } }`],
  );
  const cells = CELL_FACTS.map(({ id, given, values, below, read, rows, columns }) => {
    const rest = JSON.stringify({ given, values, below, read, rows, columns });
    return `  Object.assign({ ${told(id)} }, ${rest})`;
  });
  const code = [
    '// Made by `npm run conformance -- --script`. Checks on Google Sheets what the tests believe of it.',
    scriptHelp(),
    SCRIPT_RUN,
    `var FACTS_ = [\n${observed.join(',\n')}\n];`,
    `var CELLS_ = [\n${cells.join(',\n')}\n];`,
    ...cellCalls(files),
  ].join('\n');
  return { 'Code.js': `${code}\n`, 'appsscript.json': `${JSON.stringify(MANIFEST, null, 2)}\n` };
}

/** The functions of the tests, each script in a scope of its own. */
function cellCalls(files: readonly FactFile[]): string[] {
  const names = [...new Set(CELL_FACTS.map(({ file }) => file))];
  const scopes = names.map((name) => {
    const facts = CELL_FACTS.filter(({ file }) => file === name);
    const calls = facts.map((fact) => `    ${JSON.stringify(fact.id)}: ${callOf(fact)}`);
    const text = scriptOf(facts[0] as CellFact, files);
    return `(function () {\n${text}\n  return {\n${calls.join(',\n')}\n  };\n})()`;
  });
  return [`var CELL_CALLS_ = Object.assign({}, ${scopes.join(', ')});`];
}

function callOf({ call, isCaught }: CellFact): string {
  if (!isCaught) return `function (given) { return ${call}.apply(null, given); }`;
  return `function (given) {
      try { return ${call}.apply(null, given); } catch (error) { return error.name + ': ' + error.message; }
    }`;
}
