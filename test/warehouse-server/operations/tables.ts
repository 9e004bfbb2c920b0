import { type Caller, demand } from '../access';
import type { Engine } from '../data/engine';
import { engineSql, tablesIn } from '../data/google-sql';
import { engineType, readSchema, type SchemaField } from '../data/schema';
import { SANDBOX_MILLIS, type Table, type Warehouse } from '../data/warehouse';
import { jsonAnswer, jsonObject, type WireAnswer, type WireRequest } from '../http-message';
import { invalid, notFound, Refusal } from '../refusal';
import { DELETED } from './datasets';

/** tables.list */
export function listTables(
  warehouse: Warehouse,
  caller: Caller,
  dataset: string,
  request: WireRequest,
): WireAnswer {
  const { project } = caller;
  demand(caller, 'bigquery.tables.list', `Dataset ${project}:${dataset}`);
  warehouse.datasetOf(project, dataset);
  const all = [...warehouse.tables.values()]
    .filter((table) => table.project === project && table.dataset === dataset)
    .sort((one, other) => (one.id < other.id ? -1 : 1));
  const start = Number(request.query.get('pageToken') ?? 0);
  const end = start + Number(request.query.get('maxResults') ?? 50);
  return jsonAnswer(200, {
    kind: 'bigquery#tableList',
    totalItems: all.length,
    ...(end < all.length ? { nextPageToken: String(end) } : {}),
    tables: all.slice(start, end).map((table) => ({
      kind: 'bigquery#table',
      ...headOf(table),
    })),
  });
}

/** tables.get */
export async function getTable(
  warehouse: Warehouse,
  caller: Caller,
  dataset: string,
  id: string,
): Promise<WireAnswer> {
  const { project } = caller;
  demand(caller, 'bigquery.tables.get', `Table ${project}:${dataset}.${id}`);
  return jsonAnswer(200, await resourceOf(warehouse, warehouse.tableOf(project, dataset, id)));
}

/** tables.insert */
export async function insertTable(
  warehouse: Warehouse,
  caller: Caller,
  dataset: string,
  request: WireRequest,
): Promise<WireAnswer> {
  const { project } = caller;
  demand(caller, 'bigquery.tables.create', `Dataset ${project}:${dataset}`);
  warehouse.datasetOf(project, dataset);
  const body = jsonObject(request.body) ?? {};
  const reference = body.tableReference as Record<string, unknown> | undefined;
  const id = reference?.tableId;
  if (typeof id !== 'string' || !/^[\w -]{1,1024}$/.test(id))
    throw invalid(`Invalid table ID "${String(id)}".`);
  if (reference?.projectId !== project || reference?.datasetId !== dataset)
    throw invalid('The table reference differs from the address.');
  const name = `${project}.${dataset}.${id}`;
  if (warehouse.tables.has(name))
    throw new Refusal(409, 'duplicate', `Already Exists: Table ${project}:${dataset}.${id}`);
  const view = readView(body.view);
  if (view !== undefined && body.schema !== undefined)
    throw invalid("Schema field shouldn't be used as input with a view");
  if (view !== undefined) demandView(caller, project, dataset);
  const fields = view === undefined ? readSchema(body.schema) : await fieldsOfView(warehouse, view);
  const now = warehouse.clock.now();
  const table: Table = {
    ...{ project, dataset, id, fields, view },
    description: typeof body.description === 'string' ? body.description : undefined,
    timePartitioning: readPartitioning(body.timePartitioning, fields),
    clustering: readClustering(body.clustering, fields),
    expires: readExpiry(body.expirationTime, now) ?? sandboxExpiry(warehouse, project, now),
    created: now,
    modified: now,
  };
  if (view === undefined) await warehouse.engine.createTable(name, fields);
  warehouse.tables.set(name, table);
  return jsonAnswer(200, await resourceOf(warehouse, table));
}

