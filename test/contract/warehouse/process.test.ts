import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, test } from '@jest/globals';
import { startWarehouseServer } from '../../warehouse-server/start-warehouse-server';
import { ReferenceClient } from './reference-client';

async function startCli() {
  const child = spawn(process.execPath, ['--import', 'tsx', 'test/warehouse-server/cli.ts'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout, 'data');
  return { child, line: String(line) };
}

describe('the process of the warehouse', () => {
  test('says in one line of JSON where it listens and what is there', async () => {
    const { child, line } = await startCli();
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(line.indexOf('\n')).toBe(line.length - 1);
    expect(JSON.parse(line)).toEqual({
      origin: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      door: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      project: 'acme-shifts',
      dataset: 'shift_reports',
      location: 'EU',
      token: 'local-token',
    });
  });

  test('ends when its standard input closes, as it does when its parent dies', async () => {
    const { child } = await startCli();
    child.stdin.end();
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  test('gives upload sessions addresses of the origin that callers know', async () => {
    const server = await startWarehouseServer({ publicOrigin: 'https://bigquery.googleapis.com' });
    const client = new ReferenceClient(server);
    const started = await client.startUpload(client.loadJob('t', 'j', [{ name: 'A', type: 'STRING' }]));
    await server.close();
    expect(started.headers.get('Location')).toMatch(
      /^https:\/\/bigquery\.googleapis\.com\/upload\/bigquery\/v2\/projects\/acme-shifts\/jobs\?/,
    );
  });

  test('says when a port is taken, has what it is given, and is gone after it was closed', async () => {
    const first = await startWarehouseServer({ dataset: 'other', location: 'europe-west2', token: 'mine' });
    expect([first.tableName('shifts'), first.location]).toEqual(['acme-shifts.other.shifts', 'europe-west2']);
    const port = Number(new URL(first.origin).port);
    await expect(startWarehouseServer({ port })).rejects.toThrow('EADDRINUSE');
    await first.close();
    await first.close();
    await expect(fetch(first.origin)).rejects.toThrow();
  });
});
