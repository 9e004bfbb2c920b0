import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type DuckDBConnection,
  DuckDBInstance,
  DuckDBTimestampTZValue,
  type DuckDBValue,
} from '@duckdb/node-api';
import { duckSql, GOOGLE_FUNCTIONS, type SqlParameter, splitMerge, splitSetUp, tablesIn } from './google-sql';

/** What goes wrong with the next requests. */
export interface Fault {
  /** @default any request */
  readonly on?: 'queries' | 'datasets' | 'tables';
  /** `error`: nothing is done. `reset`: nothing is done and nothing answered. `lost`: all is done, nothing answered. */
  readonly kind: 'error' | 'reset' | 'lost';
  readonly status?: number;
  readonly reason?: string;
  readonly message?: string;
  /** @default 1 */
  readonly times?: number;
}

/** A request as it was answered; it never holds a token. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly status: number | 'reset' | 'lost';
  /** Of the body. */
  readonly bytes: number;
}

/** Rows of a table or view. Days are `YYYY-MM-DD`, moments ISO 8601. */
export interface Rows {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number | boolean | null)[])[];
}

/** A request of at most 10 MB, query parameters included: https://cloud.google.com/bigquery/quotas. */
const MOST_BYTES = 10_000_000;

class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly reason: string,
    message: string,
  ) {
    super(message);
  }
}

/** The REST interface of BigQuery as far as the add-on uses it, over DuckDB, and an entry for tests (`POST /door`). */
export class WarehouseServer {
  /** By token: what it may do; null is everything. */
  private readonly tokens = new Map<string, readonly string[] | null>();
  private readonly projects = new Map<string, { apiEnabled: boolean; billing: boolean }>();
  private readonly datasets = new Map<string, { location: string }>();
  private readonly tables = new Map<string, 'TABLE' | 'VIEW'>();
  private readonly seen: SeenRequest[] = [];
  private readonly done = new Map<string, Promise<unknown>>();
  private faults: { fault: Fault; left: number }[] = [];
  /** Of the statements that change rows, how many of the next are cancelled, as by another one at the same time. */
  private conflicts = 0;
  private warnings = 0;
  private now: number | undefined;
  private turn: Promise<unknown> = Promise.resolve();

  private constructor(private readonly duck: DuckDBConnection) {}

  static async open(): Promise<WarehouseServer> {
    const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
    const duck = await instance.connect();
    for (const statement of GOOGLE_FUNCTIONS) await duck.run(statement);
    return new WarehouseServer(duck);
  }

  async listen(port = 0): Promise<string> {
    const server = createServer({ keepAliveTimeout: 0 }, (incoming, response) => {
      this.answer(incoming, response).catch((error: Error) => {
        process.stderr.write(`${error.stack}\n`);
        response.destroy();
      });
    });
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  private async answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    const body = text === '' ? {} : JSON.parse(text);
    const { pathname } = new URL(incoming.url ?? '/', 'http://x');
    if (pathname === '/door') {
      const result = await this.inTurn(() => this.door(body.method, body.args));
      response.end(JSON.stringify(result ?? null));
      return;
    }
    const virtualNow = Date.parse(String(incoming.headers['x-virtual-now']));
    if (!Number.isNaN(virtualNow)) this.now = virtualNow;
    const fault = this.faultOf(pathname);
    const answered = await this.inTurn(async () => {
      try {
        if (fault?.kind === 'error')
          throw new Refusal(fault.status ?? 503, fault.reason ?? 'backendError', fault.message ?? 'Canned.');
        if (fault?.kind === 'reset') return { status: 0, json: {} };
        if (text.length > MOST_BYTES)
          throw new Refusal(413, 'uploadTooLarge', 'Request payload size exceeds the limit.');
        const token = /^Bearer (\S+)$/.exec(incoming.headers.authorization ?? '')?.[1] ?? '';
        return { status: 200, json: await this.rest(incoming.method ?? '', pathname, body, token) };
      } catch (error) {
        const refusal = error instanceof Refusal ? error : new Refusal(400, 'invalidQuery', String(error));
        const { status, reason, message } = refusal;
        return { status, json: { error: { code: status, message, errors: [{ reason, message }] } } };
      }
    });
    const isSilent = fault?.kind === 'reset' || fault?.kind === 'lost';
    this.seen.push({
      method: incoming.method ?? '',
      path: pathname,
      status: isSilent ? (fault.kind as 'reset' | 'lost') : answered.status,
      bytes: Buffer.byteLength(text),
    });
    if (isSilent) response.socket?.resetAndDestroy();
    else
      response
        .writeHead(answered.status, { 'Content-Type': 'application/json' })
        .end(JSON.stringify(answered.json));
  }

