import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BuildError } from './command';

/** The one global name of the bundle besides its entry points. */
export const GLOBAL_NAME = 'ShiftReports';

/** One function that Google Sheets may call, as its source file declares it. */
export interface EntryPoint {
  readonly name: string;
  /** Those that the docblock names: Sheets shows them, and types and defaults stay inside the bundle. */
  readonly parameters: readonly string[];
  /** The whole docblock, or `''`. Sheets reads its formula help from it. */
  readonly docblock: string;
}

const RE_EXPORT = /export \{([^}]*)\} from '(\.[^']+)';/g;

/**
 * Lists what `main.ts` re-exports, in its order. Each is a door: anyone who opens the sidebar can call it, with any arguments.
 *
 * @throws {BuildError} When `main.ts` does anything but re-export functions by name, or one is not where it says.
 */
export function readEntryPoints(mainFile: string): EntryPoint[] {
  const text = readFileSync(mainFile, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
  if (text.replace(RE_EXPORT, '').trim() !== '')
    throw new BuildError("main.ts may only re-export by name: export { NAME } from './file'.");
  return [...text.matchAll(RE_EXPORT)].flatMap(([, names = '', file = '']) => {
    const source = readFileSync(join(dirname(mainFile), `${file}.ts`), 'utf8');
    const listed = names.split(',').map((name) => name.trim());
    return listed.filter(Boolean).map((one) => {
      const [local = '', name = local] = one.split(' as ');
      return { name, ...readDeclaration(source, local) };
    });
  });
}

/** Finds `export function NAME` with the docblock directly above it. */
function readDeclaration(source: string, name: string): Omit<EntryPoint, 'name'> {
  const declared = new RegExp(`(?:(/\\*\\*(?:(?!\\*/).)*\\*/)\\n)?export function ${name}\\(`, 's').exec(
    source,
  );
  if (declared === null) throw new BuildError(`The file that main.ts names does not declare ${name}.`);
  const [, docblock = ''] = declared;
  const parameters = [...docblock.matchAll(/@param \{[^}]*\} (\w+)/g)].map(([, found = '']) => found);
  return { docblock, parameters };
}

/** Writes one plain top-level function per entry point, each below its docblock and after an empty line. */
export function renderEntryPoints(entryPoints: readonly EntryPoint[]): string {
  const texts = entryPoints.map(({ name, parameters, docblock }) => {
    const head = docblock === '' ? '' : `${docblock}\n`;
    const body = `  return ${GLOBAL_NAME}.${name}.apply(this, arguments);`;
    return `\n${head}function ${name}(${parameters.join(', ')}) {\n${body}\n}\n`;
  });
  return texts.join('');
}