/** tables.patch: only what the request names changes. */
export async function patchTable(
  warehouse: Warehouse,
  caller: Caller,
  dataset: string,
  id: string,
  request: WireRequest,
): Promise<WireAnswer> {
  const { project } = caller;
  demand(caller, 'bigquery.tables.get', `Table ${project}:${dataset}.${id}`);
  demand(caller, 'bigquery.tables.update', `Table ${project}:${dataset}.${id}`);
  const table = warehouse.tableOf(project, dataset, id);
  const body = jsonObject(request.body);
  if (body === undefined) throw invalid('The request body is not a JSON object.');
  const view = readView(body.view);
  if ((view !== undefined) !== (table.view !== undefined) && body.view !== undefined)
    throw invalid('Cannot change the type of a table.');
  const now = warehouse.clock.now();
  const expires = body.expirationTime === undefined ? table.expires : readExpiry(body.expirationTime, now);
  const base = view === undefined ? table.fields : await fieldsOfView(warehouse, view);
  const fields = body.schema === undefined ? base : changedSchema(table, base, readSchema(body.schema));
  if (table.view === undefined) await addColumns(warehouse.engine, table, fields);
  if (view !== undefined) table.view = view;
  table.fields = fields;
  table.expires = expires;
  if ('description' in body)
    table.description = typeof body.description === 'string' ? body.description : undefined;
  table.modified = now;
  return jsonAnswer(200, await resourceOf(warehouse, table));
}

/** tables.delete */
export async function deleteTable(
  warehouse: Warehouse,
  caller: Caller,
  dataset: string,
  id: string,
): Promise<WireAnswer> {
  const { project } = caller;
  demand(caller, 'bigquery.tables.delete', `Table ${project}:${dataset}.${id}`);
  warehouse.tableOf(project, dataset, id);
  await warehouse.dropTable(`${project}.${dataset}.${id}`);
  return DELETED;
}

/** How many rows a table or view has. */
export async function countRows(warehouse: Warehouse, table: Table): Promise<number> {
  const { rows } = await warehouse.engine.read(`SELECT COUNT(*) FROM ${await sourceOf(warehouse, table)}`);
  return Number(rows[0]?.[0] ?? 0);
}

/** A table or the query of a view, as the engine reads it. */
export async function sourceOf(warehouse: Warehouse, table: Table): Promise<string> {
  if (table.view === undefined) return `"${table.project}.${table.dataset}.${table.id}"`;
  return `(${engineSql(table.view, [], todayIn(warehouse))})`;
}

/** The day in a time zone by the server's clock. */
export function todayIn(warehouse: Warehouse): (timeZone: string) => string {
  return (timeZone) =>
    new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(warehouse.clock.now());
}

async function resourceOf(warehouse: Warehouse, table: Table): Promise<unknown> {
  const { project, dataset, id, view } = table;
  const rows = view === undefined ? String(await countRows(warehouse, table)) : '0';
  return {
    kind: 'bigquery#table',
    etag: Buffer.from(`${project}.${dataset}.${id}.${table.modified}`).toString('base64'),
    ...headOf(table),
    ...(table.description === undefined ? {} : { description: table.description }),
    schema: { fields: table.fields },
    numBytes: '0',
    numRows: rows,
    lastModifiedTime: String(table.modified),
    location: warehouse.datasetOf(project, dataset).location,
    ...(view === undefined ? {} : { view: { query: view, useLegacySql: false } }),
  };
}

function headOf({ project, dataset, id, view, created, expires, timePartitioning, clustering }: Table) {
  return {
    id: `${project}:${dataset}.${id}`,
    tableReference: { projectId: project, datasetId: dataset, tableId: id },
    type: view === undefined ? 'TABLE' : 'VIEW',
    creationTime: String(created),
    ...(expires === undefined ? {} : { expirationTime: String(expires) }),
    ...(timePartitioning ? { timePartitioning } : {}),
    ...(clustering ? { clustering } : {}),
  };
}

function demandView(caller: Caller, project: string, dataset: string): void {
  demand(caller, 'bigquery.tables.getData', `Dataset ${project}:${dataset}`);
}

function readView(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  const { query, useLegacySql } = value as { query?: unknown; useLegacySql?: unknown };
  if (typeof query !== 'string') throw invalid('Required parameter is missing: view.query');
  // The default of the reference: legacy SQL, which this server does not know.
  if (useLegacySql !== false) throw new Refusal(400, 'invalidQuery', 'Legacy SQL is not supported.');
  return query;
}

