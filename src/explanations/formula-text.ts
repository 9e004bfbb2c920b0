/** A function of ours as a formula calls it. */
export interface CalledFunction {
  /** In capitals. */
  readonly name: string;
  readonly args: readonly Argument[];
  /** Whether the formula does more than call it. */
  readonly isPart: boolean;
}

/** What an argument is written as; a blank one is the value `undefined`. */
export type Argument =
  | { readonly kind: 'value'; readonly value: string | number | boolean | undefined }
  | { readonly kind: 'reference' | 'unquoted' | 'calculated'; readonly text: string };

/** A text, the name of a sheet, a bracket, a separator, or what stands between them. */
const TOKEN = /"(?:[^"]|"")*"|'(?:[^']|'')*'|[(){},;]|[^"'(){},;]+|["']/g;

/** `B2`, `$A$1:B4`, `Settings!A1`, `'My sheet'!B2`. */
const REFERENCE =
  /^(?:(?:'(?:[^']|'')+'|[A-Za-z_]\w*)!)?\$?[A-Za-z]{1,3}\$?\d{1,7}(?::\$?[A-Za-z]{1,3}\$?\d{1,7})?$/;

/** Words without quotation marks, such as `last week` or `worked %`: no name of a cell holds a space or a percent sign. */
const UNQUOTED = /^[a-z][\w.]*(?:[ %]+[\w.%]*)+$/i;

/**
 * Finds the first of our functions in a formula.
 *
 * Arguments are apart by commas, or by semicolons where the spreadsheet's locale writes so; decimals have a comma there.
 *
 * @returns `undefined` where there is none, or its brackets do not close.
 */
export function findCall(formula: string, isOurs: (name: string) => boolean): CalledFunction | undefined {
  const tokens = formula.match(TOKEN) ?? [];
  const nameBefore = (at: number) =>
    /([A-Za-z_][\w.]*)\s*$/.exec(tokens[at - 1] ?? '')?.[1]?.toUpperCase() ?? '';
  const textOf = (from: number, to?: number) => tokens.slice(from, to).join('').trim();
  const open = tokens.findIndex((token, at) => token === '(' && isOurs(nameBefore(at)));
  if (open < 0) return undefined;
  let [depth, close] = [1, open];
  const separators: number[] = [];
  while (depth > 0) {
    close += 1;
    const token = tokens[close];
    if (token === undefined) return undefined;
    if (token === '(' || token === '{') depth += 1;
    else if (token === ')' || token === '}') depth -= 1;
    else if (depth === 1 && (token === ',' || token === ';')) separators.push(close);
  }
  const splitter = separators.some((at) => tokens[at] === ';') ? ';' : ',';
  const cuts = [open, ...separators.filter((at) => tokens[at] === splitter), close];
  const args = cuts.slice(1).map((end, at) => textOf((cuts[at] as number) + 1, end));
  const name = nameBefore(open);
  const before = textOf(0, open).toUpperCase().replace(/\s/g, '');
  return {
    name,
    args: args.join() === '' && args.length === 1 ? [] : args.map((text) => readArgument(text, splitter)),
    isPart: before !== `=${name}` || textOf(close + 1) !== '',
  };
}

function readArgument(text: string, splitter: ',' | ';'): Argument {
  if (text === '') return { kind: 'value', value: undefined };
  if (/^"(?:[^"]|"")*"$/.test(text)) return { kind: 'value', value: text.slice(1, -1).replace(/""/g, '"') };
  if (/^(?:true|false)$/i.test(text)) return { kind: 'value', value: text.toLowerCase() === 'true' };
  const number = splitter === ';' ? text.replace(',', '.') : text;
  if (/^[+-]?\d+(?:\.\d+)?$/.test(number)) return { kind: 'value', value: Number(number) };
  if (REFERENCE.test(text)) return { kind: 'reference', text };
  return { kind: UNQUOTED.test(text) ? 'unquoted' : 'calculated', text };
}
