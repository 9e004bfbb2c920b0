import { gunzipSync } from 'node:zlib';
import { type Caller, demand } from '../access';
import { readRows } from '../data/load-rows';
import { readSchema, type SchemaField } from '../data/schema';
import type { Job, UploadSession, Warehouse } from '../data/warehouse';
import { emptyAnswer, jsonAnswer, jsonObject, type WireAnswer, type WireRequest } from '../http-message';
import { invalid, notFound, Refusal } from '../refusal';
import { readLocation } from './datasets';
import { jobResource } from './jobs';

/** All chunks but the last have a multiple of this many bytes. */
export const CHUNK_UNIT = 256 * 1024;

/** jobs.insert with `uploadType=resumable`: opens an upload session. */
export function startUpload(warehouse: Warehouse, caller: Caller, request: WireRequest): WireAnswer {
  const { project, token } = caller;
  if (request.query.get('uploadType') !== 'resumable')
    throw invalid('Only uploadType=resumable is supported here.');
  demand(caller, 'bigquery.jobs.create', `Project ${project}`);
  const job = jsonObject(request.body);
  if (job === undefined) throw invalid('The request body is not a JSON object.');
  const load = readLoad(job);
  checkLoad(warehouse, caller, load);
  refuseTakenId(warehouse, project, load.jobId);
  const id = warehouse.newId('upload');
  warehouse.sessions.set(id, {
    ...{ id, project, job, token },
    created: warehouse.clock.now(),
    received: Buffer.alloc(0),
    done: undefined,
  });
  return emptyAnswer(200, {
    Location: `${warehouse.publicOrigin ?? request.origin}/upload/bigquery/v2/projects/${project}/jobs?uploadType=resumable&upload_id=${id}`,
    'X-GUploader-UploadID': id,
  });
}

/** A PUT to an upload session: a chunk, the whole, or a question how far it came. */
export async function continueUpload(
  warehouse: Warehouse,
  request: WireRequest,
  isCut: boolean,
): Promise<WireAnswer> {
  const session = warehouse.sessions.get(request.query.get('upload_id') ?? '');
  if (session === undefined) throw new Refusal(410, 'gone', 'The upload session is not there.');
  if (session.done !== undefined) return jsonAnswer(200, session.done);
  const range = readRange(request);
  if (range.kind === 'question') return progress(session);
  const { start, total } = range;
  const { length } = request.body;
  if (start > session.received.length) return progress(session);
  const isLast = total !== undefined && start + length === total;
  if (total !== undefined && start + length > total) throw invalid('The chunk is longer than the whole.');
  if (!isCut && !isLast && length % CHUNK_UNIT !== 0)
    throw invalid('All chunks but the last need a multiple of 262144 bytes.');
  // What arrived before stays as it is. Of a chunk that was cut only whole units are kept.
  const kept = isCut ? length - (length % CHUNK_UNIT) : length;
  const fresh = request.body.subarray(Math.max(0, session.received.length - start), kept);
  session.received = Buffer.concat([session.received, fresh]);
  if (isCut || !isLast) return progress(session);
  const job = insertLoadJob(warehouse, session);
  session.done = jobResource(job);
  return jsonAnswer(200, session.done);
}

function progress({ received }: UploadSession): WireAnswer {
  return emptyAnswer(308, received.length === 0 ? {} : { Range: `bytes=0-${received.length - 1}` });
}

type ChunkRange =
  | { readonly kind: 'question' }
  | { readonly kind: 'chunk'; readonly start: number; readonly total: number | undefined };

function readRange(request: WireRequest): ChunkRange {
  const text = request.header('Content-Range');
  if (text === undefined) return { kind: 'chunk', start: 0, total: request.body.length };
  if (/^bytes \*\/(?:\*|\d+)$/.test(text)) return { kind: 'question' };
  const [, start, end, total] = /^bytes (\d+)-(\d+)\/(\*|\d+)$/.exec(text) ?? [];
  if (start === undefined || end === undefined) throw invalid('Failed to parse Content-Range header.');
  return { kind: 'chunk', start: Number(start), total: total === '*' ? undefined : Number(total) };
}

interface Load {
  readonly jobId: string | undefined;
  readonly location: string | undefined;
  readonly project: string;
  readonly dataset: string;
  readonly table: string;
  readonly fields: readonly SchemaField[];
  readonly writes: 'WRITE_TRUNCATE' | 'WRITE_APPEND' | 'WRITE_EMPTY';
  readonly creates: 'CREATE_NEVER' | 'CREATE_IF_NEEDED';
}

