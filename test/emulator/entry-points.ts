import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Comment, parse } from 'acorn';
import { oncePerRun } from '../support/once-per-run';
import { scriptFiles } from './bundle-scripts';

/** One top-level function that Google Sheets can call. */
export interface EntryPoint {
  readonly name: string;
  /** Its docblock holds `@customfunction`: the formula help knows it. */
  readonly isCustomFunction: boolean;
}

/**
 * The entry points of a built folder: top-level `function`s without a trailing `_`. Neither methods nor functions put
 * on `globalThis` count (facts N1 to N3).
 *
 * @throws {SyntaxError} when Apps Script would not parse a file.
 */
export function readEntryPoints(dist: string): EntryPoint[] {
  return scriptFiles(dist).flatMap((file) => entryPointsOf(readFileSync(file, 'utf8')));
}

/** Parsing a bundle takes half a second at first: a test file opens the same one a hundred times, as do all others. */
const known = new Map<string, readonly EntryPoint[]>();

function entryPointsOf(code: string): readonly EntryPoint[] {
  let entryPoints = known.get(code);
  if (entryPoints === undefined) {
    const name = `entry-points-${createHash('sha256').update(code).digest('hex')}.json`;
    entryPoints = JSON.parse(oncePerRun(name, () => JSON.stringify(parseEntryPoints(code)))) as EntryPoint[];
    known.set(code, entryPoints);
  }
  return entryPoints;
}

function parseEntryPoints(code: string): EntryPoint[] {
  const comments: Comment[] = [];
  // Fact J4: no class fields, private names, modules or top-level `await`. Node would take them.
  const program = parse(code, { ecmaVersion: 2021, sourceType: 'script', onComment: comments });
  return program.body.flatMap((statement) => {
    if (statement.type !== 'FunctionDeclaration' || statement.id === null) return [];
    const { name } = statement.id;
    if (name.endsWith('_')) return [];
    const docblock = comments.find(
      ({ end }) => end <= statement.start && /^\s*$/.test(code.slice(end, statement.start)),
    );
    return [{ name, isCustomFunction: /@customfunction\b/i.test(docblock?.value ?? '') }];
  });
}
