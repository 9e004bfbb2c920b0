import { parse } from '@babel/parser';
import type { Comment, Statement } from '@babel/types';
import type { FunctionHelp, ParameterHelp } from './protocol';

/**
 * The help texts of a bundle's custom functions, as Sheets reads them from the docblocks.
 *
 * Only top-level functions whose docblock has `@customfunction` (fact N5) and whose name does not end in `_`
 * (fact N2). Line breaks become spaces, since the platform's help shows none.
 */
export function readFunctionHelp(code: string): FunctionHelp[] {
  return parse(code, { sourceType: 'script' }).program.body.flatMap(helpOf);
}

function helpOf(statement: Statement): FunctionHelp[] {
  if (statement.type !== 'FunctionDeclaration' || !statement.id || statement.id.name.endsWith('_')) return [];
  const docblock = statement.leadingComments?.findLast(isDocblock)?.value;
  if (docblock === undefined || !/@customfunction\b/i.test(docblock)) return [];
  const [description = '', ...tags] = plainText(docblock).split(/\n(?=@)/);
  return [
    {
      name: statement.id.name,
      description: oneLine(description.startsWith('@') ? '' : description),
      parameters: tags.flatMap(parameterOf),
    },
  ];
}

function isDocblock(comment: Comment): boolean {
  return comment.type === 'CommentBlock' && comment.value.startsWith('*');
}

function plainText(docblock: string): string {
  return docblock
    .slice(1)
    .split('\n')
    .map((line) => line.replace(/^\s*\*? ?/, '').trimEnd())
    .join('\n')
    .trim();
}

function parameterOf(tag: string): ParameterHelp[] {
  const parts = /^@param\s+(?:\{([^}]*)\}\s+)?(\[?)([\w$.]+)[^\s\]]*\]?\s*(?:-\s*)?([\s\S]*)$/.exec(tag);
  if (parts === null) return [];
  const [, type = '', bracket = '', name = '', rest = ''] = parts;
  const description = oneLine(rest);
  // Sheets has no mark of its own for optional parameters: it stands in the text.
  return [{ name, type, description, optional: bracket === '[' || /\(optional\)/i.test(description) }];
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
