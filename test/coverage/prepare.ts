import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Branch, instrument } from './instrument';

/** The branches of every module that has some, by its path from the root of the project. */
export type Branches = Readonly<Record<string, readonly Branch[]>>;

/**
 * Instruments every module that ships, into a folder that is laid out like the project.
 *
 * @returns Their branches.
 */
export function instrumentSources(root: string, folder: string): Branches {
  rmSync(folder, { recursive: true, force: true });
  const found: Record<string, readonly Branch[]> = {};
  const names = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' });
  for (const name of names.filter((one) => /\.tsx?$/.test(one) && !one.endsWith('.d.ts')).sort()) {
    const file = `src/${name.replaceAll('\\', '/')}`;
    const { code, branches } = instrument(readFileSync(join(root, file), 'utf8'), file);
    if (branches.length === 0) continue;
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), code);
    found[file] = branches;
  }
  return found;
}
