import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The state of the project in which something was measured. */
export interface SourceState {
  /** The first characters of the commit that was checked out. */
  readonly commit: string;
  /** Whether files differed from that commit, or were not in it; what `--save` writes is not counted. */
  readonly isDirty: boolean;
  /** A hash of everything that the add-on is built from: two states with one hash make the same add-on. */
  readonly source: string;
}

/** What the add-on is built from. */
const SOURCES = ['src', 'build', 'appsscript.json'];
/** What the measuring commands write themselves. */
const OWN_FILES = [':!docs/proof/evidence', ':!docs/proof/evidence.md'];

/** The state of a checkout. @throws {Error} where Git is missing, or the folder is no checkout. */
export function sourceState(root: string): SourceState {
  return {
    commit: git(root, ['rev-parse', '--short=7', 'HEAD']).trim(),
    isDirty: git(root, ['status', '--porcelain', '--', '.', ...OWN_FILES]) !== '',
    source: hashSource(root),
  };
}

/** @throws {Error} when the source was changed since: what was measured meanwhile is of neither state. */
export function requireSame(root: string, began: SourceState): void {
  if (hashSource(root) !== began.source)
    throw new Error('Measure again: src or build was changed meanwhile, so nothing was saved.');
}

/** The hash of the files as they stand there, whether they are committed or not; what Git ignores is left out. */
export function hashSource(root: string): string {
  const listed = git(root, [
    'ls-files',
    '-z',
    '--cached',
    '--others',
    '--exclude-standard',
    '--',
    ...SOURCES,
  ]);
  const hash = createHash('sha256');
  for (const file of [...new Set(listed.split('\0'))].filter(Boolean).sort()) {
    // One that was deleted is listed until that is committed.
    if (!existsSync(join(root, file))) continue;
    hash.update(`${file}\0`).update(
      createHash('sha256')
        .update(readFileSync(join(root, file)))
        .digest(),
    );
  }
  return hash.digest('hex').slice(0, 12);
}

/** Whether something was measured on the source of another state, so that it need not hold of this one. */
export function isOlder(measured: SourceState, now: SourceState): boolean {
  return measured.source !== now.source;
}

/** The commit of a measurement for a table: `54e9592`, with what makes it less than a proof of the present source. */
export function describeState(measured: SourceState, now: SourceState): string {
  const marks = [
    ...(measured.isDirty ? ['with changes'] : []),
    ...(isOlder(measured, now) ? ['**older**'] : []),
  ];
  return [measured.commit, ...marks].join(', ');
}

function git(root: string, args: readonly string[]): string {
  return execFileSync('git', [...args], { cwd: root, encoding: 'utf8' });
}
