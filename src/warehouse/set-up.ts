import * as v from 'valibot';
import type { CheckLine } from '../contract/connection';
import { WAREHOUSE_VIEWS, type WarehouseViewName } from '../contract/warehouse';
import { parseConnection } from '../employer-api/connection';
import type { ReportError } from '../employer-api/errors';
import type { Clock } from '../employer-api/ports';
import { isRecord } from '../employer-api/shift-records';
import { parseJson, parseStored, shortHash, shownCount } from '../employer-api/text';
import { parseKeptDefinitions } from '../figures/definitions';
import type { Properties } from '../reports/ports';
import { PROPERTY } from '../reports/saved/document-state';
import type { BigQuery, Outcome } from './big-query';
import { asReportError, type Failure, type FailureKind } from './failures';
import { QUERY_MILLIS } from './limits';
import { CHANGES_TABLE, SHIFTS_TABLE, WAREHOUSE_PROPERTY, type WarehousePlace } from './settings';
import { changeNothing, READ_NOTHING } from './statements';
import { type Column, tableResources, type ViewBasis, viewQuery, viewResource, viewSchema } from './tables';

const TABLES = [SHIFTS_TABLE, CHANGES_TABLE] as const;
const ALL = [...TABLES, ...WAREHOUSE_VIEWS];
const NOT_REACHED = 'Skipped, because an earlier step failed.';

/** Failures that every request of a check would meet, by the line that tells them. */
const LINE_OF: Partial<Record<FailureKind, string>> = {
  no_answer: 'Permission',
  backend: 'Permission',
  token: 'Permission',
  scope: 'Permission',
  rate: 'Permission',
  api_off: 'Project',
};

/** What a check of the warehouse found. */
export interface CheckedWarehouse {
  /** The first thing that failed; `undefined` if all is well. */
  readonly error: ReportError | undefined;
  /** One sentence: that it works, or what to do. */
  readonly message: string;
  readonly checks: readonly CheckLine[];
}

/**
 * Checks permission, project, dataset, each table and view, and that jobs run and change rows. Each cause has its cure.
 *
 * The last step runs a statement that changes no row, because only a real change shows whether the project has billing: a
 * dry run is not documented to. Four service calls: the token, one for the tables, one for each of two statements.
 *
 * @param requestIds Of the two statements, new for each check.
 */
export function checkWarehouse(
  bigQuery: BigQuery,
  place: WarehousePlace,
  basis: ViewBasis,
  { clock, requestIds }: { readonly clock: Clock; readonly requestIds: readonly [string, string] },
): CheckedWarehouse {
  const [requestId, changeId] = requestIds;
  const { dataset, tables } = bigQuery.read(ALL);
  const lines = new Map<string, CheckLine>();
  const ok = (name: string, sentence: string) => lines.set(name, { name, state: 'ok', sentence });
  const fail = (name: string, found: Pick<Failure, 'sentence'>) =>
    lines.set(name, { name, state: 'failed', sentence: `${found.sentence}.` });
  const failures: Failure[] = [];
  const failed = (name: string, found: Failure) => {
    failures.push(found);
    fail(name, found);
  };
  const common = dataset.kind === 'failed' ? LINE_OF[dataset.failure.kind] : undefined;
  if (dataset.kind === 'failed' && common !== undefined) {
    if (common === 'Project') ok('Permission', 'Google lets this account use BigQuery.');
    failed(common, dataset.failure);
  } else {
    ok('Permission', 'Google lets this account use BigQuery.');
    ok('Project', 'The BigQuery API of the project answers.');
    const wrong = datasetProblem(dataset, place);
    if (wrong) failed('Dataset', wrong);
    else {
      ok('Dataset', `It is there, in ${place.location}.`);
      const tell = (name: string, problem: Failure | undefined, fine: string) =>
        problem ? failed(name, problem) : ok(name, fine);
      tableResources(place).forEach(({ tableReference, schema }, index) => {
        const problem = tableProblem(tables[index], schema.fields);
        tell(`Table ${tableReference.tableId}`, problem, 'Its columns are as they should be.');
      });
      WAREHOUSE_VIEWS.forEach((view, index) => {
        const problem = viewProblem(tables[TABLES.length + index], viewQuery(place, view, basis));
        tell(`View ${view}`, problem, 'It calculates as it should.');
      });
      const until = clock.now() + QUERY_MILLIS;
      const job = bigQuery.run(READ_NOTHING, requestId, until, 'job');
      if (job.kind === 'failed') failed('Jobs', job.failure);
      else ok('Jobs', 'A job was accepted.');
      if (job.kind !== 'failed' && lines.get(`Table ${SHIFTS_TABLE}`)?.state === 'ok') {
        const change = bigQuery.run(changeNothing(place), changeId, until);
        if (change.kind === 'failed') failed('Changes', change.failure);
        else ok('Changes', 'A job that changes rows was accepted, so the project has billing.');
      }
    }
  }
  const names = [
    ...['Permission', 'Project', 'Dataset'],
    ...TABLES.map((table) => `Table ${table}`),
    ...WAREHOUSE_VIEWS.map((view) => `View ${view}`),
    ...['Jobs', 'Changes'],
  ];
  const checks = names.map(
    (name): CheckLine => lines.get(name) ?? { name, state: 'not_reached', sentence: NOT_REACHED },
  );
  const [first] = failures;
  const error = first && asReportError(first);
  return { error, message: error?.message ?? 'The warehouse is ready.', checks };
}

