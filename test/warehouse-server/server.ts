import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type DuckDBConnection,
  DuckDBInstance,
  DuckDBTimestampValue,
  type DuckDBValue,
} from '@duckdb/node-api';
import { duckSql, GOOGLE_FUNCTIONS, type SqlParameter, splitMerge, splitSetUp, tablesIn } from './google-sql';

/** What goes wrong with a request. */
export interface Fault {
  /** `error`: nothing is done. `reset`: nothing is done and nothing answered. `lost`: all is done, nothing answered. */
  readonly kind: 'error' | 'reset' | 'lost';
  readonly status?: number;
  readonly reason?: string;
}

/** A query as `jobs.query` takes it. */
interface QueryBody {
  readonly query: string;
  readonly queryParameters: readonly {
    readonly name: string;
    readonly parameterType: { readonly type: string };
    readonly parameterValue: { readonly value: string };
  }[];
  readonly location: string;
  readonly useLegacySql: boolean;
}

/** A request of at most 10 MB, query parameters included: https://cloud.google.com/bigquery/quotas. */
const MOST_BYTES = 10_000_000;
/** What BigQuery says of changes that others stand in the way of. */
const CONFLICTS = [
  'Could not serialize access to table due to concurrent update',
  'Too many DML statements outstanding against table, limit is 20.',
];

/** What tests may do with it. */
export type Door = WarehouseServer['door'];
type Work = (...args: never[]) => unknown;

class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly reason: string,
    message: string,
  ) {
    super(message);
  }
}

/** The REST interface of BigQuery as far as the add-on uses it, over DuckDB. */
export class WarehouseServer {
  /** By token: the permissions of Google's IAM that it has; null is all. */
  private readonly tokens = new Map<string, readonly string[] | null>();
  /** The location of each dataset. */
  private readonly datasets = new Map<string, string>();
  private readonly names = new Map<string, 'TABLE' | 'VIEW'>();
  /** Requests as they were answered, and the bytes of their bodies. Never a token. */
  private seen: { path: string; status: number | string; bytes: number }[] = [];
  private faults: Fault[] = [];
  private conflicts = 0;
  private jobs = 0;
  private now: number | undefined;
  private turn: Promise<unknown> = Promise.resolve();

  /** The tests' own entry (`POST /door`). Tables are named `project.dataset.table`. */
  readonly door = {
    /** Makes a token good. @param permissions Such as `bigquery.jobs.create`; all, if absent. */
    grant: (token: string, permissions?: readonly string[]) =>
      void this.tokens.set(token, permissions ?? null),
    /** What goes wrong with the next requests. */
    fail: (...faults: Fault[]) => void this.faults.push(...faults),
    /** How many of the next changes are cancelled, as by others at the same time. */
    conflict: (times: number) => {
      this.conflicts = times;
    },
    clearFaults: () => {
      [this.faults, this.conflicts] = [[], 0];
    },
    /** Runs a statement of DuckDB, as the owner of the tables. */
    run: async (sql: string) => void (await this.duck.run(sql)),
    tables: () =>
      Promise.all(
        Array.from(this.names, async ([name, type]) => {
          const { rows } = await this.read(`SELECT COUNT(*) FROM "${name}"`);
          return { name, type, rowCount: Number(rows[0]?.[0]) };
        }),
      ),
    /** The rows of a table or view, ordered by all columns. */
    rows: (table: string, limit?: number) =>
      this.read(`SELECT * FROM "${table}" ORDER BY ALL${limit === undefined ? '' : ` LIMIT ${limit}`}`),
    requests: () => this.seen,
    forgetRequests: () => {
      this.seen = [];
    },
  };

  private constructor(private readonly duck: DuckDBConnection) {}

  static async open(): Promise<WarehouseServer> {
    const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
    const duck = await instance.connect();
    for (const statement of GOOGLE_FUNCTIONS) await duck.run(statement);
    return new WarehouseServer(duck);
  }

