import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Script } from 'node:vm';
import { transformSync } from 'esbuild';
import type { Mark } from './fact';

/** One row given to `describeFacts`. */
export interface FactRow {
  readonly no: string;
  readonly mark: Mark;
  readonly source: string;
  readonly title: string;
  readonly observe: string;
  readonly expected: unknown;
}

/** What one file of facts says, in its order, without anything of it being run. */
export interface FactFile {
  readonly file: string;
  readonly groups: readonly { readonly title: string; readonly rows: readonly FactRow[] }[];
  /** Titles of its other tests, those of a table written out. */
  readonly titles: readonly string[];
  /** Its scripts in text, by the name of the constant. */
  readonly scripts: Readonly<Record<string, string>>;
}

/** The constants of the files of facts that hold a script for tests with cells. */
const SCRIPT_NAMES = ['SCRIPT', 'CODE'];

/**
 * Reads a file of facts by evaluating it with a test framework that only listens: so each fact has one text, the one
 * that its test runs. Every other module that the file imports gives functions that do nothing.
 */
export function readFactFile(folder: string, name: string): FactFile {
  const groups: { title: string; rows: readonly FactRow[] }[] = [];
  const titles: string[] = [];
  const modules: Readonly<Record<string, object>> = {
    '@jest/globals': listeningFramework(titles),
    './describe-facts': {
      describeFacts: (title: string, rows: readonly FactRow[]) => groups.push({ title, rows }),
    },
  };
  const source = readFileSync(join(folder, name), 'utf8');
  const shown = SCRIPT_NAMES.map((each) => `${each}: typeof ${each} === 'string' ? ${each} : undefined`);
  const { code } = transformSync(`${source}\nexport const scripts_ = { ${shown.join(', ')} };`, {
    loader: 'ts',
    format: 'cjs',
  });
  const module = { exports: {} as { scripts_?: Record<string, string | undefined> } };
  const evaluate = new Script(`(function (module, exports, require) { ${code}\n})`, { filename: name });
  evaluate.runInThisContext()(module, module.exports, (id: string) => modules[id] ?? silentModule());
  const scripts = Object.entries(module.exports.scripts_ ?? {}).filter((entry) => entry[1] !== undefined);
  return {
    file: basename(name, '.test.ts'),
    groups,
    titles,
    scripts: Object.fromEntries(scripts) as Record<string, string>,
  };
}

function silentModule(): object {
  return new Proxy({}, { get: () => () => undefined });
}

/** `describe` looks inside, `test` notes its title; nothing else happens. */
function listeningFramework(titles: string[]): object {
  const note = (title: string) => titles.push(title);
  const test = Object.assign(note, {
    each: (rows: readonly unknown[]) => (title: string) => {
      for (const row of rows) note(written(title, row));
    },
  });
  const describe = (_title: string, body: () => void) => body();
  const nothing = () => undefined;
  return {
    describe,
    test,
    expect: nothing,
    afterAll: nothing,
    afterEach: nothing,
    beforeAll: nothing,
    beforeEach: nothing,
  };
}

/** A title of a table with the values of one row. */
function written(title: string, row: unknown): string {
  if (typeof row !== 'object' || row === null) return title.replace(/%[sid]/, () => String(row));
  const values = new Map(Object.entries(row));
  return title.replace(/\$(\w+)/g, (whole, name: string) => {
    const value: unknown = values.get(name);
    if (value === undefined) return whole;
    return typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
  });
}