  private inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.turn.then(work);
    this.turn = turn.catch(() => undefined);
    return turn;
  }

  private faultOf(path: string): Fault | undefined {
    const entry = this.faults.find(({ fault: { on } }) => on === undefined || path.includes(`/${on}`));
    if (entry === undefined) return undefined;
    entry.left -= 1;
    this.faults = this.faults.filter(({ left }) => left > 0);
    return entry.fault;
  }

  private async rest(
    method: string,
    path: string,
    body: Record<string, never>,
    token: string,
  ): Promise<unknown> {
    const [, project = '', rest = ''] = /^\/bigquery\/v2\/projects\/([^/]+)\/(.+)$/.exec(path) ?? [];
    const demand = this.admit(decodeURIComponent(project), token);
    const [, dataset, table] = /^datasets\/(\w+)\/tables\/(\w+)$/.exec(rest) ?? [];
    if (method === 'POST' && rest === 'queries') return this.query(decodeURIComponent(project), body, demand);
    if (method === 'POST' && rest === 'datasets') return this.insertDataset(project, body, demand);
    if (method === 'GET' && table !== undefined) {
      demand('bigquery.tables.get');
      return this.readTable(`${project}.${dataset}.${table}`);
    }
    throw new Refusal(404, 'notFound', 'Not Found');
  }

  /** Checks token, project and API in the order in which Google refuses. @returns What checks a permission of Google's IAM. */
  private admit(project: string, token: string): (permission: string) => void {
    const permissions = this.tokens.get(token);
    if (permissions === undefined)
      throw new Refusal(401, 'authError', 'Request had invalid authentication credentials.');
    const known = this.projects.get(project);
    if (known === undefined) throw new Refusal(404, 'notFound', `Not found: Project ${project}`);
    if (!known.apiEnabled)
      throw new Refusal(403, 'accessNotConfigured', 'BigQuery API has not been used in this project.');
    return (permission) => {
      if (permissions === null || permissions.includes(permission)) return;
      throw new Refusal(403, 'accessDenied', `Access Denied: User does not have ${permission} permission.`);
    };
  }

  private insertDataset(
    project: string,
    body: Record<string, never>,
    demand: (permission: string) => void,
  ): unknown {
    const { datasetReference, location } = body as unknown as {
      datasetReference: { datasetId: string };
      location: string;
    };
    const name = `${project}.${datasetReference.datasetId}`;
    if (this.datasets.has(name)) throw new Refusal(409, 'duplicate', `Already Exists: Dataset ${name}`);
    demand('bigquery.datasets.create');
    this.datasets.set(name, { location });
    return body;
  }

  private async readTable(name: string): Promise<unknown> {
    if (!this.tables.has(name)) throw new Refusal(404, 'notFound', `Not found: Table ${name}`);
    const columns = await this.read(`DESCRIBE "${name}"`);
    const types: Readonly<Record<string, string>> = {
      BIGINT: 'INTEGER',
      DOUBLE: 'FLOAT',
      VARCHAR: 'STRING',
      DATE: 'DATE',
    };
    const fields = columns.rows.map(([column, type]) => ({
      name: column,
      type: types[String(type)] ?? 'TIMESTAMP',
    }));
    return { schema: { fields } };
  }

  private async query(
    project: string,
    body: Record<string, never>,
    demand: (permission: string) => void,
  ): Promise<unknown> {
    const {
      query,
      queryParameters = [],
      location,
      requestId,
      useLegacySql,
    } = body as unknown as {
      query: string;
      queryParameters?: {
        name: string;
        parameterType: { type: string };
        parameterValue: { value: string };
      }[];
      location: string;
      requestId: string;
      useLegacySql: boolean;
    };
    demand('bigquery.jobs.create');
    if (useLegacySql !== false) throw new Refusal(400, 'invalidQuery', 'Legacy SQL is not supported.');
    const merge = splitMerge(query);
    const statements = merge ?? splitSetUp(query);
    if (statements === undefined)
      throw new Refusal(400, 'invalidQuery', 'Syntax error: Unexpected statement at [1:1]');
    for (const name of tablesIn(query)) {
      const dataset = this.datasets.get(name.split('.').slice(0, -1).join('.'));
      if (dataset === undefined || dataset.location !== location)
        throw new Refusal(404, 'notFound', `Not found: ${name}`);
      if (merge && !this.tables.has(name)) throw new Refusal(404, 'notFound', `Not found: Table ${name}`);
    }
    demand(merge ? 'bigquery.tables.updateData' : 'bigquery.tables.create');
    if (merge && this.projects.get(project)?.billing === false)
      throw new Refusal(403, 'billingNotEnabled', 'DML queries are not allowed in the free tier.');
    if (merge && this.conflicts > 0) {
      this.conflicts -= 1;
      throw new Refusal(400, 'invalidQuery', 'Could not serialize access to table due to concurrent update');
    }
    const parameters = queryParameters.map((one) => ({
      name: one.name,
      type: one.parameterType.type,
      value: one.parameterValue.value,
    }));
    // The same ID with the same text and values is the same request: it runs once.
    const identity = JSON.stringify([requestId, query, queryParameters]);
    const known = this.done.get(identity) ?? this.run(statements, parameters);
    this.done.set(identity, known);
    await known;
    for (const name of tablesIn(query))
      if (!merge) this.tables.set(name, query.includes(`VIEW \`${name}\``) ? 'VIEW' : 'TABLE');
    // "errors or warnings": now and then a good job has one.
    this.warnings += 1;
    const errors = this.warnings % 3 === 0 ? { errors: [{ reason: 'invalid', message: 'A warning.' }] } : {};
    return { jobComplete: true, jobReference: { projectId: project, jobId: requestId, location }, ...errors };
  }

  /** Runs all statements or none. */
  private async run(statements: readonly string[], parameters: readonly SqlParameter[]): Promise<void> {
    await this.duck.run('BEGIN');
    try {
      for (const statement of statements) {
        const sql = duckSql(statement, parameters, (zone) => this.today(zone));
        await this.duck.run(sql, valuesFor(sql, parameters));
      }
    } catch (error) {
      await this.duck.run('ROLLBACK');
      throw error;
    }
    await this.duck.run('COMMIT');
  }

  private today(zone: string): string {
    return new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(this.now ?? Date.now());
  }

  private async read(sql: string): Promise<Rows> {
    const reader = await this.duck.runAndReadAll(sql);
    return { columns: reader.columnNames(), rows: reader.getRows().map((row) => row.map(plainValue)) };
  }

  /** The tests' own entry. */
  // biome-ignore lint/suspicious/noExplicitAny: the client has a typed method for each.
  private async door(method: string, args: any[]): Promise<unknown> {
    const [first, second, third] = args;
    switch (method) {
      case 'setClock':
        this.now = first === null ? undefined : Date.parse(first);
        return null;
      case 'setProject':
        return void this.projects.set(first, { apiEnabled: true, billing: true, ...second });
      case 'setDataset':
        return void this.datasets.set(`${first}.${second}`, { location: third });
      case 'grant':
        return void this.tokens.set(first, second ?? null);
      case 'revoke':
        return this.tokens.delete(first);
      case 'fail':
        for (const fault of args as Fault[]) this.faults.push({ fault, left: fault.times ?? 1 });
        return null;
      case 'clearFaults':
        this.faults = [];
        this.conflicts = 0;
        return null;
      case 'conflict':
        this.conflicts = first;
        return null;
      case 'alter':
        return void (await this.duck.run(`ALTER TABLE "${first}" ${second}`));
      case 'requests':
        return this.seen;
      case 'forgetRequests':
        this.seen.length = 0;
        return null;
      case 'tables':
        return Promise.all(
          [...this.tables].map(async ([name, type]) => {
            const counted = type === 'TABLE' ? await this.read(`SELECT COUNT(*) FROM "${name}"`) : undefined;
            return { name, type, rowCount: Number(counted?.rows[0]?.[0] ?? 0) };
          }),
        );
      default: {
        const limit = typeof second !== 'number' ? '' : ` LIMIT ${second}`;
        const { columns } = await this.read(`SELECT * FROM "${first}" LIMIT 0`);
        return this.read(
          `SELECT * FROM "${first}" ORDER BY ${columns.map((_name, at) => at + 1).join(', ')}${limit}`,
        );
      }
    }
  }

  /** Everything that is there at the start. */
  prepare(project: string, dataset: string, location: string, token: string): void {
    this.projects.set(project, { apiEnabled: true, billing: true });
    this.datasets.set(`${project}.${dataset}`, { location });
    this.tokens.set(token, null);
  }
}

/** The values of the parameters that a text names. */
function valuesFor(sql: string, parameters: readonly SqlParameter[]): Record<string, string> {
  const named = new Set([...sql.matchAll(/\$(\w+)/g)].map(([, name]) => name));
  return Object.fromEntries(
    parameters.filter(({ name }) => named.has(name)).map(({ name, value }) => [name, value]),
  );
}

function plainValue(value: DuckDBValue): string | number | boolean | null {
  if (value === null || typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number')
    return value;
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof DuckDBTimestampTZValue) return new Date(Number(value.micros / 1000n)).toISOString();
  const text = String(value);
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}
