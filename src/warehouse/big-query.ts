import type { Clock, HttpResponse } from '../employer-api/ports';
import { isRecord } from '../employer-api/shift-records';
import { parseJson } from '../employer-api/text';
import { type Failure, failure, failureOf, jobFailure, type Subject } from './failures';
import {
  FIRST_PAUSE_MILLIS,
  LONGEST_PAUSE_MILLIS,
  QUERY_MILLIS,
  UPLOAD_CHUNK_BYTES,
  UPLOAD_RETRIES,
} from './limits';
import type { WarehousePlace } from './settings';
import { queryRequest, type Statement } from './statements';
import { loadJobResource, stageResource, type TableResource } from './tables';

/** A request to BigQuery. */
export interface WarehouseRequest {
  readonly method: 'get' | 'post' | 'put' | 'patch';
  /** A path of the API that begins with `/`, or the whole address of an upload session. */
  readonly target: string;
  readonly json?: unknown;
  /** Bytes as `gzip` makes them, sent as they are. */
  readonly bytes?: readonly number[];
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Sends requests to BigQuery and nowhere else, with the token of the person who runs. Follows no redirect.
 *
 * One service call for the token in each execution, and one for the requests, whatever their number.
 */
export interface WarehouseTransport {
  /**
   * @returns The answers in the order of the requests; `undefined` for no answer. If one of several requests has none,
   *   none of them counts as answered.
   * @throws {ReportError} `permission_missing`, `quota_spent`
   */
  sendAll(requests: readonly WarehouseRequest[]): readonly (HttpResponse | undefined)[];
}

/** Compresses text as UTF-8: a gzip file, its bytes from -128 to 127. No service call that counts. */
export type GzipText = (text: string) => readonly number[];

/**
 * The whole address of a request: a path below the origin, or an address that is already there.
 *
 * @returns `undefined` for any other: the token must not go there.
 */
export function addressAt(origin: string, target: string): string | undefined {
  if (target.startsWith('/') && !target.startsWith('//')) return origin + target;
  return target.startsWith(`${origin}/`) ? target : undefined;
}

/** What an asked thing became. */
export type Outcome<Value = unknown> =
  | { readonly kind: 'done'; readonly value: Value }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** What became of a job. */
type JobOutcome = Outcome | { readonly kind: 'running'; readonly job: string };

/** What talking to BigQuery needs. */
interface BigQueryServices {
  readonly transport: WarehouseTransport;
  readonly clock: Clock;
}

const RESUME_INCOMPLETE = 308;

/** The pause before a job or an upload is looked at, in milliseconds. @param looks How many looks came before. */
export function pauseBefore(looks: number): number {
  return Math.min(FIRST_PAUSE_MILLIS * 2 ** looks, LONGEST_PAUSE_MILLIS);
}

/** BigQuery's REST API, as far as the add-on uses it: https://cloud.google.com/bigquery/docs/reference/rest. */
export class BigQuery {
  constructor(
    private readonly services: BigQueryServices,
    private readonly place: WarehousePlace,
  ) {}

  /** The dataset and some tables, in this order. One service call. */
  read(tables: readonly string[]): { readonly dataset: Outcome; readonly tables: readonly Outcome[] } {
    const paths = ['', ...tables.map((table) => `/tables/${table}`)];
    const requests = paths.map((path) => ({ method: 'get' as const, target: this.datasetPath(path) }));
    const [dataset, ...others] = this.send(requests);
    return {
      dataset: this.outcome(dataset, 'dataset'),
      tables: others.map((answer) => this.outcome(answer, 'table')),
    };
  }

  /** Makes and changes tables, side by side. One service call, none if there is nothing to do. */
  change(
    inserts: readonly TableResource[],
    patches: readonly { readonly table: string; readonly changes: object }[],
  ): readonly Outcome[] {
    const requests: WarehouseRequest[] = [
      ...inserts.map((json) => ({ method: 'post' as const, target: this.datasetPath('/tables'), json })),
      ...patches.map(({ table, changes }) => ({
        method: 'patch' as const,
        target: this.datasetPath(`/tables/${table}`),
        json: changes,
      })),
    ];
    if (requests.length === 0) return [];
    return this.send(requests).map((answer) => this.outcome(answer, 'table'));
  }

  /**
   * Begins a load job: makes its stage table and an upload session side by side, then sends the bytes. Two service calls,
   * and one for each further chunk and each look at a broken upload.
   *
   * @returns That the job is there, whoever began it.
   */
  load(stage: string, job: string, bytes: readonly number[]): Outcome {
    const { clock } = this.services;
    const [made, session] = this.send([
      {
        method: 'post',
        target: this.datasetPath('/tables'),
        json: stageResource(this.place, stage, clock.now()),
      },
      {
        method: 'post',
        target: `/upload${this.projectPath('/jobs')}?uploadType=resumable`,
        json: loadJobResource(this.place, stage, job),
        headers: {
          'X-Upload-Content-Type': 'application/octet-stream',
          'X-Upload-Content-Length': String(bytes.length),
        },
      },
    ]);
    // A stage table of an earlier try is as good.
    const stageFailure = failureOf(made, 'table', clock.now());
    if (stageFailure && stageFailure.kind !== 'duplicate') return { kind: 'failed', failure: stageFailure };
    const refused = failureOf(session, 'load', clock.now());
    if (refused?.kind === 'duplicate') return { kind: 'done', value: null };
    if (refused) return { kind: 'failed', failure: refused };
    const target = session?.headers.location;
    if (target === undefined) return { kind: 'failed', failure: failure('lost', 'job') };
    return this.upload(target, bytes);
  }

