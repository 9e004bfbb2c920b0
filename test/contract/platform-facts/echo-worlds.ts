import { afterAll, beforeAll } from '@jest/globals';
import { type EchoServer, startEchoServer } from './echo-server';
import { type ScriptWorld, type ScriptWorldOptions, scriptWorld } from './script-world';

/** Makes worlds in which a script reaches the echo server as `https://api.example`. */
export type MakeEchoWorld = (options?: ScriptWorldOptions) => ScriptWorld;

/**
 * Starts an echo server for the tests of a `describe` and ends it, and every world made, after them.
 *
 * @param code The script.
 * @param defaults Of every world; further hosts stand beside the echo server.
 */
export function useEchoWorlds(code: string, defaults: ScriptWorldOptions = {}): MakeEchoWorld {
  let server: EchoServer;
  const worlds: ScriptWorld[] = [];
  beforeAll(async () => {
    server = await startEchoServer();
  });
  afterAll(() => {
    for (const world of worlds) world.dispose();
    server.close();
  });
  return (options = {}) => {
    const hosts = { 'https://api.example': server.origin, ...defaults.hosts };
    const made = scriptWorld(code, { ...defaults, hosts, ...options });
    worlds.push(made);
    return made;
  };
}