/** What *Create tables* did. */
interface CreatedTables {
  readonly message: string;
  /** Properties to store. */
  readonly changes: Properties;
  /** Whether the table of shifts is new: nothing is in it that was sent before. */
  readonly isEmpty: boolean;
}

/**
 * Makes tables and views that are missing, adds missing columns, and gives views their queries back. Removes nothing and
 * changes no column that is there. Up to four service calls, the token among them.
 *
 * @throws {ReportError} Why something could not be made, or that a column has another type.
 */
export function createTables(bigQuery: BigQuery, place: WarehousePlace, basis: ViewBasis): CreatedTables {
  const { dataset, tables } = bigQuery.read(ALL);
  const wrong = datasetProblem(dataset, place);
  if (wrong) throw asReportError(wrong);
  const isMissing = (index: number) => {
    const found = tables[index];
    if (found?.kind === 'failed' && found.failure.kind !== 'not_found') throw asReportError(found.failure);
    return found?.kind === 'failed';
  };
  const resources = tableResources(place);
  const newTables = resources.filter((_resource, index) => isMissing(index));
  const grown = resources.flatMap((resource, index) => {
    const fields = fieldsOf(tables[index]);
    const missing = isMissing(index) ? [] : missingColumns(fields, resource.schema.fields);
    // Only NULLABLE columns can be added to a table that has rows.
    const added = missing.map((column) => ({ ...column, mode: 'NULLABLE' }));
    const table = resource.tableReference.tableId;
    return added.length === 0
      ? []
      : [{ table, count: added.length, changes: { schema: { fields: [...fields, ...added] } } }];
  });
  const newViews = WAREHOUSE_VIEWS.filter((_view, index) => isMissing(TABLES.length + index));
  const oldViews = WAREHOUSE_VIEWS.filter((view) => !newViews.includes(view));
  // Views are made of a table that must be there.
  const made = bigQuery.change(newTables, grown);
  throwFailure(made);
  resources.forEach((resource, index) => {
    const found = tableProblem(tables[index], resource.schema.fields, true);
    // The views would be refused too, and say less.
    if (found && !isMissing(index)) throw asReportError(found);
  });
  const views = bigQuery.change(
    newViews.map((view) => viewResource(place, view, viewQuery(place, view, basis))),
    queryPatches(oldViews, place, basis),
  );
  throwFailure(views);
  throwFailure(bigQuery.change([], schemaPatches(WAREHOUSE_VIEWS, basis)));
  const columns = grown.reduce((sum, { count }) => sum + count, 0);
  const done = [
    newTables.length > 0 && `${shownCount(newTables.length, 'table')} created`,
    columns > 0 && `${shownCount(columns, 'column')} added`,
    newViews.length > 0 && `${shownCount(newViews.length, 'view')} created`,
    oldViews.length > 0 && `${shownCount(oldViews.length, 'view')} updated`,
  ].filter(Boolean);
  const message = `${done.join(', ')}.`;
  return { message, changes: viewsProperty(place, basis), isEmpty: isMissing(0) };
}

