import { argumentTexts } from './formula-exchange';
import type { FunctionHelp, ParameterHelp } from './protocol';

/**
 * The help texts of a bundle's custom functions, as Sheets reads them from the docblocks.
 *
 * Only top-level functions whose docblock has `@customfunction` and whose name does not end in `_`. Line breaks become
 * spaces, since the platform's help shows none.
 */
export function readFunctionHelp(code: string): FunctionHelp[] {
  const declared = code.matchAll(/^\/\*\*((?:(?!\*\/).)*)\*\/\s+function (\w+)\(/gms);
  return [...declared].flatMap(([, docblock = '', name = '']) => helpOf(docblock, name));
}

function helpOf(docblock: string, name: string): FunctionHelp[] {
  if (name.endsWith('_') || !/@customfunction\b/i.test(docblock)) return [];
  const [text = '', ...tags] = plainText(docblock).split(/\n(?=@)/);
  const description = oneLine(text.startsWith('@') ? '' : text);
  const parameters = markRepeated(tags.flatMap(parameterOf));
  return [{ name, description, parameters: withExamples(parameters, description, name) }];
}

function plainText(docblock: string): string {
  return docblock
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
  const optional = bracket === '[' || /\(optional\b/i.test(description);
  const example = /\bExample: (.+?)\.?$/.exec(description)?.[1] ?? '';
  return [{ name, type, description, example, optional, repeated: false }];
}

/** Options follow as pairs, any number of them: a docblock can name only the first pair. */
function markRepeated(parameters: readonly ParameterHelp[]): ParameterHelp[] {
  const isPair = parameters.at(-2)?.name === 'option' && parameters.at(-1)?.name === 'value';
  return parameters.map((parameter, index) => ({
    ...parameter,
    repeated: isPair && index >= parameters.length - 2,
  }));
}

/** Arguments of an example in the description go before those of the parameters: they may not fit together. */
function withExamples(
  parameters: readonly ParameterHelp[],
  description: string,
  name: string,
): ParameterHelp[] {
  const [texts] = argumentTexts(/\bExample: (=.+)$/.exec(description)?.[1] ?? '', name);
  if (texts === undefined) return [...parameters];
  const last = parameters.length - 1;
  return parameters.map((parameter, index) => ({
    ...parameter,
    example:
      index < texts.length
        ? (index < last ? texts.slice(index, index + 1) : texts.slice(last)).join(', ')
        : parameter.example,
  }));
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
