import vm from 'node:vm';
import type { FunctionDeclaration, Identifier, Statement } from '@babel/types';
import { type BuiltFiles, parseScript } from './built-files';
import { ENTRY_POINTS, type EntryPointKind, GLOBAL_NAME } from './entry-point-names';
import { listDocumentedParameters } from './entry-points';
import type { Finding } from './finding';

const FILE = 'Code.js';

/**
 * Compares what the bundle lets others call with the list, twice: by what its text declares, and by what
 * stands in a bare realm after loading it. The second also finds work done while loading, which Apps Script
 * would repeat before every formula, menu and trigger. Facts N1, N3, N7.
 */
export function checkEntryPoints(
  { texts }: BuiltFiles,
  expected: Readonly<Record<string, EntryPointKind>> = ENTRY_POINTS,
): Finding[] {
  const statements = parseScript(texts[FILE]).program.body;
  const functions = statements.filter((statement) => statement.type === 'FunctionDeclaration');
  const declared = functions.map(({ id }) => id?.name ?? '');
  return [
    ...statements.filter((statement) => !isAllowedAtTop(statement)).map(describeStatement),
    ...compareNames(declared, Object.keys(expected), 'declares'),
    ...functions.flatMap((declaration) => checkWrapper(declaration, expected[declaration.id?.name ?? ''])),
    ...checkLoaded(texts[FILE], Object.keys(expected)),
  ];
}

function isAllowedAtTop(statement: Statement): boolean {
  if (statement.type === 'FunctionDeclaration') return true;
  if (statement.type !== 'VariableDeclaration') return false;
  return statement.declarations.every(({ id }) => (id as Identifier).name === GLOBAL_NAME);
}

function describeStatement(statement: Statement): Finding {
  const where = `${FILE}:${statement.loc?.start.line ?? 0}`;
  return {
    where,
    message: `Only ${GLOBAL_NAME} and the entry points may stand at the top; move this into a module.`,
  };
}

function compareNames(found: readonly string[], expected: readonly string[], verb: string): Finding[] {
  const missing = expected.filter((name) => !found.includes(name));
  const extra = found.filter((name) => !expected.includes(name));
  return [
    ...missing.map((name) => ({ where: FILE, message: `The entry point ${name} is missing.` })),
    ...extra.map((name) => ({
      where: FILE,
      message: `It ${verb} ${name}, which anyone could call and build/entry-point-names.ts does not list.`,
    })),
  ];
}

function checkWrapper(declaration: FunctionDeclaration, kind: EntryPointKind | undefined): Finding[] {
  const name = declaration.id?.name ?? '';
  const findings: string[] = [];
  if (name.endsWith('_')) findings.push(`${name} ends in _, so nobody can call it.`);
  if (kind === 'custom function') {
    const docblock = declaration.leadingComments?.at(-1)?.value ?? '';
    const parameters = declaration.params.map((parameter) => (parameter as Identifier).name);
    if (!/@customfunction\b/.test(docblock))
      findings.push(`${name} lacks @customfunction: Sheets offers no help.`);
    if (listDocumentedParameters(docblock).join() !== parameters.join()) {
      findings.push(
        `${name} must document exactly its parameters (${parameters.join(', ')}) with @param {type} name.`,
      );
    }
  }
  return findings.map((message) => ({ where: `${FILE}:${declaration.loc?.start.line ?? 0}`, message }));
}

/** Loads the bundle where nothing but the language is: no Google service, no Node. */
function checkLoaded(code: string, expected: readonly string[]): Finding[] {
  const realm = vm.createContext({});
  try {
    vm.runInContext(code, realm, { timeout: 5_000 });
  } catch (error) {
    const reason = (error as { message?: string }).message ?? String(error);
    return [{ where: FILE, message: `Loading it already needs something or fails: ${reason}.` }];
  }
  const names = Object.getOwnPropertyNames(realm).filter((name) => name !== GLOBAL_NAME);
  const callable = vm.runInContext(
    `Object.getOwnPropertyNames(${GLOBAL_NAME}).filter((name) => typeof ${GLOBAL_NAME}[name] === 'function')`,
    realm,
  ) as string[];
  const unbacked = expected.filter((name) => names.includes(name) && !callable.includes(name));
  return [
    ...compareNames(names, expected, 'leaves behind').filter(({ message }) => message.startsWith('It ')),
    ...unbacked.map((name) => ({
      where: FILE,
      message: `${name} calls nothing: ${GLOBAL_NAME} has no such function.`,
    })),
  ];
}
