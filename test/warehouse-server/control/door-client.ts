import { request } from 'node:http';
import type { JobManner } from '../data/warehouse';
import type { FaultRule } from '../faults';
import type { Alteration, ListedJob, ListedRows, ListedTable, SeenRequest } from './door';

/** The tests' hand on a running warehouse server. Every method rejects when the server refuses. */
export class DoorClient {
  /** @param door Its address, without a trailing slash. */
  constructor(readonly door: string) {}

  /** Makes a token good. @param permissions Such as `bigquery.jobs.create`; all, if absent. */
  async grant(
    token: string,
    rights: { readonly scope?: boolean; readonly permissions?: readonly string[] } = {},
  ): Promise<void> {
    await this.#call('PUT', '/tokens', { token, ...rights });
  }

  /** Makes a token invalid. */
  async revoke(token: string): Promise<void> {
    await this.#call('DELETE', '/tokens', { token });
  }

  /** Makes a project, or changes it. */
  async setProject(
    project: string,
    state: { readonly apiEnabled?: boolean; readonly billing?: boolean } = {},
  ): Promise<void> {
    await this.#call('PUT', '/projects', { project, ...state });
  }

  /** Makes a dataset, or moves it. */
  async setDataset(project: string, dataset: string, location: string): Promise<void> {
    await this.#call('PUT', '/datasets', { project, dataset, location });
  }

  /** Deletes a dataset with its tables. */
  async removeDataset(project: string, dataset: string): Promise<void> {
    await this.#call('DELETE', '/datasets', { project, dataset });
  }

  /** Queues faults behind those already queued. */
  async fail(...rules: readonly FaultRule[]): Promise<void> {
    await this.#call('PUT', '/faults', { rules });
  }

  /** Drops all queued faults, and how the next jobs were to behave. */
  async clearFaults(): Promise<void> {
    await this.#call('DELETE', '/faults');
  }

  /** How the next jobs of a kind behave, each used once. */
  async nextJobs(...manners: readonly JobManner[]): Promise<void> {
    await this.#call('PUT', '/jobs', { manners });
  }

  /** Lets every job end that is still running. */
  async releaseJobs(): Promise<void> {
    await this.#call('POST', '/jobs/release');
  }

  /** Forgets all upload sessions. */
  async forgetUploads(): Promise<void> {
    await this.#call('DELETE', '/sessions');
  }

  /** Every job since the start, oldest first. */
  async jobs(): Promise<readonly ListedJob[]> {
    return (await this.#call('GET', '/jobs')) as readonly ListedJob[];
  }

  /** Every table and view, with its rows counted. @param dataset Whose. @default all */
  async tables(dataset?: string): Promise<readonly ListedTable[]> {
    const query = dataset === undefined ? '' : `?${new URLSearchParams({ dataset })}`;
    return (await this.#call('GET', `/tables${query}`)) as readonly ListedTable[];
  }

  /** The rows of a table or view, ordered by all columns. @param table `project.dataset.table` @param limit @default all */
  async rows(table: string, limit?: number): Promise<ListedRows> {
    const query = new URLSearchParams({ table, ...(limit === undefined ? {} : { limit: String(limit) }) });
    return (await this.#call('GET', `/rows?${query}`)) as ListedRows;
  }

  /** Changes a table as its owner could by hand. A retyped or added column is a STRING. @param table `project.dataset.table` */
  async alter(table: string, alteration: Alteration): Promise<void> {
    await this.#call('PUT', '/alterations', { table, alteration });
  }

  /** Every request since the start or the newest `forgetRequests`, oldest first. */
  async requests(): Promise<readonly SeenRequest[]> {
    return (await this.#call('GET', '/requests')) as readonly SeenRequest[];
  }

  async forgetRequests(): Promise<void> {
    await this.#call('DELETE', '/requests');
  }

  /** Makes the server's clock stand at an ISO 8601 instant; null lets it run again. */
  async setClock(iso: string | null): Promise<void> {
    await this.#call('PUT', '/clock', { now: iso });
  }

  #call(method: string, path: string, body?: unknown): Promise<unknown> {
    return new Promise((resolve, reject) => {
      // No agent: a kept-alive connection would keep the caller's process alive as well.
      const text = body === undefined ? '' : JSON.stringify(body);
      const headers = { 'Content-Length': Buffer.byteLength(text) };
      const outgoing = request(`${this.door}${path}`, { method, headers, agent: false }, (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () => {
          const answer = Buffer.concat(chunks).toString('utf8');
          const isFine = incoming.statusCode === 200 || incoming.statusCode === 204;
          if (isFine) resolve(answer === '' ? undefined : JSON.parse(answer));
          else reject(new Error(`The door refused ${method} ${path}: ${answer}`));
        });
      });
      outgoing.on('error', reject);
      outgoing.end(text);
    });
  }
}
