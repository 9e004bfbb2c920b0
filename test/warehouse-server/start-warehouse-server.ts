import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import type { Socket } from 'node:net';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { ReadDataSource } from '../emulator/services/data-source';
import type { Exchange, HttpAnswer, HttpRequest } from '../emulator/services/url-fetch-app';
import { fileOfRun } from '../support/built-bundle';
import type { Door } from './server';

/** The address whose place it takes. */
export const BIGQUERY = 'https://bigquery.googleapis.com';

/** The file in which a test run keeps the bundled server. */
export const WAREHOUSE_PROGRAM = 'warehouse-server.mjs';

/** A warehouse in a process of its own, and the tests' hand on it. It ends with this process, and never keeps it alive. */
export type RunningWarehouse = {
  readonly [Name in keyof Door]: (
    ...args: Parameters<Door[Name]>
  ) => Promise<Awaited<ReturnType<Door[Name]>>>;
} & {
  readonly project: string;
  /** Where `npm start` keeps its tables. */
  readonly dataset: string;
  readonly location: string;
  /** Answers the add-on's requests to BigQuery, over HTTP. */
  readonly exchange: Exchange;
  /** Reads a table for a data source sheet, over HTTP too. */
  readonly read: ReadDataSource;
  close(): Promise<void>;
};

/** Starts it, about a second's work. @throws {Error} with what it wrote, when it ends before it is ready. */
export async function startWarehouseServer({ root = process.cwd() } = {}): Promise<RunningWarehouse> {
  const bundled = fileOfRun(WAREHOUSE_PROGRAM);
  const program =
    bundled === undefined ? ['--import', 'tsx', resolve(root, 'test/warehouse-server/cli.ts')] : [bundled];
  const child = spawn(process.execPath, program, { cwd: root, stdio: ['pipe', 'pipe', 'pipe'] });
  const { origin } = await readAnnouncement(child);
  child.unref();
  // Pipes of a child are sockets; each would keep this process alive.
  for (const pipe of [child.stdin, child.stdout, child.stderr]) (pipe as Socket | null)?.unref();
  const place = { project: 'acme-shifts', dataset: 'shift_reports', location: 'EU' };
  const exchange: Exchange = ({ url, headers, sentAt, ...asked }) => {
    if (!url.startsWith(BIGQUERY)) return undefined;
    const clock = ['X-Virtual-Now', new Date(sentAt).toISOString()] as const;
    return exchangeBlocking({ ...asked, url: url.replace(BIGQUERY, origin), headers: [...headers, clock] });
  };
  const read: ReadDataSource = ({ tableProjectId, datasetId, tableId }) => {
    const asked = { method: 'rows', args: [`${tableProjectId}.${datasetId}.${tableId}`] };
    const body = JSON.stringify(asked);
    const door = { url: `${origin}/door`, method: 'POST', headers: [], body, timeoutMillis: 60_000 };
    const answer = exchangeBlocking(door);
    const isRead = 'body' in answer && answer.status === 200;
    return isRead ? JSON.parse(Buffer.from(answer.body).toString('utf8')) : undefined;
  };
  const own: Readonly<Record<string, unknown>> = {
    ...place,
    exchange,
    read,
    close: () => end(child),
  };
  return new Proxy(own, {
    get: (_own, name: string) =>
      // A promise would have `then`: it is none.
      name === 'then' ? undefined : (own[name] ?? ((...args: unknown[]) => callDoor(origin, name, args))),
  }) as RunningWarehouse;
}

function callDoor(origin: string, method: string, args: readonly unknown[]): Promise<unknown> {
  return new Promise((done, reject) => {
    // No agent: a kept-alive connection would keep the caller's process alive as well.
    const outgoing = request(`${origin}/door`, { method: 'POST', agent: false }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => done(JSON.parse(Buffer.concat(chunks).toString('utf8'))));
    });
    outgoing.on('error', reject);
    outgoing.end(JSON.stringify({ method, args }));
  });
}

/** Real time allowed on top of the time-out before the thread counts as lost. */
const GRACE_MILLIS = 5_000;
const PAUSE = new Int32Array(new SharedArrayBuffer(4));

let worker: Worker | null = null;

/** Blocks until the request has been answered, as Apps Script does. @throws {Error} when the thread is lost. */
function exchangeBlocking(asked: Omit<HttpRequest, 'sentAt'>): HttpAnswer {
  worker ??= new Worker(resolve('test/warehouse-server/http-thread.cjs'));
  worker.unref();
  const { port1, port2 } = new MessageChannel();
  worker.postMessage({ asked, port: port2 }, [port2]);
  for (const end = performance.now() + asked.timeoutMillis + GRACE_MILLIS; performance.now() < end; ) {
    const received = receiveMessageOnPort(port1);
    if (received !== undefined) {
      port1.close();
      return received.message as HttpAnswer;
    }
    Atomics.wait(PAUSE, 0, 0, 1);
  }
  throw new Error('The HTTP thread did not answer');
}

/** Ends the process and waits until it is gone. A second call does nothing. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const isGone = once(child, 'exit');
  child.ref();
  child.kill('SIGTERM');
  await isGone;
}

/** The server announces itself by one line of JSON on its output. */
function readAnnouncement(child: ChildProcess): Promise<{ readonly origin: string }> {
  return new Promise((resolveLine, reject) => {
    let complaints = '';
    const { stdout, stderr } = child;
    if (stdout === null || stderr === null) return reject(new Error('The server has no output.'));
    stderr.on('data', (chunk: Buffer) => {
      complaints += chunk.toString('utf8');
    });
    createInterface(stdout).once('line', (line) => resolveLine(JSON.parse(line) as { origin: string }));
    child.once('error', reject);
    child.once('exit', (code) =>
      reject(new Error(`The server ended (${code}) before it was ready.\n${complaints}`)),
    );
  });
}
