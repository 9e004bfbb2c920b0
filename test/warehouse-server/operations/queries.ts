import { type Caller, demand, demandBilling } from '../access';
import { engineSql, type SqlParameter, splitMerge, valuesFor } from '../data/google-sql';
import type { Job, Warehouse } from '../data/warehouse';
import { jsonAnswer, jsonObject, type WireAnswer, type WireRequest } from '../http-message';
import { type KnownScript, recognise } from '../known-statements';
import { invalid, notFound, Refusal } from '../refusal';
import { readLocation } from './datasets';
import { ask, findJob } from './jobs';
import { todayIn } from './tables';

/** How long the same `requestId` is the same request. */
const REQUEST_MILLIS = 15 * 60_000;

/** jobs.query */
export async function query(warehouse: Warehouse, caller: Caller, request: WireRequest): Promise<WireAnswer> {
  const { project } = caller;
  demand(caller, 'bigquery.jobs.create', `Project ${project}`);
  const body = jsonObject(request.body);
  if (body === undefined || typeof body.query !== 'string')
    throw invalid('Required parameter is missing: query');
  const { requestId } = body;
  if (typeof requestId === 'string' && !/^[ -~]{1,36}$/.test(requestId))
    throw invalid('Invalid value for requestId');
  // The same ID is the same request only if all is the same that the result depends on.
  const { query: text, queryParameters, useLegacySql } = body;
  const identity = JSON.stringify([requestId, project, text, queryParameters, useLegacySql]);
  const known = typeof requestId === 'string' ? warehouse.requests.get(identity) : undefined;
  if (body.dryRun !== true && known !== undefined && known.at + REQUEST_MILLIS > warehouse.clock.now()) {
    await ask(warehouse, known.job);
    return answerOf(known.job);
  }
  if (body.useLegacySql !== false) throw new Refusal(400, 'invalidQuery', 'Legacy SQL is not supported.');
  const script = recognise(body.query);
  if (typeof script === 'string')
    throw new Refusal(400, 'invalidQuery', 'Syntax error: Unexpected statement at [1:1]', {}, script);
  const parameters = readParameters(body);
  const location = checkPlaces(warehouse, body.location, script);
  checkAccess(warehouse, caller, script);
  if (body.dryRun === true) {
    return jsonAnswer(200, {
      kind: 'bigquery#queryResponse',
      jobReference: { projectId: project, location },
      jobComplete: true,
      totalBytesProcessed: '0',
      cacheHit: false,
    });
  }
  const job = addQueryJob(warehouse, project, location, { ...script, parameters, text: body.query });
  if (typeof requestId === 'string') warehouse.requests.set(identity, { job, at: warehouse.clock.now() });
  await ask(warehouse, job);
  return answerOf(job);
}

/** jobs.getQueryResults */
export async function getQueryResults(
  warehouse: Warehouse,
  caller: Caller,
  id: string,
  request: WireRequest,
): Promise<WireAnswer> {
  const job = findJob(warehouse, caller, id, request);
  if (job.kind !== 'query') throw invalid('The job is no query.');
  await ask(warehouse, job);
  return answerOf(job);
}

function answerOf(job: Job): WireAnswer {
  const [error] = job.errors;
  if (error !== undefined) {
    const status = error.reason === 'notFound' ? 404 : error.reason === 'accessDenied' ? 403 : 400;
    throw new Refusal(status, error.reason, error.message);
  }
  const { project, id, location, state } = job;
  return jsonAnswer(200, {
    kind: 'bigquery#queryResponse',
    jobReference: { projectId: project, jobId: id, location },
    jobComplete: state === 'DONE',
    ...(state === 'DONE' ? { totalBytesProcessed: '0', cacheHit: false } : {}),
  });
}

/** @throws {Refusal} 400 for a parameter that is none, or that has no value of its type. */
function readParameters(body: Record<string, unknown>): SqlParameter[] {
  const { queryParameters = [], parameterMode } = body;
  if (!Array.isArray(queryParameters)) throw invalid('Invalid value for queryParameters');
  if (queryParameters.length > 0 && parameterMode !== 'NAMED')
    throw invalid('Only named parameters are supported here.');
  return queryParameters.map((one) => {
    const { name, parameterType, parameterValue } = one ?? {};
    const { type } = parameterType ?? {};
    const { value } = parameterValue ?? {};
    if (typeof name !== 'string' || typeof value !== 'string' || !isValue(type, value))
      throw invalid(`Invalid value for query parameter ${String(name)}`);
    return { name, type, value };
  });
}

function isValue(type: unknown, value: string): type is string {
  if (type === 'STRING') return true;
  const isMoment = !Number.isNaN(Date.parse(value));
  return type === 'DATE' ? /^\d{4}-\d{2}-\d{2}$/.test(value) && isMoment : type === 'TIMESTAMP' && isMoment;
}

