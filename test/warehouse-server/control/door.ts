import { readSchema } from '../data/schema';
import type { Job, JobManner, Table, Warehouse } from '../data/warehouse';
import type { FaultQueue, FaultRule } from '../faults';
import { emptyAnswer, jsonAnswer, jsonObject, type WireAnswer, type WireRequest } from '../http-message';
import { readLocation } from '../operations/datasets';
import { countRows, sourceOf } from '../operations/tables';

/** A request to the interface as it was answered. It never holds a token. */
export interface SeenRequest {
  /** By the server's clock. */
  readonly at: string;
  readonly operation: string | null;
  readonly method: string;
  readonly url: string;
  /** `reset`: nothing was done. `lost`: it was done, and the answer was not sent. */
  readonly status: number | 'reset' | 'lost';
  /** Of the request's body. */
  readonly bytes: number;
  readonly hasToken: boolean;
  readonly fault: string | null;
  /** Why it was refused, where the answer does not say. */
  readonly note: string | null;
}

/** A table or view as the door lists it. */
export interface ListedTable {
  readonly project: string;
  readonly dataset: string;
  readonly table: string;
  readonly type: 'TABLE' | 'VIEW';
  readonly rowCount: number;
  readonly columns: readonly { readonly name: string; readonly type: string; readonly description: string }[];
  readonly description: string;
  /** Null if it stays. */
  readonly expires: string | null;
  readonly partitionedBy: string | null;
  readonly clusteredBy: readonly string[];
  readonly query: string | null;
}

/** A job as the door lists it. */
export interface ListedJob {
  readonly id: string;
  readonly project: string;
  readonly location: string;
  readonly kind: 'load' | 'query';
  readonly state: 'RUNNING' | 'DONE';
  readonly created: string;
  readonly ended: string | null;
  readonly error: { readonly reason: string; readonly message: string } | null;
  readonly statistics: Record<string, unknown>;
  /** What only the log says. */
  readonly note: string | null;
  /** Real milliseconds of work. */
  readonly took: number;
}

/** Rows of a table or view. Days are `YYYY-MM-DD`, moments ISO 8601. */
export interface ListedRows {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number | boolean | null)[])[];
}

/** A change to a table that its owner could make by hand. */
export type Alteration =
  | { readonly kind: 'drop'; readonly column: string }
  | { readonly kind: 'rename'; readonly column: string; readonly to: string }
  | { readonly kind: 'retype'; readonly column: string; readonly type: string }
  | { readonly kind: 'add'; readonly column: string; readonly type: string };

type Body = Record<string, unknown>;

/** Answers the tests' own entry: JSON in and out, 204 without content, 400 with a sentence. */
export class Door {
  constructor(
    private readonly warehouse: Warehouse,
    private readonly faults: FaultQueue,
    private readonly seen: SeenRequest[],
  ) {}

  async answer(request: WireRequest): Promise<WireAnswer> {
    const body = jsonObject(request.body);
    if (body === undefined) return jsonAnswer(400, { message: 'The body is not a JSON object.' });
    try {
      const answer = await this.#do(`${request.method} ${request.path}`, body, request.query);
      return answer === undefined ? emptyAnswer(204) : jsonAnswer(200, answer);
    } catch (cause) {
      return jsonAnswer(400, { message: cause instanceof Error ? cause.message : String(cause) });
    }
  }

