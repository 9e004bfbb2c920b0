import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Modules that are mutated together, and the tests that are to notice. */
export interface MutationGroup {
  readonly name: string;
  /**
   * Files of `src/`, several as `{one,two}`; a folder, which ends in `/`, stands for its modules that no earlier group has.
   */
  readonly modules: readonly string[];
  /**
   * Test files, relative to `test/unit/`, or folders of them: the first that fails ends the trial of a change, so the slow
   * ones come last.
   */
  readonly tests: readonly string[];
}

/** The cores whose tests must notice nearly every change. What a group's tests leave out, others may notice. */
export const MUTATION_GROUPS: readonly MutationGroup[] = [
  {
    name: 'token',
    modules: ['src/employer-api/access-token.ts'],
    tests: ['employer-api/access-token', 'employer-api/token-outcomes'],
  },
  {
    name: 'retries',
    modules: ['src/employer-api/{errors,report-calls}.ts', 'src/budget.ts'],
    tests: [
      'employer-api/retry-after',
      'employer-api/outcomes',
      'employer-api/errors',
      'employer-api/pauses',
      'employer-api/attempt-pause',
      'employer-api/report-calls',
      'employer-api/report-calls-one',
      'employer-api/report-calls-again',
      'employer-api/report-calls-edges',
    ],
  },
  {
    name: 'validation',
    modules: ['src/employer-api/{report-kind,shift-records,connection}.ts'],
    tests: [
      'employer-api/connection',
      'employer-api/configured-report',
      'employer-api/report-catalogue',
      'employer-api/service-origin',
      'employer-api/stored-connection',
      'employer-api/shift-fulfilment-answer',
      'employer-api/shift-fulfilment-echo',
      'employer-api/shift-fulfilment-request',
      'employer-api/shift-records',
      'employer-api/shift-records-issues',
      'employer-api/generic-records',
      'employer-api/generic-records-search',
      'employer-api/generic-records-properties',
    ],
  },
  {
    name: 'inference',
    modules: ['src/figures/{infer-votes,basis,share-statistics,figure}.ts'],
    tests: [
      'figures/infer-agreement',
      'figures/infer-votes',
      'figures/daily-votes',
      'figures/basis',
      'figures/basis-order',
      'figures/wilson',
      'figures/likeness',
      'figures/figure',
      'figures/days-to-come',
      'figures/group-figures',
      'figures/kept-basis',
      'figures/figure-set',
      'figures/sql-targets',
      'answers/tables/settled',
      'answers/tables/figure-requests',
      'reports/saved/learned',
      'answers/tables/notes',
      'explanations/figure-behind',
      'figures/kept-basis-random',
      'figures/sql',
    ],
  },
  {
    name: 'changes of a week',
    modules: ['src/figures/why-it-moved.ts'],
    tests: ['figures/complete-weeks', 'figures/why-words', 'figures/why-it-moved'],
  },
  {
    name: 'filters',
    modules: ['src/figures/row-filter.ts'],
    tests: [
      'figures/criteria-spelling',
      'figures/row-filter',
      'figures/criteria',
      'answers/arguments/option-numbers',
    ],
  },
  {
    name: 'options and dates',
    modules: ['src/answers/arguments/{positional-arguments,option-names,options,option-cells}.ts'],
    tests: [
      'answers/arguments/places',
      'answers/arguments/dates',
      'answers/arguments/dates-compare',
      'answers/arguments/dates-mistakes',
      'answers/arguments/did-you-mean',
      'answers/arguments/option-lists',
      'answers/arguments/option-mistakes',
      'answers/arguments/option-range',
      'answers/arguments/option-numbers',
      'answers/arguments/option-date',
      'answers/arguments/option-spellings',
      'answers/arguments/option-values',
      'answers/arguments/choice',
      'answers/arguments/echo',
      'answers/arguments/group-by',
      'answers/arguments/trend-keys',
      'answers/arguments/dates-words',
    ],
  },
  {
    name: 'writer',
    modules: [
      'src/reports/writing/{table-writer,table-place,table-update}.ts',
      'src/reports/tables/sheet-table.ts',
    ],
    tests: [
      'reports/writing/table-writer-edges',
      'reports/writing/table-writer',
      'reports/writing/table-writer-columns',
      'reports/writing/kept-formats',
      'reports/writing/table-writer-notes',
      'reports/writing/table-update',
      'reports/writing/staging',
      'reports/writing/unmerged-cells',
      'reports/writing/history-draft',
      'reports/tables/',
      'reports/writing/table-writer-crash',
      'reports/writing/table-foot',
      'reports/writing/refused-write',
      'reports/writing/shown-rows',
      'reports/writing/',
      'reports/refreshing/',
      'reports/notes/',
    ],
  },
  {
    name: 'kept tokens',
    modules: ['src/reports/fetching/{kept-tokens,shared-state}.ts'],
    tests: [
      'reports/fetching/kept-tokens',
      'reports/fetching/renewed-token',
      'reports/fetching/shared-state',
      'reports/fetching/shared-keys',
      'reports/fetching/answer-date',
      'reports/fetching/report-fetcher-sharing',
      'reports/fetching/report-fetcher-failures',
      'reports/connection/connector',
      'reports/fetching/clock-jumps',
    ],
  },
  { name: 'fetching', modules: ['src/reports/fetching/'], tests: ['reports/fetching/'] },
  {
    name: 'connection',
    modules: ['src/reports/connection/'],
    tests: ['reports/connection/', 'sample/sample-connection'],
  },
  {
    name: 'guard and records',
    modules: ['src/reports/saved/', 'src/reports/changes/', 'src/reports/'],
    tests: ['reports/saved/', 'reports/changes/', 'reports/reused-ids', 'reports/refreshing/'],
  },
  {
    name: 'refreshing',
    modules: [
      'src/reports/refreshing/',
      'src/reports/writing/',
      'src/reports/tables/',
      'src/reports/snapshots/',
    ],
    tests: ['reports/refreshing/', 'reports/tables/', 'reports/snapshots/', 'reports/writing/'],
  },
  { name: 'preview', modules: ['src/reports/preview/'], tests: ['reports/preview/'] },
  {
    name: 'schedule and status',
    modules: ['src/reports/mail/', 'src/reports/schedule/', 'src/reports/status/'],
    tests: ['reports/mail/', 'reports/schedule/', 'reports/status/'],
  },
  {
    name: 'figures',
    modules: ['src/figures/', 'src/answers/tables/'],
    tests: ['figures/', 'answers/tables/', 'answers/arguments/option-lists'],
  },
  { name: 'notes', modules: ['src/reports/notes/'], tests: ['reports/notes/'] },
  {
    name: 'targets',
    modules: ['src/targets/', 'src/reports/targets/'],
    tests: ['targets/', 'reports/targets/'],
  },
  { name: 'calendar', modules: ['src/calendar/'], tests: ['calendar/'] },
  { name: 'protocol', modules: ['src/employer-api/'], tests: ['employer-api/'] },
  { name: 'alerts', modules: ['src/alerts/'], tests: ['alerts/'] },
  { name: 'explanations', modules: ['src/explanations/'], tests: ['explanations/'] },
  {
    name: 'dashboards',
    modules: ['src/dashboards/', 'src/dashboards/templates/'],
    tests: ['dashboards/', 'explanations/explain-dashboard-cell'],
  },
  { name: 'packs', modules: ['src/packs/'], tests: ['packs/'] },
  { name: 'warehouse', modules: ['src/warehouse/'], tests: ['warehouse/'] },
  { name: 'sample', modules: ['src/sample/'], tests: ['sample/'] },
  {
    name: 'adapters',
    modules: ['src/platform/'],
    tests: ['platform/'],
  },
  {
    name: 'sidebar, script',
    modules: [
      'src/contract/{alerts,connection,form,packs,reports,schedule}.ts',
      'src/sidebar/{forms,state-view}.ts',
    ],
    tests: ['sidebar/', 'sidebar-page/', 'alerts/alert-forms'],
  },
  {
    name: 'sidebar, page',
    modules: [
      'src/sidebar/page/{alert-view,run-steps,call-script,forms}.ts',
      'src/sidebar/page/{local-dates,report-view,schedule-view,sidebar-model,view}.ts',
    ],
    tests: ['sidebar-page/'],
  },
  { name: 'status words', modules: ['src/functions/{status-words,read-figures}.ts'], tests: ['functions/'] },
];

