import type { Requirement } from '../faults/requirement';
import { markdownTable, tableOfObjects } from './markdown';
import type {
  BenchEvidence,
  CoverageEvidence,
  FaultsEvidence,
  FaultsRow,
  Machine,
  MutationEvidence,
  PageEvidence,
  SuiteEvidence,
} from './saved-evidence';
import { describeState, isOlder, type SourceState } from './source-state';

/** Everything that the page is made of; what was never saved is `undefined`, and said to be. */
export interface Evidence {
  readonly requirements: readonly Requirement[];
  readonly page: PageEvidence | undefined;
  readonly suite: SuiteEvidence | undefined;
  readonly faults: FaultsEvidence | undefined;
  readonly bench: BenchEvidence | undefined;
  readonly mutation: MutationEvidence | undefined;
  readonly coverage: CoverageEvidence | undefined;
}

const BEGINNING = `# Evidence

Each promise with what was measured, the command and the commit; then what isn't proven, and why.
\`npm run evidence\` makes this page from the files in \`docs/proof/evidence/\`, which the commands below write with
\`--save\`. All of it was measured on the emulator and the local service, none of it on Google.`;

/** Says of nothing that it is older: the state in which the page was made is not known. */
const UNKNOWN_PAGE = 'No commit of this page was saved: nothing is marked as older.';

