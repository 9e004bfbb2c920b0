import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Comment, parse } from 'acorn';

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
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(js|gs)$/.test(file),
  );
  return files.sort().flatMap((file) => entryPointsOf(readFileSync(join(dist, file), 'utf8')));
}

/** Parsing a bundle takes 20 to 45 ms: a test file opens the same one a hundred times. */
const known = new Map<string, readonly EntryPoint[]>();

function entryPointsOf(code: string): readonly EntryPoint[] {
  const entryPoints = known.get(code) ?? parseEntryPoints(code);
  known.set(code, entryPoints);
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
