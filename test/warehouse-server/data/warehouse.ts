import { ServerClock } from '../../api-server/server-clock';
import { notFound } from '../refusal';
import { Engine } from './engine';
import type { SchemaField } from './schema';

/** A project of Google Cloud. */
export interface Project {
  apiEnabled: boolean;
  billing: boolean;
}

/** What a token may do. */
export interface Token {
  /** Whether it was granted the BigQuery scope. */
  readonly scope: boolean;
  /** Permissions such as `bigquery.jobs.create`; null: all. */
  readonly permissions: readonly string[] | null;
}

export interface Dataset {
  readonly location: string;
  readonly created: number;
}

/** A table or view; its rows are in the engine under its name. */
export interface Table {
  readonly project: string;
  readonly dataset: string;
  readonly id: string;
  fields: readonly SchemaField[];
  description: string | undefined;
  /** The query of a view. */
  view: string | undefined;
  timePartitioning: { readonly type: string; readonly field: string } | undefined;
  clustering: { readonly fields: readonly string[] } | undefined;
  /** Milliseconds since 1970. */
  expires: number | undefined;
  readonly created: number;
  modified: number;
}

/** How a job behaves that is not done at once. */
export interface JobManner {
  readonly kind: 'load' | 'query';
  /** Done when it was asked after so often. @default 0 */
  readonly polls?: number;
  /** Done after so many milliseconds of the server's clock. */
  readonly millis?: number;
  /** Never done, until it is released. */
  readonly stuck?: boolean;
  /** It fails with this. */
  readonly error?: { readonly reason: string; readonly message: string };
}

export interface Job {
  readonly project: string;
  readonly id: string;
  readonly location: string;
  readonly kind: 'load' | 'query';
  readonly configuration: unknown;
  readonly created: number;
  ended: number | undefined;
  readonly manner: JobManner;
  /** How often it may still be asked after before it is done. */
  pollsLeft: number;
  isReleased: boolean;
  state: 'RUNNING' | 'DONE';
  errors: readonly { readonly reason: string; readonly message: string; readonly location?: string }[];
  readonly statistics: Record<string, unknown>;
  /** What it does, once. Fills in errors and statistics. */
  readonly work: () => Promise<void>;
  /** For the log: what was refused, and why. */
  note: string | undefined;
  /** Milliseconds of work. */
  took: number;
}

/** A resumable upload. */
export interface UploadSession {
  readonly id: string;
  readonly project: string;
  readonly job: Record<string, unknown>;
  readonly created: number;
  readonly token: Token;
  received: Buffer;
  /** The answer to the request that completed it. */
  done: unknown;
}

/** How long an upload session lasts. */
const SESSION_MILLIS = 7 * 86_400_000;
/** Without billing, tables expire after 60 days. */
export const SANDBOX_MILLIS = 60 * 86_400_000;

/** All that the server holds. */
export class Warehouse {
  /** The origin that callers use, if that is not the one of their requests. */
  publicOrigin: string | undefined;
  readonly projects = new Map<string, Project>();
  readonly datasets = new Map<string, Dataset>();
  readonly tables = new Map<string, Table>();
  readonly jobs = new Map<string, Job>();
  readonly sessions = new Map<string, UploadSession>();
  readonly tokens = new Map<string, Token>();
  /** Query requests by their `requestId`: the same one within 15 minutes is the same job. */
  readonly requests = new Map<string, { readonly job: Job; readonly at: number }>();
  readonly clock = new ServerClock(undefined);
  /** How the next jobs behave, each used once. */
  readonly manners: JobManner[] = [];
  #serial = 0;

  constructor(readonly engine: Engine) {}

  static async open(): Promise<Warehouse> {
    return new Warehouse(await Engine.open());
  }

  /** A name that was not used before. */
  newId(prefix: string): string {
    this.#serial += 1;
    return `${prefix}_${this.#serial.toString(36)}_${this.clock.now().toString(36)}`;
  }

  datasetOf(project: string, dataset: string): Dataset {
    const found = this.datasets.get(`${project}.${dataset}`);
    if (found === undefined) throw notFound(`Not found: Dataset ${project}:${dataset}`);
    return found;
  }

  tableOf(project: string, dataset: string, id: string): Table {
    this.datasetOf(project, dataset);
    const found = this.tables.get(`${project}.${dataset}.${id}`);
    if (found === undefined) throw notFound(`Not found: Table ${project}:${dataset}.${id}`);
    return found;
  }

  async dropTable(name: string): Promise<void> {
    const table = this.tables.get(name);
    this.tables.delete(name);
    if (table !== undefined && table.view === undefined) await this.engine.dropTable(name);
  }

  /** Does what time has brought: expired tables and sessions go, jobs that are due end. */
  async settle(): Promise<void> {
    const now = this.clock.now();
    for (const [name, { expires }] of this.tables) {
      if (expires !== undefined && expires <= now) await this.dropTable(name);
    }
    for (const [id, { created }] of this.sessions) {
      if (created + SESSION_MILLIS <= now) this.sessions.delete(id);
    }
    for (const job of this.jobs.values()) {
      if (job.state === 'RUNNING' && this.isDue(job)) await this.finish(job);
    }
  }

  /** Whether a job is done by now. */
  isDue({ manner, isReleased, pollsLeft, created }: Job): boolean {
    if (isReleased) return true;
    if (manner.stuck === true) return false;
    if (manner.millis !== undefined) return this.clock.now() >= created + manner.millis;
    return pollsLeft <= 0;
  }

  /** Does the work of a job. It never rejects: what goes wrong is in its errors. */
  async finish(job: Job): Promise<void> {
    const began = performance.now();
    if (job.manner.error === undefined) await job.work();
    else job.errors = [job.manner.error];
    job.took = performance.now() - began;
    job.state = 'DONE';
    job.ended = this.clock.now();
  }

  /** Makes a job; it is not begun. */
  addJob(
    given: Pick<Job, 'project' | 'id' | 'location' | 'kind' | 'configuration' | 'work' | 'statistics'>,
  ): Job {
    const at = this.manners.findIndex(({ kind }) => kind === given.kind);
    const [manner = { kind: given.kind }] = at < 0 ? [] : this.manners.splice(at, 1);
    const job: Job = {
      ...given,
      created: this.clock.now(),
      ended: undefined,
      manner,
      pollsLeft: manner.polls ?? 0,
      isReleased: false,
      state: 'RUNNING',
      errors: [],
      note: undefined,
      took: 0,
    };
    this.jobs.set(`${job.project}.${job.id}`, job);
    return job;
  }
}
