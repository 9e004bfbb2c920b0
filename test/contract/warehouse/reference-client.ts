import { gzipSync } from 'node:zlib';
import { type RunningWarehouse, startWarehouseServer } from '../../warehouse-server/start-warehouse-server';

/** An answer as the reference describes answers. */
export interface ReferenceAnswer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: resources of the reference, read by each test as it needs them.
  readonly body: any;
}

/** A client that knows the REST reference alone, nothing of the add-on. */
export class ReferenceClient {
  constructor(
    readonly server: RunningWarehouse,
    private readonly token = server.token,
  ) {}

  static async start(): Promise<ReferenceClient> {
    return new ReferenceClient(await startWarehouseServer());
  }

  /** The same server, asked with another token. */
  as(token: string): ReferenceClient {
    return new ReferenceClient(this.server, token);
  }

  /** @param path Below `/bigquery/v2/projects/{project}`. */
  call(
    method: string,
    path: string,
    body?: unknown,
    project = this.server.project,
  ): Promise<ReferenceAnswer> {
    return this.send(`${this.server.origin}/bigquery/v2/projects/${project}${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  /** @param path Below the dataset's `/tables`. */
  tables(method: string, path = '', body?: unknown): Promise<ReferenceAnswer> {
    return this.call(method, `/datasets/${this.server.dataset}/tables${path}`, body);
  }

  async send(address: string, init: RequestInit): Promise<ReferenceAnswer> {
    const authorization = { Authorization: `Bearer ${this.token}`, 'Content-Type': 'application/json' };
    const response = await fetch(address, {
      ...init,
      redirect: 'manual',
      headers: { ...authorization, ...(init.headers as Record<string, string>) },
    });
    const text = await response.text();
    const isJson = response.headers.get('Content-Type')?.startsWith('application/json') === true;
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  }

  /** A table as `tables.insert` takes it. */
  table(tableId: string, fields: readonly unknown[], more: object = {}): object {
    return { tableReference: this.reference(tableId), schema: { fields }, ...more };
  }

  reference(tableId: string) {
    return { projectId: this.server.project, datasetId: this.server.dataset, tableId };
  }

  /** A load job as `jobs.insert` takes it. */
  loadJob(tableId: string, jobId: string, fields: readonly unknown[], more: object = {}): object {
    return {
      jobReference: { projectId: this.server.project, jobId, location: this.server.location },
      configuration: {
        load: {
          destinationTable: this.reference(tableId),
          schema: { fields },
          sourceFormat: 'NEWLINE_DELIMITED_JSON',
          writeDisposition: 'WRITE_TRUNCATE',
          ...more,
        },
      },
    };
  }

  /** Opens an upload session. */
  startUpload(job: object, headers: Record<string, string> = {}): Promise<ReferenceAnswer> {
    const { origin, project } = this.server;
    return this.send(`${origin}/upload/bigquery/v2/projects/${project}/jobs?uploadType=resumable`, {
      method: 'POST',
      headers: { 'X-Upload-Content-Type': 'application/octet-stream', ...headers },
      body: JSON.stringify(job),
    });
  }

  /** Sends bytes, or with none a question, to an upload session. */
  put(session: string, bytes: Uint8Array, range?: string): Promise<ReferenceAnswer> {
    return this.send(session, {
      method: 'PUT',
      body: new Uint8Array(bytes),
      ...(range === undefined ? {} : { headers: { 'Content-Range': range } }),
    });
  }

  /** Loads rows in one chunk and asks until the job is done. @returns The job. */
  async load(
    tableId: string,
    jobId: string,
    fields: readonly unknown[],
    rows: readonly unknown[] | string,
    more: object = {},
  ): Promise<ReferenceAnswer> {
    const text = typeof rows === 'string' ? rows : rows.map((row) => `${JSON.stringify(row)}\n`).join('');
    const started = await this.startUpload(this.loadJob(tableId, jobId, fields, more));
    if (started.status !== 200) return started;
    await this.put(started.headers.get('Location') ?? '', gzipSync(text));
    return this.call('GET', `/jobs/${jobId}?location=${this.server.location}`);
  }
}
