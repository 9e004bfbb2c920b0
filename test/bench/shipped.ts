import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { SIZE_BUDGET_BYTES } from '../../build/check-bundle';
import { SAMPLES } from './fresh-processes';

/** A file that ships: how large it is and may be. */
export interface ShippedFile {
  readonly file: string;
  readonly bytes: number;
  readonly budget: number;
  /** To read it into a realm in which nothing ran before; milliseconds. Only of what Apps Script loads. */
  readonly 'load, ms': string;
}

/** Loads a script in a fresh process and a fresh realm, and prints the milliseconds of processor time. */
const LOADER = `
const vm = require('node:vm');
const code = require('node:fs').readFileSync(process.argv[1], 'utf8');
const realm = vm.createContext({});
const start = process.cpuUsage();
new vm.Script(code).runInContext(realm);
const { user, system } = process.cpuUsage(start);
console.log((user + system) / 1000);
`;

/** Sizes of what `build/dist` holds, and how long `Code.js` takes to load: the least of 7 fresh processes. */
export function measureShipped(root: string): ShippedFile[] {
  return (['Code.js', 'Sidebar.html'] as const).map((file) => {
    const place = path.join(root, 'build/dist', file);
    return {
      file,
      bytes: readFileSync(place).byteLength,
      budget: SIZE_BUDGET_BYTES[file],
      'load, ms': file === 'Code.js' ? leastLoad(place).toFixed(2) : '',
    };
  });
}

function leastLoad(place: string): number {
  const samples = Array.from({ length: SAMPLES }, () =>
    Number(execFileSync(process.execPath, ['-e', LOADER, place], { encoding: 'utf8' })),
  );
  return Math.min(...samples);
}