/** What no group has, and why: folders, or files. */
export const NOT_MUTATED: Readonly<Record<string, string>> = {
  'src/main.ts': 'exports and nothing else',
  'src/main-warehouse.ts': 'exports and nothing else',
  'src/limits.ts': 'numbers',
  'src/compose/': 'puts objects together; the integration tests run it in the script that ships',
  'src/functions/': 'arguments in, cells out; the integration tests call each in the script that ships',
  'src/triggers/': 'the same, of menu and schedule',
  'src/contract/': 'types and lists',
  'src/sidebar/': 'endpoints; the integration tests call each in the script that ships',
  'src/sidebar/page/': 'what is drawn; the browser tests look at it',
  'src/sidebar/page/words/': 'texts',
};

/** The modules of a group, without those of the groups before it. */
export function modulesOf(group: MutationGroup, root: string): string[] {
  const taken = new Set<string>();
  for (const one of MUTATION_GROUPS) {
    const named = one.modules.flatMap((pattern) =>
      pattern.endsWith('/') ? codeIn(pattern, root) : spelledOut(pattern),
    );
    const own = named.filter((file) => !taken.has(file));
    if (one === group) return own;
    for (const file of own) taken.add(file);
  }
  throw new RangeError('There is no such group.');
}

/** The test files of a group, relative to `test/unit/`, without their ending. */
export function testsOf({ tests }: MutationGroup, root: string): string[] {
  const found = tests.flatMap((name) =>
    name.endsWith('/')
      ? readdirSync(join(root, 'test/unit', name))
          .filter((file) => file.endsWith('.test.ts'))
          .map((file) => `${name}${file.slice(0, -'.test.ts'.length)}`)
      : [name],
  );
  return [...new Set(found)];
}

/** The modules of `src` that are in no group, each as a path from the root. */
export function modulesOutside(root: string): string[] {
  const inside = new Set(MUTATION_GROUPS.flatMap((group) => modulesOf(group, root)));
  const folders = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  const all = [
    'src/',
    ...folders.map((entry) => `${join(entry.parentPath, entry.name).slice(root.length + 1)}/`),
  ];
  return all.flatMap((folder) => codeIn(folder, root)).filter((file) => !inside.has(file));
}

/** The modules of one folder, without those beneath it. */
function codeIn(folder: string, root: string): string[] {
  return readdirSync(join(root, folder))
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => `${folder}${name}`);
}

/** `a/{b,c}.ts` as `a/b.ts` and `a/c.ts`. */
function spelledOut(pattern: string): string[] {
  const [, before = '', names = '', after = ''] = /^(.*)\{(.*)\}(.*)$/.exec(pattern) ?? [];
  return names === '' ? [pattern] : names.split(',').map((name) => `${before}${name}${after}`);
}
