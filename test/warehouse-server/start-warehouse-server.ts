import type { ChildProcess } from 'node:child_process';
import { resolve } from 'node:path';
import { fileOfRun } from '../support/once-per-run';
import { endServerProcess, startServerProcess, writeFlags } from '../support/server-process';
import { DoorClient } from './control/door-client';
import type { WarehouseAddresses } from './server';

/** What can be chosen for a server in its own process. Ports not given are any free ones. */
export interface WarehouseOptions {
  readonly port?: number;
  readonly doorPort?: number;
  /** The project that is there at the start, with billing. @default acme-shifts */
  readonly project?: string;
  /** Its dataset. @default shift_reports */
  readonly dataset?: string;
  /** Where the dataset is. @default EU */
  readonly location?: string;
  /** A token that may do all. @default local-token */
  readonly token?: string;
  /** The origin that callers use, for the addresses of upload sessions. @default that of each request */
  readonly publicOrigin?: string;
  /** The project's root, from which the server's file is found. @default the working directory */
  readonly root?: string;
}

interface Announcement extends WarehouseAddresses {
  readonly project: string;
  readonly dataset: string;
  readonly location: string;
  readonly token: string;
}

/** The file in which a test run keeps the bundled server. */
export const WAREHOUSE_PROGRAM = 'warehouse-server.mjs';

const FLAGS = {
  port: '--port',
  doorPort: '--door-port',
  project: '--project',
  dataset: '--dataset',
  location: '--location',
  token: '--token',
  publicOrigin: '--public-origin',
} as const satisfies Partial<Record<keyof WarehouseOptions, string>>;

/** A warehouse server in its own process. */
export class RunningWarehouse extends DoorClient {
  /** What takes the place of `https://bigquery.googleapis.com`. */
  readonly origin: string;
  readonly project: string;
  readonly dataset: string;
  readonly location: string;
  /** A token that may do all. */
  readonly token: string;
  readonly #child: ChildProcess;

  constructor(child: ChildProcess, ready: Announcement) {
    super(ready.door);
    this.origin = ready.origin;
    this.project = ready.project;
    this.dataset = ready.dataset;
    this.location = ready.location;
    this.token = ready.token;
    this.#child = child;
  }

  /** The full name of a table of the dataset that was there at the start. */
  tableName(table: string): string {
    return `${this.project}.${this.dataset}.${table}`;
  }

  /** Ends the process and waits until it is gone. A second call does nothing. */
  async close(): Promise<void> {
    await endServerProcess(this.#child);
  }
}

/**
 * Starts the warehouse in a process of its own, about a second's work.
 *
 * The process ends with this one, and never keeps this one alive.
 *
 * @throws {Error} with what the process wrote, when it ends before it is ready: a port may be taken.
 */
export async function startWarehouseServer(options: WarehouseOptions = {}): Promise<RunningWarehouse> {
  const { root = process.cwd(), ...flags } = options;
  const bundled = fileOfRun(WAREHOUSE_PROGRAM);
  const program =
    bundled === undefined ? ['--import', 'tsx', resolve(root, 'test/warehouse-server/cli.ts')] : [bundled];
  const { child, announcement } = await startServerProcess<Announcement>(
    [...program, ...writeFlags(FLAGS, flags)],
    root,
  );
  return new RunningWarehouse(child, announcement);
}