function readLoad(job: Record<string, unknown>): Load {
  const configuration = (job.configuration ?? {}) as { load?: Record<string, unknown> };
  const { load } = configuration;
  if (load === undefined) throw invalid('Only load jobs can be uploaded.');
  if (load.sourceFormat !== 'NEWLINE_DELIMITED_JSON')
    throw invalid('Only NEWLINE_DELIMITED_JSON is supported here.');
  const { writeDisposition: writes = 'WRITE_APPEND', createDisposition: creates = 'CREATE_IF_NEEDED' } = load;
  if (writes !== 'WRITE_TRUNCATE' && writes !== 'WRITE_APPEND' && writes !== 'WRITE_EMPTY')
    throw invalid('Invalid value for writeDisposition');
  if (creates !== 'CREATE_NEVER' && creates !== 'CREATE_IF_NEEDED')
    throw invalid('Invalid value for createDisposition');
  const reference = (job.jobReference ?? {}) as { jobId?: unknown; location?: unknown };
  const { jobId } = reference;
  if (jobId !== undefined && (typeof jobId !== 'string' || !/^[\w-]{1,1024}$/.test(jobId)))
    throw invalid('Invalid job ID.');
  const target = (load.destinationTable ?? {}) as Record<string, unknown>;
  return {
    jobId,
    location: reference.location === undefined ? undefined : readLocation(reference.location),
    project: String(target.projectId),
    dataset: String(target.datasetId),
    table: String(target.tableId),
    fields: readSchema(load.schema),
    writes,
    creates,
  };
}

/** Checks dataset, location and permissions. @returns The location of the job. */
function checkLoad(warehouse: Warehouse, caller: Pick<Caller, 'token'>, load: Load): string {
  const { project, dataset, table, location } = load;
  const there = warehouse.datasetOf(project, dataset).location;
  if (location !== undefined && location !== there)
    throw notFound(`Not found: Dataset ${project}:${dataset} was not found in location ${location}`);
  demand(caller, 'bigquery.tables.updateData', `Table ${project}:${dataset}.${table}`);
  if (load.creates === 'CREATE_IF_NEEDED')
    demand(caller, 'bigquery.tables.create', `Dataset ${project}:${dataset}`);
  return there;
}

function refuseTakenId(warehouse: Warehouse, project: string, id: string | undefined): void {
  const job = id === undefined ? undefined : warehouse.jobs.get(`${project}.${id}`);
  if (job) throw new Refusal(409, 'duplicate', `Already Exists: Job ${project}:${job.location}.${job.id}`);
}

function insertLoadJob(warehouse: Warehouse, session: UploadSession): Job {
  const load = readLoad(session.job);
  const location = checkLoad(warehouse, session, load);
  refuseTakenId(warehouse, session.project, load.jobId);
  const statistics: Record<string, unknown> = {};
  const job: Job = warehouse.addJob({
    project: session.project,
    id: load.jobId ?? warehouse.newId('job'),
    location,
    kind: 'load',
    configuration: session.job.configuration,
    statistics,
    work: async () => {
      try {
        await runLoad(warehouse, load, session.received, job);
      } catch (cause) {
        const { reason, message } =
          cause instanceof Refusal
            ? cause
            : { reason: 'internalError', message: 'An internal error occurred.' };
        job.errors = [{ reason, message }];
        job.note = String(cause);
      }
      // The bytes are of no more use; a thousand jobs would keep them all.
      session.received = Buffer.alloc(0);
    },
  });
  return job;
}

async function runLoad(warehouse: Warehouse, load: Load, bytes: Buffer, job: Job): Promise<void> {
  const { project, dataset, fields } = load;
  const name = `${project}.${dataset}.${load.table}`;
  const there = warehouse.tables.get(name);
  if (there === undefined && load.creates === 'CREATE_NEVER')
    throw notFound(`Not found: Table ${project}:${dataset}.${load.table}`);
  if (there?.view !== undefined)
    throw invalid(
      `${project}:${dataset}.${load.table} is not allowed for this operation because it is currently a VIEW.`,
    );
  const { rows, errors } = readRows(unpack(bytes), fields);
  if (rows === null) {
    const message =
      'Error while reading data, error message: JSON table encountered too many errors, giving up. Rows: 1; errors: 1. Please look into the errors[] collection for more details.';
    job.errors = [{ reason: 'invalid', location: '0', message }, ...errors];
    return;
  }
  if (load.writes === 'WRITE_EMPTY' && there !== undefined)
    throw new Refusal(409, 'duplicate', `Already Exists: Table ${project}:${dataset}.${load.table}`);
  const now = warehouse.clock.now();
  if (there === undefined || load.writes === 'WRITE_TRUNCATE')
    await warehouse.engine.createTable(name, fields);
  await warehouse.engine.append(name, there && load.writes === 'WRITE_APPEND' ? there.fields : fields, rows);
  warehouse.tables.set(name, {
    ...(there ?? {
      ...{ project, dataset, id: load.table, created: now },
      ...{ description: undefined, timePartitioning: undefined, clustering: undefined, expires: undefined },
    }),
    view: undefined,
    fields: there && load.writes === 'WRITE_APPEND' ? there.fields : fields,
    modified: now,
  });
  job.statistics.load = {
    inputFiles: '1',
    inputFileBytes: String(bytes.length),
    outputRows: String(rows.length),
    badRecords: '0',
  };
}

/** Gzip is recognised by its first two bytes. @throws {Refusal} for a damaged file */
function unpack(bytes: Buffer): string {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes.toString('utf8');
  try {
    return gunzipSync(bytes).toString('utf8');
  } catch {
    throw invalid('Error while reading data, error message: gzip stream is damaged');
  }
}
