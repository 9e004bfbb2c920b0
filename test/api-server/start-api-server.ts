import type { ChildProcess } from 'node:child_process';
import { request } from 'node:http';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileOfRun } from '../support/built-bundle';
import { endServerProcess, startServerProcess, writeFlags } from '../support/server-process';
import { type CallControl, ControlClient } from './control';
import type { Employer } from './data/employers';
import type { ApiServerAddresses } from './server';

/** What can be chosen for a server in its own process. */
export interface StartOptions {
  /** Chooses credentials and figures. @default 1 */
  readonly seed?: number;
  /** `YYYY-MM-DD`: the clock runs from noon of that day, UTC. @default the real time */
  readonly today?: string;
  /** Requests a token may make in any minute of the server's clock. @default 120 */
  readonly allowance?: number;
  /** The project's root, from which the server's file is found. @default the working directory */
  readonly root?: string;
}

/** An employer as the server announces it. */
export type AnnouncedEmployer = Omit<Employer, 'habits'>;

/** A server in its own process. */
export class RunningApiServer extends ControlClient {
  readonly auth: string;
  readonly regions: ApiServerAddresses['regions'];
  /** The control address. */
  readonly control: string;
  /** All employers, the demo employer first; the one without API access is among them. */
  readonly employers: readonly AnnouncedEmployer[];
  readonly #child: ChildProcess;

  constructor(child: ChildProcess, ready: Announcement) {
    super(callControlPort(ready.control));
    this.auth = ready.auth;
    this.regions = ready.regions;
    this.control = ready.control;
    this.employers = ready.employers;
    this.#child = child;
  }

  /** The first employer: the one to show and to try things with. */
  get demoEmployer(): AnnouncedEmployer {
    const [first] = this.employers;
    if (first === undefined) throw new Error('The server announced no employer.');
    return first;
  }

  /** Ends the process and waits until it is gone. A second call does nothing. */
  async close(): Promise<void> {
    await endServerProcess(this.#child);
  }
}

interface Announcement extends ApiServerAddresses {
  readonly employers: readonly AnnouncedEmployer[];
}

/** The file in which a test run keeps the bundled server: it starts in a quarter of the time. */
export const SERVER_PROGRAM = 'api-server.mjs';

const FLAGS = {
  seed: '--seed',
  today: '--today',
  allowance: '--allowance',
} as const satisfies Partial<Record<keyof StartOptions, string>>;

/**
 * Starts the service in a process of its own, about half a second's work.
 *
 * The process ends with this one, and never keeps this one alive.
 *
 * @throws {Error} with what the process wrote, when it ends before it is ready: a port may be taken.
 */
export async function startApiServer(options: StartOptions = {}): Promise<RunningApiServer> {
  const { root = process.cwd(), ...flags } = options;
  const bundled = fileOfRun(SERVER_PROGRAM);
  const program =
    bundled === undefined ? ['--import', 'tsx', resolve(root, 'test/api-server/cli.ts')] : [bundled];
  const { child, announcement } = await startServerProcess<Announcement>(
    [...program, ...writeFlags(FLAGS, flags)],
    root,
  );
  return new RunningApiServer(child, announcement);
}

/** Sends orders to a control port. @param origin Its address, without a trailing slash. */
function callControlPort(origin: string): CallControl {
  const send = (...order: readonly unknown[]) =>
    new Promise((resolve, reject) => {
      // No agent: a kept-alive connection would keep the caller's process alive as well.
      const outgoing = request(origin, { method: 'POST', agent: false }, (incoming) => {
        text(incoming).then((answer) => resolve(JSON.parse(answer)), reject);
      });
      outgoing.on('error', reject);
      outgoing.end(JSON.stringify(order));
    });
  return send as CallControl;
}