/** The columns of a query. @throws {Refusal} 404 for a table that is not there, 400 for other mistakes. */
async function fieldsOfView(warehouse: Warehouse, query: string): Promise<SchemaField[]> {
  for (const name of tablesIn(query)) {
    if (!warehouse.tables.has(name)) throw notFound(`Not found: Table ${name.replace('.', ':')}`);
  }
  try {
    const { columns } = await warehouse.engine.read(`${engineSql(query, [], todayIn(warehouse))} LIMIT 0`);
    return columns.map(({ name, type }) => ({ name, type, mode: 'NULLABLE' }));
  } catch (cause) {
    throw new Refusal(
      400,
      'invalidQuery',
      'Syntax error or unrecognized name in the query of the view.',
      {},
      String(cause),
    );
  }
}

function readPartitioning(value: unknown, fields: readonly SchemaField[]): Table['timePartitioning'] {
  if (value === undefined) return undefined;
  const { type, field } = value as { type?: unknown; field?: unknown };
  if (type !== 'DAY' && type !== 'HOUR' && type !== 'MONTH' && type !== 'YEAR')
    throw invalid('Invalid value for timePartitioning.type');
  const column = fields.find(({ name }) => name === field);
  if (column === undefined || (column.type !== 'DATE' && column.type !== 'TIMESTAMP'))
    throw invalid('The field specified for partitioning must be a DATE or TIMESTAMP column of the schema.');
  return { type, field: column.name };
}

function readClustering(value: unknown, fields: readonly SchemaField[]): Table['clustering'] {
  if (value === undefined) return undefined;
  const names = (value as { fields?: unknown }).fields;
  const isKnown = (name: unknown) => fields.some((field) => field.name === name);
  if (!Array.isArray(names) || names.length === 0 || names.length > 4 || !names.every(isKnown))
    throw invalid('The field specified for clustering is not in the schema.');
  return { fields: names as string[] };
}

function readExpiry(value: unknown, now: number): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (!/^\d{1,16}$/.test(String(value))) throw invalid('Invalid value for expirationTime');
  if (Number(value) <= now) throw invalid('Expiration time must be in the future.');
  return Number(value);
}

function sandboxExpiry(warehouse: Warehouse, project: string, now: number): number | undefined {
  return warehouse.projects.get(project)?.billing === true ? undefined : now + SANDBOX_MILLIS;
}

/** What a schema becomes: columns may be added and described, never dropped, retyped or required. */
function changedSchema(
  table: Table,
  base: readonly SchemaField[],
  wanted: readonly SchemaField[],
): readonly SchemaField[] {
  const refuse = (why: string) =>
    invalid(`Provided Schema does not match Table ${table.project}:${table.dataset}.${table.id}. ${why}`);
  for (const { name, type, mode } of base) {
    const other = wanted.find((field) => field.name === name);
    if (other === undefined) throw refuse(`Field ${name} is missing in new schema`);
    if (other.type !== type) throw refuse(`Field ${name} has changed type from ${type} to ${other.type}`);
    if (other.mode === 'REQUIRED' && mode !== 'REQUIRED')
      throw refuse(`Field ${name} has changed mode from ${mode} to REQUIRED`);
  }
  const added = wanted.filter(({ name }) => !base.some((field) => field.name === name));
  if (added.length > 0 && table.view !== undefined)
    throw refuse(`Cannot add fields (field: ${added[0]?.name})`);
  const required = added.find(({ mode }) => mode === 'REQUIRED');
  if (required) throw refuse(`Cannot add required fields to an existing schema. (field: ${required.name})`);
  // The columns keep their places; new ones come last.
  return [...base.map(({ name }) => wanted.find((field) => field.name === name) as SchemaField), ...added];
}

async function addColumns(engine: Engine, table: Table, fields: readonly SchemaField[]): Promise<void> {
  for (const { name, type } of fields.slice(table.fields.length)) {
    await engine.run(
      `ALTER TABLE "${table.project}.${table.dataset}.${table.id}" ADD COLUMN "${name}" ${engineType(type)}`,
    );
  }
}