  /** Looks at a job after each pause, until it is done or `until`. One service call a look. */
  waitFor(job: string, subject: Subject, until: number): JobOutcome {
    const { clock } = this.services;
    for (let looks = 0; ; looks += 1) {
      const pause = pauseBefore(looks);
      if (looks > 0 && clock.now() + pause >= until) return { kind: 'running', job };
      clock.sleep(pause);
      const found = this.look(job, subject);
      if (found.kind !== 'running') return found;
    }
  }

  /** Looks at a job. One service call. */
  look(job: string, subject: Subject): JobOutcome {
    const location = encodeURIComponent(this.place.location);
    const [answer] = this.send([
      { method: 'get', target: this.projectPath(`/jobs/${encodeURIComponent(job)}?location=${location}`) },
    ]);
    const found = this.outcome(answer, 'job');
    if (found.kind === 'failed') return found;
    const status = isRecord(found.value) && isRecord(found.value.status) ? found.value.status : {};
    if (status.state !== 'DONE') return { kind: 'running', job };
    if (status.errorResult === undefined) return found;
    return { kind: 'failed', failure: jobFailure(status.errorResult, subject) };
  }

  /**
   * Runs a statement. One service call; one more for each look, if it takes long.
   *
   * @param requestId The same ID is the same request.
   * @param until When to leave it to the next run. Milliseconds since 1970.
   */
  run(statement: Statement, requestId: string, until: number, subject: Subject = 'rows'): JobOutcome {
    const { clock } = this.services;
    const timeoutMs = Math.max(1000, Math.min(QUERY_MILLIS, until - clock.now()));
    const json = queryRequest(this.place, statement, { requestId, timeoutMs });
    const [answer] = this.send([{ method: 'post', target: this.projectPath('/queries'), json }]);
    const found = this.outcome(answer, subject);
    if (found.kind === 'failed') return found;
    const body = isRecord(found.value) ? found.value : {};
    const [first] = Array.isArray(body.errors) ? body.errors : [];
    if (body.jobComplete === true) {
      return first === undefined ? found : { kind: 'failed', failure: jobFailure(first, 'rows') };
    }
    const job = isRecord(body.jobReference) ? body.jobReference.jobId : undefined;
    if (typeof job !== 'string') return { kind: 'failed', failure: failure('other', 'rows') };
    return this.waitFor(job, 'rows', until);
  }

  private upload(target: string, bytes: readonly number[]): Outcome {
    const { clock } = this.services;
    let [sent, retries] = [0, 0];
    for (;;) {
      const end = Math.min(sent + UPLOAD_CHUNK_BYTES, bytes.length);
      const range = `bytes ${sent}-${end - 1}/${bytes.length}`;
      let [answer] = this.send([
        { method: 'put', target, bytes: bytes.slice(sent, end), headers: { 'Content-Range': range } },
      ]);
      if (isBroken(answer)) {
        if (retries >= UPLOAD_RETRIES) break;
        clock.sleep(pauseBefore(retries));
        retries += 1;
        const headers = { 'Content-Range': `bytes */${bytes.length}` };
        [answer] = this.send([{ method: 'put', target, bytes: [], headers }]);
        if (isBroken(answer)) continue;
      }
      if (answer?.status !== RESUME_INCOMPLETE) {
        const refused = failureOf(answer, 'load', clock.now());
        if (refused === undefined || refused.kind === 'duplicate') return { kind: 'done', value: null };
        const isLost = refused.kind === 'not_found';
        return { kind: 'failed', failure: isLost ? failure('lost', 'job') : refused };
      }
      const next = receivedBytes(answer);
      // A session that takes nothing more would be asked forever.
      if (next <= sent) retries += 1;
      if (retries > UPLOAD_RETRIES) break;
      sent = next;
    }
    return { kind: 'failed', failure: failure('no_answer', 'job') };
  }

  private outcome(answer: HttpResponse | undefined, subject: Subject): Outcome {
    const refused = failureOf(answer, subject, this.services.clock.now());
    return refused
      ? { kind: 'failed', failure: refused }
      : { kind: 'done', value: answer && parseJson(answer.text) };
  }

  private send(requests: readonly WarehouseRequest[]): readonly (HttpResponse | undefined)[] {
    return this.services.transport.sendAll(requests);
  }

  private projectPath(path: string): string {
    return `/bigquery/v2/projects/${encodeURIComponent(this.place.project)}${path}`;
  }

  private datasetPath(path: string): string {
    return this.projectPath(`/datasets/${encodeURIComponent(this.place.dataset)}${path}`);
  }
}

/** Whether it is unknown what of a chunk arrived. */
function isBroken(answer: HttpResponse | undefined): boolean {
  return answer === undefined || answer.status >= 500;
}

/** How many bytes an upload session has: `Range: bytes=0-262143`. */
function receivedBytes({ headers }: HttpResponse): number {
  const last = /^bytes=0-(\d+)$/.exec(headers.range ?? '')?.[1];
  return last === undefined ? 0 : Number(last) + 1;
}