  async listen(): Promise<string> {
    const server = createServer({ keepAliveTimeout: 0 }, (incoming, response) => {
      this.answer(incoming, response).catch((error: Error) => {
        process.stderr.write(`${error.stack}\n`);
        response.destroy();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  private async answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    const body = text === '' ? {} : JSON.parse(text);
    const { pathname: path } = new URL(incoming.url ?? '/', 'http://x');
    if (path === '/door') {
      const { method, args } = body as { method: keyof Door; args: never[] };
      const result = await this.inTurn(async () => (this.door[method] as Work)(...args));
      response.end(JSON.stringify(result ?? null));
      return;
    }
    const virtualNow = Date.parse(String(incoming.headers['x-virtual-now']));
    if (!Number.isNaN(virtualNow)) this.now = virtualNow;
    const fault = this.faults.shift();
    const token = /^Bearer (\S+)$/.exec(incoming.headers.authorization ?? '')?.[1] ?? '';
    const { status, json } = await this.inTurn(async () => {
      try {
        if (fault?.kind === 'error')
          throw new Refusal(fault.status ?? 503, fault.reason ?? 'backendError', 'Canned.');
        if (fault?.kind === 'reset') return { status: 0, json: {} };
        if (text.length > MOST_BYTES)
          throw new Refusal(413, 'uploadTooLarge', 'Request payload size exceeds the limit.');
        return { status: 200, json: await this.rest(`${incoming.method} ${path}`, body, token) };
      } catch (error) {
        const refusal = error instanceof Refusal ? error : new Refusal(400, 'invalidQuery', String(error));
        const { reason, message } = refusal;
        const answer = { code: refusal.status, message, errors: [{ reason, message }] };
        return { status: refusal.status, json: { error: answer } };
      }
    });
    const silent = fault?.kind === 'reset' || fault?.kind === 'lost' ? fault.kind : undefined;
    this.seen.push({ path, status: silent ?? status, bytes: Buffer.byteLength(text) });
    if (silent) response.socket?.resetAndDestroy();
    else response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(json));
  }

  private inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.turn.then(work);
    this.turn = turn.catch(() => undefined);
    return turn;
  }

  private rest(request: string, body: object, token: string): Promise<unknown> {
    const permissions = this.tokens.get(token);
    if (permissions === undefined)
      throw new Refusal(401, 'authError', 'Request had invalid authentication credentials.');
    const demand = (permission: string) => {
      if (permissions?.includes(permission) === false)
        throw new Refusal(403, 'accessDenied', `Access Denied: User does not have ${permission} permission.`);
    };
    if (/^POST \/bigquery\/v2\/projects\/[^/]+\/queries$/.test(request))
      return this.query(body as QueryBody, demand);
    throw new Refusal(404, 'notFound', 'Not Found');
  }

  private async query(body: QueryBody, demand: (permission: string) => void): Promise<unknown> {
    const { query, location } = body;
    demand('bigquery.jobs.create');
    if (body.useLegacySql) throw new Refusal(400, 'invalidQuery', 'Legacy SQL is not supported.');
    const [, dataset] = /^CREATE SCHEMA IF NOT EXISTS `([^`]+)`;\n/.exec(query) ?? [];
    if (dataset !== undefined && !this.datasets.has(dataset)) {
      demand('bigquery.datasets.create');
      this.datasets.set(dataset, location);
    }
    const merge = splitMerge(query);
    const statements = merge ?? splitSetUp(query);
    if (statements === undefined)
      throw new Refusal(400, 'invalidQuery', 'Syntax error: Unexpected statement at [1:1]');
    const tables = tablesIn(query).filter((name) => name !== dataset);
    for (const name of tables) {
      const isThere = this.datasets.get(name.split('.').slice(0, -1).join('.')) === location;
      if (!isThere || (merge && !this.names.has(name)))
        throw new Refusal(404, 'notFound', `Not found: ${name}`);
    }
    demand(merge ? 'bigquery.tables.updateData' : 'bigquery.tables.create');
    if (merge && this.conflicts > 0) {
      this.conflicts -= 1;
      throw new Refusal(400, 'invalidQuery', CONFLICTS[this.conflicts % 2] as string);
    }
    const parameters = body.queryParameters.map(({ name, parameterType, parameterValue }) => ({
      name,
      ...parameterType,
      ...parameterValue,
    }));
    await this.run(statements, parameters);
    if (!merge)
      for (const name of tables) this.names.set(name, query.includes(`VIEW \`${name}\``) ? 'VIEW' : 'TABLE');
    this.jobs += 1;
    // "errors or warnings": now and then a good job has one.
    const errors = this.jobs % 3 === 0 ? { errors: [{ reason: 'invalid', message: 'A warning.' }] } : {};
    return { jobComplete: true, ...errors };
  }

  /** Runs all statements or none. */
  private async run(statements: readonly string[], parameters: readonly SqlParameter[]): Promise<void> {
    await this.duck.run('BEGIN');
    try {
      for (const statement of statements) {
        const sql = duckSql(statement, parameters, (timeZone) =>
          new Intl.DateTimeFormat('en-CA', { timeZone }).format(this.now ?? Date.now()),
        );
        const used = parameters.filter(({ name }) => new RegExp(`\\$${name}\\b`).test(sql));
        await this.duck.run(sql, Object.fromEntries(used.map(({ name, value }) => [name, value])));
      }
    } catch (error) {
      await this.duck.run('ROLLBACK');
      throw error;
    }
    await this.duck.run('COMMIT');
  }

  /** Days are `YYYY-MM-DD`, moments ISO 8601. */
  private async read(sql: string) {
    const reader = await this.duck.runAndReadAll(sql);
    return { columns: reader.columnNames(), rows: reader.getRows().map((row) => row.map(plainValue)) };
  }
}

function plainValue(value: DuckDBValue): string | number | boolean | null {
  if (value === null || typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number')
    return value;
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof DuckDBTimestampValue) return new Date(Number(value.micros / 1000n)).toISOString();
  const text = String(value);
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}
