import { readFileSync, statSync } from 'node:fs';
import { extname, sep } from 'node:path';
import { Script } from 'node:vm';
import gasLocal from 'gas-local';
import { lendBranchCounters } from './branch-counters';

/** One compiled file, and what tells that the file is still the same. */
interface CompiledFile {
  readonly mark: string;
  readonly script: Script;
}

const compiled = new Map<string, CompiledFile>();

/**
 * Loads a built folder into a realm by gas-local: its script files in order, without `node_modules`.
 *
 * gas-local would read and compile each file anew for each realm, which takes as long as all its top-level code, and a
 * test file makes thousands of realms. So each file is compiled once per thread, and again after it has changed, and
 * runs at the moment gas-local asks whether to take it.
 *
 * @param realm A context of `node:vm`.
 * @throws {SyntaxError} when a file cannot be parsed, and what its top-level code throws.
 */
export function loadBundle(dist: string, realm: Record<string, unknown>): void {
  lendBranchCounters(realm);
  visitScripts(dist, realm, (path) => compile(path).runInContext(realm));
}

/** The script files of a built folder, as gas-local finds them. */
export function scriptFiles(dist: string): string[] {
  const files: string[] = [];
  visitScripts(dist, {}, (path) => files.push(path));
  return files;
}

function visitScripts(dist: string, realm: Record<string, unknown>, visit: (path: string) => void): void {
  const filter = (path: string) => {
    if (['.js', '.gs'].includes(extname(path)) && !path.split(sep).includes('node_modules')) visit(path);
    return false;
  };
  gasLocal.require(dist, realm, { filter });
}

function compile(path: string): Script {
  const { mtimeMs, size, ino } = statSync(path);
  const mark = `${mtimeMs} ${size} ${ino}`;
  const known = compiled.get(path);
  if (known?.mark === mark) return known.script;
  const script = new Script(readFileSync(path, 'utf8'), { filename: path });
  compiled.set(path, { mark, script });
  return script;
}