  async #do(order: string, body: Body, query: URLSearchParams): Promise<unknown> {
    const { warehouse } = this;
    await warehouse.settle();
    switch (order) {
      case 'PUT /clock':
        if (body.now === null) warehouse.clock.release();
        else warehouse.clock.standAt(Date.parse(String(body.now)));
        return warehouse.settle();
      case 'PUT /projects':
        warehouse.projects.set(String(body.project), {
          apiEnabled: body.apiEnabled !== false,
          billing: body.billing !== false,
        });
        return undefined;
      case 'PUT /datasets':
        warehouse.datasets.set(`${body.project}.${body.dataset}`, {
          location: readLocation(body.location),
          created: warehouse.clock.now(),
        });
        return undefined;
      case 'DELETE /datasets':
        return this.#removeDataset(`${body.project}.${body.dataset}`);
      case 'PUT /tokens':
        warehouse.tokens.set(String(body.token), {
          scope: body.scope !== false,
          permissions: (body.permissions as string[] | undefined) ?? null,
        });
        return undefined;
      case 'DELETE /tokens':
        warehouse.tokens.delete(String(body.token));
        return undefined;
      case 'PUT /faults':
        for (const rule of body.rules as FaultRule[]) this.faults.add(rule);
        return undefined;
      case 'DELETE /faults':
        this.faults.clear();
        warehouse.manners.length = 0;
        return undefined;
      case 'PUT /jobs':
        warehouse.manners.push(...(body.manners as JobManner[]));
        return undefined;
      case 'POST /jobs/release':
        for (const job of warehouse.jobs.values()) job.isReleased = true;
        return warehouse.settle();
      case 'GET /jobs':
        return [...warehouse.jobs.values()].map(listJob);
      case 'DELETE /sessions':
        warehouse.sessions.clear();
        return undefined;
      case 'GET /requests':
        return this.seen;
      case 'DELETE /requests':
        this.seen.length = 0;
        return undefined;
      case 'GET /tables':
        return this.#tables(query.get('dataset'));
      case 'GET /rows':
        return this.#rows(query);
      case 'PUT /alterations':
        return this.#alter(String(body.table), body.alteration as Alteration);
      default:
        throw new Error(`The door knows no ${order}.`);
    }
  }

  async #removeDataset(name: string): Promise<void> {
    for (const table of [...this.warehouse.tables.keys()]) {
      if (table.startsWith(`${name}.`)) await this.warehouse.dropTable(table);
    }
    this.warehouse.datasets.delete(name);
  }

  #tables(wanted: string | null): Promise<ListedTable[]> {
    const tables = [...this.warehouse.tables.values()];
    return Promise.all(
      tables.filter(({ dataset }) => wanted === null || dataset === wanted).map((table) => this.#list(table)),
    );
  }

  async #list(table: Table): Promise<ListedTable> {
    const { project, dataset, id, view, expires } = table;
    return {
      ...{ project, dataset, table: id },
      type: view === undefined ? 'TABLE' : 'VIEW',
      rowCount: await countRows(this.warehouse, table).catch(() => -1),
      columns: table.fields.map(({ name, type, description = '' }) => ({ name, type, description })),
      description: table.description ?? '',
      expires: expires === undefined ? null : new Date(expires).toISOString(),
      partitionedBy: table.timePartitioning?.field ?? null,
      clusteredBy: table.clustering?.fields ?? [],
      query: view ?? null,
    };
  }

  async #rows(query: URLSearchParams): Promise<ListedRows> {
    const name = query.get('table') ?? '';
    const table = this.warehouse.tables.get(name);
    if (table === undefined) throw new Error(`There is no table ${name}.`);
    const limit = query.get('limit');
    const order = table.fields.map((_field, at) => at + 1).join(', ');
    const source = await sourceOf(this.warehouse, table);
    const { columns, rows } = await this.warehouse.engine.read(
      `SELECT * FROM ${source} ORDER BY ${order}${limit === null ? '' : ` LIMIT ${Number(limit)}`}`,
    );
    return { columns: columns.map((column) => column.name), rows };
  }

  async #alter(name: string, alteration: Alteration): Promise<void> {
    const table = this.warehouse.tables.get(name);
    if (table === undefined) throw new Error(`There is no table ${name}.`);
    const { column } = alteration;
    const clause = {
      drop: () => `DROP COLUMN "${column}"`,
      rename: () => `RENAME COLUMN "${column}" TO "${(alteration as { to: string }).to}"`,
      retype: () => `ALTER COLUMN "${column}" TYPE VARCHAR`,
      add: () => `ADD COLUMN "${column}" VARCHAR`,
    }[alteration.kind]();
    await this.warehouse.engine.run(`ALTER TABLE "${name}" ${clause}`);
    const others = table.fields.filter((field) => field.name !== column);
    const kept = table.fields.find((field) => field.name === column);
    if (alteration.kind === 'drop') table.fields = others;
    else if (alteration.kind === 'add')
      table.fields = [...others, ...readSchema({ fields: [{ name: column, type: 'STRING' }] })];
    else
      table.fields = table.fields.map((field) =>
        field !== kept
          ? field
          : alteration.kind === 'rename'
            ? { ...field, name: alteration.to }
            : { ...field, type: 'STRING' },
      );
    table.modified = this.warehouse.clock.now();
  }
}

function listJob(job: Job): ListedJob {
  const { id, project, location, kind, state, created, ended, errors, statistics, note, took } = job;
  return {
    ...{ id, project, location, kind, state, statistics },
    created: new Date(created).toISOString(),
    ended: ended === undefined ? null : new Date(ended).toISOString(),
    error: errors[0] ?? null,
    note: note ?? null,
    took: Math.round(took),
  };
}
