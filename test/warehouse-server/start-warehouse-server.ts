import type { ChildProcess } from 'node:child_process';
import { request } from 'node:http';
import { resolve } from 'node:path';
import { fileOfRun } from '../support/once-per-run';
import { endServerProcess, startServerProcess } from '../support/server-process';
import type { Fault, Rows, SeenRequest } from './server';

/** The file in which a test run keeps the bundled server. */
export const WAREHOUSE_PROGRAM = 'warehouse-server.mjs';

interface Announcement {
  /** What takes the place of `https://bigquery.googleapis.com`. */
  readonly origin: string;
  /** The project and the dataset that are there at the start, and a token that may do all. */
  readonly project: string;
  readonly dataset: string;
  readonly location: string;
  readonly token: string;
}

/** A table or view: its full name. */
interface ListedTable {
  readonly name: string;
  readonly type: 'TABLE' | 'VIEW';
  readonly rowCount: number;
}

/** A warehouse in a process of its own, and the tests' hand on it. It ends with this process, and never keeps it alive. */
export function warehouseClient(child: ChildProcess, { origin, ...place }: Announcement) {
  const door = (method: string, ...args: readonly unknown[]) => callDoor(origin, method, args);
  return {
    origin,
    ...place,
    /** Makes its clock stand; null lets it run again. */
    setClock: (iso: string | null) => door('setClock', iso),
    setProject: (
      project: string,
      state: { readonly apiEnabled?: boolean; readonly billing?: boolean } = {},
    ) => door('setProject', project, state),
    setDataset: (project: string, dataset: string, location: string) =>
      door('setDataset', project, dataset, location),
    /** Makes a token good. @param permissions Such as `bigquery.jobs.create`; all, if absent. */
    grant: (token: string, permissions?: readonly string[]) => door('grant', token, permissions),
    revoke: (token: string) => door('revoke', token),
    fail: (...faults: readonly Fault[]) => door('fail', ...faults),
    clearFaults: () => door('clearFaults'),
    /** How many of the next changes are cancelled by others. */
    conflict: (times: number) => door('conflict', times),
    /** Changes a table as its owner could, by a clause of ALTER TABLE. @param table `project.dataset.table` */
    alter: (table: string, clause: string) => door('alter', table, clause),
    tables: () => door('tables') as Promise<readonly ListedTable[]>,
    /** The rows of a table or view, ordered by all columns. @param table `project.dataset.table` */
    rows: (table: string, limit?: number) => door('rows', table, limit) as Promise<Rows>,
    requests: () => door('requests') as Promise<readonly SeenRequest[]>,
    forgetRequests: () => door('forgetRequests'),
    close: () => endServerProcess(child),
  };
}

export type RunningWarehouse = ReturnType<typeof warehouseClient>;

/** Starts it, about a second's work. @throws {Error} with what it wrote, when it ends before it is ready. */
export async function startWarehouseServer({ root = process.cwd() } = {}): Promise<RunningWarehouse> {
  const bundled = fileOfRun(WAREHOUSE_PROGRAM);
  const program =
    bundled === undefined ? ['--import', 'tsx', resolve(root, 'test/warehouse-server/cli.ts')] : [bundled];
  const { child, announcement } = await startServerProcess<Announcement>(program, root);
  return warehouseClient(child, announcement);
}

function callDoor(origin: string, method: string, args: readonly unknown[]): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const text = JSON.stringify({ method, args });
    // No agent: a kept-alive connection would keep the caller's process alive as well.
    const outgoing = request(`${origin}/door`, { method: 'POST', agent: false }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString('utf8'))));
    });
    outgoing.on('error', reject);
    outgoing.end(text);
  });
}
