import { basename } from 'node:path';
import type { Comment, Function as FunctionNode, Identifier, Node, Pattern, Statement } from '@babel/types';
import { BuildError } from './command';
import { parseSource, resolveImport } from './source-code';

/** The one global name of the bundle besides its entry points. */
export const GLOBAL_NAME = 'ShiftReports';

/** What calls an entry point. */
export type EntryPointKind =
  | 'simple trigger'
  | 'menu'
  | 'time-driven trigger'
  | 'custom function'
  | 'sidebar';

/**
 * Every function of the bundle that Google Sheets, a formula or the sidebar's page may call.
 *
 * Each one is a door: whatever stands here can be called by anyone who opens the sidebar, with any arguments.
 * The bundle must declare exactly these.
 */
export const ENTRY_POINTS: Readonly<Record<string, EntryPointKind>> = {
  onOpen: 'simple trigger',
  onInstall: 'simple trigger',
  showSidebar: 'menu',
  refreshAllReports: 'menu',
  refreshOnSchedule: 'time-driven trigger',
  SHIFT_FULFILMENT: 'custom function',
  SHIFT_FULFILLMENT: 'custom function',
  SHIFT_FULFILMENT_AGGREGATED: 'custom function',
  SHIFT_FULFILLMENT_AGGREGATED: 'custom function',
  SHIFT_METRIC: 'custom function',
  SHIFT_TREND: 'custom function',
  SHIFT_COMPARE: 'custom function',
  SHIFT_LIST: 'custom function',
  SHIFT_STATUS: 'custom function',
  WORKER_TURNOVER: 'custom function',
  sidebarCall: 'sidebar',
};

/** One function that Google Sheets may call, as its source file declares it. */
export interface EntryPoint {
  readonly name: string;
  /** Names only: Sheets shows them, and types and defaults stay inside the bundle. */
  readonly parameters: readonly string[];
  /** The whole docblock, or `''`. Sheets reads its formula help from it. */
  readonly docblock: string;
}

/**
 * Lists what `main.ts` re-exports, in its order, each followed to the file that declares it.
 *
 * @throws {BuildError} When `main.ts` does anything but re-export functions by name, when a name comes twice,
 *   or when a parameter has no name of its own.
 */
export function readEntryPoints(mainFile: string): EntryPoint[] {
  const entryPoints = parseSource(mainFile).program.body.flatMap((statement) => {
    if (!isNamedReExport(statement)) {
      throw new BuildError(
        `${basename(mainFile)} may only re-export by name: export { NAME } from './file'.`,
      );
    }
    return listReExports(statement).map(({ exported, local, specifier }) => ({
      ...readDeclaration(resolveSource(mainFile, specifier), local),
      name: exported,
    }));
  });
  const names = entryPoints.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new BuildError(`${basename(mainFile)} exports ${twice} twice.`);
  return entryPoints;
}

/**
 * Writes one plain top-level function per entry point, each below its docblock and after an empty line.
 *
 * @param globalName The global that holds the functions themselves.
 */
export function renderEntryPoints(entryPoints: readonly EntryPoint[], globalName: string): string {
  const texts = entryPoints.map(({ name, parameters, docblock }) => {
    const head = docblock === '' ? '' : `${docblock}\n`;
    const body = `  return ${globalName}.${name}.apply(this, arguments);`;
    return `\n${head}function ${name}(${parameters.join(', ')}) {\n${body}\n}\n`;
  });
  return texts.join('');
}

type ReExport = Extract<Statement, { type: 'ExportNamedDeclaration' }>;

function isNamedReExport(statement: Statement): statement is ReExport {
  return (
    statement.type === 'ExportNamedDeclaration' && statement.source != null && statement.exportKind !== 'type'
  );
}

function listReExports(statement: ReExport) {
  return statement.specifiers.map((specifier) => {
    if (specifier.type !== 'ExportSpecifier' || specifier.exported.type !== 'Identifier') {
      throw new BuildError('main.ts may only re-export functions one by one, by their names.');
    }
    return {
      exported: specifier.exported.name,
      local: specifier.local.name,
      specifier: statement.source?.value ?? '',
    };
  });
}

function resolveSource(importer: string, specifier: string): string {
  const file = resolveImport(importer, specifier);
  if (file === undefined)
    throw new BuildError(`${specifier} is a package; entry points are our own functions.`);
  return file;
}

/** Finds an exported function in a file, or follows the file's own re-export of it. */
function readDeclaration(file: string, name: string): Omit<EntryPoint, 'name'> {
  for (const statement of parseSource(file).program.body) {
    if (isNamedReExport(statement)) {
      const passedOn = listReExports(statement).find(({ exported }) => exported === name);
      if (passedOn !== undefined)
        return readDeclaration(resolveSource(file, passedOn.specifier), passedOn.local);
    }
    const declared =
      statement.type === 'ExportNamedDeclaration' ? findFunction(statement.declaration, name) : null;
    if (declared != null) {
      const docblock = readDocblock(statement.leadingComments);
      return { docblock, parameters: readParameters(declared, docblock, name) };
    }
  }
  throw new BuildError(`${basename(file)} does not declare the function ${name}.`);
}

/** `export function NAME` or `export const NAME = (…) => …`. */
function findFunction(declaration: Node | null | undefined, name: string): FunctionNode | undefined {
  if (declaration?.type === 'FunctionDeclaration')
    return declaration.id?.name === name ? declaration : undefined;
  if (declaration?.type !== 'VariableDeclaration') return undefined;
  const variable = declaration.declarations.find(({ id }) => id.type === 'Identifier' && id.name === name);
  const value = variable?.init;
  return value?.type === 'ArrowFunctionExpression' || value?.type === 'FunctionExpression'
    ? value
    : undefined;
}

function readDocblock(comments: readonly Comment[] | null | undefined): string {
  const last = comments?.at(-1);
  return last?.type === 'CommentBlock' && last.value.startsWith('*') ? `/*${last.value}*/` : '';
}

/** A rest parameter stands for the parameters that only the docblock names. */
function readParameters(declared: FunctionNode, docblock: string, name: string): string[] {
  const named = declared.params.filter(({ type }) => type !== 'RestElement');
  const names = named
    .map((parameter) => readParameterName(parameter, name))
    .filter((text) => text !== 'this');
  if (named.length === declared.params.length) return names;
  return [...names, ...listDocumentedParameters(docblock).slice(names.length)];
}

function readParameterName(parameter: Identifier | Pattern | Node, name: string): string {
  const target = parameter.type === 'AssignmentPattern' ? parameter.left : parameter;
  if (target.type !== 'Identifier') {
    throw new BuildError(`${name} takes a parameter apart; Sheets shows parameters by name, so give it one.`);
  }
  return target.name;
}

/** The names after `@param {type}`, in the docblock's order. */
export function listDocumentedParameters(docblock: string): string[] {
  return [...docblock.matchAll(/@param\s+\{[^\n]*?\}\s+\[?(\w+)/g)].map((match) => match[1] ?? '');
}