function throwFailure(outcomes: readonly Outcome[]): void {
  for (const outcome of outcomes) {
    // Someone else made it meanwhile.
    if (outcome.kind === 'failed' && outcome.failure.kind !== 'duplicate')
      throw asReportError(outcome.failure);
  }
}

/** Names of regions are compared without regard to capitals. */
function datasetProblem(dataset: Outcome, { location }: WarehousePlace): Failure | undefined {
  if (dataset.kind === 'failed') return dataset.failure;
  const actual = isRecord(dataset.value) ? String(dataset.value.location ?? '') : '';
  if (actual.toUpperCase() === location.toUpperCase()) return undefined;
  const known = /^[\w-]{2,40}$/.test(actual) ? actual : 'another one';
  return { kind: 'location', sentence: `Change the location to ${known}: the dataset is there` };
}

interface FoundColumn {
  readonly name: string;
  readonly type: string;
}

function fieldsOf(outcome: Outcome | undefined): readonly FoundColumn[] {
  const table = outcome?.kind === 'done' && isRecord(outcome.value) ? outcome.value : {};
  const fields = isRecord(table.schema) && Array.isArray(table.schema.fields) ? table.schema.fields : [];
  return fields.filter(isRecord) as unknown as FoundColumn[];
}

/** BigQuery ignores capitals in names of columns. */
function isColumn(name: string): (column: { readonly name: string }) => boolean {
  return (column) => column.name.toUpperCase() === name;
}

function missingColumns(found: readonly FoundColumn[], expected: readonly Column[]): readonly Column[] {
  return expected.filter(({ name }) => !found.some(isColumn(name)));
}

/** Names of types in the REST resources and in GoogleSQL. */
const SAME_TYPE: Readonly<Record<string, string>> = { INT64: 'INTEGER', FLOAT64: 'FLOAT' };

/** @param typesAlone Whether missing and further columns are no problem. */
function tableProblem(
  outcome: Outcome | undefined,
  expected: readonly Column[],
  typesAlone = false,
): Failure | undefined {
  if (outcome === undefined || outcome.kind === 'failed') return outcome?.failure;
  const found = fieldsOf(outcome);
  const other = expected.filter(({ name, type }) => {
    const column = found.find(isColumn(name));
    return column !== undefined && (SAME_TYPE[column.type] ?? column.type) !== type;
  });
  if (other.length > 0) {
    const types = other.map(({ name, type }) => `${name} (${type})`).join(', ');
    return invalid(
      `Rename the table or give the column its type back, then press “Create tables”: another type in ${types}`,
    );
  }
  if (typesAlone) return undefined;
  const missing = missingColumns(found, expected);
  if (missing.length > 0) {
    const names = missing.map(({ name }) => name).join(', ');
    return invalid(
      `Press “Create tables” to add what is missing, which a person removed or renamed: ${names}`,
    );
  }
  const needed = found.filter(
    (column) => !expected.some(isColumn(column.name.toUpperCase())) && isRequired(column),
  );
  if (needed.length === 0) return undefined;
  return invalid(
    `Make ${shownCount(needed.length, 'column')} NULLABLE that ${needed.length === 1 ? 'is' : 'are'} not of the add-on: rows cannot be added`,
  );
}

