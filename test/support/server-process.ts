import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';

/** A local server in a process of its own, and what it announced. */
export interface ServerProcess<Announcement> {
  readonly child: ChildProcess;
  readonly announcement: Announcement;
}

/**
 * Starts a local server that announces itself by one line of JSON on its output.
 *
 * The process ends with this one, and never keeps this one alive.
 *
 * @param program Arguments for Node: its options, the file, then the server's own.
 * @param root The working directory of the process.
 * @throws {Error} with what the process wrote, when it ends before it is ready: a port may be taken.
 */
export async function startServerProcess<Announcement>(
  program: readonly string[],
  root: string,
): Promise<ServerProcess<Announcement>> {
  const child = spawn(process.execPath, program, { cwd: root, stdio: ['pipe', 'pipe', 'pipe'] });
  const announcement = await readAnnouncement<Announcement>(child);
  child.unref();
  // Pipes of a child are sockets; each would keep this process alive.
  for (const pipe of [child.stdin, child.stdout, child.stderr]) (pipe as Socket | null)?.unref();
  return { child, announcement };
}

/** Ends the process and waits until it is gone. A second call does nothing. */
export async function endServerProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const isGone = once(child, 'exit');
  child.ref();
  child.kill('SIGTERM');
  await isGone;
}

function readAnnouncement<Announcement>(child: ChildProcess): Promise<Announcement> {
  return new Promise((resolveLine, reject) => {
    let complaints = '';
    const { stdout, stderr } = child;
    if (stdout === null || stderr === null) return reject(new Error('The server has no output.'));
    stderr.on('data', (chunk: Buffer) => {
      complaints += chunk.toString('utf8');
    });
    createInterface(stdout).once('line', (line) => resolveLine(JSON.parse(line) as Announcement));
    child.once('error', reject);
    child.once('exit', (code) =>
      reject(new Error(`The server ended (${code}) before it was ready.\n${complaints}`)),
    );
  });
}