/** All tables must be in one location: the one that the request names. @returns It. */
function checkPlaces(warehouse: Warehouse, wanted: unknown, { reads }: KnownScript): string {
  const location = wanted === undefined ? undefined : readLocation(wanted);
  let found = location ?? 'US';
  for (const name of reads) {
    const parts = name.split('.');
    const [, dataset = ''] = [parts.pop(), parts.pop()];
    const project = parts.join('.');
    const there = warehouse.datasets.get(`${project}.${dataset}`);
    if (there === undefined || (location !== undefined && there.location !== location))
      throw notFound(`Not found: Dataset ${project}:${dataset} was not found in location ${found}`);
    found = there.location;
  }
  return found;
}

/** Without billing there is no DML; reading goes on. */
function checkAccess(warehouse: Warehouse, caller: Caller, { reads, writes, drops }: KnownScript): void {
  const demandOn = (permission: string, names: readonly string[]) => {
    for (const name of names) demand(caller, permission, `Table ${name.replace('.', ':')}`);
  };
  demandOn('bigquery.tables.getData', reads);
  demandOn('bigquery.tables.updateData', writes);
  demandOn('bigquery.tables.delete', drops);
  if (writes.length > 0) demandBilling(warehouse, caller.project);
}

interface RunnableScript extends KnownScript {
  readonly text: string;
  readonly parameters: readonly SqlParameter[];
}

function addQueryJob(warehouse: Warehouse, project: string, location: string, script: RunnableScript): Job {
  const job: Job = warehouse.addJob({
    ...{ project, location, kind: 'query', id: warehouse.newId('job'), statistics: {} },
    configuration: { query: { query: script.text, useLegacySql: false } },
    work: async () => {
      try {
        await runScript(warehouse, script, job);
      } catch (cause) {
        const { reason, message } =
          cause instanceof Refusal
            ? cause
            : { reason: 'invalidQuery', message: 'Unrecognized name or type in the query.' };
        job.errors = [{ reason, message }];
        job.note = String(cause);
      }
    },
  });
  return job;
}

/** GoogleSQL changes no type on the way into a column, but INT64 to FLOAT64; the engine would. @throws {Refusal} 400 */
async function checkTypes(
  warehouse: Warehouse,
  insert: string,
  parameters: readonly SqlParameter[],
): Promise<void> {
  const [, target = '', names = '', source = ''] =
    /^INSERT INTO "([^"]+)" \(([^)]+)\)\s+(SELECT [\s\S]+)$/.exec(insert) ?? [];
  const fields = warehouse.tables.get(target)?.fields ?? [];
  const read = `SELECT * FROM (${source}) LIMIT 0`;
  const { columns } = await warehouse.engine.read(read, valuesFor(read, parameters));
  names.split(', ').forEach((name, at) => {
    const [wanted, given] = [fields.find((field) => field.name === name)?.type, columns[at]?.type];
    if (wanted === given || (wanted === 'FLOAT' && given === 'INTEGER')) return;
    const message = `Value has type ${given} which cannot be inserted into column ${name}, which has type ${wanted}`;
    throw new Refusal(400, 'invalidQuery', message);
  });
}

/** Runs all statements; what fails undoes the transaction. */
async function runScript(warehouse: Warehouse, script: RunnableScript, job: Job): Promise<void> {
  const { engine } = warehouse;
  for (const name of script.reads) {
    if (!warehouse.tables.has(name))
      throw notFound(`Not found: Table ${name.replace('.', ':')} was not found in location ${job.location}`);
  }
  const changed: Record<string, number> = {};
  let isOpen = false;
  try {
    for (const statement of script.statements) {
      for (const part of splitMerge(statement) ?? [statement]) {
        const sql = engineSql(part, script.parameters, todayIn(warehouse));
        const [word = ''] = sql.split(' ');
        if (word === 'INSERT') await checkTypes(warehouse, sql, script.parameters);
        const count = await engine.run(sql, valuesFor(sql, script.parameters));
        if (word === 'INSERT' || word === 'DELETE') changed[word] = (changed[word] ?? 0) + count;
        if (word === 'BEGIN') isOpen = true;
        if (word === 'COMMIT') isOpen = false;
      }
    }
  } catch (cause) {
    if (isOpen) await engine.run('ROLLBACK');
    throw cause;
  }
  for (const name of script.drops) warehouse.tables.delete(name);
  const now = warehouse.clock.now();
  for (const name of script.writes) {
    const table = warehouse.tables.get(name);
    if (table) table.modified = now;
  }
  Object.assign(job.statistics, {
    query: { statementType: 'SCRIPT' },
    dmlStats: { insertedRowCount: String(changed.INSERT ?? 0), deletedRowCount: String(changed.DELETE ?? 0) },
  });
}