function isRequired(column: FoundColumn): boolean {
  return (column as { readonly mode?: unknown }).mode === 'REQUIRED';
}

function viewProblem(outcome: Outcome | undefined, query: string): Failure | undefined {
  if (outcome === undefined || outcome.kind === 'failed') return outcome?.failure;
  if (queryOf(outcome) === query) return undefined;
  return invalid(
    'Press “Create tables” to put the view back, or leave it: someone edited it, or definitions changed',
  );
}

function invalid(sentence: string): Failure {
  return { kind: 'invalid', sentence };
}

const MADE = v.object({
  /** A hash of what they calculate with. */
  basis: v.string(),
  /** Hashes of their queries, in the order of `WAREHOUSE_VIEWS`. */
  queries: v.array(v.string()),
});

/** What the views calculate with now: the definitions that refreshes have found. */
export function viewBasis(properties: Properties, timeZone: string): ViewBasis {
  const text = properties[PROPERTY.definitions];
  const stored = parseJson(text ?? '');
  const known = parseConnection(properties[PROPERTY.connection])?.fingerprint;
  const fingerprint = known ?? (isRecord(stored) ? String(stored.fingerprint) : '');
  const found = parseKeptDefinitions(text, fingerprint)?.found ?? {};
  const definitions = Object.entries(found).map(([field, { definition }]) => [field, definition]);
  return { timeZone, definitions: Object.fromEntries(definitions) };
}

/** The property that says which views were made. */
function viewsProperty(place: WarehousePlace, basis: ViewBasis): Properties {
  const queries = WAREHOUSE_VIEWS.map((view) => shortHash(viewQuery(place, view, basis)));
  return { [WAREHOUSE_PROPERTY.views]: JSON.stringify({ basis: hashOf(place, basis), queries }) };
}

/** The query of a view, from what `tables.get` answered; `undefined` if it has none. */
function queryOf(outcome: Outcome | undefined): string | undefined {
  const table = outcome?.kind === 'done' && isRecord(outcome.value) ? outcome.value : {};
  const query = isRecord(table.view) ? table.view.query : undefined;
  return typeof query === 'string' ? query : undefined;
}

/** The changes that give views their queries. */
function queryPatches(views: readonly WarehouseViewName[], place: WarehousePlace, basis: ViewBasis) {
  return views.map((table) => ({
    table,
    changes: { view: { query: viewQuery(place, table, basis), useLegacySql: false } },
  }));
}

/** The changes that give the columns of views their descriptions. */
function schemaPatches(views: readonly WarehouseViewName[], basis: ViewBasis) {
  return views.map((table) => ({ table, changes: { schema: viewSchema(table, basis) } }));
}

/**
 * Changes the views if other definitions are found now than when they were made. A view that people have edited stays as
 * it is. No service call if nothing has changed, otherwise three.
 *
 * @returns The property to store; empty if there is nothing to store.
 */
export function refreshViews(
  bigQuery: BigQuery,
  place: WarehousePlace,
  properties: Properties,
  zone: string,
): Properties {
  const made = parseStored(MADE, properties[WAREHOUSE_PROPERTY.views]);
  const basis = viewBasis(properties, zone);
  if (made === undefined || made.basis === hashOf(place, basis)) return {};
  const { tables } = bigQuery.read(WAREHOUSE_VIEWS);
  const own = WAREHOUSE_VIEWS.filter(
    (_view, index) => shortHash(queryOf(tables[index]) ?? '') === made.queries[index],
  );
  const changed = bigQuery.change([], queryPatches(own, place, basis));
  const described = bigQuery.change([], schemaPatches(own, basis));
  const isDone = [...tables, ...changed, ...described].every(({ kind }) => kind === 'done');
  return isDone ? viewsProperty(place, basis) : {};
}

function hashOf({ project, dataset }: WarehousePlace, basis: ViewBasis): string {
  return shortHash(JSON.stringify([project, dataset, basis]));
}