/** The page: the same text for the same evidence. */
export function renderEvidence(evidence: Evidence): string {
  const { requirements, page, suite, faults, bench, mutation, coverage } = evidence;
  const stateOf = (measured: SourceState) => describeState(measured, page ?? measured);
  const parts = [
    BEGINNING,
    ...pagePart(evidence),
    ...faultsPart(requirements, faults, stateOf),
    ...gapsPart(requirements, faults),
    ...suitePart(suite, stateOf),
    ...benchPart(bench, stateOf),
    ...mutationPart(mutation, stateOf),
    ...coveragePart(coverage, stateOf),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** The commit of a measurement, and whether it is older than the page. */
type StateOf = (measured: SourceState) => string;

/** At which commit the page was made, and how many of its rows were measured on other source. */
function pagePart({ page, faults }: Evidence): string[] {
  if (page === undefined) return [UNKNOWN_PAGE];
  const rows = faults?.rows ?? [];
  const older = rows.filter((row) => isOlder(row, page)).length;
  const changes = page.isDirty ? ', with changes' : '';
  return [
    `Made on ${dayOf(page.date)} at commit ${page.commit}${changes}. What was measured when \`src\` or \`build\` were not as they are at that commit is marked **older**: ${older} of ${rows.length} promises. \`npm run evidence -- --older\` lists them and how long each took; \`npm run faults -- --older --save\` measures them again.`,
  ];
}

function faultsPart(
  requirements: readonly Requirement[],
  faults: FaultsEvidence | undefined,
  stateOf: StateOf,
): string[] {
  const heading = '## Faults and abuse';
  if (faults === undefined) return [heading, notSaved('npm run faults -- --save')];
  const rows = new Map(faults.rows.map((row) => [row.id, row]));
  const lines = requirements.flatMap(({ id, promise, target }) => {
    const row = rows.get(id);
    return row === undefined ? [] : [[id, promise, target, ...measured(row), stateOf(row)]];
  });
  return [
    heading,
    `${on(faults.machine)} “Tests only” means that only the tests of a promise are counted; n is what the tests counted while they ran. Rows whose command ends in \`--short\` ran at the small sizes of \`npm test\`, which may be below the target.`,
    markdownTable(
      [
        '',
        'Promise',
        'To reach',
        'n',
        'Measured',
        'Seed',
        'Tests passed',
        'Seconds',
        'Command',
        'Day',
        'Commit',
      ],
      lines,
    ),
  ];
}

function measured(row: FaultsRow): unknown[] {
  const { n, figure, seed, passed, total, seconds, command, date } = row;
  return [n, figure, seed, `${passed} of ${total}`, seconds, `\`${command}\``, dayOf(date)];
}

function gapsPart(requirements: readonly Requirement[], faults: FaultsEvidence | undefined): string[] {
  const run = new Map((faults?.rows ?? []).map(({ id, command }) => [id, command]));
  const lines = requirements.flatMap(({ id, promise, files, gap }) => {
    const command = run.get(id);
    const reasons = [
      ...(gap === undefined ? [] : [gap]),
      ...(files.length > 0 && command === undefined ? ['No saved run of its tests.'] : []),
      ...(command?.endsWith(' --short') ? ['Saved at the small sizes of its tests only.'] : []),
    ];
    return reasons.length === 0 ? [] : [[id, promise, reasons.join(' ')]];
  });
  return ['## What is not proven, and why', markdownTable(['', 'Promise', 'What is missing'], lines)];
}

function suitePart(suite: SuiteEvidence | undefined, stateOf: StateOf): string[] {
  const heading = '## How long everything takes';
  if (suite === undefined) return [heading, notSaved('npm run evidence -- --time-suite')];
  const { date, machine, seconds, jestSeconds, files, tests } = suite;
  return [
    heading,
    `\`npm run evidence -- --time-suite\`, ${dayOf(date)}, commit ${stateOf(suite)}. ${on(machine)} In a new clone \`npm ci\` and \`npm test\` took ${minutes(seconds)} together, of which Jest took ${minutes(jestSeconds)}: ${counted(files)} files with ${counted(tests)} tests passed.`,
  ];
}

function minutes(seconds: number): string {
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

function counted(count: number): string {
  return count.toLocaleString('en-GB');
}

function benchPart(bench: BenchEvidence | undefined, stateOf: StateOf): string[] {
  const heading = '## Speed and size';
  if (bench === undefined) return [heading, notSaved('npm run bench -- --save')];
  return [
    heading,
    `\`npm run bench\`, ${dayOf(bench.date)}, commit ${stateOf(bench)}. ${on(bench.machine)}`,
    ...bench.tables.flatMap(({ title, rows }) => [`### ${title}`, tableOfObjects(rows)]),
  ];
}

function mutationPart(mutation: MutationEvidence | undefined, stateOf: StateOf): string[] {
  const heading = '## What the unit tests notice';
  if (mutation === undefined) return [heading, notSaved('npm run mutation -- --save')];
  const { date, machine, groups, survivors } = mutation;
  const unnoticed = survivors.map(({ group, place, change, reason }) => [
    group,
    place,
    change,
    reason === '' ? 'not explained yet' : reason,
  ]);
  return [
    heading,
    `\`npm run mutation\`, ${dayOf(date)}. ${on(machine)}`,
    markdownTable(
      ['Group', 'Changes', 'Noticed', 'Score', 'Commit'],
      groups.map((one) => [one.group, one.mutants, one.noticed, one.score, stateOf(one)]),
    ),
    ...(unnoticed.length === 0
      ? []
      : [
          '### Changes that nothing noticed',
          markdownTable(['Group', 'Place', 'Change', 'Reason'], unnoticed),
        ]),
  ];
}

function coveragePart(coverage: CoverageEvidence | undefined, stateOf: StateOf): string[] {
  const heading = '## Which branches the tests take';
  if (coverage === undefined) return [heading, notSaved('npm run coverage -- --save')];
  const { date, machine, layers, kinds, files } = coverage;
  const untaken = kinds.map(({ kind, untaken }) => `${untaken} ${kind}`).join(', ');
  return [
    heading,
    `\`npm run coverage\`, ${dayOf(date)}, commit ${stateOf(coverage)}. ${on(machine)} Istanbul finds the branches in \`src\`; unit tests take them in modules, integration tests in the script that ships, in realms of the emulator, browser tests in the page. What contract tests take is not counted.`,
    markdownTable(
      ['Layer', 'Branches', 'Unit tests', 'Script', 'Page', 'Any of them'],
      layers.map(({ layer, branches, unit, script, page, any }) => [
        layer,
        branches,
        unit,
        script,
        page,
        any,
      ]),
    ),
    `Not taken, by kind: ${untaken || 'none'}. A fallback is the expression after \`??\`; many exist only because the compiler can't know that a value is present.`,
    ...(files.length === 0
      ? []
      : [
          '### Files with less than 90% taken',
          markdownTable(
            ['File', 'Taken', 'Not taken: line and kind'],
            files.map(({ file, taken, untaken }) => [file, taken, untaken]),
          ),
        ]),
  ];
}

function notSaved(command: string): string {
  return `Not measured yet: \`${command}\` has not been run.`;
}

function on({ cores, node }: Machine): string {
  return `Measured on ${cores} cores with Node ${node}.`;
}

function dayOf(date: string): string {
  return date.slice(0, 10);
}
