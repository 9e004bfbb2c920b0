import type { NodePath } from '@babel/traverse';
import type { Node } from '@babel/types';
import { type BuiltFiles, parseScript } from './built-files';
import type { Finding } from './finding';
import { listMemberUses, type MemberUse } from './names-in-code';

const STRUCTURE = 'it moves or removes cells that are not ours';
const ALL_CUSTOMERS = 'it is one store for all customers of an add-on';

/** Members of Google's services that may not be touched, with the reason. */
const FORBIDDEN: Readonly<Record<string, string>> = {
  deleteRow: STRUCTURE,
  deleteRows: STRUCTURE,
  deleteColumn: STRUCTURE,
  deleteColumns: STRUCTURE,
  insertColumns: STRUCTURE,
  insertColumnAfter: STRUCTURE,
  insertColumnBefore: STRUCTURE,
  insertColumnsAfter: STRUCTURE,
  insertColumnsBefore: STRUCTURE,
  deleteCells: STRUCTURE,
  insertCells: STRUCTURE,
  moveTo: STRUCTURE,
  moveRows: STRUCTURE,
  moveColumns: STRUCTURE,
  clear: 'it can blank a whole sheet; write a padded block instead',
  clearContents: 'it blanks a whole sheet; write a padded block instead',
  clearFormats: "it removes a person's formatting from a whole sheet",
  clearNotes: "it removes a person's notes from a whole sheet",
  deleteSheet: "it could remove a person's sheet",
  deleteActiveSheet: "it could remove a person's sheet",
  appendRow: 'it writes outside the rectangle that is ours',
  setFormula: 'texts from the service must never become formulas',
  setFormulas: 'texts from the service must never become formulas',
  setFormulaR1C1: 'texts from the service must never become formulas',
  setFormulasR1C1: 'texts from the service must never become formulas',
  getScriptProperties: ALL_CUSTOMERS,
  getScriptCache: ALL_CUSTOMERS,
  getScriptLock: ALL_CUSTOMERS,
  addDeveloperMetadata: 'viewers can read it',
  prompt: 'it shows what is typed',
  createTemplate: 'a template runs what stands between its marks',
  createTemplateFromFile: 'a template runs what stands between its marks',
  append: 'it adds markup to the page; the page shows data as text',
  openById: 'the granted scope covers the current spreadsheet only',
  openByUrl: 'the granted scope covers the current spreadsheet only',
};

/**
 * Members that one place alone may use: the hidden sheet in which large tables are staged is made and removed there, and a
 * new dashboard gets more columns at its right end, where no cell moves.
 */
const ALLOWED_ONCE: readonly string[] = ['deleteColumns', 'deleteSheet', 'insertColumnsAfter'];

/**
 * Refuses calls that could destroy what people have in their sheets, mix customers, or turn texts into
 * formulas or markup. Objects have no types here, so a member of that name is refused on any object.
 */
export function checkServiceCalls({ texts }: BuiltFiles): Finding[] {
  const uses = listMemberUses(parseScript(texts['Code.js']));
  const isOnlyOne = (name: string) =>
    ALLOWED_ONCE.includes(name) && uses.filter((use) => use.name === name).length === 1;
  return uses
    .filter(({ name }) => !isOnlyOne(name))
    .map((use) => ({ ...use, reason: findReason(use) }))
    .filter(({ reason }) => reason !== undefined)
    .map(({ name, line, reason }) => ({ where: `Code.js:${line}`, message: `It uses .${name}: ${reason}.` }));
}

function findReason(use: MemberUse): string | undefined {
  if (use.name === 'sort' && use.call !== undefined) {
    return isArraySort(use.call) ? undefined : 'sorting a range moves cells; to sort a list, pass a function';
  }
  return Object.hasOwn(FORBIDDEN, use.name) ? FORBIDDEN[use.name] : undefined;
}

/** A list is sorted by a function or by nothing; a range by a column number or an object. */
function isArraySort(call: NodePath<Node>): boolean {
  if (!call.isCallExpression() && !call.isOptionalCallExpression()) return false;
  const [order, ...more] = call.node.arguments;
  if (order === undefined) return true;
  if (more.length > 0) return false;
  if (order.type === 'ArrowFunctionExpression' || order.type === 'FunctionExpression') return true;
  if (order.type !== 'Identifier') return false;
  const declaration = call.scope.getBinding(order.name)?.path.node;
  if (declaration?.type === 'FunctionDeclaration') return true;
  const value = declaration?.type === 'VariableDeclarator' ? declaration.init : undefined;
  return value?.type === 'ArrowFunctionExpression' || value?.type === 'FunctionExpression';
}
