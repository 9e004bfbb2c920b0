import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, test } from '@jest/globals';

/** Starts the command line as a shell would and waits for its one line. */
async function startCli() {
  const child = spawn(process.execPath, ['--import', 'tsx', 'test/api-server/cli.ts'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout, 'data');
  return { child, line: String(line) };
}

describe('the process', () => {
  test('says everything in one line of JSON', async () => {
    const { child, line } = await startCli();
    child.kill();
    await once(child, 'exit');
    expect(line.indexOf('\n')).toBe(line.length - 1);
    expect(Object.keys(JSON.parse(line))).toEqual(['auth', 'regions', 'control', 'employers']);
  });

  test('ends when its standard input closes, as it does when its parent dies', async () => {
    const { child } = await startCli();
    child.stdin.end();
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  test('ends on SIGTERM', async () => {
    const { child } = await startCli();
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  test('neither keeps its parent alive nor outlives it', async () => {
    const script = `import { startApiServer } from './test/api-server/start-api-server';
      const { auth } = await startApiServer();
      process.stdout.write(auth);
      await new Promise((resolve) => process.stdin.once('data', resolve));
      process.stdin.unref();`;
    const arguments_ = ['--import', 'tsx', '--input-type=module', '--eval', script];
    const parent = spawn(process.execPath, arguments_, { stdio: ['pipe', 'pipe', 'inherit'] });
    const [origin] = await once(parent.stdout, 'data');
    const socket = connect(Number(new URL(String(origin)).port), '127.0.0.1');
    await once(socket, 'connect');
    const isCut = new Promise((resolve) => socket.on('error', () => {}).once('close', () => resolve('cut')));
    parent.stdin.write('end\n');
    expect(await once(parent, 'exit')).toEqual([0, null]);
    expect(await isCut).toBe('cut');
  });
});
